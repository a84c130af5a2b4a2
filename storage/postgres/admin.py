"""What a host does with a database on a server: bring it up to date, look it over."""

from __future__ import annotations

from typing import Final

from storage.errors import Unavailable
from storage.postgres.address import Address
from storage.postgres.driver import ServerConnection
from storage.postgres.faults import FAULTS, store_error, store_error_at
from storage.postgres.process import SoleProcess
from storage.postgres.version import migrate, version_of
from storage.sql import Health
from storage.themes import metadata
from storage.versions import SCHEMA_VERSION, Checked, Upgraded, refuse_newer, require_version

__all__ = ["check", "probe", "upgrade"]

_SEQUENCES: Final = [table.name for table in metadata.sorted_tables if "id" in table.c]


async def probe(url: str) -> None:
    """Return if a start would find a usable database; raise ``StoreError`` if not."""
    address = Address.of(url)
    connection = await address.connect()
    try:
        refuse_newer(await version_of(connection))
    except FAULTS as error:
        raise store_error_at(str(address), error) from None
    finally:
        connection.terminate()


async def upgrade(url: str) -> Upgraded:
    """Make the tables or bring them to this program's version, if no bot runs on them or there is nothing to do."""
    address = Address.of(url)
    connection = await address.connect()
    try:
        version = await version_of(connection)
    except FAULTS as error:
        raise store_error_at(str(address), error) from None
    finally:
        connection.terminate()
    refuse_newer(version)
    if version != SCHEMA_VERSION:
        sole = SoleProcess(address, Health())
        await sole.take()
        try:
            await migrate(address)
        finally:
            await sole.close()
    return Upgraded(str(address), version, SCHEMA_VERSION)


async def check(url: str) -> Checked:
    """Read every row and every reference, as of one moment."""
    address = Address.of(url)
    connection = await address.connect(seconds=None)
    try:
        return await _check(address, connection)
    except FAULTS as error:
        raise store_error_at(str(address), error) from None
    finally:
        connection.terminate()


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
