"""Whether a table is still ours, where several workers share one database. Every transaction that writes a table asks first.

A worker that was stopped for a minute finds out here that others have gone on without it: it drops the table and tells nobody
anything. One process alone has no ``Ownership``, and nothing of this happens.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Iterable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from bot.session.port.origin import Elsewhere
from bot.session.state.book import Book
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from storage.api import UnitOfWork

__all__ = ["alone", "alone_with", "check", "is_ours", "let_go", "lose", "ours_of", "take"]

_FEW: Final = 16
"""So many tables are asked about one by one; of more, all that are ours are read at once."""


@asynccontextmanager
async def alone_with(tables: Iterable[Table]) -> AsyncIterator[None]:
    """Let nobody else write these tables, nor put another book in their place, until this is over."""
    async with AsyncExitStack() as held:
        for table in sorted(tables, key=lambda table: table.id):
            await held.enter_async_context(table.lock)
        yield


@asynccontextmanager
async def alone(session: Session) -> AsyncIterator[None]:
    """Let nobody else write any table of ours, nor read one that has not been read yet, until this is over."""
    async with session.adopting, alone_with(session.tables.values()):
        yield


async def check(session: Session, unit: UnitOfWork, book: Book) -> None:
    """Raise ``Elsewhere`` if the table is not ours any more; else nobody takes it before ``unit`` is over."""
    owners = session.ownership
    if owners is not None and not await unit.hold(book.id, owners.worker, book.fence):
        raise Elsewhere(book.id)


async def ours_of(session: Session, unit: UnitOfWork, tables: Collection[Table]) -> list[Table]:
    """Return those of these tables that are still ours, as ``check`` does; the others are dropped."""
    owners = session.ownership
    if owners is None:
        return list(tables)
    if len(tables) > _FEW:
        held = {(row.table, row.fence) for row in await unit.hold_all(owners.worker)}
        ours = [table for table in tables if (table.id, table.book.fence) in held]
    else:
        ours = [table for table in tables if await unit.hold(table.id, owners.worker, table.book.fence)]
    for table in tables:
        if table not in ours:
            lose(session, table)
    return ours


async def is_ours(session: Session, table: Table) -> bool:
    """Tell whether what is in memory may be shown. The store is asked only after a lapse, in which others may have taken over."""
    owners = session.ownership
    if owners is None or owners.sure:
        return True
    async with session.store.begin() as unit:
        return bool(await ours_of(session, unit, [table]))


async def take(session: Session, unit: UnitOfWork, book: Book) -> None:
    """Make a table ours that nobody else plays: a new one, or one that was put aside. The caller commits."""
    if session.ownership is not None:
        book.fence = await unit.own(book.id, session.ownership.worker)


async def let_go(session: Session, unit: UnitOfWork, draft: Book) -> None:
    """Write that a table which is closed or put aside has no owner any more. The caller commits."""
    owners = session.ownership
    if owners is None:
        return
    if draft.row.state == "closed":
        await unit.disown(draft.id)
    elif draft.row.parked:
        await unit.release([(draft.id, draft.fence)], owners.worker)


def lose(session: Session, table: Table) -> None:
    """Drop a table that another worker has now. Who waits in its mailbox is sent there; nobody is told anything."""
    if session.tables.get(table.id) is table:
        session.drop_table(table)
        table.mailbox.close(lambda: Elsewhere(table.id))
        for frontend in session.frontends.values():
            frontend.let_go(table.id)
