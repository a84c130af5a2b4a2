"""What a host does with the database from a shell: bring it up to date, look it over, copy it. Synchronous.

``check`` and ``backup`` work beside a running bot, ``upgrade`` too as long as there is nothing to do. All raise
``StoreError`` with one clear line.
"""

from __future__ import annotations

import asyncio
from pathlib import Path

from storage.api import Unavailable
from storage.sql.findings import Checked, Upgraded
from storage.sql.store import is_server
from storage.sqlite import admin as file

__all__ = ["Checked", "Upgraded", "backup", "check", "probe", "upgrade"]


def probe(url: str) -> None:
    """Return if a start would find a usable database, or a place to make one; raise ``StoreError`` if not. Changes
    nothing."""
    if not is_server(url):
        return file.probe(url)
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
