"""Where tables stand: what the bot may do there, what becomes of a table whose place is lost, and how it goes on."""

from __future__ import annotations

from collections.abc import Iterable

from bot.session.people.directory import Person
from bot.session.port.commands import Deal, NewTable, Origin, UserRef
from bot.session.port.protocols import ESSENTIAL
from bot.session.port.replies import Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from bot.session.tables import change
from bot.session.tables.request import Refused
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from storage.api import TableRow, UnitOfWork

__all__ = [
    "check_place", "note_lacking", "offer_parked", "parked_in", "put_aside", "resume_entry", "say_lacking", "say_lost",
]  # fmt: skip

_OFFERED = 5
"""So many tables that were put aside are offered."""


# -- permissions


def check_place(origin: Origin) -> None:
    """Refused, with the names of what is missing, where a table could not be shown at all."""
    missing = tuple(right for right in origin.lacking if right in ESSENTIAL)
    if missing:
        raise Refused("cannot_write_here", rights=missing)


def say_lacking(book: Book, title: str, host: UserRef, rights: Iterable[str]) -> None:
    """Tell the host of a table once, by name, what the bot may not do in its chat."""
    new = tuple(sorted(set(rights) - book.lacking))
    if new:
        book.lacking |= set(new)
        book.tells.append((host, Notice("rights_missing", {"table": book.id, "chat": title, "rights": new})))


async def note_lacking(session: Session, table: Table, rights: tuple[str, ...]) -> None:
    """Less was shown than there is (runs in the mailbox)."""

    async def work(draft: Book, unit: UnitOfWork) -> None:
        host = next((held for held in draft.persons.values() if held.user == draft.row.host), None)
        if host is not None:
            say_lacking(draft, table.chat.title, UserRef(host.platform, host.external), rights)

    if session.tables.get(table.id) is table and not table.book.lacking.issuperset(rights):
        await change.change(session, table, work)


def say_lost(table: Table, draft: Book, lacking: tuple[str, ...]) -> None:
    """Tell everybody at a table whose chat cannot be written to any more what happened, and how it goes on."""
    data: dict[str, object] = {"table": draft.id, "chat": table.chat.title}
    notice = Notice("place_closed", data | {"rights": lacking}) if lacking else Notice("place_lost", data)
    for held in draft.persons.values():
        draft.tells.append((UserRef(held.platform, held.external), notice))


# -- tables put aside


async def parked_in(session: Session, origin: Origin) -> list[TableRow]:
    """Return tables of this group that were put aside, the most recent first."""
    if origin.place is None:
        return []
    chat = await session.known_chat(origin.place)
    if chat is None:
        return []
    async with session.store.begin() as unit:
        return [row for row in reversed(await unit.tables_in(chat.id)) if row.parked]


async def put_aside(session: Session, origin: Origin, person: Person, *, mine: bool) -> Menu | Notice | None:
    """Return what to say of tables that were put aside: those of this group (``mine``: where the sender sits), else
    the sender's.
    """
    async with session.store.begin() as unit:
        seats = {seat.table for seat in await unit.seats_of(person.user)}
        own = [row for number in sorted(seats, reverse=True) if (row := await unit.table(number)) is not None]
    own = [row for row in own if row.parked and row.state != "closed"]
    here = [row for row in await parked_in(session, origin) if not mine or row.id in seats]
    if len(rows := here or own) > 1:
        return Menu(Notice("tables_put_aside"), tuple(resume_entry(row, Deal(row.id)) for row in rows[:_OFFERED]))
    if here:
        return Notice("table_is_parked", {"table": here[0].id}, (("resume", Deal(here[0].id)),))
    if own:
        async with session.store.begin() as unit:
            chat = await unit.chat(own[0].chat)
        data = {"table": own[0].id, "chat": "" if chat is None else chat.title}
        return Notice("put_aside", data, (("resume", Deal(own[0].id)),))
    return None


def offer_parked(parked: list[TableRow]) -> Menu:
    """Return what /deal answers where only tables that were put aside are left."""
    entries = tuple(resume_entry(row, Deal(table=row.id)) for row in parked[:_OFFERED])
    return Menu(Notice("unfinished_here"), entries)


def resume_entry(row: TableRow, command: NewTable | Deal) -> MenuEntry:
    """Return the choice to go on with a table."""
    data = {"table": row.id, "game": row.game, "match": row.match or 0, "round": row.round}
    return MenuEntry("menu.resume", command, data)
