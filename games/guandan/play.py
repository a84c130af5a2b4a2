"""The play: tricks, what happens by itself, and who takes over the lead (GD-60 to GD-66)."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from games.base.actions import Action, Pass, Pattern, Play
from games.base.cards import (
    BIG_JOKER,
    RANKS,
    SMALL_JOKER,
    Cards,
    cards_text,
    rank_counts,
    rank_of,
    sort_cards,
)  # fmt: skip
from games.base.errors import IllegalAction, NotationError, Refusal
from games.base.events import EVERYONE, Event, WentOut
from games.base.notation import read_cards
from games.contract import Recognised
from games.guandan.combinations.kinds import ComboRules, Kind, Reading, beats, least_cards, order_index
from games.guandan.combinations.templates import fitting, in_force, legal_plays, meaning, readings
from games.guandan.scoring import round_ends, settle
from games.guandan.state import Over, Playing, StandingPlay, partner
from games.kit.climb import Climb, ClimbRules, laid

__all__ = [
    "apply_play", "check_play", "go_on", "legal_actions", "lowest_lead", "named_reading", "reading_of", "recognise", "to_beat",
]  # fmt: skip


def to_beat(state: Playing, seat: int | None = None) -> Reading | None:
    """The reading that stands, ``None`` for a lead; for ``seat`` its own standing play is nothing to beat."""
    standing = state.standing
    return None if standing is None or standing.seat == seat else standing.reading


def named_reading(cards: Cards, named: str, rules: ComboRules) -> tuple[Reading, ...]:
    """The readings of some cards that a text after ``as`` fits, a kind or cards (GD-32), strongest first."""
    if named in Kind.__members__.values():
        return tuple(reading for reading in readings(cards, rules) if reading.kind == named)
    return fitting(cards, _patterns(named), rules)


def _patterns(named: str) -> Sequence[Pattern]:
    try:
        return read_cards(named)
    except NotationError:
        return ()


def reading_of(cards: Cards, standing: Reading | None, rules: ComboRules, named: str | None) -> Reading:
    """Return how cards are taken when they are played now (GD-31, GD-32); raise ``IllegalAction`` with the reason if
    they may not be."""
    possible = readings(cards, rules)
    if not possible:
        raise IllegalAction(Refusal.NO_COMBINATION, "GD-25", cards=cards_text(sort_cards(cards)))
    meant = possible if named is None else named_reading(cards, named, rules)
    if not meant:
        raise IllegalAction(Refusal.NO_SUCH_READING, "GD-32", reading=named or "", kind=possible[0].kind.value)
    found = next((entry for entry in meant if standing is None or beats(entry, standing, rules)), None)
    if found is None:
        assert standing is not None, "a combination can always be led"
        raise IllegalAction(
            Refusal.DOES_NOT_BEAT, "GD-33", kind=meant[0].kind.value, standing=standing.kind.value,
            rank=RANKS[standing.rank], size=standing.size,
        )  # fmt: skip
    return found


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Yield every play by rank once, and a pass if one may pass."""
    yield from (Play(cards) for cards in legal_plays(state.hands[seat], to_beat(state), state.setting.combos))
    if state.standing is not None:
        yield Pass()


class _Tricks(Climb[Playing, Over]):
    """Tricks of four seats, which goes on when some are out (GD-60 to GD-70)."""

    rules = ClimbRules(lead="GD-60", hand="GD-65", verbs="GD-65")

    def reading(self, state: Playing, cards: Cards, named: str | None) -> Reading:
        """Return the reading of GD-31 and GD-32; raise ``IllegalAction`` if there is none."""
        return reading_of(cards, to_beat(state), state.setting.combos, named)

    def lay(self, state: Playing, action: Play, events: list[Event], *, auto: bool) -> Playing:
        seat, cards, rules = state.turn, sort_cards(action.cards), state.setting.combos
        reading = self.reading(state, cards, action.reading)
        stands_for = meaning(cards, reading, rules) if rules.wild in cards and len(cards) > 1 else None
        play = StandingPlay(seat, cards, reading, stands_for)
        hands, turn, history = laid(state, cards, reading.kind.value, play.rank, events, auto=auto)
        finished = state.finished
        if not hands[seat]:
            finished = (*finished, seat)
            events.append(WentOut(audience=EVERYONE, seat=seat, place=len(finished)))
        return replace(state, hands=hands, turn=turn, finished=finished, standing=play, history=history)

    def is_over(self, state: Playing) -> bool:
        """Whether the round is over (GD-70)."""
        return round_ends(state.finished, play_out=state.setting.rules.play_out)

    def settle(self, state: Playing) -> tuple[Over, list[Event]]:
        return settle(state)

    def must_pass(self, state: Playing) -> bool:
        """Whether a hand of so many cards could not beat this whatever it held (GD-66 b, c)."""
        assert state.standing is not None, "there is something to follow"
        standing = state.standing.reading
        return standing.kind is Kind.JOKER_BOMB or len(state.hands[state.turn]) < least_cards(standing)

    def forced_lead(self, state: Playing) -> Play | None:
        """The play of a leader's last card, ``None`` if it has a choice (GD-66 a)."""
        hand = state.hands[state.turn]
        return Play(hand) if len(hand) == 1 else None

    def heir(self, state: Playing, winner: int) -> int:
        """Who leads for a seat that is out: its partner, or the next one that holds cards (GD-63)."""
        if state.setting.rules.wind == "partner" and state.hands[partner(winner)]:
            return partner(winner)
        return super().heir(state, winner)


_TRICKS: Final = _Tricks()
check_play = _TRICKS.check
apply_play = _TRICKS.apply
go_on = _TRICKS.go_on


def recognise(state: Playing, seat: int, cards: Cards) -> Recognised:
    """What cards of a hand are: against the standing play of another seat if there is one, else as a lead."""
    rules, standing = state.setting.combos, to_beat(state, seat)
    found = readings(cards, rules) if cards else ()
    if not found:
        return Recognised(None)
    ordered = sort_cards(cards)
    may = [reading for reading in found if standing is None or beats(reading, standing, rules)]
    chosen = may[0] if may else found[0]
    return Recognised(
        action=Play(ordered),
        kind=chosen.kind.value,
        rank=RANKS[chosen.rank],
        legal=bool(may),
        others=tuple(
            (Play(ordered, meaning(ordered, reading, rules)), reading.kind.value, RANKS[reading.rank])
            for reading in may[1:]
            if in_force(ordered, standing, rules, read_cards(meaning(ordered, reading, rules))) == reading
        ),
    )


def lowest_lead(state: Playing, seat: int) -> Action:
    """The lead when the clock runs out: the lowest single that is no wild card and breaks no bomb."""
    hand, rules = state.hands[seat], state.setting.combos
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
