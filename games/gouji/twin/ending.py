"""The end of a fast round: the sweep, places, points (GJ-37 to GJ-39)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from games.gouji.fast_round import FastRound

__all__ = ["places", "sweeping_team", "team_points"]

_POINTS: Final = {"standard": (4, 2, 0, 0, -2, -4), "small": (2, 1, 0, 0, -1, -2)}


def sweeping_team(round_: FastRound) -> int | None:
    """Find the team that has swept the other, if one has (GJ-37, GJ-14a)."""
    finished = round_.finished
    if len(finished) < 2:
        return None
    if len(finished) >= 3 and round_.revolted & (round_.revolted - 1) == 0:
        team = finished[0] & 1
        if finished[1] & 1 == team and finished[2] & 1 == team:
            return team
    return finished[0] & 1 if _revolter_is_third(round_) else None


def _revolter_is_third(round_: FastRound) -> bool:
    revolted, finished = round_.revolted, round_.finished
    if not round_.rules.revolter_third or revolted.bit_count() != 1 or len(finished) < 2:
        return False
    team = revolted.bit_length() - 1 & 1
    return finished[0] & 1 == team and finished[1] & 1 == team


def places(round_: FastRound) -> tuple[int, ...]:
    """Order the seats, first place to sixth (GJ-38)."""
    finished, left, revolted = round_.finished, round_.left, round_.revolted
    first = finished[-1] if finished else 0
    holding = [seat for step in range(6) if round_.active >> (seat := (first + step) % 6) & 1]
    holding.sort(key=lambda seat: left[seat])
    order = [*finished, *holding, *reversed(round_.dead)]
    if revolted:
        out = [seat for step in range(6) if revolted >> (seat := (round_.leader + step) % 6) & 1]
        if len(out) == 1:
            order.insert(2 if _revolter_is_third(round_) else 3, out[0])
        else:
            order[2:2] = out
    return tuple(order)


def team_points(round_: FastRound) -> tuple[int, int]:
    """The points of both teams in the round (GJ-39)."""
    if round_.void:
        return 0, 0
    worth = _POINTS.get(round_.rules.scoring, _POINTS["standard"])
    sums = [0, 0]
    for place, seat in enumerate(places(round_)):
        sums[seat & 1] += worth[place]
    if round_.rules.scoring == "team2":
        return 2 * (sums[0] > sums[1]), 2 * (sums[1] > sums[0])
    return sums[0], sums[1]
