"""The library's bot, with calls that go round its objects: to build them for each message and each answer costs several times
the call itself."""

from __future__ import annotations

from typing import Any, Final, cast

from telegram import Bot, Update
from telegram.request import RequestData
from telegram.request._requestparameter import RequestParameter

__all__ = ["ALLOWED_UPDATES", "AT_ONCE", "RawBot"]

ALLOWED_UPDATES: Final = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER]
AT_ONCE: Final = 100
"""Most updates that the platform gives at once."""


class RawBot(Bot):
    """The library's bot, which can also give updates as they came, and make calls of plain values."""

    async def fetch(self, offset: int | None, seconds: int) -> list[Any]:
        """Ask for updates from ``offset`` on (and confirm all before it); wait up to ``seconds`` for the first. They are
        given as they came: the library reads all of them or none."""
        data = {"timeout": seconds, "offset": offset, "limit": AT_ONCE, "allowed_updates": ALLOWED_UPDATES}
        patience = (self._request[0].read_timeout or 0) + seconds
        return cast("list[Any]", await self._post("getUpdates", data, read_timeout=patience))

    async def ask(self, method: str, **parameters: Any) -> Any:
        """Make a call of plain values, without those that are ``None``; returns the platform's plain answer. Raises what
        the library's own methods raise."""
        given = [RequestParameter(name, value, None) for name, value in parameters.items() if value is not None]
        return await self.request.post(f"{self.base_url}/{method}", RequestData(given))
