"""From the last card to points, the round's winner, and the end of a series (LJ-27 to LJ-30)."""

from collections import Counter
from typing import Literal

from games.base.events import EVERYONE, Event
from games.contract import RoundResult
from games.kit.match import added, ended, hands_left
from games.liujiatong.events import LeftoverCounted, SideWon
from games.liujiatong.kinds import BOMBS, Kind
from games.liujiatong.state import SEATS, MatchSoFar, Over, Playing, points_in, side_out, team_of, team_sums

__all__ = ["match_winner", "settle", "settled"]


def settle(state: Playing) -> tuple[Over, list[Event]]:
    """End a round in which a side is out; the seat that went out last has the pot already."""
    setting, rules = state.setting, state.setting.rules
    ended_by = state.finished[-1]
    leftover = sum(map(points_in, state.hands))
    heir = ended_by if rules.leftover == "out_side" else None
    points = tuple(taken + leftover * (seat == heir) for seat, taken in enumerate(state.taken))
    team_points = team_sums(points)
    out = side_out(state.hands)
    assert out is not None, "no side is out"
    tie = team_points[0] == team_points[1]
    best: Literal[0, 1] = 0 if team_points[0] > team_points[1] or (tie and out == 0) else 1
    scores = added(setting.before.scores, points)
    after = MatchSoFar(
        scores,
        leader=setting.leader if rules.first_lead == "same" else None,
        first_out=state.finished[0] if rules.first_lead == "first_out" else None,
    )
    winner = match_winner(scores, rules.target)
    events = hands_left(state.hands)
    if leftover:
        events.append(LeftoverCounted(audience=EVERYONE, seat=heir, points=leftover))
    events.append(SideWon(audience=EVERYONE, team=best, team_points=team_points, tie=tie))
    events += ended(points, winner)
    over = Over(last=state, points=points, after=after, winner=winner, leftover=leftover, round_winner=best)
    return over, events


def match_winner(scores: tuple[int, ...], target: int) -> tuple[int, ...] | None:
    """The side that has won the series (LJ-30)."""
    totals = team_sums(scores)
    if not target or max(totals) < target or totals[0] == totals[1]:
        return None
    return tuple(range(totals.index(max(totals)), SEATS, 2))


def settled(state: Over) -> RoundResult:
    played = Counter((act.seat, act.kind) for act in state.history.acts() if act.verb == "play")
    places = {seat: place for place, seat in enumerate(state.finished, start=1)}
    return RoundResult(
        points=state.points,
        won=tuple(seat for seat in range(SEATS) if team_of(seat) == state.round_winner),
        carry=state.after.carry(),
        places=tuple(places.get(seat) for seat in range(SEATS)),
        winner=state.winner,
        feats=tuple(
            {
                "bombs": sum(played[seat, kind.value] for kind in BOMBS),
                "joker_bombs": played[seat, Kind.JOKER_BOMB.value],
                "flights": played[seat, Kind.FLIGHT.value],
                "first_places": int(state.finished[0] == seat),
            }
            for seat in range(SEATS)
        ),
    )
