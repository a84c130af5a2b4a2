"""How a database file is opened: connected, its version read, a newer one refused, an older one brought up to date.

All steps happen in one transaction: a crash in the middle leaves the database as it was."""

import asyncio
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.pool import NullPool, StaticPool

from storage import epoch
from storage.errors import Unavailable
from storage.sqlite.faults import FAULTS, store_error, store_error_at
from storage.sqlite.file import Files, ProcessLock, database_path, require_usable
from storage.sqlite.store import FileConnection, SqliteStore
from storage.themes import metadata
from storage.versions import FLOOR, SCHEMA_VERSION, as_ours, refuse_newer, require_version, run_steps

__all__ = [
    "connect", "copy_whole", "flush", "kept_copy", "make_tables", "migrate", "open_file", "require_current", "version_of",
]  # fmt: skip

_BUSY_SECONDS = 3.0
_OVERWRITTEN = 1
"""SQLite's ``user_version`` of files in which deleted rows have been overwritten from the start; others are written anew once."""


def connect(target: Path | str) -> sqlite3.Connection:
    """Open a connection as all of the store uses it: write-ahead log, flushed at every commit, references checked."""
    database = sqlite3.connect(target, timeout=_BUSY_SECONDS, isolation_level=None, cached_statements=256)
    try:
        (mode,) = database.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode not in ("wal", "memory"):
            raise Unavailable("the disk under the database cannot keep a write-ahead log (a network share?)")
        database.execute("PRAGMA synchronous = FULL")
        database.execute("PRAGMA foreign_keys = ON")
        database.execute("PRAGMA secure_delete = ON")  # what is deleted is overwritten: names, words
    except BaseException:
        database.close()
        raise
    return database


def version_of(database: sqlite3.Connection, *, exact: bool = False) -> str | None:
    """Return the version as which a database may be played on (``exact``: that it says it has), ``None`` if it is empty; raise
    ``Unavailable`` if it is not Paiju's."""
    names = {name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    if "alembic_version" in names:
        found = database.execute("SELECT version_num FROM alembic_version").fetchone()
        floor = None
        if "marks" in names and not exact:
            floor = database.execute("SELECT value FROM marks WHERE name = ?", (FLOOR,)).fetchone()
        return None if found is None else as_ours(found[0], None if floor is None else floor[0])
    if names - {"sqlite_sequence"}:
        raise Unavailable("the database belongs to another program")
    return None


def require_current(database: sqlite3.Connection, *, exact: bool = False) -> None:
    require_version(version_of(database, exact=exact))


def migrate(path: Path, lock: ProcessLock | None = None) -> str | None:
    """Bring the database at ``path`` to ``SCHEMA_VERSION``, creating it if need be; return the version that it had.
    Without ``lock`` in hand, one is taken while there is something to change, so that no running bot is migrated
    under."""
    require_usable(path, create=True)
    try:
        if not path.exists():
            path.touch(0o600)  # hands and seeds will be in it
        # A plain connection: nothing is written into a file before it is known to be ours.
        with closing(sqlite3.connect(path, timeout=_BUSY_SECONDS, isolation_level=None)) as database:
            version = version_of(database)
            (overwritten,) = database.execute("PRAGMA user_version").fetchone()
        refuse_newer(version)
        if version != SCHEMA_VERSION or overwritten != _OVERWRITTEN:
            own = ProcessLock(path) if lock is None else None
            try:
                if version != SCHEMA_VERSION:
                    if version is not None:
                        _keep(path)
                    _run_steps(path)
                _write_anew(path, needed=version is not None)
            finally:
                if own is not None:
                    own.release()
    except FAULTS as error:
        raise store_error_at(path, error) from None
    return version


def _keep(path: Path) -> None:
    """Keep a copy of the file as it is before an upgrade, in place of the one that was kept before the last."""
    older = set(path.parent.glob(f"{path.name}.before-*")) - {kept_copy(path)}
    with closing(connect(path)) as database:
        copy_whole(database, kept_copy(path))
    for copy in older:
        copy.unlink()


def kept_copy(path: Path) -> Path:
    """Where the copy of a database stands that was made before its upgrade to this version."""
    return path.with_name(f"{path.name}.before-{SCHEMA_VERSION}")


def copy_whole(database: sqlite3.Connection, target: Path) -> None:
    """Copy a database to a new file, as of one moment, which says that it is a copy. It is written beside it and renamed when it
    is complete and on disk, so a file of that name is never half a copy."""
    part = target.with_name(target.name + ".part")
    try:
        part.unlink(missing_ok=True)
        part.touch(0o600)  # hands and seeds are in it
        database.execute("BEGIN")  # the read snapshot: without it, every write of the bot would start the copy anew
        database.execute("SELECT count(*) FROM sqlite_master").fetchone()
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            database.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE").fetchone()  # one file, no companions
            if copy.execute(
                "SELECT 1 FROM sqlite_master WHERE name = 'marks'"
            ).fetchone():  # the first versions had none
                copy.execute(epoch.STAMP)
        flush(part)
        database.execute("ROLLBACK")
        part.rename(target)
        flush(target.parent)
    except FAULTS as error:
        raise store_error(error) from None
    finally:
        part.unlink(missing_ok=True)


def flush(path: Path) -> None:
    """Return once a file, or the names in a folder, are on disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _run_steps(path: Path) -> None:
    with _sqlalchemy_connection(path) as connection:
        run_steps(connection)


def _write_anew(path: Path, *, needed: bool) -> None:
    """Write the file once more, without the rows that were deleted before the program overwrote deleted rows. A full
    disk puts it off until the next start."""
    with closing(connect(path)) as database:
        try:
            if needed:
                database.execute("VACUUM")
            database.execute(f"PRAGMA user_version = {_OVERWRITTEN}")
        except sqlite3.OperationalError:
            return


@contextmanager
def _sqlalchemy_connection(path: Path) -> Iterator[Any]:
    """Yield SQLAlchemy on the same kind of connection; transactions begin when they are told to, as DDL needs it."""
    engine = create_engine(
        "sqlite://",
        creator=lambda: connect(path),
        poolclass=NullPool,
        hide_parameters=True,
        isolation_level="AUTOCOMMIT",
    )
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


# -- the store
async def open_file(url: str, *, beside: bool = False) -> SqliteStore:
    """Open the database of a ``DATABASE_URL``, created and migrated if need be. ``beside``: do not ask to be the only
    process, and neither create nor migrate anything. ``Unavailable`` or ``WrongVersion`` say in one line why the
    database cannot be used."""
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
        _begin_epoch(path)
    except BaseException:
        lock.release()
        raise
    return lock


def _begin_epoch(path: Path) -> None:
    """Begin an epoch if the database is a copy that was put in place of another one."""
    with closing(connect(path)) as database:
        if database.execute(epoch.IS_COPY).fetchone() is not None:
            database.executescript(";".join(("BEGIN IMMEDIATE", *epoch.steps(), "COMMIT")))


async def _open(path: Path | None, lock: ProcessLock | None) -> SqliteStore:
    connection = FileConnection(lambda: connect(path if path is not None else ":memory:"))
    try:
        await connection
        if path is None:
            await connection.visit(make_tables)
    except FAULTS as error:
        raise store_error(error) from None
    return SqliteStore(connection, Files(path), lock)


def make_tables(database: sqlite3.Connection) -> None:
    """Make all tables of today in an empty database that no later version will open."""
    metadata.create_all(create_engine("sqlite://", creator=lambda: database, poolclass=StaticPool))
