"""Leases: something that one worker at a time does, such as polling or upkeep.

A holder knows by its own clock until when it is sure, and asks ``sure`` at each use: after it was stopped it holds
nothing until it has asked Redis again. What ends is told once, and has to be taken anew."""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import structlog

from bot.cluster.link import NOW, RedisAway, RedisLink, Script, moment
from bot.cluster.membership import Membership

__all__ = ["Lease", "RedisLeases", "read_leases"]

log = structlog.get_logger("cluster")


_ENTRIES = (
    NOW
    + """
local function entry(name)
  local till, holder, incarnation = string.match(redis.call('HGET', KEYS[1], name) or '', '^(%d+) (%S+) (%S+)$')
  return tonumber(till or '0'), holder, incarnation
end
local function keep(name, ttl, holder, incarnation)
  redis.call('HSET', KEYS[1], name, string.format('%.0f', now + ttl) .. ' ' .. holder .. ' ' .. incarnation)
  redis.call('PEXPIRE', KEYS[1], 3600000)
end
"""
)

_TAKE = Script(
    _ENTRIES
    + """
local name, holder, incarnation, ttl, grace = unpack(ARGV)
local till, other, its = entry(name)
local mine = other == holder and its == incarnation
if till > now and not mine then return 0 end
local since = tonumber(redis.call('HGET', KEYS[2], 'since') or now)
if not mine and now - since < tonumber(grace) then return 0 end
keep(name, ttl, holder, incarnation)
return 1
"""
)
"""After an outage who held a lease comes first: for that long nobody else gets one."""

_RENEW = Script(
    _ENTRIES
    + """
local kept = {}
for i = 4, #ARGV do
  local till, other, its = entry(ARGV[i])
  local lost = till > 0 and not (other == ARGV[1] and its == ARGV[2])
  if not lost then keep(ARGV[i], ARGV[3], ARGV[1], ARGV[2]) end
  kept[#kept + 1] = lost and 0 or 1
end
return kept
"""
)

_RELEASE = Script(
    _ENTRIES
    + """
local _, other, its = entry(ARGV[1])
if other == ARGV[2] and its == ARGV[3] then redis.call('HDEL', KEYS[1], ARGV[1]) end
"""
)

_LIST = Script(_ENTRIES + "return {now, redis.call('HGETALL', KEYS[1])}")


@dataclass(frozen=True, slots=True)
class Lease:
    """A lease as it stands in Redis. ``remaining``: seconds until it ends unless it is renewed."""

    name: str
    holder: str
    remaining: float


class RedisLeases:
    """The leases of one worker; renewed with its membership."""

    def __init__(self, link: RedisLink, membership: Membership) -> None:
        self._link = link
        self._membership = membership
        self._ttl = membership.ttl
        self._until: dict[str, float] = {}
        self._on_loss: dict[str, Callable[[str], None]] = {}
        membership.each_beat(self._renew)

    @property
    def held(self) -> tuple[str, ...]:
        """Names of all leases that this worker surely holds now."""
        return tuple(name for name in self._until if self.sure(name))

    def sure(self, name: str) -> bool:
        """Whether this worker surely holds a lease at this moment."""
        return moment() < self._until.get(name, -1.0) and self._membership.is_member

    async def take(self, name: str, on_loss: Callable[[str], None] | None = None) -> bool:
        """Take a lease if nobody has it. It is renewed until it is given back; ``on_loss`` is called when it ends otherwise."""
        if self.sure(name):
            return True
        sent = moment()
        grace = round(self._membership.grace * 1000)
        keys = [self._link.key("leases"), self._link.key("state")]
        try:
            taken = await self._link.script(_TAKE, keys, name, *self._me, self._milliseconds, grace)
        except RedisAway:
            return False
        if not taken:
            return False
        self._until[name] = sent + 0.9 * self._ttl
        if on_loss is not None:
            self._on_loss[name] = on_loss
        return self.sure(name)

    async def release(self, name: str) -> None:
        """Give a lease back, so that another worker can have it at once."""
        self._until.pop(name, None)
        self._on_loss.pop(name, None)
        with suppress(RedisAway):
            await self._link.script(_RELEASE, [self._link.key("leases")], name, *self._me)

    async def holder(self, name: str) -> str | None:
        """Who has a lease, ``None`` if nobody has; ``Away`` without Redis."""
        return next((one.holder for one in await read_leases(self._link) if one.name == name), None)

    @property
    def _me(self) -> tuple[str, str]:
        return self._membership.name, self._membership.incarnation

    @property
    def _milliseconds(self) -> int:
        return round(self._ttl * 1000)

    async def _renew(self) -> None:
        for name in [name for name in self._until if not self.sure(name)]:
            self._lose(name)
        names = list(self._until)
        if not names:
            return
        sent = moment()
        try:
            kept = await self._link.script(_RENEW, [self._link.key("leases")], *self._me, self._milliseconds, *names)
        except RedisAway:
            return
        for name, still in zip(names, kept, strict=True):
            if name not in self._until:
                continue  # given back meanwhile
            if still:
                self._until[name] = sent + 0.9 * self._ttl
            else:
                self._lose(name)

    def _lose(self, name: str) -> None:
        del self._until[name]
        callback = self._on_loss.pop(name, None)
        log.warning("cluster.lease_ended", lease=name)
        if callback is not None:
            try:
                callback(name)
            except Exception:
                log.exception("cluster.callback_failed")


async def read_leases(link: RedisLink) -> Sequence[Lease]:
    """Read all leases that somebody has."""
    now, entries = await link.script(_LIST, [link.key("leases")])
    found = []
    for name, entry in zip(entries[::2], entries[1::2], strict=True):
        till, holder, _ = entry.decode().split(" ")
        if int(till) > now:
            found.append(Lease(name.decode(), holder, (int(till) - now) / 1000))
    return sorted(found, key=lambda lease: lease.name)
