"""How what came in here reaches the worker that has the table, and how the others hear what has changed.

It is the ``Ownership`` of the session and the ``Carrier`` of the frontends, over the courier."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import Any, Final, Protocol

import structlog

from bot.cluster.courier import CallFailed, Courier, NoAnswer, Overloaded
from bot.cluster.membership import Membership
from bot.cluster.packing import pack, unpack
from bot.session.port.commands.record import Elsewhere
from bot.session.port.protocols import Carried, Clock, Leases, News, Outcome
from storage.api import Store, StoreError

__all__ = ["ELSEWHERE", "NOT_NOW", "UPKEEP", "Forwarding", "Listener", "Receiver"]

log = structlog.get_logger("cluster")


CALL_SECONDS: Final = 15.0
"""So long an owner that lives may take: what it has begun is not asked for a second time. One that dies is found out earlier."""

_AGAIN: Final = 0.1  # Seconds until it is asked again who has a table that is between two owners

_OUTCOME_SECONDS: Final = 3.0

UPKEEP: Final = "upkeep"  # The lease of the one worker that does what one of all has to do

_KNOWN: Final = 50_000  # So many owners are remembered; one that has none any more says so itself

ELSEWHERE: Final = b"elsewhere"

NOT_NOW: Final = b"not now"
"""Answers to a call about a table: it is not here (any more); it cannot be handled at this moment, and nothing was done."""

_DONE: Final = b"done"


class Receiver(Protocol):
    """A frontend that handles what another worker heard."""

    async def take_carried(self, raw: Mapping[str, Any]) -> bool:
        """Handle an update; whether it was handled. ``Elsewhere`` if its table is not ours."""


class Listener(Protocol):
    """What other workers tell the session here."""

    async def refresh(self, news: News) -> None:
        """Read again what others have changed."""

    async def refresh_all(self) -> None:
        """Read everything again: news may have been missed."""

    def hear(self, outcome: Outcome) -> None:
        """Take note of what became of a message that another worker sent."""


class Forwarding:
    """``Ownership`` and ``Carrier``: knows who has which table, and brings there what is meant for it."""

    def __init__(
        self, worker: str, store: Store, courier: Courier, standing: Membership, leases: Leases, clock: Clock
    ) -> None:
        self.worker, self._store, self._courier, self._clock = worker, store, courier, clock
        self._standing, self._leases = standing, leases
        self._known: OrderedDict[int, str] = OrderedDict()
        self._receivers: dict[str, Receiver] = {}
        self._session: Listener | None = None
        self._reconcile: Callable[[], Awaitable[None]] | None = None
        self._look: Callable[[], None] = lambda: None
        self._compared, self._lapses = True, 0
        self._silent: set[str] = set()
        self._moved = asyncio.Event()
        self.carried = 0
        """How much has been brought to other workers."""
        self._tasks: set[asyncio.Task[None]] = set()
        courier.serve("update", self._receive)
        courier.serve("outcome", self._receive_outcome)
        courier.news.subscribe("changed", self._hear)
        courier.news.subscribe("outcome", self._hear_outcome)
        courier.news.subscribe("moves", self._hear_moves)
        courier.news.on_gap(self._missed)
        standing.on_lapse(self._lapsed)

    def receive_for(self, platform: str, receiver: Receiver) -> None:
        """Let a platform's frontend handle what others have heard."""
        self._receivers[platform] = receiver

    def tell(self, session: Listener, reconcile: Callable[[], Awaitable[None]], look: Callable[[], None]) -> None:
        """Let the session hear what others say. ``reconcile`` compares our tables with the store's after others may
        have taken us for dead; ``look`` is called when tables have been set free."""
        self._session, self._reconcile, self._look = session, reconcile, look

    def tell_moves(self) -> None:
        """Say that tables have been set free or claimed: whoever waits for one looks again."""
        self._courier.news.publish("moves")
        self._note_moves()

    def _note_moves(self) -> None:
        moved, self._moved = self._moved, asyncio.Event()
        moved.set()

    async def keep_up(self) -> None:
        """Do what was asked for while nobody kept house."""
        if self._session is not None:
            self._start(self._session.refresh(News(ratings=True)))

    async def close(self) -> None:
        """Break off what is being read again."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    # -- ``Ownership``
    async def owner_of(self, table: int) -> str | None:
        async with self._store.begin() as unit:
            row = await unit.owners.get(table)
        if row is None or not row.worker:
            self._known.pop(table, None)
            return None
        self._known[table] = row.worker
        self._known.move_to_end(table)
        if len(self._known) > _KNOWN:
            self._known.popitem(last=False)
        return row.worker

    @property
    def sure(self) -> bool:
        return self._standing.sure and self._compared

    @property
    def keeper(self) -> bool:
        return self._leases.sure(UPKEEP)

    def news(self, news: News) -> None:
        self._courier.news.publish("changed", pack(news))

    def hand_on(self, outcome: Outcome, table: int | None = None) -> None:
        if table is None:
            self._courier.news.publish("outcome", pack(outcome))
        else:
            self._start(self._hand_on(outcome, table))

    async def _hand_on(self, outcome: Outcome, table: int) -> None:
        answer = await self.ask("outcome", pack(outcome), table, _OUTCOME_SECONDS)
        if answer is Carried.HERE and self._session is not None:
            self._session.hear(outcome)

    # -- ``Carrier``
    def is_elsewhere(self, table: int) -> bool:
        return self._known.get(table, self.worker) != self.worker

    async def carry(self, platform: str, raw: Mapping[str, Any], table: int, *, seconds: float = 2.0) -> Carried:
        payload = json.dumps({"platform": platform, "raw": raw}).encode()
        answer = await self.ask("update", payload, table, seconds)
        self.carried += not isinstance(answer, Carried)
        log.debug("carried", table=table, to=self._known.get(table))
        return answer if isinstance(answer, Carried) else Carried.DONE

    async def ask(self, kind: str, payload: bytes, table: int, seconds: float) -> bytes | Carried:
        """Ask the owner of a table, whoever that is by then; return its answer, ``HERE`` or ``UNREACHED``. Whatever is
        asked has its effect once, also where two owners hear it: updates are remembered in the store."""
        until = self._clock.monotonic() + seconds
        worker = self._known.get(table)
        while True:
            moved = self._moved
            if worker is None:
                try:
                    worker = await self.owner_of(table)
                except StoreError:
                    return Carried.UNREACHED
            if worker == self.worker:
                return Carried.HERE
            answer = NOT_NOW if worker is None else await self._call(worker, kind, payload)
            if answer not in (ELSEWHERE, NOT_NOW):
                return answer
            self._known.pop(table, None)
            worker = None
            left = until - self._clock.monotonic()
            if left <= 0:
                return Carried.UNREACHED
            with suppress(TimeoutError):
                async with asyncio.timeout(min(_AGAIN, left)):
                    await moved.wait()

    async def _call(self, worker: str, kind: str, payload: bytes) -> bytes:
        if not self._courier.reachable:
            return NOT_NOW
        try:
            answer = await self._courier.call(worker, kind, payload, CALL_SECONDS)
        except (NoAnswer, Overloaded, CallFailed) as error:
            if worker not in self._silent:  # it is asked again and again until somebody else has its tables
                self._silent.add(worker)
                log.warning("a worker does not answer", other=worker, kind=kind, error=type(error).__name__)
            return NOT_NOW
        self._silent.discard(worker)
        return answer

    # -- what others send
    async def _receive(self, caller: str, payload: bytes) -> bytes:
        """Handle what another worker heard."""
        said = json.loads(payload)
        receiver = self._receivers.get(said["platform"])
        if receiver is None:
            return NOT_NOW
        try:
            return _DONE if await receiver.take_carried(said["raw"]) else NOT_NOW
        except Elsewhere:
            return ELSEWHERE

    async def _receive_outcome(self, caller: str, payload: bytes) -> bytes:
        if self._session is None:
            return NOT_NOW
        self._session.hear(unpack(payload))
        return _DONE

    def _hear(self, publisher: str, payload: bytes) -> None:
        """Read again what another worker has changed."""
        news: News = unpack(payload)
        if self._session is not None:
            self._start(self._session.refresh(news))
        if news.tables:
            self._hear_moves(publisher, b"")

    def _hear_outcome(self, publisher: str, payload: bytes) -> None:
        if self._session is not None:
            self._session.hear(unpack(payload))

    def _hear_moves(self, publisher: str, payload: bytes) -> None:
        self._note_moves()
        self._look()

    def _missed(self) -> None:
        self._known.clear()
        if self._session is not None:
            self._start(self._session.refresh_all())

    def _lapsed(self) -> None:
        """Find out which tables others have taken while we were away."""
        self._lapses += 1
        self._compared = False
        self._start(self._compare())

    async def _compare(self) -> None:
        """Compare until it has succeeded."""
        while self._reconcile is not None and not self._compared:
            lapses = self._lapses
            try:
                await self._reconcile()
            except StoreError:
                await self._clock.sleep(_AGAIN)
                continue
            self._compared = lapses == self._lapses

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        async def guarded() -> None:
            try:
                await work
            except StoreError as error:
                log.warning("what others changed could not be read", why=str(error))

        task = asyncio.create_task(guarded(), name="cluster news")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
