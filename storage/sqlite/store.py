"""The store in one SQLite file, or in memory, over aiosqlite: one writing process, whose units of work take turns.

SQLite lets one writer in at a time; units of work therefore take turns, in the order they came. What costs time is
not the writing but the wait until the disk has it, so units that queue up share that wait (*group commit*)::

    BEGIN IMMEDIATE
      SAVEPOINT unit … RELEASE unit       first unit, sealed: waits
      SAVEPOINT unit … ROLLBACK TO unit   second unit, undone: touches nobody
      SAVEPOINT unit … RELEASE unit       third unit, sealed; nobody else waits
    COMMIT                                 the disk has it: all of them return

A unit returns from its commit only after the group's ``COMMIT``; one that only read, but read what a sealed
neighbour wrote, waits for the same ``COMMIT``. Nothing is ever seen that a crash could take back.

Each step is one visit to the connection's thread. ``_Group`` lives on that thread's side and holds the truth about the
transaction; ``Writer`` lives in the event loop and holds the turns. A cancelled task therefore leaves no half-known
transaction: its unit is ended by a task that belongs to the writer.
"""

import asyncio
import sqlite3
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import aiosqlite

from storage.errors import Conflict, FilesLost, StoreError, Unavailable
from storage.health import CLOSE_SECONDS, Health, WatchedStore
from storage.sql import Call
from storage.sqlite.faults import FAULTS, store_error
from storage.sqlite.file import Files, ProcessLock

__all__ = ["FileConnection", "SqliteStore", "Writer"]

T = TypeVar("T")

_GROUP_LIMIT = 64  # Units that may share one ``COMMIT``; bounds how long the first of them waits


class FileConnection(aiosqlite.Connection):
    """An aiosqlite connection that can carry out several statements in one visit to its thread."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], iter_chunk_size: int = 64) -> None:
        super().__init__(connector, iter_chunk_size)
        self._thread.daemon = True  # a program that dies without closing must not hang on this thread

    async def visit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call ``work`` with the plain connection, in its thread; raise ``StoreError`` if that fails."""
        try:
            result: T = await self._execute(self._visited, work)  # type: ignore[no-untyped-call]  # aiosqlite: no types here
        except FAULTS as error:
            raise _closed_or(error) from None
        return result

    def _visited(self, work: Callable[[sqlite3.Connection], T]) -> T:
        return work(self._conn)


def _closed_or(error: Exception) -> StoreError:
    if type(error) is ValueError:  # aiosqlite's word for a connection that is closed
        return Unavailable("the store is closed")
    return store_error(error)


@dataclass(frozen=True, slots=True)
class _Ended:
    """What became of a unit and of its group. ``own``: the unit's own error. ``shared``: the error of all who share the
    group's ``COMMIT``. ``wrote``: something was written that the disk has now."""

    own: StoreError | None = None
    shared: StoreError | None = None
    wrote: bool = False


class _Group:
    """The transaction as the connection's thread knows it. One unit at a time is open inside it."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._begun = False
        self._unit = False
        self._changes = 0

    def run(self, database: sqlite3.Connection, calls: Sequence[Call]) -> list[list[Any]]:
        """Carry out part of the open unit; return its lines, call by call."""
        try:
            if not self._begun:
                self._files.check()
                if database.in_transaction:  # what an error left behind
                    database.execute("ROLLBACK")
                database.execute("BEGIN IMMEDIATE")
                self._begun, self._changes = True, database.total_changes
            if not self._unit:
                database.execute("SAVEPOINT unit")
                self._unit = True
        except sqlite3.Error as error:
            raise store_error(error) from None
        return [_carry_out(call, database) for call in calls]

    def end(self, database: sqlite3.Connection, calls: Sequence[Call], keep: bool, flush: bool) -> _Ended:
        """Seal the open unit or roll it back and, to ``flush``, commit the group."""
        own: StoreError | None = None
        if keep and calls:
            try:
                self.run(database, calls)
            except StoreError as error:
                own, keep = error, False
        ended = self._close(database, keep, flush)
        return _Ended(own, ended.shared, ended.wrote)

    def _close(self, database: sqlite3.Connection, keep: bool, flush: bool) -> _Ended:
        unit, self._unit = self._unit, False
        try:
            # After some errors (disk full, read error) SQLite has undone the whole transaction by itself.
            if self._begun and not database.in_transaction:
                self._begun = False
                return _Ended(shared=Unavailable("the database undid a change because of an error"))
            if unit:
                # A savepoint, not a transaction of its own: undoing one unit leaves its neighbours' changes in the group.
                if not keep:
                    database.execute("ROLLBACK TO unit")
                database.execute("RELEASE unit")  # ROLLBACK TO leaves the savepoint open
            if flush and self._begun:
                database.execute("COMMIT")
                self._begun = False
                self._files.check()  # nobody is told of what went into a file that nobody will find
                return _Ended(wrote=database.total_changes > self._changes)
        except sqlite3.Error as error:
            self._begun = False
            if database.in_transaction:
                database.execute("ROLLBACK")
            return _Ended(shared=store_error(error))
        except FilesLost as error:
            return _Ended(shared=error)
        return _Ended()


def _carry_out(call: Call, database: sqlite3.Connection) -> list[Any]:
    """Carry a statement out and return its lines; ``StoreError`` in the store's own words."""
    run: Callable[[str, Any], sqlite3.Cursor] = database.executemany if call.many else database.execute
    try:
        cursor = run(call.statement.sql, call.values)
        lines = cursor.fetchall()
    except (sqlite3.Error, UnicodeEncodeError, OverflowError) as error:
        name = getattr(error, "sqlite_errorname", "") or ""
        taken = name in ("SQLITE_CONSTRAINT_PRIMARYKEY", "SQLITE_CONSTRAINT_UNIQUE")
        fault = call.statement.key_is_taken() if taken else store_error(error)
    else:
        if not call.statement.must_touch or cursor.rowcount:
            return lines
        fault = StoreError("the row to change does not exist")
    raise fault  # out here, so that the driver's error, which may quote a value, does not hang on to it


class Writer:
    """Gives units of work their turns at the connection. They call every method but ``close``."""

    def __init__(self, connection: FileConnection, files: Files) -> None:
        self.connection = connection
        self.health = Health()
        self._group = _Group(files)
        self._turn = asyncio.Lock()
        self._waiting = 0
        self._holder: asyncio.Task[Any] | None = None
        self._sealed: list[asyncio.Future[None]] = []
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    async def enter(self) -> None:
        """Wait for the turn. A task that holds it already may not ask again."""
        if self._closed:
            raise Unavailable("the store is closed")
        task = asyncio.current_task()
        if self._holder is not None and self._holder is task:
            raise RuntimeError("a unit of work was begun inside another one of the same task")
        self._waiting += 1
        since = time.perf_counter()
        try:
            await self._turn.acquire()
        except asyncio.CancelledError:
            # The unit before may have left its COMMIT to this one.
            self._spawn(self._settle())
            raise
        finally:
            self._waiting -= 1
        self.health.has_waited(since)
        self._holder = task

    async def run(self, calls: Sequence[Call]) -> list[list[Any]]:
        """Carry out part of the unit whose turn it is; return its lines, call by call."""
        self.health.trips += 1
        try:
            return await self.connection.visit(lambda database: self._group.run(database, calls))
        except Conflict:
            raise
        except Unavailable as error:
            self._failed(error)
            raise

    async def hold_endings(self) -> None:
        """Do nothing: whose turn it is has all for itself."""

    async def end(self, calls: Sequence[Call], *, keep: bool) -> None:
        """Carry out the rest of the unit, seal it or roll it back and give the turn on; return when it is durable. It
        goes on when the caller is cancelled: a unit that asked for its commit gets it."""
        durable = asyncio.get_running_loop().create_future()
        self._spawn(self._end(calls, keep, durable))
        await asyncio.shield(durable)

    async def _end(self, calls: Sequence[Call], keep: bool, durable: asyncio.Future[None]) -> None:
        self._holder = None
        # Whoever waits goes on in the same transaction, and brings the COMMIT for all; the last of a group, or of the queue,
        # has nobody to leave it to.
        flush = self._waiting == 0 or len(self._sealed) >= _GROUP_LIMIT - 1
        try:
            ended = await self._leave(calls, keep, flush)
            own, shared = ended.own, ended.shared
            if own is not None:
                _answer(durable, own)
            elif keep or self._sealed:  # a unit that only read may have read what a sealed one wrote
                self._sealed.append(durable)
            else:
                _answer(durable, shared)
            if flush or shared is not None:
                self._answer_all(shared)
        except asyncio.CancelledError:  # the event loop is being torn down
            _answer(durable, Unavailable("the store was closed before the change was written"))
            raise
        finally:
            self._turn.release()

    async def _settle(self) -> None:
        """Commit the group for a unit that was to do so and was cancelled while it waited for its turn."""
        async with self._turn:
            await self._flush()

    async def alone(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Call ``work`` with the plain connection, in its thread, while no transaction is open."""
        async with self._turn:
            await self._flush()
            return await self.connection.visit(work)

    async def _flush(self) -> None:
        ended = await self._leave((), keep=False, flush=True)
        self._answer_all(ended.shared)

    async def _leave(self, calls: Sequence[Call], keep: bool, flush: bool) -> _Ended:
        self.health.trips += 1
        try:
            ended = await self.connection.visit(lambda database: self._group.end(database, calls, keep, flush))
        except StoreError as error:
            ended = _Ended(error, error)
        fault = ended.own or ended.shared
        if isinstance(fault, Unavailable) and not isinstance(fault, Conflict):
            self._failed(fault)
        if ended.wrote and self.health.fault is not None:
            self.health.succeeded()
        return ended

    def _failed(self, fault: Unavailable) -> None:
        if not self._closed:
            self.health.failed(fault)

    def _answer_all(self, error: StoreError | None) -> None:
        for waiting in self._sealed:
            _answer(waiting, error)
        self._sealed.clear()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self, patience: float) -> None:
        """Refuse new units, let those in the queue end for at most ``patience`` seconds, then roll back what is left."""
        self._closed = True
        try:
            async with asyncio.timeout(patience):
                async with self._turn:
                    pass
                await asyncio.gather(*self._tasks)
        except TimeoutError:
            self._answer_all(Unavailable("the store was closed before the change was written"))


def _answer(durable: asyncio.Future[None], error: StoreError | None) -> None:
    if durable.done():
        return
    if error is None:
        durable.set_result(None)
    else:
        durable.set_exception(error)


class SqliteStore(WatchedStore):
    """A ``Store`` in a SQLite file, or in memory. Made by ``open_file``."""

    def __init__(self, connection: FileConnection, files: Files, lock: ProcessLock | None) -> None:
        self._files = files
        self._writer = Writer(connection, files)
        self._lock = lock
        self._to_erase = False
        super().__init__(self._writer.health)

    async def _transaction(self) -> Writer:
        """Wait for the turn: transactions share the wait for the disk when they queue up."""
        await self._writer.enter()
        return self._writer

    async def _look(self) -> None:
        try:
            await self._writer.connection.visit(self._ask)
        except FilesLost as error:
            self._health.failed(error)
            raise
        if self._to_erase and self._health.fault is None:
            await self.erase()

    def _ask(self, database: sqlite3.Connection) -> None:
        self._files.check()
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()

    async def erase(self) -> None:
        """Empty the log of changes into the database and cut it off, so that nothing deleted is left in it. Deleted
        rows are overwritten in the database itself at once. While somebody else reads, this waits for the next
        ``ping``."""
        self._to_erase = True
        self._to_erase = not await self._writer.alone(_checkpoint)

    async def close(self) -> None:
        """Let units of work in progress end (three seconds at most), close the file, let the next process in."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._writer.close(CLOSE_SECONDS)
            await self._writer.connection.close()
        finally:
            if self._lock is not None:
                self._lock.release()


def _checkpoint(database: sqlite3.Connection) -> bool:
    """Empty the write-ahead log; return whether that was possible. A reader is not waited for: all others would wait
    along with it."""
    (patience,) = database.execute("PRAGMA busy_timeout").fetchone()
    database.execute("PRAGMA busy_timeout = 0")
    try:
        (busy, _, _) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        return False
    finally:
        database.execute(f"PRAGMA busy_timeout = {patience}")
    return not busy
