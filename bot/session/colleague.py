"""The manager as one of several that share the tables: what comes from the others, what goes to them, and where a table is."""

from __future__ import annotations

import asyncio
from collections.abc import Collection
from contextlib import suppress
from typing import Final

from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.origin import Elsewhere
from bot.session.port.protocols import Outcome
from bot.session.port.workers import News
from bot.session.tables.session import Session
from bot.session.time import backlog, delivery, news, recovery
from storage.api import OwnerRow

__all__ = ["Colleague"]

_TURNS: Final = 3
"""So often a command looks for its table while that moves to and fro."""
_ARRIVAL: Final = 3.0
"""Seconds for which it waits for one that is ours already, but has not been read yet."""


class Colleague:
    """A manager among others. One that is alone has no ``Ownership``, and nothing of this happens."""

    def __init__(self, session: Session) -> None:
        self.session = session

    # -- tables that come from other workers, and go to them

    async def adopt(self, rows: Collection[OwnerRow]) -> None:
        """Go on with tables that have become ours. ``StoreError``: not all could be; ``reconcile`` finds the rest."""
        await recovery.adopt(self.session, rows)

    async def part(self, table: int) -> None:
        """Let go of a table when the job that is being done there is over. ``StoreError``: it stays ours."""
        await recovery.part(self.session, table)

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
        await recovery.reconcile(self.session)

    async def refresh(self, changed: News) -> None:
        """Follow what another worker has changed. ``StoreError`` if it cannot be read."""
        await news.refresh(self.session, changed)

    async def refresh_all(self) -> None:
        """Read everything again that is kept at hand. ``StoreError`` if it cannot be read."""
        await news.refresh_all(self.session)

    def hear(self, outcome: Outcome) -> None:
        """Take note of an outcome that was reported to another worker. Returns at once."""
        delivery.hear(self.session, outcome)

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
