"""What a deal is worth: results with the same cards are compared, so that the luck of the deal is the same for all.

Whoever had a place at one table is compared with everybody who had it at the others: two match points for each who got less,
one for each who got as much. Only deals that all tables have finished are compared.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bot.tournaments.movement import place_of
from bot.tournaments.plan import Shape

__all__ = ["Pairing", "Score", "match_points", "position_points"]


@dataclass(frozen=True, slots=True)
class Pairing:
    """A table of a stage: ``entries`` by position. Its deals are the ``first`` one and those after it, ``deals`` of them."""

    stage: int
    number: int
    entries: tuple[int, ...]
    first: int
    deals: int


@dataclass(frozen=True, slots=True)
class Score:
    """The result of one deal of a stage at one of its tables: ``points`` by position."""

    stage: int
    number: int
    deal: int
    points: tuple[int, ...]


def position_points(points: Sequence[int], shape: Shape) -> tuple[int, ...]:
    """Return the points of each position from those of the players, in the order of ``seating``. Partners who score together
    have the same points each; where each scores alone, theirs are added."""
    return tuple(sum(points[at : at + shape.members]) for at in range(0, shape.seats, shape.members))


def match_points(deal: int, tables: Mapping[int, Sequence[int]], shape: Shape) -> dict[int, tuple[int, ...]]:
    """Return the match points of one deal by table, in the order of positions. ``deal`` counts from 0 in its stage; ``tables``:
    the points of all its tables."""
    by_place: list[list[int]] = [[] for _ in range(shape.sides)]
    for points in tables.values():
        for position in range(shape.sides):
            by_place[place_of(position, deal, shape)].append(points[position])
    return {
        table: tuple(
            _compared(points[position], by_place[place_of(position, deal, shape)]) for position in range(shape.sides)
        )
        for table, points in tables.items()
    }


def _compared(mine: int, all_of_them: Sequence[int]) -> int:
    """Return two for each that got less, one for each that got as much; one's own result is among them."""
    return sum(2 * (mine > other) + (mine == other) for other in all_of_them) - 1
