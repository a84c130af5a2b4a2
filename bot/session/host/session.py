"""What all parts of the session share: the store, the clock, the people, the tables that are open.

The session only keeps and finds; what happens at a table is in ``change``, what people may ask in the command modules.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

import structlog

from bot.session.host.clocks import LOBBY, VOTE, VOTE_SECONDS, Clocks, Uptime, Wall
from bot.session.host.reviewer import Reviewer
from bot.session.host.table import Table, Tasks
from bot.session.host.thinker import PoolThinker, Thinker
from bot.session.people.directory import People, Person, Reach, Talk, language_hint
from bot.session.people.quiet import quiet_hours
from bot.session.port.commands import ChatRef, Origin, UserRef
from bot.session.port.metrics import Meter, NoMeter
from bot.session.port.page import PagePlace
from bot.session.port.protocols import Clock, Frontend
from bot.session.port.workers import FENCE_BITS, News, Ownership
from bot.session.state.book import Book
from bot.session.state.dealing import DiceFactory, dice_for
from bot.session.state.guests import is_at
from bot.session.state.replay import Replays
from storage.api import Store, UnitOfWork
from storage.themes.chats import ChatRow
from storage.themes.tables import SeatRow

__all__ = ["Session", "SessionSettings", "Surroundings", "stands_in"]


log = structlog.get_logger("session")


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """``turn_seconds``: default time to act, 0 for none. ``ai_delay``: how long an AI player seems to think, in
    seconds. ``seed``: makes deals reproducible. ``park_after``: seconds without a person's deed. ``tables_of_person``,
    ``tables_of_group``: so many tables may be open at a time of which one person is the host, or in one group.
    ``page``: where people reach the page. ``read_at_once``: of more tables than these a start reads none before somebody needs
    it."""

    turn_seconds: int = 90
    ai_delay: float = 1.0
    default_language: str = "en"
    seed: int | None = None
    park_after: float = 86_400.0
    tables_of_person: int = 8
    tables_of_group: int = 40
    page: PagePlace | None = None
    read_at_once: int = 100


class Surroundings(Protocol):
    """What a change may use of the session besides its draft: people, chance and time. No table can be reached from here."""

    people: People
    reach: Reach
    clock: Clock
    clocks: Clocks
    dice: DiceFactory | None
    meter: Meter
    settings: SessionSettings

    async def chat_of(self, unit: UnitOfWork, origin: Origin) -> ChatRow:
        """Return the place that a command came from; it is written down when it is new or has a new title."""
        ...

    def uptime(self) -> float:
        """Return seconds in which the process has been getting on."""
        ...

    def vote_seconds(self, table: int) -> int:
        """Return whole seconds for which the table's vote is open, or would be if it began now."""
        ...


class Session:
    """The shared state of one manager."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        thinker: Thinker,
        settings: SessionSettings,
        answerer: Callable[[Session, Table], None],
        dice: DiceFactory | None = None,
        meter: Meter | None = None,
        ownership: Ownership | None = None,
    ) -> None:
        self.store = store
        self.clock = clock
        self.thinker = thinker
        self.settings = settings
        self.dice = dice or dice_for(settings.seed)
        """Reproducible dice; ``None``: every deal is promised beforehand, see ``dealing``."""
        self.meter: Meter = meter or NoMeter()
        self.delays = random.Random()
        """Draws how long answers wait; it never hears of a card."""
        self.ownership = ownership
        """Who has which table; ``None``: this process has all."""
        self.frontends: dict[str, Frontend] = {}
        self.account_listeners: list[Callable[[frozenset[UserRef]], None]] = []
        """Who hears that accounts have been joined, parted or forgotten."""
        self.people = People(store, lambda ref: self.announce(News(people=frozenset({ref}))))
        self.reach = Reach(self.people, self.frontends)
        self.talk = Talk()
        self.clocks = Clocks()
        self.watch = Uptime()
        self.wall = Wall()
        self.replays = Replays()
        self.reviewer = Reviewer(apart=isinstance(thinker, PoolThinker))
        self.reviewed: set[tuple[str, str]] = set()
        """Messages (platform and id) to which a finished review is on its way."""
        self.callees: dict[tuple[ChatRef, UserRef], set[int]] = {}
        """Who is to be called to which tables, as soon as their platform says that they are in the group."""
        self.opening = asyncio.Lock()
        """Held while a table is opened: whoever asks for many at once gets no more than are allowed."""
        self.rating = asyncio.Lock()
        """Held while ratings are computed anew: two that do so at once would each begin again because of the other."""
        self.tasks = Tasks()
        self.tables: dict[int, Table] = {}
        self.unread: dict[int, int] = {}
        """Open tables that are ours and have not been read yet, with their fences."""
        self.reading: dict[int, asyncio.Task[None]] = {}
        """Those of them that are being read."""
        self.backlog: asyncio.Task[None] | None = None
        """What reads the rest of them, one after the other."""
        self._late: list[tuple[Callable[[Table], bool], Callable[[Table], None]]] = []
        """What is still to be done at tables that had not been read when it came about."""
        self.left_alone: set[tuple[int, int]] = set()
        """Tables, with their fences, that are ours and cannot be played here."""
        self.adopting = asyncio.Lock()
        """Held while such tables are read: none is taken up twice."""
        self.arrived = asyncio.Event()
        """Set, and another put in its place, when tables of other workers have come to us."""
        self.absent: set[tuple[ChatRef, UserRef]] = set()
        """Who was not in a group any more when its platform was last asked."""
        self.shared: dict[tuple[str, str], float] = {}
        """When a round was last shared in a group (platform, its id there)."""
        self._chats: dict[ChatRef, ChatRow] = {}
        self._seated: dict[int, set[int]] = defaultdict(set)
        self._answerer = answerer
        self._version = 0
        """The latest version of any table that is not open any more."""

    def tell_accounts(self, accounts: Iterable[UserRef]) -> None:
        """Say that these accounts are another person's now, or nobody's, or not alone any more."""
        changed = frozenset(accounts)
        self.hear_accounts(changed)
        self.announce(News(accounts=changed))

    def hear_accounts(self, changed: frozenset[UserRef]) -> None:
        """Tell who listens here that accounts have changed."""
        for listener in self.account_listeners:
            listener(changed)

    def announce(self, news: News) -> None:
        """Let other workers, if there are any, read again what was changed here."""
        if self.ownership is not None:
            self.ownership.news(news)

    # -- chats

    async def chat_of(self, unit: UnitOfWork, origin: Origin) -> ChatRow:
        """Return the place that a command came from; it is written down when it is new or has a new title."""
        ref = origin.place
        assert ref is not None
        row = self._chats.get(ref) or await unit.chats.find(ref.platform, ref.external, ref.thread)
        if row is None:
            row = await unit.chats.add(ref.platform, ref.external, ref.thread, origin.chat_title)
            if not origin.group:
                return row
            row = replace(row, group=origin.group, group_title=origin.group_title)
            await unit.chats.put(row)
        elif origin.chat_title and row.title != origin.chat_title:
            row = replace(row, title=origin.chat_title)
            await unit.chats.put(row)
        return row

    @property
    def chats(self) -> list[ChatRef]:
        """The groups that are kept at hand."""
        return list(self._chats)

    async def known_chat(self, ref: ChatRef) -> ChatRow | None:
        """Return a group that has been seen before."""
        if ref not in self._chats:
            async with self.store.begin() as unit:
                row = await unit.chats.find(ref.platform, ref.external, ref.thread)
            if row is None:
                return None
            self._chats[ref] = row
        return self._chats[ref]

    def know_chat(self, row: ChatRow) -> None:
        """Keep a group as it is stored."""
        self._chats[ChatRef(row.platform, row.external, row.thread)] = row

    def keep_chat(self, row: ChatRow) -> None:
        """Keep what a group is like now; its tables follow, here and at other workers."""
        ref = ChatRef(row.platform, row.external, row.thread)
        if self._chats.get(ref) != row:
            self.announce(News(chats=frozenset({ref})))
        self.follow_chat(row)

    def follow_chat(self, row: ChatRow) -> None:
        """Keep a group as it is stored; our tables follow."""
        self.know_chat(row)
        for table in self.tables.values():
            if table.chat.id == row.id:
                table.chat = row
            elif row.id in table.guests:
                table.guests[row.id] = row

    def drop_chats(self, chats: Iterable[ChatRef]) -> None:
        """Forget chats that there are no more."""
        for chat in chats:
            self._chats.pop(chat, None)

    def forget_chats(self) -> None:
        """Read groups again when they are next needed."""
        self._chats.clear()

    # -- tables

    def make_table(
        self, book: Book, chat: ChatRow, guests: Mapping[int, ChatRow] | None = None, *, held: bool = False
    ) -> Table:
        """Return a table with this book; it is open once it has been added."""
        return Table(book, chat, self.tasks, lambda table: self._answerer(self, table), guests=guests, held=held)

    def add_table(self, table: Table) -> None:
        """Open a table. If it was open before, here or at another worker, its news still count as newer."""
        fence = table.book.fence
        table.version = fence << FENCE_BITS if fence else max(table.version, self._version)
        table.since = self.uptime()
        table.touched = table.since - self._idle(table)
        self.tables[table.id] = table
        self.note_seats(table.id, {}, table.book.seats)

    def _idle(self, table: Table) -> float:
        """Tell for how many seconds nobody had touched a table that is taken up.

        The wall clock may have jumped, and an outage is nobody's time: at least half of what is granted is still before it.
        """
        passed = self.clock.now() - table.book.row.touched_at
        return min(max(0.0, passed), self.settings.park_after / 2)

    def release(self, table: Table, user: int | None = None) -> None:
        """Let clocks and AI players of a table go on, as somebody (``user``: if they sit there) sees it again.

        Runs in its mailbox.
        """
        if table.held and (user is None or table.book.seat_of(user) is not None):
            table.held = False
            self.clocks.release(table.id, self.uptime())

    def has(self, number: int) -> bool:
        """Tell whether an open table is ours, read or not."""
        return number in self.tables or number in self.unread

    @property
    def complete(self) -> bool:
        """Whether every open table there is has been read here: nothing need be looked up in the store."""
        return self.ownership is None and not self.unread

    def once_read(self, concerned: Callable[[Table], bool], work: Callable[[Table], None]) -> None:
        """Do something at those tables that have not been read yet, as soon as each of them is."""
        if self.unread:
            self._late.append((concerned, work))

    def catch_up(self, tables: Iterable[Table]) -> None:
        """Do at tables what has come about before they were read."""
        for table in tables:
            for concerned, work in self._late:
                if concerned(table):
                    work(table)
        if not self.unread:
            self._late.clear()

    def drop_table(self, table: Table) -> None:
        """Drop a table that was closed or parked: nothing of it stays here."""
        self.tables.pop(table.id, None)
        self._version = max(self._version, table.version)
        self.note_seats(table.id, table.book.seats, {})
        table.drop_pending()
        self.clocks.drop(table.id)

    def note_seats(self, table: int, before: dict[int, SeatRow], after: dict[int, SeatRow]) -> None:
        """Keep in pending who sits where."""
        for held in before.values():
            if held.user is not None:
                self._seated[held.user].discard(table)
                if not self._seated[held.user]:
                    del self._seated[held.user]
        for held in after.values():
            if held.user is not None:
                self._seated[held.user].add(table)

    def tables_of(self, user: int) -> list[Table]:
        """Open tables at which a person sits, oldest first."""
        return [self.tables[table] for table in sorted(self._seated.get(user, ())) if table in self.tables]

    def tables_in(self, chat: ChatRef) -> list[Table]:
        """Open tables that are shown in a group (and topic), oldest first."""
        return [self.tables[number] for number in sorted(self.tables) if stands_in(self.tables[number], chat)]

    def tables_of_chat(self, chat: ChatRef) -> list[Table]:
        """Return the same, with those of all topics of the group."""
        tables = (self.tables[number] for number in sorted(self.tables))
        return [one for one in tables if any(_is_in_group(there, chat) for there in (one.chat, *one.guests.values()))]

    def others_waiting(self, user: int, table: int) -> tuple[int, ...]:
        """Return further tables where this person is waited for."""
        if len(self._seated.get(user, ())) < 2:
            return ()
        waiting = []
        for other in self.tables_of(user):
            seat = other.book.seat_of(user)
            if other.id != table and any(waited.seat == seat for waited in other.book.awaited):
                waiting.append(other.id)
        return tuple(waiting)

    # -- languages, times

    def language_for(self, person: Person | None, chat: ChatRow | None) -> str:
        """Return how to speak to a person: their choice, what their platform hints at, the group's, the host's."""
        default = (chat.language if chat is not None else None) or self.settings.default_language
        return default if person is None else person.speaks(default)

    def language_of_origin(self, origin: Origin, person: Person | None) -> str:
        """Return the same for somebody who has just written, known or not."""
        chat = self._chats.get(origin.place) if origin.place is not None else None
        if person is None:
            return language_hint(origin.locale) or self.language_for(None, chat)
        return self.language_for(person, chat)

    def uptime(self) -> float:
        """Return seconds in which the process has been getting on, see ``Uptime``."""
        return self.watch.at(self.clock.monotonic())

    def is_quiet(self, person: Person | None) -> bool:
        """Tell whether nothing may ring for somebody now, by their own quiet hours."""
        hours = None if person is None else quiet_hours(person.prefs)
        if hours is None:
            return False
        return any(hours.holds(at) for at in self.wall.times(self.clock.now(), self.uptime()))

    def are_quiet(self, people: Iterable[Person | None]) -> bool:
        """Tell whether all of these, if there are any, have quiet hours now: one of them silences nobody else's chat."""
        said = [self.is_quiet(person) for person in people]
        return bool(said) and all(said)

    def seconds_left(self, table: Table) -> dict[int, int]:
        """Return whole seconds left by seat, for those whose clock is on."""
        now = self.uptime()
        waited = [entry.seat for entry in table.book.awaited] or table.book.missing
        clocks = ((seat, self.clocks.of(table.id, seat)) for seat in waited)
        return {seat: round(clock.remaining(now)) for seat, clock in clocks if clock is not None}

    def due(self, table: Table) -> dict[int, int]:
        """Return when clocks that are running will be over, in seconds since 1970, by seat."""
        now, wall = self.uptime(), self.clock.now()
        running = {seat: self.clocks.of(table.id, seat) for seat in self.seconds_left(table)}
        each = 60 if table.book.slow else 1  # what is told of hours does not change with every tick
        return {
            seat: round((wall + clock.remaining(now)) / each) * each
            for seat, clock in running.items()
            if clock is not None and clock.since is not None
        }

    def lobby_ends(self, table: Table) -> int:
        """Return when the time ends in which people may come to a table, in seconds since 1970; 0: it does not run."""
        running = self.clocks.of(table.id, LOBBY)
        return 0 if running is None else round(self.clock.now() + running.remaining(self.uptime()))

    def vote_seconds(self, table: int) -> int:
        """Return whole seconds for which the table's vote is open, or would be if it began now."""
        vote = self.clocks.of(table, VOTE)
        return round(VOTE_SECONDS if vote is None else vote.remaining(self.uptime()))

    def note(self, event: str, table: Table, **data: Any) -> None:
        """Log what goes on at a table; ``data`` never holds a card."""
        log.info(event, table=table.id, match=table.book.row.match, seq=table.book.play.seq, **data)

    def complain(self, event: str, table: Table | None, error: BaseException | None = None, **data: Any) -> None:
        """Log a line for the host. Of an error only its class and place are told: its text could hold cards."""
        book = None if table is None else table.book
        where = None
        if error is not None:
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            if trace is not None:
                where = f"{trace.tb_frame.f_code.co_filename.rpartition('/')[2]}:{trace.tb_lineno}"
        log.error(
            event,
            table=None if book is None else book.id,
            match=None if book is None else book.row.match,
            seq=None if book is None else book.play.seq,
            error=None if error is None else type(error).__name__,
            where=where,
            **data,
        )


class _Standing(Protocol):
    """Something that is shown in chats."""

    @property
    def book(self) -> Book:
        """The table as it stands."""
        ...

    @property
    def chat(self) -> ChatRow:
        """The home."""
        ...

    @property
    def guests(self) -> Mapping[int, ChatRow]:
        """The chats of guest places."""
        ...


def stands_in(table: _Standing, chat: ChatRef) -> bool:
    """Tell whether a table is shown in this group and topic."""
    return not table.book.home.adrift and any(is_at(row, chat) for row in (table.chat, *table.guests.values()))


def _is_in_group(row: ChatRow, chat: ChatRef) -> bool:
    """Tell whether a chat is this one, in whatever topic."""
    return (row.platform, row.external) == (chat.platform, chat.external)
