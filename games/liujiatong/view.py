"""What a viewer may know (LJ-31), put together by inclusion."""

from __future__ import annotations

from typing import Final, assert_never

from games.base.cards import BIG_JOKER, SMALL_JOKER, rank_of
from games.contract import Awaited, GameView, OwnFacts, SeatView, Standing
from games.liujiatong.facts import LiuJiaTongView, PublicFacts, public_facts
from games.liujiatong.kinds import NATURAL
from games.liujiatong.readings import meaning
from games.liujiatong.state import SEATS, Over, Playing, StandingPlay, State, team_of

__all__ = ["awaited", "facts", "phase", "view"]

_WILD: Final = (SMALL_JOKER, BIG_JOKER)


def phase(state: State) -> str:
    """Return ``play`` or ``over``."""
    return "over" if isinstance(state, Over) else "play"


def awaited(state: State) -> tuple[Awaited, ...]:
    """Return the one whose turn it is."""
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


def _standing(play: StandingPlay) -> Standing:
    """Return the play to beat, with what it is taken as where jokers stand for natural cards."""
    ranks = {rank_of(card) for card in play.cards}
    wild = min(ranks) < NATURAL <= max(ranks)
    reading = play.reading
    return Standing(play.seat, play.cards, reading.kind.value, reading.top, meaning(reading) if wild else None)


def view(state: State, viewer: int | None) -> LiuJiaTongView:
    """Return all that one seat (or, for ``None``, the channel) may know."""
    play = state.standing if isinstance(state, Playing) else None
    return GameView(
        game="liujiatong",
        viewer=viewer,
        phase=phase(state),
        options=state.setting.options,
        seats=tuple(_seat_view(state, seat) for seat in range(SEATS)),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=None if play is None else _standing(play),
        piles=(),
        acts=state.history.acts(),
        trick=state.trick,
        public=facts(state),
        own=OwnFacts(),
        wild=_WILD,
    )


def _seat_view(state: State, seat: int) -> SeatView:
    place = state.finished.index(seat) + 1 if seat in state.finished else None
    count, team = len(state.hands[seat]), team_of(seat)
    match state:
        case Playing():
            return SeatView(seat, count, state.setting.before.scores[seat], place=place, team=team)
        case Over():
            shown = state.hands[seat]  # LJ-31
            return SeatView(seat, count, state.after.scores[seat], place=place, team=team, shown=shown)
        case _:
            assert_never(state)
