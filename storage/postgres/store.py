"""The store on a PostgreSQL server: units of work side by side, each a transaction of its own on one of a few connections.

Each step runs in a task of the store, so that a caller who is cancelled leaves no half-known transaction: the step goes
on, and what ends the unit waits for it. Before a commit one question brings the number of the transaction, by which its
fate can be asked for if the answer to the commit is lost, and whether the database is still this process's own.
"""

import asyncio
import contextlib
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

from storage.errors import Conflict, FilesLost, StoreError, Unavailable
from storage.health import CLOSE_SECONDS, Health, WatchedStore
from storage.postgres.address import ServerConnection
from storage.postgres.connections import Connections
from storage.postgres.faults import FAULTS, is_lost, key_is_taken, store_error
from storage.postgres.process import ENDINGS_LOCK, LOCKS, OWNER, Gate
from storage.sql import Call

__all__ = ["ServerStore", "ServerTransaction"]

T = TypeVar("T")

_HOLD_ENDINGS: Final = f"SELECT pg_advisory_xact_lock({LOCKS}, {ENDINGS_LOCK})"
_BEFORE_COMMIT: Final = (
    f"SELECT pg_current_xact_id_if_assigned()::text, (SELECT value FROM marks WHERE name = '{OWNER}')"
)


class ServerTransaction:
    """A ``Transaction`` on a server. ``owner``: the sign that must still stand in the database at each commit, ``None`` for
    commands beside a running bot. ``over`` is called once, when the unit has ended."""

    def __init__(self, connections: Connections, health: Health, owner: str | None, over: Callable[[], None]) -> None:
        self._connections = connections
        self._health = health
        self._owner = owner
        self._over = over
        self._connection: ServerConnection | None = None
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()

    async def run(self, calls: Sequence[Call]) -> list[list[Any]]:
        return await self._step(self._run(calls))

    async def hold_endings(self) -> None:
        await self._step(self._hold_endings())

    async def end(self, calls: Sequence[Call], *, keep: bool) -> None:
        """Carry out the rest and commit, or roll all back."""
        await self._step(self._end(calls, keep))

    async def _step(self, work: Coroutine[Any, Any, T]) -> T:
        task = asyncio.create_task(self._in_turn(work))
        self._tasks.add(task)
        task.add_done_callback(self._done)
        return await asyncio.shield(task)

    def _done(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled():
            task.exception()  # looked at: a caller who was cancelled does not ask for it any more

    async def _in_turn(self, work: Coroutine[Any, Any, T]) -> T:
        async with self._turn:
            try:
                return await work
            except Conflict:
                raise
            except Unavailable as error:
                self._health.failed(error)
                raise

    async def _begun(self) -> ServerConnection:
        if self._connection is None:
            since = time.perf_counter()
            self._connection = await self._connections.begin()
            self._health.has_waited(since)
        return self._connection

    async def _run(self, calls: Sequence[Call]) -> list[list[Any]]:
        if not calls:
            return []
        connection = await self._begun()
        self._health.trips += len(calls)
        return [await _carry_out(call, connection) for call in calls]

    async def _hold_endings(self) -> None:
        connection = await self._begun()
        try:
            await connection.execute(_HOLD_ENDINGS)
        except FAULTS as error:
            fault = store_error(error)
        else:
            return
        raise fault

    async def _end(self, calls: Sequence[Call], keep: bool) -> None:
        try:
            if keep:
                await self._run(calls)
            if self._connection is not None:
                if keep:
                    await self._commit(self._connection)
                else:
                    await self._undo(self._connection)
        except BaseException:
            if self._connection is not None:
                await self._undo(self._connection)
            raise
        finally:
            self._over()

    async def _commit(self, connection: ServerConnection) -> None:
        number: str | None = None
        life = connection.life  # once it is lost, it tells nothing any more
        self._health.trips += 3  # with that in which it has begun
        try:
            number, owner = await connection.fetchrow(_BEFORE_COMMIT) or (None, None)
            if number is not None and self._owner is not None and owner != self._owner:
                raise FilesLost("another Paiju has taken over the database while this one was cut off from it")
            await connection.execute("COMMIT")
        except FAULTS as error:
            fault = store_error(error)
            self._connection = None
            await self._connections.give(connection, broken=True)
            if number is None or not is_lost(error):
                raise fault from None
            self._health.failed(Unavailable(str(fault)))
            await self._connections.settle(number, life, str(fault))
        else:
            self._connection = None
            await self._connections.give(connection)
        if number is not None and self._health.fault is not None:
            self._health.succeeded()

    async def _undo(self, connection: ServerConnection) -> None:
        self._connection = None
        try:
            await connection.execute("ROLLBACK")
        except BaseException as error:
            await self._connections.give(connection, broken=True)
            if not isinstance(error, FAULTS):
                raise
        else:
            await self._connections.give(connection)


async def _carry_out(call: Call, connection: ServerConnection) -> list[Any]:
    """Carry a statement out and return its lines; ``StoreError`` in the store's own words."""
    numbered = call.statement.numbered
    try:
        if isinstance(call.values, list):
            lines = [numbered.values(values) for values in call.values]
            if numbered.arrays:
                if lines:
                    await connection.execute(numbered.sql, *map(list, zip(*lines, strict=True)))
            else:
                await connection.executemany(numbered.sql, lines)
            return []
        values = numbered.values(call.values)
        if not call.statement.must_touch:
            return [tuple(line) for line in await connection.fetch(numbered.sql, *values)]
        done = await connection.execute(numbered.sql, *values)
        if not done.endswith(" 0"):
            return []
        fault = StoreError("the row to change does not exist")
    except FAULTS as error:
        fault = call.statement.key_is_taken() if key_is_taken(error) else store_error(error)
    raise fault  # out here, so that the driver's error, which may quote a value, does not hang on to it


class ServerStore(WatchedStore):
    """A ``Store`` on a server. Made by ``open_server``."""

    def __init__(self, connections: Connections, health: Health, gate: Gate | None) -> None:
        super().__init__(health)
        self._connections = connections
        self._gate = gate
        self._units: dict[asyncio.Task[Any] | None, int] = {}
        self._idle = asyncio.Event()
        self._idle.set()

    async def _transaction(self) -> ServerTransaction:
        if self._closed:
            raise Unavailable("the store is closed")
        task = asyncio.current_task()
        if task in self._units:
            raise RuntimeError("a unit of work was begun inside another one of the same task")
        if self._gate is not None and self._gate.fault is not None:
            raise self._gate.fault
        self._units[task] = 1
        self._idle.clear()

        def over() -> None:
            del self._units[task]
            if not self._units:
                self._idle.set()

        return ServerTransaction(self._connections, self._health, None if self._gate is None else self._gate.sign, over)

    async def ping(self) -> None:
        try:
            await super().ping()
        except Unavailable as error:
            if not self._closed:
                self._health.failed(error)
            raise

    async def _look(self) -> None:
        if self._gate is not None:
            await self._gate.check()
        try:
            async with self._connections.one() as connection:
                await connection.execute("SELECT 1")
        except TimeoutError:
            raise
        except FAULTS as error:
            fault = store_error(error)
        else:
            return
        raise fault

    async def erase(self) -> None:
        """Do nothing: deleted rows are out of everybody's reach at once, and the server's own vacuum overwrites them."""

    async def close(self) -> None:
        """Let units of work in progress end (three seconds at most), close all connections, let the next process in."""
        if self._closed:
            return
        self._closed = True
        try:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(CLOSE_SECONDS):
                    await self._idle.wait()
            await self._connections.close()
        finally:
            if self._gate is not None:
                await self._gate.close()
