"""The store on disk: one SQLite file over aiosqlite, one writing process."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Final

from sqlalchemy import create_engine
from sqlalchemy.pool import StaticPool

from storage.api import FilesLost, StoreError, Unavailable, UnitOfWork
from storage.sql.schema import metadata
from storage.sql.statements import core as statements
from storage.sql.statements.ratings import PUT_MARK
from storage.sql.unit_of_work import SqlUnit
from storage.sqlite.faults import FAULTS, store_error, store_error_at
from storage.sqlite.files import Files
from storage.sqlite.location import ProcessLock, database_path, require_usable
from storage.sqlite.version import connect, migrate, require_current
from storage.sqlite.writer import Connection, Writer

__all__ = ["SqlStore", "make_tables", "open_file"]

_PING_SECONDS = 5.0
_CLOSE_SECONDS = 3.0
_TRIAL = "written"
"""The name of the mark that is written to see whether anything can be written."""
_KEPT: Final = {"seconds": 7 * 86_400.0, "latest": 10_000}
"""How long update ids are kept, counted back from the newest: platforms redeliver for a day at most."""


async def open_file(url: str, *, beside: bool = False) -> SqlStore:
    """Open the database of a ``DATABASE_URL``, created and migrated if need be.

    ``beside``: do not ask to be the only process, and neither create nor migrate anything. ``Unavailable`` or
    ``WrongVersion`` say in one line why the database cannot be used.
    """
    path = database_path(url)
    lock = await asyncio.to_thread(_prepare, path, beside) if path is not None else None
    try:
        store = await _open(path, lock)
    except BaseException:
        if lock is not None:
            lock.release()
        raise
    if lock is not None:
        try:
            await store.forget_old_updates()
            await store.erase()  # what was deleted just before the last end, however that came
        except BaseException:
            await store.close()
            raise
    return store


def _prepare(path: Path, beside: bool) -> ProcessLock | None:
    require_usable(path, create=not beside)
    if beside:
        try:
            database = connect(path)
            try:
                require_current(database)
            finally:
                database.close()
        except FAULTS as error:
            raise store_error_at(path, error) from None
        return None
    lock = ProcessLock(path)
    try:
        migrate(path, lock)
    except BaseException:
        lock.release()
        raise
    return lock


async def _open(path: Path | None, lock: ProcessLock | None) -> SqlStore:
    connection = Connection(lambda: connect(path if path is not None else ":memory:"))
    try:
        await connection
        if path is None:
            await connection.visit(make_tables)
    except FAULTS as error:
        raise store_error(error) from None
    return SqlStore(connection, Files(path), lock)


def make_tables(database: sqlite3.Connection) -> None:
    """Make all tables of today in an empty database that no later version will open."""
    metadata.create_all(create_engine("sqlite://", creator=lambda: database, poolclass=StaticPool))


class SqlStore:
    """A ``DurableStore`` in a SQLite file, or in memory. Made by ``open_file``."""

    def __init__(self, connection: Connection, files: Files, lock: ProcessLock | None) -> None:
        self._files = files
        self._writer = Writer(connection, files)
        self._lock = lock
        self._trial: asyncio.Task[None] | None = None
        self._to_erase = False
        self._closed = False

    def tell_health(self, listener: Callable[[Unavailable | None], None]) -> None:
        """Call ``listener`` when writing begins to fail, with the reason, and with ``None`` when it works again."""
        self._writer.health.listener = listener

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """Begin a transaction; they take turns, and share the wait for the disk when they queue up."""
        return self._begin()

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[UnitOfWork]:
        await self._writer.enter()
        async with SqlUnit(self._writer) as unit:
            yield unit

    async def ping(self) -> None:
        """Return if the database answers within five seconds, else raise ``Unavailable``.

        After a write that failed, a small one is tried, and has to arrive. What is still to be erased is erased.
        """
        if self._closed:
            raise Unavailable("the store is closed")
        try:
            async with asyncio.timeout(_PING_SECONDS):
                await self._writer.connection.visit(self._ask)
                if self._writer.health.fault is not None:
                    await self._try_to_write()
                if self._to_erase:
                    await self.erase()
        except TimeoutError:
            raise Unavailable("the database does not answer") from None
        except FilesLost as error:
            self._writer.health.failed(error)
            raise

    def _ask(self, database: sqlite3.Connection) -> None:
        self._files.check()
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()

    async def _try_to_write(self) -> None:
        """Make one harmless change, or wait for the one that is being made; raise the reason if it did not arrive."""
        if self._trial is None or self._trial.done():
            self._trial = asyncio.create_task(self._write_trial())
        await asyncio.shield(self._trial)
        if self._writer.health.fault is not None:
            raise self._writer.health.fault

    async def _write_trial(self) -> None:
        with suppress(StoreError):  # the writer's health keeps the reason
            await self._writer.enter()
            # Another value each time: what does not change a page is not written.
            change = statements.Call(PUT_MARK, {"name": _TRIAL, "value": secrets.token_hex(4)})
            await self._writer.end([change], keep=True)

    async def erase(self) -> None:
        """Empty the log of changes into the database and cut it off, so that nothing deleted is left in it.

        Deleted rows are overwritten in the database itself at once. While somebody else reads, this waits for the next
        ``ping``.
        """
        self._to_erase = True
        self._to_erase = not await self._writer.alone(_checkpoint)

    async def forget_old_updates(self) -> None:
        """Drop update ids that no platform will deliver again."""
        await self._writer.enter()
        await self._writer.end([statements.Call(statements.FORGET, _KEPT)], keep=True)

    async def close(self) -> None:
        """Let units of work in progress end (three seconds at most), close the file, let the next process in."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._writer.close(_CLOSE_SECONDS)
            await self._writer.connection.close()
        finally:
            if self._lock is not None:
                self._lock.release()


def _checkpoint(database: sqlite3.Connection) -> bool:
    """Empty the write-ahead log; return whether that was possible.

    A reader is not waited for: all others would wait along with it.
    """
    (patience,) = database.execute("PRAGMA busy_timeout").fetchone()
    database.execute("PRAGMA busy_timeout = 0")
    try:
        (busy, _, _) = database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.OperationalError:
        return False
    finally:
        database.execute(f"PRAGMA busy_timeout = {patience}")
    return not busy
