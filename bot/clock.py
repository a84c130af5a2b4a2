"""The time of the machine, as the session's ``Clock``."""

import asyncio
import time

__all__ = ["SystemClock"]


class SystemClock:
    """Real time."""

    def now(self) -> float:
        return time.time()

    def monotonic(self) -> float:
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
