"""What workers ask each other: a call is said to the worker meant, and its answer to the caller.

A request carries until when its caller waits, by the server's clock; what is too old is not begun. Where a line has broken
meanwhile everything that waits is said again: each request is begun once, and answered again if need be."""

import asyncio
import itertools
import json
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any, Final

import structlog
from structlog.contextvars import bind_contextvars, get_contextvars

from bot.cluster.line import Line
from bot.cluster.link import moment
from bot.cluster.membership import Membership, MembershipChange
from bot.cluster.news import Broadcast

__all__ = ["CallFailed", "Courier", "Handler", "NoAnswer", "Overloaded"]

log = structlog.get_logger("cluster")

Handler = Callable[[str, bytes], Awaitable[bytes]]
"""What answers a kind of call: it is given the caller's name and the payload."""

MOST_WAITING: Final = 500  # Calls to one worker whose answers a caller awaits at once; further ones are ``Overloaded``
MOST_RUNNING: Final = 1000  # Calls that a worker answers at once; further ones are ``Overloaded``
_BEGUN_SECONDS: Final = 20.0  # So long it is remembered which requests were begun, and what was answered

_CALL, _REPLY, _BACK, _LEFT = "call", "reply", "back", "left"
_DONE, _FAILED, _OVERLOADED, _CLOSED = "done", "failed", "overloaded", "closed"


class NoAnswer(Exception):
    """A worker did not answer in time, or is dead. ``sent``: it may have begun what was asked; else it surely has not."""

    def __init__(self, worker: str, *, sent: bool) -> None:
        super().__init__(f"no answer from {worker}")
        self.worker = worker
        self.sent = sent


class Overloaded(Exception):
    """Too much waits already; what was asked was not begun."""


class CallFailed(Exception):
    """What answers the call raised an error, named by its type."""


class _Call:
    """A call whose answer is awaited; ``request`` is what is said."""

    __slots__ = ("answer", "request", "sent", "worker")

    def __init__(self, worker: str, request: bytes) -> None:
        self.worker = worker
        self.request = request
        self.sent = False
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()


class _Begun:
    """A request that was begun, and its answer as soon as there is one."""

    __slots__ = ("answer", "since")

    def __init__(self) -> None:
        self.since = moment()
        self.answer: bytes | None = None


class Courier:
    """Calls and news of one worker. ``membership``: none for who only asks and is asked nothing."""

    def __init__(self, line: Line, membership: Membership | None = None) -> None:
        self.news = Broadcast(line)
        self._line = line
        self._membership = membership
        self._handlers: dict[str, Handler] = {}
        self._numbers = itertools.count(1)
        self._waiting: dict[str, _Call] = {}
        self._waiting_for: Counter[str] = Counter()
        self._begun: dict[str, _Begun] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._opened = membership is not None
        line.hear(self.news.take, self._take)
        line.on_return(self._say_all_again)
        line.on_return(lambda: self.news.publish(_BACK))
        self.news.subscribe(_BACK, lambda worker, _: self._say_again(worker))
        if membership is not None:
            self.news.subscribe(_LEFT, lambda worker, incarnation: membership.has_left(worker, incarnation.decode()))
            membership.on_change(self._fail_calls_to_dead)
            membership.on_look(lambda _: self._forget_old())

    @property
    def reachable(self) -> bool:
        """Whether anybody can be asked anything just now."""
        return self._line.ready.is_set()

    @property
    def waiting(self) -> int:
        """How many calls of ours wait for their answers."""
        return len(self._waiting)

    @property
    def running(self) -> int:
        """How many calls of others are being answered."""
        return len(self._running)

    def serve(self, kind: str, handler: Handler) -> None:
        """Answer calls of a kind. What a handler raises reaches the caller as ``CallFailed``, by its type alone."""
        self._handlers[kind] = handler

    async def close(self, seconds: float = 2.0) -> None:
        """Take nothing new, answer what is running, and fail the calls that wait."""
        self._opened = False
        if self._running:
            _, late = await asyncio.wait(self._running, timeout=seconds)
            for task in late:
                task.cancel()
        for call in list(self._waiting.values()):
            _fail(call)
        if self._membership is not None and self._membership.is_member:
            self.news.publish(_LEFT, self._line.incarnation.encode())

    async def call(self, worker: str, kind: str, payload: bytes, seconds: float) -> bytes:
        """Ask a worker, wait so long, and return its answer; ``NoAnswer``, ``Overloaded`` or ``CallFailed`` otherwise."""
        if self._waiting_for[worker] >= MOST_WAITING:
            raise Overloaded(worker)
        if self._membership is not None and await self._membership.is_gone(worker):
            raise NoAnswer(worker, sent=False)
        number = f"{self._line.incarnation}-{next(self._numbers)}"
        trace = get_contextvars().get("trace")
        head = [_CALL, number, kind, self._line.name, self._line.server_time() + seconds, trace]
        call = self._waiting[number] = _Call(worker, json.dumps(head).encode() + b"\n" + payload)
        self._waiting_for[worker] += 1
        try:
            self._say(call)
            async with asyncio.timeout(seconds):
                return await call.answer
        except TimeoutError:
            raise NoAnswer(worker, sent=call.sent) from None
        finally:
            del self._waiting[number]
            self._waiting_for[worker] -= 1
            if not self._waiting_for[worker]:
                del self._waiting_for[worker]
            if call.answer.done() and not call.answer.cancelled():
                call.answer.exception()  # somebody has looked at it, whatever became of the caller

    def _say(self, call: _Call) -> None:
        if self._line.ready.is_set():
            call.sent = True
            self._line.say(call.request, call.worker)

    def _say_all_again(self) -> None:
        for call in self._waiting.values():
            self._say(call)

    def _say_again(self, worker: str) -> None:
        """Say again what a worker may have missed, which is there only now."""
        for call in self._waiting.values():
            if call.worker == worker:
                self._say(call)

    def _fail_calls_to_dead(self, change: MembershipChange) -> None:
        for call in self._waiting.values():
            if call.worker in change.gone:
                _fail(call)

    def _forget_old(self) -> None:
        horizon = moment() - _BEGUN_SECONDS
        for number in list(itertools.takewhile(lambda one: self._begun[one].since < horizon, self._begun)):
            del self._begun[number]

    def _take(self, said: bytes) -> None:
        """Sort what was said to us."""
        head, _, payload = said.partition(b"\n")
        what, number, *more = json.loads(head)
        take: Callable[..., None] = self._begin if what == _CALL else self._accept
        take(number, *more, payload)

    def _accept(self, number: str, outcome: str, payload: bytes) -> None:
        """Give an answer to who waits for it; one that comes after its caller has gone is dropped."""
        call = self._waiting.get(number)
        if call is None or call.answer.done():
            return
        if outcome == _DONE:
            call.answer.set_result(payload)
        elif outcome == _OVERLOADED:
            call.answer.set_exception(Overloaded(call.worker))
        elif outcome == _CLOSED:
            call.answer.set_exception(NoAnswer(call.worker, sent=False))
        else:
            call.answer.set_exception(CallFailed(payload.decode()))

    def _begin(self, number: str, kind: str, caller: str, until: float, *more: Any) -> None:
        *trace, payload = more
        if (begun := self._begun.get(number)) is not None:
            if begun.answer is not None:
                self._line.say(begun.answer, caller)
            return
        if until <= self._line.server_time() or (self._membership is not None and self._membership.replaced.is_set()):
            return
        self._begun[number] = _Begun()
        if not self._opened:
            self._reply(caller, number, _CLOSED)
        elif len(self._running) >= MOST_RUNNING:
            self._reply(caller, number, _OVERLOADED)
        else:
            task = asyncio.create_task(self._answer(caller, number, kind, payload, *trace))
            self._running.add(task)
            task.add_done_callback(self._running.discard)

    async def _answer(self, caller: str, number: str, kind: str, payload: bytes, trace: str | None = None) -> None:
        bind_contextvars(trace=trace)
        handler = self._handlers.get(kind)
        if handler is None:  # this worker is just beginning
            self._reply(caller, number, _FAILED, b"unknown kind")
            return
        try:
            self._reply(caller, number, _DONE, await handler(caller, payload))
        except Exception as error:
            log.exception("cluster.call_failed", kind=kind, caller=caller)
            self._reply(caller, number, _FAILED, type(error).__name__.encode())

    def _reply(self, caller: str, number: str, outcome: str, payload: bytes = b"") -> None:
        answer = json.dumps([_REPLY, number, outcome]).encode() + b"\n" + payload
        self._line.say(answer, caller)
        if (begun := self._begun.get(number)) is not None:
            begun.answer = answer


def _fail(call: _Call) -> None:
    if not call.answer.done():
        call.answer.set_exception(NoAnswer(call.worker, sent=call.sent))
