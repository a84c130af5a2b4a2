"""What one token may send, counted for all workers together: lanes, each with so many permits in so many seconds.

Redis grants by its own clock and by one script, so that two workers can never both have the last permit. Without Redis
each worker takes its share, and counts what it was granted before."""

import asyncio
import math
from collections import deque
from collections.abc import Sequence
from typing import Final, NamedTuple

from bot.cluster.link import RedisAway, RedisLink, Script, moment
from bot.cluster.membership import Membership

__all__ = ["Lane", "SharedAllowance"]

_TAKE = Script("""
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local wait = 0
for i = 1, #KEYS, 2 do
  local most, window = tonumber(ARGV[i]), tonumber(ARGV[i + 1])
  wait = math.max(wait, redis.call('PTTL', KEYS[i + 1]) * 1000)
  local oldest = redis.call('LINDEX', KEYS[i], most - 1)
  if oldest then
    local left = oldest + window - now
    if left > window then redis.call('DEL', KEYS[i]) else wait = math.max(wait, left) end
  end
end
if wait > 0 then return math.ceil(wait) end
for i = 1, #KEYS, 2 do
  redis.call('LPUSH', KEYS[i], string.format('%.0f', now))
  redis.call('LTRIM', KEYS[i], 0, ARGV[i] - 1)
  redis.call('PEXPIRE', KEYS[i], math.ceil(ARGV[i + 1] / 1000) + 1000)
end
return 0
""")
"""A permit stands in its lane's list as the time at which it was granted, the newest first."""

_CLOSE = Script("""
if redis.call('PTTL', KEYS[1]) < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], '1', 'PX', ARGV[1]) end
""")

_CAREFUL_SECONDS: Final = 1.0
"""After Redis was lost no lane grants anything for so long (or for its own time): others may just have used it up."""

_PATIENCE_SECONDS: Final = 0.5  # So long Redis may take; who waits for it longer takes a share instead

_APART_SECONDS: Final = 6.0  # After Redis came back: others may not have noticed yet

_IDLE_LANES: Final = 5_000


class Lane(NamedTuple):
    """At most ``most`` permits in any ``seconds``, for whatever ``key`` names."""

    key: str
    most: int
    seconds: float


class SharedAllowance:
    """Grants permits to one worker."""

    def __init__(self, link: RedisLink, membership: Membership) -> None:
        self._link = link
        self._membership = membership
        self._granted: dict[str, deque[float]] = {}
        self._closed: dict[str, float] = {}

    async def take(self, asked: Sequence[tuple[str, int, float]], /) -> float:
        now, lanes = moment(), [Lane(*one) for one in asked]
        wait = max((self._closed.get(lane.key, 0.0) - now for lane in lanes), default=0.0)
        if self._is_apart(now):
            wait = max(wait, self._own_wait(lanes, now))
        if wait > 0:
            return wait
        if self._link.ready.is_set():
            keys = [key for lane in lanes for key in (self._key("lane", lane), self._key("closed", lane))]
            words = [word for lane in lanes for word in (lane.most, math.ceil(lane.seconds * 1_000_000))]
            try:
                async with asyncio.timeout(_PATIENCE_SECONDS):
                    wait = await self._link.script(_TAKE, keys, *words) / 1_000_000
            except RedisAway:
                return _CAREFUL_SECONDS
            except TimeoutError:
                wait = self._own_wait(lanes, moment())
        if wait <= 0:
            self._note(lanes, moment())
        return max(0.0, wait)

    async def close(self, key: str, seconds: float) -> None:
        """Grant nothing in a lane for so long, at any worker: the platform has said so."""
        self._closed = {known: until for known, until in self._closed.items() if until > moment()}
        self._closed[key] = max(self._closed.get(key, 0.0), moment() + seconds)
        try:
            await self._link.script(_CLOSE, [self._link.key("closed", key)], math.ceil(seconds * 1000))
        except RedisAway:
            return

    def _key(self, kind: str, lane: Lane) -> str:
        return self._link.key(kind, lane.key)

    def _is_apart(self, now: float) -> bool:
        """Whether Redis does not count for all: it is away, or others may not know yet that it is back."""
        if not self._link.ready.is_set():
            return True
        return self._link.returns > 0 and now < self._link.changed + _APART_SECONDS

    def _own_wait(self, lanes: Sequence[Lane], now: float) -> float:
        """How long this worker has to wait by its share alone."""
        waits = [0.0]
        for lane in lanes:
            if not self._link.ready.is_set():
                waits.append(self._link.changed + min(lane.seconds, _CAREFUL_SECONDS) - now)
            most, seconds = _share(lane, self._membership.seen)
            granted = self._granted.get(lane.key, ())
            if len(granted) >= most:
                waits.append(granted[len(granted) - most] + seconds - now)
        return max(waits)

    def _note(self, lanes: Sequence[Lane], now: float) -> None:
        for lane in lanes:
            granted = self._granted.setdefault(lane.key, deque())
            granted.append(now)
            horizon = now - lane.seconds * max(1.0, self._membership.seen / lane.most)
            while granted[0] < horizon:
                granted.popleft()
        if len(self._granted) > _IDLE_LANES:
            old = now - 120.0
            self._granted = {key: granted for key, granted in self._granted.items() if granted[-1] > old}


def _share(lane: Lane, workers: int) -> tuple[int, float]:
    """A worker's part of a lane: fewer permits, or one in a longer time where there are fewer than workers."""
    most = lane.most // workers
    return (most, lane.seconds) if most else (1, lane.seconds * workers / lane.most)
