"""Who lets tournaments go on by themselves: the next deal at a table, the next stage when all are done.

It looks at the tables that are open here and remembers nothing that matters: after a restart, or when a table has come from
another worker, it sees the same and does the same.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Final

from bot.session.seats import start
from bot.session.state.book import Book
from bot.session.tables import change
from bot.session.tables.refresh import safely
from bot.session.tables.request import Refused
from bot.session.tables.session import Session
from bot.session.tables.table import Table
from bot.session.tournaments import course, display, stage
from storage.api import UnitOfWork

__all__ = ["Conductor"]

PAUSE: Final = 20.0
"""Seconds in which people look at a result before the next deal comes, unless all are ready sooner."""
SHARE: Final = 24
"""At a slow table that is this part of the time that they have for an answer: an hour of a day."""
OFTEN: Final = 3600.0
"""Seconds after which it is looked whether the messages of a tournament over days have grown old."""
AGAIN: Final = 15.0
"""Seconds after which it is asked once more whether a stage is done: another worker may have finished it."""


class Conductor:
    """Looks at all tables of tournaments, once a tick."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._seen: dict[int, tuple[str, int]] = {}
        """What each table was doing when it was looked at last: its state and its round."""
        self._since: dict[int, float] = {}
        """Since when it does that."""
        self._asked: dict[int, float] = {}
        """When it was last asked, by tournament, whether it goes on."""
        self._freshened: dict[int, float] = {}
        """When it was last looked, by tournament, how old its messages are."""

    def look(self, now: float) -> None:
        """Let go on what can."""
        tables = [table for table in self._session.tables.values() if table.book.contest is not None]
        open_here = {table.id for table in tables}
        self._seen = {number: seen for number, seen in self._seen.items() if number in open_here}
        self._since = {number: since for number, since in self._since.items() if number in open_here}
        changed = set()
        for table in tables:
            contest, row = table.book.contest, table.book.row
            assert contest is not None
            doing = row.state, row.round
            if self._seen.get(table.id) != doing:
                if table.id in self._seen and row.state in ("between", "over"):
                    changed.add(contest.tournament)
                self._seen[table.id], self._since[table.id] = doing, now
            if row.state in ("lobby", "between") and now - self._since[table.id] >= self._pause(table):
                self._since[table.id] = now
                table.mailbox.post(safely(self._session, table, partial(_deal, self._session, table)))
        self._ask(tables, changed, now)

    def _pause(self, table: Table) -> float:
        """Return how long a table waits before the next deal; not at all where nobody reads its result."""
        book = table.book
        waits = [held for held in book.persons.values() if not held.away]
        if not waits or book.row.state != "between":
            return 0.0
        return max(PAUSE, book.clock / SHARE) if book.slow else PAUSE

    def _ask(self, tables: list[Table], changed: set[int], now: float) -> None:
        """Ask of each tournament whether its stage is done: when a table here has finished it, and now and then."""
        numbers = {table.book.contest.tournament for table in tables if table.book.contest is not None}
        self._asked = {number: at for number, at in self._asked.items() if number in numbers}
        self._freshen(
            {table.book.contest.tournament for table in tables if table.book.slow and table.book.contest}, now
        )
        for number in numbers:
            first = number not in self._asked  # what was to be shown may have been lost with the process
            if first or number in changed or now - self._asked[number] >= AGAIN:
                self._asked[number] = now
                work = partial(_go_on, self._session, number, show=first or number in changed)
                self._session.tasks.start(safely(self._session, None, work)())

    def _freshen(self, numbers: set[int], now: float) -> None:
        """Look now and then at the messages of tournaments over days."""
        self._freshened = {number: self._freshened.get(number, now) for number in numbers}
        for number, at in self._freshened.items():
            if now - at >= OFTEN:
                self._freshened[number] = now
                work = partial(display.freshen, self._session, number)
                self._session.tasks.start(safely(self._session, None, work)())


async def _go_on(session: Session, number: int, *, show: bool) -> None:
    """Begin the next stage if it is time; else show how the tournament stands if that may be something else now."""
    if not await course.advance(session, number) and show:
        await display.show(session, number)
    await stage.follow_venues(session, number)  # another worker may have heard that a chat is shown it no more


async def _deal(session: Session, table: Table) -> None:
    """Deal the next deal (runs in the mailbox). Whoever cannot be shown a hand any more is played for."""

    async def work(draft: Book, unit: UnitOfWork) -> None:
        if draft.row.state not in ("lobby", "between"):
            raise Refused("round_running", table=draft.id)
        for seat, held in draft.persons.items():
            if not session.reach.can_see(draft, held):
                draft.seats[seat] = replace(held, away=True)
        await start.begin(session, draft, unit)

    if session.tables.get(table.id) is not table or table.broken or table.held:
        return
    try:
        await change.change(session, table, work)
    except Refused:
        return  # somebody was first
