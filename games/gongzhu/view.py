"""What a viewer may know (GZ-30), put together by inclusion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from games.contract import Awaited, GameView, Json, SeatView, Standing, View
from games.gongzhu.cards import ORDER, in_show_order
from games.gongzhu.follow import winning
from games.gongzhu.over import teams
from games.gongzhu.play import KIND, first_leader
from games.gongzhu.state import SEATS, Exposing, Over, Playing, State
from games.kit.cards import RANKS, Cards, cards_text, rank_of

__all__ = ["awaited", "facts", "phase", "view"]

_DECIDE_SECONDS = 30
"""How long exposing may take: all four are asked at the same time and wait for each other."""

_LEADS = tuple((Awaited(seat, "lead"),) for seat in range(SEATS))
_FOLLOWS = tuple((Awaited(seat, "follow"),) for seat in range(SEATS))


def phase(state: State) -> str:
    """``expose``, ``play`` or ``over``."""
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
    """Who may act: while cards are exposed all that have not decided, in the play one seat."""
    match state:
        case Playing():
            return _FOLLOWS[state.turn] if state.trick else _LEADS[state.turn]
        case Exposing():
            return tuple(Awaited(seat, "expose", private=True, seconds=_DECIDE_SECONDS) for seat in state.waiting)
        case Over():
            return ()
        case _:
            assert_never(state)


def facts(state: State) -> Mapping[str, Json]:
    """The keys of ``expect``. All are public but ``leader`` before the play, see ``view``."""
    ended = state if isinstance(state, Over) else None
    scores = state.setting.before.scores if ended is None else ended.after.scores
    points = None if ended is None else ended.points
    sides = teams(state.setting.rules) if state.setting.rules.teams else None
    return {
        "phase": phase(state),
        "to_act": [entry.seat for entry in awaited(state)],
        "standing": _standing_fact(state),
        "counts": [len(hand) for hand in state.hands],
        "finished": [],
        "exposed": cards_text(state.exposed),
        "trick": cards_text(state.trick) if isinstance(state, Playing) else "",
        "leader": first_leader(state.setting.leader, state.hands) if isinstance(state, Exposing) else state.leader,
        "taken": [cards_text(in_show_order(cards)) for cards in state.taken],
        "tricks": [0] * SEATS if isinstance(state, Exposing) else list(state.won),
        "points": None if points is None else list(points),
        "scores": list(scores),
        "team_points": None
        if sides is None or points is None
        else [sum(points[seat] for seat in side) for side in sides],
        "team_scores": None if sides is None else [sum(scores[seat] for seat in side) for side in sides],
        "losers": [] if ended is None else list(ended.losers),
        "winner": None if ended is None or ended.winner is None else list(ended.winner),
        "next_leader": ended.after.pig if ended is not None and ended.winner is None else None,
    }


def _standing(state: State) -> Standing | None:
    if not isinstance(state, Playing) or not state.trick:
        return None
    at = winning(state.trick)
    card = state.trick[at]
    return Standing((state.leader + at) % SEATS, (card,), KIND, RANKS[rank_of(card)])


def _standing_fact(state: State) -> Json:
    standing = _standing(state)
    if standing is None:
        return None
    return {"seat": standing.seat, "cards": cards_text(standing.cards), "kind": KIND}


def view(state: State, viewer: int | None) -> View:
    """All that one seat (or, for ``None``, the channel) may know.

    Who holds the two of spades leads first; before the play only that seat knows who that is.
    """
    told = dict(facts(state))
    if isinstance(state, Exposing) and state.setting.leader is None:
        del told["leader"]
    return GameView(
        game="gongzhu",
        viewer=viewer,
        phase=phase(state),
        options=dict(state.setting.options),
        seats=tuple(_seat_view(state, seat) for seat in range(SEATS)),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=_standing(state),
        piles=(),
        acts=state.history.acts(),
        trick=-1 if isinstance(state, Exposing) else state.number,
        public=told,
        own={} if viewer is None else _own(state, viewer),
        order=ORDER,
    )


def _own(state: State, seat: int) -> Mapping[str, Json]:
    """What a seat alone knows besides its hand: its decision until all have decided."""
    if not isinstance(state, Exposing):
        return {}
    for answer in state.answers:
        if answer.seat == seat:
            return {"answer": f"expose {cards_text(answer.cards)}" if answer.cards else "decline"}
    return {}


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
