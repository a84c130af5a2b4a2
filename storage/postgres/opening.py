"""How a database on a server is opened: its version read, a newer one refused, an older one brought up to date.

All steps happen in one transaction, one process at a time: a crash in the middle leaves the database as it was."""

import uuid
from typing import Any, Final

import asyncpg
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from storage.errors import StoreError, Unavailable
from storage.health import Health
from storage.postgres.address import Address, ServerConnection
from storage.postgres.connections import Connections
from storage.postgres.faults import FAULTS, store_error, store_error_at
from storage.postgres.process import LOCKS, Gate, Meeting
from storage.postgres.store import ServerStore
from storage.versions import FLOOR, SCHEMA_VERSION, as_ours, refuse_newer, require_version, run_steps

__all__ = ["migrate", "open_server", "tables_in", "version_of"]

_STEPS_LOCK: Final = 3
_TABLES: Final = """
    SELECT c.relname FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE n.nspname = current_schema() AND c.relkind IN ('r', 'p')
    AND NOT EXISTS (SELECT 1 FROM pg_depend AS d WHERE d.objid = c.oid AND d.deptype = 'e') ORDER BY 1
"""
"""The tables that somebody has made, without those that belong to extensions."""


async def tables_in(connection: ServerConnection) -> list[str]:
    """The names of all tables in the schema that is used."""
    return [name for (name,) in await connection.fetch(_TABLES)]


async def version_of(connection: ServerConnection, *, exact: bool = False) -> str | None:
    """Return the version as which a database may be played on (``exact``: that it says it has), ``None`` if it is empty; raise
    ``Unavailable`` if it is not Paiju's, or cannot hold all texts."""
    encoding, schema = await connection.fetchrow("SELECT current_setting('server_encoding'), current_schema()") or (
        "",
        "",
    )
    if encoding != "UTF8":
        raise Unavailable(f"the database has the encoding {encoding}: make one with UTF8")
    if schema is None:
        raise Unavailable("there is no schema for the tables: look at the search_path of this account")
    names = await tables_in(connection)
    if "alembic_version" in names:
        found = await connection.fetchval("SELECT version_num FROM alembic_version")
        floor = (
            await connection.fetchval("SELECT value FROM marks WHERE name = $1", FLOOR) if "marks" in names else None
        )
        return found if exact else as_ours(found, floor)
    if names:
        raise Unavailable("the database belongs to another program")
    return None


async def migrate(address: Address) -> str | None:
    """Bring a database to ``SCHEMA_VERSION``; return the version that it had. Several that come at once take turns."""
    async with address.connected(seconds=None) as connection:
        version = await version_of(connection)
        refuse_newer(version)
        if version != SCHEMA_VERSION:
            await _run_steps(address)
    return version


async def _run_steps(address: Address) -> None:
    async def connect() -> Any:
        return await asyncpg.connect(**address.arguments(seconds=None))

    engine = create_async_engine(
        "postgresql+asyncpg://",
        async_creator=connect,
        poolclass=NullPool,
        hide_parameters=True,
        connect_args={
            "prepared_statement_cache_size": 0,
            "prepared_statement_name_func": lambda: f"paiju_{uuid.uuid4().hex}",  # a proxy may keep those of others
        },
    )
    try:
        async with engine.connect() as connection, connection.begin():
            await connection.exec_driver_sql(f"SELECT pg_advisory_xact_lock({LOCKS}, {_STEPS_LOCK})")
            await connection.exec_driver_sql("SET LOCAL lock_timeout = '3s'")  # whoever plays waits as long
            await connection.run_sync(run_steps)  # nothing is left to do if somebody else was first
    except FAULTS as error:
        raise store_error(error) from None
    finally:
        await engine.dispose()


# -- the store
async def open_server(url: str, *, beside: bool = False, meeting: Meeting | None = None) -> ServerStore:
    """Open the database of a ``DATABASE_URL``, with its tables made and brought up to date if need be. ``beside``:
    change nothing of its shape, and do not ask to be the only process. ``meeting``: play on it with all who meet there."""
    address, health = Address.of(url), Health()
    gate = None if beside else Gate(address, health)
    try:
        if gate is not None:
            await _enter(gate, address, meeting)
        connections = await _connections(address, beside, meeting is not None)
    except BaseException:
        if gate is not None:
            await gate.close()
        raise
    store = ServerStore(connections, health, gate)
    if not beside:
        try:
            await store.forget_old_updates()
        except BaseException:
            await store.close()
            raise
    return store


async def _enter(gate: Gate, address: Address, meeting: Meeting | None) -> None:
    """Take the lock, and only then, if nobody else plays, bring the database up to date."""
    if meeting is None:
        await gate.take()
        await migrate(address)
        await gate.claim()
        return
    async with gate.one_at_a_time() as connection:
        alone = await gate.take(beside_workers=True)
        version = await version_of(connection)
        refuse_newer(version)
        if alone or (version is not None and version < SCHEMA_VERSION and await gate.others_can_read(connection)):
            await migrate(address)
        await gate.join(connection, meeting, alone=alone)


async def _connections(address: Address, beside: bool, shared: bool) -> Connections:
    try:
        connections = await Connections.open(address, shared=shared)
    except StoreError as error:
        raise store_error_at(str(address), error) from None
    try:
        if beside:
            async with connections.one() as connection:
                require_version(await version_of(connection))
    except BaseException as error:
        connections.cut_off()
        if isinstance(error, FAULTS):
            raise store_error_at(str(address), error) from None
        raise
    return connections
