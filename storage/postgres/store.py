"""The store on a PostgreSQL server: units of work side by side, each a transaction of its own on one of a few
connections."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, Final

from storage.api import UnitOfWork
from storage.errors import StoreError, Unavailable
from storage.postgres.address import Address
from storage.postgres.connections import Connections
from storage.postgres.faults import FAULTS, store_error, store_error_at
from storage.postgres.process import SoleProcess
from storage.postgres.transaction import ServerTransaction
from storage.postgres.version import migrate, version_of
from storage.sql import Call, Health
from storage.themes.updates import FORGET_OLD, PUT_MARK
from storage.versions import require_version

__all__ = ["ServerStore", "open_server"]

_PING_SECONDS: Final = 5.0
_CLOSE_SECONDS: Final = 3.0
_TRIAL: Final = "written"
"""The name of the mark that is written to see whether anything can be written."""
_KEPT: Final = {"seconds": 7 * 86_400.0, "latest": 10_000}
"""How long update ids are kept, counted back from the newest."""


async def open_server(url: str, *, beside: bool = False, shared: bool = False) -> ServerStore:
    """Open the database of a ``DATABASE_URL``, with its tables made and brought up to date if need be.

    ``beside``: change nothing of its shape, and do not ask to be the only process. ``shared``: several processes play on it.
    """
    address, health = Address.of(url), Health()
    sole = None if beside or shared else SoleProcess(address, health)
    connections: Connections | None = None
    try:
        if sole is not None:
            await sole.take()
        if not beside:
            await migrate(address)
        if sole is not None:
            await sole.claim()
        connections = await _connections(address, beside, shared)
    except BaseException:
        if sole is not None:
            await sole.close()
        raise
    store = ServerStore(connections, health, sole)
    if not beside:
        try:
            await store.forget_old_updates()
        except BaseException:
            await store.close()
            raise
    return store


async def _connections(address: Address, beside: bool, shared: bool) -> Connections:
    try:
        connections = await Connections.open(address, shared=shared)
    except StoreError as error:
        raise store_error_at(str(address), error) from None
    try:
        if beside:
            async with connections.one() as connection:
                require_version(await version_of(connection))
    except BaseException as error:
        connections.cut_off()
        if isinstance(error, FAULTS):
            raise store_error_at(str(address), error) from None
        raise
    return connections


class ServerStore:
    """A ``DurableStore`` on a server. Made by ``open_server``."""

    def __init__(self, connections: Connections, health: Health, sole: SoleProcess | None) -> None:
        self._connections = connections
        self._health = health
        self._sole = sole
        self._units: dict[asyncio.Task[Any] | None, int] = {}
        self._idle = asyncio.Event()
        self._idle.set()
        self._trial: asyncio.Task[None] | None = None
        self._closed = False

    def tell_health(self, listener: Callable[[Unavailable | None], None]) -> None:
        """Call ``listener`` when writing begins to fail, with the reason, and with ``None`` when it works again."""
        self._health.listener = listener

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """Begin a transaction beside all others."""
        return self._begin()

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[UnitOfWork]:
        async with UnitOfWork(self._transaction()) as unit:
            yield unit

    def _transaction(self) -> ServerTransaction:
        if self._closed:
            raise Unavailable("the store is closed")
        task = asyncio.current_task()
        if task in self._units:
            raise RuntimeError("a unit of work was begun inside another one of the same task")
        if self._sole is not None and self._sole.fault is not None:
            raise self._sole.fault
        self._units[task] = 1
        self._idle.clear()

        def over() -> None:
            del self._units[task]
            if not self._units:
                self._idle.set()

        return ServerTransaction(self._connections, self._health, None if self._sole is None else self._sole.sign, over)

    async def ping(self) -> None:
        """Return if the database answers within five seconds, else raise ``Unavailable``.

        After a write that failed, a small one is tried, and has to arrive.
        """
        if self._closed:
            raise Unavailable("the store is closed")
        try:
            async with asyncio.timeout(_PING_SECONDS):
                if self._sole is not None:
                    await self._sole.check()
                async with self._connections.one() as connection:
                    await connection.execute("SELECT 1")
                if self._health.fault is not None:
                    await self._try_to_write()
        except TimeoutError:
            fault: StoreError = Unavailable("the database does not answer")
        except Unavailable as error:
            fault = error
        except FAULTS as error:
            fault = store_error(error)
        else:
            return
        if isinstance(fault, Unavailable):
            self._health.failed(fault)
        raise fault

    async def _try_to_write(self) -> None:
        """Make one harmless change, or wait for the one that is being made; raise the reason if it did not arrive."""
        if self._trial is None or self._trial.done():
            self._trial = asyncio.create_task(self._write_trial())
        await asyncio.shield(self._trial)
        if self._health.fault is not None:
            raise self._health.fault

    async def _write_trial(self) -> None:
        with suppress(StoreError):  # the health keeps the reason
            change = Call(PUT_MARK, {"name": _TRIAL, "value": secrets.token_hex(4)})
            await self._transaction().end([change], keep=True)

    async def erase(self) -> None:
        """Do nothing: deleted rows are out of everybody's reach at once, and the server's own vacuum overwrites them."""

    async def forget_old_updates(self) -> None:
        """Drop update ids that no platform will deliver again."""
        await self._transaction().end([Call(FORGET_OLD, _KEPT)], keep=True)

    async def close(self) -> None:
        """Let units of work in progress end (three seconds at most), close all connections, let the next process in."""
        if self._closed:
            return
        self._closed = True
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await self._idle.wait()
            await self._connections.close()
        finally:
            if self._sole is not None:
                await self._sole.close()
