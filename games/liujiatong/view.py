"""What a viewer may know (LJ-31), put together by inclusion."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, assert_never

from games.contract import Awaited, GameView, Json, SeatView, Standing, View
from games.kit.cards import BIG_JOKER, SMALL_JOKER, cards_text, rank_of
from games.liujiatong.kinds import NATURAL
from games.liujiatong.readings import meaning
from games.liujiatong.state import SEATS, Over, Playing, StandingPlay, State, team_of, team_sums

__all__ = ["awaited", "facts", "phase", "view"]

_WILD: Final = (SMALL_JOKER, BIG_JOKER)


def phase(state: State) -> str:
    """``play`` or ``over``."""
    return "over" if isinstance(state, Over) else "play"


def awaited(state: State) -> tuple[Awaited, ...]:
    """The one whose turn it is."""
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
    """The keys of ``expect`` (LJ-33); all of them are public."""
    scores = (state.after if isinstance(state, Over) else state.setting.before).scores
    common: dict[str, Json] = {
        "phase": phase(state),
        "to_act": [entry.seat for entry in awaited(state)],
        "standing": None,
        "counts": [len(hand) for hand in state.hands],
        "finished": list(state.finished),
        "leader": state.setting.leader,
        "pot": 0,
        "taken": list(state.taken),
        "leftover": None,
        "points": None,
        "team_points": None,
        "round_winner": None,
        "scores": list(scores),
        "team_scores": list(team_sums(scores)),
        "winner": None,
    }
    match state:
        case Playing():
            return common | {"standing": _standing_fact(state.standing), "pot": state.pot}
        case Over():
            ended: dict[str, Json] = {
                "leftover": state.leftover,
                "points": list(state.points),
                "team_points": list(team_sums(state.points)),
                "round_winner": state.round_winner,
                "winner": None if state.winner is None else list(state.winner),
            }
            return common | ended
        case _:
            assert_never(state)


def _standing_fact(play: StandingPlay | None) -> Json:
    if play is None:
        return None
    kind = play.reading.kind.value
    return {"seat": play.seat, "cards": cards_text(play.cards), "kind": kind, "top": play.reading.top}


def _standing(play: StandingPlay) -> Standing:
    """With what it is taken as, where jokers stand for natural cards."""
    ranks = {rank_of(card) for card in play.cards}
    wild = min(ranks) < NATURAL <= max(ranks)
    reading = play.reading
    return Standing(play.seat, play.cards, reading.kind.value, reading.top, meaning(reading) if wild else None)


def view(state: State, viewer: int | None) -> View:
    """All that one seat (or, for ``None``, the channel) may know."""
    play = state.standing if isinstance(state, Playing) else None
    return GameView(
        game="liujiatong",
        viewer=viewer,
        phase=phase(state),
        options=dict(state.setting.options),
        seats=tuple(_seat_view(state, seat) for seat in range(SEATS)),
        awaited=awaited(state),
        hand=None if viewer is None else state.hands[viewer],
        standing=None if play is None else _standing(play),
        piles=(),
        acts=state.history.acts(),
        trick=state.trick,
        public=facts(state),
        own={},
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
