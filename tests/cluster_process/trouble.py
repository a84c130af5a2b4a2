"""What can break in a cluster: each is one event that begins and ends, and says from when on everything must go again."""

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Final

from tests.cluster_process.house import House, Worker
from tests.cluster_process.relay import Relay

__all__ = ["FAULTS", "PAST_LEASE_SECONDS", "Fault", "Trouble"]

_STARTS: Final = 3
PAST_LEASE_SECONDS: Final = 6.5  # After so long without a sign a worker is taken for dead


@dataclass(frozen=True, slots=True)
class Fault:
    """``strike`` breaks something and returns when it is whole again, or when others must do without it."""

    name: str
    strike: Callable[["Trouble", Worker, float], Coroutine[None, None, None]]
    lasts: tuple[float, float]  # Seconds, at least and at most


class Trouble:
    """Breaks what a house is made of. Workers that were killed come back while everything goes on."""

    def __init__(self, house: House, dice: Random) -> None:
        self.house, self.dice = house, dice
        self.struck: list[str] = []
        self._returns: set[asyncio.Task[None]] = set()

    async def strike_together(self, names: Sequence[str]) -> None:
        """Let these faults happen at the same time, each to another worker; return when the last is over."""
        while len(ready := [worker for worker in self.house.workers if worker.up]) < len(names):
            await self.all_back()
        chosen = self.dice.sample(ready, len(names))
        async with asyncio.TaskGroup() as tasks:
            for name, worker in zip(names, chosen, strict=True):
                self.struck.append(f"{name} ({worker.name})")
                tasks.create_task(FAULTS[name].strike(self, worker, self.dice.uniform(*FAULTS[name].lasts)))

    def bring_back(self, worker: Worker) -> None:
        task = asyncio.create_task(_again(worker), name=f"start of {worker.name}")
        self._returns.add(task)

    async def all_back(self) -> None:
        """Wait until every worker that was killed runs again."""
        returns, self._returns = self._returns, set()
        await asyncio.gather(*returns)


async def _again(worker: Worker) -> None:
    """Start a worker, as often as it takes: one that finds a server away ends with a line that says so."""
    for _ in range(_STARTS):
        with suppress(AssertionError):
            await worker.start()
            return
    await worker.start()


async def _kill(trouble: Trouble, worker: Worker, seconds: float) -> None:
    await worker.kill()
    trouble.bring_back(worker)


async def _freeze(trouble: Trouble, worker: Worker, seconds: float) -> None:
    worker.freeze()
    await asyncio.sleep(seconds)
    worker.thaw()


async def _cut(line: Relay, seconds: float) -> None:
    await line.cut()
    await asyncio.sleep(seconds)
    await line.mend()


async def _silence(line: Relay, seconds: float) -> None:
    line.silence()
    await asyncio.sleep(seconds)
    await line.mend()


async def _cut_from_redis(trouble: Trouble, worker: Worker, seconds: float) -> None:
    await _cut(worker.redis, seconds)


async def _cut_from_database(trouble: Trouble, worker: Worker, seconds: float) -> None:
    await _cut(worker.database, seconds)


async def _silence_redis(trouble: Trouble, worker: Worker, seconds: float) -> None:
    await _silence(worker.redis, seconds)


async def _silence_database(trouble: Trouble, worker: Worker, seconds: float) -> None:
    await _silence(worker.database, seconds)


async def _restart_redis(trouble: Trouble, worker: Worker, seconds: float) -> None:
    trouble.house.redis.kill()
    await asyncio.sleep(seconds)
    await asyncio.to_thread(trouble.house.redis.start)


async def _restart_database(trouble: Trouble, worker: Worker, seconds: float) -> None:
    await trouble.house.database.kill()
    await asyncio.sleep(seconds)
    await trouble.house.database.start()


_SHORT: Final = (0.1, 1.0)
_PAST_LEASE: Final = (PAST_LEASE_SECONDS, PAST_LEASE_SECONDS + 1.5)

FAULTS: Final[Mapping[str, Fault]] = {
    fault.name: fault
    for fault in (
        Fault("kill", _kill, (0.0, 0.0)),
        Fault("freeze past the lease", _freeze, _PAST_LEASE),
        Fault("freeze", _freeze, _SHORT),
        Fault("cut from redis", _cut_from_redis, _SHORT),
        Fault("cut from redis past the lease", _cut_from_redis, _PAST_LEASE),
        Fault("redis silent", _silence_redis, _SHORT),
        Fault("cut from the database", _cut_from_database, _SHORT),
        Fault("cut from the database for long", _cut_from_database, (8.0, 20.0)),
        Fault("database silent", _silence_database, _SHORT),
        Fault("restart redis", _restart_redis, _SHORT),
        Fault("restart the database", _restart_database, _SHORT),
    )
}
