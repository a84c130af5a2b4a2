"""What a viewer may know (GY-70 to GY-73), put together by inclusion."""

from __future__ import annotations

from typing import Final, assert_never

from games.base.cards import BIG_JOKER, SMALL_JOKER
from games.contract import Awaited, GameView, Pile, SeatView, Standing
from games.gandengyan.facts import GanDengYanView, OwnFacts, PublicFacts, own_facts, public_facts
from games.gandengyan.state import Over, Playing, State

__all__ = ["awaited", "facts", "phase", "view"]

_WILD: Final = (SMALL_JOKER, BIG_JOKER)


def phase(state: State) -> str:
    """Return ``play`` or ``over``."""
    return "over" if isinstance(state, Over) else "play"


def awaited(state: State) -> tuple[Awaited, ...]:
    """Return the one seat that may act. That a leader is stuck is not told before it passes (GY-36, GY-73)."""
    match state:
        case Playing(standing=None):
            return (Awaited(state.turn, "lead"),)
        case Playing():
            return (Awaited(state.turn, "follow", autopass=True),)
        case Over():
            return ()
        case _:
            assert_never(state)


def facts(state: State) -> PublicFacts:
    """Return what everybody may know."""
    return public_facts(state, phase(state), tuple(entry.seat for entry in awaited(state)))


def view(state: State, viewer: int | None) -> GanDengYanView:
    """Return all that one seat (or, for ``None``, the channel) may know."""
    standing = None
    if isinstance(state, Playing) and (play := state.standing) is not None:
        reading = play.meaning if set(play.cards) & set(_WILD) else None
        standing = Standing(play.seat, play.cards, play.reading.kind.value, play.rank, reading)
    return GameView(
        game="gandengyan",
        viewer=viewer,
        phase=phase(state),
        options=state.setting.options,
        seats=tuple(_seat_view(state, seat) for seat in range(len(state.hands))),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=standing,
        piles=(Pile("stock", len(state.stock), None),),
        acts=state.history.acts(),
        trick=state.trick,
        public=facts(state),
        own=OwnFacts() if viewer is None else own_facts(state, viewer),
        wild=_WILD,
    )


def _seat_view(state: State, seat: int) -> SeatView:
    role = "banker" if seat == state.setting.banker else None
    count = len(state.hands[seat])
    marks = () if state.plays[seat] else ("unplayed",)
    if isinstance(state, Playing):
        return SeatView(seat, count, state.setting.before.scores[seat], role=role, marks=marks)
    shown = () if state.out is None else state.hands[seat]  # GY-72
    place = 1 if seat == state.out else None
    return SeatView(seat, count, state.after.scores[seat], place=place, role=role, marks=marks, shown=shown)
