"""What a viewer may know (GY-70 to GY-73), put together by inclusion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from games.contract import Awaited, GameView, Json, Pile, SeatView, Standing, View
from games.gandengyan.state import Over, Playing, State
from games.kit.cards import BIG_JOKER, SMALL_JOKER, card_text, cards_text

__all__ = ["awaited", "facts", "phase", "view"]

_WILD: Final = (SMALL_JOKER, BIG_JOKER)


def phase(state: State) -> str:
    """``play`` or ``over``."""
    return "over" if isinstance(state, Over) else "play"


def awaited(state: State) -> tuple[Awaited, ...]:
    """The one seat that may act. That a leader is stuck is not told before it passes (GY-36, GY-73)."""
    match state:
        case Playing(standing=None):
            return (Awaited(state.turn, "lead"),)
        case Playing():
            return (Awaited(state.turn, "follow", autopass=True),)
        case Over():
            return ()
        case _:
            assert_never(state)


def facts(state: State) -> Mapping[str, Json]:
    """The keys of ``expect`` (section 10 of the sheet); all of them are public."""
    setting = state.setting
    common: dict[str, Json] = {
        "phase": phase(state),
        "to_act": [entry.seat for entry in awaited(state)],
        "standing": None,
        "counts": [len(hand) for hand in state.hands],
        "finished": [],
        "points": None,
        "scores": list(setting.before.scores),
        "winner": None,
        "banker": setting.banker,
        "multiplier": state.multiplier,
        "stock": len(state.stock),
        "plays": list(state.plays),
        "void": False,
        "deals": setting.before.deals,
    }
    match state:
        case Playing(standing=None):
            return common
        case Playing(standing=play):
            assert play is not None
            cards, kind = cards_text(play.cards), play.reading.kind.value
            return common | {
                "standing": {"seat": play.seat, "cards": cards, "kind": kind, "rank": play.rank, "as": play.meaning}
            }
        case Over():
            winner = state.after.winner(setting.rules)
            return common | {
                "finished": [] if state.out is None else [state.out],
                "points": list(state.points),
                "scores": list(state.after.scores),
                "winner": None if winner is None else list(winner),
                "void": state.out is None,
                "deals": state.after.deals,
            }
        case _:
            assert_never(state)


def view(state: State, viewer: int | None) -> View:
    """All that one seat (or, for ``None``, the channel) may know. ``own`` has under ``drew`` the card that the seat drew
    before this trick, until it plays (GY-71)."""
    standing = None
    own: dict[str, Json] = {}
    if isinstance(state, Playing):
        if (play := state.standing) is not None:
            reading = play.meaning if set(play.cards) & set(_WILD) else None
            standing = Standing(play.seat, play.cards, play.reading.kind.value, play.rank, reading)
        if viewer is not None and (card := state.drawn[viewer]) is not None:
            own["drew"] = card_text(card)
    return GameView(
        game="gandengyan",
        viewer=viewer,
        phase=phase(state),
        options=dict(state.setting.options),
        seats=tuple(_seat_view(state, seat) for seat in range(len(state.hands))),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=standing,
        piles=(Pile("stock", len(state.stock), None),),
        acts=state.history.acts(),
        trick=state.trick,
        public=facts(state),
        own=own,
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
