"""A database file as one end of a transfer."""

from __future__ import annotations

import sqlite3
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Boolean, Double, Table

from storage.errors import StoreError, Unavailable
from storage.sqlite.faults import FAULTS, store_error_at
from storage.sqlite.location import ProcessLock, database_path, require_usable
from storage.sqlite.version import connect, migrate, require_current
from storage.transfer import same_text

__all__ = ["source", "target"]

_MANY: Final = 1000


@asynccontextmanager
async def source(url: str) -> AsyncIterator[_File]:
    """Open a file to be read, if no bot runs on it."""
    with _opened(url, create=False) as end:
        require_current(end.database)
        end.database.execute("BEGIN")
        yield end


@asynccontextmanager
async def target(url: str) -> AsyncIterator[_File]:
    """Open a file to be written, made if there is none; what is not committed is undone."""
    with _opened(url, create=True) as end:
        end.database.execute("PRAGMA foreign_keys = OFF")  # all are checked before the commit
        end.database.execute("BEGIN IMMEDIATE")
        yield end


@contextmanager
def _opened(url: str, *, create: bool) -> Iterator[_File]:
    path = database_path(url)
    if path is None:
        raise Unavailable("a database in memory cannot be copied: there is no file")
    require_usable(path, create=create)
    lock = ProcessLock(path)
    try:
        if create:
            migrate(path, lock)
        with closing(connect(path)) as database:
            yield _File(path, database)
    except FAULTS as error:
        raise store_error_at(path, error) from None
    finally:
        lock.release()


class _File:
    """A ``Source`` and a ``Target`` in a file."""

    def __init__(self, path: Path, database: sqlite3.Connection) -> None:
        self.where = str(path)
        self.database = database

    async def count(self, table: Table) -> int:
        found = self.database.execute(f'SELECT count(*) FROM "{table.name}"').fetchone()  # a name of ours
        return int(found[0])

    async def rows(self, table: Table) -> AsyncIterator[Sequence[Sequence[Any]]]:
        columns = ", ".join(f'"{column.name}"' for column in table.c)
        key = ", ".join(f'"{column.name}"' for column in table.primary_key)
        cursor = self.database.execute(f'SELECT {columns} FROM "{table.name}" ORDER BY {key}')
        kinds = [
            bool if isinstance(column.type, Boolean) else float if isinstance(column.type, Double) else None
            for column in table.c
        ]
        while lines := cursor.fetchmany(_MANY):
            yield [tuple(map(_plain, line, kinds)) for line in lines]

    async def last_number(self, table: Table) -> int:
        found = self.database.execute("SELECT seq FROM sqlite_sequence WHERE name = ?", (table.name,)).fetchone()
        return 0 if found is None else int(found[0])

    async def add(self, table: Table, rows: Sequence[Sequence[Any]]) -> None:
        names = ", ".join(f'"{column.name}"' for column in table.c)
        marks = ", ".join("?" for _ in table.c)
        self.database.executemany(f'INSERT INTO "{table.name}" ({names}) VALUES ({marks})', rows)

    async def count_from(self, table: Table, last: int) -> None:
        self.database.execute("DELETE FROM sqlite_sequence WHERE name = ?", (table.name,))
        self.database.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", (table.name, last))

    async def commit(self) -> None:
        for child, _, parent, _ in self.database.execute("PRAGMA foreign_key_check"):
            raise StoreError(f"a row of {child} refers to a row of {parent} that does not exist; nothing is kept")
        self.database.execute("COMMIT")
        self.database.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _plain(value: Any, kind: type | None) -> Any:
    """Return a value as other databases have it: booleans and numbers with a point are their own kinds there."""
    if value is None:
        return None
    if kind is not None:
        return kind(value)
    return same_text(value) if isinstance(value, str) else value
