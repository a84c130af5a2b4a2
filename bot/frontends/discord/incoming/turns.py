"""Whose turn it is to identify: of the shards of one bucket one in five seconds, whichever worker it belongs to."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from typing import Final

from bot.session.port.protocols import Clock
from bot.session.port.workers import Leases

__all__ = ["Turns"]

_APART: Final = 5.0
"""Seconds between two sessions of one bucket, as Discord asks."""
_LOOK: Final = 0.5


class Turns:
    """Discord lets ``at_once`` shards identify in five seconds; a shard's bucket is its number modulo that.

    Within a worker a lock makes the order, between workers a lease for each bucket, which is held until the five
    seconds are over. Every ``take`` is followed by ``used`` or ``unused``.
    """

    def __init__(self, leases: Leases, clock: Clock, at_once: int) -> None:
        self._leases = leases
        self._clock = clock
        self._at_once = at_once
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._due: dict[int, float] = {}
        """When the next one of a bucket may identify, where the lease is ours."""

    async def take(self, shard: int) -> None:
        """Wait until this shard may identify."""
        bucket = shard % self._at_once
        await self._locks[bucket].acquire()
        try:
            name = self._name(bucket)
            while not (await self._leases.take(name) and self._leases.sure(name)):
                await self._clock.sleep(_LOOK)
            # Held again by us: what went before is over when ``_due`` says so.
            while (wait := self._due.get(bucket, 0.0) - self._clock.monotonic()) > 0:
                await self._clock.sleep(min(wait, _LOOK))
            self._due[bucket] = 0.0
        except BaseException:
            self._locks[bucket].release()
            raise

    def used(self, shard: int) -> None:
        """Note that the shard identifies at this moment."""
        bucket = shard % self._at_once
        self._due[bucket] = self._clock.monotonic() + _APART
        self._locks[bucket].release()

    def unused(self, shard: int) -> None:
        """Let another one go first: this shard does not identify now."""
        self._locks[shard % self._at_once].release()

    async def let_go(self, *, all_of_them: bool = False) -> None:
        """Give back the turns of buckets of which nobody here needs one; called now and then.

        ``all_of_them``: those as well whose five seconds are not over; for the end.
        """
        for bucket, due in list(self._due.items()):
            if all_of_them or (not self._locks[bucket].locked() and due <= self._clock.monotonic()):
                del self._due[bucket]
                await self._leases.release(self._name(bucket))

    @staticmethod
    def _name(bucket: int) -> str:
        return f"discord:identify:{bucket}"
