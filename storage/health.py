"""Whether what is written arrives in the database: known from the last write, told once to whoever listens, and tried again."""

import asyncio
import secrets
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Final

from storage.api import UnitOfWork
from storage.errors import FilesLost, StoreError, Unavailable
from storage.sql import Call, Transaction
from storage.themes.updates import FORGET_OLD, PUT_MARK

__all__ = ["CLOSE_SECONDS", "Health", "WatchedStore"]

CLOSE_SECONDS: Final = 3.0  # How long a store waits at its end for units of work in progress
_PING_SECONDS: Final = 5.0
_TRIAL: Final = "written"  # The name of the mark that is written to see whether anything can be written
_KEPT: Final = {"seconds": 7 * 86_400.0, "latest": 10_000}
"""How long update ids are kept, counted back from the newest: platforms redeliver for a day at most."""


class Health:
    """Whether the last write succeeded. ``listener`` is called with each new fault, and with ``None`` when all is well again."""

    def __init__(self) -> None:
        self.fault: Unavailable | None = None
        self.listener: Callable[[Unavailable | None], None] = lambda fault: None
        self.trips = self.waits = 0
        self.waited = 0.0
        """Questions that were answered; how often units have waited for their turn or a connection, and seconds in all."""

    def has_waited(self, since: float) -> None:
        """Note that a unit need not wait any more, as it has since then."""
        self.waits, self.waited = self.waits + 1, self.waited + time.perf_counter() - since

    def failed(self, fault: Unavailable) -> None:
        """Note that a write did not arrive, or would not. Lost files stay lost."""
        before = self.fault
        if isinstance(before, FilesLost):
            return
        self.fault = fault
        if before is None or isinstance(fault, FilesLost):
            self.listener(fault)

    def succeeded(self) -> None:
        """Note that a write arrived after one that did not."""
        if not isinstance(self.fault, FilesLost):
            self.fault = None
            self.listener(None)


class WatchedStore(ABC):
    """What both stores do alike: they begin units, and know whether they can be written to."""

    def __init__(self, health: Health) -> None:
        self.health = self._health = health
        self._trial: asyncio.Task[None] | None = None
        self._closed = False

    @abstractmethod
    async def _look(self) -> None:
        """Ask the database something, and raise what is wrong."""

    @abstractmethod
    async def _transaction(self) -> Transaction: ...

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        return self._begin()

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[UnitOfWork]:
        async with UnitOfWork(await self._transaction()) as unit:
            yield unit

    @asynccontextmanager
    async def change(self) -> AsyncIterator[UnitOfWork]:
        async with self.begin() as unit:
            yield unit
            await unit.commit()

    async def _change(self, call: Call) -> None:
        transaction = await self._transaction()
        await transaction.end([call], keep=True)

    def tell_health(self, listener: Callable[[Unavailable | None], None]) -> None:
        self._health.listener = listener

    async def ping(self) -> None:
        """Return if the database answers within five seconds, else raise ``Unavailable``. After a write that failed, a
        small one is tried, and has to arrive."""
        if self._closed:
            raise Unavailable("the store is closed")
        try:
            async with asyncio.timeout(_PING_SECONDS):
                await self._look()
                if self._health.fault is not None:
                    await self._try_to_write()
        except TimeoutError:
            raise Unavailable("the database does not answer") from None

    async def forget_old_updates(self) -> None:
        """Drop update ids that no platform will deliver again."""
        await self._change(Call(FORGET_OLD, _KEPT))

    async def _try_to_write(self) -> None:
        """Make one harmless change, or wait for the one that is being made; raise the reason if it did not arrive."""
        if self._trial is None or self._trial.done():
            self._trial = asyncio.create_task(self._write_trial())
        await asyncio.shield(self._trial)
        if self._health.fault is not None:
            raise self._health.fault

    async def _write_trial(self) -> None:
        with suppress(StoreError):  # the health keeps the reason
            # Another value each time: what does not change a page is not written.
            await self._change(Call(PUT_MARK, {"name": _TRIAL, "value": secrets.token_hex(4)}))
