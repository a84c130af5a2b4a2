"""Who may play on a database of a server: one process alone, or the workers of one cluster.

A lock on the server, held by a connection of its own, keeps others out: one alone holds it for itself, workers hold it
together. The connection may be lost although both sides live: then one alone writes nothing until the lock is held again. A
sign in the database says under which process or cluster it is played on; if it has changed meanwhile, what this one
knows of the tables is out of date, and only a restart helps."""

import asyncio
import contextlib
import json
import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any, Final, Protocol

from storage import epoch
from storage.errors import FilesLost, StoreError, Unavailable
from storage.health import Health
from storage.postgres.address import Address, ServerConnection
from storage.postgres.faults import FAULTS, store_error, store_error_at
from storage.versions import FLOOR, READABLE_FROM, SCHEMA_VERSION, as_ours

__all__ = ["ENDINGS_LOCK", "LOCKS", "OWNER", "Gate", "Meeting", "sign_of_workers"]

LOCKS: Final = 0x50414A  # "PAJ"
"""The first number of all locks that Paiju takes on a server."""
ENDINGS_LOCK: Final = 2
_MEETING_LOCK: Final = 4
OWNER: Final = "process"  # The name of the mark in which the sign stands of who plays on a database
_LOCK: Final = f"({LOCKS}, hashtext(current_schema()))"
_HOLDERS: Final = f"""
    SELECT a.application_name, l.mode FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
    WHERE l.locktype = 'advisory' AND l.classid = {LOCKS} AND l.granted
    AND l.objid::bigint = hashtext(current_schema())::bigint & 4294967295 AND a.datname = current_database()
"""  # numbers of our own
_MEET: Final = f"""
    BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = '30s';
    SELECT pg_advisory_xact_lock({LOCKS}, {_MEETING_LOCK})
"""
_STANDS: Final = f"""
    SELECT (SELECT value FROM marks WHERE name = '{OWNER}'), (SELECT version_num FROM alembic_version), d.oid::text,
    (SELECT value FROM marks WHERE name = '{FLOOR}') FROM pg_database AS d WHERE d.datname = current_database()
"""
_SIGN: Final = "INSERT INTO marks (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value"
_COMMON: Final = "workers"  # The name of the mark in which stands what all workers have alike
_COMMON_NOW: Final = f"SELECT value FROM marks WHERE name = '{_COMMON}'"
_AGAIN_SECONDS: Final = 0.5
_CLOSE_SECONDS: Final = 1.0


async def sign_of_workers(connection: ServerConnection) -> str | None:
    """The sign of the workers that play on a database just now, ``None`` where there are none."""
    if not any(mode == "ShareLock" for _, mode in await connection.fetch(_HOLDERS)):
        return None
    return str(await connection.fetchval(f"SELECT value FROM marks WHERE name = '{OWNER}'"))


class Meeting(Protocol):
    """Where the workers of one cluster meet."""

    @property
    def common(self) -> Mapping[str, str]:
        """What all of them must have alike, each by a digest."""

    async def is_at(self, sign: str, *, alone: bool) -> bool:
        """Whether those who play under a sign meet there. ``alone``: nobody plays just now; else they may need a moment."""

    def settle(self, sign: str) -> None:
        """Meet there under this sign from now on."""


class Gate:
    """Holds the lock. ``sign`` stands in the database while this process, or its cluster, is the one that plays there."""

    def __init__(self, address: Address, health: Health) -> None:
        self.sign = secrets.token_hex(16)
        self.fault: Unavailable | None = None
        """Why nothing may be written now, ``None`` while the lock is held."""
        self._address = address
        self._health = health
        self._shared = False
        self._connection: ServerConnection | None = None
        self._regaining: asyncio.Task[None] | None = None
        self._closed = False

    async def take(self, *, beside_workers: bool = False) -> bool:
        """Take the lock for this process alone, or raise ``Unavailable`` naming who has it. ``beside_workers``: where others
        hold it together, take it with them; return whether we are alone."""
        connection = await self._address.connect()
        try:
            if not await self._lock(connection):
                self._shared = beside_workers
                if not beside_workers or not await self._lock(connection):
                    raise Unavailable(f"the database is already in use by {await _others(connection)}: {self._address}")
        except FAULTS as error:
            connection.terminate()
            raise store_error_at(str(self._address), error) from None
        except BaseException:
            connection.terminate()
            raise
        self._hold(connection)
        return not self._shared

    async def claim(self) -> None:
        """Put the sign into the database, whose tables are there now."""
        async with (
            self._address.connected() as connection
        ):  # the one with the lock may be in the middle of a transaction
            sign, _, database, _ = await connection.fetchrow(_STANDS) or (None, None, "", None)
            await _begin_epoch(connection, sign, database)
            self.sign = f"{self.sign}:{database}"
            await connection.execute(_SIGN, OWNER, self.sign)

    @contextlib.asynccontextmanager
    async def one_at_a_time(self) -> AsyncIterator[ServerConnection]:
        """Wait for other workers that are joining; what is done over the connection counts once the block has ended well."""
        async with self._address.connected(seconds=None) as connection:
            await connection.execute(_MEET)
            yield connection
            await connection.execute("COMMIT")

    async def others_can_read(self, connection: ServerConnection) -> bool:
        """Whether all who play on the database can go on when it has been brought to our version."""
        names = [str(name).split() for name, mode in await connection.fetch(_HOLDERS) if mode == "ShareLock"]
        return all(len(name) == 3 and name[2] >= READABLE_FROM for name in names)

    async def join(self, connection: ServerConnection, meeting: Meeting, *, alone: bool) -> None:
        """Play under the sign of those who play already, if they meet where we do; else, alone, under a new one; and hold the
        lock together from then on. ``Unavailable`` for a worker that would meet elsewhere."""
        sign, version, database, floor = await connection.fetchrow(_STANDS) or (None, None, "", None)
        if as_ours(version, floor) != SCHEMA_VERSION:
            raise Unavailable(
                f"the database is of another version ({version}, this program {SCHEMA_VERSION}), and other workers play on it: "
                "end them all before you start a new version"
            )
        if alone:
            await _begin_epoch(connection, sign, database)
        if sign is None or _is_of_another(sign, database) or not await meeting.is_at(sign, alone=alone):
            if not alone:
                raise Unavailable(
                    "CLUSTER_URL: the workers that play on this database meet at another Redis, or under another number of it"
                )
            sign = f"{self.sign}:{database}"
            await connection.execute(_SIGN, OWNER, sign)
        said = json.dumps(dict(meeting.common), sort_keys=True)
        if alone:
            await connection.execute(_SIGN, _COMMON, said)
        elif differing := _differing(said, await connection.fetchval(_COMMON_NOW)):
            raise Unavailable(
                f"the workers of this cluster were started with another {differing}; all must have the same"
            )
        self.sign = sign
        meeting.settle(sign)
        if alone and self._connection is not None:
            await self._unlock(self._connection)
            self._shared = True
            if not await self._lock(self._connection):
                raise Unavailable(f"the database is already in use by {await _others(connection)}: {self._address}")

    async def check(self) -> None:
        """Ask over the connection that holds the lock; raise what is wrong."""
        if self._connection is not None:
            try:
                await self._connection.execute("SELECT 1")
            except FAULTS as error:
                self._lost(store_error(error))
        if self.fault is not None:
            raise self.fault

    async def close(self) -> None:
        """Let the next process in."""
        self._closed = True
        if self._regaining is not None:
            self._regaining.cancel()
            await asyncio.wait({self._regaining})
        if self._connection is not None:
            connection, self._connection = self._connection, None
            with contextlib.suppress(*FAULTS):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await self._unlock(connection)  # the server may notice later that the connection is closed
                    await connection.close()
            connection.terminate()

    async def _lock(self, connection: ServerConnection) -> bool:
        how = "_shared" if self._shared else ""
        if self._address.prepared:
            return bool(await connection.fetchval(f"SELECT pg_try_advisory_lock{how}{_LOCK}"))
        # Behind a proxy that hands connections on between transactions, only what an open transaction holds is held.
        await connection.execute("ROLLBACK; BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0")
        return bool(await connection.fetchval(f"SELECT pg_try_advisory_xact_lock{how}{_LOCK}"))

    async def _unlock(self, connection: ServerConnection) -> None:
        await connection.execute("SELECT pg_advisory_unlock_all()" if self._address.prepared else "ROLLBACK")

    def _hold(self, connection: ServerConnection) -> None:
        self._connection, self.fault = connection, None
        connection.add_termination_listener(self._ended)

    def _ended(self, connection: Any) -> None:
        if connection is self._connection:
            self._lost(Unavailable("the connection to the database was lost"))

    def _lost(self, why: StoreError) -> None:
        if self._connection is None or self._closed:
            return
        connection, self._connection = self._connection, None
        connection.terminate()
        if not self._shared:  # workers go on meanwhile: each of their commits looks at the sign
            self.fault = why if isinstance(why, Unavailable) else Unavailable(str(why))
            self._health.failed(self.fault)
        self._regaining = asyncio.create_task(self._regain(), name="regaining the database")

    async def _regain(self) -> None:
        """Try until the lock is held again, or another process has been on the database."""
        while True:
            if await self._regained():
                return
            await asyncio.sleep(_AGAIN_SECONDS)

    async def _regained(self) -> bool:
        try:
            connection = await self._address.connect()
        except StoreError:
            return False
        kept = False
        try:
            held = await self._lock(connection)
            sign, version, _, floor = await connection.fetchrow(_STANDS) or (None, None, "", None)
            if (sign, as_ours(version, floor)) != (self.sign, SCHEMA_VERSION):
                self.fault = FilesLost("another Paiju has taken over the database while this one was cut off from it")
                self._health.failed(self.fault)
                return True
            kept = held
        except FAULTS:
            pass
        finally:
            if not kept:
                connection.terminate()
        if kept:
            self._hold(connection)
        return kept


def _differing(ours: str, theirs: str | None) -> str:
    """The names of what two workers do not have alike."""
    one, other = json.loads(ours), json.loads(theirs or "{}")
    return ", ".join(name for name in sorted({*one, *other}) if one.get(name) != other.get(name))


def _is_of_another(sign: str, database: str) -> bool:
    """Whether a sign was carried here with a copy of another database."""
    return not sign.endswith(f":{database}")


async def _begin_epoch(connection: ServerConnection, sign: str | None, database: str) -> None:
    """Begin an epoch if a copy was put here, be it by ``pg_restore``; a sign of old has no database in it."""
    copied = sign is not None and ":" in sign and _is_of_another(sign, database)
    if copied or await connection.fetchval(epoch.IS_COPY) is not None:
        await connection.execute(";".join(epoch.steps()))


async def _others(connection: ServerConnection) -> str:
    """Name who holds the lock."""
    holders = await connection.fetch(_HOLDERS)
    if any(mode == "ShareLock" for _, mode in holders):
        return f"{len(holders)} workers of a cluster (a worker needs their CLUSTER_URL)"
    holder = str(holders[0][0]).removeprefix("paiju ").partition(" ")[0] if holders else ""
    return "another Paiju" + (f" (process {holder})" if holder.isdigit() else "")
