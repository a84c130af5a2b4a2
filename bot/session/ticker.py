"""The session's own pulse: clocks, their heartbeat to the store, votes that lapse, tables nobody touches.

All of it goes by the time in which the process has been getting on (``Uptime``): a wall clock that is set, a machine
that was suspended and a process that was stopped cost nobody anything."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from functools import partial

from bot.session.club import bans, house, replays, reviews
from bot.session.club.hosts import orders
from bot.session.club.members import holiday
from bot.session.club.seasons import Seasons
from bot.session.club.tournaments.course import Conductor
from bot.session.host import change
from bot.session.host.change import aside, queue
from bot.session.host.clocks import HEARTBEAT, LOBBY, VOTE, Due
from bot.session.host.refresh import is_time_news, is_unrung, ring, tell_time
from bot.session.host.request import Refused
from bot.session.host.session import Session, Table
from bot.session.host.tell import motion_of, tell_person
from bot.session.play import turns, votes
from bot.session.play.dealing import begin
from bot.session.play.opening import park
from bot.session.port.commands import Ready, UserRef
from bot.session.port.commands.record import Elsewhere
from bot.session.port.updates import Notice
from bot.session.state.book import Book
from storage.api import StoreError, Unavailable, UnitOfWork

__all__ = ["Ticker", "time_up"]

_TICK = 1.0  # Seconds between two looks at the clocks

_BEAT = 500  # So many tables are noted at a time: nothing else is written there meanwhile

_SWEEP = 60.0  # Seconds between two looks for tables that nobody has touched

_CLEARING = 3600.0  # Seconds between two looks for rounds that are not kept any longer


class Ticker:
    """One task for all tables."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._conductor = Conductor(session)
        self._task: asyncio.Task[None] | None = None
        self._beaten = 0.0
        self._swept = 0.0
        self._clears_at = 0.0
        self._seasons = Seasons(session)

    def start(self) -> None:
        self._beaten = self._swept = self._session.clocks.look()
        self._task = asyncio.get_running_loop().create_task(self._run())

    async def stop(self) -> None:
        """End, with a last heartbeat."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.wait([self._task])
        self._task = None
        await self._beat(self._session.clocks.uptime())

    async def _run(self) -> None:
        while True:
            await self._session.clock.sleep(_TICK)
            try:
                await self._tick()
            except Exception as error:  # time must go on whatever happens at one table
                self._session.complain("a tick failed", None, error)

    async def _tick(self) -> None:
        session, now = self._session, self._session.clocks.look()
        for due in session.clocks.tick(now):
            table = session.tables.get(due.table)
            if table is not None:
                answer = self._lapse if due.seat == VOTE else time_up if table.book.missing else turns.time_up
                queue(session, table, self._lobby if due.seat == LOBBY else answer, due)
        for table in session.tables.values():
            if table.attention.unrung and is_unrung(session, table):
                queue(session, table, ring)
        self._conductor.look(now)
        aside(session, _follow_hosts(session))
        if now - self._beaten >= HEARTBEAT:
            self._beaten = now
            await self._beat(now)
        if now - self._swept >= _SWEEP:
            self._swept = now
            self._sweep()
        if now >= self._clears_at:
            self._clears_at = now + _CLEARING
            aside(session, replays.clear_old(session))

    @staticmethod
    async def _lobby(session: Session, table: Table, due: Due) -> None:
        """End the time in which people may come to a table; one that nobody comes to is put aside."""
        if await house.time_up(session, table, due):
            await park(session, table)

    @staticmethod
    async def _lapse(session: Session, table: Table, due: Due) -> None:
        """End a vote whose time is over."""

        async def work(draft: Book, unit: UnitOfWork) -> None:
            votes.lapse(draft)

        if session.tables.get(table.id) is not table or due.question != motion_of(table.book):
            return
        try:
            await change.change(session, table, work)
        except Exception:
            session.clocks.call_again(due)
            raise

    async def _beat(self, now: float) -> None:
        """Write what is left on all clocks, so that an outage costs nobody more than a heartbeat."""
        session = self._session
        notes = _notes(session, session.clocks.remaining(now))
        try:
            for start in range(0, len(notes), _BEAT):
                await self._note(notes[start : start + _BEAT])
        except Unavailable:
            session.meter.count("store_errors")  # the memory itself says once what is wrong with it
        except StoreError as error:
            session.meter.count("store_errors")
            session.complain("the clocks could not be written", None, error)

    async def _note(self, notes: list[tuple[Table, change.Quiet]]) -> None:
        shown = [(table, dict(table.unnoted)) for table, _ in notes]
        with suppress(Elsewhere):  # all of them are other workers' now
            await change.note(self._session, notes)
            for table, noted in shown:
                table.has_noted(noted)

    def _sweep(self) -> None:
        session = self._session
        aside(session, bans.catch_up(session))
        bans.enforce_blocks(session)  # tables may have come from other workers, or been read since
        aside(session, self._seasons.look())
        aside(session, reviews.take_over(session))
        books = [table.book for table in session.tables.values()]
        seated = {row.user for book in books for row in book.seats.values() if row.user is not None}
        session.people.trim(
            seated | {seat.user for book in books for seat in book.participants if seat.user is not None}
        )
        holiday.look(session)
        holiday.remind_before_night(session)
        holiday.follow_all(session)
        for table in list(session.tables.values()):
            turn = table.book.clock if table.book.slow else 0
            if (
                not _goes_on(table.book)
                and session.clocks.uptime() - table.touched >= session.settings.park_after + turn
            ):
                queue(session, table, park)
            elif is_time_news(session, table):
                queue(session, table, tell_time)


async def _follow_hosts(session: Session) -> None:
    looking = session.people.hosting.looking
    if looking.locked():
        return
    async with looking:
        if await orders.look(session):
            bans.enforce_blocks(session)


def _goes_on(book: Book) -> bool:
    """Whether a table goes on by itself, so that nobody need touch it: one that is played over days waits for the end of
    somebody's time, one of a tournament for the other tables."""
    if book.contest is not None and not book.playing:
        return True
    return book.slow and (book.playing or bool(book.missing))


def _notes(session: Session, remaining: Mapping[int, Mapping[int, float]]) -> list[tuple[Table, change.Quiet]]:
    """Return what is to be noted: with the seats what is left on the clocks, and what messages show now."""

    def noted(table: Table, left: Mapping[int, float], draft: Book) -> None:
        for seat, seconds in left.items():
            if seat in draft.seats:
                draft.seats[seat] = replace(draft.seats[seat], remaining=seconds)
        table.note_shown(draft)

    tables = [table for table in session.tables.values() if table.id in remaining or table.unnoted]
    return [(table, partial(noted, table, remaining.get(table.id, {}))) for table in tables]


async def time_up(session: Session, table: Table, due: Due) -> None:
    """Half or all of the time to get ready is over for a person (runs in the mailbox)."""
    book = table.book
    if session.tables.get(table.id) is not table or due.seat not in book.missing or due.question != book.next_round:
        return
    if due.what == "remind":
        _remind(session, table, due.seat)
        return

    async def work(draft: Book, unit: UnitOfWork) -> None:
        late = {held.user for seat, held in draft.missing.items() if _is_over(session, table, seat)}
        for seat, held in draft.missing.items():
            if held.user in late:
                draft.seats[seat] = replace(held, away=True)
        if draft.missing:
            return
        await begin(session, draft, unit)
        for seat, held in draft.persons.items():  # who comes or goes between rounds may have moved the seats
            if held.user in late:
                draft.says.notices[seat] = Notice("dealt_without_you", {"table": draft.id})

    try:
        await change.change(session, table, work)
    except Refused:
        return  # it cannot be dealt: the table waits until somebody mends that
    except Exception:
        session.clocks.call_again(due)
        raise


def _is_over(session: Session, table: Table, seat: int) -> bool:
    clock = session.clocks.of(table.id, seat)
    return clock is not None and clock.remaining(session.clocks.uptime()) <= 0


def _remind(session: Session, table: Table, seat: int) -> None:
    held = table.book.seats[seat]
    person = session.people.in_seat(held)
    if person is not None and not person.wants("reminders"):
        return
    notice = Notice("ready_soon", {"table": table.id}, actions=(("ready", Ready(table.id)),))
    ref = UserRef(held.platform, held.external)
    tell_person(session, ref, notice, session.language_for(person, table.chat), table.id)
