"""The line to PostgreSQL: one connection of a worker's own, on which the others see that it lives.

Locks that are held on it end with it, and what is said over it (``NOTIFY``) reaches whoever listens at that moment.
A line that breaks comes back by itself; what waited is said then, and what others said meanwhile has been missed."""

import asyncio
import base64
import hashlib
import secrets
import zlib
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final

import structlog

from bot.cluster.link import ClusterRefused, call_all, moment, pauses
from storage.errors import StoreError
from storage.postgres.address import Address, ServerConnection
from storage.postgres.connections import SHARED
from storage.postgres.faults import FAULTS, is_lost, store_error

__all__ = ["DatabaseAway", "Line"]

log = structlog.get_logger("cluster")

_PATIENCE: Final = 2.0  # Seconds after which a question without an answer means that the line is broken
_CLOSE_SECONDS: Final = 1.0
_MOST_SIGNS: Final = 7_800  # What one ``NOTIFY`` bears, less what stands before it
_AT_ONCE: Final = 200
_SAY: Final = "SELECT pg_notify(channel, said) FROM unnest($1::text[], $2::text[]) AS t (channel, said)"

Ear = Callable[[bytes], None]


class DatabaseAway(Exception):
    """The line is broken; whether what was asked has been done is not known."""


class _Question:
    __slots__ = ("answer", "sql", "values")

    def __init__(self, sql: str, values: tuple[Any, ...]) -> None:
        self.sql, self.values = sql, values
        self.answer: asyncio.Future[Sequence[Any]] = asyncio.get_running_loop().create_future()

    def refuse(self, error: Exception) -> None:
        """Give the error to who waits, if anybody still does."""
        if not self.answer.done():
            self.answer.set_exception(error)


class _Pieces:
    """Cuts what we say into pieces that ``NOTIFY`` bears, each with its number, and puts together what others say."""

    def __init__(self, incarnation: str) -> None:
        self._incarnation = incarnation
        self._numbers: dict[str, int] = {}
        self._heard: dict[str, int] = {}
        self._halves: dict[str, list[str]] = {}

    def cut(self, channel: str, what: bytes) -> Iterator[str]:
        number = self._numbers[channel] = self._numbers.get(channel, 0) + 1
        text = base64.b85encode(zlib.compress(what, 1)).decode()
        pieces = [text[start : start + _MOST_SIGNS] for start in range(0, len(text), _MOST_SIGNS)]
        for at, piece in enumerate(pieces):
            yield f"{self._incarnation} {number} {at} {len(pieces)} {piece}"

    def put(self, channel: str, text: str) -> tuple[bytes, bool] | None:
        """What was said, with its last piece, and whether something before it is missing; ``None`` where it is ours or was
        heard before."""
        sender, number, at, of, piece = text.split(" ", 4)
        if sender == self._incarnation:
            return None
        key = f"{channel} {sender}"
        pieces = self._halves.setdefault(key, [])
        if at == "0":
            pieces.clear()
        pieces.append(piece)
        if not len(pieces) == int(at) + 1 == int(of):
            return None
        del self._halves[key]
        before = self._heard.get(key, int(number) - 1)
        self._heard[key] = max(before, int(number))
        if int(number) <= before:
            return None
        return zlib.decompress(base64.b85decode("".join(pieces))), int(number) != before + 1


class Line:
    """The line of who is called ``name`` among all who play under one ``sign``."""

    def __init__(self, address: Address, name: str, sign: str) -> None:
        self.name, self.sign = name, sign
        self.incarnation = secrets.token_hex(4)
        self.label = f"paiju {name} {self.incarnation}"
        """The name of this line in ``pg_stat_activity``."""
        self.ready = asyncio.Event()
        self.returns = 0
        """How often the line has come back."""
        self._skew: float | None = None
        self._address = address
        self._connection: ServerConnection | None = None
        self._asked: deque[_Question] = deque()
        self._said: deque[tuple[str, str]] = deque()
        self._pieces = _Pieces(self.incarnation)
        self._wake = asyncio.Event()
        self._to_all: Ear = lambda said: None
        self._to_us: Ear = lambda said: None
        self._preparations: list[Callable[[ServerConnection], Awaitable[None]]] = []
        self._on_loss: list[Callable[[], None]] = []
        self._on_return: list[Callable[[], None]] = []
        self._on_gap: list[Callable[[], None]] = []
        self._task: asyncio.Task[None] | None = None

    def hear(self, to_all: Ear, to_us: Ear) -> None:
        """Have what others say to all, and to us alone, brought here, in the order in which each said it."""
        self._to_all, self._to_us = to_all, to_us

    def on_connect(self, preparation: Callable[[ServerConnection], Awaitable[None]]) -> None:
        """Have something done on each new connection before anything else."""
        self._preparations.append(preparation)

    def on_loss(self, callback: Callable[[], None]) -> None:
        self._on_loss.append(callback)

    def on_return(self, callback: Callable[[], None]) -> None:
        self._on_return.append(callback)

    def on_gap(self, callback: Callable[[], None]) -> None:
        """Have something called when something that was said to all may have been missed."""
        self._on_gap.append(callback)

    def server_time(self) -> float:
        """The time of the server's clock now, rather too late than too early; it runs on while the line is broken."""
        return moment() + (self._skew or 0.0)

    def keep_time(self, now: float, sent: float) -> None:
        """Keep how far the server's clock is ahead of ours, as told in the answer to a question that was sent then. One that
        took long tells little, unless the clock was set."""
        skew, took = now - sent, moment() - sent
        if self._skew is None or took < _PATIENCE / 8 or abs(skew - self._skew) > took + 1.0:
            self._skew = skew

    @property
    def waiting(self) -> int:
        """How much waits to be said."""
        return len(self._said)

    def drop_waiting(self) -> None:
        """Say nothing of what waits; who listens finds that something is missing."""
        self._said.clear()

    async def open(self) -> None:
        """Connect; ``ClusterRefused`` if that fails."""
        if not self._address.prepared:
            raise ClusterRefused(
                "DATABASE_URL: workers hear each other over connections of their own, which a pooler in transaction mode"
                " (prepared_statements=off) does not keep: let them connect past it"
            )
        try:
            self._connection = await self._connect()
        except StoreError as error:
            raise ClusterRefused(str(error)) from None
        self.ready.set()
        self._task = asyncio.create_task(self._live(), name="cluster line")

    async def close(self) -> None:
        """Say what waits, if that goes at once, and hang up."""
        task, self._task = self._task, None
        if task is None:
            return
        with suppress(TimeoutError, DatabaseAway):
            async with asyncio.timeout(_CLOSE_SECONDS):
                while self._said:
                    await self.ask("SELECT 1")
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
        self.ready.clear()
        self._refuse_all()
        if self._connection is not None:
            with suppress(*FAULTS):
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await self._connection.close()
            self._connection.terminate()

    async def ask(self, sql: str, *values: Any) -> Sequence[Any]:
        """Carry out one statement; ``DatabaseAway`` if the line is broken."""
        if not self.ready.is_set():
            raise DatabaseAway
        question = _Question(sql, values)
        self._asked.append(question)
        self._wake.set()
        return await question.answer

    def say(self, what: bytes, to: str = "") -> None:
        """Say something to one, or to all others; as soon as the line is there."""
        channel = self._channel(to)
        self._said.extend((channel, piece) for piece in self._pieces.cut(channel, what))
        self._wake.set()

    def _channel(self, name: str = "") -> str:
        return f"paiju_{hashlib.sha256(f'{self.sign} {name}'.encode()).hexdigest()[:24]}"

    # -- the connection
    async def _connect(self) -> ServerConnection:
        settings = {**SHARED, "application_name": self.label, "synchronous_commit": "off"}
        connection = await self._address.connect(seconds=_PATIENCE, **settings)
        try:
            for channel in (self._channel(), self._channel(self.name)):
                await connection.add_listener(channel, self._hear)
            for prepare in self._preparations:
                await prepare(connection)
        except FAULTS as error:
            connection.terminate()
            raise store_error(error) from None
        except BaseException:
            connection.terminate()
            raise
        connection.add_termination_listener(lambda _: self._wake.set())
        return connection

    async def _live(self) -> None:
        while True:
            assert self._connection is not None
            why = await self._pump(self._connection)
            self.ready.clear()
            self._connection.terminate()
            lost = moment()
            self._refuse_all()
            log.warning("cluster.line_lost", why=why)
            call_all(self._on_loss)
            for pause in pauses():
                with suppress(StoreError):
                    self._connection = await self._connect()
                    break
                await asyncio.sleep(pause)
            self.returns += 1
            self.ready.set()
            self._wake.set()
            log.info("cluster.line_back", seconds=round(moment() - lost, 1))
            call_all(self._on_return)
            call_all(self._on_gap)

    async def _pump(self, connection: ServerConnection) -> str:
        """Say and ask what waits, for as long as the line holds; return why it does not."""
        while not connection.is_closed():
            await self._wake.wait()
            self._wake.clear()
            while self._said or self._asked:
                batch = [self._said.popleft() for _ in range(min(_AT_ONCE, len(self._said)))]
                try:
                    if batch:
                        await connection.execute(_SAY, [to for to, _ in batch], [said for _, said in batch])
                except BaseException as error:
                    self._said.extendleft(reversed(batch))  # who hears it twice knows it by its number
                    if not isinstance(error, FAULTS):
                        raise
                    return str(store_error(error))
                if self._asked and (why := await self._put(connection, self._asked.popleft())):
                    return why
        return "the connection to the database was lost"

    @staticmethod
    async def _put(connection: ServerConnection, question: _Question) -> str:
        """Ask one question; return why the line is lost, "" if it is not."""
        try:
            answer = await connection.fetch(question.sql, *question.values)
        except FAULTS as error:
            question.refuse(DatabaseAway())
            return str(store_error(error)) if is_lost(error) else ""
        except BaseException:
            question.refuse(DatabaseAway())
            raise
        if not question.answer.done():
            question.answer.set_result(answer)
        return ""

    def _refuse_all(self) -> None:
        while self._asked:
            self._asked.popleft().refuse(DatabaseAway())

    def _hear(self, connection: object, pid: int, channel: str, text: str) -> None:
        heard = self._pieces.put(channel, text)
        if heard is None:
            return
        said, missed = heard
        if channel != self._channel():
            self._to_us(said)
            return
        if missed:
            call_all(self._on_gap)
        self._to_all(said)
