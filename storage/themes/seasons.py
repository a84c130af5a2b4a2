"""The posts about months that groups have been told, or are still to be told."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import bindparam

from storage.sql import Rows, Stored

__all__ = ["SeasonPostRow", "StoredSeasons"]


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


POSTS = Rows(SeasonPostRow, "season_posts", key="scope season")
_SINCE = POSTS.all(POSTS.c.season >= bindparam("of_season"), order="season scope")
_ADD, _PUT = POSTS.insert_absent(), POSTS.put()


class StoredSeasons(Stored):
    """What is asked about posts about months."""

    async def posts(self, season: str) -> Sequence[SeasonPostRow]:
        """Return the posts about this month and all later ones, by month and group."""
        return await self._unit.all(_SINCE, of_season=season)

    async def add(self, row: SeasonPostRow) -> bool:
        """Add a post, or return ``False`` if its group has one about that month."""
        return await self._unit.one(_ADD, **POSTS.values(row)) is not None

    async def put(self, row: SeasonPostRow) -> None:
        """Change a post, or add it."""
        self._unit.write(_PUT, POSTS.values(row))
