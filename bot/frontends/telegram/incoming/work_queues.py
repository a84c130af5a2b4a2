"""Queues of work by key: one person's updates are handled in their order, those of different people side by side."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable

__all__ = ["Work", "WorkQueues"]

Work = Callable[[], Awaitable[None]]
"""Something to do. It must not raise: it logs its own errors."""


class WorkQueues:
    """First come, first served, for each key apart. A key with work has one task, however much waits; one without has none."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[Work]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, key: Hashable, work: Work) -> None:
        """Queue work behind all that waits of the same key; returns at once."""
        queue = self._waiting.get(key)
        if queue is not None:
            queue.append(work)
            return
        queue = self._waiting[key] = deque([work])
        task = asyncio.create_task(self._go_through(key, queue), name="telegram updates")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def of(self, key: Hashable) -> int:
        """Return how much of this key is not done yet, with what is under way."""
        return len(self._waiting.get(key, ()))

    async def finish(self) -> None:
        """Wait until nothing is left to do."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Break off what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _go_through(self, key: Hashable, queue: deque[Work]) -> None:
        try:
            while queue:
                await queue[0]()
                queue.popleft()
        finally:
            del self._waiting[key]

    def __len__(self) -> int:
        return len(self._waiting)
