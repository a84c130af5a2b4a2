"""Who lives: each worker renews its entry every second, and reads those of all others in the same step.

An entry lasts five seconds. A worker judges by its own clock, which goes on while it is stopped, until when its entry
surely stands; after that it is not ``sure`` of anything. When nobody could renew for a while (Redis was away, or came
back empty), an *outage* is noted in Redis, and until everybody had time to sign in again nobody is taken for dead."""

import asyncio
import hashlib
import json
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import structlog

from bot.cluster.link import NOW, ClusterRefused, RedisAway, RedisLink, Script, moment

__all__ = ["MeetingPlace", "Membership", "MembershipChange", "WorkerEntry", "ask_to_drain", "read_workers"]

log = structlog.get_logger("cluster")


TTL: Final = 5.0  # Seconds that an entry lasts after it was renewed


_BEAT = Script(
    NOW
    + """
local workers, state = KEYS[1], KEYS[2]
local name, incarnation, print, ttl, details, joining, chance = unpack(ARGV)
local shape = '^(%d+) (%S+) (%S+) (.*)$'
local last = tonumber(redis.call('HGET', state, 'last') or '0')
local till, holder = string.match(redis.call('HGET', workers, name) or '', shape)
if till and holder ~= incarnation and tonumber(till) > now then return {'taken', now} end
local all = redis.call('HGETALL', workers)
for i = 1, #all, 2 do
  local ends, _, other, said = string.match(all[i + 1], shape)
  if joining == '1' and all[i] ~= name and other ~= print and tonumber(ends) > now then
    return {'differs', now, all[i], said}
  end
  if tonumber(ends) < now - 60000 then redis.call('HDEL', workers, all[i]) end
end
if now - last > ttl / 2 then redis.call('HSET', state, 'since', now, 'outage', chance) end
redis.call('HSET', state, 'last', now)
if joining == '1' then redis.call('HDEL', state, 'drain ' .. name) end
redis.call('HSET', workers, name, string.format('%.0f', now + ttl) .. ' ' .. incarnation .. ' ' .. print .. ' ' .. details)
redis.call('PEXPIRE', workers, 3600000)
redis.call('PEXPIRE', state, 3600000)
local since = redis.call('HMGET', state, 'since', 'outage')
local drain = redis.call('HEXISTS', state, 'drain ' .. name)
return {'member', now, tonumber(since[1]), since[2], redis.call('HGETALL', workers), drain}
"""
)

_LEAVE = Script("""
local holder = string.match(redis.call('HGET', KEYS[1], ARGV[1]) or '', '^%d+ (%S+)')
if holder == ARGV[2] then redis.call('HDEL', KEYS[1], ARGV[1]) end
local leases = redis.call('HGETALL', KEYS[2])
for i = 1, #leases, 2 do
  if string.match(leases[i + 1], '^%d+ %S+ (%S+)$') == ARGV[2] then redis.call('HDEL', KEYS[2], leases[i]) end
end
""")
"""With a worker go its leases."""

_WORKERS = Script(NOW + "return {now, redis.call('HGETALL', KEYS[1])}")


@dataclass(frozen=True, slots=True)
class WorkerEntry:
    """A worker as its entry describes it. ``remaining``: seconds until the entry ends, below zero if it has."""

    name: str
    incarnation: str
    remaining: float
    draining: bool
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class MembershipChange:
    """Names of workers that came and that went; one that died and started again stands in both."""

    joined: frozenset[str]
    gone: frozenset[str]


@dataclass(slots=True)
class _View:
    """Who lives, as was read last: at which moment, and whether everybody has had time to sign in since an outage."""

    workers: tuple[WorkerEntry, ...] = ()
    at: float = -1.0
    settled: bool = False
    outage: str = ""
    incarnations: dict[str, str] | None = None  # Of those who lived when that was sure last, by name
    count: int = 1


class _OwnEntry:
    """What this worker says of itself."""

    def __init__(self, describe: Callable[[], Mapping[str, Any]], fingerprint: Mapping[str, str]) -> None:
        self._describe = describe
        self._fingerprint = dict(fingerprint)
        self.draining = False
        digest = hashlib.sha256(json.dumps(self._fingerprint, sort_keys=True).encode())
        self.digest = digest.hexdigest()[:16]

    def text(self, tell: Callable[[Exception], None]) -> str:
        """What stands in the entry. A description that fails is told and left out: nobody dies of it."""
        said = {"fingerprint": self._fingerprint, "draining": self.draining, "details": {}}
        try:
            return json.dumps({**said, "details": dict(self._describe())}, ensure_ascii=False)
        except Exception as error:
            tell(error)
            return json.dumps(said)

    def difference(self, other: str, theirs: Mapping[str, str]) -> str:
        """In which of what all must have in common another worker differs, as a sentence."""
        ours = self._fingerprint
        parts = [part for part in sorted({*ours, *theirs}) if ours.get(part) != theirs.get(part)]
        return f"the worker {other} of this cluster was started with another {', '.join(parts)}; all must have the same"


class Membership:
    """This worker among the others. ``describe`` gives what ``paiju cluster`` shows of it; ``fingerprint`` names what
    all workers must have in common, each by a digest."""

    def __init__(
        self,
        link: RedisLink,
        name: str,
        describe: Callable[[], Mapping[str, Any]] = dict,
        fingerprint: Mapping[str, str] | None = None,
        *,
        ttl: float = TTL,
    ) -> None:
        self.link = link
        self.name = name
        self.incarnation = secrets.token_hex(6)
        self.ttl = ttl
        self.grace = ttl * 1.2
        """So long after an outage nobody is taken for dead: time to notice that Redis is back and to sign in."""
        self.replaced = asyncio.Event()
        """Set when another worker has taken this one's name while it was stopped; it can only end."""
        self.asked_to_drain = False
        """Whether a host wants the tables of this worker elsewhere until it is started anew."""
        self.lapses = 0
        """How often others may have taken this worker for dead while it lived."""
        self._entry = _OwnEntry(describe, fingerprint or {})
        self._resting = False
        self._sure_until = -1.0
        self._view = _View()
        self._skew: float | None = None
        self._told: set[type[BaseException]] = set()
        self._nudge = asyncio.Event()
        self._heart: asyncio.Task[None] | None = None
        self._on_change: list[Callable[[MembershipChange], None]] = []
        self._on_outage: list[Callable[[], None]] = []
        self._on_lapse: list[Callable[[], None]] = []
        self._chores: list[Callable[[], Awaitable[None]]] = []
        link.on_return(self._nudge.set)

    @property
    def sure(self) -> bool:
        """Whether nobody can take this worker for dead at this moment."""
        return moment() < self._sure_until and self.is_member

    @property
    def is_member(self) -> bool:
        """Whether this worker has joined, has not left and has its name still, as far as it knows."""
        return self._heart is not None and not self.replaced.is_set()

    @property
    def seen(self) -> int:
        """How many workers lived when that was known last, this one included."""
        return self._view.count

    @property
    def draining(self) -> bool:
        """Whether this worker is about to end and wants nothing new."""
        return self._entry.draining

    @draining.setter
    def draining(self, value: bool) -> None:
        self._entry.draining = value
        self._nudge.set()

    def alive(self) -> frozenset[str] | None:
        """The names of all who live; ``None`` while that is not sure."""
        if not self.sure or not self._view.settled or moment() > self._view.at + self.ttl / 2:
            return None
        return frozenset(worker.name for worker in self._view.workers if worker.remaining > 0)

    def accepting(self) -> frozenset[str]:
        """The names of all who live and do not want to stop, as seen last."""
        return frozenset(worker.name for worker in self._view.workers if worker.remaining > 0 and not worker.draining)

    def workers(self) -> Sequence[WorkerEntry]:
        """Return everybody as seen last, the dead of the last minute included."""
        return self._view.workers

    def on_change(self, callback: Callable[[MembershipChange], None]) -> None:
        """Have something called when workers come or go; never while it is not sure who lives."""
        self._on_change.append(callback)

    def on_outage(self, callback: Callable[[], None]) -> None:
        """Have something called after nobody could renew for a while: what Redis kept may be lost or old."""
        self._on_outage.append(callback)

    def on_lapse(self, callback: Callable[[], None]) -> None:
        """Have something called when this worker is a member again after it may have been taken for dead."""
        self._on_lapse.append(callback)

    def each_beat(self, chore: Callable[[], Awaitable[None]]) -> None:
        """Have something done with every renewal, whether the line is there or not. It raises nothing."""
        self._chores.append(chore)

    def server_time(self) -> float:
        """The time of Redis's clock now, rather too late than too early; it runs on while Redis is away."""
        return moment() + (self._skew or 0.0)

    async def join(self) -> None:
        """Become a member; ``ClusterRefused`` if the name is a living worker's or if the others have other settings."""
        until = moment() + 1.2 * self.ttl  # an entry that a killed predecessor left has ended by then
        while True:
            try:
                refusal = await self._beat(joining=True)
            except RedisAway as error:
                refusal = f"CLUSTER_URL: {self.link.address} cannot be used: {error}"
            if not refusal:
                break
            if moment() > until:
                raise ClusterRefused(refusal)
            await asyncio.sleep(self.ttl / 10)
        self._heart = asyncio.create_task(self._live(), name="cluster-membership")

    async def rest(self) -> None:
        """Let the others take this worker for dead, until ``wake``: it lives, and cannot do its work."""
        self._resting = True
        self._sure_until = min(self._sure_until, moment())
        await self._sign_out()

    def wake(self) -> None:
        self._resting = False
        self._nudge.set()

    async def leave(self) -> None:
        """Sign out, so that nobody has to wait for this worker's entry and leases to end."""
        heart, self._heart = self._heart, None
        if heart is None:
            return
        heart.cancel()
        with suppress(asyncio.CancelledError):
            await heart
        self._sure_until = -1.0
        await self._sign_out()

    async def _sign_out(self) -> None:
        keys = [self.link.key("workers"), self.link.key("leases")]
        with suppress(RedisAway):
            await self.link.script(_LEAVE, keys, self.name, self.incarnation)

    async def _live(self) -> None:
        while not self.replaced.is_set():
            self._nudge.clear()
            if self._resting:
                await self._nudge.wait()
                continue
            work = (self._renew(), *(chore() for chore in self._chores))
            for fault in await asyncio.gather(*work, return_exceptions=True):
                self._tell(fault)
            with suppress(TimeoutError):
                async with asyncio.timeout(self.ttl / 5):
                    await self._nudge.wait()

    def _tell(self, fault: BaseException | None) -> None:
        """Log what went wrong, once while it goes wrong in the same way every second."""
        if fault is not None and type(fault) not in self._told:
            self._told.add(type(fault))
            log.error("cluster.beat_failed", exc_info=fault)

    async def _renew(self) -> None:
        with suppress(RedisAway):
            if await self._beat(joining=False):
                self.replaced.set()
                log.error("cluster.name_taken", name=self.name)

    async def _beat(self, *, joining: bool) -> str:
        """Renew the entry and read all; return why that is refused, "" if it is not."""
        keys = [self.link.key("workers"), self.link.key("state")]
        digest, text = self._entry.digest, self._entry.text(self._tell)
        chance = secrets.token_hex(6)
        ttl, flag = round(self.ttl * 1000), "1" if joining else "0"
        sent = moment()
        answer = await self.link.script(_BEAT, keys, self.name, self.incarnation, digest, ttl, text, flag, chance)
        if answer[0] == b"taken":
            return f"WORKER_NAME={self.name} is the name of a worker that lives: give each worker its own"
        if answer[0] == b"differs":
            return self._entry.difference(answer[2].decode(), json.loads(answer[3])["fingerprint"])
        self._note(sent, moment(), *answer[1:])
        return ""

    def _note(
        self, sent: float, heard: float, now: int, since: int, outage: bytes, entries: list[bytes], drain: int
    ) -> None:
        self.asked_to_drain = bool(drain)
        lapsed = self._sure_until > 0 and sent > self._sure_until
        self._sure_until = -1.0 if self._resting else sent + 0.9 * self.ttl  # clocks do not run quite alike
        view = self._view
        view.workers, view.at = _read_entries(now, entries), sent
        view.settled = now - since >= self.grace * 1000
        self._keep_time(now / 1000, sent, heard)
        before, view.outage = view.outage, outage.decode()
        if before not in ("", view.outage):
            _call(self._on_outage)
        if lapsed:
            self.lapses += 1
            _call(self._on_lapse)
        living = {worker.name: worker.incarnation for worker in view.workers if worker.remaining > 0}
        view.count = len(living) if view.settled else max(view.count, len(living))
        if view.settled:
            self._compare(living)

    def _keep_time(self, now: float, sent: float, heard: float) -> None:
        """Keep how far Redis's clock is ahead of ours. An answer that took long tells little, unless the clock was set."""
        skew = now - sent
        quick = heard - sent < self.ttl / 20
        if self._skew is None or quick or abs(skew - self._skew) > heard - sent + 1.0:
            self._skew = skew

    def _compare(self, living: dict[str, str]) -> None:
        known, self._view.incarnations = self._view.incarnations or {}, living
        joined = frozenset(name for name, incarnation in living.items() if known.get(name) != incarnation)
        gone = frozenset(name for name, incarnation in known.items() if living.get(name) != incarnation)
        if joined or gone:
            _call(self._on_change, MembershipChange(joined, gone))


class MeetingPlace:
    """Where the workers meet whose line this is."""

    def __init__(self, link: RedisLink) -> None:
        self.link = link

    def settle(self, sign: str) -> None:
        """Meet there under this sign from now on."""
        self.link.settle(sign)

    async def is_at(self, sign: str, *, alone: bool) -> bool:
        """Whether workers sign in here under a sign. Who plays just now does so within a moment, also after Redis was emptied."""
        self.link.settle(sign)
        until = moment() + TTL
        while True:
            with suppress(RedisAway):
                workers = await read_workers(self.link)
                if alone or any(worker.remaining > 0 for worker in workers):
                    return bool(workers)
            if moment() > until:
                return False
            await asyncio.sleep(TTL / 25)


async def ask_to_drain(link: RedisLink, name: str) -> None:
    """Have a worker give its tables to the others, and take none until it is started anew."""
    await link.run("HSET", link.key("state"), f"drain {name}", "1")


async def read_workers(link: RedisLink) -> Sequence[WorkerEntry]:
    """Read all entries without being a member."""
    now, entries = await link.script(_WORKERS, [link.key("workers")])
    return _read_entries(now, entries)


def _read_entries(now: int, entries: list[bytes]) -> tuple[WorkerEntry, ...]:
    found = []
    for name, entry in zip(entries[::2], entries[1::2], strict=True):
        till, incarnation, _, text = entry.decode().split(" ", 3)
        said = json.loads(text)
        remaining = (int(till) - now) / 1000
        found.append(WorkerEntry(name.decode(), incarnation, remaining, said["draining"], said["details"]))
    return tuple(sorted(found, key=lambda worker: worker.name))


def _call(callbacks: Sequence[Callable[..., None]], *values: Any) -> None:
    """Call everybody; one that fails keeps nobody else from being called."""
    for callback in callbacks:
        try:
            callback(*values)
        except Exception:
            log.exception("cluster.callback_failed")
