"""What a viewer may know (DZ-70 to DZ-73), put together by inclusion."""

from __future__ import annotations

from typing import assert_never

from games.base.cards import Cards
from games.contract import Awaited, GameView, OwnFacts, Pile, SeatView, Standing
from games.doudizhu.facts import DouDizhuView, PublicFacts, public_facts
from games.doudizhu.state import SEATS, Bidding, Over, Playing, State

__all__ = ["awaited", "facts", "phase", "view"]


def phase(state: State) -> str:
    """Return ``bid``, ``play`` or ``over``."""
    match state:
        case Bidding():
            return "bid"
        case Playing():
            return "play"
        case Over():
            return "over"
        case _:
            assert_never(state)


def awaited(state: State) -> tuple[Awaited, ...]:
    """Return the one seat that may act; none when the round is over."""
    match state:
        case Bidding():
            return (Awaited(state.turn, "bid"),)
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


def view(state: State, viewer: int | None) -> DouDizhuView:
    """Return all that one seat (or, for ``None``, the channel) may know."""
    standing = None
    piles: tuple[Pile, ...] = ()
    trick = -1
    match state:
        case Bidding():
            piles = (Pile("kitty", len(state.kitty), None),)
        case Playing():
            trick = state.trick
            if state.standing is not None:
                shown = state.standing
                standing = Standing(shown.seat, shown.cards, shown.reading.kind.value, shown.rank)
        case Over():
            trick = state.trick
            if state.void:
                piles = (Pile("kitty", len(state.kitty or ()), None),)
        case _:
            assert_never(state)
    return GameView(
        game="doudizhu",
        viewer=viewer,
        phase=phase(state),
        options=state.setting.options,
        seats=tuple(_seat_view(state, seat) for seat in range(SEATS)),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=standing,
        piles=piles,
        acts=state.history.acts(),
        trick=trick,
        public=facts(state),
        own=OwnFacts(),
    )


def _seat_view(state: State, seat: int) -> SeatView:
    count = len(state.hands[seat])
    match state:
        case Bidding():
            return SeatView(seat, count, state.setting.before.scores[seat])
        case Playing():
            shown = _known_of_kitty(state, seat)
            return SeatView(seat, count, state.setting.before.scores[seat], role=_role(state, seat), shown=shown)
        case Over(landlord=None):
            return SeatView(seat, count, state.after.scores[seat])
        case Over():
            place = 1 if seat == state.out else None
            shown = state.hands[seat]  # DZ-72
            return SeatView(seat, count, state.after.scores[seat], place=place, role=_role(state, seat), shown=shown)
        case _:
            assert_never(state)


def _role(state: Playing | Over, seat: int) -> str:
    return "landlord" if seat == state.landlord else "peasant"


def _known_of_kitty(state: Playing, seat: int) -> Cards:
    """Return the cards of the kitty that the landlord has not yet played: everybody knows where they are (DZ-71)."""
    if seat != state.landlord or state.kitty is None:
        return ()
    return tuple(card for card in state.kitty if card in state.hands[seat])
