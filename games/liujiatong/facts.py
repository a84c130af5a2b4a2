"""What may be known of a round of Liu Jia Tong (LJ-31, LJ-33): but for the hands everything is public."""

from dataclasses import dataclass
from typing import assert_never

from games.base.cards import Cards, rank_of
from games.contract import CommonFacts, GameView, OwnFacts, SeatView, Standing
from games.kit.door import Common
from games.liujiatong.kinds import NATURAL
from games.liujiatong.readings import meaning
from games.liujiatong.state import Over, Playing, StandingPlay, State, team_of, team_sums

__all__ = ["LiuJiaTongView", "PublicFacts", "StandingFact", "public_facts", "seat_view", "standing"]


@dataclass(frozen=True, slots=True)
class StandingFact:
    """The play to beat. ``top``: the rank that is compared, as text."""

    seat: int
    cards: Cards
    kind: str
    top: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PublicFacts(CommonFacts):
    """The keys of ``expect`` (LJ-33). ``leader``: who led the first trick. ``pot``: points in the trick that is on.
    ``taken``: points from tricks by seat (LJ-24). The next three are ``None`` until the round is over: ``leftover``,
    the points that were still in hands (LJ-28); ``team_points``, the round's points by side; ``round_winner``, the side
    that won (LJ-29). ``team_scores``: the match's points by side."""

    standing: StandingFact | None = None
    leader: int
    pot: int = 0
    taken: tuple[int, ...]
    leftover: int | None = None
    team_points: tuple[int, ...] | None = None
    round_winner: int | None = None
    team_scores: tuple[int, ...]


LiuJiaTongView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    leader = state.setting.leader
    match state:
        case Playing():
            scores = state.setting.before.scores
            return PublicFacts(
                **common, finished=state.finished, scores=scores, standing=_standing(state.standing), leader=leader,
                pot=state.pot, taken=state.taken, team_scores=team_sums(scores),
            )  # fmt: skip
        case Over():
            scores = state.after.scores
            return PublicFacts(
                **common, finished=state.finished, points=state.points, scores=scores, winner=state.winner, leader=leader,
                taken=state.taken, leftover=state.leftover, team_points=team_sums(state.points),
                round_winner=state.round_winner, team_scores=team_sums(scores),
            )  # fmt: skip
        case _:
            assert_never(state)


def _standing(play: StandingPlay | None) -> StandingFact | None:
    return None if play is None else StandingFact(play.seat, play.cards, play.reading.kind.value, play.reading.top)


def standing(state: State) -> Standing | None:
    """The play to beat, with what it is taken as where jokers stand for natural cards."""
    if isinstance(state, Over) or (play := state.standing) is None:
        return None
    ranks = {rank_of(card) for card in play.cards}
    wild = min(ranks) < NATURAL <= max(ranks)
    reading = play.reading
    return Standing(play.seat, play.cards, reading.kind.value, reading.top, meaning(reading) if wild else None)


def seat_view(state: State, seat: int) -> SeatView:
    place = state.finished.index(seat) + 1 if seat in state.finished else None
    count, team = len(state.hands[seat]), team_of(seat)
    if isinstance(state, Playing):
        return SeatView(seat, count, state.setting.before.scores[seat], place=place, team=team)
    return SeatView(seat, count, state.after.scores[seat], place=place, team=team, shown=state.hands[seat])  # LJ-31
