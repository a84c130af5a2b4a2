"""What is written to Telegram's chats: messages, pictures and files said, edited and removed; where groups have moved to; what a
refusal means; and how much is said in a chat, as far as the bot can know."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import Any, Final, NamedTuple

import structlog
from telegram import InlineKeyboardMarkup, Message

from bot.delivery.chats import (
    ChatGone,
    ContentRefused,
    MessageGone,
    MessageId,
    Newest,
    Refusals,
    Shown,
    TooOld,
    UnknownResult,
)
from bot.delivery.outbox import EDIT, Later
from bot.frontends.telegram.outgoing import api
from bot.frontends.telegram.outgoing.markup import Drawn, Links
from bot.present.pictures.views import drawn as drawn_picture
from bot.present.screens.screen import Document, Picture
from bot.session.port.commands import ChatRef
from bot.session.port.page import PagePlace
from bot.session.port.protocols import ChatMoved, Clock, Lacking, Outcome, Outcomes

__all__ = ["Patience", "Scroll", "Wire"]

LONG_SECONDS: Final = 61.0
"""If a chat takes no edits for longer than this, a new message is posted instead of waiting; for shorter it takes none either."""
NO_PREVIEW: Final = {"is_disabled": True}
HTML: Final = "HTML"
_MOST_PICTURES: Final = 500
SCROLLED: Final = 8  # A table message with so many messages below it has scrolled away
PATIENCE: Final = 120.0  # Seconds after which a table message is renewed where it is not known how much a group talks
OLD_SECONDS: Final = 20 * 60.0  # The longest time after which a table message is renewed when a trick begins
RESTLESS_SECONDS: Final = 60.0  # The least time after which a table message is renewed in a group that talks a lot
EDIT_SECONDS: Final = 4.0
"""Where the bot does not see what is said in a group, each edit counts as so many seconds of age: play means talk."""
ANSWERS_AT_ONCE: Final = 4
ANSWER_SECONDS: Final = 15.0  # One person gets so many answers in a group at once, and then one in so many seconds
_MOST: Final = 5_000
_MOST_POSTED: Final = 20_000
_log = structlog.get_logger(__name__)


class _Posted(NamedTuple):
    """``patience``: after so many seconds a message is renewed where nobody can say how much was written since. ``heard``: how
    many messages had been heard of in the chat when it was posted."""

    patience: float = PATIENCE
    heard: int = 0


class Scroll:
    """Counts what is known to be said in each chat."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._newest: dict[int, int] = {}  # The highest message id by chat
        self._heard: dict[int, int] = {}  # How many messages were seen by chat
        self._posted = Newest[MessageId, _Posted](_MOST_POSTED)

    def saw(self, chat: int, message: int) -> None:
        if message > self._newest.get(chat, 0):
            self._newest[chat] = message
            self._heard[chat] = self._heard.get(chat, 0) + 1

    def posted(self, message: Shown, before: Shown | None) -> None:
        heard = self._heard.get(message.message.chat, 0)
        self._posted[message.message] = _Posted(self._patience(message, before), heard)

    def scrolled(self, shown: Shown) -> bool:
        """Whether a message is known to have scrolled away. In a supergroup ids count its messages, those included
        that the bot does not get to see; everywhere else they count the messages of all chats of the bot, and only what
        was heard of can be counted."""
        chat, message = shown.message
        if _is_supergroup(chat):
            return self._newest.get(chat, 0) - message >= SCROLLED
        heard = self._posted.get(shown.message, _Posted()).heard
        return bool(shown.digest) and self._heard.get(chat, 0) - heard >= SCROLLED

    def is_old(self, shown: Shown, *, sees_all: bool) -> bool:
        """Whether it has probably scrolled away, by its age and its edits: the bot does not see most of the talk."""
        age = self._clock.monotonic() - shown.at
        if sees_all:
            return age >= OLD_SECONDS
        return max(age, shown.edits * EDIT_SECONDS) >= self._posted.get(shown.message, _Posted()).patience

    def _patience(self, message: Shown, before: Shown | None) -> float:
        """Return after how many seconds a new message is to be renewed: ids of a supergroup tell how much was said
        since the one before."""
        known = PATIENCE if before is None else self._posted.get(before.message, _Posted()).patience
        chat = message.message.chat
        if before is None or before.message.chat != chat or not _is_supergroup(chat):
            return known
        talk = message.message.message - before.message.message - 1
        if talk < 1:
            return min(OLD_SECONDS, known * 2)
        return min(max(RESTLESS_SECONDS, (message.at - before.at) * SCROLLED / talk), OLD_SECONDS)


def _is_supergroup(chat: int) -> bool:
    """Whether this is the id of a supergroup: its messages have ids of their own."""
    return chat < -1_000_000_000_000


class Patience:
    """Limits how often one person may make the bot speak in a group: a few times at once, then now and then. A group
    takes 20 messages a minute; what somebody types there for fun must not keep the table waiting for its turn.
    ``factor`` as for ``Pace``."""

    def __init__(self, factor: float = 1.0) -> None:
        self._seconds = ANSWER_SECONDS / factor
        self._until: dict[tuple[int, int], float] = {}

    def allows(self, chat: int, person: int, now: float) -> bool:
        """Whether this person may be answered in this group now; a yes counts as an answer."""
        if len(self._until) > _MOST:
            self._until = {key: until for key, until in self._until.items() if until > now}
        until = max(self._until.get((chat, person), now), now)
        if until + self._seconds > now + ANSWERS_AT_ONCE * self._seconds:
            return False
        self._until[chat, person] = until + self._seconds
        return True


class Wire:
    """The library's bot, once it is connected. ``page``: where people reach the page."""

    def __init__(self, clock: Clock, page: PagePlace | None) -> None:
        self.page = page
        self.refusals, self.scroll = Refusals(clock), Scroll(clock)
        self.links, self._private = Links(""), Links("", private=True)
        self._bot: api.RawBot | None = None
        self._outcomes: Outcomes | None = None
        self._moved: dict[int, int] = {}
        self._pictures = Newest[str, str](_MOST_PICTURES)

    def connect(self, bot: api.RawBot, outcomes: Outcomes) -> None:
        self._bot, self._outcomes = bot, outcomes
        self.links = Links(bot.username, page=self.page, inline=bot.supports_inline_queries)
        self._private = replace(self.links, private=True)

    @property
    def connected(self) -> bool:
        return self._bot is not None

    @property
    def bot(self) -> api.RawBot:
        """The library's bot; nothing is sent before ``connect``."""
        assert self._bot is not None, "the outbox runs only while connected"
        return self._bot

    def links_in(self, chat: int) -> Links:
        """The addresses as they are needed in this chat."""
        if chat < api.INLINE:  # the answer to a press leads there whom it has to
            return replace(self.links, by_start=False)
        return self._private if chat > 0 else self.links

    def report(self, outcome: Outcome) -> None:
        if self._outcomes is not None:
            self._outcomes.report(outcome)

    def address(self, external: str) -> int:
        """The id of a chat, after all moves that are known."""
        chat = int(external)
        while chat in self._moved:
            chat = self._moved[chat]
        return chat

    def here(self, chat: ChatRef) -> ChatRef:
        return replace(chat, external=str(self.address(chat.external))) if self._moved else chat

    def moved(self, old: int, new: int) -> None:
        """Send what waits for a group to its new id."""
        if self._moved.get(old) == new:
            return
        self._moved[old] = new
        _log.info("telegram.chat.moved", chat=old, new=new)
        self.report(ChatMoved(api.PLATFORM, str(old), str(new)))

    # -- what is said
    async def say(
        self,
        chat: int,
        text: str,
        drawn: Drawn | None,
        *,
        thread: int | None = None,
        silent: bool = False,
        reply_to: int | None = None,
        astray: bool = True,
    ) -> MessageId:
        """Post one message. Raises as ``call`` does. ``astray``: if its topic is gone, it may go into the group as such."""
        reply = {"message_id": reply_to, "allow_sending_without_reply": True} if reply_to is not None else None

        async def send(topic: int | None) -> int:
            sent = await api.call(
                lambda: self.bot.ask(
                    "sendMessage",
                    chat_id=chat,
                    text=text,
                    parse_mode=HTML,
                    reply_markup=drawn.keyboard if drawn else None,
                    message_thread_id=topic,
                    disable_notification=silent,
                    reply_parameters=reply,
                    link_preview_options=NO_PREVIEW,
                )
            )
            return int(sent["message_id"])

        with self._following(chat):
            try:
                message = await send(thread)
            except api.Rejected as rejected:
                if thread is None or (isinstance(rejected, api.NoThread) and not astray):
                    raise
                message = await send(None)
        self.scroll.saw(chat, message)
        return MessageId(chat, message)

    async def send_picture(
        self, chat: int, picture: Picture, caption: str, *, thread: int | None, silent: bool, below: Drawn | None = None
    ) -> MessageId | None:
        """Send a picture, drawn and uploaded only if it was not sent before; ``None`` where it cannot be drawn, or is known not
        to be allowed. ``below``: the caption is this, with its buttons. Raises as ``call`` does."""
        if api.PHOTOS in self.refusals.lacks(chat):
            return None
        known = self._pictures.get(picture.key)
        photo = known if known is not None else await drawn_picture(picture)
        if photo is None:
            return None
        with self._following(chat):
            sent: Message = await api.call(
                lambda: self.bot.send_photo(
                    chat,
                    photo,
                    caption=caption,
                    parse_mode=HTML if below else None,
                    reply_markup=_buttons(below),
                    message_thread_id=thread,
                    disable_notification=silent,
                )
            )
        if sent.photo:
            self._pictures[picture.key] = sent.photo[-1].file_id
        self.scroll.saw(chat, sent.message_id)
        return MessageId(chat, sent.message_id)

    async def animate(self, chat: int, drawn: Drawn, made: bytes, thread: int | None) -> MessageId:
        """Send a moving picture with its text and buttons. Raises as ``call`` does."""
        with self._following(chat):
            sent: Message = await api.call(
                lambda: self.bot.send_animation(
                    chat,
                    made,
                    filename="round.gif",
                    caption=drawn.pages[0],
                    parse_mode=HTML,
                    reply_markup=_buttons(drawn),
                    message_thread_id=thread,
                    disable_notification=True,
                )
            )
        self.scroll.saw(chat, sent.message_id)
        return MessageId(chat, sent.message_id)

    async def send_document(self, chat: int, document: Document, *, thread: int | None, reply_to: int) -> MessageId:
        """Send a file that belongs to a message. Raises as ``call`` does."""
        sent = await api.call(
            lambda: self.bot.send_document(
                chat,
                document.text.encode(),
                filename=document.name,
                message_thread_id=thread,
                reply_to_message_id=reply_to or None,
                allow_sending_without_reply=True,
                disable_notification=True,
            )
        )
        self.scroll.saw(chat, sent.message_id)
        return MessageId(chat, sent.message_id)

    # -- what is edited and removed
    async def edit(self, message: MessageId, drawn: Drawn) -> None:
        try:
            await self._rewrite(message, drawn.single, drawn.keyboard)
        except api.Unchanged:
            return
        except api.Missing:
            raise MessageGone from None
        except api.Moved as moved:
            self.moved(message.chat, moved.chat)
            raise MessageGone from None  # it stayed behind
        except api.Rejected:
            raise TooOld from None
        except api.Closed:
            raise ChatGone from None
        except api.Doubtful:
            raise Later from None  # an edit made twice is an edit made once
        except Later as later:
            short = later.kind is None or later.seconds is None or later.seconds <= LONG_SECONDS
            if short or message.chat < api.INLINE:
                raise
            raise Later(later.seconds, kind=EDIT) from None

    async def _rewrite(self, message: MessageId, text: str, keyboard: object) -> None:
        await api.call(
            lambda: self.bot.ask(
                "editMessageText",
                **_named(message),
                text=text,
                parse_mode=HTML,
                reply_markup=keyboard,
                link_preview_options=NO_PREVIEW,
            )
        )

    async def remove(self, message: MessageId) -> None:
        """See ``Chats``. One that is older than 48 hours cannot be deleted any more: then its keyboard alone is removed, as of
        one where the bot is no member."""
        if message.chat < api.INLINE:
            await self.strip(message, None)
            return
        try:
            await api.call(lambda: self.bot.ask("deleteMessage", chat_id=message.chat, message_id=message.message))
        except (api.Missing, api.Closed, api.Moved, api.Doubtful):
            return  # another worker, or the person, has removed it
        except api.Rejected:
            await self.strip(message, None)

    async def strip(self, message: MessageId, past: Drawn | None) -> None:
        with suppress(api.Closed, api.Rejected, api.Moved, api.Doubtful, api.Unchanged):
            if past is not None:
                await self._rewrite(message, past.single, None)
            else:
                await api.call(lambda: self.bot.ask("editMessageReplyMarkup", **_named(message)))

    # -- what a refusal means
    @contextmanager
    def _following(self, chat: int) -> Iterator[None]:
        """Note where a group has moved to; what was to be sent goes there at once."""
        try:
            yield
        except api.Moved as moved:
            self.moved(chat, moved.chat)
            raise Later(0.0) from None

    @asynccontextmanager
    async def explained(self, chat: int, thread: int | None = None) -> AsyncIterator[None]:
        """Find out why a chat has refused a message, and say it in delivery's words."""
        try:
            yield
        except api.Closed:
            raise ChatGone from None
        except api.NoThread:
            raise ChatGone(thread=thread is not None) from None
        except api.Rejected:
            raise await (self._why(chat) if chat < 0 else self._why_private(chat)) from None
        except api.Doubtful:
            raise UnknownResult from None

    async def _why(self, group: int) -> Exception:
        try:
            lacking = await api.missing(self.bot, group)
        except (api.Closed, api.Rejected):
            return ChatGone()
        except (api.Moved, api.Doubtful):
            return ContentRefused()
        self.refusals.told(group, lacking)
        return ChatGone(lacking) if api.TEXT in lacking else ContentRefused()

    async def _why_private(self, chat: int) -> Exception:
        try:
            await api.call(lambda: self.bot.get_chat(chat))
        except (api.Closed, api.Rejected):
            return ChatGone()
        except (api.Moved, api.Doubtful):
            pass
        return ContentRefused()

    async def refuses_pictures(self, chat: int) -> None:
        """Report to the host if a chat has refused a picture for want of a permission."""
        if chat > 0:
            return
        try:
            lacking = await api.missing(self.bot, chat)
        except (api.Closed, api.Rejected, api.Moved, api.Doubtful):
            return
        if api.PHOTOS in lacking:
            self.refusals.refused(chat, api.PHOTOS)
            self.report(Lacking(ChatRef(api.PLATFORM, str(chat)), (api.PHOTOS,)))


def _named(message: MessageId) -> dict[str, Any]:
    if message.chat < api.INLINE:
        return {"inline_message_id": api.inline_id(message.chat)}
    return {"chat_id": message.chat, "message_id": message.message}


def _buttons(drawn: Drawn | None) -> InlineKeyboardMarkup | None:
    return None if drawn is None or drawn.keyboard is None else InlineKeyboardMarkup.de_json(drawn.keyboard, None)
