"""Text that is written to the bot and is no command: it says now and then what can be done here."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Final

import aiohttp
import discord
import structlog

from bot.frontends.discord.incoming.origin import PLATFORM, user_of
from bot.frontends.discord.outgoing.markup import MENU, content
from bot.frontends.discord.outgoing.rate_limits import SlowDown
from bot.present import render
from bot.session.port.commands import ChatRef, Help, Origin
from bot.session.port.protocols import Clock, Manager
from bot.session.port.replies import HelpCard

__all__ = ["FreeText"]

_TALK_SECONDS: Final = 600.0
"""Between two answers to one person."""
_MOST_TALKERS: Final = 2_000
_CALL: Final = 20.0
_log = structlog.get_logger(__name__)


class FreeText:
    """Answers to words in private chats, and in servers to those that mention the bot or answer it."""

    def __init__(self, manager: Manager, clock: Clock) -> None:
        self._manager = manager
        self._clock = clock
        self._heard: dict[int, float] = {}

    async def hear(self, message: discord.Message, me: discord.abc.Snowflake | None) -> None:
        """Answer a message that is written to the bot (``me``), once in a while for each person. Never raises; the text
        is not looked at.
        """
        person, now = message.author, self._clock.monotonic()
        if message.guild is None and not isinstance(message.channel, discord.DMChannel):
            return  # in a server of which nothing is known yet
        to_us = message.guild is None or any(me is not None and one.id == me.id for one in message.mentions)
        if not to_us or person.bot or self._heard.get(person.id, now) > now:
            return
        if len(self._heard) > _MOST_TALKERS:
            self._heard = {known: until for known, until in self._heard.items() if until > now}
        self._heard[person.id] = now + _TALK_SECONDS
        here, guild = ChatRef(PLATFORM, str(message.channel.id)), message.guild
        origin = Origin(
            update=str(message.id),
            user=user_of(person),
            name=person.display_name,
            chat=None if guild is None else here,
            reachable=True if guild is None else None,
            home=here if guild is None else None,
            group="" if guild is None else str(guild.id),
            group_title="" if guild is None else guild.name,
        )
        try:
            reply = await self._manager.handle(origin, Help())
            if not isinstance(reply.body, HelpCard):
                return
            screen = render.reply(replace(reply, body=replace(reply.body, where="talk")))
            assert screen is not None
            async with asyncio.timeout(_CALL):
                shown = content(screen, MENU).view(picture=False)
                await message.channel.send(view=shown, allowed_mentions=discord.AllowedMentions.none())
        except (discord.HTTPException, SlowDown, aiohttp.ClientError, OSError) as error:
            _log.info("discord_talk_unanswered", error=type(error).__name__)
        except Exception as error:
            # The type alone: what somebody writes belongs into no log.
            _log.error("discord_talk_broken", error=type(error).__name__)
