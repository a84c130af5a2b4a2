"""The play (PK-20 to PK-24) and the points (PK-30, PK-31)."""

from collections.abc import Iterator
from dataclasses import replace
from enum import StrEnum
from typing import Final

from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, Cards, rank_of, sort_cards
from games.base.errors import IllegalAction, Refusal
from games.base.events import EVERYONE, Event, WentOut
from games.base.round import Recognised, RoundResult
from games.kit.climb import Climb, ClimbRules, StandingPlay, laid
from games.kit.match import added, ended, hands_left
from paodekuai.kinds import Kind, Reading, beats, plays, readings, take
from paodekuai.state import SEATS, MatchSoFar, Over, Playing, State

__all__ = ["No", "apply_play", "check_play", "fallback", "legal_actions", "recognise", "result"]


class No(StrEnum):
    """Reasons for a refusal that only this game knows."""

    MUST_BEAT = "must_beat"
    OPEN_WITH_THREE = "open_with_three"


def _to_beat(state: Playing) -> Reading | None:
    return None if state.standing is None else state.standing.reading


class _Tricks(Climb[Playing, Over]):
    """What the tricks of this game have of their own."""

    rules = ClimbRules(lead="PK-23", hand="PK-21", verbs="PK-21")

    def check(self, state: Playing, seat: int, action: Action) -> None:
        """Refuse also a pass of a seat that has to beat."""
        super().check(state, seat, action)
        if isinstance(action, Pass) and state.setting.options["must_beat"] and _can_beat(state):
            raise IllegalAction(No.MUST_BEAT, "PK-23")

    def reading(self, state: Playing, cards: Cards, named: str | None) -> Reading:
        """What cards are at this moment; ``IllegalAction`` if that is nothing, does not beat, or may not be led first."""
        found, standing = readings(cards), _to_beat(state)
        if not found:
            raise IllegalAction(Refusal.NO_COMBINATION, "PK-10")
        if named is not None:
            found = tuple(one for one in found if one.kind == named)
            if not found:
                raise IllegalAction(Refusal.NO_SUCH_READING, "PK-13", reading=named)
        better = [one for one in found if standing is None or beats(one, standing)]
        if standing is not None and not better:
            raise IllegalAction(
                Refusal.DOES_NOT_BEAT, "PK-21", kind=found[0].kind.value, standing=standing.kind.value,
                rank=RANKS[standing.top], size=standing.size,
            )  # fmt: skip
        if state.opening and not has_three(cards):
            raise IllegalAction(No.OPEN_WITH_THREE, "PK-20")
        return better[0]

    def lay(self, state: Playing, action: Play, events: list[Event], *, auto: bool) -> Playing:
        """Carry out a play."""
        seat, cards = state.turn, sort_cards(action.cards)
        reading = self.reading(state, cards, action.reading)
        hands, turn, history = laid(state, cards, reading.kind.value, RANKS[reading.top], events, auto=auto)
        bombs = _counted(state.bombs, seat) if reading.kind is Kind.BOMB else state.bombs
        return replace(
            state, hands=hands, turn=turn, history=history, standing=StandingPlay(seat, cards, reading), opening=False,
            plays=_counted(state.plays, seat), bombs=bombs,
        )  # fmt: skip

    def is_over(self, state: Playing) -> bool:
        """Whether a hand is empty (PK-30)."""
        return not all(state.hands)

    def must_pass(self, state: Playing) -> bool:
        """Never: who cannot beat says so by passing."""
        return False

    def settle(self, state: Playing) -> tuple[Over, list[Event]]:
        """End the round: what every other seat pays, and what is left in the hands (PK-30, PK-40)."""
        out, points = state.hands.index(()), [0] * SEATS
        for seat, hand in enumerate(state.hands):
            paid = 0 if len(hand) == 1 else len(hand) * (1 if state.plays[seat] else 2)
            points[seat] -= paid
            points[out] += paid
        setting = state.setting
        after = MatchSoFar(added(setting.before.scores, points), setting.before.rounds + 1)
        over = Over(
            setting, state.hands, out, state.plays, state.bombs, tuple(points), after, state.trick, state.history
        )  # fmt: skip
        told: list[Event] = [WentOut(audience=EVERYONE, seat=out, place=1), *hands_left(state.hands)]
        return over, [*told, *ended(over.points, after.winner(setting.options))]


_TRICKS: Final = _Tricks()
check_play = _TRICKS.check
apply_play = _TRICKS.apply


def has_three(cards: Cards) -> bool:
    """Whether a 3 is among the cards (PK-20)."""
    return any(rank_of(card) == 0 for card in cards)


def _can_beat(state: Playing) -> bool:
    return next(plays(state.hands[state.turn], _to_beat(state)), None) is not None


def legal_actions(state: Playing, seat: int) -> Iterator[Action]:
    """Every play by rank once, and a pass where one may pass."""
    found = False
    for counts, _ in plays(state.hands[seat], _to_beat(state)):
        found = True
        if counts[0] or not state.opening:
            yield Play(take(state.hands[seat], counts))
    if state.standing is not None and not (found and state.setting.options["must_beat"]):
        yield Pass()


def fallback(state: Playing) -> Action:
    """What is done when time is up (PK-24)."""
    if state.standing is None:
        return Play(state.hands[state.turn][:1])
    if state.setting.options["must_beat"]:
        return next(legal_actions(state, state.turn))
    return Pass()


def _counted(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])


def result(state: Over) -> RoundResult:
    """What the rest of the project learns of a round."""
    return RoundResult(
        points=state.points,
        won=(state.out,),
        carry=state.after.carry(),
        winner=state.after.winner(state.setting.options),
        feats=tuple({"bombs": state.bombs[seat], "first_out": int(seat == state.out)} for seat in range(SEATS)),
    )


def recognise(state: State, seat: int, cards: Cards) -> Recognised:
    """What cards of a hand are: against the standing play of another seat if there is one, else as a lead."""
    found = readings(cards)
    if not found:
        return Recognised(None)
    playing = state if isinstance(state, Playing) else None
    standing = playing.standing if playing is not None else None
    to_beat = standing.reading if standing is not None and standing.seat != seat else None
    may = [one for one in found if to_beat is None or beats(one, to_beat)]
    if (
        playing is not None
        and playing.opening
        and playing.turn == seat
        and not any(rank_of(card) == 0 for card in cards)
    ):
        may = []
    chosen = may[0] if may else found[0]
    others = tuple((Play(sort_cards(cards), one.kind.value), one.kind.value, RANKS[one.top]) for one in may[1:])
    return Recognised(Play(sort_cards(cards)), chosen.kind.value, RANKS[chosen.top], legal=bool(may), others=others)
