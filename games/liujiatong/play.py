"""The play: tricks, and what happens by itself (LJ-22 to LJ-27)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from games.base.actions import Action, Pass, Play
from games.base.cards import Cards, cards_text, rank_of, sort_cards
from games.base.errors import IllegalAction, NotationError, Refusal
from games.base.events import EVERYONE, Event, WentOut
from games.base.notation import read_cards
from games.contract import Recognised
from games.kit.climb import Climb, ClimbRules, laid
from games.liujiatong.events import No, PotWon
from games.liujiatong.kinds import Reading, beats, least_cards
from games.liujiatong.readings import in_force, legal_plays, makeup_of, meaning, named, readings
from games.liujiatong.scoring import settle
from games.liujiatong.state import Over, Playing, StandingPlay, points_in, side_out

__all__ = ["apply_play", "check_play", "go_on", "legal_actions", "lowest_lead", "recognise", "to_beat"]


def to_beat(state: Playing, seat: int) -> Reading | None:
    """The reading that stands, ``None`` for a lead; for ``seat`` its own standing play is nothing to beat."""
    standing = state.standing
    return None if standing is None or standing.seat == seat else standing.reading


def _reading_of(cards: Cards, standing: Reading | None, text: str | None) -> Reading:
    """Return how cards are taken when they are played now (LJ-18); raise ``IllegalAction`` with the reason if they
    may not be."""
    made = makeup_of(cards)
    first = next(readings(made), None)
    if first is None:
        mixed = not made.ranks and made.small and made.big
        code, rule = (No.MIXED_JOKERS, "LJ-16") if mixed else (Refusal.NO_COMBINATION, "LJ-6")
        raise IllegalAction(code, rule, cards=cards_text(sort_cards(cards)))
    meant = first
    if text is not None:
        try:
            wanted = named(made, read_cards(text))
        except NotationError:
            wanted = None
        if wanted is None:
            one = len(made.ranks) == 1 and made.jokers > 0
            code, rule = (No.ONE_RANK, "LJ-17") if one else (Refusal.NO_SUCH_READING, "LJ-18")
            raise IllegalAction(code, rule, reading=text, kind=first.kind.value, rank=first.top)
        meant = wanted
    elif standing is not None:
        meant = in_force(made, standing) or first
    if standing is not None and not beats(meant, standing):
        raise IllegalAction(
            Refusal.DOES_NOT_BEAT, "LJ-19", kind=meant.kind.value, standing=standing.kind.value, rank=standing.top,
            size=standing.size,
        )  # fmt: skip
    return meant


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Yield every play by rank once, and a pass if one may pass."""
    if state.standing is not None:
        yield Pass()
    for cards in legal_plays(state.hands[seat], to_beat(state, seat)):
        yield Play(cards)


def _pot_taken(state: Playing, seat: int, events: list[Event]) -> Playing:
    if not state.pot:
        return state
    events.append(PotWon(audience=EVERYONE, seat=seat, points=state.pot))
    taken = tuple(points + state.pot * (at == seat) for at, points in enumerate(state.taken))
    return replace(state, taken=taken, pot=0)


class _Tricks(Climb[Playing, Over]):
    """Tricks of six seats for the points in them; the round ends when a side is out (LJ-22 to LJ-27)."""

    rules = ClimbRules(lead="LJ-22", hand="LJ-22", verbs="LJ-22")

    def reading(self, state: Playing, cards: Cards, named: str | None) -> Reading:
        """Return the reading of LJ-18; raise ``IllegalAction`` if there is none."""
        return _reading_of(cards, to_beat(state, state.turn), named)

    def lay(self, state: Playing, action: Play, events: list[Event], *, auto: bool) -> Playing:
        """Lay the cards; scoring cards go into the pot, which the last play of the round wins (LJ-27)."""
        seat, cards = state.turn, sort_cards(action.cards)
        reading = self.reading(state, cards, action.reading)
        hands, turn, history = laid(state, cards, reading.kind.value, reading.top, events, auto=auto)
        finished = state.finished
        if not hands[seat]:
            finished = (*finished, seat)
            events.append(WentOut(audience=EVERYONE, seat=seat, place=len(finished)))
        state = replace(
            state, hands=hands, turn=turn, finished=finished, standing=StandingPlay(seat, cards, reading),
            pot=state.pot + points_in(cards), history=history,
        )  # fmt: skip
        return _pot_taken(state, seat, events) if self.is_over(state) else state

    def is_over(self, state: Playing) -> bool:
        """Whether a side is out (LJ-27)."""
        return side_out(state.hands) is not None

    def settle(self, state: Playing) -> tuple[Over, list[Event]]:
        return settle(state)

    def must_pass(self, state: Playing) -> bool:
        """Whether the hand has fewer cards than any play that beats (LJ-26)."""
        assert state.standing is not None, "there is something to follow"
        return len(state.hands[state.turn]) < least_cards(state.standing.reading)

    def forced_lead(self, state: Playing) -> Play | None:
        """The play of a leader's last card, ``None`` if it has a choice (LJ-26)."""
        hand = state.hands[state.turn]
        return Play(hand) if len(hand) == 1 else None

    def won(self, state: Playing, winner: int, events: list[Event]) -> Playing:
        """Give the points of the trick to its winner (LJ-24)."""
        return _pot_taken(state, winner, events)


_TRICKS: Final = _Tricks()
check_play = _TRICKS.check
apply_play = _TRICKS.apply
go_on = _TRICKS.go_on


def recognise(state: Playing, seat: int, cards: Cards) -> Recognised:
    """What cards of a hand are: against the standing play of another seat if there is one, else as a lead.
    Further readings are told apart by what counts, kind and rank; of flights that differ in their pairs alone there is
    the one with the highest."""
    standing, made = to_beat(state, seat), makeup_of(cards)
    first = next(readings(made), None)
    if first is None:
        return Recognised(None)
    ordered = sort_cards(cards)
    chosen = in_force(made, standing)
    if chosen is None:
        return Recognised(Play(ordered), first.kind.value, first.top)
    counted = {(chosen.kind, chosen.rank)}
    others: list[tuple[Action, str, str]] = []
    for reading in readings(made):
        if (reading.kind, reading.rank) not in counted and (standing is None or beats(reading, standing)):
            counted.add((reading.kind, reading.rank))
            others.append((Play(ordered, meaning(reading)), reading.kind.value, reading.top))
    return Recognised(Play(ordered), chosen.kind.value, chosen.top, legal=True, others=tuple(others))


def lowest_lead(state: Playing, seat: int) -> Action:
    """The lead when the clock runs out: the lowest single that breaks no bomb, else the lowest card."""
    hand = state.hands[seat]
    counts = Counter(map(rank_of, hand))
    harmless = (card for card in hand if counts[rank_of(card)] < 4)
    return Play((next(harmless, hand[0]),))
