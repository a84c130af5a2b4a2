"""A worker of the tests: everything of ``bot.cluster`` joined together, in this process or as one of its own."""

import asyncio
import json
import os
import signal
import sys
from collections.abc import Callable, Mapping

from bot.cluster.allowance import SharedAllowance
from bot.cluster.courier import Courier
from bot.cluster.leases import RedisLeases
from bot.cluster.link import RedisLink
from bot.cluster.membership import Membership, MembershipChange
from tests.patience import patience

__all__ = ["Worker", "taken", "until"]


class Worker:
    """One worker that has joined."""

    def __init__(self, url: str, identity: str, name: str, *, ttl: float, fingerprint: Mapping[str, str]) -> None:
        self.link = RedisLink(url, identity, patience=1.0)
        self.membership = Membership(self.link, name, lambda: {"tables": 3}, fingerprint, ttl=ttl)
        self.leases = RedisLeases(self.link, self.membership)
        self.courier = Courier(self.link, self.membership)
        self.allowance = SharedAllowance(self.link, self.membership)
        self.changes: list[MembershipChange] = []
        self.lost: list[str] = []
        self.membership.on_change(self.changes.append)

    @property
    def alive(self) -> set[str]:
        """Who lives, nobody while that is not sure."""
        return set(self.membership.alive() or ())

    async def open(self, seconds: float = 5.0) -> None:
        try:
            await self.link.open(seconds)
            await self.membership.join()
            await self.courier.open()
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        await self.courier.close()
        await self.membership.leave()
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


async def _run(url: str, identity: str, name: str, ttl: float) -> None:
    """Answer the test's questions for ever."""
    worker = Worker(url, identity, name, ttl=ttl, fingerprint={})
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
        return json.dumps(await worker.leases.take(payload.decode(), worker.lost.append)).encode()

    async def report(caller: str, payload: bytes) -> bytes:
        told = {"woken": woken, "lost": worker.lost, "lapses": worker.membership.lapses, "held": worker.leases.held}
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
    asyncio.run(_run(sys.argv[1], sys.argv[2], sys.argv[3], float(sys.argv[4])))
