"""Where the workers of one database meet: their sign stands at the Redis that they all use."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import Final

from bot.cluster.link import RedisAway, RedisLink, moment

__all__ = ["MeetingPlace"]

_HERE: Final = "here"
_KEPT_SECONDS: Final = 3600
_LOOK_SECONDS: Final = 0.2
_MOMENT_SECONDS: Final = 5.0


class MeetingPlace:
    """A ``Meeting`` of the store's gate. ``common`` names what all workers must have alike, each by a digest."""

    def __init__(self, link: RedisLink, common: Mapping[str, str] | None = None) -> None:
        self.link = link
        self.common = common or {}
        self.sign = ""

    def settle(self, sign: str) -> None:
        self.sign = sign
        self.link.settle(sign)

    async def stay(self) -> None:
        """Leave word that we meet here; again and again, as Redis may forget it."""
        with suppress(RedisAway):
            await self.link.run("SET", self.link.key(_HERE), "1", "EX", _KEPT_SECONDS)

    async def is_at(self, sign: str, *, alone: bool) -> bool:
        """Whether workers meet here under a sign. Who plays just now says so within a moment, also after Redis was emptied."""
        self.settle(sign)
        until = moment() + _MOMENT_SECONDS
        while True:
            with suppress(RedisAway):
                found = bool(await self.link.run("EXISTS", self.link.key(_HERE)))
                if found or alone:
                    return found
            if moment() > until:
                return False
            await asyncio.sleep(_LOOK_SECONDS)
