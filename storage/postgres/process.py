"""That one process alone plays on a database of a server, where no cluster shares it out.

A lock on the server, held by a connection of its own, keeps a second process out. The connection may be lost although
both sides live: then nothing is written until the lock is held again. A sign in the database says whether another
process has been there meanwhile; if so, what this one knows of the tables is out of date, and only a restart helps."""

import asyncio
import contextlib
import secrets
from typing import Any, Final

from storage.errors import FilesLost, StoreError, Unavailable
from storage.health import Health
from storage.postgres.address import Address, ServerConnection
from storage.postgres.faults import FAULTS, store_error, store_error_at

__all__ = ["ENDINGS_LOCK", "LOCKS", "OWNER", "SoleProcess"]

LOCKS: Final = 0x50414A  # "PAJ"
"""The first number of all locks that Paiju takes on a server."""
ENDINGS_LOCK: Final = 2
OWNER: Final = "process"  # The name of the mark in which the one process that plays on a database has its sign
_LOCK: Final = f"({LOCKS}, hashtext(current_schema()))"
_HOLDER: Final = f"""
    SELECT a.application_name FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
    WHERE l.locktype = 'advisory' AND l.classid = {LOCKS} AND l.granted
    AND l.objid::bigint = hashtext(current_schema())::bigint & 4294967295 AND l.database = a.datid
"""  # numbers of our own
_AGAIN_SECONDS: Final = 0.5
_CLOSE_SECONDS: Final = 1.0


class SoleProcess:
    """Holds the lock. ``sign`` stands in the database while this process is the one that plays there."""

    def __init__(self, address: Address, health: Health) -> None:
        self.sign = secrets.token_hex(16)
        self.fault: Unavailable | None = None
        """Why nothing may be written now, ``None`` while the lock is held."""
        self._address = address
        self._health = health
        self._connection: ServerConnection | None = None
        self._regaining: asyncio.Task[None] | None = None
        self._closed = False

    async def take(self) -> None:
        """Take the lock, or raise ``Unavailable`` naming the process that has it."""
        connection = await self._address.connect()
        try:
            if not await self._lock(connection):
                holder = str(await connection.fetchval(_HOLDER) or "").removeprefix("paiju ")
                who = f" (process {holder})" if holder.isdigit() else ""
                raise Unavailable(f"the database is already in use by another Paiju{who}: {self._address}")
        except FAULTS as error:
            connection.terminate()
            raise store_error_at(str(self._address), error) from None
        except BaseException:
            connection.terminate()
            raise
        self._hold(connection)

    async def claim(self) -> None:
        """Put the sign into the database, whose tables are there now."""
        connection = await self._address.connect()  # the one with the lock may be in the middle of a transaction
        try:
            await connection.execute(
                "INSERT INTO marks (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value",
                OWNER,
                self.sign,
            )
        except FAULTS as error:
            raise store_error_at(str(self._address), error) from None
        finally:
            connection.terminate()

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
                    await connection.close()
            connection.terminate()

    async def _lock(self, connection: ServerConnection) -> bool:
        if self._address.prepared:
            return bool(await connection.fetchval(f"SELECT pg_try_advisory_lock{_LOCK}"))
        # Behind a proxy that hands connections on between transactions, only what an open transaction holds is held.
        await connection.execute("BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0")
        return bool(await connection.fetchval(f"SELECT pg_try_advisory_xact_lock{_LOCK}"))

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
        held = False
        try:
            held = await self._lock(connection)
            sign = await connection.fetchval(f"SELECT value FROM marks WHERE name = '{OWNER}'")
            if sign != self.sign:
                held = False
                self.fault = FilesLost("another Paiju has taken over the database while this one was cut off from it")
                self._health.failed(self.fault)
                return True
        except FAULTS:
            held = False
        finally:
            if not held:
                connection.terminate()
        if held:
            self._hold(connection)
        return held
