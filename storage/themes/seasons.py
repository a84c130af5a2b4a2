"""The posts about months that groups have been told, or are still to be told."""

from dataclasses import dataclass

from sqlalchemy import bindparam

from storage.sql import All, Put, Rows, Stored

__all__ = ["SeasonPostRow", "StoredSeasons"]


@dataclass(frozen=True, slots=True)
class SeasonPostRow:
    """The post about one month (``season`` as in ``RatingKey``) for one group (``scope``: the chat that stands for it).
    ``chat`` is where it goes, ``made_at`` when it was announced last, ``sent``: it has arrived there, or never can. No
    name is kept."""

    scope: int
    season: str
    chat: int
    made_at: float
    sent: bool = False


POSTS = Rows(SeasonPostRow, "season_posts", key="scope season")
_ADD = POSTS.insert_absent()


class StoredSeasons(Stored):
    """What is asked about posts about months."""

    posts = All[[str], SeasonPostRow](POSTS.all(POSTS.c.season >= bindparam("of_season"), order="season scope"))
    """The posts about this month and all later ones, by month and group."""

    async def add(self, row: SeasonPostRow) -> bool:
        """Add a post, or return ``False`` if its group has one about that month."""
        return await self._unit.one(_ADD, **POSTS.values(row)) is not None

    put = Put(POSTS)  # Change a post, or add it
