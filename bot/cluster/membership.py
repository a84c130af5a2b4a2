"""Who lives: each worker holds a lock with its name on its line to PostgreSQL, and looks every second who else does.

That look is its own sign of life: the server notes when each line was used last. Whoever was silent for five seconds is
stopped or cut off; its line is ended, so that others can have what it held. One whose line is gone may be back in a
moment, and has four. A worker judges by its own clock, which goes on while it is stopped, until when nobody can take it
for dead; after that it is not ``sure`` of anything."""

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import structlog

from bot.cluster.line import DatabaseAway, Line
from bot.cluster.link import ClusterRefused, call_all, moment
from storage.errors import Unavailable
from storage.postgres.address import ServerConnection
from storage.postgres.process import LOCKS

__all__ = ["LEASES", "TTL", "Held", "Membership", "MembershipChange", "look", "number_of"]

log = structlog.get_logger("cluster")


TTL: Final = 5.0  # Seconds without a sign of life after which a worker is taken for dead

_WORKERS: Final = LOCKS + 1  # The first numbers of the locks of workers' names and of leases
LEASES: Final = LOCKS + 2
_DRAINING: Final = " draining"

_LOOK: Final = f"""
    SELECT l.classid::bigint, l.objid::bigint, a.application_name,
      extract(epoch FROM clock_timestamp() - a.state_change)::float8, extract(epoch FROM clock_timestamp())::float8
    FROM pg_locks AS l JOIN pg_stat_activity AS a USING (pid)
    WHERE l.locktype = 'advisory' AND l.classid IN ({_WORKERS}, {LEASES}) AND l.objsubid = 2 AND l.granted
    AND l.database = a.datid AND a.datname = current_database()
"""
_TAKE_NAME: Final = f"SELECT pg_try_advisory_lock({_WORKERS}, $1::int)"
_END: Final = """
    SELECT pg_terminate_backend(pid, 1000) FROM pg_stat_activity
    WHERE application_name LIKE ANY($1::text[]) AND datname = current_database() AND pid <> pg_backend_pid()
"""
_LABEL: Final = "SELECT set_config('application_name', $1, false)"


@dataclass(frozen=True, slots=True)
class Held:
    """A lock that a worker holds, the one with its name or a lease: its numbers, and what its line tells of the worker.
    ``silent``: seconds since its last sign of life."""

    kind: int
    number: int
    name: str
    incarnation: str
    draining: bool
    silent: float
    seen: float

    @property
    def label(self) -> str:
        return f"paiju {self.name} {self.incarnation}"

    def is_name_under(self, sign: str) -> bool:
        return self.kind == _WORKERS and self.number == number_of(sign, self.name)


@dataclass(frozen=True, slots=True)
class MembershipChange:
    """Names of workers that came and that went; one that died and started again stands in both."""

    joined: frozenset[str]
    gone: frozenset[str]


def number_of(sign: str, name: str) -> int:
    """The second number of a lock for a name among those who play under a sign."""
    return int.from_bytes(hashlib.sha256(f"{sign} {name}".encode()).digest()[:4], "big", signed=True)


async def look(line: Line) -> Sequence[Held]:
    """Every name and lease that somebody holds on this database; ``DatabaseAway`` without an answer."""
    sent = moment()
    rows = await line.ask(_LOOK)
    for *_, now in rows[:1]:
        line.keep_time(now, sent)
    return _read(rows, sent)


def _read(rows: Sequence[Sequence[Any]], sent: float) -> list[Held]:
    found = []
    for kind, number, label, silent, _ in rows:
        words = str(label).split(" ")  # see ``Line.label``
        if len(words) >= 3:
            number = number - (number >> 31 << 32)  # which is shown without its sign
            silent = max(0.0, silent or 0.0)
            found.append(Held(kind, number, words[1], words[2], len(words) > 3, silent, sent - silent))
    return found


class Membership:
    """This worker among the others."""

    def __init__(self, line: Line, *, ttl: float = TTL) -> None:
        self.line = line
        self.name = line.name
        self.ttl = ttl
        self.grace = 0.8 * ttl
        """So long who holds something comes first, when its line was lost; until a little before it may be sure of it."""
        self.replaced = asyncio.Event()
        """Set when another worker has taken this one's name while it was stopped; it can only end."""
        self.lapses = 0
        """How often others may have taken this worker for dead while it lived."""
        self._draining = self._said_draining = False
        self._sure_until = -1.0
        self._looked = self.trusted_from = -1.0
        """``trusted_from``: what the server does not show is gone then; others may need as long as we to come back to it."""
        self._living: dict[str, Held] = {}
        self.seen = 1
        """How many workers lived when that was known last, this one included."""
        self._left: set[str] = set()
        self._told: set[type[BaseException]] = set()
        self._nudge = asyncio.Event()
        self._heart: asyncio.Task[None] | None = None
        self._on_change: list[Callable[[MembershipChange], None]] = []
        self._on_lapse: list[Callable[[], None]] = []
        self._on_look: list[Callable[[Sequence[Held]], None]] = []
        line.on_loss(self._lost)
        line.on_return(self._returned)

    @property
    def sure(self) -> bool:
        """Whether nobody can take this worker for dead at this moment."""
        return moment() < self._sure_until and self.is_member

    @property
    def is_member(self) -> bool:
        """Whether this worker has joined, has not left and has its name still, as far as it knows."""
        return self._heart is not None and not self.replaced.is_set()

    @property
    def draining(self) -> bool:
        """Whether this worker is about to end and wants nothing new."""
        return self._draining

    @draining.setter
    def draining(self, value: bool) -> None:
        self._draining = value
        self._nudge.set()

    def alive(self) -> frozenset[str] | None:
        """The names of all who live; ``None`` while that is not sure."""
        if not self.sure or moment() > self._looked + self.ttl / 2:
            return None
        return frozenset(self._living)

    async def is_gone(self, name: str) -> bool:
        """Whether there is surely no worker of a name; for one that is not known yet it is looked again."""
        alive = self.alive()
        if alive is None or name in alive:
            return False
        with suppress(DatabaseAway):
            await self._renew()
        alive = self.alive()
        return alive is not None and name not in alive

    def accepting(self) -> frozenset[str]:
        """The names of all who live and do not want to stop, as seen last."""
        return frozenset(name for name, worker in self._living.items() if not worker.draining)

    def on_change(self, callback: Callable[[MembershipChange], None]) -> None:
        """Have something called when workers come or go; never while it is not sure who lives."""
        self._on_change.append(callback)

    def on_lapse(self, callback: Callable[[], None]) -> None:
        """Have something called when this worker is sure again after it may have been taken for dead."""
        self._on_lapse.append(callback)

    def on_look(self, callback: Callable[[Sequence[Held]], None]) -> None:
        """Have something called with all that is held, every second while the line is there."""
        self._on_look.append(callback)

    async def join(self) -> None:
        """Become a member; ``ClusterRefused`` if the name is a living worker's."""
        until = moment() + 1.2 * self.ttl  # one that is stopped, or cut off, is ended by then
        while True:
            with suppress(DatabaseAway):
                ((taken,),) = await self.line.ask(_TAKE_NAME, number_of(self.line.sign, self.name))
                if taken:
                    break
                await self._end_silent(await look(self.line))
            if moment() > until:
                raise ClusterRefused(
                    f"WORKER_NAME={self.name} is the name of a worker that lives: give each worker its own"
                )
            await asyncio.sleep(self.ttl / 25)
        self.line.on_connect(self._take_name)
        self._heart = asyncio.create_task(self._live(), name="cluster-membership")
        with suppress(DatabaseAway):
            await self._renew()

    async def leave(self) -> None:
        """Go, so that nobody has to wait for this worker's name; its leases end with its line."""
        heart, self._heart = self._heart, None
        if heart is None:
            return
        heart.cancel()
        with suppress(asyncio.CancelledError):
            await heart
        self._sure_until = -1.0

    def has_left(self, name: str, incarnation: str) -> None:
        """Note that a worker has gone by itself and does not come back."""
        self._left.add(incarnation)
        worker = self._living.get(name)
        if worker is not None and worker.incarnation == incarnation:
            del self._living[name]
            call_all(self._on_change, MembershipChange(frozenset(), frozenset({name})))

    def _lost(self) -> None:
        self._sure_until = min(self._sure_until, moment() + 0.7 * self.ttl)

    def _returned(self) -> None:
        self.trusted_from = moment() + self.ttl
        self._said_draining = False
        self._nudge.set()

    async def _take_name(self, connection: ServerConnection) -> None:
        """Have our name on a new line; an earlier line of ours may not have ended yet."""
        await connection.execute(_END, [f"{self.line.label}%"])
        if await connection.fetchval(_TAKE_NAME, number_of(self.line.sign, self.name)):
            return
        held = [one for one in _read(await connection.fetch(_LOOK), 0.0) if one.is_name_under(self.line.sign)]
        if not any(one.name == self.name and one.incarnation != self.line.incarnation for one in held):
            raise Unavailable("our own earlier line to the database has not ended yet")
        self.replaced.set()
        log.error("cluster.name_taken", name=self.name)

    async def _live(self) -> None:
        while not self.replaced.is_set():
            self._nudge.clear()
            try:
                await self._renew()
            except DatabaseAway:
                pass
            except Exception as error:
                if type(error) not in self._told:  # once while it goes wrong in the same way every second
                    self._told.add(type(error))
                    log.exception("cluster.beat_failed")
            with suppress(TimeoutError):
                async with asyncio.timeout(self.ttl / 5):
                    await self._nudge.wait()

    async def _renew(self) -> None:
        """Give a sign of life, and see who else does."""
        if self._said_draining != self._draining:
            self._said_draining = self._draining
            await self.line.ask(_LABEL, self.line.label + _DRAINING * self._draining)
        sent = moment()
        held = await look(self.line)
        self._note(sent, held)
        await self._end_silent(held)

    async def _end_silent(self, held: Sequence[Held]) -> None:
        """End the lines of who has been silent for too long: what it holds is free then, and it finds out when it wakes up."""
        silent = {one.label for one in held if one.silent > self.ttl and one.label != self.line.label}
        if silent:
            await self.line.ask(_END, [f"{label}%" for label in silent])

    def _note(self, sent: float, held: Sequence[Held]) -> None:
        lapsed = 0 < self._sure_until < sent
        self._sure_until = sent + 0.9 * self.ttl  # clocks do not run quite alike
        self._looked = sent
        names = [one for one in held if one.is_name_under(self.line.sign) and one.incarnation not in self._left]
        before, now = self._living, {one.name: one for one in names if one.silent <= self.ttl}
        silent = {one.name for one in names} - now.keys()
        for name, worker in before.items():  # those whose lines are gone may be back in a moment
            if name not in now and name not in silent and sent < max(worker.seen + self.grace, self.trusted_from):
                now[name] = worker
        self._living, self.seen = now, len(now)
        if lapsed:
            self.lapses += 1
            call_all(self._on_lapse)
        call_all(self._on_look, held)
        living, known = ({name: worker.incarnation for name, worker in one.items()} for one in (now, before))
        joined = frozenset(name for name, incarnation in living.items() if known.get(name) != incarnation)
        gone = frozenset(name for name, incarnation in known.items() if living.get(name) != incarnation)
        if joined or gone:
            call_all(self._on_change, MembershipChange(joined, gone))
