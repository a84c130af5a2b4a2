"""Whichever database a ``DATABASE_URL`` names, SQLite or PostgreSQL: opened for the program, or brought up to date,
looked over and copied by a host from a shell.

``check`` and ``backup`` work beside a running bot, ``upgrade`` too as long as there is nothing to do. All raise
``StoreError`` with one clear line. A program on SQLite does not load the server's driver."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from pathlib import Path
from sqlite3 import sqlite_version
from typing import TYPE_CHECKING, Final

from storage import epoch
from storage.api import Store
from storage.errors import Unavailable
from storage.health import Health
from storage.sqlite import admin as file
from storage.sqlite.file import ProcessLock, database_path
from storage.versions import Checked, Upgraded

if TYPE_CHECKING:
    from storage.postgres.process import Meeting

__all__ = [
    "Checked", "Upgraded", "backup", "beside", "check", "in_use", "is_server", "mark_copy", "open_store", "probe",
    "restore", "upgrade",
]  # fmt: skip

_DUMP: Final = b"PGDMP"  # What the files of pg_dump begin with


def is_server(url: str) -> bool:
    """Whether an address means a PostgreSQL server."""
    return url.startswith("postgresql")


async def open_store(url: str, *, beside: bool = False, meeting: Meeting | None = None) -> Store:
    """Open the database of a ``DATABASE_URL``, created and migrated if need be, for one process alone. ``beside``: for
    commands that work next to a running bot; do not ask to be the only process, and neither create nor migrate
    anything. ``meeting``: for one of several workers that share a server. ``Unavailable`` or ``WrongVersion`` say in
    one line why the database cannot be used."""
    if is_server(url):
        from storage.postgres.opening import open_server

        return await open_server(url, beside=beside, meeting=meeting)
    if meeting is not None:
        raise Unavailable("DATABASE_URL: several processes can share a PostgreSQL database only, not a SQLite file")
    from storage.sqlite.opening import open_file

    return await open_file(url, beside=beside)


def in_use(url: str) -> str:
    """Who plays on a database just now, in a line; "" if nobody does."""

    async def have_it() -> None:
        if is_server(url):
            from storage.postgres.address import Address
            from storage.postgres.process import Gate

            gate = Gate(Address.of(url), Health())
            await gate.take()
            await gate.close()
        elif (path := database_path(url)) is not None and path.exists():
            ProcessLock(path).release()

    try:
        asyncio.run(have_it())
    except Unavailable as error:
        return str(error)
    return ""


@asynccontextmanager
async def beside(url: str) -> AsyncIterator[Store]:
    """The database of a ``DATABASE_URL``, for a command next to a running bot."""
    store = await open_store(url, beside=True)
    try:
        yield store
    finally:
        await store.close()


def probe(url: str) -> tuple[str, str | None]:
    """Return if a start would find a usable database, or a place to make one; raise ``StoreError`` if not. Changes
    nothing. What it returns: the engine with its version, and the sign under which workers play on it just now."""
    if not is_server(url):
        file.probe(url)
        return f"SQLite {sqlite_version}", None
    from storage.postgres import admin as server

    return asyncio.run(server.probe(url))


def upgrade(url: str) -> Upgraded:
    """Create the database or bring it to this program's version."""
    if not is_server(url):
        return file.upgrade(url)
    from storage.postgres import admin as server

    return asyncio.run(server.upgrade(url))


def check(url: str) -> Checked:
    """Read every row and every reference. An old or damaged database is a finding; a newer one raises
    ``WrongVersion``."""
    if not is_server(url):
        return file.check(url)
    from storage.postgres import admin as server

    return asyncio.run(server.check(url))


def backup(url: str, target: Path) -> Path:
    """Copy a database file to the new file ``target``, as of one moment, while others may write."""
    if is_server(url):
        raise Unavailable(
            "a PostgreSQL database is backed up with its own tools, beside a running bot: pg_dump -Fc -f FILE DATABASE"
        )
    return file.backup(url, target)


def restore(copy: Path, url: str) -> Path | None:
    """Put a copy of a database file in the place of another, on which no bot may run; return where that one stands now."""
    with copy.open("rb") if copy.is_file() else nullcontext() as given:
        dumped = given is not None and given.read(len(_DUMP)) == _DUMP
    if dumped or is_server(url):
        raise Unavailable(
            "a PostgreSQL database is restored with its own tools: pg_restore into an empty database, then paiju db epoch"
        )
    return file.restore(copy, url)


async def mark_copy(url: str) -> None:
    """Say in a database that it was put back by other means, beside a running bot or not: the next start begins an epoch."""
    store = await open_store(url, beside=True)
    try:
        async with store.begin() as unit:
            await unit.marks.add(epoch.COPY, "")
            await unit.commit()
    finally:
        await store.close()
