"""An ordinary turn in rotation (GJ-19), and yielding (GJ-22)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from games.base.actions import Action, Do, Pass, Play
from games.base.errors import IllegalAction, Refusal
from games.gouji.events import No
from games.gouji.kinds import is_gouji
from games.gouji.sets import answers, check_beats, check_set
from games.gouji.state import Round, Trick, opposite

__all__ = ["Following", "check_follow", "legal_follows", "next_in_rotation", "why_no_yield"]


@dataclass(frozen=True, slots=True)
class Following:
    """``mode`` ``follow``: ``turn`` beats the standing set, passes, or yields where GJ-22 lets it."""

    round: Round
    trick: Trick
    turn: int


def next_in_rotation(round_: Round, trick: Trick, seat: int) -> int | None:
    """Find the next seat after this one that may act in the sequence (GJ-19), ``None`` if nobody may."""
    for step in range(1, 6):
        other = (seat + step) % 6
        waits = other in (trick.standing.seat, trick.yielder) or other in trick.barred
        if not waits and round_.active(other):
            return other
    return None


def why_no_yield(state: Following) -> tuple[No, str] | None:
    """Say why the seat to act may not yield, ``None`` if it may (GJ-22)."""
    round_, trick = state.round, state.trick
    if opposite(trick.standing.seat) != state.turn:
        return No.YIELD_NOT_OPPOSITE, "GJ-22"
    if round_.entangled:
        return No.YIELD_ENTANGLED, "GJ-27"
    if is_gouji(trick.standing.made, round_.rules.sets):
        return No.YIELD_GOUJI, "GJ-22"
    if state.turn in trick.has_yielded:
        return No.YIELD_ONCE, "GJ-22"
    # Without anybody who could beat the set meanwhile, yielding would only be a pass that may be taken back.
    others = (seat for seat in round_.actives if seat not in (state.turn, trick.standing.seat))
    return (No.YIELD_NOBODY, "GJ-22") if all(seat in trick.barred for seat in others) else None


def check_follow(state: Following, action: Action) -> None:
    """Refuse what may not be done in rotation."""
    match action:
        case Play(cards, reading):
            made = check_set(cards, reading, state.round.hands[state.turn])
            check_beats(made, state.trick.standing, state.round.rules.sets)
        case Pass():
            pass
        case Do("yield", ()):
            if (refused := why_no_yield(state)) is not None:
                raise IllegalAction(*refused)
        case _:
            raise IllegalAction(Refusal.WRONG_VERB, "GJ-19", phase="play")


def legal_follows(state: Following) -> Iterator[Action]:
    """List every set that beats the standing one, a pass, and yielding if it is allowed."""
    rules, hand = state.round.rules.sets, state.round.hands[state.turn]
    yield from (Play(cards) for _, cards in answers(hand, state.trick.standing.made, rules))
    yield Pass()
    if why_no_yield(state) is None:
        yield Do("yield")
