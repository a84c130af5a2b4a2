"""The door to the store: ``open_store`` opens whichever database a ``DATABASE_URL`` names."""

from __future__ import annotations

from storage.api import DurableStore, Unavailable

__all__ = ["is_server", "open_store"]


def is_server(url: str) -> bool:
    """Return whether an address means a PostgreSQL server."""
    return url.startswith("postgresql")


async def open_store(url: str, *, beside: bool = False, shared: bool = False) -> DurableStore:
    """Open the database of a ``DATABASE_URL``, created and migrated if need be, for one process alone.

    ``beside``: for commands that work next to a running bot; do not ask to be the only process, and neither create nor migrate
    anything. ``shared``: for one of several processes that share a server. ``Unavailable`` or ``WrongVersion`` say in one line
    why the database cannot be used.
    """
    # A program on SQLite need not load the server's driver, nor the other way round.
    if is_server(url):
        from storage.postgres.store import open_server

        return await open_server(url, beside=beside, shared=shared)
    if shared:
        raise Unavailable("DATABASE_URL: several processes can share a PostgreSQL database only, not a SQLite file")
    from storage.sqlite.store import open_file

    return await open_file(url, beside=beside)
