"""The connections over which units of work reach the server: a pool, and what became of a commit whose answer was lost."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Final, Self

import asyncpg

from storage.errors import Unavailable, Unsure
from storage.postgres.address import Address, ServerConnection
from storage.postgres.faults import FAULTS, is_lost, store_error

__all__ = ["SHARED", "Connections"]

_MOST: Final = 10  # Connections of one process. A unit of work holds one for a few milliseconds.
_WAIT_SECONDS: Final = 10.0
_SETTLE_SECONDS: Final = 10.0  # How long the server is asked what became of a commit
_AGAIN_SECONDS: Final = 0.1
_LIFE: Final = "SELECT concat(pg_postmaster_start_time(), ' ', (SELECT stats_reset FROM pg_stat_bgwriter))"
"""Another text after every crash of the server, also after one that only its parts went through: its statistics begin anew."""
SHARED: Final = {
    "idle_in_transaction_session_timeout": "5000",
    "tcp_keepalives_idle": "3",
    "tcp_keepalives_interval": "1",
    "tcp_keepalives_count": "3",
}
"""A process that is stopped in the middle of a transaction, or cut off, must not keep its locks: others take over what it had."""


class _Connection(asyncpg.Connection):  # type: ignore[misc]  # the library has no types
    """A connection that knows in which life of the server it was made."""

    life: str


class Connections:
    """A pool. Connections that were lost are replaced when they are next needed."""

    def __init__(self, pool: Any) -> None:
        self._pool = pool

    @classmethod
    async def open(cls, address: Address, *, shared: bool = False) -> Self:
        """Open a pool; raise ``StoreError`` if the server does not let us in. ``shared``: other processes wait for what
        we lock."""
        arguments = address.arguments()
        if shared:
            arguments["server_settings"] |= SHARED
        arguments |= {"connection_class": _Connection, "init": _note_life, "reset": _leave_as_is}
        pool = asyncpg.create_pool(**arguments, min_size=0, max_size=_MOST)
        await pool
        found = cls(pool)
        try:
            await found.give(await found.take())
        except BaseException:
            found.cut_off()
            raise
        return found

    async def take(self) -> ServerConnection:
        """A free connection; ``StoreError`` if there is none in time."""
        try:
            connection: ServerConnection = await self._pool.acquire(timeout=_WAIT_SECONDS)
            return connection
        except FAULTS as error:
            fault = store_error(error)
        raise fault

    async def begin(self) -> ServerConnection:
        """A connection on which a transaction has begun. One that was lost while nobody used it is passed over."""
        for last in (False, True):
            connection = await self.take()
            try:
                await connection.execute("BEGIN ISOLATION LEVEL READ COMMITTED")
            except FAULTS as error:
                await self.give(connection, broken=True)
                if last or not is_lost(error) or isinstance(error, TimeoutError):
                    fault = store_error(error)
                    break
            except BaseException:
                await self.give(connection, broken=True)
                raise
            else:
                return connection
        raise fault

    async def give(self, connection: ServerConnection, *, broken: bool = False) -> None:
        """Take a connection back. After a ``broken`` one the others are not trusted either."""
        if broken:
            with contextlib.suppress(*FAULTS):  # the pool may have noticed before us
                connection.terminate()
            with contextlib.suppress(*FAULTS):
                await self._pool.expire_connections()
        with contextlib.suppress(*FAULTS):
            await self._pool.release(connection)

    @contextlib.asynccontextmanager
    async def one(self) -> AsyncIterator[ServerConnection]:
        """Lend a connection outside of any transaction; errors are those of the driver."""
        connection = await self.take()
        broken = True
        try:
            yield connection
            broken = False
        finally:
            await self.give(connection, broken=broken)

    async def settle(self, number: str, life: str, why: str) -> None:
        """Ask what became of the transaction of this number: return if it was committed, raise ``Unavailable`` if not,
        and ``Unsure`` if nobody can tell, or not in time. ``life``: the one of the server in which it was begun. A
        server that crashes forgets numbers of which nothing had reached its log, and gives them to others, so that in
        its next life a number that is committed may be another's."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_SETTLE_SECONDS):
                while True:
                    status, now = await self._status(number)
                    if status == "committed" and now == life:
                        return
                    if status == "committed":
                        break
                    if status == "aborted":
                        raise Unavailable(why)
                    await asyncio.sleep(_AGAIN_SECONDS)
        raise Unsure(f"{why}; whether the last change has arrived is not known yet")

    async def _status(self, number: str) -> tuple[str | None, str]:
        try:
            async with self.one() as connection:
                found: str | None = await connection.fetchval("SELECT pg_xact_status($1::text::xid8)", number)
                return found, connection.life
        except (Unavailable, *FAULTS):
            return None, ""

    async def close(self) -> None:
        """Close every connection as it should be, if the server takes part."""
        with contextlib.suppress(*FAULTS):
            async with asyncio.timeout(1.0):
                await self._pool.close()
        self.cut_off()

    def cut_off(self) -> None:
        """Close every connection at once."""
        with contextlib.suppress(*FAULTS):
            self._pool.terminate()


async def _note_life(connection: _Connection) -> None:
    """Note of a new connection in which life of the server it was made."""
    connection.life = await connection.fetchval(_LIFE)


async def _leave_as_is(connection: Any) -> None:
    """Ask nothing of the server between two units: they leave nothing behind but transactions, which they end themselves."""
