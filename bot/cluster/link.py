"""The line to Redis, and what happens when it breaks.

Commands of one moment leave together, so that many small ones cost little. While the line is broken every command is
refused at once with ``Away``; the line comes back by itself, after growing pauses, and says once that it was lost and
once that it is there again. A server that answers but takes no writes (a replica, no memory left) counts as lost."""

import asyncio
import hashlib
import math
import random
import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import urlsplit

import structlog
from redis.asyncio.connection import AbstractConnection, ConnectionPool
from redis.exceptions import (
    AuthenticationError,
    ConnectionError,
    NoPermissionError,
    NoScriptError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
)

__all__ = ["ClusterRefused", "RedisAway", "RedisLink", "Script", "call_all", "moment", "pauses"]

log = structlog.get_logger("cluster")


PATIENCE: Final = 2.0  # Seconds after which a command without an answer means that the line is broken

_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0

_STEADY_SECONDS: Final = 10.0  # A line that broke sooner is tried again after a pause longer than the last one

_OLDEST: Final = (6, 2)  # Streams are trimmed by id since then

_REFUSALS: Final = (ReadOnlyError, OutOfMemoryError, NoPermissionError)

_NO_WRITES = re.compile(r"\b(READONLY|OOM|MISCONF|LOADING|NOAUTH|MASTERDOWN|CLUSTERDOWN|NOREPLICAS)\b")
"""Answers that mean that nothing can be written just now, wherever in the sentence a script puts them."""

_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


Word = str | bytes | int


def moment() -> float:
    """Return seconds on a clock that is never set and goes on while a process is stopped or a machine sleeps."""
    return time.clock_gettime(_CLOCK)


class ClusterRefused(Exception):
    """A worker cannot start, and trying again would not help; one line for the host, without secrets."""


class RedisAway(Exception):
    """Redis cannot be reached, or takes no writes, just now; what was asked of it may have been carried out all the same."""


class Script:
    """A program that the server runs as one step."""

    __slots__ = ("digest", "text")

    def __init__(self, text: str) -> None:
        self.text = text
        self.digest = hashlib.sha1(text.encode(), usedforsecurity=False).hexdigest()


class _Sent:
    """A command with the place where its answer is awaited."""

    __slots__ = ("answer", "words")

    def __init__(self, words: tuple[Word, ...], answer: asyncio.Future[Any]) -> None:
        self.words = words
        self.answer = answer

    def refuse(self, error: Exception) -> None:
        """Give the error to who waits, if anybody still does."""
        if not self.answer.done():
            self.answer.set_exception(error)


class RedisLink:
    """The line of one worker. ``identity``: the sign under which the workers of one database meet; others do not see them."""

    def __init__(self, url: str, identity: str = "", *, patience: float = PATIENCE) -> None:
        self.address = _address(url)
        self.settle(identity)
        self.ready = asyncio.Event()
        self.changed = moment()
        """When the line was lost or came back last."""
        self.returns = 0
        """How often the line has come back."""
        self.version = ""
        """Of the server, where it tells."""
        self._patience = patience
        try:
            pool = ConnectionPool.from_url(
                url, protocol=2, driver_info=None, socket_timeout=None, socket_connect_timeout=patience
            )
            self._commands: AbstractConnection = pool.make_connection()  # type: ignore[no-untyped-call]
        except (ValueError, TypeError, RedisError):
            raise ClusterRefused("CLUSTER_URL is not usable: it must look like redis://host:6379/0") from None
        self._queue: list[_Sent] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def settle(self, sign: str) -> None:
        """Meet others under this sign from now on."""
        self.prefix = f"paiju:{hashlib.sha256(sign.encode()).hexdigest()[:12]}:"

    def key(self, *parts: str) -> str:
        return self.prefix + ":".join(parts)

    async def open(self, seconds: float = 10.0) -> None:
        """Connect, waiting so long for a server that is starting; ``ClusterRefused`` if it cannot be used."""
        until = moment() + seconds
        waits = pauses()
        while True:
            try:
                await self._connect()
                await self._examine()
                break
            except (RedisError, OSError) as error:
                await self._hang_up()
                if _is_stranger(error):
                    raise ClusterRefused(f"CLUSTER_URL: {self.address} does not accept this password") from None
                if moment() >= until:
                    raise ClusterRefused(f"CLUSTER_URL: {self.address} cannot be used: {_why(error)}") from None
                await asyncio.sleep(next(waits))
            except BaseException:
                await self._hang_up()
                raise
        self.ready.set()
        self.changed = moment()
        self._task = asyncio.create_task(self._live(), name="cluster-link")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        self.ready.clear()
        self._refuse_all(RedisAway("closed"))
        await self._hang_up()

    async def run(self, *words: Word) -> Any:
        """Carry out one command and return the server's answer as it came; ``Away`` if the line is broken."""
        if not self.ready.is_set():
            raise RedisAway("away")
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._queue.append(_Sent(words, answer))
        self._wake.set()
        return await answer

    async def script(self, script: Script, keys: Sequence[str], *words: Word) -> Any:
        """Run a script, and bring it to the server where that does not know it yet."""
        try:
            return await self.run("EVALSHA", script.digest, len(keys), *keys, *words)
        except NoScriptError:
            return await self.run("EVAL", script.text, len(keys), *keys, *words)

    async def _live(self) -> None:
        waits = pauses()
        while True:
            why = await self._pump()
            if moment() - self.changed > _STEADY_SECONDS:
                waits = pauses()
            self.ready.clear()
            lost = self.changed = moment()
            self._refuse_all(RedisAway(why))
            log.warning("cluster.lost", server=self.address, why=why)
            await self._hang_up()
            await self._return(waits)
            self.changed = moment()
            self.returns += 1
            self.ready.set()
            log.info("cluster.back", server=self.address, seconds=round(self.changed - lost, 1))

    async def _pump(self) -> str:
        """Send what waits, for as long as the line holds; return why it does not."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            batch, self._queue = self._queue, []
            if not batch:
                continue
            try:
                async with asyncio.timeout(self._patience):
                    trouble = await self._exchange(batch)
            except Exception as error:  # whatever it is, nobody may wait for ever
                trouble = _why(error)
                for sent in batch:
                    sent.refuse(RedisAway(trouble))
            except BaseException:
                for sent in batch:
                    sent.refuse(RedisAway("closed"))
                raise
            if trouble:
                return trouble

    async def _exchange(self, batch: list[_Sent]) -> str:
        """Send a batch and hand out the answers; return why the server takes no writes, "" if it does."""
        line, trouble = self._commands, ""
        await line.send_packed_command(line.pack_commands([sent.words for sent in batch]), check_health=False)
        for sent in batch:
            try:
                answer = await line.read_response(timeout=math.inf, disconnect_on_error=False)
            except ResponseError as error:
                if isinstance(error, _REFUSALS) or _NO_WRITES.search(str(error)) is not None:
                    trouble = _why(error)
                    sent.refuse(RedisAway(trouble))
                else:
                    sent.refuse(error)
                continue
            if not sent.answer.done():
                sent.answer.set_result(answer)
        return trouble

    async def _return(self, waits: Iterator[float]) -> None:
        """Try until the server is there and takes writes."""
        for pause in waits:
            await asyncio.sleep(pause)
            try:
                await self._connect()
            except (RedisError, OSError):
                await self._hang_up()
            else:
                return

    async def _connect(self) -> None:
        async with asyncio.timeout(self._patience):
            await self._commands.connect()  # type: ignore[no-untyped-call]
            await self._ask("SET", self.key("probe"), "1", "PX", 1000)

    async def _examine(self) -> None:
        """Refuse a server that would lose keys, or that is too old."""
        try:
            told = (await self._ask("INFO")).decode("utf-8", "replace")
        except ResponseError:  # a host may forbid it; what it would have told is then the host's affair
            log.warning("cluster.unexamined", server=self.address)
            return
        facts = dict(line.split(":", 1) for line in told.splitlines() if ":" in line)
        self.version = facts.get("redis_version", "")
        version = tuple(int(part) for part in re.findall(r"\d+", self.version)[:2])
        if version and version < _OLDEST:
            raise ClusterRefused(
                f"CLUSTER_URL: {self.address} runs Redis {self.version}; needed is 6.2 or later, or Valkey"
            )
        policy = facts.get("maxmemory_policy", "noeviction")
        if policy != "noeviction":
            raise ClusterRefused(
                f"CLUSTER_URL: {self.address} throws keys away when memory is short"
                f" (maxmemory-policy {policy}): set it to noeviction"
            )

    async def _ask(self, *words: Word) -> Any:
        await self._commands.send_command(*words, check_health=False)
        async with asyncio.timeout(self._patience):
            return await self._commands.read_response(timeout=math.inf)

    async def _hang_up(self) -> None:
        with suppress(RedisError, OSError):
            await self._commands.disconnect(nowait=True)

    def _refuse_all(self, error: RedisAway) -> None:
        waiting, self._queue = self._queue, []
        for sent in waiting:
            sent.refuse(error)


def pauses() -> Iterator[float]:
    """Yield growing pauses, each a little by chance, so that workers do not come back all at once."""
    pause = _FIRST_PAUSE
    while True:
        yield pause * random.uniform(0.8, 1.2)
        pause = min(2 * pause, _LONGEST_PAUSE)


def call_all(callbacks: Sequence[Callable[..., None]], *values: Any) -> None:
    """Call everybody; one that fails keeps nobody else from being called."""
    for callback in callbacks:
        try:
            callback(*values)
        except Exception:
            log.exception("cluster.callback_failed")


def _is_stranger(error: BaseException) -> bool:
    """Whether the server does not know who we are; the library has no class of its own for a wrong password."""
    return isinstance(error, AuthenticationError) or "username-password pair" in str(error)


def _why(error: BaseException) -> str:
    """Return in a few words what is wrong, without anything that was sent."""
    if isinstance(error, TimeoutError):
        return "no answer in time"
    if isinstance(error, ReadOnlyError):
        return "it takes no writes (a replica)"
    if isinstance(error, OutOfMemoryError):
        return "it has no memory left"
    if isinstance(error, NoPermissionError):
        return "its rules forbid what is needed (ACL)"
    if isinstance(error, ResponseError) and (found := _NO_WRITES.search(str(error))):
        return found[0]
    if _is_stranger(error):
        return "it does not accept this password"
    if isinstance(error, ConnectionError):
        return "no connection"
    return type(error).__name__


def _address(url: str) -> str:
    """Where the server is, without name and password."""
    try:
        parts = urlsplit(url)
        if parts.scheme == "unix":
            return f"unix://{parts.path}"
        return f"{parts.scheme}://{parts.hostname}:{parts.port or 6379}"
    except ValueError:
        return "redis"
