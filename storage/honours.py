"""What is remembered of honours: what persons have achieved, and which months a group has been told about.

Rows, and what a unit of work may be asked about them; ``storage.api.UnitOfWork`` promises all of it.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Protocol

from storage.rows import ResultRow

__all__ = ["AchievementRow", "HonourQueries", "SeasonPostRow"]


@dataclass(frozen=True, slots=True)
class AchievementRow:
    """Something that a person has achieved, once for all: by which round, and when that ended."""

    user: int
    key: str
    match: int
    round: int
    at: float


@dataclass(frozen=True, slots=True)
class SeasonPostRow:
    """The post about one month (``season`` as in ``RatingKey``) for one group (``scope``: the chat that stands for it).

    ``chat`` is where it goes, ``made_at`` when it was announced last, ``sent``: it has arrived there, or never
    can. No name is kept.
    """

    scope: int
    season: str
    chat: int
    made_at: float
    sent: bool = False


class HonourQueries(Protocol):
    """The part of a unit of work that is about honours."""

    async def achievements(self, user: int) -> Sequence[AchievementRow]:
        """Return what a person has achieved, oldest first."""
        ...

    async def achievements_of(self, match: int, round: int) -> Sequence[AchievementRow]:
        """Return what persons achieved by one round, in the order of persons and keys."""
        ...

    async def put_achievements(self, rows: Sequence[AchievementRow]) -> None:
        """Add achievements; of one that a person has already the earlier row stays."""
        ...

    async def remove_achievements(self, user: int, keys: Collection[str] | None = None) -> None:
        """Take achievements from a person: all, or those with these keys."""
        ...

    async def results_in(self, match: int) -> Sequence[ResultRow]:
        """Return all results of a match, by round and seat; its own lines (round 0) come first."""
        ...

    async def played_between(self, since: float, until: float) -> Sequence[int]:
        """Return the chats in which persons finished rounds in this time, ascending. Reads all results."""
        ...

    async def results_between(self, chat: int, since: float, until: float) -> Sequence[ResultRow]:
        """Return the results of rounds of a chat's group in this time, in the order of their ends, then by seat."""
        ...

    async def season_posts(self, season: str) -> Sequence[SeasonPostRow]:
        """Return the posts about this month and all later ones, by month and group."""
        ...

    async def add_season_post(self, row: SeasonPostRow) -> bool:
        """Add a post, or return ``False`` if its group has one about that month."""
        ...

    async def put_season_post(self, row: SeasonPostRow) -> None:
        """Change a post, or add it."""
        ...
