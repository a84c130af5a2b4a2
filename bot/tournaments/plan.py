"""How a tournament is laid out: how many entries a table takes, how many tables, stages and deals there are.

A *stage* is what players call a round of a tournament: every table plays the same deals. An *entry* is what is ranked: one
player, or partners who stay together.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import Final

__all__ = ["FEW", "MOST_STAGES", "Shape", "entries_needed", "usual_deals", "usual_stages"]

FEW: Final = 6
"""Up to so many entries, two at a table, everybody meets everybody unless another number of stages is asked for."""
MOST_STAGES: Final = 12
_TABLES: Final = 2
"""Results are compared between tables, so there are at least so many."""


@dataclass(frozen=True, slots=True)
class Shape:
    """One table: how many ``seats`` it has, and how many of them belong to one entry (``members``)."""

    seats: int
    members: int = 1

    @property
    def sides(self) -> int:
        """How many entries meet at a table."""
        return self.seats // self.members


def entries_needed(shape: Shape, entries: int, players: int = 0) -> int:
    """Return how many entries there are once AI players have filled up: whole tables, at least two of them, and at least as
    many ``players`` as were asked for."""
    wanted = max(entries, ceil(players / shape.members), _TABLES * shape.sides)
    return ceil(wanted / shape.sides) * shape.sides


def usual_stages(shape: Shape, entries: int) -> int:
    """Return how many stages are played if nobody says: all against all where few entries meet in twos, else enough for
    Swiss pairing to find an order."""
    if shape.sides == 2 and entries <= FEW:
        return entries - 1
    enough = ceil(log(entries, shape.sides)) + 1
    return min(max(3, enough), entries - 1, MOST_STAGES)


def usual_deals(shape: Shape) -> int:
    """Return how many deals a stage has if nobody says: as many as put each entry once into each place at the table, and
    three where that would take too long."""
    return shape.sides if shape.sides <= 4 else 3
