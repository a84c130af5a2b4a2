"""What all tables say of one person, by the marks on the fields of their rows (``PersonField``)."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, exists, null, or_, select, update

from storage.sql import PersonField, Rows, Statement, Stored, instr
from storage.themes.chats import CHATS
from storage.themes.people import IDENTITIES
from storage.themes.tables import TABLES

__all__ = ["StoredTraces"]


_MARKED: Final = [(rows, name, mark) for rows in Rows.every for name, mark in rows.persons.items()]


def _came_about(rows: Rows[Any], mark: PersonField) -> ColumnElement[bool]:
    chats = select(CHATS.c.id).where(*CHATS.given("platform"))
    return rows.c[mark.of].in_(chats if mark.of == "chat" else select(TABLES.c.id).where(TABLES.c.chat.in_(chats)))


def _moved(rows: Rows[Any], name: str, *where: ColumnElement[bool]) -> Statement:
    return Statement(update(rows.table).where(*rows.given(name), *where).values({name: bindparam("to")}))


def _forgotten(rows: Rows[Any], name: str, mark: PersonField) -> Statement:
    if mark.forgotten == "remove":
        return rows.remove(name)
    return Statement(update(rows.table).where(*rows.given(name)).values({name: null()}))


_MOVE: Final = [
    (name, _moved(rows, name), _moved(rows, name, _came_about(rows, mark))) for rows, name, mark in _MARKED if mark.of
]
_FORGET: Final = [
    (name, _forgotten(rows, name, mark)) for rows, name, mark in _MARKED if mark.forgotten in ("clear", "remove")
]


def _names(rows: Rows[Any], name: str, mark: PersonField) -> ColumnElement[bool]:
    column, account = rows.c[name], IDENTITIES.table.alias("account").c
    if mark.holds == "account":
        theirs = (account.user == bindparam("user"), account.platform == rows.c.platform, account.external == column)
        return exists().where(*theirs)
    if mark.holds == "seats":
        return instr(column, bindparam("piece")) > 0
    return column == bindparam("player" if mark.holds == "player" else "user")


_TOLD: Final = [
    (rows, rows.all(or_(*(_names(rows, name, mark) for name, mark in rows.persons.items())), order=" ".join(rows.keys)))
    for rows in Rows.every
    if rows.persons
]
"""What asks for all rows that name a person."""


class StoredTraces(Stored):
    """What is done about one person wherever a row names them."""

    async def told(self, user: int) -> Mapping[str, Sequence[Mapping[str, Any]]]:
        """All that is stored of a person, by table: rows with named columns, without secrets of deals and codes."""
        given = {"user": user, "player": f"u{user}", "piece": f"[{user}, "}
        told = {}
        for rows, query in _TOLD:
            if found := await self._unit.all(query, **given):
                told[rows.table.name] = [rows.told(row) for row in found]
        return told

    async def move(self, user: int, to: int, platform: str | None = None) -> None:
        """Give what names a person to another: all of it, or what came about on one platform."""
        for name, every, of_platform in _MOVE:
            given = {f"of_{name}": user, "to": to}
            if platform is None:
                self._unit.write(every, given)
            else:
                self._unit.write(of_platform, {**given, "of_platform": platform})

    async def forget(self, user: int) -> None:
        """Take a person out of what shall not name them any more."""
        for name, statement in _FORGET:
            self._unit.write(statement, {f"of_{name}": user})
