"""What persons have achieved, once for all."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import Index, bindparam
from sqlalchemy.dialects.postgresql import insert

from storage.sql import All, PersonField, Rows, Statement, Stored

__all__ = ["AchievementRow", "StoredAchievements"]


@dataclass(frozen=True, slots=True)
class AchievementRow:
    """Something that a person has achieved, once for all: by which round, and when that ended."""

    user: Annotated[int, PersonField(forgotten="remove")]
    key: str
    match: int
    round: int
    at: float


ACHIEVEMENTS = Rows(
    AchievementRow,
    "achievements",
    Index("ix_achievements_match", "match", "round"),
    key="user key",
    refers={"user": "users", "match": "matches"},
)
_new = insert(ACHIEVEMENTS.table).values({name: bindparam(name) for name in ACHIEVEMENTS.names})
_PUT = Statement(
    _new.on_conflict_do_update(
        index_elements=["user", "key"],
        set_={name: _new.excluded[name] for name in ("match", "round", "at")},
        where=_new.excluded.at < ACHIEVEMENTS.c.at,
    )
)
_REMOVE = ACHIEVEMENTS.remove()


class StoredAchievements(Stored):
    """What is asked about achievements."""

    of_person = All[[int], AchievementRow](ACHIEVEMENTS.all("user", order="at key"))
    """What a person has achieved, oldest first."""
    of_round = All[[int, int], AchievementRow](ACHIEVEMENTS.all("match", "round", order="user key"))
    """What persons achieved by one round, in the order of persons and keys."""

    async def put(self, rows: Sequence[AchievementRow]) -> None:
        """Add achievements; of one that a person has already the earlier row stays."""
        if rows:
            self._unit.write(_PUT, [ACHIEVEMENTS.values(row) for row in rows])

    async def remove(self, user: int, keys: Collection[str]) -> None:
        if keys:
            self._unit.write(_REMOVE, [{"of_user": user, "of_key": key} for key in sorted(keys)])
