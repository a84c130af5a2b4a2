"""A worker of the tests: everything of ``bot.cluster`` joined together, in this process or as one of its own."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable

from bot.cluster.allowance import SharedAllowance
from bot.cluster.courier import Courier
from bot.cluster.leases import LineLeases
from bot.cluster.line import Line
from bot.cluster.link import RedisLink
from bot.cluster.meeting import MeetingPlace
from bot.cluster.membership import Membership, MembershipChange
from storage.postgres.address import Address
from tests.patience import patience

__all__ = ["Worker", "taken", "until"]


class Worker:
    """One worker that has joined."""

    def __init__(self, redis: str, database: str, sign: str, name: str, *, ttl: float) -> None:
        self.link = RedisLink(redis, sign, patience=1.0)
        self.line = Line(Address.of(database), name, sign)
        self.membership = Membership(self.line, ttl=ttl)
        self.courier = Courier(self.line, self.membership)
        self.leases = LineLeases(self.membership, self.courier.news)
        self.allowance = SharedAllowance(self.link, self.membership)
        self._staying: asyncio.Task[None] | None = None
        self.changes: list[MembershipChange] = []
        self.membership.on_change(self.changes.append)

    @property
    def alive(self) -> set[str]:
        """Who lives, nobody while that is not sure."""
        return set(self.membership.alive() or ())

    async def open(self) -> None:
        try:
            await self.link.open(5.0)
            await self.line.open()
            await self.membership.join()
            self._staying = asyncio.create_task(self._stay())
        except BaseException:
            await self.close()
            raise

    async def _stay(self) -> None:
        place = MeetingPlace(self.link)
        while True:
            await place.stay()
            await asyncio.sleep(0.02)

    async def close(self) -> None:
        if self._staying is not None:
            self._staying.cancel()
        await self.courier.close()
        await self.membership.leave()
        await self.line.close()
        await self.link.close()


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so; there is no point in time at which it has to be."""
    async with patience():
        while not true():  # noqa: ASYNC110 - nobody is told
            await asyncio.sleep(0.01)


async def taken(worker: Worker, name: str) -> None:
    async with patience():
        while not await worker.leases.take(name):  # noqa: ASYNC110 - nobody is told when another's lease ends
            await asyncio.sleep(0.01)


async def _run(redis: str, database: str, sign: str, name: str, ttl: float) -> None:
    """Answer the test's questions for ever."""
    worker = Worker(redis, database, sign, name, ttl=ttl)
    woken: list[bool] = []

    async def echo(caller: str, payload: bytes) -> bytes:
        return payload

    async def stop(caller: str, payload: bytes) -> bytes:
        assert worker.leases.sure("poll")
        assert worker.membership.sure
        os.kill(os.getpid(), signal.SIGSTOP)
        woken.extend((worker.leases.sure("poll"), worker.membership.sure, worker.membership.alive() is not None))
        return b""

    async def take(caller: str, payload: bytes) -> bytes:
        return json.dumps(await worker.leases.take(payload.decode())).encode()

    async def report(caller: str, payload: bytes) -> bytes:
        told = {"woken": woken, "lapses": worker.membership.lapses, "held": worker.leases.held}
        return json.dumps(told).encode()

    async def relay(caller: str, payload: bytes) -> bytes:
        return await worker.courier.call(caller, "echo", payload, 5.0)

    for handler in (echo, stop, take, report, relay):
        worker.courier.serve(handler.__name__, handler)
    await worker.open()
    await worker.membership.replaced.wait()
    await worker.close()
    sys.exit(3)


if __name__ == "__main__":
    asyncio.run(_run(sys.argv[1], sys.argv[2], sys.argv[3], sys.argv[4], float(sys.argv[5])))
