"""Leases: something that one worker at a time does, such as polling or upkeep. Each is a lock on the holder's line.

A holder asks ``sure`` at each use: after it was stopped or cut off it holds nothing until it has the lock again. While a
line that was lost may come back nobody else takes what was held on it; what was given back is free at once."""

import asyncio
from collections.abc import Sequence
from typing import Final

import structlog

from bot.cluster.line import DatabaseAway
from bot.cluster.link import moment
from bot.cluster.membership import LEASES, Held, Membership, MembershipChange, number_of
from bot.cluster.news import Broadcast
from storage.postgres.address import ServerConnection

__all__ = ["LineLeases"]

log = structlog.get_logger("cluster")

_TAKE: Final = f"SELECT pg_try_advisory_lock({LEASES}, $1::int)"
_RELEASE: Final = f"SELECT pg_advisory_unlock({LEASES}, $1::int)"
_RELEASED: Final = "released"


class LineLeases:
    """The leases of one worker."""

    def __init__(self, membership: Membership, news: Broadcast) -> None:
        self._membership, self._line, self._news = membership, membership.line, news
        self._held: set[str] = set()
        self._others: dict[int, Held] = {}
        """How another worker was seen last to hold a lease, by its number."""
        self._turn = asyncio.Lock()
        membership.on_look(self._note)
        membership.on_change(self._free_those_of_the_gone)
        news.subscribe(_RELEASED, lambda _, number: self._others.pop(int(number), None))
        self._line.on_connect(self._take_again)

    @property
    def held(self) -> tuple[str, ...]:
        """Names of all leases that this worker surely holds now."""
        return tuple(name for name in sorted(self._held) if self.sure(name))

    def sure(self, name: str) -> bool:
        return name in self._held and self._membership.sure

    async def take(self, name: str) -> bool:
        async with self._turn:
            number = number_of(self._line.sign, name)
            if name in self._held or not self._membership.sure or self._is_kept_free(number):
                return self.sure(name)
            returns = self._line.returns
            try:
                ((taken,),) = await self._line.ask(_TAKE, number)
            except DatabaseAway:
                return False
            if taken and self._line.returns == returns:
                self._held.add(name)
            return self.sure(name)

    async def release(self, name: str) -> None:
        async with self._turn:
            if name not in self._held:
                return
            self._held.discard(name)
            number = number_of(self._line.sign, name)
            try:
                await self._line.ask(_RELEASE, number)
            except DatabaseAway:
                return
            self._news.publish(_RELEASED, str(number).encode())

    def _is_kept_free(self, number: int) -> bool:
        """Whether a lease that nobody has is for who had it a moment ago."""
        had = self._others.get(number)
        return had is not None and moment() < max(had.seen + self._membership.grace, self._membership.trusted_from)

    def _note(self, held: Sequence[Held]) -> None:
        ours = self._membership.name
        self._others |= {one.number: one for one in held if one.kind == LEASES and one.name != ours}

    def _free_those_of_the_gone(self, change: MembershipChange) -> None:
        self._others = {number: one for number, one in self._others.items() if one.name not in change.gone}

    async def _take_again(self, connection: ServerConnection) -> None:
        for name in sorted(self._held):
            if not await connection.fetchval(_TAKE, number_of(self._line.sign, name)):
                self._held.discard(name)
                log.warning("cluster.lease_ended", lease=name)
