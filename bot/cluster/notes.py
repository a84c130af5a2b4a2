"""Short texts that workers leave for each other in Redis; each ends by itself, and without Redis there are none."""

from contextlib import suppress

from bot.cluster.link import RedisAway, RedisLink

__all__ = ["RedisNotes"]


class RedisNotes:
    """The notes of a cluster; see ``bot.session.port.protocols.Notes``."""

    def __init__(self, link: RedisLink) -> None:
        self._link = link

    async def leave(self, name: str, text: str, seconds: float) -> None:
        """Leave a text under a name for so long; what was left there before is gone."""
        with suppress(RedisAway):
            await self._link.run("SET", self._key(name), text, "PX", round(seconds * 1000))

    async def find(self, name: str) -> str | None:
        try:
            found = await self._link.run("GETDEL", self._key(name))
        except RedisAway:
            return None
        return None if found is None else str(found.decode())

    async def agree(self, name: str, text: str, seconds: float) -> str:
        """What stands under a name, which is ours if there was nothing; it stays for so long from now."""
        with suppress(RedisAway):
            await self._link.run("SET", self._key(name), text, "PX", round(seconds * 1000), "NX")
            found = await self._link.run("GETEX", self._key(name), "PX", round(seconds * 1000))
            if found is not None:
                return str(found.decode())
        return text

    def _key(self, name: str) -> str:
        return self._link.key("note", name)
