"""The calls to Discord's channels: post, edit, remove; and what their failures mean to us.

Where a permission is missing, less is shown: no picture. Discord does not say which permission a refused call lacks: it is
the one that the next attempt, which shows less, did not need. Text and buttons need none but that to send messages.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, Final

import aiohttp
import discord
from discord.http import handle_message_parameters
from discord.utils import MISSING

from bot.delivery.chats import ChatGone, ContentRefused, MessageGone, TooOld
from bot.delivery.memory import MessageId, Refusals
from bot.delivery.outbox import Later
from bot.delivery.pace import CREATE, EDIT, FREE
from bot.frontends.discord.incoming.client import Client
from bot.frontends.discord.outgoing.attachments import Attachments, Pictures
from bot.frontends.discord.outgoing.markup import Content
from bot.frontends.discord.outgoing.rate_limits import EditedTooOften, SlowDown
from bot.frontends.discord.outgoing.rights import ATTACH, SEND, missing
from bot.session.port.protocols import Clock

__all__ = ["TOKEN", "ChannelCalls", "Ephemeral", "posted_at", "translated"]

TOKEN: Final = 14 * 60.0
"""Seconds for which an interaction can be followed up, a little less than Discord's fifteen minutes."""
_TIMEOUT: Final = 15.0
"""Seconds for one call, the library's own short waits and repetitions included."""
_CLOSED_DM: Final = frozenset({50007, 50278})
"""They take no messages from us, or share no server with us."""
_NO_ACCESS: Final = frozenset({10003, 50001})
"""The channel is deleted, or we may not see it."""
_MESSAGE_GONE: Final = frozenset({10008, 50005})
"""Deleted, or not ours: a new message is needed."""
_TOO_OLD: Final = frozenset({30046, 50083})
"""Too old for more edits, in an archived thread: a new message is needed, and the old one is still there."""
_NOT_ALLOWED: Final = 50013


@asynccontextmanager
async def translated(kind: str = FREE) -> AsyncIterator[None]:
    """Run calls with a time limit; failures come out in delivery's words."""
    try:
        async with asyncio.timeout(_TIMEOUT):
            yield
    except SlowDown as slow:
        raise Later(slow.seconds, kind=kind, everywhere=slow.everywhere) from None
    except EditedTooOften:
        raise TooOld from None
    except discord.HTTPException as error:
        if error.code in _CLOSED_DM:
            raise ChatGone from None
        if error.code in _NO_ACCESS:
            raise ChatGone from None
        if error.code in _MESSAGE_GONE:
            raise MessageGone from None
        if error.code in _TOO_OLD:
            raise TooOld from None
        if error.status >= 500 or error.status == 429:
            raise Later from None
        raise ContentRefused(error.code) from None
    except (TimeoutError, aiohttp.ClientError, OSError):
        raise Later from None


@dataclass(slots=True)
class Ephemeral:
    """A message that can be edited through its interaction for a while.

    ``apart``: it is a message of its own, and not what answered the interaction; the answer is then the message that
    was pressed, perhaps the table message that everybody reads.
    """

    interaction: discord.Interaction
    until: float
    digest: str
    message: int
    apart: bool = False

    async def edit(self, shown: Content, pictures: Pictures) -> None:
        """Show this there, as far as that is allowed."""
        if ATTACH in missing(self.interaction.app_permissions, in_thread=False):
            shown = shown.without_picture()

        async def edit(attachments: Attachments) -> None:
            view = shown.view(picture=bool(attachments))
            if self.apart:
                now = await self.interaction.followup.edit_message(self.message, view=view, attachments=attachments)
                pictures.note(now)
            else:
                pictures.note(await self.interaction.edit_original_response(view=view, attachments=attachments))

        async with translated():
            await pictures.put(self.message, shown, edit)


class ChannelCalls:
    """Posts, edits and removes messages through the client library."""

    def __init__(self, client: Client, clock: Clock) -> None:
        self._client = client
        self.pictures = Pictures()
        self.rights = Refusals(clock)

    async def private_channel(self, user: int) -> int:
        """Return the id of the private chat with a person."""
        async with translated():
            return (await self._client.create_dm(discord.Object(user))).id

    def _ways(self, channel: int, content: Content) -> list[Content]:
        """Return how the content may be shown there, best first: with its picture as far as that is known to be allowed."""
        drawn = content.picture is not None and ATTACH not in self.rights.lacks(channel)
        return [content, content.without_picture()] if drawn else [content.without_picture()]

    async def post(self, channel: int, content: Content, nonce: str, *, silent: bool = False) -> MessageId:
        """Post a message and return which it is. ``silent``: it rings for nobody.

        The same ``nonce`` again (a repetition after a doubtful failure) posts nothing twice.
        """
        refused = False
        ways = self._ways(channel, content)
        for way in ways:
            try:
                sent = await self._post(channel, way, nonce, silent=silent)
            except ContentRefused as error:
                if way is ways[-1] and error.code != _NOT_ALLOWED:
                    raise
                refused = error.code == _NOT_ALLOWED
            except TooOld:
                raise ChatGone from None  # an archived thread that is locked
            else:
                if refused:
                    self.rights.refused(channel, ATTACH)
                return MessageId(channel, sent)
        self.rights.refused(channel, SEND)
        raise ChatGone((SEND,))

    async def _post(self, channel: int, content: Content, nonce: str, *, silent: bool) -> int:
        mentions = content.allowed_mentions()
        flags = discord.MessageFlags(suppress_notifications=True) if silent else MISSING
        files = await content.files()
        view = content.view(picture=bool(files))
        with handle_message_parameters(
            view=view, files=files, flags=flags, allowed_mentions=mentions, nonce=nonce
        ) as parameters:
            async with translated(CREATE):
                sent = await self._client.http.send_message(channel, params=parameters)
        self.pictures.note_answer(sent)
        return int(sent["id"])

    async def edit(self, message: MessageId, content: Content) -> None:
        """Edit a message; edits ring for nobody."""
        refused = False
        for way in self._ways(message.chat, content):
            try:
                await self._edit(message, way)
            except ContentRefused as error:
                refused = error.code == _NOT_ALLOWED
            else:
                if refused:
                    self.rights.refused(message.chat, ATTACH)
                return
        raise TooOld

    async def _edit(self, message: MessageId, content: Content) -> None:
        async def edit(attachments: Attachments) -> None:
            view = content.view(picture=bool(attachments))
            self.pictures.note_answer(await self._change(message, view=view, attachments=attachments))

        async with translated(EDIT):
            await self.pictures.put(message.message, content, edit)

    async def _change(self, message: MessageId, **new: Any) -> Mapping[str, Any]:
        """Edit a message and return it as Discord tells it. The library would make objects of it that nobody looks at."""
        with handle_message_parameters(allowed_mentions=discord.AllowedMentions.none(), **new) as parameters:
            return await self._client.http.edit_message(message.chat, message.message, params=parameters)

    async def remove(self, message: MessageId) -> None:
        """Delete a message of ours; one that is gone already is fine."""
        try:
            async with translated():
                await self._client.http.delete_message(message.chat, message.message)
        except (MessageGone, ChatGone):
            return

    async def newer(self, message: MessageId, most: int) -> int | None:
        """Return how many messages came after that one, counted up to ``most``; ``None`` where we may not look.

        Without *Read Message History* Discord lists nothing, not even the message itself.
        """
        try:
            async with translated():
                channel = self._client.get_partial_messageable(message.chat)
                since = discord.Object(message.message - 1)
                found = [one.id async for one in channel.history(limit=most + 1, after=since, oldest_first=True)]
        except (ChatGone, ContentRefused, Later):
            return None
        return len(found) - 1 if message.message in found else None

    def address(self, message: MessageId) -> str:
        """Return the link to a message of a guild; empty where the guild is not known."""
        guild = self._client.guild_of(message.chat)
        return f"https://discord.com/channels/{guild}/{message.chat}/{message.message}" if guild else ""


def posted_at(message: MessageId) -> float:
    """Return when a message was posted, in seconds since 1970: Discord's ids tell."""
    return discord.utils.snowflake_time(message.message).timestamp()
