"""What is known of a round of Gong Zhu besides the hands (GZ-30), field by field."""

from __future__ import annotations

from dataclasses import dataclass

from games.base.cards import Cards
from games.base.facts import unless_none
from games.contract import CommonFacts, GameView
from games.contract import OwnFacts as NoFacts
from games.gongzhu.cards import in_show_order
from games.gongzhu.play import KIND, first_leader
from games.gongzhu.scoring import teams
from games.gongzhu.state import SEATS, Exposing, Over, Playing, State
from games.gongzhu.trick import winning

__all__ = [
    "GongZhuView",
    "OwnFacts",
    "PositionFacts",
    "PublicFacts",
    "StandingFact",
    "own_facts",
    "position_facts",
    "public_facts",
]


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


GongZhuView = GameView[PublicFacts, OwnFacts]
"""A view of this game."""


def public_facts(state: State, phase: str, to_act: tuple[int, ...]) -> PublicFacts:
    """Return what everybody may know."""
    ended = state if isinstance(state, Over) else None
    playing = state if isinstance(state, Playing) else None
    points = None if ended is None else ended.points
    scores = state.setting.before.scores if ended is None else ended.after.scores
    return PublicFacts(
        phase=phase,
        to_act=to_act,
        counts=tuple(len(hand) for hand in state.hands),
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


def own_facts(state: State, seat: int) -> OwnFacts:
    """Return what this seat alone knows besides its hand."""
    answers = state.answers if isinstance(state, Exposing) else ()
    return OwnFacts(answer=next((answer.cards for answer in answers if answer.seat == seat), None))


def position_facts(state: State) -> PositionFacts:
    """Return what is for files of positions alone."""
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
