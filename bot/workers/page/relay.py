"""What the session shows on the page, on its way to the windows of all workers.

``PageRelay`` stands before the page as the session's frontend. What it is told goes to our own windows, and to the
workers that have said (``Presence``) that a window of theirs is concerned."""

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import Callable, Collection
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol

import structlog

from bot.cluster.packing import PACKAGES, Unpackable, pack, unpack
from bot.session.port.commands import UserRef
from bot.session.port.page import PAGE
from bot.session.port.protocols import Clock, Delivered, OnPage, Outcomes, Phrase, PostTarget
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate
from bot.workers.page.feed import KNOWN, UNKNOWN, Feed, Post
from bot.workers.page.presence import Concern, Presence

__all__ = ["Page", "PageRelay", "Windows"]

log = structlog.get_logger("cluster")

_KIND: Final = "page.told"
_TWIN_SECONDS: Final = 1.0  # So long an answer waits for what the same command has shown, which comes by another way
_ROUND_SECONDS: Final = 30.0  # So often everything that our windows are concerned with is said again
_PARTING_SECONDS: Final = 1.0
_KNOWN: Final = 20_000  # Tables of which it is remembered who showed them last


class Page(Protocol):
    """Our own page (``WebFrontend``), behind the relay."""

    @property
    def windows(self) -> "Windows": ...
    def meet(self, neighbours: "PageRelay") -> None: ...
    def show_table(self, update: PublicUpdate) -> None: ...
    def show_hand(self, update: PrivateUpdate) -> None: ...
    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None: ...
    def take_told(self, user: UserRef, notice: Notice, language: str) -> None: ...
    def hear(self, said: Phrase) -> None: ...
    def concerned(self, news: PublicUpdate | PrivateUpdate | Phrase) -> frozenset[Concern]: ...
    def take_table(self, update: PublicUpdate) -> None: ...
    def take_hand(self, update: PrivateUpdate) -> None: ...
    def drop_distant(self) -> None: ...
    def drop_notes(self, user: UserRef) -> None: ...
    def look_again(self, tables: Collection[int]) -> None: ...


class Windows(Protocol):
    """The windows of our own page."""

    def concerns(self) -> frozenset[Concern]: ...
    def concerns_of(self, user: UserRef) -> frozenset[Concern]: ...
    def are_concerned(self, concerns: Collection[Concern]) -> bool: ...


@dataclass(slots=True)
class _Arrivals:
    """What has come from one worker: of which incarnation, up to which message, thing, and number of its presence."""

    incarnation: str
    message: int = 0
    count: int = 0
    presence: int = 0


class _LastShown:
    """Which other worker has shown a table last."""

    def __init__(self) -> None:
        self._workers: OrderedDict[int, str] = OrderedDict()

    def by(self, table: int) -> str | None:
        return self._workers.get(table)

    def of(self, worker: str) -> set[int]:
        return {table for table, one in self._workers.items() if one == worker}

    def note(self, worker: str, table: int) -> None:
        self._workers[table] = worker
        self._workers.move_to_end(table)
        if len(self._workers) > _KNOWN:
            self._workers.popitem(last=False)


class PageRelay(OnPage):
    """The page of this worker, as the session and the other workers' pages see it. ``local`` is our own manager, ``is_here``
    tells whether it has a table; ``packages`` are those whose values may travel."""

    platform = PAGE
    _page: Page

    def __init__(
        self,
        local: Outcomes,
        post: Post,
        clock: Clock,
        *,
        is_here: Callable[[int], bool],
        packages: tuple[str, ...] = PACKAGES,
    ) -> None:
        self._packages = packages
        self._local, self._post, self._clock, self._is_here = local, post, clock, is_here
        self._presence = Presence()
        self._incarnation = secrets.token_hex(8)
        self._number = 0
        self._members: set[str] = set()
        self._feeds: dict[str, Feed] = {}
        self._running: dict[str, asyncio.Task[None]] = {}
        self._arrivals: dict[str, _Arrivals] = {}
        self._arrived = asyncio.Event()
        self.last_shown = _LastShown()
        self._rounds: asyncio.Task[None] | None = None
        self._stopped = False
        post.serve(_KIND, self._receive)

    # -- life
    def stand_before(self, page: Page) -> None:
        """Take what our session shows on this page; before ``start``."""
        self._page = page
        page.meet(self)

    def start(self) -> None:
        """Begin to say now and then what our windows are concerned with."""
        self._rounds = asyncio.create_task(self._go_round(), name="windows of all workers")

    async def stop(self) -> None:
        """Tell what is still to be told, and nothing more."""
        if self._rounds is not None:
            self._rounds.cancel()
        with suppress(TimeoutError):
            async with asyncio.timeout(_PARTING_SECONDS):
                await asyncio.gather(*(feed.emptied() for feed in self._feeds.values()))
        self._stopped = True
        for worker in list(self._feeds):
            self._forget(worker)

    def workers_changed(self, joined: Collection[str], gone: Collection[str]) -> None:
        """Note which other workers have come and gone; one that died and came back stands in both."""
        self._members -= set(gone)
        self._members |= set(joined)
        for worker in gone:
            self._forget(worker)
        for worker in joined:
            self._feed_to(worker)

    def taken_over(self, tables: Collection[int]) -> None:
        """Let everybody see tables that have become ours as they are now: their owner may have died before it told all."""
        self._tell_all(("ours", tuple(tables)))
        self._page.look_again(tables)

    async def _go_round(self) -> None:
        while True:
            await self._clock.sleep(_ROUND_SECONDS)
            self._page.drop_distant()
            for feed in self._feeds.values():
                feed.put(self._whole(), "whole")

    # -- what our page asks (``Neighbours``)
    def is_here(self, table: int) -> bool:
        return self._is_here(table)

    def came(self, concerns: Collection[Concern]) -> None:
        self._number += 1
        self._tell_all(("came", self._number, tuple(concerns)))

    def left(self, concerns: Collection[Concern]) -> None:
        self._number += 1
        self._tell_all(("left", self._number, tuple(concerns)))

    # -- what our session shows (``Frontend``, ``PhraseFrontend``)
    def show_table(self, update: PublicUpdate) -> None:
        concerned = self._page.concerned(update)
        self._page.show_table(update)
        self._tell(self._presence.wanting(concerned), ("table", update), ("table", update.table.id, update.chat))

    def show_hand(self, update: PrivateUpdate) -> None:
        """See ``Frontend``: a hand leaves this worker only for one where its very person has a window."""
        self._page.show_hand(update)
        self._tell(self._presence.wanting((update.user,)), ("hand", update), ("hand", update.user, update.table.id))

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """See ``Frontend``: to somebody who is nowhere it is said by whichever worker they come to."""
        there = self._presence.wanting((user,))
        here = self._page.windows.are_concerned((user,))
        if here or not there:
            self._page.tell(user, notice, language, table)
        if not here and not there and user.platform == self.platform:
            there = set(self._feeds)
        self._tell(there, ("told", user, notice, language))

    def hear(self, said: Phrase) -> None:
        self._page.hear(said)
        self._tell(self._presence.wanting(self._page.concerned(said)), ("said", said))

    # -- telling others
    def report(self, outcome: Delivered) -> bool:
        """Tell the owner of a table that it, or a hand at it, has been seen here; ``False`` if we do not know who has it."""
        if isinstance(outcome.target, PostTarget):
            return False
        worker = self.last_shown.by(outcome.target.table or 0)
        if worker is None:
            return False
        self._tell({worker}, ("seen", outcome), ("seen", outcome.target))
        return True

    def _tell(self, workers: Collection[str], thing: tuple[Any, ...], key: object = None) -> None:
        """Tell some workers something, packed once."""
        if not workers:
            return
        try:
            packed = pack(thing, self._packages)
        except Unpackable as error:
            log.error("cluster.page_unpackable", what=thing[0], why=str(error))
            return
        for worker in workers:
            self._feed_to(worker).put(packed, key)

    def _tell_all(self, thing: tuple[Any, ...]) -> None:
        self._tell(list(self._feeds), thing)

    def _whole(self) -> bytes:
        return pack(("whole", self._number, tuple(self._page.windows.concerns())))

    def _feed_to(self, worker: str) -> Feed:
        feed = self._feeds.get(worker)
        if feed is None:
            feed = self._feeds[worker] = Feed(
                worker, _KIND, self._incarnation, self._post, self._clock, self._whole, lambda: worker in self._members
            )
            if not self._stopped:
                running = asyncio.create_task(feed.run(), name="feed to another worker's page")
                self._running[worker] = running
                running.add_done_callback(partial(self._ended, worker))
        return feed

    def _ended(self, worker: str, running: asyncio.Task[None]) -> None:
        """Forget a worker that has taken nothing for a long time, unless it is known anew already."""
        if self._running.get(worker) is running:
            self._forget(worker)

    def _forget(self, worker: str) -> None:
        """Forget a worker that is gone, and with it what its windows were concerned with."""
        self._feeds.pop(worker, None)
        running = self._running.pop(worker, None)
        if running is not None:
            running.cancel()
        self._arrivals.pop(worker, None)
        self._presence.drop(worker)

    # -- what others tell
    async def _receive(self, caller: str, payload: bytes) -> bytes:
        incarnation, number, count, broken, things = unpack(payload)
        arrivals = self._arrivals.get(caller)
        if arrivals is None or arrivals.incarnation != incarnation:
            if not broken:
                return UNKNOWN
            self._presence.drop(caller)
            arrivals = self._arrivals[caller] = _Arrivals(incarnation)
        if number <= arrivals.message:
            return KNOWN  # late: it was sent again meanwhile
        self._feed_to(caller)
        for packed in things:
            try:
                self._take(caller, arrivals, *unpack(packed, self._packages))
            except Exception as error:
                log.error("cluster.page_unreadable", worker=caller, error=type(error).__name__)
        arrivals.message, arrivals.count = number, count
        self._arrived.set()
        self._arrived = asyncio.Event()
        if broken:
            self._page.look_again(self.last_shown.of(caller))
        return KNOWN

    def _take(self, caller: str, arrivals: _Arrivals, what: str, *said: Any) -> None:
        if what in ("came", "left", "whole"):
            if said[0] < arrivals.presence:
                return  # it was told already, and has changed since
            arrivals.presence = said[0]
        match what:
            case "table":
                self.last_shown.note(caller, said[0].table.id)
                self._page.take_table(*said)
            case "hand":
                self._page.take_hand(*said)
            case "said":
                self._page.hear(*said)
            case "told":
                self._page.take_told(*said)
            case "seen":
                self._local.report(*said)
            case "came":
                self._presence.came(caller, *said)
                self._drop_notes(said[1])
            case "left":
                self._presence.left(caller, *said)
            case "whole":
                self._presence.replace(caller, *said)
                self._drop_notes(said[1])
            case "ours":
                for table in said[0]:
                    self.last_shown.note(caller, table)
                self._page.look_again(*said)

    def _drop_notes(self, concerns: Collection[Concern]) -> None:
        for one in concerns:
            if isinstance(one, UserRef):
                self._page.drop_notes(one)

    # -- beside a command that is carried
    def presence_of(self, user: UserRef) -> tuple[int, tuple[Concern, ...]]:
        """What the windows of a person are concerned with, to be known before their command is carried out."""
        return self._number, tuple(self._page.windows.concerns_of(user))

    def expect(self, worker: str, number: int, concerns: Collection[Concern]) -> None:
        """Show a worker from now on what its windows are concerned with."""
        self._feed_to(worker)
        self._presence.came(worker, number, concerns)

    def told_so_far(self, worker: str) -> tuple[str, int]:
        """How much has been told to a worker."""
        return self._incarnation, self._feed_to(worker).count

    async def hear_so_far(self, worker: str, incarnation: str, count: int) -> None:
        """Wait until we have heard so much of a worker, but not for long."""
        with suppress(TimeoutError):
            async with asyncio.timeout(_TWIN_SECONDS):
                while not self._has_heard(worker, incarnation, count):
                    await self._arrived.wait()

    def _has_heard(self, worker: str, incarnation: str, count: int) -> bool:
        arrivals = self._arrivals.get(worker)
        return arrivals is not None and arrivals.incarnation == incarnation and arrivals.count >= count
