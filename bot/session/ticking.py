"""The session's own pulse: clocks, their heartbeat to the store, votes that lapse, tables nobody touches.

All of it goes by the time in which the process has been getting on (``Uptime``): a wall clock that is set, a machine that
was suspended and a process that was stopped cost nobody anything.
"""

from __future__ import annotations

import asyncio
from dataclasses import replace
from functools import partial

from bot.session import flow, votes, waiting
from bot.session.book import Book
from bot.session.clocks import HEARTBEAT, VOTE, Due
from bot.session.hall import Hall
from bot.session.outcomes import park, safely
from bot.session.table import Table
from storage.api import StoreError, Unavailable, UnitOfWork

__all__ = ["Ticker"]

_TICK = 1.0
"""Seconds between two looks at the clocks."""
_SWEEP = 60.0
"""Seconds between two looks for tables that nobody has touched."""


class Ticker:
    """One task for all tables."""

    def __init__(self, hall: Hall) -> None:
        self._hall = hall
        self._task: asyncio.Task[None] | None = None
        self._beaten = 0.0
        self._swept = 0.0

    def start(self) -> None:
        """Begin."""
        self._beaten = self._swept = self._look()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """End, with a last heartbeat."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.wait([self._task])
        self._task = None
        await self._beat(self._hall.uptime())

    async def _run(self) -> None:
        while True:
            await self._hall.clock.sleep(_TICK)
            try:
                await self._tick()
            except Exception as error:  # time must go on whatever happens at one table
                self._hall.complain("a tick failed", None, error)

    def _look(self) -> float:
        return self._hall.watch.look(self._hall.clock.monotonic())

    async def _tick(self) -> None:
        hall, now = self._hall, self._look()
        for due in hall.clocks.tick(now):
            table = hall.tables.get(due.table)
            if table is not None:
                table.mailbox.post(self._job(table, due))
        if now - self._beaten >= HEARTBEAT:
            self._beaten = now
            await self._beat(now)
        if now - self._swept >= _SWEEP:
            self._swept = now
            self._sweep()

    def _job(self, table: Table, due: Due) -> flow.Job:
        answer = self._lapse if due.seat == VOTE else waiting.time_up if table.book.missing else flow.time_up
        return safely(self._hall, table, partial(answer, self._hall, table, due))

    @staticmethod
    async def _lapse(hall: Hall, table: Table, due: Due) -> None:
        """A vote's time is over."""

        async def work(draft: Book, unit: UnitOfWork) -> None:
            votes.lapse(draft)

        if hall.tables.get(table.id) is not table or due.question != flow.motion_of(table.book):
            return
        try:
            await flow.change(hall, table, work)
        except Exception:
            flow.try_again(hall, due)
            raise

    async def _beat(self, now: float) -> None:
        """Write what is left on all clocks, so that an outage costs nobody more than a heartbeat."""
        hall = self._hall
        remaining = hall.clocks.beat(now)
        if not remaining:
            return
        try:
            async with hall.store.begin() as unit:
                await unit.beat(remaining)
                await unit.commit()
                for number, seat, seconds in remaining:
                    table = hall.tables.get(number)
                    if table is not None and seat in table.book.seats:
                        table.book.seats[seat] = replace(table.book.seats[seat], remaining=seconds)
        except Unavailable:
            hall.meter.count("store_errors")  # the memory itself says once what is wrong with it
        except StoreError as error:
            hall.meter.count("store_errors")
            hall.complain("the clocks could not be written", None, error)

    def _sweep(self) -> None:
        hall = self._hall
        books = [table.book for table in hall.tables.values()]
        seated = {row.user for book in books for row in book.seats.values() if row.user is not None}
        hall.people.trim(seated | {seat.user for book in books for seat in book.company if seat.user is not None})
        for table in list(hall.tables.values()):
            if hall.uptime() - table.touched >= hall.settings.park_after:
                table.mailbox.post(safely(hall, table, partial(park, hall, table)))
