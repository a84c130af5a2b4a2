"""What tests of both platforms look at: a clock whose long pauses last until a test ends them, and counted things."""

import asyncio
from collections import Counter

from bot.clock import SystemClock
from tests.patience import patience


class Turned(SystemClock):
    """Short pauses pass by themselves; one of a second or more begins, is written down, and waits to be ended."""

    def __init__(self) -> None:
        self.pauses: list[float] = []
        self._passed = 0.0
        self._begun: asyncio.Queue[asyncio.Event] = asyncio.Queue()

    async def sleep(self, seconds: float) -> None:
        if seconds < 1:
            await super().sleep(seconds)
            return
        self.pauses.append(seconds)
        over = asyncio.Event()
        self._begun.put_nowait(over)
        await over.wait()
        self._passed += seconds

    def monotonic(self) -> float:
        return super().monotonic() + self._passed

    async def pause(self) -> asyncio.Event:
        """The next long pause that begins: set it to end it."""
        async with patience():
            return await self._begun.get()


class Numbers:
    """A meter that can be read."""

    def __init__(self) -> None:
        self.counted: Counter[str] = Counter()

    def count(self, name: str, amount: int = 1) -> None:
        self.counted[name] += amount

    def observe(self, name: str, seconds: float) -> None: ...
