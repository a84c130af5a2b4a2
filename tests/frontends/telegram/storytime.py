"""A time that passes only when a test says so, for a whole bot that speaks to the simulated platform over real sockets."""

import asyncio
import heapq
import itertools
from collections.abc import Callable


class StoryTime:
    """Everybody who waits here waits for the story to go on; each is woken at the very moment that they asked for.
    ``busy`` says whether anybody has still something to do now: time stands still until nobody has. A bot is given
    ``StoryClock``s, so that it can be told who of it waits for time."""

    def __init__(self) -> None:
        self.at = 0.0
        self.busy: Callable[[], bool] = lambda: False
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []
        self._count = itertools.count()

    async def until(self, at: float) -> None:
        woken = asyncio.Event()
        heapq.heappush(self._sleepers, (at, next(self._count), woken))
        await woken.wait()

    async def passes(self, seconds: float) -> None:
        """Let so much time pass, with everything that falls due in it."""
        end = self.at + seconds
        await self.rests()
        while self._sleepers and self._sleepers[0][0] <= end:
            at, _, woken = heapq.heappop(self._sleepers)
            self.at = max(self.at, at)
            woken.set()
            await self.rests()
        self.at = end

    async def rests(self) -> None:
        calm = 0
        while calm < 5:
            calm = 0 if self.busy() else calm + 1
            await asyncio.sleep(0)


class StoryClock:
    """The session's ``Clock`` over a story."""

    def __init__(self, story: StoryTime) -> None:
        self._story = story
        self.sleeping = 0

    def now(self) -> float:
        return 1_800_000_000.0 + self._story.at

    def monotonic(self) -> float:
        return self._story.at

    async def sleep(self, seconds: float) -> None:
        self.sleeping += 1
        try:
            await self._story.until(self._story.at + seconds)
        finally:
            self.sleeping -= 1
