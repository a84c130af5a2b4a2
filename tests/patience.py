"""How long a test waits for something: as long as anything gets on.

No clock on the wall says that something does not come. Time passes only while this process is free to look and while
everything that it has started sleeps: whoever is kept waiting for a processor, or makes use of one, is not late. What
never sleeps and never ends, pytest's own limit ends."""

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Final, TypeVar

__all__ = ["ENOUGH", "Patience", "patience", "patient"]

T = TypeVar("T")
ENOUGH: Final = 20.0  # Seconds of rest in which everything comes that will come at all
_SOON: Final = 5.0  # Whoever needs no longer than this by the clock on the wall is not looked at
_LOOK: Final = 0.05
_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")


class Patience:
    """``rested``: seconds in which nothing was done, as far as was looked. ``passed``: with those in which something was;
    that is how long it would have taken on a machine of its own."""

    def __init__(self) -> None:
        self.rested = self.passed = 0.0
        self._used = _lately()[0]

    async def look(self) -> None:
        """Let a moment pass."""
        await asyncio.sleep(_LOOK)
        self._count()

    def wait(self) -> None:
        """Let a moment pass, where no event loop runs."""
        time.sleep(_LOOK)
        self._count()

    def _count(self) -> None:
        used, busy = _lately()
        worked, self._used = max(0.0, used - self._used), used
        self.rested += 0.0 if busy else _LOOK
        self.passed += min(worked, _LOOK) if busy else _LOOK


@asynccontextmanager
async def patience(seconds: float = ENOUGH) -> AsyncIterator[None]:
    """``TimeoutError`` if what is waited for in here does not come although nothing else is done any more."""
    loop = asyncio.get_running_loop()
    async with asyncio.timeout(None) as limit:
        looking: list[asyncio.Task[None]] = []

        async def look() -> None:
            seen = Patience()
            while seen.rested < seconds:
                await seen.look()
            limit.reschedule(loop.time())

        late = loop.call_later(_SOON, lambda: looking.append(loop.create_task(look())))
        try:
            yield
        finally:
            late.cancel()
            for task in looking:
                task.cancel()


async def patient(work: Awaitable[T]) -> T:
    """Return what comes of this, or ``TimeoutError``, as ``patience``."""
    async with patience():
        return await work


class _Last:
    """What was seen when somebody last looked. All who wait in a process look together."""

    at = -1.0
    seen = (0.0, False)


def _lately() -> tuple[float, bool]:
    """Return what ``_others`` has told within the last look."""
    if time.monotonic() - _Last.at > 0.8 * _LOOK:
        _Last.seen = _others()
        _Last.at = time.monotonic()
    return _Last.seen


def _others() -> tuple[float, bool]:
    """Return the processor time of this process' other threads and of all processes that have come of it, and whether one of them
    wants a processor."""
    me, total, busy = os.getpid(), 0.0, False
    waiting = [me]
    while waiting:
        pid = waiting.pop()
        for thread in _threads(pid):
            waiting += map(int, _read(f"/proc/{pid}/task/{thread}/children").split())
            if thread != str(me) and (fields := _read(f"/proc/{pid}/task/{thread}/stat").rpartition(b")")[2].split()):
                total += (int(fields[11]) + int(fields[12])) * _TICK
                busy |= fields[0] in b"RD"
    return total, busy


def _threads(pid: int) -> list[str]:
    try:
        return os.listdir(f"/proc/{pid}/task")  # noqa: PTH208 # a path for each thread of a browser takes longer than all else here
    except OSError:
        return []


def _read(path: str) -> bytes:
    """Return what the system says there; nothing of what has ended."""
    try:
        with open(path, "rb", buffering=0) as file:  # noqa: PTH123 # as above
            return file.read()
    except OSError:
        return b""
