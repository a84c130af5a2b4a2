"""Discord as the manager sees it: the port, and the life of the connection."""

from __future__ import annotations

import asyncio
from contextlib import suppress

import aiohttp
import discord
import structlog

from bot.frontends.discord.answers import Answers
from bot.frontends.discord.client import Client
from bot.frontends.discord.delivery import Delivery
from bot.frontends.discord.origin import PLATFORM
from bot.frontends.discord.pace import Pace
from bot.frontends.discord.wire import Wire
from bot.session.commands import ChatRef, UserRef
from bot.session.ports import Clock, Gone, Manager
from bot.session.updates import Notice, PrivateUpdate, PublicUpdate

__all__ = ["DiscordFrontend", "LoginRefused"]

_log = structlog.get_logger(__name__)


class LoginRefused(Exception):
    """Discord does not accept the token (the message does not contain it)."""


class DiscordFrontend:
    """The frontend for Discord.

    ``token``: of the bot. ``api_base_url``: another server for tests, with the API's version; empty: Discord's own.
    ``pace``: factor on the published rate limits (``OUTBOX_PACE``). ``start`` returns when logged in; ``connected``
    says whether the gateway is up; ``stop`` ends everything.
    """

    def __init__(
        self,
        manager: Manager,
        clock: Clock,
        *,
        token: str,
        api_base_url: str = "",
        pace: float = 1.0,
        default_language: str = "en",
    ) -> None:
        self._manager = manager
        self._token = token
        self._client = Client(api_base_url=api_base_url, on_use=self._use, on_channel_gone=self._channel_gone)
        self._delivery = Delivery(Wire(self._client), manager, clock, Pace(clock, pace))
        self._answers = Answers(manager, self._delivery, default_language)
        self._connection: asyncio.Task[None] | None = None

    # -- the port

    @property
    def platform(self) -> str:
        """``discord``."""
        return PLATFORM

    @property
    def needs_start(self) -> bool:
        """Nobody has to begin a private chat here: messages arrive unless a person has closed them."""
        return False

    def show_table(self, update: PublicUpdate) -> None:
        """See ``Frontend.show_table``."""
        self._delivery.show_table(update)

    def show_hand(self, update: PrivateUpdate) -> None:
        """See ``Frontend.show_hand``."""
        self._delivery.show_hand(update)

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """See ``Frontend.tell``."""
        self._delivery.tell(user, notice, language, table)

    # -- life

    @property
    def connected(self) -> bool:
        """Whether the gateway is up now."""
        return self._client.connected and not self._client.is_closed()

    async def start(self) -> None:
        """Log in and begin to connect. ``LoginRefused`` for a token that Discord does not know."""
        try:
            await self._client.login(self._token)
        except discord.LoginFailure:
            raise LoginRefused("DISCORD_TOKEN is not accepted by Discord") from None
        self._connection = asyncio.create_task(self._stay_connected(), name="discord gateway")

    async def stop(self) -> None:
        """Answer what is under way, stop sending, disconnect."""
        await self._answers.close()
        await self._delivery.outbox.close()
        await self._client.close()
        if self._connection is not None:
            self._connection.cancel()
            with suppress(asyncio.CancelledError):
                await self._connection

    async def drained(self) -> None:
        """Wait until everything that was shown so far has gone out."""
        await self._delivery.outbox.drained()

    # -- inside

    async def _stay_connected(self) -> None:
        """The library connects again after every loss; what it gives up on is tried again more slowly."""
        pause = 5.0
        while not self._client.is_closed():
            try:
                await self._client.connect()
            except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
                _log.error("discord_connection_lost", error=type(error).__name__)
                if self._client.is_closed():
                    return
                await asyncio.sleep(pause)
                pause = min(pause * 2, 120.0)

    def _use(self, interaction: discord.Interaction) -> None:
        self._answers.take(interaction)

    def _channel_gone(self, channel: int) -> None:
        self._manager.report(Gone(ChatRef(PLATFORM, str(channel))))
