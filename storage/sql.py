"""The store on disk: SQLAlchemy Core over aiosqlite, one file, one writing process.

``open_store`` is the door for programs. ``beside=True`` is for commands that work next to a running bot.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import NullPool

from storage import statements as sql
from storage.api import StoreError, Unavailable, UnitOfWork
from storage.faults import FAULTS, about, translated
from storage.location import ProcessLock, database_path, look_at
from storage.migrate import connect, migrate, require_current
from storage.schema import metadata
from storage.unit_of_work import SqlUnit
from storage.writer import Connection, Writer

__all__ = ["SqlStore", "open_store"]

_PING_SECONDS = 5.0
_CLOSE_SECONDS = 3.0
_KEPT_SECONDS = 7 * 86400.0
"""How long update ids are kept, counted back from the newest: platforms redeliver for a day at most."""


async def open_store(url: str, *, beside: bool = False) -> SqlStore:
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
        except BaseException:
            await store.close()
            raise
    return store


def _prepare(path: Path, beside: bool) -> ProcessLock | None:
    look_at(path, create=not beside)
    if beside:
        try:
            database = connect(path)
            try:
                require_current(database)
            finally:
                database.close()
        except FAULTS as error:
            raise about(path, error) from None
        return None
    lock = ProcessLock(path)
    try:
        migrate(path, lock)
    except BaseException:
        lock.release()
        raise
    return lock


async def _open(path: Path | None, lock: ProcessLock | None) -> SqlStore:
    async def connector() -> Connection:
        connection = Connection(lambda: connect(path if path is not None else ":memory:"))
        await connection
        return connection

    engine = create_async_engine(
        "sqlite+aiosqlite://",
        async_creator=connector,
        poolclass=NullPool,
        hide_parameters=True,
        isolation_level="AUTOCOMMIT",
    )
    try:
        held = await engine.connect()
        if path is None:
            await held.run_sync(metadata.create_all)
        raw = (await held.get_raw_connection()).driver_connection
    except FAULTS as error:
        raise translated(error) from None
    assert isinstance(raw, Connection)
    return SqlStore(engine, held, raw, lock)


class SqlStore:
    """A ``Store`` in a SQLite file. Made by ``open_store``."""

    def __init__(
        self, engine: AsyncEngine, held: AsyncConnection, connection: Connection, lock: ProcessLock | None
    ) -> None:
        self._engine = engine
        self._held = held
        self._writer = Writer(connection)
        self._lock = lock
        self._closed = False

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """A new transaction; they take turns, and share the wait for the disk when they queue up."""
        return self._begin()

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[UnitOfWork]:
        await self._writer.enter()
        unit = SqlUnit(self._writer)
        try:
            yield unit
        except BaseException:
            with suppress(StoreError):  # the reason to leave counts for more
                await unit.leave()
            raise
        await unit.leave()

    async def ping(self) -> None:
        """Return if the database answers within five seconds, else ``Unavailable``."""
        if self._closed:
            raise Unavailable("the store is closed")
        try:
            async with asyncio.timeout(_PING_SECONDS):
                await self._writer.connection.visit(_ask)
        except TimeoutError:
            raise Unavailable("the database does not answer") from None

    async def forget_old_updates(self) -> None:
        """Drop update ids that no platform will deliver again."""
        await self._writer.enter()
        await self._writer.end([sql.Call(sql.FORGET, {"seconds": _KEPT_SECONDS})], keep=True)

    async def close(self) -> None:
        """Let units of work in progress end (three seconds at most), close the file, let the next process in."""
        if self._closed:
            return
        self._closed = True
        try:
            await self._writer.close(_CLOSE_SECONDS)
            await self._held.close()
            await self._engine.dispose()
        finally:
            if self._lock is not None:
                self._lock.release()


def _ask(database: sqlite3.Connection) -> Any:
    return database.execute("SELECT count(*) FROM sqlite_master").fetchone()
