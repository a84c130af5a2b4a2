"""A database on a server as one end of a transfer."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from sqlalchemy import Table

from storage.errors import Unavailable
from storage.postgres.address import Address
from storage.postgres.driver import ServerConnection
from storage.postgres.faults import FAULTS, store_error_at
from storage.postgres.process import SoleProcess
from storage.postgres.version import migrate, version_of
from storage.sql import Health
from storage.versions import require_version

__all__ = ["source", "target"]

_MANY: Final = 1000
_OTHERS: Final = """
    SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND application_name ~ '^paiju [0-9]+$'
    AND application_name <> current_setting('application_name')
"""
"""Connections of other processes: several workers that share a database hold no lock on it."""
_RUNNING: Final = "fk_tables_match_matches"
"""The link from a table to its running match, which comes later."""


@asynccontextmanager
async def source(url: str) -> AsyncIterator[_Server]:
    """Open a database to be read, if no bot runs on it."""
    async with _opened(url) as end:
        require_version(await version_of(end.connection))
        await end.connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield end


@asynccontextmanager
async def target(url: str) -> AsyncIterator[_Server]:
    """Open a database to be written, its tables made if there are none; what is not committed is undone."""
    async with _opened(url) as end:
        await migrate(end.address)
        await end.connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
        await end.connection.execute(f"ALTER TABLE tables ALTER CONSTRAINT {_RUNNING} DEFERRABLE INITIALLY DEFERRED")
        yield end


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[_Server]:
    address = Address.of(url)
    sole = SoleProcess(address, Health())
    await sole.take()
    try:
        connection = await address.connect(seconds=None)
        try:
            if await connection.fetchval(_OTHERS):
                raise Unavailable(f"the database is already in use by another Paiju: {address}")
            yield _Server(address, connection)
        except FAULTS as error:
            raise store_error_at(str(address), error) from None
        finally:
            connection.terminate()
    finally:
        await sole.close()


class _Server:
    """A ``Source`` and a ``Target`` on a server."""

    def __init__(self, address: Address, connection: ServerConnection) -> None:
        self.address = address
        self.where = str(address)
        self.connection = connection

    async def count(self, table: Table) -> int:
        return int(await self.connection.fetchval(f'SELECT count(*) FROM "{table.name}"'))  # a name of ours

    async def rows(self, table: Table) -> AsyncIterator[Sequence[Sequence[Any]]]:
        columns = ", ".join(f'"{column.name}"' for column in table.c)
        key = ", ".join(f'"{column.name}"' for column in table.primary_key)
        question = f'SELECT {columns} FROM "{table.name}" ORDER BY {key}'
        await self.connection.execute(f"DECLARE copied_{table.name} NO SCROLL CURSOR FOR {question}")
        while lines := await self.connection.fetch(f"FETCH {_MANY} FROM copied_{table.name}"):
            yield [tuple(line) for line in lines]
        await self.connection.execute(f"CLOSE copied_{table.name}")

    async def last_number(self, table: Table) -> int:
        sequence = await self._sequence(table)
        return int(
            await self.connection.fetchval(f"SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}")
        )

    async def add(self, table: Table, rows: Sequence[Sequence[Any]]) -> None:
        await self.connection.copy_records_to_table(
            table.name, records=rows, columns=[column.name for column in table.c]
        )

    async def count_from(self, table: Table, last: int) -> None:
        if last:
            await self.connection.execute("SELECT setval($1::text::regclass, $2)", await self._sequence(table), last)

    async def commit(self) -> None:
        await self.connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        await self.connection.execute(f"ALTER TABLE tables ALTER CONSTRAINT {_RUNNING} NOT DEFERRABLE")
        await self.connection.execute("COMMIT")
        await self.connection.execute("ANALYZE")

    async def _sequence(self, table: Table) -> str:
        return str(await self.connection.fetchval("SELECT pg_get_serial_sequence($1, 'id')", table.name))
