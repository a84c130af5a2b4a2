"""This process as one of several that share the tables: tables come from the others and go to them, and what they have
changed is followed here.

After a restart all tables come back in the same way; how they are read: ``backlog``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.session import outcomes
from bot.session.club import bans
from bot.session.club.results import refresh_ratings
from bot.session.host import backlog, change
from bot.session.host.backlog import has_news, is_shown, read, read_in_time, show
from bot.session.host.refresh import heed_wishes, show_group, show_reach
from bot.session.host.session import Session
from bot.session.host.table import Table
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.origin import Elsewhere
from bot.session.port.protocols import Outcome
from bot.session.port.workers import News
from bot.session.state.book import Book
from storage.api import StoreError
from storage.themes.owners import OwnerRow

__all__ = ["Member", "adopt", "enroll", "part", "reconcile", "refresh", "refresh_all", "resume", "show_platform"]


async def resume(session: Session) -> None:
    """Take up every open table that is not put aside. One that cannot be read is left out, with a line in the log."""
    async with session.store.begin() as unit:
        rows = [row for row in await unit.tables.open() if not row.parked]
    if len(rows) > session.settings.read_at_once:  # those that somebody has just touched are read first
        rows.sort(key=lambda row: row.touched_at, reverse=True)
    session.unread |= {row.id: 0 for row in rows}
    await read_in_time(session)


# -- tables that come from other workers, and go to them


async def enroll(session: Session) -> None:
    """Let the tables that one process alone has opened be found by whoever looks for free ones."""
    async with session.store.begin() as unit:
        await unit.owners.enroll()
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
            await unit.owners.release([(number, fence)], session.ownership.worker)
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
            await change.check_ours(session, unit, table.book)
            # Set free before rows are written that others wait for while they hold this one.
            await unit.owners.release([(table.id, table.book.fence)], worker)
            await change.write_last(unit, table, noted)
            await unit.commit()
    except StoreError:
        session.clocks.release(table.id, now)
        raise
    except Elsewhere:
        pass
    change.lose(session, table)


async def reconcile(session: Session) -> None:
    """Compare the tables that are open here with what the store says: drop those that others have, adopt what is ours."""
    if session.ownership is None:
        return
    unread = dict(session.unread)  # what comes while the store is asked is not in its answer
    async with session.store.begin() as unit:
        owners = {row.table: row for row in await unit.owners.owned_by(session.ownership.worker)}
    for number, fence in unread.items():
        if (number not in owners or owners[number].fence > fence) and session.unread.get(number) == fence:
            del session.unread[number]
    for table in list(session.tables.values()):
        owner = owners.get(table.id)
        if (owner is None or owner.fence > table.book.fence) and table.book.fence:
            async with session.store.begin() as unit:  # it may have been opened after the owners were read
                await change.ours_of(session, unit, [table])
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


_SLICE: Final = 100
"""So many people or groups are read again at a time."""


async def refresh(session: Session, news: News) -> None:
    """Follow what another worker has changed. ``StoreError`` if it cannot be read."""
    await _read_people(session, sorted(news.people | news.accounts, key=str))
    await _read_chats(session, sorted(news.chats, key=str))
    if news.accounts:
        session.hear_accounts(news.accounts)
    await _look_after(session, news.tables)
    for group in news.bans:
        bans.enforce(session, group)
    if news.ratings and session.ownership is not None and session.ownership.keeper:
        session.tasks.start(refresh_ratings(session))


async def refresh_all(session: Session) -> None:
    """Read everything again that is kept at hand, as news may have been missed. ``StoreError`` if it cannot be read."""
    accounts = session.people.accounts
    for start in range(0, len(accounts), _SLICE):
        changed = await _read_people(session, accounts[start : start + _SLICE])
        if changed:
            session.hear_accounts(frozenset(changed))
    chats = session.chats
    for start in range(0, len(chats), _SLICE):
        await _read_chats(session, chats[start : start + _SLICE])
    await reconcile(session)
    for group in {ChatRef(table.chat.platform, table.chat.group) for table in session.tables.values()}:
        bans.enforce(session, group)


async def _read_people(session: Session, accounts: Sequence[UserRef]) -> list[UserRef]:
    """Read these again as far as they are known here; return those that are another person's now, or nobody's."""
    read = []
    async with session.store.begin() as unit:
        for account in accounts:
            read.append((account, *await session.people.read_again(unit, account)))
    for _, before, now in read:
        if before is not None and now is not None and before.user == now.user:
            _show_person(session, before, now)
    return [account for account, before, now in read if before is not None and (now is None or now.user != before.user)]


def _show_person(session: Session, before: Person, now: Person) -> None:
    if before.reachable != now.reachable:
        show_reach(session, now.user)
    if before.never != now.never:
        heed_wishes(session, now.user)


async def _read_chats(session: Session, chats: Sequence[ChatRef]) -> None:
    known = session.chats
    for ref in chats:
        if ref not in known:
            continue
        before = await session.known_chat(ref)
        async with session.store.begin() as unit:
            row = await unit.chats.find(ref.platform, ref.external, ref.thread)
        if row is None:
            session.drop_chats((ref,))
        elif row != before:
            session.follow_chat(row)
            if before is None or row.language != before.language:
                show_group(session, ref)


async def _look_after(session: Session, numbers: frozenset[int]) -> None:
    """Drop tables that were taken from us."""
    ours = [session.tables[number] for number in numbers if number in session.tables]
    if ours:
        async with session.store.begin() as unit:
            await change.ours_of(session, unit, ours)


_TURNS: Final = 3
"""So often a command looks for its table while that moves to and fro."""

_ARRIVAL: Final = 3.0
"""Seconds for which it waits for one that is ours already, but has not been read yet."""


class Member:
    """A manager among others. One that is alone has no ``Ownership``, and nothing of this happens."""

    def __init__(self, session: Session) -> None:
        self.session = session

    # -- tables that come from other workers, and go to them

    async def adopt(self, rows: Collection[OwnerRow]) -> None:
        """Go on with tables that have become ours. ``StoreError``: not all could be; ``reconcile`` finds the rest."""
        await adopt(self.session, rows)

    async def part(self, table: int) -> None:
        """Let go of a table when the job that is being done there is over. ``StoreError``: it stays ours."""
        await part(self.session, table)

    def held(self) -> list[tuple[int, bool]]:
        """Return the tables that are open here, and whether something is being done or thought of there."""
        tables = self.session.tables.values()
        read = [(table.id, table.mailbox.busy or bool(table.minds)) for table in tables]
        return [(number, False) for number in self.session.unread if number not in self.session.tables] + read

    @property
    def numbers(self) -> set[int]:
        """The numbers of the open tables that are ours, read or not."""
        return {*self.session.tables, *self.session.unread}

    async def reconcile(self) -> None:
        """Drop what is not ours any more and adopt what is, as the store says. ``StoreError`` if it cannot be read."""
        await reconcile(self.session)

    async def refresh(self, changed: News) -> None:
        """Follow what another worker has changed. ``StoreError`` if it cannot be read."""
        await refresh(self.session, changed)

    async def refresh_all(self) -> None:
        """Read everything again that is kept at hand. ``StoreError`` if it cannot be read."""
        await refresh_all(self.session)

    def hear(self, outcome: Outcome) -> None:
        """Take note of an outcome that was reported to another worker. Returns at once."""
        outcomes.hear(self.session, outcome)

    # -- where a table is

    async def fetch(self, table: int, turn: int) -> None:
        """Return when it is worth looking again for a table that was not here: it is read now, or has come to us. Else
        ``Elsewhere`` with its owner, at the latest in the third turn."""
        if table in self.session.unread:
            await backlog.read(self.session, [table])
            worker, ours, found = None, False, True
        else:
            owners = self.session.ownership
            worker = None if owners is None else await owners.owner_of(table)
            ours = owners is not None and worker == owners.worker
            found = ours and await self._arrives(table)
            found = found or (worker is None and turn == 0)  # nobody has it: it may have been closed just now
        if not found or turn + 1 >= _TURNS:
            raise Elsewhere(table, None if ours else worker)

    async def _arrives(self, table: int) -> bool:
        """Wait for a table that is ours, but not here yet; whether it came."""
        if any(table == number for number, _ in self.session.left_alone):
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(_ARRIVAL):
                while not self.session.has(table):
                    await self.session.arrived.wait()
        return self.session.has(table)

    async def as_stored(self, origin: c.Origin, person: Person) -> Person:
        """Return the sender as other workers may have changed them: what is written about them must not undo that."""
        if self.session.ownership is None:
            return person
        async with self.session.store.begin() as unit:
            await self.session.people.read_again(unit, origin.user)
        return await self.session.people.meet(origin)
