"""What a viewer may know, put together by inclusion (PK-40)."""

from __future__ import annotations

from games.base.cards import RANKS
from games.base.round import Awaited
from games.base.view import GameView, OwnFacts, SeatView, Standing
from paodekuai.facts import PaoDeKuaiView, public_facts
from paodekuai.state import SEATS, Over, Playing, State

__all__ = ["awaited", "phase", "view"]


def phase(state: State) -> str:
    """``play`` or ``over``."""
    return "over" if isinstance(state, Over) else "play"


def awaited(state: State) -> tuple[Awaited, ...]:
    """The one seat that may act. Who has to beat cannot promise a pass in advance."""
    if isinstance(state, Over):
        return ()
    if state.standing is None:
        return (Awaited(state.turn, "lead"),)
    return (Awaited(state.turn, "follow", autopass=not state.setting.options["must_beat"]),)


def view(state: State, viewer: int | None) -> PaoDeKuaiView:
    """All that one seat (or, for ``None``, the channel) may know."""
    standing = None
    if isinstance(state, Playing) and (play := state.standing) is not None:
        standing = Standing(play.seat, play.cards, play.reading.kind.value, RANKS[play.reading.top])
    return GameView(
        game="paodekuai",
        viewer=viewer,
        phase=phase(state),
        options=dict(state.setting.options),
        seats=tuple(_seat(state, seat) for seat in range(SEATS)),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=standing,
        piles=(),
        acts=state.history.acts(),
        trick=state.trick,
        public=public_facts(state),
        own=OwnFacts(),
    )


def _seat(state: State, seat: int) -> SeatView:
    count = len(state.hands[seat])
    if isinstance(state, Playing):
        return SeatView(seat, count, state.setting.before.scores[seat])
    place = 1 if seat == state.out else None
    return SeatView(seat, count, state.after.scores[seat], place=place, shown=state.hands[seat])
