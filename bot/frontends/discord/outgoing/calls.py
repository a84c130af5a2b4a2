"""The calls to Discord's channels: post, edit, remove; what their failures mean to us; and the pictures on messages.

Where a permission is missing, less is shown: no picture. Discord does not say which permission a refused call lacks: it is
the one that the next attempt, which shows less, did not need. Text and buttons need none but that to send messages.

A picture is uploaded once and kept by its id, as long as the message shows the same one. An edit lists *all* attachments that
the message shall have afterwards. The id of one that is shown inside components stands in the media item there, and nowhere
else in what Discord tells of a message.

The library sleeps for as long as a "too many requests" says, inside the call: an hour, if it must be. What lasts longer than
a moment is therefore raised out of the request before the library sees it, and whoever made the call decides.
"""

import asyncio
import math
import re
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final, Self

import aiohttp
import discord
import yarl
from discord.http import handle_message_parameters
from discord.utils import MISSING

from bot.delivery.chats import ChatGone, ContentRefused, MessageGone, MessageId, Newest, Refusals, TooOld
from bot.delivery.outbox import CREATE, EDIT, FREE, Calls, Later, Limits, Rate
from bot.frontends.discord.incoming.origin import ATTACH, SEND, missing, rights_missing
from bot.frontends.discord.outgoing.markup import Content
from bot.session.port.protocols import Clock

__all__ = [
    "ACKNOWLEDGED", "LIMITS", "SCROLLED", "TOKEN", "Attachments", "ChannelCalls", "Ephemeral", "Pictures", "SlowDown",
    "posted_at", "route", "tracing", "translated",
]  # fmt: skip

Attachments = Sequence[discord.Attachment | discord.File]
Told = discord.Message | Mapping[str, Any] | None  # A message as an answer of Discord's tells it, where it does

SCROLLED: Final = 6  # So many newer messages and a message is out of sight
ACKNOWLEDGED: Final = 40060  # What Discord answers to the second answer to a press: it says nothing of a picture
_MOST: Final = 5000  # So many messages' pictures are remembered
_ENOUGH: Final = 3  # After so many refusals in a row to keep a picture all are uploaded anew


class _Kept(discord.Attachment):
    """An attachment that is on the message already and stays; only its id need be said."""

    def __init__(self, known: int) -> None:
        self.id = known

    def to_dict(self) -> Any:
        """The attachment as an edit names it."""
        return {"id": str(self.id)}


class Pictures:
    """Remembers which picture each message of ours shows. All of it can be lost without harm: then one is uploaded anew."""

    def __init__(self) -> None:
        self._on = Newest[int, tuple[str, int] | None](_MOST)
        self._refused = 0

    def note(self, message: Told) -> None:
        """Note what a message shows now, as Discord tells it."""
        if isinstance(message, discord.Message):
            self._on[message.id] = next(_shown(message.components), None)
        elif message is not None:
            self._on[int(message["id"])] = next(_told(message.get("components", ())), None)

    def forget(self, message: int) -> None:
        self._on.pop(message, None)

    def _learn(self, told: discord.Message) -> None:
        """Note what a pressed message showed, unless what is known is newer: ids grow."""
        seen, known = next(_shown(told.components), None), self._on.get(told.id)
        if told.id not in self._on or (seen is not None and known is not None and seen[1] > known[1]):
            self._on[told.id] = seen

    async def put(
        self,
        message: int,
        shown: Content,
        edit: Callable[[Attachments], Awaitable[Told]],
        *,
        pressed: discord.Message | None = None,
    ) -> None:
        """Edit a message that is to show ``shown`` with its picture, which is uploaded only if it is not there yet.
        ``edit`` makes the call with the given attachments and returns the message as it is then. ``pressed``: the
        message as it came with a press: this process may not have posted it, and another worker may have changed it
        since."""
        if pressed is not None:
            self._learn(pressed)
        on = self._on.get(message)
        if on is not None and on[0] == shown.picture_name and self._refused < _ENOUGH:
            try:
                self.note(await edit([_Kept(on[1])]))
            except discord.HTTPException as error:
                if error.status != 400 or error.code == ACKNOWLEDGED:
                    raise
                self._refused += 1
            else:
                self._refused = 0  # only one refusal after the other means that it is no use
                return
        self._on.pop(message, None)  # another worker has changed it meanwhile, or Discord has lost it
        file = await shown.file()
        told = await edit([file] if file is not None else [])
        if file is not None:
            self.note(told)
        else:
            self._on[message] = None


def _shown(components: Sequence[discord.Component]) -> Iterator[tuple[str, int]]:
    for component in components:
        if isinstance(component, discord.MediaGalleryComponent):
            for item in component.items:
                if item.media.attachment_id is not None:
                    yield yarl.URL(item.media.url).name, item.media.attachment_id
        elif isinstance(component, discord.Container):
            yield from _shown(component.children)


def _told(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, int]]:
    """The same of components as they stand in an answer."""
    for component in components:
        for item in component.get("items", ()):
            media = item.get("media", {})
            if media.get("attachment_id") is not None:
                yield yarl.URL(media["url"]).name, int(media["attachment_id"])
        yield from _told(component.get("components", ()))


LIMITS: Final = Limits("discord", everywhere=Rate(40, 1.0), chat=Rate(4, 5.0), apart=True, free_counts=True)
"""One fewer than the five calls of a kind that Discord takes in one channel: after the fifth the client library would sleep
inside the call. In all it takes fifty; the rest is for answers to interactions, which do not pass through the outbox."""

_MOMENT: Final = 3.0  # Seconds that the library may wait by itself
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


_WORD: Final = re.compile(r"[a-z@]{1,20}")  # A part of a path that is no number, token or name of a thing


def route(method: str, url: yarl.URL) -> str:
    """What a call asks for, without numbers and tokens: of these there are as many as there are chats."""
    parts = url.path.partition("/api/v")[2].split("/")[1:]
    return f"{method} /{'/'.join(part if _WORD.fullmatch(part) else '…' for part in parts)}"


def tracing(calls: Calls) -> aiohttp.TraceConfig:
    """The settings that make the library's session report its requests to us; ``calls``: where they are counted."""

    async def failed(_: object, __: object, params: aiohttp.TraceRequestExceptionParams) -> None:
        calls[route(params.method, params.url), "0"] += 1

    async def ended(_: object, __: object, params: aiohttp.TraceRequestEndParams) -> None:
        method, status = route(params.method, params.url), params.response.status
        calls[method, str(status)] += 1
        if status >= 400:
            calls.refused(method, status, await params.response.read())
        await _refuse_to_sleep(params.response)

    config = aiohttp.TraceConfig()
    config.on_request_end.append(ended)
    config.on_request_exception.append(failed)
    return config


async def _refuse_to_sleep(response: aiohttp.ClientResponse) -> None:
    if response.status != 429:
        return
    body = await _body(response)
    if body.get("code") == _OLD:
        raise EditedTooOften
    seconds = _seconds(body.get("retry_after")) or _seconds(response.headers.get("Retry-After")) or _SHORTEST
    if seconds > _MOMENT:
        raise SlowDown(seconds, everywhere=bool(body.get("global")) or "X-RateLimit-Global" in response.headers)


async def _body(response: aiohttp.ClientResponse) -> dict[str, Any]:
    """What the answer says; the library reads it again, from memory."""
    try:
        body = await response.json(content_type=None)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


def _seconds(said: object) -> float:
    """A number of seconds, 0 for what is none."""
    try:
        seconds = float(str(said))
    except ValueError:
        return 0.0
    return seconds if math.isfinite(seconds) and seconds > 0 else 0.0


TOKEN: Final = 14 * 60.0
"""Seconds for which an interaction can be followed up, a little less than Discord's fifteen minutes."""
_TIMEOUT: Final = 15.0  # Seconds for one call, the library's own short waits and repetitions included
_CLOSED: Final = frozenset({50007, 50278, 10003, 50001})
"""They take no messages from us, or share no server with us; the channel is deleted, or we may not see it."""
_MESSAGE_GONE: Final = frozenset({10008, 50005})  # Deleted, or not ours: a new message is needed
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
        if error.code in _CLOSED:
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
    """A message that can be edited through its interaction for a while. ``apart``: it is a message of its own, and not
    what answered the interaction; the answer is then the message that was pressed, perhaps the table message that
    everybody reads. ``hook``: what carries follow-ups to the interaction. ``kept``: what is noted of it for a restart."""

    hook: Callable[[], discord.Webhook]
    until: float
    digest: str
    message: int
    apart: bool = False
    pictured: bool = True
    kept: str = field(default="", repr=False)
    kept_until: float = 0.0  # So long what is kept can be used

    @classmethod
    def of(
        cls, interaction: discord.Interaction, until: float, digest: str, message: int, *, apart: bool = False
    ) -> Self:
        """What can be edited through this interaction, with pictures as far as they are allowed there."""
        pictured = ATTACH not in missing(interaction.app_permissions, in_thread=False)
        return cls(lambda: interaction.followup, until, digest, message, apart, pictured)

    async def edit(self, shown: Content, pictures: Pictures) -> None:
        """Show this there, as far as that is allowed."""
        if not self.pictured:
            shown = shown.without_picture()

        async def edit(attachments: Attachments) -> Told:
            view = shown.view(picture=bool(attachments))
            which: Any = self.message if self.apart else "@original"
            return await self.hook().edit_message(which, view=view, attachments=attachments)

        async with translated():
            await pictures.put(self.message, shown, edit)


class ChannelCalls:
    """Posts, edits and removes messages through the client library."""

    def __init__(self, client: discord.Client, guild_of: Callable[[int], int | None], clock: Clock) -> None:
        self.client, self._guild_of = client, guild_of
        self.pictures = Pictures()
        self.rights = Refusals(clock)
        self._talk = Newest[int, deque[int]](_MOST)  # The newest messages of channels in which we have posted

    def hook(self, token: str) -> discord.Webhook:
        """What carries follow-ups to an interaction of which only the token is known."""
        return discord.Webhook.partial(self.client.application_id or 0, token, client=self.client)

    def learn(self, interaction: discord.Interaction) -> None:
        """Note what the bot may do in the channel of an interaction: Discord says so with each."""
        if interaction.guild_id is not None and interaction.channel_id is not None:
            self.rights.told(interaction.channel_id, rights_missing(interaction))

    async def private_channel(self, user: int) -> int:
        async with translated():
            return (await self.client.create_dm(discord.Object(user))).id

    def _ways(self, channel: int, content: Content) -> list[Content]:
        """How the content may be shown there, best first: with its picture as far as that is known to be allowed."""
        drawn = content.picture is not None and ATTACH not in self.rights.lacks(channel)
        return [content, content.without_picture()] if drawn else [content.without_picture()]

    async def post(self, channel: int, content: Content, nonce: str, *, silent: bool = False) -> MessageId:
        """Post a message and return which it is. ``silent``: it rings for nobody. The same ``nonce`` again (a
        repetition after a doubtful failure) posts nothing twice."""
        refused = False
        ways = self._ways(channel, content)
        self._talk.setdefault(channel, deque(maxlen=SCROLLED + 1))
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
                sent = await self.client.http.send_message(channel, params=parameters)
        self.pictures.note(sent)
        return int(sent["id"])

    async def edit(self, message: MessageId, content: Content) -> None:
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
        async def edit(attachments: Attachments) -> Told:
            view = content.view(picture=bool(attachments))
            with handle_message_parameters(
                view=view, attachments=attachments, allowed_mentions=discord.AllowedMentions.none()
            ) as parameters:  # the library's own way would make objects of the answer that nobody looks at
                return await self.client.http.edit_message(message.chat, message.message, params=parameters)

        async with translated(EDIT):
            await self.pictures.put(message.message, content, edit)

    async def remove(self, message: MessageId) -> None:
        try:
            async with translated():
                await self.client.http.delete_message(message.chat, message.message)
        except (MessageGone, ChatGone):
            return

    def heard(self, message: MessageId) -> None:
        """Note that somebody, perhaps ourselves, has written something in a channel."""
        if message.chat in self._talk:
            self._talk[message.chat].append(message.message)

    async def newer(self, message: MessageId) -> int | None:
        """How many messages came after that one, counted up to ``SCROLLED``; ``None`` where we may not look.
        Where that one itself was heard of, the gateway tells us of all others. Without *Read Message History* Discord
        lists nothing, not even the message itself."""
        known = self._talk.get(message.chat, ())
        heard = sum([one > message.message for one in known])
        if heard < len(known) or heard >= SCROLLED:
            return heard
        try:
            async with translated():
                channel = self.client.get_partial_messageable(message.chat)
                since = discord.Object(message.message - 1)
                found = [one.id async for one in channel.history(limit=SCROLLED + 1, after=since, oldest_first=True)]
        except (ChatGone, ContentRefused, Later):
            return None
        return len(found) - 1 if message.message in found else None

    def address(self, message: MessageId) -> str:
        guild = self._guild_of(message.chat)
        return f"https://discord.com/channels/{guild}/{message.chat}/{message.message}" if guild else ""


def posted_at(message: MessageId) -> float:
    """When a message was posted, in seconds since 1970: Discord's ids tell."""
    return discord.utils.snowflake_time(message.message).timestamp()
