"""What a host does with a database on a server: bring it up to date, look it over, and move it to or from another kind."""

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any, Final

from sqlalchemy import Table

from storage.errors import Unavailable
from storage.health import Health
from storage.postgres.address import Address, ServerConnection
from storage.postgres.faults import FAULTS, store_error
from storage.postgres.opening import migrate, version_of
from storage.postgres.process import OWNER, Gate, sign_of_workers
from storage.themes import metadata
from storage.versions import FORGET_FLOOR, SCHEMA_VERSION, Checked, Upgraded, refuse_newer, require_version

__all__ = ["check", "probe", "source", "target", "upgrade"]

_SEQUENCES: Final = [table.name for table in metadata.sorted_tables if "id" in table.c]


async def probe(url: str) -> tuple[str, str | None]:
    """Return the server with its version, and the sign of the workers that play on a database, if any do; raise ``StoreError``
    if a start could not use it."""
    address = Address.of(url)
    async with address.connected() as connection:
        refuse_newer(await version_of(connection))
        version: str = await connection.fetchval("SHOW server_version")
        return f"PostgreSQL {version.partition(' ')[0]}", await sign_of_workers(connection)


async def upgrade(url: str) -> Upgraded:
    """Make the tables or bring them to this program's version, if no bot runs on them or there is nothing to do."""
    address = Address.of(url)
    async with address.connected() as connection:
        version = await version_of(connection)
    refuse_newer(version)
    if version != SCHEMA_VERSION:
        gate = Gate(address, Health())
        await gate.take()
        try:
            await migrate(address)
        finally:
            await gate.close()
    return Upgraded(str(address), version, SCHEMA_VERSION)


async def check(url: str) -> Checked:
    """Read every row and every reference, as of one moment."""
    address = Address.of(url)
    async with address.connected(seconds=None) as connection:
        return await _check(address, connection)


async def _check(address: Address, connection: ServerConnection) -> Checked:
    problems: list[str] = []
    rows: dict[str, int] = {}
    version = await version_of(connection)
    try:
        require_version(version)
    except Unavailable as error:
        return Checked(str(address), version, (str(error),), {})
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            for table in sorted(metadata.tables):
                # The sum makes the server take every value out of its place.
                question = f'SELECT count(*), sum(length(t::text)) FROM "{table}" AS t'  # a name of ours
                (rows[table], _) = await connection.fetchrow(question) or (0, 0)
            problems += await _broken_references(connection)
            problems += await _low_sequences(connection)
    except FAULTS as error:
        problems.append(str(store_error(error)))
    return Checked(str(address), version, tuple(problems), rows)


async def _broken_references(connection: ServerConnection) -> list[str]:
    found = []
    for table in metadata.sorted_tables:
        for reference in table.foreign_key_constraints:
            pairs = [(element.parent.name, element.column.name) for element in reference.elements]
            parent = reference.referred_table.name
            same = " AND ".join(f'p."{theirs}" = c."{mine}"' for mine, theirs in pairs)
            given = " AND ".join(f'c."{mine}" IS NOT NULL' for mine, _ in pairs)
            question = (
                f'SELECT EXISTS (SELECT 1 FROM "{table.name}" AS c WHERE {given}'  # names of ours
                f' AND NOT EXISTS (SELECT 1 FROM "{parent}" AS p WHERE {same}))'
            )
            if await connection.fetchval(question):
                found.append(f"a row of {table.name} refers to a row of {parent} that does not exist")
    return sorted(set(found))


async def _low_sequences(connection: ServerConnection) -> list[str]:
    found = []
    for name in _SEQUENCES:
        sequence = await connection.fetchval("SELECT pg_get_serial_sequence($1, 'id')", name)
        if sequence is None:
            found.append(f"the table {name} does not number its rows by itself")
            continue
        question = f'SELECT coalesce(max(t.id), 0) > (SELECT last_value FROM {sequence}) FROM "{name}" AS t'
        if await connection.fetchval(question):
            found.append(f"the next row of {name} would get a number that is taken")
    return found


_MANY: Final = 1000
_RUNNING: Final = "fk_tables_match_matches"  # The link from a table to its running match, which comes later


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
        await self.connection.execute(f"DELETE FROM marks WHERE name = '{OWNER}'")  # that of the source, if it had one
        await self.connection.execute("SET CONSTRAINTS ALL IMMEDIATE")
        await self.connection.execute(f"ALTER TABLE tables ALTER CONSTRAINT {_RUNNING} NOT DEFERRABLE")
        await self.connection.execute("COMMIT")
        await self.connection.execute("ANALYZE")

    async def _sequence(self, table: Table) -> str:
        return str(await self.connection.fetchval("SELECT pg_get_serial_sequence($1, 'id')", table.name))


@asynccontextmanager
async def source(url: str) -> AsyncIterator[_Server]:
    """Open a database to be read, if no bot runs on it."""
    async with _opened(url) as end:
        require_version(await version_of(end.connection, exact=True))  # what is newer would be left behind
        await end.connection.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        yield end


@asynccontextmanager
async def target(url: str) -> AsyncIterator[_Server]:
    """Open a database to be written, its tables made if there are none; what is not committed is undone."""
    async with _opened(url) as end:
        await migrate(end.address)
        await end.connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
        await end.connection.execute(FORGET_FLOOR)
        await end.connection.execute(f"ALTER TABLE tables ALTER CONSTRAINT {_RUNNING} DEFERRABLE INITIALLY DEFERRED")
        yield end


@asynccontextmanager
async def _opened(url: str) -> AsyncIterator[_Server]:
    address = Address.of(url)
    gate = Gate(address, Health())
    await gate.take()
    try:
        async with address.connected(seconds=None) as connection:
            yield _Server(address, connection)
    finally:
        await gate.close()
