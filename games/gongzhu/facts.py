"""What may be known of a round of Gong Zhu (GZ-30), field by field."""

from dataclasses import dataclass
from typing import assert_never

from games.base.cards import RANKS, Cards, rank_of
from games.base.facts import unless_none
from games.contract import Awaited, CommonFacts, GameView, SeatView, Standing
from games.contract import OwnFacts as NoFacts
from games.gongzhu.cards import in_show_order, winning
from games.gongzhu.play import KIND, first_leader
from games.gongzhu.scoring import teams
from games.gongzhu.state import SEATS, Exposing, Over, Playing, State
from games.kit.door import Common

__all__ = [
    "GongZhuView", "OwnFacts", "PositionFacts", "PublicFacts", "StandingFact", "awaited", "own_facts", "position_facts",
    "public_facts", "seat_view", "standing", "trick",
]  # fmt: skip

_DECIDE_SECONDS = 30  # How long exposing may take: all four are asked at the same time and wait for each other
_LEADS = tuple((Awaited(seat, "lead"),) for seat in range(SEATS))
_FOLLOWS = tuple((Awaited(seat, "follow"),) for seat in range(SEATS))


@dataclass(frozen=True, slots=True)
class StandingFact:
    """The card that wins the trick so far."""

    seat: int
    cards: Cards
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect``.

    ``exposed``: all cards exposed in the round. ``trick``: the cards on the table from the leader on. ``leader``: who led
    or leads, ``None`` before the play where that depends on who holds the two of spades (GZ-12). ``taken``: cards won that
    count, ``tricks``: tricks won, both by seat. ``team_points`` and ``team_scores`` where two play together (GZ-28).
    ``losers``: seats that have lost the match. ``next_leader``: who leads the next round, where there is one.
    """

    standing: StandingFact | None
    exposed: Cards
    trick: Cards
    leader: int | None = unless_none()
    taken: tuple[Cards, ...]
    tricks: tuple[int, ...]
    team_points: tuple[int, ...] | None
    team_scores: tuple[int, ...] | None
    losers: tuple[int, ...]
    next_leader: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFacts(NoFacts):
    """``answer``: the cards that this seat has decided to expose, none if it declined; ``None`` before it has decided and
    once all have (GZ-9)."""

    answer: Cards | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionFacts:
    """What files of positions show beside the public facts and no view does: ``leader``, who leads first, also while only
    the holder of the two of spades knows."""

    leader: int


GongZhuView = GameView[PublicFacts, OwnFacts]  # A view of this game


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


def public_facts(state: State, common: Common) -> PublicFacts:
    ended = state if isinstance(state, Over) else None
    playing = state if isinstance(state, Playing) else None
    points = None if ended is None else ended.points
    scores = state.setting.before.scores if ended is None else ended.after.scores
    return PublicFacts(
        **common,
        points=points,
        scores=scores,
        winner=None if ended is None else ended.winner,
        standing=None if playing is None else _standing(playing),
        exposed=state.exposed,
        trick=() if playing is None else playing.trick,
        leader=state.setting.leader if isinstance(state, Exposing) else state.leader,
        taken=tuple(in_show_order(cards) for cards in state.taken),
        tricks=(0,) * SEATS if isinstance(state, Exposing) else state.won,
        team_points=None if points is None else _by_team(state, points),
        team_scores=_by_team(state, scores),
        losers=() if ended is None else ended.losers,
        next_leader=ended.after.pig if ended is not None and ended.winner is None else None,
    )


def own_facts(state: State, seat: int | None) -> OwnFacts:
    answers = state.answers if isinstance(state, Exposing) else ()
    return OwnFacts(answer=next((answer.cards for answer in answers if answer.seat == seat), None))


def position_facts(state: State) -> PositionFacts:
    leads = first_leader(state.setting.leader, state.hands) if isinstance(state, Exposing) else state.leader
    return PositionFacts(leader=leads)


def _by_team(state: State, numbers: tuple[int, ...]) -> tuple[int, ...] | None:
    rules = state.setting.rules
    return tuple(sum(numbers[seat] for seat in side) for side in teams(rules)) if rules.teams else None


def _standing(state: Playing) -> StandingFact | None:
    if not state.trick:
        return None
    at = winning(state.trick)
    return StandingFact((state.leader + at) % SEATS, (state.trick[at],), KIND)


def standing(state: State) -> Standing | None:
    """The card that wins the trick so far."""
    if not isinstance(state, Playing) or (shown := _standing(state)) is None:
        return None
    return Standing(shown.seat, shown.cards, shown.kind, RANKS[rank_of(shown.cards[0])])


def trick(state: State) -> int:
    """The trick that is on, from 0; -1 before the play."""
    return -1 if isinstance(state, Exposing) else state.number


def seat_view(state: State, seat: int) -> SeatView:
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
