"""The play: tricks, and what happens by itself (LJ-22 to LJ-27)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Final

from games.base.actions import Action, Pass, Play
from games.base.cards import Cards, cards_text, rank_of, sort_cards
from games.base.errors import IllegalAction, NotationError
from games.base.events import EVERYONE, Event
from games.base.notation import read_cards
from games.kit.climb import Climb, ClimbRules, StandingPlay, to_beat
from games.kit.combinations import Combinations
from games.liujiatong.events import No, PotWon
from games.liujiatong.kinds import NATURAL, Reading, beats, least_cards
from games.liujiatong.readings import in_force, makeup_of, meaning, named, readings
from games.liujiatong.scoring import settle
from games.liujiatong.state import Over, Playing, points_in, side_out
from games.liujiatong.tables import legal_plays

__all__ = ["COMBINATIONS", "TRICKS"]


class _Combinations(Combinations[Reading, object]):
    """What cards are (LJ-6 to LJ-18) and what beats what (LJ-19), whatever the house rules."""

    def readings(self, cards: Cards, rules: object) -> tuple[Reading, ...]:
        return tuple(readings(makeup_of(cards)))

    def beats(self, reading: Reading, standing: Reading, rules: object) -> bool:
        return beats(reading, standing)

    def plays(self, hand: Cards, standing: Reading | None, rules: object) -> Iterator[Cards]:
        return legal_plays(hand, standing)

    def rank(self, reading: Reading) -> str:
        return reading.top

    def named(self, cards: Cards, words: str, rules: object) -> tuple[Reading, ...]:
        """The reading that a complete combination names (LJ-18)."""
        try:
            found = named(makeup_of(cards), read_cards(words))
        except NotationError:
            return ()
        return () if found is None else (found,)

    def words(self, cards: Cards, reading: Reading, rules: object) -> str:
        return meaning(reading)

    def stand_for(self, cards: Cards, reading: Reading, rules: object) -> str | None:
        return meaning(reading) if rank_of(cards[0]) < NATURAL <= rank_of(cards[-1]) else None


COMBINATIONS: Final = _Combinations()


def _pot_taken(state: Playing, seat: int, events: list[Event]) -> Playing:
    if not state.pot:
        return state
    events.append(PotWon(audience=EVERYONE, seat=seat, points=state.pot))
    taken = tuple(points + state.pot * (at == seat) for at, points in enumerate(state.taken))
    return replace(state, taken=taken, pot=0)


class _Tricks(Climb[Playing, Over]):
    """Tricks of six seats for the points in them; the round ends when a side is out (LJ-22 to LJ-27)."""

    rules = ClimbRules(lead="LJ-22", hand="LJ-22", verbs="LJ-22", combinations="LJ-6", named="LJ-18", beats="LJ-19")
    combinations = COMBINATIONS
    settle = staticmethod(settle)
    last_card_leads = True  # LJ-26

    def taken(self, cards: Cards, standing: Reading | None, combos: object, named: str | None) -> Any:
        """Return the reading of LJ-18; with many jokers there are too many to look at all."""
        found = in_force(makeup_of(cards), standing) if named is None else None
        return super().taken(cards, standing, combos, named) if found is None else found

    def no_combination(self, cards: Cards) -> IllegalAction:
        made = makeup_of(cards)
        if not made.ranks and made.small and made.big:
            return IllegalAction(No.MIXED_JOKERS, "LJ-16", cards=cards_text(sort_cards(cards)))
        return super().no_combination(cards)

    def not_named(self, cards: Cards, named: str, usual: Reading) -> IllegalAction:
        made = makeup_of(cards)
        if len(made.ranks) == 1 and made.jokers:
            return IllegalAction(No.ONE_RANK, "LJ-17", reading=named, kind=usual.kind.value, rank=usual.top)
        return super().not_named(cards, named, usual)

    def lay(self, state: Playing, action: Play, events: list[Event], *, auto: bool) -> Playing:
        """Lay the cards; the last play of the round wins the pot (LJ-27)."""
        seat, state = state.turn, super().lay(state, action, events, auto=auto)
        return _pot_taken(state, seat, events) if self.is_over(state) else state

    def changes(
        self, state: Playing, play: StandingPlay[Reading], hands: tuple[Cards, ...], events: list[Event]
    ) -> dict[str, Any]:
        """Scoring cards go into the pot."""
        return {"pot": state.pot + points_in(play.cards)}

    def legal(self, state: Playing, seat: int) -> Iterator[Action]:
        """Yield a pass first, if one may pass: with many jokers the list of plays is long."""
        if state.standing is not None:
            yield Pass()
        yield from map(Play, legal_plays(state.hands[seat], to_beat(state)))

    def is_over(self, state: Playing) -> bool:
        """Whether a side is out (LJ-27)."""
        return side_out(state.hands) is not None

    def must_pass(self, state: Playing) -> bool:
        """Whether the hand has fewer cards than any play that beats (LJ-26)."""
        assert state.standing is not None, "there is something to follow"
        return len(state.hands[state.turn]) < least_cards(state.standing.reading)

    def won(self, state: Playing, winner: int, events: list[Event]) -> Playing:
        """Give the points of the trick to its winner (LJ-24)."""
        return _pot_taken(state, winner, events)

    def lowest_lead(self, state: Playing) -> Action:
        """The lead when the clock runs out: the lowest single that breaks no bomb, else the lowest card."""
        hand = state.hands[state.turn]
        counts = Counter(map(rank_of, hand))
        harmless = (card for card in hand if counts[rank_of(card)] < 4)
        return Play((next(harmless, hand[0]),))


TRICKS: Final = _Tricks()
