"""Updates of platforms that have had their effect, for telling one that is delivered again, and the program's own marks."""

from typing import Final

from sqlalchemy import Column, Double, Table, Text, bindparam, delete, func, select
from sqlalchemy.dialects.postgresql import insert

from storage.errors import Conflict
from storage.sql import One, Query, Statement, Stored, first_text, metadata

__all__ = ["EPOCH", "FORGET_OLD", "PUT_MARK", "StoredMarks", "StoredUpdates"]

updates = Table(
    "updates",
    metadata,
    Column("platform", Text, primary_key=True),
    Column("update", Text, primary_key=True),
    Column("effect", Text, nullable=False),
    Column("at", Double, nullable=False),
    sqlite_with_rowid=False,
)
_u = updates.c
_SEEN: Query[str] = Query(
    select(_u.effect).where(_u.platform == bindparam("of_platform"), _u.update == bindparam("of_update")), first_text
)
_REMEMBER = Statement(insert(updates).values({column.name: bindparam(column.name) for column in _u}), taken=Conflict)
_FORGET = Statement(
    delete(updates).where(
        _u.platform == bindparam("of_platform"), _u.update >= bindparam("start"), _u.update < bindparam("end")
    )
)
_all = updates.alias()
_newest = select(func.max(_all.c.at)).scalar_subquery()
_latest = select(_all.c.at).order_by(_all.c.at.desc()).limit(1).offset(bindparam("latest")).scalar_subquery()
# The latest ones stay whatever the time was said to be: a wall clock may have been years ahead for a minute.
FORGET_OLD = Statement(delete(updates).where(_u.at < _newest - bindparam("seconds"), _u.at < _latest))

EPOCH: Final = "epoch"  # The mark that says since when, in whole seconds since 1970, see ``storage.epoch``
marks = Table(
    "marks",
    metadata,
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)
_MARK: Query[str] = Query(select(marks.c.value).where(marks.c.name == bindparam("of_name")), first_text)
_marked = insert(marks).values(name=bindparam("name"), value=bindparam("value"))
_ADD_MARK = Statement(_marked.on_conflict_do_nothing())
PUT_MARK = Statement(_marked.on_conflict_do_update(index_elements=["name"], set_={"value": _marked.excluded.value}))


class StoredUpdates(Stored):
    """What is asked about updates of platforms."""

    seen = One[[str, str], str](_SEEN)  # The effect stored with an update id, ``None`` if it is new

    async def remember(self, platform: str, update: str, effect: str, at: float) -> None:
        """Store an update's effect (a short text) with its id. ``Conflict`` if the id is there already (here or at commit):
        nothing is done twice."""
        self._unit.write(_REMEMBER, {"platform": platform, "update": update, "effect": effect, "at": at})

    async def forget(self, platform: str, start: str) -> None:
        """Forget the updates of a platform whose ids begin with ``start``: some hold the number of an account."""
        end = start + chr(0x10FFFF)
        self._unit.write(_FORGET, {"of_platform": platform, "start": start, "end": end})


class StoredMarks(Stored):
    """Short texts that the program has left for itself, by name."""

    get = One[[str], str](_MARK)  # Return a text, ``None`` if there is none of this name

    async def put(self, name: str, value: str) -> None:
        """Leave a text, in the place of an older one."""
        self._unit.write(PUT_MARK, {"name": name, "value": value})

    async def add(self, name: str, value: str) -> None:
        """Leave a text where there is none yet."""
        self._unit.write(_ADD_MARK, {"name": name, "value": value})
