"""What a host does with a database file: bring it up to date, look it over, copy it, and move it to or from another kind."""

import os
import sqlite3
import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

from sqlalchemy import Boolean, Double, Table

from storage.errors import StoreError, Unavailable
from storage.sql import same_text
from storage.sqlite.faults import FAULTS, store_error, store_error_at
from storage.sqlite.file import ProcessLock, database_path, require_usable
from storage.sqlite.opening import connect, copy_whole, flush, kept_copy, migrate, require_current, version_of
from storage.versions import FORGET_FLOOR, SCHEMA_VERSION, Checked, Upgraded, refuse_newer

__all__ = ["backup", "check", "probe", "restore", "source", "target", "upgrade"]

_FINDINGS = 20


def probe(url: str) -> None:
    """Return if a start would find a usable database, or a place to make one; raise ``StoreError`` if not. Changes
    nothing."""
    path = database_path(url)
    if path is None:
        return
    require_usable(path, create=True)
    if path.exists():
        try:
            with closing(sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)) as database:
                refuse_newer(version_of(database))
        except FAULTS as error:
            raise store_error_at(path, error) from None


def upgrade(url: str) -> Upgraded:
    path = _file(url)
    before = migrate(path)
    kept = kept_copy(path)
    return Upgraded(str(path), before, SCHEMA_VERSION, kept if kept.exists() else None)


def check(url: str) -> Checked:
    """Read every page and every reference. An old or damaged database is a finding; a newer one raises
    ``WrongVersion``."""
    path = _file(url)
    with _opened(path) as database:
        problems: list[str] = []
        try:
            require_current(database)
        except Unavailable as error:
            problems.append(str(error))
        version = version_of(database)
        try:
            database.execute("BEGIN")  # one moment for all that follows, however much is written meanwhile
            problems += [
                str(line) for (line,) in database.execute(f"PRAGMA integrity_check({_FINDINGS})") if line != "ok"
            ]
            for child, parent in sorted({(row[0], row[2]) for row in database.execute("PRAGMA foreign_key_check")}):
                problems.append(f"a row of {child} refers to a row of {parent} that does not exist")
            names = database.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
            own = [name for (name,) in names if not name.startswith("sqlite_")]
            rows = {name: database.execute(f'SELECT count(*) FROM "{name}"').fetchone()[0] for name in own}
        except sqlite3.DatabaseError as error:
            return Checked(str(path), version, (*problems, str(store_error(error))), {})
        return Checked(str(path), version, tuple(problems), rows)


def backup(url: str, target: Path) -> Path:
    """Copy the database to the new file ``target``, as of one moment, while others may write. The copy is written
    beside the target and renamed when it is complete and on disk, so a file of that name is never half a copy. An
    existing target is refused."""
    path = _file(url)
    target = target.expanduser().resolve()
    if target.exists():
        raise Unavailable(f"the file exists already: {target}")
    require_usable(target, create=True)
    with _opened(path) as database:
        version_of(database)
        copy_whole(database, target)
    return target


def restore(copy: Path, url: str) -> Path | None:
    """Put a copy in the place of the database, on which no bot may run; return where what was there stands now. At each moment
    one of the two is there, whole."""
    copy, path = copy.expanduser().resolve(), _file(url)
    if copy == path:
        raise Unavailable(f"this is the database itself: {path}")
    if not copy.is_file():
        raise Unavailable(f"there is no file {copy}")
    require_usable(path, create=True)
    lock = ProcessLock(path)
    try:
        fresh, aside = path.with_name(f"{path.name}.restored"), _free_name(path)
        _copy_sound(copy, fresh)
        if path.exists():
            with suppress(StoreError, *FAULTS), closing(connect(path)) as database:  # it may be damaged
                database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            os.link(path, aside)
        for end in ("-wal", "-shm"):
            if (companion := Path(f"{path}{end}")).exists():
                companion.replace(f"{aside}{end}")
        fresh.replace(path)
        flush(path.parent)
    except OSError as error:
        raise store_error_at(path, error) from None
    finally:
        lock.release()
    return aside if aside.exists() else None


def _copy_sound(copy: Path, fresh: Path) -> None:
    try:
        with closing(sqlite3.connect(f"{copy.as_uri()}?mode=ro", uri=True, isolation_level=None)) as database:
            version = version_of(database)
            refuse_newer(version)
            if version is None or database.execute("PRAGMA quick_check(1)").fetchone() != ("ok",):
                raise Unavailable("this is no sound database of Paiju")
            copy_whole(database, fresh)
    except (StoreError, sqlite3.Error) as error:
        raise store_error_at(copy, error) from None


def _free_name(path: Path) -> Path:
    stem = f"{path.name}.replaced-{time.strftime('%Y%m%dT%H%M%S')}"
    names = (path.with_name(stem + "a" * more) for more in count())
    return next(name for name in names if not name.exists())


def _file(url: str) -> Path:
    path = database_path(url)
    if path is None:
        raise Unavailable("DATABASE_URL names a database in memory: there is no file")
    return path


@contextmanager
def _opened(path: Path) -> Iterator[sqlite3.Connection]:
    require_usable(path, create=False)
    try:
        database = connect(path)
    except FAULTS as error:
        raise store_error_at(path, error) from None
    try:
        yield database
    except sqlite3.Error as error:
        raise store_error_at(path, error) from None
    finally:
        database.close()


_MANY: Final = 1000


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


@asynccontextmanager
async def source(url: str) -> AsyncIterator[_File]:
    """Open a file to be read, if no bot runs on it."""
    with _locked(url, create=False) as end:
        require_current(end.database, exact=True)  # what a newer version has added would be left behind
        end.database.execute("BEGIN")
        yield end


@asynccontextmanager
async def target(url: str) -> AsyncIterator[_File]:
    """Open a file to be written, made if there is none; what is not committed is undone."""
    with _locked(url, create=True) as end:
        end.database.execute("PRAGMA foreign_keys = OFF")  # all are checked before the commit
        end.database.execute("BEGIN IMMEDIATE")
        end.database.execute(FORGET_FLOOR)
        yield end


@contextmanager
def _locked(url: str, *, create: bool) -> Iterator[_File]:
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


def _plain(value: Any, kind: type | None) -> Any:
    """A value as other databases have it: booleans and numbers with a point are their own kinds there."""
    if value is None:
        return None
    if kind is not None:
        return kind(value)
    return same_text(value) if isinstance(value, str) else value
