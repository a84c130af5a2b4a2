"""The store of tests that outlives nobody: SQLite in memory, opened at once and used without a thread of its own."""

import asyncio
import functools
import sqlite3
from collections.abc import Callable
from contextlib import closing
from typing import TypeVar

from storage.sqlite.faults import FAULTS, store_error
from storage.sqlite.file import Files
from storage.sqlite.opening import connect, make_tables
from storage.sqlite.store import FileConnection, SqliteStore

__all__ = ["MemoryStore"]

T = TypeVar("T")


@functools.cache
def _empty() -> bytes:
    with closing(connect(":memory:")) as database:
        make_tables(database)
        return database.serialize()


class _Inline(FileConnection):
    """A connection whose statements are carried out in the event loop's own thread."""

    def __init__(self) -> None:
        # Where a test drops its store, whichever thread collects what is left closes it.
        self._database = sqlite3.connect(
            ":memory:", isolation_level=None, check_same_thread=False, cached_statements=256
        )
        self._database.deserialize(_empty())
        self._database.execute("PRAGMA foreign_keys = ON")
        super().__init__(lambda: self._database)

    async def visit(self, work: Callable[[sqlite3.Connection], T]) -> T:
        await asyncio.sleep(0)  # others get in between, as they do where a disk is waited for
        try:
            return work(self._database)
        except FAULTS as error:
            raise store_error(error) from None

    async def close(self) -> None:
        self._database.close()

    def __del__(self) -> None:
        self._database.close()


class MemoryStore(SqliteStore):
    """A store whose rows are gone with it."""

    def __init__(self) -> None:
        super().__init__(_Inline(), Files(None), None)
