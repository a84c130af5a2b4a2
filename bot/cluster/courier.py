"""What workers ask each other: a call goes into the inbox of the worker meant, and its answer into the caller's.

An inbox is a stream that only its worker reads, by a cursor of its own, so that a connection which breaks loses
nothing. A request carries for how long its caller waits; Redis's clock, by which it was stamped, tells its reader how
old it is, and what is too old is not begun. Each is begun once, even where it had to be sent twice."""

import asyncio
import itertools
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Final

import structlog

from bot.cluster.link import ClusterRefused, RedisAway, RedisLink, Script, moment
from bot.cluster.membership import Membership, MembershipChange
from bot.cluster.news import Broadcast

__all__ = ["CallFailed", "Courier", "Handler", "NoAnswer", "Overloaded"]

log = structlog.get_logger("cluster")

Handler = Callable[[str, bytes], Awaitable[bytes]]
"""What answers a kind of call: it is given the caller's name and the payload."""

MOST_WAITING: Final = 500  # Calls to one worker whose answers a caller awaits at once; further ones are ``Overloaded``
MOST_RUNNING: Final = 1000  # Calls that a worker answers at once; further ones are ``Overloaded``
_MOST_KEPT: Final = 10_000  # Entries of a stream that nobody reads; older ones are thrown away
_INBOX_MS: Final = 60_000
_BEGUN_SECONDS: Final = 60.0  # So long it is remembered which requests were begun
_READ_AT_ONCE: Final = 256
_READ_SECONDS: Final = 5.0
_RETRY_SECONDS: Final = 0.05
_OPEN_SECONDS: Final = 10.0

_TIDY = Script("""
local made = redis.call('EXISTS', KEYS[1]) == 0
if made then redis.call('XADD', KEYS[1], '*', 'opened', '1')
else redis.call('XTRIM', KEYS[1], 'MINID', '~', ARGV[1]) end
redis.call('PEXPIRE', KEYS[1], ARGV[2])
return made and 1 or 0
""")

_DONE, _FAILED, _OVERLOADED, _CLOSED = b"done", b"failed", b"overloaded", b"closed"


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
    """A call whose answer is awaited."""

    __slots__ = ("answer", "sent", "worker")

    def __init__(self, worker: str) -> None:
        self.worker = worker
        self.sent = False
        self.answer: asyncio.Future[bytes] = asyncio.get_running_loop().create_future()


class Courier:
    """Calls and news of one worker."""

    def __init__(self, link: RedisLink, membership: Membership) -> None:
        self.news = Broadcast(link, membership)
        self._link = link
        self._membership = membership
        self._inbox = link.key("inbox", membership.name)
        self._handlers: dict[str, Handler] = {}
        self._numbers = itertools.count(1)
        self._waiting: dict[str, _Call] = {}
        self._waiting_for: Counter[str] = Counter()
        self._begun: dict[str, float] = {}
        self._running: set[asyncio.Task[None]] = set()
        self._dead: frozenset[str] = frozenset()
        self._cursor = "0-0"
        self._opened = False
        self._reader: asyncio.Task[None] | None = None
        membership.on_change(self._fail_calls_to_dead)
        membership.each_beat(self._tidy)

    @property
    def reachable(self) -> bool:
        """Whether anybody can be asked anything just now."""
        return self._link.ready.is_set()

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

    async def open(self) -> None:
        """Begin to listen; what was asked of an earlier worker of this name is not answered. To be called by a member."""
        until = moment() + _OPEN_SECONDS
        while True:
            try:
                await self._link.run("DEL", self._inbox)
                await self._keep_inbox()
                await self.news.open()
                break
            except RedisAway as error:
                if moment() > until:
                    raise ClusterRefused(f"CLUSTER_URL: {self._link.address} cannot be used: {error}") from None
                await asyncio.sleep(_RETRY_SECONDS)
        self._opened = True
        self._reader = asyncio.create_task(self._read(), name="cluster-courier")

    async def close(self, seconds: float = 2.0) -> None:
        """Take nothing new, answer what is running, and fail the calls that wait."""
        self._opened = False
        if self._running:
            _, late = await asyncio.wait(self._running, timeout=seconds)
            for task in late:
                task.cancel()
        reader, self._reader = self._reader, None
        if reader is not None:
            reader.cancel()
            with suppress(asyncio.CancelledError):
                await reader
        await self.news.close()
        for call in list(self._waiting.values()):
            _fail(call)
        if reader is not None and self._membership.is_member:  # else it is another worker's
            with suppress(RedisAway):
                await self._link.run("DEL", self._inbox)

    async def call(self, worker: str, kind: str, payload: bytes, seconds: float) -> bytes:
        """Ask a worker, wait so long, and return its answer; ``NoAnswer``, ``Overloaded`` or ``CallFailed`` otherwise."""
        if self._waiting_for[worker] >= MOST_WAITING:
            raise Overloaded(worker)
        if self._is_dead(worker):
            raise NoAnswer(worker, sent=False)
        number = f"{self._membership.incarnation}-{next(self._numbers)}"
        call = self._waiting[number] = _Call(worker)
        self._waiting_for[worker] += 1
        try:
            async with asyncio.timeout(seconds):
                await self._send(call, number, kind, payload, moment() + seconds)
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

    async def _send(self, call: _Call, number: str, kind: str, payload: bytes, until: float) -> None:
        """Put a request into an inbox, again and again while Redis is away: its reader begins it once."""
        inbox = self._link.key("inbox", call.worker)
        while not call.answer.done():
            await self._link.ready.wait()
            patience = max(0, round((until - moment()) * 1000))
            request = ("kind", kind, "number", number, "from", self._membership.name, "ms", patience, "is", payload)
            try:
                entry = await self._add(inbox, *request)
            except RedisAway as error:
                call.sent = call.sent or error.sent
            else:
                if entry is not None:
                    call.sent = True
                    return
            await asyncio.sleep(_RETRY_SECONDS)  # the worker has no inbox: it is just signing in, or dead

    async def _add(self, inbox: str, *fields: str | bytes | int) -> bytes | None:
        entry: bytes | None = await self._link.run("XADD", inbox, "NOMKSTREAM", "MAXLEN", "~", _MOST_KEPT, "*", *fields)
        return entry

    def _is_dead(self, worker: str) -> bool:
        """Whether a worker was seen to die. One that has never been seen may just be signing in."""
        return worker in self._dead and self._membership.alive() is not None

    def _fail_calls_to_dead(self, change: MembershipChange) -> None:
        self._dead = (self._dead | change.gone) - change.joined
        for call in self._waiting.values():
            if call.worker in change.gone:
                _fail(call)

    async def _tidy(self) -> None:
        """Keep the inbox, without what was read; make it anew where Redis has lost it."""
        horizon = moment() - _BEGUN_SECONDS
        for number in list(itertools.takewhile(lambda one: self._begun[one] < horizon, self._begun)):
            del self._begun[number]
        if self._opened and self._membership.sure:  # else the inbox may be that of another worker of our name
            with suppress(RedisAway):
                await self._keep_inbox()

    async def _keep_inbox(self) -> None:
        if await self._link.script(_TIDY, [self._inbox], self._cursor, _INBOX_MS):
            self._cursor = "0-0"

    async def _read(self) -> None:
        """Read inbox and news for ever."""
        told, pause = "", _RETRY_SECONDS
        while True:
            streams = ("STREAMS", self._inbox, self.news.stream, self._cursor, self.news.cursor)
            words = ("XREAD", "COUNT", _READ_AT_ONCE, "BLOCK", round(_READ_SECONDS * 1000), *streams)
            try:
                answer = await self._link.read(*words, wait=_READ_SECONDS)
                while not self._membership.sure:  # whoever was stopped may not have this name any more
                    if self._membership.replaced.is_set():
                        return
                    await asyncio.sleep(_RETRY_SECONDS)
                for stream, entries in answer or ():
                    if stream.decode() == self._inbox:
                        self._sort(entries)
                    else:
                        self.news.take(entries)
                told, pause = "", _RETRY_SECONDS
            except RedisAway:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _READ_SECONDS / 5)
            except Exception as error:
                if told != (told := type(error).__name__):
                    log.exception("cluster.read_failed")
                await asyncio.sleep(1.0)

    def _sort(self, entries: list[tuple[bytes, list[bytes]]]) -> None:
        for entry, words in entries:
            self._cursor = entry.decode()
            fields = dict(zip(words[::2], words[1::2], strict=True))
            if b"kind" in fields:
                self._begin(int(entry.partition(b"-")[0]) / 1000, fields)
            elif b"reply" in fields:
                self._accept(fields[b"reply"].decode(), fields[b"was"], fields[b"is"])

    def _accept(self, number: str, outcome: bytes, payload: bytes) -> None:
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

    def _begin(self, stamped: float, fields: Mapping[bytes, bytes]) -> None:
        number, caller, patience = fields[b"number"].decode(), fields[b"from"].decode(), int(fields[b"ms"]) / 1000
        left = stamped + patience - self._membership.server_time()
        if number in self._begun or left <= 0:
            return
        self._begun[number] = moment()
        until = moment() + left
        if not self._opened:
            work = self._reply(caller, number, _CLOSED, b"", until)
        elif len(self._running) >= MOST_RUNNING:
            work = self._reply(caller, number, _OVERLOADED, b"", until)
        else:
            work = self._answer(caller, number, fields[b"kind"].decode(), fields[b"is"], until)
        task = asyncio.create_task(work)
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def _answer(self, caller: str, number: str, kind: str, payload: bytes, until: float) -> None:
        handler = self._handlers.get(kind)
        if handler is None:  # this worker is just beginning
            await self._reply(caller, number, _FAILED, b"unknown kind", until)
            return
        outcome = _DONE
        try:
            answer = await handler(caller, payload)
        except Exception as error:
            log.exception("cluster.call_failed", kind=kind, caller=caller)
            outcome, answer = _FAILED, type(error).__name__.encode()
        await self._reply(caller, number, outcome, answer, until)

    async def _reply(self, caller: str, number: str, outcome: bytes, payload: bytes, until: float) -> None:
        """Put an answer into the caller's inbox, for as long as the caller waits."""
        inbox = self._link.key("inbox", caller)
        with suppress(TimeoutError):
            async with asyncio.timeout(until - moment()):
                while True:
                    await self._link.ready.wait()
                    with suppress(RedisAway):
                        if await self._add(inbox, "reply", number, "was", outcome, "is", payload) is not None:
                            return
                    await asyncio.sleep(_RETRY_SECONDS)


def _fail(call: _Call) -> None:
    if not call.answer.done():
        call.answer.set_exception(NoAnswer(call.worker, sent=call.sent))
