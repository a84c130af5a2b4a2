"""One connection to the gateway: hears what happens in its share of the guilds, and hands it on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import discord
import structlog

from bot.frontends.discord.incoming.client import INTENTS, Client
from bot.frontends.discord.incoming.turns import Turns
from bot.session.port.metrics import Meter

__all__ = ["RAW", "Listeners", "Shard", "always"]

_log = structlog.get_logger(__name__)

RAW: Final = "raw"
"""Among an interaction's ``extras``: the JSON in which it came."""
_CLOSE_SECONDS: Final = 2.0


@dataclass(frozen=True, slots=True)
class Listeners:
    """Who is told of what a shard hears."""

    use: Callable[[discord.Interaction], None]
    text: Callable[[discord.Message], Awaitable[None]]
    channel_gone: Callable[[int], None]


def always() -> bool:
    """Say that a shard is ours for good: there are no other workers."""
    return True


class Shard(discord.Client):
    """One shard of ``count``; it calls Discord through ``client``, as all do.

    ``turns``: says when the shard may identify. ``is_ours``: whether we may hear at this moment; asked before each
    event, and once it is not so nothing more is read and ``listen`` ends. ``changed``: called
    whenever ``up`` is not what it was.
    """

    def __init__(
        self,
        client: Client,
        number: int,
        count: int,
        listeners: Listeners,
        meter: Meter,
        *,
        turns: Turns,
        is_ours: Callable[[], bool],
        changed: Callable[[], None],
    ) -> None:
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            shard_id=number,
            shard_count=count,
        )
        self.number = number
        self.up = False
        """Whether the gateway is connected."""
        self.came_up = False
        """Whether a session has begun at all."""
        self._heard_by = listeners
        self._meter = meter
        self._turns = turns
        self._has_turn = False
        self._is_ours = is_ours
        self._changed = changed
        self._lost = asyncio.Event()
        # One login and one HTTP side for all: a shard only listens.
        self.http = self._connection.http = client.http
        self._connection.user = client.user
        self._connection.application_id = client.application_id
        # An exception in one of these would end the library's loop, and the session with it.
        parsers: dict[str, Callable[[Any], None]] = self._connection.parsers
        parsers["INTERACTION_CREATE"] = self._use
        for event, parse in list(parsers.items()):
            parsers[event] = self._careful(event, parse)

    async def listen(self) -> None:
        """Connect and hear until the shard is not ours any more. Raises what ended the connection for good."""
        await self._async_setup_hook()
        # Before connecting: Discord does not leave a connection open for long on which nobody identifies.
        await self._turns.take(self.number)
        self._has_turn = True
        connecting = asyncio.create_task(self.connect(), name=f"discord shard {self.number}")
        losing = asyncio.create_task(self._lost.wait())
        try:
            await asyncio.wait({connecting, losing}, return_when=asyncio.FIRST_COMPLETED)
            if connecting.done():
                connecting.result()
        finally:
            losing.cancel()
            connecting.cancel()
            with suppress(asyncio.CancelledError, Exception):
                await connecting
            self._pass_turn()
            await self.close()

    async def close(self) -> None:
        """Close the connection; the HTTP side belongs to everybody and stays open."""
        if self._closing_task is None:
            self._closing_task = asyncio.create_task(self._hang_up())
        await asyncio.shield(self._closing_task)

    async def _hang_up(self) -> None:
        self._now(up=False)
        ws: Any = self.ws  # not there before the first connection, whatever the library declares
        if ws is not None and ws.open:
            with suppress(Exception):  # whatever it is, the connection is given up
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await ws.close(code=1000)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for our turn; a shard that is not ours any more never begins a session."""
        if not self._has_turn:
            await self._turns.take(self.number)
            self._has_turn = True
        if not self._is_ours():
            self._lost.set()
            await asyncio.Event().wait()  # until ``listen`` ends this
        self._has_turn = False
        self._turns.used(self.number)

    def _pass_turn(self) -> None:
        """Let others identify if we have not come to it."""
        if self._has_turn:
            self._has_turn = False
            self._turns.unused(self.number)

    # -- what is heard

    def _careful(self, event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """Read an event, or skip and count one that the library cannot read."""

        def read(data: Any) -> None:
            if not self._is_ours():
                self._lost.set()
                return
            try:
                parse(data)
            except Exception as error:
                # The type alone: what the library says may quote the event.
                self._meter.count("unreadable")
                _log.warning("discord_event_unreadable", kind=event, error=type(error).__name__)

        return read

    def _use(self, data: Any) -> None:
        """Hand on a slash command, completion or press, with the JSON in which it came."""
        interaction: discord.Interaction = discord.Interaction(data=data, state=self._connection)
        interaction.extras[RAW] = data
        self._heard_by.use(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """Hand on a message: it may be meant for the bot."""
        await self._heard_by.text(message)

    async def on_connect(self) -> None:
        """Note that a new session of the gateway is up."""
        self.came_up = True
        self._now(up=True)
        _log.info("discord_connected", shard=self.number)

    async def on_resumed(self) -> None:
        """Note that the session goes on after a loss of the connection."""
        self._now(up=True)

    async def on_disconnect(self) -> None:
        """Note that the connection is lost, or did not come about; the library connects again by itself."""
        self._pass_turn()
        self._now(up=False)

    def _now(self, *, up: bool) -> None:
        self.up = up and not self.is_closed()
        self._changed()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Hand on that a channel, which may hold tables, is deleted."""
        self._heard_by.channel_gone(channel.id)

    async def on_thread_delete(self, thread: discord.Thread) -> None:
        """Hand on that a thread, which may hold tables, is deleted."""
        self._heard_by.channel_gone(thread.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Hand on that all channels of a guild are gone: it was deleted, or the bot was removed from it."""
        for channel in (*guild.channels, *guild.threads):
            self._heard_by.channel_gone(channel.id)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log an error in an event handler by the handler's name, without what the event carried: that may be private."""
        _log.exception("discord_event_failed", handler=event_method)
