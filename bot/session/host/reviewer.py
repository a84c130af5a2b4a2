"""Judges finished rounds, one after the other, in a process of its own that gives way to everything else."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
from collections.abc import Awaitable, Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

import structlog

from bot.reviews import Decision, Review, decisions_of, fortune_of, judged
from bot.session.host.thinker import attend
from games.base.options import Options
from games.record import RoundRecord

if TYPE_CHECKING:  # the process that judges loads this module, and needs no database
    from storage.themes.reviews import PendingReviewRow

__all__ = ["Progress", "Reviewer"]

log = structlog.get_logger("session.reviewer")

_T = TypeVar("_T")

_NICE: Final = 10

_MOST: Final = 20  # So many rounds may wait to be judged


class _Cancelled(Exception):
    """Nobody wants the review any more."""


@dataclass(slots=True)
class Progress:
    """How far a review is: ``done`` of ``total`` pieces of work, 0 of 0 before anything has begun. ``advanced`` hears
    of each piece, and when it is over; it returns at once. ``failed``, ``cancelled``: there will be none. ``messages``
    in chats, by platform and id, show it; ``quarter`` is how far they have been told."""

    advanced: Callable[[Progress], None]
    done: int = 0
    total: int = 0
    review: Review | None = None
    failed: bool = False
    cancelled: bool = False
    over: asyncio.Event = field(default_factory=asyncio.Event)
    messages: dict[tuple[str, str], PendingReviewRow] = field(default_factory=dict)
    quarter: int = 0

    def go_on(self) -> None:
        """Count a piece of the work as done. Raises where nobody wants the rest."""
        self.done += 1
        self.advanced(self)
        if self.cancelled:
            raise _Cancelled


def _attend() -> None:
    attend()
    os.nice(_NICE)


class Reviewer:
    """One round at a time; whoever asks for one that is being judged joins in. ``apart``: in a process, else in a thread."""

    def __init__(self, *, apart: bool) -> None:
        self._apart = apart
        self.shown: set[tuple[str, str]] = set()  # Messages (platform and id) to which a finished review is on its way
        self._executor: Executor | None = None
        self._running: dict[tuple[int, int], Progress] = {}
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def progress(self, key: tuple[int, int]) -> Progress | None:
        return self._running.get(key)

    @property
    def is_full(self) -> bool:
        return len(self._running) >= _MOST

    @property
    def running(self) -> dict[tuple[int, int], Progress]:
        return dict(self._running)

    def start(
        self,
        key: tuple[int, int],
        game: str,
        options: Options,
        record: RoundRecord,
        keep: Callable[[Review], Awaitable[None]],
        advanced: Callable[[Progress], None],
    ) -> Progress:
        """Judge a round, and hand the review to ``keep``; of one that is being judged already, return how far it is.
        ``advanced`` as in ``Progress``."""
        known = self._running.get(key)
        if known is not None:
            known.cancelled = False  # somebody wants it again
            return known
        progress = self._running[key] = Progress(advanced)
        task = asyncio.get_running_loop().create_task(self._judge(key, progress, game, options, record, keep))
        task.add_done_callback(lambda _: advanced(progress))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return progress

    def cancel(self, key: tuple[int, int]) -> None:
        """Stop judging a round after what is being judged now."""
        progress = self._running.get(key)
        if progress is not None:
            progress.cancelled = True

    async def close(self) -> None:
        """Stop; at once."""
        for task in self._tasks:
            task.cancel()
        executor, self._executor = self._executor, None
        if executor is not None:
            processes = list((getattr(executor, "_processes", None) or {}).values())
            executor.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.kill()

    async def _judge(
        self,
        key: tuple[int, int],
        progress: Progress,
        game: str,
        options: Options,
        record: RoundRecord,
        keep: Callable[[Review], Awaitable[None]],
    ) -> None:
        try:
            async with self._turn:
                review = await self._reviewed(progress, game, options, record)
            await keep(review)
            progress.review = review
        except _Cancelled:
            pass
        except Exception as error:  # its text could hold cards, and nobody but the asker need hear of it
            progress.failed = True
            log.error("a review failed", game=game, error=type(error).__name__)
            if isinstance(error, BrokenExecutor):
                self._executor = None  # the next one gets a new process
        finally:
            self._running.pop(key, None)
            progress.over.set()

    async def _reviewed(self, progress: Progress, game: str, options: Options, record: RoundRecord) -> Review:
        steps = await self._run(decisions_of, game, options, record)
        if progress.cancelled:
            raise _Cancelled
        progress.total = len(steps) + 1
        decisions: list[Decision] = []
        for step in steps:
            decisions.append(await self._run(judged, game, options, record, step))
            progress.go_on()
        fortune = await self._run(fortune_of, game, options, record)
        progress.go_on()
        return Review(tuple(decisions), fortune)

    async def _run(self, function: Callable[..., _T], *arguments: object) -> _T:
        if self._executor is None:
            self._executor = (
                ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), _attend)
                if self._apart
                else ThreadPoolExecutor(1)
            )
        return await asyncio.get_running_loop().run_in_executor(self._executor, function, *arguments)
