"""Coming back after a restart: every open table as it was, shown again, its clocks waiting until somebody sees it.

Where several workers share the tables, they come and go in the same way: ``adopt`` and ``part``, a slice at a time.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.session.port.workers import Elsewhere
from bot.session.state import rounds
from bot.session.state.book import Book
from bot.session.tables import change, fences
from bot.session.tables.refresh import leave_shown, show_again
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from games import GAMES
from storage.api import ChatRow, OwnerRow, StoreError, TableRow, UnitOfWork

__all__ = ["adopt", "enroll", "part", "reconcile", "resume", "show_platform"]

_SLICE: Final = 16
"""So many tables are read in one transaction, so that others get their turn in between."""


_AT_ONCE: Final = 64
"""So many tables are read side by side at the start."""


async def resume(session: Session) -> None:
    """Read every open table that is not put aside. One that cannot be read is left out, with a line in the log."""
    chats: dict[int, ChatRow] = {}
    async with session.store.begin() as unit:
        rows = [row for row in await unit.open_tables() if not row.parked]
        for start in range(0, len(rows), _AT_ONCE):  # side by side, so that what they ask goes to the store together
            some = rows[start : start + _AT_ONCE]
            places = dict.fromkeys(row.chat for row in some if row.chat not in chats)
            for chat in await asyncio.gather(*map(unit.chat, places)):
                assert chat is not None, "a table stands in a chat"
                chats[chat.id] = chat
            found = await asyncio.gather(*(_take_up(session, unit, row, chats[row.chat]) for row in some))
            tables = [table for table in found if table is not None]
            for table in tables:
                session.add_table(table)
            await session.people.read_seated(unit, [seat for table in tables for seat in table.book.company])
        await unit.commit()
    for chat in chats.values():
        session.know_chat(chat)


async def _take_up(session: Session, unit: UnitOfWork, row: TableRow, chat: ChatRow, fence: int = 0) -> Table | None:
    if row.game not in GAMES:
        session.complain("a table of an unknown game is left alone", None, game=row.game, row=row.id)
        return None
    try:
        stored = await rounds.load(unit, row)
    except StoreError:
        raise
    except Exception as error:  # one table that cannot be replayed must not keep all others from coming back
        session.complain("a table could not be replayed", None, error, row=row.id)
        return None
    stored.fence = fence
    book, promised = await change.take_up(session, unit, stored, touched_at=row.touched_at)
    return session.make_table(book, chat, held=book.playing or promised)


# -- tables that come from other workers, and go to them


async def enroll(session: Session) -> None:
    """Let the tables that one process alone has opened be found by whoever looks for free ones."""
    async with session.store.begin() as unit:
        await unit.enroll()
        await unit.commit()


async def adopt(session: Session, owners: Collection[OwnerRow]) -> None:
    """Go on with tables that have become ours, as after a restart; a slice at a time, while others play.

    ``StoreError`` if the memory cannot be read; what was not taken up by then is found by ``reconcile``.
    """
    wanted = [owner for owner in owners if (owner.table, owner.fence) not in session.left_alone]
    tables: list[Table] = []
    try:
        for start in range(0, len(wanted), _SLICE):
            tables += await _adopt(session, wanted[start : start + _SLICE])
            session.arrived.set()
            session.arrived = asyncio.Event()
    finally:  # whoever presses is answered already; showing the others what they see anyway has time
        shown = [table for table in tables if table.chat.platform in session.frontends]
        session.tasks.start(_show_each(session, shown))


async def _adopt(session: Session, owners: Sequence[OwnerRow]) -> list[Table]:
    tables, alone = [], set()
    async with session.adopting, session.store.begin() as unit:
        for owner in owners:
            ours = session.tables.get(owner.table)
            if ours is not None and ours.book.fence >= owner.fence:
                continue
            row = await unit.table(owner.table)
            chat = None if row is None else await unit.chat(row.chat)
            if row is None or chat is None or row.state == "closed" or row.parked:
                continue
            try:
                table = await _take_up(session, unit, row, chat, owner.fence)
            except Elsewhere:
                continue  # it has another owner already
            if table is None:
                alone.add((owner.table, owner.fence))
            else:
                tables.append(table)
            await asyncio.sleep(0)
        await session.people.read_seated(unit, [seat for table in tables for seat in table.book.company])
        await unit.commit()
        for table in tables:
            if (before := session.tables.get(table.id)) is not None:
                fences.lose(session, before)  # it was away meanwhile, and we have not noticed
            session.know_chat(table.chat)
            session.add_table(table)
    session.left_alone |= alone
    return tables


async def part(session: Session, number: int) -> None:
    """Let go of a table when the job that is being done there is over: what is left on its clocks is written, it is free.

    ``StoreError``: that could not be written, and it stays here.
    """
    table = session.tables.get(number)
    if table is not None and session.ownership is not None:
        with suppress(Elsewhere):  # it has gone already
            await table.mailbox.call(partial(_part, session, table, session.ownership.worker))


async def _part(session: Session, table: Table, worker: str) -> None:
    if session.tables.get(table.id) is not table:
        return
    now = session.uptime()
    session.clocks.hold(table.id, now)

    def noted(draft: Book) -> None:
        for seat, held in draft.seats.items():
            clock = session.clocks.of(table.id, seat)
            if clock is not None:
                draft.seats[seat] = replace(held, remaining=clock.remaining(now))
        table.note_shown(draft)

    try:
        async with table.lock, session.store.begin() as unit:
            await fences.check(session, unit, table.book)
            # Set free before rows are written that others wait for while they hold this one.
            await unit.release([(table.id, table.book.fence)], worker)
            await change.write_last(unit, table, noted)
            await unit.commit()
    except StoreError:
        session.clocks.release(table.id, now)
        raise
    except Elsewhere:
        pass
    fences.lose(session, table)


async def reconcile(session: Session) -> None:
    """Compare the tables that are open here with what the store says: drop those that others have, adopt what is ours."""
    if session.ownership is None:
        return
    async with session.store.begin() as unit:
        owners = {row.table: row for row in await unit.owned_by(session.ownership.worker)}
    for table in list(session.tables.values()):
        owner = owners.get(table.id)
        if (owner is None or owner.fence > table.book.fence) and table.book.fence:
            async with session.store.begin() as unit:  # it may have been opened after the owners were read
                await fences.ours_of(session, unit, [table])
    await adopt(session, [row for number, row in owners.items() if number not in session.tables])


# -- showing them


def show_platform(session: Session, platform: str) -> None:
    """Show the tables of a platform again, one after the other: those in play, those with news of the restart, and those
    whose last round's end may have been on its way when the process died."""
    session.tasks.start(_show_all(session, platform))


async def _show_all(session: Session, platform: str) -> None:
    await _show_each(session, [table for table in session.tables.values() if table.chat.platform == platform])


async def _show_each(session: Session, tables: Sequence[Table]) -> None:
    for table in tables:
        if _has_news(table):
            try:
                await table.mailbox.call(partial(_show, session, table))
            except Elsewhere:
                pass
            except Exception as error:  # one table must not keep the others from being shown
                session.complain("a table could not be shown again", table, error)


def _has_news(table: Table) -> bool:
    book = table.book
    return table.held or bool(book.tells or book.votes) or book.row.state in ("between", "over")


async def _show(session: Session, table: Table) -> None:
    if session.tables.get(table.id) is table and _has_news(table) and await fences.is_ours(session, table):
        if leave_shown(session, table):
            return
        show_again(session, table)
