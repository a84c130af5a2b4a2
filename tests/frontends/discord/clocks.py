"""Clocks for tests: one turned by hand, one that runs with the simulator."""

from __future__ import annotations

import asyncio
import heapq
import itertools
from collections.abc import Coroutine
from typing import Any

from tests.simulators.discord import DiscordSim


class HandClock:
    """Time stands still until `run_until_idle` moves it from sleeper to sleeper."""

    def __init__(self) -> None:
        self._time = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._numbers = itertools.count()

    def now(self) -> float:
        return 1_700_000_000.0 + self._time

    def monotonic(self) -> float:
        return self._time

    async def sleep(self, seconds: float) -> None:
        future: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._time + seconds, next(self._numbers), future))
        await future

    def advance(self, seconds: float) -> None:
        """Let time pass and wake those who slept until then."""
        self._time += seconds
        while self._sleepers and self._sleepers[0][0] <= self._time:
            _, _, future = heapq.heappop(self._sleepers)
            if not future.done():
                future.set_result(None)

    async def settle(self) -> None:
        """Let everything that can run now run."""
        for _ in range(50):
            await asyncio.sleep(0)

    async def run_until_idle(self, until: Coroutine[Any, Any, None]) -> None:
        """Move time to the next sleeper again and again until `until` is done."""
        task = asyncio.create_task(until)
        while not task.done():
            await self.settle()
            self._sleepers = [one for one in self._sleepers if not one[2].done()]
            heapq.heapify(self._sleepers)
            if not task.done() and self._sleepers:
                self.advance(max(self._sleepers[0][0] - self._time, 0.0))
        await task


class SimClock:
    """The frontend's clock on the simulator's time, so that a test can let hours pass."""

    def __init__(self, sim: DiscordSim) -> None:
        self._sim = sim
        self.ahead = 0.0
        """By so many seconds the bot's wall clock is wrong."""

    def now(self) -> float:
        return self._sim.clock.wall() + self.ahead

    def monotonic(self) -> float:
        return self._sim.clock.now()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
