"""Days and nights for a whole bot: the session's clock goes as a test says, the platform's as it does."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from bot.session.manager import SessionManager
from tests.session.world import ManualClock

__all__ = ["AFTERNOON", "is_night", "pass_time"]

AFTERNOON = datetime(2026, 3, 5, 14, 0, tzinfo=UTC).timestamp()
NIGHT = "22-7 UTC"


def is_night(clock: ManualClock) -> bool:
    """Whether these hours, in which nobody wants to hear anything, are on."""
    return not 7 <= datetime.fromtimestamp(clock.now(), UTC).hour < 22


async def pass_time(manager: SessionManager, clock: ManualClock, hours: float) -> None:
    """Let hours go by that nobody lives through, and then a minute with everything that falls due in it."""
    clock.jump(hours * 3600)
    until = clock.monotonic() + 70
    while clock.wake_next(until, 6.0):
        await _rest(manager, clock)
    await _rest(manager, clock)


async def _rest(manager: SessionManager, clock: ManualClock) -> None:
    tasks, ticker = manager.session.tasks, manager._ticker
    idle = 0
    while idle < 3:
        idle = idle + 1 if len(tasks) + (ticker._task is not None) <= clock.sleeping else 0
        await asyncio.sleep(0)
