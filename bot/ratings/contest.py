"""Who played against whom in a finished round, read from its stored results alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from storage.api import ResultRow

__all__ = ["AI", "PEOPLE", "Contest", "Entrant", "contest_of"]

PEOPLE: Final = "people"
AI: Final = "ai"


@dataclass(frozen=True, slots=True)
class Entrant:
    """A player of a side."""

    player: str
    user: int | None
    won: bool


@dataclass(frozen=True, slots=True)
class Contest:
    """A rated round: its board, its sides in the order of their first seats, and the rank of each (the lowest won)."""

    game: str
    board: str
    chat: int
    at: float
    sides: tuple[tuple[Entrant, ...], ...]
    ranks: tuple[int, ...]


def contest_of(rows: Sequence[ResultRow], counts: str) -> Contest | None:
    """Return the contest of one round's results (all seats, in order); ``None`` if nobody is rated by it.

    ``counts`` is what the table's ratings count: ``on``, ``people`` (not with AI players) or ``off``. A round in which
    one person turns out to hold two seats rates nobody.
    """
    users = [row.user for row in rows if row.user is not None]
    board = AI if any(row.ai is not None for row in rows) else PEOPLE
    if counts not in ("on", PEOPLE) or (board == AI and counts == PEOPLE) or len(users) != len(set(users)):
        return None
    by_side: dict[int, list[ResultRow]] = defaultdict(list)
    for row in rows:
        by_side[-1 - row.seat if row.side is None else row.side].append(row)
    if len(by_side) < 2 or not users:
        return None
    largest = max(map(len, by_side.values()))
    sides = tuple(_side(held, largest) for held in by_side.values())
    first = rows[0]
    return Contest(first.game, board, first.chat, first.at, sides, _ranks(list(by_side.values())))


def _side(held: Sequence[ResultRow], largest: int) -> tuple[Entrant, ...]:
    """Return the players of a side; where other sides are larger, its role makes up for it."""
    players = [
        Entrant(
            player=f"ai:{row.ai}" if row.user is None else f"u{row.user}",
            user=row.user,
            won=row.won,
        )
        for row in held
    ]
    role = Entrant(f"role:{held[0].role}", None, held[0].won)
    return (*players, *[role] * (largest - len(held)))


def _ranks(sides: Sequence[Sequence[ResultRow]]) -> tuple[int, ...]:
    """Return the rank of each side, 0 for the winner. Two sides: who won, else more points. More: the places, else
    the points."""
    standing: list[tuple[float, ...]]
    if len(sides) > 2 and all(row.place is not None for side in sides for row in side):
        standing = [(float(sum(row.place or 0 for row in side)) / len(side),) for side in sides]
    elif len(sides) > 2:
        standing = [(-sum(row.points for row in side) / len(side),) for side in sides]
    else:
        standing = [(-float(side[0].won), float(-sum(row.points for row in side))) for side in sides]
        if sides[0][0].won != sides[1][0].won:
            standing = [standing[0][:1], standing[1][:1]]
    order = sorted(set(standing))
    return tuple(order.index(one) for one in standing)
