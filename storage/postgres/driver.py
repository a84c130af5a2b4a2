"""What is used of asyncpg, which brings no types of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Any, Protocol

__all__ = ["Line", "ServerConnection"]

Line = Sequence[Any]
"""One line of an answer."""


class ServerConnection(Protocol):
    """A connection to the server. ``life``: in which life of the server it was made, where it comes from the pool."""

    life: str

    async def execute(self, query: str, *args: Any) -> str:
        """Carry a statement out and return what the server says of it, ``UPDATE 1``."""
        ...

    async def executemany(self, command: str, args: Sequence[Sequence[Any]]) -> None:
        """Carry a statement out once for each list of values."""
        ...

    async def fetch(self, query: str, *args: Any) -> Sequence[Line]:
        """Return all lines of an answer."""
        ...

    async def fetchrow(self, query: str, *args: Any) -> Line | None:
        """Return its first line."""
        ...

    async def fetchval(self, query: str, *args: Any) -> Any:
        """Return the first value of its first line."""
        ...

    async def copy_records_to_table(
        self, table_name: str, *, records: Sequence[Sequence[Any]], columns: Sequence[str]
    ) -> str:
        """Add many lines to a table."""
        ...

    def transaction(self, *, isolation: str, readonly: bool = False) -> AbstractAsyncContextManager[None]:
        """Begin a transaction; it is committed when the block ends well."""
        ...

    def add_termination_listener(self, callback: Callable[[Any], None]) -> None:
        """Call back when the connection has ended, however that came."""
        ...

    async def close(self) -> None:
        """Take leave of the server."""
        ...

    def terminate(self) -> None:
        """Cut the connection off."""
        ...
