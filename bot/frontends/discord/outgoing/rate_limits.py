"""Discord's limits: those that we keep, and its "too many requests", told at once instead of slept through.

The client library sleeps for as long as Discord says, inside the call: an hour, if it must be. What lasts longer than
a moment is therefore raised out of the request before the library sees it, and whoever made the call decides.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any, Final

import aiohttp
import discord

from bot.delivery.pace import Limits, Rate

__all__ = ["LIMITS", "EditedTooOften", "SlowDown", "tracing"]

LIMITS: Final = Limits("discord", everywhere=Rate(40, 1.0), chat=Rate(4, 5.0), apart=True, free_counts=True)
"""One fewer than the five calls of a kind that Discord takes in one channel: after the fifth the client library would sleep
inside the call. In all it takes fifty; the rest is for answers to interactions, which do not pass through the outbox."""

_MOMENT: Final = 3.0
"""Seconds that the library may wait by itself."""
_OLD: Final = 30046
_SHORTEST: Final = 1.0


class SlowDown(discord.DiscordException):
    """Not for so many seconds; ``everywhere``: nothing at all, else only calls of this kind in this place."""

    def __init__(self, seconds: float, *, everywhere: bool) -> None:
        super().__init__("too many requests")
        self.seconds = seconds
        self.everywhere = everywhere


class EditedTooOften(discord.DiscordException):
    """This message is too old to be edited once more."""


def tracing() -> aiohttp.TraceConfig:
    """Return the settings that make the library's session report its requests to us."""
    config = aiohttp.TraceConfig()
    config.on_request_end.append(_ended)
    return config


async def _ended(
    session: aiohttp.ClientSession, context: SimpleNamespace, params: aiohttp.TraceRequestEndParams
) -> None:
    response = params.response
    if response.status != 429:
        return
    body = await _body(response)
    if body.get("code") == _OLD:
        raise EditedTooOften
    seconds = _seconds(body.get("retry_after")) or _seconds(response.headers.get("Retry-After")) or _SHORTEST
    if seconds > _MOMENT:
        raise SlowDown(seconds, everywhere=bool(body.get("global")) or "X-RateLimit-Global" in response.headers)


async def _body(response: aiohttp.ClientResponse) -> dict[str, Any]:
    """Return what the answer says; the library reads it again, from memory."""
    try:
        body = await response.json(content_type=None)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _seconds(said: object) -> float:
    """Return a number of seconds, 0 for what is none."""
    try:
        seconds = float(str(said))
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0
