"""This process as one of several that share the tables: tables come from the others and go to them, and what they have
changed is followed here.

After a restart all tables come back in the same way; how they are read: ``backlog``."""

import asyncio
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final

from bot.session.club import bans
from bot.session.club.results import refresh_ratings
from bot.session.host import backlog, change
from bot.session.host.backlog import has_news, is_shown, read, read_in_time, show
from bot.session.host.refresh import follow_preferences, show_group, show_reach
from bot.session.host.session import Session, Table
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.commands.record import Elsewhere
from bot.session.port.protocols import News
from bot.session.state.book import Book
from storage.api import StoreError
from storage.themes.owners import OwnerRow

__all__ = ["Member"]


_SLICE: Final = 100  # So many people or groups are read again at a time
_TURNS: Final = 3  # So often a command looks for its table while that moves to and fro
_ARRIVAL: Final = 3.0  # Seconds for which it waits for one that is ours already, but has not been read yet


class Member:
    """A manager among others. One that is alone has no ``Ownership``: it has all tables, and nobody else changes anything."""

    def __init__(self, session: Session) -> None:
        self.session = session

    # -- tables that come, after a restart or from other workers, and go to them
    async def resume(self) -> None:
        """Take up every open table that is not put aside. One that cannot be read is left out, with a line in the log."""
        async with self.session.store.begin() as unit:
            rows = [row for row in await unit.tables.open() if not row.parked]
        if len(rows) > self.session.settings.read_at_once:  # those that somebody has just touched are read first
            rows.sort(key=lambda row: row.touched_at, reverse=True)
        self.session.unread |= {row.id: 0 for row in rows}
        await read_in_time(self.session)

    async def enroll(self) -> None:
        """Let the tables that one process alone has opened be found by whoever looks for free ones."""
        async with self.session.store.change() as unit:
            await unit.owners.enroll()

    def held(self) -> list[tuple[int, bool]]:
        """Return the tables that are open here, and whether something is being done or thought of there."""
        tables = self.session.tables.values()
        read = [(table.id, table.mailbox.busy or bool(table.pending)) for table in tables]
        return [(number, False) for number in self.session.unread if number not in self.session.tables] + read

    def has(self, table: int) -> bool:
        return self.session.has(table)

    @property
    def numbers(self) -> set[int]:
        """The numbers of the open tables that are ours, read or not."""
        return {*self.session.tables, *self.session.unread}

    async def adopt(self, rows: Collection[OwnerRow]) -> None:
        """Go on with tables that have become ours, as after a restart, while others play. ``StoreError`` if the memory
        cannot be read; what was not taken up by then is read later on."""
        come: dict[int, int] = {}
        for owner in rows:
            ours = self.session.tables.get(owner.table)
            is_known = (owner.table, owner.fence) in self.session.unread.left_alone
            if not is_known and (ours is None or ours.book.fence < owner.fence):
                come[owner.table] = owner.fence
        self.session.unread.arrive(come)
        tables = await read_in_time(self.session)
        # Whoever presses is answered already; showing the others what they see anyway has time.
        self.session.tasks.start(self._show_each([table for table in tables if is_shown(self.session, table)]))

    async def part(self, number: int) -> None:
        """Let go of a table when the job that is being done there is over: what is left on its clocks is written, it is
        free. ``StoreError``: that could not be written, and it stays here."""
        if number in self.session.unread.reading:
            await read(self.session, [number])
        if number in self.session.unread:
            await self._part_unread(number)
        table = self.session.tables.get(number)
        if table is not None and self.session.ownership is not None:
            with suppress(Elsewhere):  # it has gone already
                await table.mailbox.call(partial(self._part, table, self.session.ownership.worker))

    async def _part_unread(self, number: int) -> None:
        fence = self.session.unread.pop(number)
        if self.session.ownership is None:
            return
        try:
            async with self.session.store.change() as unit:
                await unit.owners.release([(number, fence)], self.session.ownership.worker)
        except StoreError:
            self.session.unread[number] = fence
            raise

    async def _part(self, table: Table, worker: str) -> None:
        if self.session.tables.get(table.id) is not table:
            return
        now = self.session.clocks.uptime()
        self.session.clocks.hold(table.id, now)

        def noted(draft: Book) -> None:
            for seat, held in draft.seats.items():
                clock = self.session.clocks.of(table.id, seat)
                if clock is not None:
                    draft.seats[seat] = replace(held, remaining=clock.remaining(now))
            table.note_shown(draft)

        try:
            async with table.lock, self.session.store.change() as unit:
                await change.check_ours(self.session, unit, table.book)
                # Set free before rows are written that others wait for while they hold this one.
                await unit.owners.release([(table.id, table.book.fence)], worker)
                await change.write_last(unit, table, noted)
        except StoreError:
            self.session.clocks.release(table.id, now)
            raise
        except Elsewhere:
            pass
        change.lose(self.session, table)

    async def reconcile(self) -> None:
        """Compare the tables that are open here with what the store says: drop those that others have, adopt what is ours."""
        if self.session.ownership is None:
            return
        unread = dict(self.session.unread)  # what comes while the store is asked is not in its answer
        async with self.session.store.begin() as unit:
            owners = {row.table: row for row in await unit.owners.owned_by(self.session.ownership.worker)}
        for number, fence in unread.items():
            if (number not in owners or owners[number].fence > fence) and self.session.unread.get(number) == fence:
                del self.session.unread[number]
        for table in list(self.session.tables.values()):
            owner = owners.get(table.id)
            if (owner is None or owner.fence > table.book.fence) and table.book.fence:
                async with self.session.store.begin() as unit:  # it may have been opened after the owners were read
                    await change.ours_of(self.session, unit, [table])
        await self.adopt([row for number, row in owners.items() if not self.session.has(number)])

    # -- showing them
    def show_platform(self, platform: str) -> None:
        """Show the tables of a platform again, one after the other: those in play, those with news of the restart, and those
        whose last round's end may have been on its way when the process died."""
        waiting = [table for table in self.session.tables.values() if _waits_for(table, platform)]
        self.session.tasks.start(self._show_each(waiting))

    async def _show_each(self, tables: Sequence[Table]) -> None:
        for table in tables:
            if has_news(table):
                with suppress(Elsewhere):
                    await table.mailbox.call(partial(show, self.session, table))

    # -- what others have changed
    async def refresh(self, news: News) -> None:
        """Follow what another worker has changed. ``StoreError`` if it cannot be read."""
        await self._read_people(sorted(news.people | news.accounts, key=str))
        await self._read_chats(sorted(news.chats, key=str))
        if news.accounts:
            self.session.people.hear(news.accounts)
        await self._look_after(news.tables)
        for group in news.bans:
            bans.enforce(self.session, group)
        if news.ratings and self.session.ownership is not None and self.session.ownership.keeper:
            self.session.tasks.start(refresh_ratings(self.session))

    async def refresh_all(self) -> None:
        """Read everything again that is kept at hand, as news may have been missed. ``StoreError`` if it cannot be read."""
        accounts = self.session.people.accounts
        for start in range(0, len(accounts), _SLICE):
            changed = await self._read_people(accounts[start : start + _SLICE])
            if changed:
                self.session.people.hear(frozenset(changed))
        chats = self.session.chats.refs
        for start in range(0, len(chats), _SLICE):
            await self._read_chats(chats[start : start + _SLICE])
        await self.reconcile()
        for group in {ChatRef(table.chat.platform, table.chat.group) for table in self.session.tables.values()}:
            bans.enforce(self.session, group)

    async def _read_people(self, accounts: Sequence[UserRef]) -> list[UserRef]:
        """Read these again as far as they are known here; return those that are another person's now, or nobody's."""
        read = []
        async with self.session.store.begin() as unit:
            for account in accounts:
                read.append((account, *await self.session.people.read_again(unit, account)))
        for _, before, now in read:
            if before is not None and now is not None and before.user == now.user:
                self._show_person(before, now)
        return [
            account for account, before, now in read if before is not None and (now is None or now.user != before.user)
        ]

    def _show_person(self, before: Person, now: Person) -> None:
        if before.reachable != now.reachable:
            show_reach(self.session, now.user)
        if before.never != now.never:
            follow_preferences(self.session, now.user)

    async def _read_chats(self, chats: Sequence[ChatRef]) -> None:
        known = self.session.chats.refs
        for ref in chats:
            if ref not in known:
                continue
            before = await self.session.chats.known(ref)
            async with self.session.store.begin() as unit:
                row = await unit.chats.find(ref.platform, ref.external, ref.thread)
            if row is None:
                self.session.chats.drop((ref,))
            elif row != before:
                self.session.chats.keep(row)
                self.session.tables.follow_chat(row)
                if before is None or row.language != before.language:
                    show_group(self.session, ref)

    async def _look_after(self, numbers: frozenset[int]) -> None:
        """Drop tables that were taken from us."""
        ours = [self.session.tables[number] for number in numbers if number in self.session.tables]
        if ours:
            async with self.session.store.begin() as unit:
                await change.ours_of(self.session, unit, ours)

    # -- where a table is
    async def fetch(self, table: int, turn: int) -> None:
        """When it is worth looking again for a table that was not here: it is read now, or has come to us. Else
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
        if any(table == number for number, _ in self.session.unread.left_alone):
            return False
        with suppress(TimeoutError):
            async with asyncio.timeout(_ARRIVAL):
                while not self.session.has(table):
                    await self.session.unread.arrival()
        return self.session.has(table)

    async def as_stored(self, origin: c.Origin, person: Person) -> Person:
        """The sender as other workers may have changed them: what is written about them must not overwrite that."""
        if self.session.ownership is None:
            return person
        async with self.session.store.begin() as unit:
            await self.session.people.read_again(unit, origin.user)
        return await self.session.people.meet(origin)


def _waits_for(table: Table, platform: str) -> bool:
    """Whether a table has to be shown on a platform and was not yet, when it was shown on another one."""
    return platform not in table.told and any(place.chat.platform == platform for place in table.places)
