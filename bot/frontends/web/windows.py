"""The browser windows that are open: whose they are, which table each looks at, and who else hears of that."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import Final, Protocol

from bot.frontends.web.connection import Connection
from bot.session.port.commands import UserRef

__all__ = ["SIGNED_OUT", "Concern", "Neighbours", "NoNeighbours", "Windows"]

Concern = UserRef | str
"""What a window is concerned with: an account of its person, or the key of the table that it shows."""

_EACH: Final = 8
"""Windows that one person may have open."""
_REPLACED: Final = 4001
SIGNED_OUT: Final = 4003
"""Why a window is closed: another one was opened; this browser speaks for nobody (any more)."""


class Neighbours(Protocol):
    """The pages of other workers, as ours sees them."""

    def is_here(self, table: int) -> bool:
        """Whether a table is played at this worker, so that what we keep of it is good."""
        ...

    def came(self, concerns: Collection[Concern]) -> None:
        """Let the others know that a window of ours is concerned with these now. Returns at once."""
        ...

    def left(self, concerns: Collection[Concern]) -> None:
        """Let them know that none is any more. Returns at once."""
        ...


class NoNeighbours:
    """No neighbours: all tables are played here."""

    def is_here(self, table: int) -> bool:
        """See ``Neighbours``."""
        return True

    def came(self, concerns: Collection[Concern]) -> None:
        """See ``Neighbours``."""

    def left(self, concerns: Collection[Concern]) -> None:
        """See ``Neighbours``."""


class Windows:
    """All connections, by each account of their persons."""

    def __init__(self) -> None:
        self.neighbours: Neighbours = NoNeighbours()
        self._of: defaultdict[UserRef, list[Connection]] = defaultdict(list)
        self._watching: defaultdict[str, set[Connection]] = defaultdict(set)
        self._closing: set[asyncio.Task[bool]] = set()

    def all(self) -> list[Connection]:
        """Every connection, once."""
        return list(dict.fromkeys(connection for mine in self._of.values() for connection in mine))

    def of(self, user: UserRef) -> tuple[Connection, ...]:
        """The windows of the person who has this account."""
        return tuple(self._of.get(user, ()))

    def watching(self, table_key: str) -> tuple[Connection, ...]:
        """The windows that show a table."""
        return tuple(self._watching.get(table_key, ()))

    def concerns(self) -> frozenset[Concern]:
        """All that any window is concerned with."""
        return frozenset((*self._of, *self._watching))

    def concerns_of(self, user: UserRef) -> frozenset[Concern]:
        """What the windows of a person are concerned with."""
        mine = self._of.get(user, ())
        rooms = (connection.table_key for connection in mine if connection.table_key is not None)
        return frozenset((*rooms, *(account for connection in mine for account in connection.accounts)))

    def are_concerned(self, concerns: Iterable[Concern]) -> bool:
        """Whether any window is concerned with one of these."""
        return any(one in (self._watching if isinstance(one, str) else self._of) for one in concerns)

    def let_in(self, connection: Connection) -> None:
        """Add a window; the oldest of somebody who has very many is closed."""
        self._add(connection, connection.accounts)
        open_now = [one for one in self._of[connection.user] if not one.replaced]
        if len(open_now) > _EACH:
            open_now[0].replaced = True
            # A browser that is gone takes its time to close; the new window does not wait for it.
            self.close(open_now[0], _REPLACED, b"opened elsewhere")

    def let_go(self, connection: Connection) -> None:
        """Take a window away that has been closed."""
        self.move(connection, None)
        self._remove(connection, connection.accounts)

    def rename(self, connection: Connection, accounts: Iterable[UserRef]) -> None:
        """Note that a window's person has other accounts now."""
        before, connection.accounts = connection.accounts, frozenset(accounts)
        self._add(connection, connection.accounts - before)
        self._remove(connection, before - connection.accounts)

    def move(self, connection: Connection, table_key: str | None) -> None:
        """Note that a window looks at another table, or (``None``) at none."""
        before, connection.table_key = connection.table_key, table_key
        if before == table_key:
            return
        if table_key is not None:
            if table_key not in self._watching:
                self.neighbours.came((table_key,))
            self._watching[table_key].add(connection)
        if before is not None:
            self._watching[before].discard(connection)
            if not self._watching[before]:
                del self._watching[before]
                self.neighbours.left((before,))

    def close(self, connection: Connection, code: int, why: bytes) -> None:
        """Close a window without waiting for it."""
        closing = asyncio.create_task(connection.socket.close(code=code, message=why))
        self._closing.add(closing)
        closing.add_done_callback(self._closing.discard)

    def stop(self) -> None:
        """Wait for nobody any longer."""
        for closing in self._closing:
            closing.cancel()

    def _add(self, connection: Connection, accounts: Collection[UserRef]) -> None:
        new = [account for account in accounts if account not in self._of]
        for account in accounts:
            self._of[account].append(connection)
        if new:
            self.neighbours.came(new)

    def _remove(self, connection: Connection, accounts: Collection[UserRef]) -> None:
        gone = []
        for account in accounts:
            mine = self._of[account]
            mine.remove(connection)
            if not mine:
                del self._of[account]
                gone.append(account)
        if gone:
            self.neighbours.left(gone)
