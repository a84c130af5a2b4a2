"""What a host does with a database file: bring it up to date, look it over, copy it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from storage.errors import Unavailable
from storage.sqlite.faults import FAULTS, store_error, store_error_at
from storage.sqlite.location import database_path, require_usable
from storage.sqlite.version import connect, migrate, require_current, version_of
from storage.versions import SCHEMA_VERSION, Checked, Upgraded, refuse_newer

__all__ = ["backup", "check", "probe", "upgrade"]

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
    """Create the database or bring it to this program's version."""
    path = _file(url)
    return Upgraded(str(path), migrate(path), SCHEMA_VERSION)


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
    """Copy the database to the new file ``target``, as of one moment, while others may write.

    The copy is written beside the target and renamed when it is complete and on disk, so a file of that name is
    never half a copy. An existing target is refused.
    """
    path = _file(url)
    target = target.expanduser().resolve()
    if target.exists():
        raise Unavailable(f"the file exists already: {target}")
    require_usable(target, create=True)
    part = target.with_name(target.name + ".part")
    try:
        with _opened(path) as database:
            version_of(database)
            _copy(database, part)
        part.rename(target)
        _flush(target.parent)
    except FAULTS as error:
        raise store_error(error) from None
    finally:
        part.unlink(missing_ok=True)
    return target


def _copy(database: sqlite3.Connection, part: Path) -> None:
    part.unlink(missing_ok=True)
    part.touch(0o600)  # hands and seeds are in it
    database.execute("BEGIN")  # the read snapshot: without it, every write of the bot would start the copy anew
    database.execute("SELECT count(*) FROM sqlite_master").fetchone()
    with closing(sqlite3.connect(part, isolation_level=None)) as copy:
        database.backup(copy)
        copy.execute("PRAGMA journal_mode = DELETE").fetchone()  # one file, no companions
    _flush(part)
    database.execute("ROLLBACK")


def _flush(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


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
