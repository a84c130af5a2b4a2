"""The browser windows that are open: whose they are, and which table each looks at."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable
from typing import Final

from bot.frontends.web.connection import Connection
from bot.session.port.commands import UserRef

__all__ = ["SIGNED_OUT", "Windows"]

_EACH: Final = 8
"""Windows that one person may have open."""
_REPLACED: Final = 4001
SIGNED_OUT: Final = 4003
"""Why a window is closed: another one was opened; this browser speaks for nobody (any more)."""


class Windows:
    """All connections, by each account of their persons."""

    def __init__(self) -> None:
        self._of: defaultdict[UserRef, list[Connection]] = defaultdict(list)
        self._watching: defaultdict[str, set[Connection]] = defaultdict(set)
        self._closing: set[asyncio.Task[bool]] = set()

    def all(self) -> list[Connection]:
        """Return every connection, once."""
        return list(dict.fromkeys(connection for mine in self._of.values() for connection in mine))

    def of(self, user: UserRef) -> tuple[Connection, ...]:
        """Return the windows of the person who has this account."""
        return tuple(self._of.get(user, ()))

    def watching(self, table_key: str) -> tuple[Connection, ...]:
        """Return the windows that show a table."""
        return tuple(self._watching.get(table_key, ()))

    def let_in(self, connection: Connection) -> None:
        """Add a window; the oldest of somebody who has very many is closed."""
        self._add(connection)
        open_now = [one for one in self._of[connection.user] if not one.replaced]
        if len(open_now) > _EACH:
            open_now[0].replaced = True
            # A browser that is gone takes its time to close; the new window does not wait for it.
            self.close(open_now[0], _REPLACED, b"opened elsewhere")

    def let_go(self, connection: Connection) -> None:
        """Take a window away that has been closed."""
        self.move(connection, None)
        self._remove(connection)

    def rename(self, connection: Connection, accounts: Iterable[UserRef]) -> None:
        """Note that a window's person has other accounts now."""
        self._remove(connection)
        connection.accounts = frozenset(accounts)
        self._add(connection)

    def move(self, connection: Connection, table_key: str | None) -> None:
        """Note that a window looks at another table, or (``None``) at none."""
        if connection.table_key is not None:
            watching = self._watching[connection.table_key]
            watching.discard(connection)
            if not watching:
                del self._watching[connection.table_key]
        connection.table_key = table_key
        if table_key is not None:
            self._watching[table_key].add(connection)

    def close(self, connection: Connection, code: int, why: bytes) -> None:
        """Close a window without waiting for it."""
        closing = asyncio.create_task(connection.socket.close(code=code, message=why))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def stop(self) -> None:
        """Wait for nobody any longer."""
        for closing in self._closing:
            closing.cancel()

    def _add(self, connection: Connection) -> None:
        for account in connection.accounts:
            self._of[account].append(connection)

    def _remove(self, connection: Connection) -> None:
        for account in connection.accounts:
            mine = self._of[account]
            mine.remove(connection)
            if not mine:
                del self._of[account]
