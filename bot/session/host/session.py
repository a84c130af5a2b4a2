"""The tables that are open, and what all parts of the session share: the store, the clock, the people.

A table in memory is its book, its mailbox, and what need not survive a restart (AI players at work, what was last told). The
session only keeps and finds; what happens at a table is in ``change``, what people may ask in the command modules.
"""

from __future__ import annotations

import asyncio
import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, Protocol

import structlog

from bot.session.host.clocks import Clocks
from bot.session.host.mailbox import Mailbox, Tasks
from bot.session.host.reviewer import Reviewer
from bot.session.host.thinker import PoolThinker, Thinker
from bot.session.people.directory import KnownChats, People, Person, Reach, Talk, language_hint
from bot.session.people.quiet import quiet_hours
from bot.session.port.commands import ChatRef, Origin, UserRef
from bot.session.port.page import PagePlace
from bot.session.port.protocols import FENCE_BITS, Clock, Frontend, Meter, News, NoMeter, Ownership
from bot.session.state.answers import Unsaved
from bot.session.state.book import Book
from bot.session.state.dealing import DiceFactory, dice_for
from bot.session.state.guests import Place, is_at, note_message, place_of, places_of
from bot.session.state.replay import Replays
from storage.api import Store
from storage.themes.chats import ChatRow
from storage.themes.tables import SeatRow

__all__ = [
    "Foreign", "OpenTables", "PendingAnswer", "Seen", "Session", "SessionSettings", "Slot", "Surroundings", "Table",
    "TableBroken", "Unread", "of_place", "of_seat", "stands_in",
]  # fmt: skip

Slot = tuple[str, int]  # A message of a table: the panel of a seat, or what is shown in one of its places

_PLACE: Final = "place"

_SEAT: Final = "seat"


def of_place(chat: int) -> Slot:
    return _PLACE, chat


def of_seat(seat: int) -> Slot:
    return _SEAT, seat


@dataclass(slots=True)
class PendingAnswer:
    """Somebody other than the person who is about to answer a question: an AI player or a standing order."""

    question: str
    cause: str
    task: asyncio.Task[None] | None = None


class TableBroken(Exception):
    """An invariant did not hold: the table has been stopped."""


@dataclass(slots=True)
class Attention:
    """Who looks at their hand, and whom nothing has rung for."""

    looking: dict[int, float] = field(default_factory=dict)
    """The uptime at which somebody did something last where their hand is shown, by user."""
    unrung: dict[int, str] = field(default_factory=dict)
    """Questions, by seat, that were put to somebody who was looking, so that nothing has rung yet."""
    asked_quietly: dict[int, str] = field(default_factory=dict)
    """Questions, by seat, that were put to somebody in their quiet hours."""


@dataclass(slots=True)
class InGroup:
    """What is known about whether players are still in the group of their table."""

    asked_at: dict[int, float] = field(default_factory=dict)  # The uptime at which the platform was last asked, by user
    absent: set[UserRef] = field(default_factory=set)  # Who is not, as the host knows already


class Table:
    """One open table that is not parked. All changes go through ``mailbox``, in which ``follow_up`` comes after each job."""

    def __init__(
        self,
        book: Book,
        chat: ChatRow,
        tasks: Tasks,
        follow_up: Callable[[Table], None],
        *,
        guests: Mapping[int, ChatRow] | None = None,
        held: bool = False,
    ) -> None:
        self.book = book
        self.chat = chat  # Its home
        self.guests: dict[int, ChatRow] = dict(guests or {})  # The chats of its guest places
        self.left: list[Place] = []  # Places that it has left, and that have not been told yet
        self.told: set[str] = set()  # The platforms that could show it when it was shown again after a restart
        self.mailbox = Mailbox(tasks, lambda: follow_up(self))
        self.lock = asyncio.Lock()
        """Held while the table is written, until its book is as stored: other units may run beside that one. It is taken before a
        unit is begun."""
        self.pending: dict[int, PendingAnswer] = {}  # Who other than the person is about to answer, by seat
        self.unsaved = Unsaved()
        self.unnoted: dict[Slot, tuple[str | None, str]] = {}
        """Messages that show something else now: their ids and what they show. Stored with the next change, or with the next
        heartbeat."""
        self.version = 0
        self.held = held  # Clocks and AI players wait until somebody sees the table (after a restart)
        self.broken = False  # Stopped because an invariant did not hold; only ``/end`` still works
        self.stale = False
        """Whether what is stored may be further than the book: it is read again before anything else is done."""
        self.untimed: dict[int, str] = {}
        """Questions, by seat, that were put while no clock ran: none begins to run for them."""
        self.touched = 0.0  # The uptime at which a person did something here last
        self.since = 0.0  # The uptime at which it was taken up
        self.attention = Attention()
        self.in_group = InGroup()
        self.told_left: dict[int, float] = {}  # What a slow table says that is left on its clocks, by seat

    @property
    def id(self) -> int:
        return self.book.id

    # -- places
    @property
    def places(self) -> list[Place]:
        return places_of(self.book, self.chat, self.guests)

    def place_at(self, chat: ChatRef) -> Place | None:
        return next((place for place in self.places if is_at(place.chat, chat)), None)

    def place_of(self, held: SeatRow) -> Place:
        home, *others = self.places
        if not others:
            return home
        number = place_of(self.book, held)
        return next((place for place in others if place.chat.id == number), home)

    def take_left(self) -> list[Place]:
        left, self.left = self.left, []
        return [place for place in left if self.place_at(place.ref) is None]

    def keep(self, book: Book) -> None:
        """Put the book that has just been committed in the place of the one before."""
        was = self.places
        self.book = book
        self.follow_places(book.writes.chats)
        now = {self.chat.id, *self.guests}
        self.left += [place for place in was if place.chat.id not in now and not place.home]

    def follow_places(self, arrived: Iterable[ChatRow]) -> None:
        """Let the chats follow the book; ``arrived``: those of places that have come."""
        known = {**self.guests, self.chat.id: self.chat, **{chat.id: chat for chat in arrived}}
        self.chat = known.get(self.book.row.chat, self.chat)
        self.guests = {number: known[number] for number in self.book.places if number in known}

    def note_shown(self, draft: Book) -> None:
        """Write on a draft what messages show now, as far as they are still those of the table and its seats."""
        for (kind, number), (message, shows) in self.unnoted.items():
            if kind == _PLACE:
                there = draft.row if number == draft.row.chat else draft.places.get(number)
                if there is not None and there.message == message:
                    note_message(draft, number, message, there.message_at, shows)
            elif number in draft.seats and draft.seats[number].message == message:
                draft.seats[number] = replace(draft.seats[number], shows=shows)

    def has_noted(self, noted: dict[Slot, tuple[str | None, str]]) -> None:
        """Forget of what was noted what has not become something else meanwhile."""
        self.unnoted = {slot: now for slot, now in self.unnoted.items() if noted.get(slot) != now}

    def drop_pending(self, keep: Callable[[int, PendingAnswer], bool] = lambda seat, pending: False) -> None:
        """Stop thinking for every seat that ``keep`` does not want to be thought for any longer."""
        for seat, pending in list(self.pending.items()):
            if not keep(seat, pending):
                del self.pending[seat]
                if pending.task is not None:
                    pending.task.cancel()


@dataclass(frozen=True, slots=True)
class Foreign:
    """A table that has not been read here: its rows, and of its round no more than somebody has asked for."""

    book: Book
    chat: ChatRow
    guests: Mapping[int, ChatRow]

    @property
    def id(self) -> int:
        return self.book.id


Seen = Table | Foreign  # An open table, whoever has it


def stands_in(table: Seen, chat: ChatRef) -> bool:
    """Whether a table is shown in this group and topic."""
    return not table.book.home.adrift and any(is_at(row, chat) for row in (table.chat, *table.guests.values()))


class OpenTables(dict[int, Table]):
    """The open tables that have been read here, by number, and who sits where."""

    def __init__(self, tasks: Tasks, follow_up: Callable[[Table], None]) -> None:
        super().__init__()
        self._tasks = tasks
        self._follow_up = follow_up
        self._seated: dict[int, set[int]] = defaultdict(set)
        self._version = 0  # The latest version of any table that is not open any more
        self.opening = asyncio.Lock()
        """Held while a table is opened: whoever asks for many at once gets no more than are allowed."""

    def make(
        self, book: Book, chat: ChatRow, guests: Mapping[int, ChatRow] | None = None, *, held: bool = False
    ) -> Table:
        return Table(book, chat, self._tasks, self._follow_up, guests=guests, held=held)

    def add(self, table: Table) -> None:
        """Open a table. If it was open before, here or at another worker, its news still count as newer."""
        fence = table.book.fence
        table.version = fence << FENCE_BITS if fence else max(table.version, self._version)
        self[table.id] = table
        self.note_seats(table.id, {}, table.book.seats)

    def drop(self, table: Table) -> None:
        self.pop(table.id, None)
        self._version = max(self._version, table.version)
        self.note_seats(table.id, table.book.seats, {})
        table.drop_pending()

    def note_seats(self, table: int, before: dict[int, SeatRow], after: dict[int, SeatRow]) -> None:
        for held in before.values():
            if held.user is not None:
                self._seated[held.user].discard(table)
                if not self._seated[held.user]:
                    del self._seated[held.user]
        for held in after.values():
            if held.user is not None:
                self._seated[held.user].add(table)

    def of(self, user: int) -> list[Table]:
        """Those at which a person sits, oldest first."""
        return [self[table] for table in sorted(self._seated.get(user, ())) if table in self]

    def shown_in(self, chat: ChatRef) -> list[Table]:
        return [self[number] for number in sorted(self) if stands_in(self[number], chat)]

    def in_group(self, chat: ChatRef) -> list[Table]:
        group = chat.platform, chat.external
        tables = (self[number] for number in sorted(self))
        return [
            one
            for one in tables
            if any((there.platform, there.external) == group for there in (one.chat, *one.guests.values()))
        ]

    def follow_chat(self, row: ChatRow) -> None:
        for table in self.values():
            if table.chat.id == row.id:
                table.chat = row
            elif row.id in table.guests:
                table.guests[row.id] = row

    def others_waiting(self, user: int, table: int) -> tuple[int, ...]:
        if len(self._seated.get(user, ())) < 2:
            return ()
        waiting = []
        for other in self.of(user):
            seat = other.book.seat_of(user)
            if other.id != table and any(waited.seat == seat for waited in other.book.awaited):
                waiting.append(other.id)
        return tuple(waiting)


class Unread(dict[int, int]):
    """The open tables that are ours and have not been read yet, with their fences."""

    def __init__(self) -> None:
        super().__init__()
        self.reading: dict[int, asyncio.Task[None]] = {}  # Those of them that are being read
        self.reader: asyncio.Task[None] | None = None  # What reads the rest of them, one after the other
        self.adopting = asyncio.Lock()  # Held while they are read: none is taken up twice
        self.left_alone: set[tuple[int, int]] = set()
        """Tables, with their fences, that are ours and cannot be played here."""
        self._late: list[tuple[Callable[[Table], bool], Callable[[Table], None]]] = []
        self._arrived = asyncio.Event()

    def arrive(self, fences: Mapping[int, int]) -> None:
        """Take note of tables that have come to us, and wake who waits for one."""
        for number, fence in fences.items():
            self[number] = max(fence, self.get(number, 0))
        self._arrived.set()
        self._arrived = asyncio.Event()

    async def arrival(self) -> None:
        await self._arrived.wait()

    def once_read(self, concerned: Callable[[Table], bool], work: Callable[[Table], None]) -> None:
        """Do something at those of these tables that it concerns, as soon as each of them has been read."""
        if self:
            self._late.append((concerned, work))

    def catch_up(self, tables: Iterable[Table]) -> None:
        """Do at tables what has come about before they were read."""
        for table in tables:
            for concerned, work in self._late:
                if concerned(table):
                    work(table)
        if not self:
            self._late.clear()


log = structlog.get_logger("session")


@dataclass(frozen=True, slots=True)
class SessionSettings:
    """``turn_seconds``: default time to act, 0 for none. ``ai_delay``: how long an AI player seems to think, in
    seconds. ``seed``: makes deals reproducible. ``park_after``: seconds without a person's deed. ``tables_of_person``,
    ``tables_of_group``: so many tables may be open at a time of which one person is the host, or in one group.
    ``page``: where people reach the page. ``read_at_once``: of more tables than these a start reads none before somebody needs
    it. ``hosts``: who may run the place from their private chats. ``keep_rounds``: for so many seconds deals and logs of
    finished rounds are kept, ``None``: for ever."""

    turn_seconds: int = 90
    ai_delay: float = 1.0
    default_language: str = "en"
    seed: int | None = None
    park_after: float = 86_400.0
    tables_of_person: int = 8
    tables_of_group: int = 40
    page: PagePlace | None = None
    read_at_once: int = 100
    hosts: frozenset[UserRef] = frozenset()
    keep_rounds: float | None = None


class Surroundings(Protocol):
    """What a change may use of the session besides its draft: people, chance and time. No table can be reached from here."""

    people: People
    reach: Reach
    chats: KnownChats
    clock: Clock
    clocks: Clocks
    dice: DiceFactory | None
    meter: Meter
    settings: SessionSettings


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
        self.delays = random.Random()  # Draws how long answers wait; it never hears of a card
        self.ownership = ownership  # Who has which table; ``None``: this process has all
        self.frontends: dict[str, Frontend] = {}
        self.people = People(store, lambda ref: self.announce(News(people=frozenset({ref}))))
        self.reach = Reach(self.people, self.frontends)
        self.chats = KnownChats(store)
        self.talk = Talk()
        self.clocks = Clocks(clock)
        self.replays = Replays()
        self.reviewer = Reviewer(apart=isinstance(thinker, PoolThinker))
        self.rating = asyncio.Lock()
        """Held while ratings are computed anew: two that do so at once would each begin again because of the other."""
        self.tasks = Tasks()
        self.tables = OpenTables(self.tasks, lambda table: answerer(self, table))
        self.unread = Unread()

    # -- what other workers hear of
    def announce(self, news: News) -> None:
        """Let other workers, if there are any, read again what was changed here."""
        if self.ownership is not None:
            self.ownership.news(news)

    def tell_accounts(self, accounts: Iterable[UserRef]) -> None:
        """Say that these accounts are another person's now, or nobody's, or not alone any more."""
        changed = frozenset(accounts)
        self.people.hear(changed)
        self.announce(News(accounts=changed))

    def keep_chat(self, row: ChatRow) -> None:
        """Keep what a group is like now; its tables follow, here and at other workers."""
        if self.chats.keep(row):
            self.announce(News(chats=frozenset({ChatRef(row.platform, row.external, row.thread)})))
        self.tables.follow_chat(row)

    # -- tables
    def add_table(self, table: Table) -> None:
        """Open a table. The wall clock may have jumped since somebody touched it, and an outage is nobody's time: at least half
        of what is granted is still before it."""
        self.tables.add(table)
        passed = self.clock.now() - table.book.row.touched_at
        table.since = self.clocks.uptime()
        table.touched = table.since - min(max(0.0, passed), self.settings.park_after / 2)

    def drop_table(self, table: Table) -> None:
        """Drop a table that was closed or parked: nothing of it stays here."""
        self.tables.drop(table)
        self.clocks.drop(table.id)

    def release(self, table: Table, user: int | None = None) -> None:
        """Let clocks and AI players of a table go on, as somebody (``user``: if they sit there) sees it again. Runs in
        its mailbox."""
        if table.held and (user is None or table.book.seat_of(user) is not None):
            table.held = False
            self.clocks.release(table.id, self.clocks.uptime())

    def has(self, number: int) -> bool:
        return number in self.tables or number in self.unread

    @property
    def complete(self) -> bool:
        """Whether every open table there is has been read here: nothing need be looked up in the store."""
        return self.ownership is None and not self.unread

    # -- languages, quiet hours
    def is_quiet(self, person: Person | None) -> bool:
        """Whether nothing may ring for somebody now, by their own quiet hours."""
        hours = quiet_hours(person.prefs) if person is not None and "quiet" in person.prefs else None
        return hours is not None and self.clocks.may_be_in(hours)

    def are_quiet(self, people: Iterable[Person | None]) -> bool:
        """Whether all of these, if there are any, have quiet hours now: one of them silences nobody else's chat."""
        said = [self.is_quiet(person) for person in people]
        return bool(said) and all(said)

    def language_for(self, person: Person | None, chat: ChatRow | None) -> str:
        """How to speak to a person: their choice, what their platform hints at, the group's, the host's."""
        default = (chat.language if chat is not None else None) or self.settings.default_language
        return default if person is None else person.speaks(default)

    def language_of_origin(self, origin: Origin, person: Person | None) -> str:
        """The same for somebody who has just written, known or not."""
        chat = self.chats.at_hand(origin.place)
        if person is None:
            return language_hint(origin.locale) or self.language_for(None, chat)
        return self.language_for(person, chat)

    # -- the log
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
