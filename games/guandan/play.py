"""The play: tricks, what happens by itself, and who takes over the lead (GD-60 to GD-66)."""

from collections.abc import Iterator
from typing import Final

from games.base.actions import Action, Play
from games.base.cards import BIG_JOKER, RANKS, SMALL_JOKER, Cards, rank_counts, rank_of
from games.base.errors import NotationError
from games.base.notation import read_cards
from games.guandan.combinations.kinds import ComboRules, Kind, Reading, beats, least_cards, order_index
from games.guandan.combinations.readings import fitting, meaning, readings
from games.guandan.combinations.templates import legal_plays
from games.guandan.scoring import settle
from games.guandan.state import Over, Playing, partner
from games.kit.climb import Climb, ClimbRules
from games.kit.combinations import Combinations

__all__ = ["COMBINATIONS", "TRICKS"]


class _Combinations(Combinations[Reading, ComboRules]):
    """What cards are (GD-10 to GD-32) and what beats what (GD-33); after ``as`` comes a kind, or cards."""

    def readings(self, cards: Cards, rules: ComboRules) -> tuple[Reading, ...]:
        return readings(cards, rules)

    def beats(self, reading: Reading, standing: Reading, rules: ComboRules) -> bool:
        return beats(reading, standing, rules)

    def plays(self, hand: Cards, standing: Reading | None, rules: ComboRules) -> Iterator[Cards]:
        return legal_plays(hand, standing, rules)

    def rank(self, reading: Reading) -> str:
        return RANKS[reading.rank]

    def named(self, cards: Cards, words: str, rules: ComboRules) -> tuple[Reading, ...]:
        if words in Kind.__members__.values():
            return tuple(reading for reading in readings(cards, rules) if reading.kind == words)
        try:
            return fitting(cards, read_cards(words), rules)
        except NotationError:
            return ()

    def words(self, cards: Cards, reading: Reading, rules: ComboRules) -> str:
        return meaning(cards, reading, rules)

    def stand_for(self, cards: Cards, reading: Reading, rules: ComboRules) -> str | None:
        return meaning(cards, reading, rules) if rules.wild in cards and len(cards) > 1 else None


COMBINATIONS: Final = _Combinations()


class _Tricks(Climb[Playing, Over]):
    """Tricks of four seats, which goes on when some are out (GD-60 to GD-70)."""

    rules = ClimbRules(lead="GD-60", hand="GD-65", verbs="GD-65", combinations="GD-25", named="GD-32", beats="GD-33")
    combinations = COMBINATIONS
    settle = staticmethod(settle)
    last_card_leads = True  # GD-66 a

    def is_over(self, state: Playing) -> bool:
        """Whether three are out, or two partners first (GD-70)."""
        out = state.finished
        double_win = len(out) >= 2 and out[1] == partner(out[0])
        return len(out) >= 3 or (double_win and not state.setting.rules.play_out)

    def must_pass(self, state: Playing) -> bool:
        """Whether a hand of so many cards could not beat this whatever it held (GD-66 b, c)."""
        assert state.standing is not None, "there is something to follow"
        standing = state.standing.reading
        return standing.kind is Kind.JOKER_BOMB or len(state.hands[state.turn]) < least_cards(standing)

    def heir(self, state: Playing, winner: int) -> int:
        """Who leads for a seat that is out: its partner, or the next one that holds cards (GD-63)."""
        if state.setting.rules.wind == "partner" and state.hands[partner(winner)]:
            return partner(winner)
        return super().heir(state, winner)

    def lowest_lead(self, state: Playing) -> Action:
        """The lead when the clock runs out: the lowest single that is no wild card and breaks no bomb."""
        hand, rules = state.hands[state.turn], state.setting.combos
        index, counts = order_index(rules.level), rank_counts([card for card in hand if card != rules.wild])
        joker_bomb = counts[13] == counts[14] == 2
        jokers = (SMALL_JOKER, BIG_JOKER)
        kept = [
            card
            for card in hand
            if card != rules.wild and (not joker_bomb if card in jokers else counts[rank_of(card)] < 4)
        ]
        if kept:
            return Play((min(kept, key=lambda card: (index[rank_of(card)], card)),))
        return Play((min(hand, key=lambda card: (index[rank_of(card)], card == rules.wild, card)),))


TRICKS: Final = _Tricks()
