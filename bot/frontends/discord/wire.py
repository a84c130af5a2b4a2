"""The calls to Discord's channels: post, edit, remove; and what their failures mean to us."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import aiohttp
import discord

from bot.frontends.discord.attachments import Attachments, Pictures
from bot.frontends.discord.markup import Content
from bot.frontends.discord.origin import MessageId
from bot.frontends.discord.outbox import Later

__all__ = ["ChannelGone", "ClosedDm", "MessageGone", "Wire", "translated"]

_TIMEOUT: Final = 60.0
"""Seconds for one call, the library's own waits and repetitions included."""
_CLOSED_DM: Final = frozenset({50007, 50278})
_NO_ACCESS: Final = frozenset({10003, 50001, 50013})
_MESSAGE_GONE: Final = frozenset({10008, 50005, 30046, 50083})
"""Deleted, not ours, too old for more edits, in an archived thread: a new message is needed."""


class ClosedDm(Exception):
    """This person takes no private messages from us."""


class ChannelGone(Exception):
    """The channel is not there for us any more."""


class MessageGone(Exception):
    """That message cannot be edited (any more)."""


@asynccontextmanager
async def translated() -> AsyncIterator[None]:
    """Run calls with a time limit; failures come out as the exceptions of this module or as ``Later``."""
    try:
        async with asyncio.timeout(_TIMEOUT):
            yield
    except discord.HTTPException as error:
        if error.code in _CLOSED_DM:
            raise ClosedDm from None
        if error.code in _NO_ACCESS:
            raise ChannelGone from None
        if error.code in _MESSAGE_GONE:
            raise MessageGone from None
        if error.status >= 500 or error.status == 429:
            raise Later from None
        raise
    except (TimeoutError, aiohttp.ClientError, OSError):
        raise Later from None


class Wire:
    """Posting, editing and removing messages through the client library."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self.pictures = Pictures()

    async def private_channel(self, user: int) -> int:
        """The id of the private chat with a person."""
        async with translated():
            return (await self._client.create_dm(discord.Object(user))).id

    async def post(self, channel: int, content: Content, nonce: str, *, picture: bool) -> MessageId:
        """Post a message. The same ``nonce`` again (a repetition after a doubtful failure) posts nothing twice."""
        file = await content.file() if picture else None
        async with translated():
            sent = await self._client.get_partial_messageable(channel).send(
                view=content.view(picture=file is not None),
                files=[file] if file is not None else [],
                allowed_mentions=content.allowed_mentions(),
                nonce=nonce,
            )
        self.pictures.note(sent)
        return MessageId(channel, sent.id)

    async def edit(self, message: MessageId, content: Content, *, picture: bool) -> None:
        """Bring a message up to date; edits ring for nobody."""
        content = content if picture else content.without_picture()

        async def edit(attachments: Attachments) -> discord.Message:
            return await self._partial(message).edit(
                view=content.view(picture=bool(attachments)),
                attachments=attachments,
                allowed_mentions=discord.AllowedMentions.none(),
            )

        async with translated():
            await self.pictures.put(message.message, content, edit)

    async def remove(self, message: MessageId) -> None:
        """Delete a message of ours; one that is gone already is fine."""
        try:
            async with translated():
                await self._partial(message).delete()
        except MessageGone:
            return

    async def newer(self, message: MessageId, most: int) -> int:
        """How many messages came after that one, counted up to ``most``; ``most`` where we may not look."""
        try:
            async with translated():
                channel = self._client.get_partial_messageable(message.channel)
                after = discord.Object(message.message)
                return len([found async for found in channel.history(limit=most, after=after)])
        except (ChannelGone, discord.Forbidden):
            return most

    def address(self, message: MessageId) -> str:
        """The link to a message of a guild; empty where the guild is not known."""
        channel = self._client.get_channel(message.channel)
        guild = getattr(channel, "guild", None)
        return f"https://discord.com/channels/{guild.id}/{message.channel}/{message.message}" if guild else ""

    def _partial(self, message: MessageId) -> discord.PartialMessage:
        return self._client.get_partial_messageable(message.channel).get_partial_message(message.message)
