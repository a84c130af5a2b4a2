"""The time of the machine, as the session's ``Clock``."""

import asyncio
import time

__all__ = ["SystemClock"]


class SystemClock:
    """Real time."""

    def now(self) -> float:
        """Return seconds since 1970."""
        return time.time()

    def monotonic(self) -> float:
        """Return seconds from some moment on, never set back."""
        return time.monotonic()

    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(seconds)
