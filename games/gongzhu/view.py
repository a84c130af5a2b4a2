"""What a viewer may know (GZ-30), put together by inclusion."""

from __future__ import annotations

from typing import assert_never

from games.base.cards import RANKS, Cards, rank_of
from games.contract import Awaited, GameView, SeatView, Standing
from games.gongzhu.cards import ORDER, in_show_order
from games.gongzhu.facts import GongZhuView, OwnFacts, PublicFacts, own_facts, public_facts
from games.gongzhu.state import SEATS, Exposing, Over, Playing, State

__all__ = ["awaited", "facts", "phase", "view"]

_DECIDE_SECONDS = 30
"""How long exposing may take: all four are asked at the same time and wait for each other."""

_LEADS = tuple((Awaited(seat, "lead"),) for seat in range(SEATS))
_FOLLOWS = tuple((Awaited(seat, "follow"),) for seat in range(SEATS))


def phase(state: State) -> str:
    """Return ``expose``, ``play`` or ``over``."""
    match state:
        case Exposing():
            return "expose"
        case Playing():
            return "play"
        case Over():
            return "over"
        case _:
            assert_never(state)


def awaited(state: State) -> tuple[Awaited, ...]:
    """Return who may act: while cards are exposed all that have not decided, in the play one seat."""
    match state:
        case Playing():
            return _FOLLOWS[state.turn] if state.trick else _LEADS[state.turn]
        case Exposing():
            return tuple(Awaited(seat, "expose", private=True, seconds=_DECIDE_SECONDS) for seat in state.waiting)
        case Over():
            return ()
        case _:
            assert_never(state)


def facts(state: State) -> PublicFacts:
    """Return what everybody may know."""
    return public_facts(state, phase(state), tuple(entry.seat for entry in awaited(state)))


def view(state: State, viewer: int | None) -> GongZhuView:
    """Return all that one seat (or, for ``None``, the channel) may know."""
    public = facts(state)
    standing = None
    if (shown := public.standing) is not None:
        standing = Standing(shown.seat, shown.cards, shown.kind, RANKS[rank_of(shown.cards[0])])
    return GameView(
        game="gongzhu",
        viewer=viewer,
        phase=phase(state),
        options=state.setting.options,
        seats=tuple(_seat_view(state, seat) for seat in range(SEATS)),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=standing,
        piles=(),
        acts=state.history.acts(),
        trick=-1 if isinstance(state, Exposing) else state.number,
        public=public,
        own=OwnFacts() if viewer is None else own_facts(state, viewer),
        order=ORDER,
    )


def _seat_view(state: State, seat: int) -> SeatView:
    scores = state.after.scores if isinstance(state, Over) else state.setting.before.scores
    shown: Cards = tuple(card for card in state.exposed if card in state.hands[seat])
    marks: tuple[str, ...] = ()
    match state:
        case Exposing():
            marks = () if seat in state.waiting else ("answered",)
        case Over():
            shown = state.hands[seat]
            if state.winner is not None:
                marks = ("loser",) if seat in state.losers else ()
        case Playing():
            pass
        case _:
            assert_never(state)
    return SeatView(
        seat,
        len(state.hands[seat]),
        scores[seat],
        team=seat % 2 if state.setting.rules.teams else None,
        marks=marks,
        shown=shown,
        taken=in_show_order(state.taken[seat]),
    )
