"""What is known of a round of Liu Jia Tong besides the hands (LJ-31, LJ-33): everything is public, and no seat has secrets of
its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import assert_never

from games.base.cards import Cards
from games.contract import CommonFacts, GameView, OwnFacts
from games.liujiatong.state import Over, Playing, StandingPlay, State, team_sums

__all__ = ["LiuJiaTongView", "PublicFacts", "StandingFact", "public_facts"]


@dataclass(frozen=True, slots=True)
class StandingFact:
    """The play to beat. ``top``: the rank that is compared, as text."""

    seat: int
    cards: Cards
    kind: str
    top: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect`` (LJ-33).

    ``leader``: who led the first trick. ``pot``: points in the trick that is on. ``taken``: points from tricks by seat
    (LJ-24). The next three are ``None`` until the round is over: ``leftover``, the points that were still in hands
    (LJ-28); ``team_points``, the round's points by side; ``round_winner``, the side that won (LJ-29).
    ``team_scores``: the match's points by side.
    """

    standing: StandingFact | None = None
    leader: int
    pot: int = 0
    taken: tuple[int, ...]
    leftover: int | None = None
    team_points: tuple[int, ...] | None = None
    round_winner: int | None = None
    team_scores: tuple[int, ...]


LiuJiaTongView = GameView[PublicFacts, OwnFacts]
"""A view of this game."""


def public_facts(state: State, phase: str, to_act: tuple[int, ...]) -> PublicFacts:
    """Return what everybody may know, field by field."""
    counts = tuple(len(hand) for hand in state.hands)
    match state:
        case Playing():
            before = state.setting.before
            return PublicFacts(
                phase=phase,
                to_act=to_act,
                counts=counts,
                finished=state.finished,
                scores=before.scores,
                standing=_standing(state.standing),
                leader=state.setting.leader,
                pot=state.pot,
                taken=state.taken,
                team_scores=team_sums(before.scores),
            )
        case Over():
            return PublicFacts(
                phase=phase,
                to_act=to_act,
                counts=counts,
                finished=state.finished,
                points=state.points,
                scores=state.after.scores,
                winner=state.winner,
                leader=state.setting.leader,
                taken=state.taken,
                leftover=state.leftover,
                team_points=team_sums(state.points),
                round_winner=state.round_winner,
                team_scores=team_sums(state.after.scores),
            )
        case _:
            assert_never(state)


def _standing(play: StandingPlay | None) -> StandingFact | None:
    return None if play is None else StandingFact(play.seat, play.cards, play.reading.kind.value, play.reading.top)
