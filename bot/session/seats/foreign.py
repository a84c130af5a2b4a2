"""Tables that other workers have, or that are ours and have not been read yet, read from the store for one question: which table
is meant, and what is to be seen there.

Where there are none the store is not asked.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass

from bot.session.places.place import chats_of
from bot.session.port.commands import ChatRef
from bot.session.state import stored
from bot.session.state.book import Book
from bot.session.tables.session import Session, stands_in
from bot.session.tables.table import Table
from games import GAMES
from storage.api import ChatRow, TableRow, UnitOfWork

__all__ = ["Foreign", "Seen", "find", "in_chat", "of_person", "read", "whole"]


@dataclass(frozen=True, slots=True)
class Foreign:
    """A table that has not been read here: its rows, and of its round only what ``whole`` has read."""

    book: Book
    chat: ChatRow
    guests: Mapping[int, ChatRow]

    @property
    def id(self) -> int:
        """The table's id."""
        return self.book.id


Seen = Table | Foreign
"""An open table, whoever has it."""


async def find(session: Session, number: int) -> Seen | None:
    """Return an open table."""
    if number in session.tables or not _may_be_open(session, number):
        return session.tables.get(number)
    async with session.store.begin() as unit:
        row = await unit.table(number)
        return None if row is None else await read(unit, row)


def _may_be_open(session: Session, number: int) -> bool:
    """Tell whether a table that has not been read here may be open all the same."""
    return number in session.unread or (session.ownership is not None and 0 < number < 2**31)


async def in_chat(session: Session, chat: ChatRef) -> list[Seen]:
    """Return the open tables that are shown in a group (and topic), oldest first."""
    others: list[Foreign] = []
    known = None if session.complete else await session.known_chat(chat)
    if known is not None:
        async with session.store.begin() as unit:
            rows = [*await unit.tables_in(known.id), *await unit.guests_in(known.id)]
            others = [table for table in await _others(session, unit, rows) if stands_in(table, chat)]
    return _together(session, session.tables_in(chat), others)


async def of_person(session: Session, user: int, unit: UnitOfWork | None = None) -> list[Seen]:
    """Return the open tables at which a person sits, oldest first; as seen by ``unit``, if there is one."""
    others: list[Foreign] = []
    if not session.complete:
        async with nullcontext(unit) if unit is not None else session.store.begin() as unit:
            numbers = {seat.table for seat in await unit.seats_of(user)} - session.tables.keys()
            rows = [row for number in sorted(numbers) if (row := await unit.table(number)) is not None]
            others = await _others(session, unit, rows)
    return _together(session, session.tables_of(user), others)


async def _others(session: Session, unit: UnitOfWork, rows: Sequence[TableRow]) -> list[Foreign]:
    unknown = [row for row in rows if row.id not in session.tables and _may_be_open(session, row.id)]
    return [found for row in unknown if (found := await read(unit, row)) is not None]


def _together(session: Session, ours: Sequence[Table], others: Sequence[Foreign]) -> list[Seen]:
    """Return both, oldest first; of the others some may have been read here while the store was asked."""
    still = [other for other in others if other.id not in session.tables]
    return sorted([*ours, *still], key=lambda table: table.id)


async def read(unit: UnitOfWork, row: TableRow) -> Foreign | None:
    """Return a table that is open, as its rows say; ``None`` for any other, or one whose game is unknown here."""
    chat = await unit.chat(row.chat)
    if row.state == "closed" or row.parked or row.game not in GAMES or chat is None:
        return None
    book = await stored.load_rows(unit, row)
    return Foreign(book, chat, await chats_of(unit, book))


async def whole(session: Session, table: Seen) -> Seen:
    """Return a table with what goes on in its round."""
    if isinstance(table, Table):
        return table
    async with session.store.begin() as unit:
        book = await stored.load(unit, table.book.row)
        await session.people.read_seated(unit, book.participants)
        return Foreign(book, table.chat, table.guests)
