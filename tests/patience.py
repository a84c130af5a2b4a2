"""How long a test waits for something: as long as anything gets on.

No clock on the wall says that something does not come. Time passes only while this process is free to look and while everything
that it has started sleeps: whoever is kept waiting for a processor, or makes use of one, is not late. What never sleeps and never
ends, pytest's own limit ends.
"""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import AsyncIterator, Awaitable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, TypeVar

__all__ = ["ENOUGH", "Patience", "patience", "patient"]

T = TypeVar("T")
ENOUGH: Final = 20.0
"""Seconds of rest in which everything comes that will come at all."""
_SOON: Final = 5.0
"""Whoever needs no longer than this by the clock on the wall is not looked at."""
_LOOK: Final = 0.05
_TICK: Final = 1 / os.sysconf("SC_CLK_TCK")


class Patience:
    """``rested``: seconds in which nothing was done, as far as was looked. ``passed``: with those in which something was;
    that is how long it would have taken on a machine of its own."""

    def __init__(self) -> None:
        self.rested = self.passed = 0.0
        self._used = _others()[0]

    async def look(self) -> None:
        """Let a moment pass."""
        await asyncio.sleep(_LOOK)
        self._count()

    def wait(self) -> None:
        """Let a moment pass, where no event loop runs."""
        time.sleep(_LOOK)
        self._count()

    def _count(self) -> None:
        used, busy = _others()
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


def _others() -> tuple[float, bool]:
    """Return the processor time of this process' other threads and of all processes that have come of it, and whether one of them
    wants a processor."""
    children: dict[int, list[int]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and (fields := _stat(folder)):
            children.setdefault(int(fields[1]), []).append(int(folder.name))
    me, total, busy = os.getpid(), 0.0, False
    waiting = [me]
    while waiting:
        pid = waiting.pop()
        waiting += children.get(pid, [])
        for fields in _threads(pid):
            total += (int(fields[11]) + int(fields[12])) * _TICK
            busy |= fields[0] in "RD"
    return total, busy


def _threads(pid: int) -> Iterator[list[str]]:
    try:
        for folder in Path(f"/proc/{pid}/task").iterdir():
            if folder.name != str(os.getpid()) and (fields := _stat(folder)):
                yield fields
    except OSError:  # it has ended
        return


def _stat(folder: Path) -> list[str]:
    """Return what the system says of a process or thread, from its state on; nothing if it has ended."""
    try:
        return (folder / "stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []
