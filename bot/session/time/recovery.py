"""Coming back after a restart: every open table as it was, shown again, its clocks waiting until somebody sees it.

Where several workers share the tables, they come and go in the same way: ``adopt`` and ``part``. How they are read: ``backlog``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.session.port.origin import Elsewhere
from bot.session.state.book import Book
from bot.session.tables import change, fences
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from bot.session.time.backlog import has_news, is_shown, read, read_in_time, show
from storage.api import OwnerRow, StoreError

__all__ = ["adopt", "enroll", "part", "reconcile", "resume", "show_platform"]


async def resume(session: Session) -> None:
    """Take up every open table that is not put aside. One that cannot be read is left out, with a line in the log."""
    async with session.store.begin() as unit:
        rows = [row for row in await unit.open_tables() if not row.parked]
    if len(rows) > session.settings.read_at_once:  # those that somebody has just touched are read first
        rows.sort(key=lambda row: row.touched_at, reverse=True)
    session.unread |= {row.id: 0 for row in rows}
    await read_in_time(session)


# -- tables that come from other workers, and go to them


async def enroll(session: Session) -> None:
    """Let the tables that one process alone has opened be found by whoever looks for free ones."""
    async with session.store.begin() as unit:
        await unit.enroll()
        await unit.commit()


async def adopt(session: Session, owners: Collection[OwnerRow]) -> None:
    """Go on with tables that have become ours, as after a restart, while others play.

    ``StoreError`` if the memory cannot be read; what was not taken up by then is read later on.
    """
    for owner in owners:
        ours = session.tables.get(owner.table)
        is_known = (owner.table, owner.fence) in session.left_alone
        if not is_known and (ours is None or ours.book.fence < owner.fence):
            session.unread[owner.table] = max(owner.fence, session.unread.get(owner.table, 0))
    session.arrived.set()
    session.arrived = asyncio.Event()
    tables = await read_in_time(session)
    # Whoever presses is answered already; showing the others what they see anyway has time.
    session.tasks.start(_show_each(session, [table for table in tables if is_shown(session, table)]))


async def part(session: Session, number: int) -> None:
    """Let go of a table when the job that is being done there is over: what is left on its clocks is written, it is free.

    ``StoreError``: that could not be written, and it stays here.
    """
    if number in session.reading:
        await read(session, [number])
    if number in session.unread:
        await _part_unread(session, number)
    table = session.tables.get(number)
    if table is not None and session.ownership is not None:
        with suppress(Elsewhere):  # it has gone already
            await table.mailbox.call(partial(_part, session, table, session.ownership.worker))


async def _part_unread(session: Session, number: int) -> None:
    fence = session.unread.pop(number)
    if session.ownership is None:
        return
    try:
        async with session.store.begin() as unit:
            await unit.release([(number, fence)], session.ownership.worker)
            await unit.commit()
    except StoreError:
        session.unread[number] = fence
        raise


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
    unread = dict(session.unread)  # what comes while the store is asked is not in its answer
    async with session.store.begin() as unit:
        owners = {row.table: row for row in await unit.owned_by(session.ownership.worker)}
    for number, fence in unread.items():
        if (number not in owners or owners[number].fence > fence) and session.unread.get(number) == fence:
            del session.unread[number]
    for table in list(session.tables.values()):
        owner = owners.get(table.id)
        if (owner is None or owner.fence > table.book.fence) and table.book.fence:
            async with session.store.begin() as unit:  # it may have been opened after the owners were read
                await fences.ours_of(session, unit, [table])
    await adopt(session, [row for number, row in owners.items() if not session.has(number)])


# -- showing them


def show_platform(session: Session, platform: str) -> None:
    """Show the tables of a platform again, one after the other: those in play, those with news of the restart, and those
    whose last round's end may have been on its way when the process died."""
    session.tasks.start(_show_all(session, platform))


async def _show_all(session: Session, platform: str) -> None:
    await _show_each(session, [table for table in session.tables.values() if _waits_for(table, platform)])


def _waits_for(table: Table, platform: str) -> bool:
    """Tell whether a table has to be shown on a platform and was not yet, when it was shown on another one."""
    return platform not in table.told and any(place.chat.platform == platform for place in table.places)


async def _show_each(session: Session, tables: Sequence[Table]) -> None:
    for table in tables:
        if has_news(table):
            with suppress(Elsewhere):
                await table.mailbox.call(partial(show, session, table))
