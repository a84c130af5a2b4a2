"""What may be known of a round of Liu Jia Tong (LJ-31, LJ-33): but for the hands everything is public."""

from dataclasses import dataclass

from games.contract import CommonFacts, GameView, OwnFacts, Standing
from games.kit.door import Common, OfSeat
from games.liujiatong.state import Over, State, team_of, team_sums

__all__ = ["LiuJiaTongView", "PublicFacts", "StandingFact", "of_seat", "public_facts"]


@dataclass(frozen=True, slots=True)
class StandingFact(Standing):
    """The play to beat. ``top``: the rank that is compared, as text."""

    top: str = ""


class PublicFacts(CommonFacts):
    """The keys of ``expect`` (LJ-33). ``leader``: who led the first trick. ``pot``: points in the trick that is on.
    ``taken``: points from tricks by seat (LJ-24). The next three are ``None`` until the round is over: ``leftover``,
    the points that were still in hands (LJ-28); ``team_points``, the round's points by side; ``round_winner``, the side
    that won (LJ-29). ``team_scores``: the match's points by side."""

    leader: int
    pot: int = 0
    taken: tuple[int, ...]
    leftover: int | None = None
    team_points: tuple[int, ...] | None = None
    round_winner: int | None = None
    team_scores: tuple[int, ...]


LiuJiaTongView = GameView[PublicFacts, OwnFacts]  # A view of this game


def public_facts(state: State, common: Common) -> PublicFacts:
    over, last = (state, state.last) if isinstance(state, Over) else (None, state)
    scores = (last.setting.before if over is None else over.after).scores
    if (play := common["standing"]) is not None:
        common["standing"] = StandingFact(play.seat, play.cards, play.kind, play.rank, play.reading, top=play.rank)
    return PublicFacts(
        **common, leader=last.setting.leader, pot=last.pot, taken=last.taken, leftover=None if over is None else over.leftover,
        team_points=None if over is None else team_sums(over.points),
        round_winner=None if over is None else over.round_winner, team_scores=team_sums(scores),
    )  # fmt: skip


def of_seat(state: State, seat: int) -> OfSeat:
    return {"team": team_of(seat)}
