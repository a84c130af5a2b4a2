"""An open table in memory: its book, its mailbox, and what need not survive a restart (AI players at work, what was last
told).

Jobs of a mailbox run one after the other, in the order in which they came. A task exists only while there is something to do,
so an idle table costs no more than an empty queue.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, TypeVar

import structlog

from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.origin import Elsewhere
from bot.session.state.book import Book
from bot.session.state.guests import Place, is_at, note_message, place_of, places_of
from bot.session.state.unsaved import Unsaved
from storage.themes.chats import ChatRow
from storage.themes.tables import SeatRow

__all__ = ["Job", "Mailbox", "PendingAnswer", "Slot", "Table", "TableBroken", "Tasks", "of_place", "of_seat"]

log = structlog.get_logger("session.mailbox")


T = TypeVar("T")

Job = Callable[[], Awaitable[None]]
"""Something for a mailbox."""

Slot = tuple[str, int]
"""A message of a table: the panel of a seat, or what is shown in one of its places."""

_PLACE: Final = "place"

_SEAT: Final = "seat"


class Tasks:
    """The owner of all tasks of the session: knows them, and ends them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something; it is forgotten when it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def drain(self, seconds: float) -> None:
        """Let what runs come to its end for so long, then cancel the rest and wait until it is gone."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)
        rest = set(self._tasks)
        for task in rest:
            task.cancel()
        if rest:
            await asyncio.wait(rest, timeout=1)

    def __len__(self) -> int:
        return len(self._tasks)


class Mailbox:
    """A queue of jobs with at most one task. Jobs handle their own errors; ``call`` hands them to its caller.

    ``follow_up`` is done after each job, whatever became of it.
    """

    __slots__ = ("_closed", "_follow_up", "_jobs", "_running", "_tasks")

    def __init__(self, tasks: Tasks, follow_up: Callable[[], None]) -> None:
        self._tasks = tasks
        self._follow_up = follow_up
        self._jobs: deque[tuple[Job, asyncio.Future[Any] | None]] = deque()
        self._running = False
        self._closed: Callable[[], Exception] | None = None

    @property
    def busy(self) -> bool:
        """Whether a job is being done."""
        return self._running

    def close(self, reason: Callable[[], Exception]) -> None:
        """Do no further job: what waits is dropped, and whoever waits for an answer or asks again gets the ``reason``."""
        self._closed = self._closed or reason
        while self._jobs:
            _, answer = self._jobs.popleft()
            if answer is not None and not answer.done():
                answer.set_exception(reason())
                answer.exception()

    def post(self, job: Job) -> None:
        """Queue a job; returns at once."""
        self._put(job, None)

    def _put(self, job: Job, answer: asyncio.Future[Any] | None) -> None:
        if self._closed is not None:
            return
        self._jobs.append((job, answer))
        if not self._running:
            self._running = True
            self._tasks.start(self._run())

    async def call(self, job: Callable[[], Awaitable[T]]) -> T:
        """Queue a job and wait for what it returns. If the caller gives up, the job is still done."""
        if self._closed is not None:
            raise self._closed()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                value = await job()
            except BaseException as error:  # handed over to the caller, which is waiting for it
                if not answer.done():
                    answer.set_exception(error)
                    answer.exception()  # a caller who gave up leaves no "never retrieved" behind
                if not isinstance(error, Exception):
                    raise
            else:
                if not answer.done():
                    answer.set_result(value)

        self._put(run, answer)
        return await answer

    async def _run(self) -> None:
        try:
            while self._jobs:
                try:
                    try:
                        job, _ = self._jobs.popleft()
                        await job()
                    finally:
                        self._follow_up()
                except Elsewhere:
                    pass  # another worker does it
                except Exception as error:  # whoever waits behind it must not wait for ever; its text could hold cards
                    log.error("a job failed", error=type(error).__name__)
        finally:
            self._running = False


def of_place(chat: int) -> Slot:
    """Return which message is the table's own in a chat."""
    return _PLACE, chat


def of_seat(seat: int) -> Slot:
    """Return which message is a seat's panel."""
    return _SEAT, seat


@dataclass(slots=True)
class PendingAnswer:
    """Somebody other than the person who is about to answer a question: an AI player or a standing order."""

    question: str
    cause: str
    task: asyncio.Task[None] | None = None


class TableBroken(Exception):
    """An invariant did not hold: the table has been stopped."""


class Table:
    """One open table that is not parked. All changes go through ``mailbox``, in which ``follow_up`` comes after each job."""

    __slots__ = (
        "absent",
        "asked_quietly",
        "book",
        "broken",
        "chat",
        "guests",
        "held",
        "left",
        "lock",
        "looked",
        "looking",
        "mailbox",
        "pending",
        "since",
        "stale",
        "told",
        "told_left",
        "touched",
        "unnoted",
        "unrung",
        "unsaved",
        "untimed",
        "version",
    )

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
        self.chat = chat
        """Its home."""
        self.guests: dict[int, ChatRow] = dict(guests or {})
        """The chats of its guest places."""
        self.left: list[Place] = []
        """Places that it has left, and that have not been told yet."""
        self.told: set[str] = set()
        """The platforms that could show it when it was shown again after a restart."""
        self.mailbox = Mailbox(tasks, lambda: follow_up(self))
        self.lock = asyncio.Lock()
        """Held while the table is written, until its book is as stored: other units may run beside that one. It is taken before a
        unit is begun."""
        self.pending: dict[int, PendingAnswer] = {}
        """Who other than the person is about to answer, by seat."""
        self.unsaved = Unsaved()
        self.unnoted: dict[Slot, tuple[str, str]] = {}
        """Messages that show something else now: their ids and what they show. Stored with the next change, or with the next
        heartbeat."""
        self.version = 0
        self.held = held
        """Clocks and AI players wait until somebody sees the table (after a restart)."""
        self.broken = False
        """Stopped because an invariant did not hold; only ``/end`` still works."""
        self.stale = False
        """Whether what is stored may be further than the book: it is read again before anything else is done."""
        self.untimed: dict[int, str] = {}
        """Questions, by seat, that were put while no clock ran: none begins to run for them."""
        self.touched = 0.0
        """The uptime at which a person did something here last."""
        self.since = 0.0
        """The uptime at which it was taken up."""
        self.asked_quietly: dict[int, str] = {}
        """Questions, by seat, that were put to somebody in their quiet hours."""
        self.looking: dict[int, float] = {}
        """The uptime at which somebody did something last where their hand is shown, by user."""
        self.unrung: dict[int, str] = {}
        """Questions, by seat, that were put to somebody who was looking, so that nothing has rung yet."""
        self.told_left: dict[int, float] = {}
        """What a slow table says that is left on its clocks, by seat."""
        self.looked: dict[int, float] = {}
        """When the platform was last asked whether a player is still in the group, by user."""
        self.absent: set[UserRef] = set()
        """Who is not, as the host knows already."""

    @property
    def id(self) -> int:
        """The table's id."""
        return self.book.id

    # -- places

    @property
    def places(self) -> list[Place]:
        """Where it is shown, its home first."""
        return places_of(self.book, self.chat, self.guests)

    def place_at(self, chat: ChatRef) -> Place | None:
        """Return the place that is this chat, ``None`` if it is not shown there."""
        return next((place for place in self.places if is_at(place.chat, chat)), None)

    def place_of(self, held: SeatRow) -> Place:
        """Return the place through which the person of a seat came."""
        home, *others = self.places
        number = place_of(self.book, held) if others else home.chat.id
        return next((place for place in others if place.chat.id == number), home)

    def take_left(self) -> list[Place]:
        """Return the places that are still to be told that it has left them; each is told once."""
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

    def has_noted(self, noted: dict[Slot, tuple[str, str]]) -> None:
        """Forget of what was noted what has not become something else meanwhile."""
        self.unnoted = {slot: now for slot, now in self.unnoted.items() if noted.get(slot) != now}

    def drop_pending(self, keep: Callable[[int, PendingAnswer], bool] = lambda seat, pending: False) -> None:
        """Stop thinking for every seat that ``keep`` does not want to be thought for any longer."""
        for seat, pending in list(self.pending.items()):
            if not keep(seat, pending):
                del self.pending[seat]
                if pending.task is not None:
                    pending.task.cancel()
