"""A clock for tests that runs with the simulator."""

import asyncio

from tests.simulators.discord import DiscordSim


class SimClock:
    """The frontend's clock on the simulator's time, so that a test can let hours pass."""

    def __init__(self, sim: DiscordSim) -> None:
        self._sim = sim
        self.ahead = 0.0  # By so many seconds the bot's wall clock is wrong

    def now(self) -> float:
        return self._sim.clock.wall() + self.ahead

    def monotonic(self) -> float:
        return self._sim.clock.now()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
