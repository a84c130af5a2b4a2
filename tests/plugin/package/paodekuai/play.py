"""The play (PK-20 to PK-24) and the points (PK-30, PK-31)."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

from games.base.actions import Action, Pass, Play
from games.base.cards import Cards, rank_of
from games.base.errors import IllegalAction
from games.base.events import Event
from games.base.round import Recognised, RoundResult
from games.kit.climb import Climb, ClimbRules, StandingPlay, counted, to_beat
from games.kit.combinations import Combinations
from games.kit.match import added, ended, hands_left
from paodekuai.kinds import Kind, Reading, beats, plays, readings, take
from paodekuai.state import SEATS, MatchSoFar, Over, Playing

__all__ = ["COMBINATIONS", "TRICKS", "No", "result"]


class No(StrEnum):
    """Reasons for a refusal that only this game knows."""

    MUST_BEAT = "must_beat"
    OPEN_WITH_THREE = "open_with_three"


class _Combinations(Combinations[Reading, object]):
    """What cards are and what beats what, whatever the house rules."""

    def readings(self, cards: Cards, rules: object) -> tuple[Reading, ...]:
        return readings(cards)

    def beats(self, reading: Reading, standing: Reading, rules: object) -> bool:
        return beats(reading, standing)

    def plays(self, hand: Cards, standing: Reading | None, rules: object) -> Iterator[Cards]:
        return (take(hand, counts) for counts, _ in plays(hand, standing))


COMBINATIONS: Final = _Combinations()


class _Tricks(Climb[Playing, Over]):
    """What the tricks of this game have of their own."""

    rules = ClimbRules(lead="PK-23", hand="PK-21", verbs="PK-21", combinations="PK-10", named="PK-13", beats="PK-21")
    combinations = COMBINATIONS

    def check(self, state: Playing, seat: int, action: Action) -> None:
        """Refuse also a pass of a seat that has to beat, and a first lead without a 3."""
        super().check(state, seat, action)
        if isinstance(action, Pass) and state.setting.rules.must_beat and any(self._plays(state)):
            raise IllegalAction(No.MUST_BEAT, "PK-23")
        if isinstance(action, Play) and state.opening and not _has_three(action.cards):
            raise IllegalAction(No.OPEN_WITH_THREE, "PK-20")

    def legal(self, state: Playing, seat: int) -> Iterator[Action]:
        """Every play by rank once, and a pass where one may pass."""
        found = False
        for cards in self._plays(state):
            found = True
            if not state.opening or _has_three(cards):
                yield Play(cards)
        if state.standing is not None and not (found and state.setting.rules.must_beat):
            yield Pass()

    def _plays(self, state: Playing) -> Iterator[Cards]:
        return COMBINATIONS.plays(state.hands[state.turn], to_beat(state), None)

    def recognise(self, state: Any, seat: int, cards: Cards) -> Recognised:
        """As anywhere; but a first lead without a 3 may not be played."""
        found = super().recognise(state, seat, cards)
        opens = isinstance(state, Playing) and state.opening and state.turn == seat
        return replace(found, legal=False, others=()) if opens and not _has_three(cards) else found

    def changes(
        self, state: Playing, play: StandingPlay[Reading], hands: tuple[Cards, ...], events: list[Event]
    ) -> dict[str, Any]:
        """Count plays and bombs; the round is opened."""
        bombs = counted(state.bombs, play.seat, play.reading.kind is Kind.BOMB)
        return {"opening": False, "plays": counted(state.plays, play.seat), "bombs": bombs}

    def is_over(self, state: Playing) -> bool:
        """Whether a hand is empty (PK-30)."""
        return bool(state.finished)

    def must_pass(self, state: Playing) -> bool:
        """Never: who cannot beat says so by passing."""
        return False

    def settle(self, state: Playing) -> tuple[Over, list[Event]]:
        """End the round: what every other seat pays, and what is left in the hands (PK-30, PK-40)."""
        (out,), points = state.finished, [0] * SEATS
        for seat, hand in enumerate(state.hands):
            paid = 0 if len(hand) == 1 else len(hand) * (1 if state.plays[seat] else 2)
            points[seat] -= paid
            points[out] += paid
        before = state.setting.before
        after = MatchSoFar(added(before.scores, points), before.rounds + 1)
        over = Over(last=state, points=tuple(points), after=after, winner=after.winner(state.setting.rules))
        return over, [*hands_left(state.hands), *ended(over.points, over.winner)]


TRICKS: Final = _Tricks()


def _has_three(cards: Cards) -> bool:
    """Whether a 3 is among the cards (PK-20)."""
    return any(rank_of(card) == 0 for card in cards)


def result(state: Over) -> RoundResult:
    """What the rest of the project learns of a round."""
    (out,) = state.finished
    return RoundResult(
        points=state.points,
        won=(out,),
        carry=state.after.carry(),
        winner=state.winner,
        feats=tuple({"bombs": state.last.bombs[seat], "first_out": int(seat == out)} for seat in range(SEATS)),
    )
