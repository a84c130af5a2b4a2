"""Jobs of a table, one after the other in the order in which they came, and the tasks in which they run.

A task exists only while there is something to do, so an idle table costs no more than an empty queue."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

import structlog
from structlog.contextvars import bind_contextvars, get_contextvars

from bot.session.port.commands.record import Elsewhere

__all__ = ["Job", "Mailbox", "Tasks"]


log = structlog.get_logger("session.mailbox")


T = TypeVar("T")


Job = Callable[[], Awaitable[None]]  # Something for a mailbox


class Tasks:
    """The owner of all tasks of the session: knows them, and ends them."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def start(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run something; it is forgotten when it ends."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def drain(self, seconds: float) -> None:
        """Let what runs come to its end for so long, then cancel the rest and wait until it is gone."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)
        rest = set(self._tasks)
        for task in rest:
            task.cancel()
        if rest:
            await asyncio.wait(rest, timeout=1)

    def __len__(self) -> int:
        return len(self._tasks)


class Mailbox:
    """A queue of jobs with at most one task. Jobs handle their own errors; ``call`` hands them to its caller.
    ``follow_up`` is done after each job, whatever became of it."""

    __slots__ = ("_closed", "_follow_up", "_jobs", "_running", "_tasks")

    def __init__(self, tasks: Tasks, follow_up: Callable[[], None]) -> None:
        self._tasks = tasks
        self._follow_up = follow_up
        self._jobs: deque[tuple[Job, asyncio.Future[Any] | None, Any]] = deque()
        self._running = False
        self._closed: Callable[[], Exception] | None = None

    @property
    def busy(self) -> bool:
        return self._running

    def close(self, reason: Callable[[], Exception]) -> None:
        """Do no further job: what waits is dropped, and whoever waits for an answer or asks again gets the ``reason``."""
        self._closed = self._closed or reason
        while self._jobs:
            _, answer, _ = self._jobs.popleft()
            if answer is not None and not answer.done():
                answer.set_exception(reason())
                answer.exception()

    def post(self, job: Job) -> None:
        self._put(job, None)

    def _put(self, job: Job, answer: asyncio.Future[Any] | None) -> None:
        if self._closed is not None:
            return
        self._jobs.append((job, answer, get_contextvars().get("trace")))
        if not self._running:
            self._running = True
            self._tasks.start(self._run())

    async def call(self, job: Callable[[], Awaitable[T]]) -> T:
        """Queue a job and wait for what it returns. If the caller gives up, the job is still done."""
        if self._closed is not None:
            raise self._closed()
        answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()

        async def run() -> None:
            try:
                value = await job()
            except BaseException as error:  # handed over to the caller, which is waiting for it
                if not answer.done():
                    answer.set_exception(error)
                    answer.exception()  # a caller who gave up leaves no "never retrieved" behind
                if not isinstance(error, Exception):
                    raise
            else:
                if not answer.done():
                    answer.set_result(value)

        self._put(run, answer)
        return await answer

    async def _run(self) -> None:
        try:
            while self._jobs:
                try:
                    try:
                        job, _, trace = self._jobs.popleft()
                        bind_contextvars(trace=trace)
                        await job()
                    finally:
                        self._follow_up()
                except Elsewhere:
                    pass  # another worker does it
                except Exception as error:  # whoever waits behind it must not wait for ever; its text could hold cards
                    log.error("a job failed", error=type(error).__name__)
        finally:
            self._running = False
