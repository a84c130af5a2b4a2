"""The time of the machine, as the session's ``Clock``."""

import asyncio
import time

__all__ = ["SystemClock"]


class SystemClock:
    """Real time."""

    now = staticmethod(time.time)
    monotonic = staticmethod(time.monotonic)

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
