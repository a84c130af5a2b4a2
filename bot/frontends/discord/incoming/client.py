"""The connection: discord.py with the least intents, our gateway address, and every interaction in one place."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Any, Final

import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.voice_client import VoiceClient

from bot.frontends.discord.incoming import slash
from bot.frontends.discord.outgoing.rate_limits import tracing
from bot.session.port.metrics import Meter, NoMeter
from bot.session.port.page import PagePlace

__all__ = ["Client"]

_log = structlog.get_logger(__name__)

# We never speak: the library need not warn that the parts for voice are missing.
VoiceClient.warn_nacl = VoiceClient.warn_dave = False

_ENTRY_POINT_MISSED: Final = 50240
_ENTRY_POINT: Final = 4
_ENTRY_POINT_FIELDS: Final = (
    "name", "name_localizations", "description", "description_localizations", "type", "handler", "contexts", "integration_types",
)  # fmt: skip


_SELDOM: Final = 500


def _seldom(work: Callable[[], None]) -> Callable[[], None]:
    """Return what does that work at one of many calls."""
    calls = itertools.count(1)

    def now_and_then() -> None:
        if not next(calls) % _SELDOM:
            work()

    return now_and_then


class Client(discord.Client):
    """Knows guilds and channels, hears what is written to it, and hands interactions on."""

    def __init__(
        self,
        *,
        api_base_url: str,
        on_use: Callable[[discord.Interaction], None],
        on_channel_gone: Callable[[int], None],
        on_text: Callable[[discord.Message], Awaitable[None]] | None = None,
        meter: Meter | None = None,
        page: PagePlace | None = None,
    ) -> None:
        super().__init__(
            # Without the privileged intent the texts of servers do not come, but for those that mention the bot.
            intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            http_trace=tracing(),
        )
        self._api_base_url = api_base_url.rstrip("/")
        self._on_use = on_use
        self._page = page
        self._on_channel_gone = on_channel_gone
        self._on_text = on_text
        self.up = asyncio.Event()
        """Set while the gateway is connected."""
        self.came_up = False
        """Whether a session has begun since this was last put to False."""
        self._meter = meter or NoMeter()
        # An exception in one of these would end the library's loop, and the session with it.
        parsers: dict[str, Callable[[Any], None]] = self._connection.parsers
        for event, parse in list(parsers.items()):
            parsers[event] = self._careful(event, parse)
        # With a bucket for each channel, looking through all of them at each new one would take longer than the call.
        http = self.http
        http._try_clear_expired_ratelimits = _seldom(http._try_clear_expired_ratelimits)  # type: ignore[method-assign]
        if self._api_base_url:
            # The library has no setting for this; these class attributes are where it looks its addresses up.
            Route.BASE = self._api_base_url

    def _careful(self, event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """Read an event, or skip and count one that the library cannot read."""

        def read(data: Any) -> None:
            try:
                parse(data)
            except Exception as error:
                # The type alone: what the library says may quote the event.
                self._meter.count("unreadable")
                _log.warning("discord_event_unreadable", kind=event, error=type(error).__name__)

        return read

    def reopen(self) -> None:
        """Make a closed client ready to log in and connect once more."""
        self.clear()
        self.http.connector = discord.utils.MISSING  # else the library goes on with the one that is closed
        self.loop = asyncio.get_running_loop()  # closing took it away, and a second login does not bring it back

    async def setup_hook(self) -> None:
        """Learn the gateway's address and announce the commands, after login and before connecting."""
        if self._api_base_url:
            answer = await self.http.request(Route("GET", "/gateway/bot"))
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(answer["url"])
        assert self.application_id is not None
        await self._announce(self.application_id, slash.payload(page=self._page is not None))

    async def _announce(self, application: int, commands: list[dict[str, Any]]) -> None:
        """Set the commands. Where Activities are switched on, Discord keeps one of its own that must be named again."""
        try:
            await self.http.bulk_upsert_global_commands(application, commands)
        except discord.HTTPException as error:
            if error.code != _ENTRY_POINT_MISSED:
                raise
            known: Any = await self.http.get_global_commands(application)
            kept = [
                {name: one[name] for name in _ENTRY_POINT_FIELDS if one.get(name) is not None}
                for one in known
                if one.get("type") == _ENTRY_POINT
            ]
            await self.http.bulk_upsert_global_commands(application, [*commands, *kept])

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        """Hand on every slash command, completion and press."""
        self._on_use(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Hand on a message: it may be meant for the bot."""
        if self._on_text is not None:
            await self._on_text(message)

    async def on_connect(self) -> None:
        """Note that a new session of the gateway is up."""
        self.up.set()
        self.came_up = True
        _log.info("discord_connected")

    async def on_resumed(self) -> None:
        """Note that the session goes on after a loss of the connection."""
        self.up.set()

    async def on_disconnect(self) -> None:
        """Note that the connection is lost; the library connects again by itself."""
        self.up.clear()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Hand on that a channel, which may hold tables, is deleted."""
        self._on_channel_gone(channel.id)

    async def on_thread_delete(self, thread: discord.Thread) -> None:
        """Hand on that a thread, which may hold tables, is deleted."""
        self._on_channel_gone(thread.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Hand on that all channels of a guild are gone: it was deleted, or the bot was removed from it."""
        for channel in (*guild.channels, *guild.threads):
            self._on_channel_gone(channel.id)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log an error in an event handler by the handler's name, without what the event carried: that may be private."""
        _log.exception("discord_event_failed", handler=event_method)
