"""Which server and database ``DATABASE_URL`` means, and how to connect to it by asyncpg, which brings no types of its own.

What is said of an address names the database and the server, never the password.
"""

import os
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Protocol, Self

import asyncpg
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from storage.errors import Unavailable
from storage.postgres.faults import FAULTS, store_error_at
from storage.versions import SCHEMA_VERSION

__all__ = ["COMMAND_SECONDS", "Address", "Line", "ServerConnection"]

Line = Sequence[Any]  # One line of an answer


class ServerConnection(Protocol):
    """A connection to the server, as far as we use asyncpg's. ``life``: in which life of the server it was made, where it comes
    from the pool."""

    life: str

    async def execute(self, query: str, *args: Any) -> str: ...
    async def executemany(self, command: str, args: Sequence[Sequence[Any]]) -> None: ...
    async def fetch(self, query: str, *args: Any) -> Sequence[Line]: ...
    async def fetchrow(self, query: str, *args: Any) -> Line | None: ...
    async def fetchval(self, query: str, *args: Any) -> Any: ...
    async def copy_records_to_table(
        self, table_name: str, *, records: Sequence[Sequence[Any]], columns: Sequence[str]
    ) -> str: ...
    def transaction(self, *, isolation: str, readonly: bool = False) -> AbstractAsyncContextManager[None]: ...
    def add_termination_listener(self, callback: Callable[[Any], None]) -> None: ...
    async def add_listener(self, channel: str, callback: Callable[[Any, int, str, str], None]) -> None: ...
    def is_closed(self) -> bool: ...
    async def close(self) -> None: ...
    def terminate(self) -> None: ...


_EXAMPLE: Final = "postgresql+asyncpg://user:password@host:5432/paiju"
_KNOWN: Final = frozenset({"host", "port", "ssl", "prepared_statements"})
_CONNECT_SECONDS: Final = 5.0
COMMAND_SECONDS: Final = 10.0  # How long one statement may take in play


@dataclass(frozen=True, slots=True)
class Address:
    """A database on a server. ``prepared``: statements may be prepared once for a connection, which a proxy that hands
    connections on after each transaction does not bear."""

    host: str | None
    port: int | None
    user: str | None
    database: str
    password: str | None = field(default=None, repr=False)
    ssl: str | None = None
    prepared: bool = True

    def __str__(self) -> str:
        where = self.host or "this machine"
        return f"PostgreSQL database {self.database} at {where}" + (f":{self.port}" if self.port else "")

    @classmethod
    def of(cls, url: str) -> Self:
        """Read a ``DATABASE_URL``; raise ``Unavailable`` if it cannot be one."""
        try:
            parts = make_url(url)
        except (ArgumentError, ValueError):
            raise Unavailable(f"DATABASE_URL cannot be read; an example: {_EXAMPLE}") from None
        query = {name: value for name, value in parts.query.items() if isinstance(value, str)}
        if parts.drivername != "postgresql+asyncpg" or not parts.database:
            raise Unavailable(f"DATABASE_URL must look like {_EXAMPLE}")
        if unknown := sorted(parts.query.keys() - _KNOWN):
            raise Unavailable(f"DATABASE_URL: {unknown[0]!r} is unknown; after ? may stand {', '.join(sorted(_KNOWN))}")
        prepared, port = query.get("prepared_statements", "on"), query.get("port", "")
        if prepared not in ("on", "off") or (port and not port.isdigit()):
            raise Unavailable("DATABASE_URL: prepared_statements must be on or off, port a number")
        return cls(
            host=query.get("host") or parts.host,
            port=int(port) if port else parts.port,
            user=parts.username,
            database=parts.database,
            password=None if parts.password is None else str(parts.password),
            ssl=query.get("ssl"),
            prepared=prepared == "on",
        )

    def arguments(self, *, seconds: float | None = COMMAND_SECONDS) -> dict[str, Any]:
        """What ``asyncpg`` needs to connect. ``seconds``: how long a statement may take, ``None`` for any time."""
        given: dict[str, Any] = {
            "host": self.host.split(",") if self.host and "," in self.host else self.host,
            "port": self.port,
            "user": self.user,
            "password": self.password,
            "database": self.database,
            "ssl": self.ssl,
            "timeout": _CONNECT_SECONDS,
            "command_timeout": seconds,
            "server_settings": {"application_name": f"paiju {os.getpid()} {SCHEMA_VERSION}"},
        }
        if isinstance(given["host"], list):
            given["target_session_attrs"] = "primary"  # of several servers the one that takes what is written
        if not self.prepared:
            given["statement_cache_size"] = 0
        return {name: value for name, value in given.items() if value is not None}

    async def connect(self, *, seconds: float | None = COMMAND_SECONDS, **settings: str) -> ServerConnection:
        """Open one connection, with settings of the server; raise ``StoreError`` with one line if that fails."""
        arguments = self.arguments(seconds=seconds)
        arguments["server_settings"] |= settings
        try:
            connection: ServerConnection = await asyncpg.connect(**arguments)
            return connection
        except FAULTS as error:
            fault = store_error_at(str(self), error)
        raise fault

    @asynccontextmanager
    async def connected(self, *, seconds: float | None = COMMAND_SECONDS) -> AsyncIterator[ServerConnection]:
        """One connection for a block, in which what goes wrong at the server is raised as ``StoreError``."""
        connection = await self.connect(seconds=seconds)
        try:
            yield connection
        except FAULTS as error:
            raise store_error_at(str(self), error) from None
        finally:
            connection.terminate()
