"""The verbs of delivery on Telegram: the library's bot, where groups have moved to, what a refusal means."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from typing import Final

import structlog
from telegram import InlineKeyboardMarkup, Message

from bot.delivery.chats import ChatGone, ContentRefused, Drawings, MessageGone, TooOld, UnknownResult
from bot.delivery.memory import MessageId, Refusals, Shown
from bot.delivery.messenger import Messenger
from bot.delivery.outbox import Later, Outbox
from bot.delivery.pace import EDIT
from bot.frontends.telegram.outgoing.api import RawBot
from bot.frontends.telegram.outgoing.calls import (
    Closed,
    Doubtful,
    Missing,
    Moved,
    NoThread,
    Rejected,
    Unchanged,
    call,
)
from bot.frontends.telegram.outgoing.markup import Drawn, Links, draw
from bot.frontends.telegram.outgoing.posts import DocumentPost, PicturePost, TextPost
from bot.frontends.telegram.outgoing.rights import PHOTOS, TEXT, missing
from bot.frontends.telegram.outgoing.scroll import Patience, Scroll
from bot.present import render
from bot.present.pictures.views import drawn as drawn_picture
from bot.present.screens.screen import Button, Picture, Screen, plain_text
from bot.present.words.catalogue import say
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.page import PagePlace
from bot.session.port.protocols import (
    ChatMoved,
    Clock,
    Delivered,
    Outcome,
    Outcomes,
    PostTarget,
    PrivateTarget,
    PublicTarget,
    Target,
    Unreachable,
)  # fmt: skip
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = ["PLATFORM", "Sender"]

PLATFORM: Final = "telegram"
LONG_SECONDS: Final = 61.0
"""If a chat takes no edits for longer than this, a new message is posted instead of waiting; for shorter it takes none either."""
_NO_PREVIEW: Final = {"is_disabled": True}
_HTML: Final = "HTML"
_CAPTION: Final = 1000
"""So many signs may stand below a picture."""
_MOST_PICTURES: Final = 500
_log = structlog.get_logger(__name__)


class Sender(Messenger):
    """Sends to Telegram. Everything in it can be lost in a restart without harm.

    ``doubt_seconds``: pause before something is posted again of which nobody knows whether it arrived: a player who cannot see
    the table is worse off than one who sees it twice. ``page``: where people reach the page.
    """

    def __init__(
        self, outbox: Outbox, clock: Clock, doubt_seconds: float, patience: Patience, page: PagePlace | None = None
    ) -> None:
        super().__init__(outbox, clock)
        self.doubt_seconds = doubt_seconds
        self.drawings = TelegramDrawings(self)
        self._patience = patience
        self._page = page
        self.refusals = Refusals(clock)
        self._scroll = Scroll(clock)
        self._bot: RawBot | None = None
        self._outcomes: Outcomes | None = None
        self._moved: dict[int, int] = {}
        self._pictures: OrderedDict[str, str] = OrderedDict()

    # -- wiring

    def connect(self, bot: RawBot, outcomes: Outcomes) -> None:
        """Connect the bot to send through, and the manager to report to."""
        self._bot, self._outcomes = bot, outcomes

    @property
    def connected(self) -> bool:
        """Whether there is somebody to send through."""
        return self._bot is not None

    @property
    def bot(self) -> RawBot:
        """The library's bot; nothing is sent before ``connect``."""
        assert self._bot is not None, "the outbox runs only while connected"
        return self._bot

    @property
    def links(self) -> Links:
        """Addresses without a group's."""
        return Links(self.bot.username, page=self._page)

    def links_in(self, chat: int) -> Links:
        """Return the addresses as they are needed in this chat."""
        return replace(self.links, private=chat > 0)

    def report(self, outcome: Outcome) -> None:
        """Tell the manager."""
        if self._outcomes is not None:
            self._outcomes.report(outcome)

    # -- chats

    def address(self, external: str) -> int:
        """Return the id of a chat, after all moves that are known."""
        chat = int(external)
        while chat in self._moved:
            chat = self._moved[chat]
        return chat

    def lane_of(self, chat: ChatRef) -> int:
        """See ``Chats``."""
        return self.address(chat.external)

    def lane_to(self, user: UserRef) -> int:
        """See ``Chats``."""
        return int(user.external)

    def here(self, chat: ChatRef) -> ChatRef:
        """See ``Chats``."""
        return replace(chat, external=str(self.address(chat.external))) if self._moved else chat

    def is_in(self, message: MessageId, chat: ChatRef) -> bool:
        """See ``Chats``."""
        return message.chat == self.address(chat.external)

    def moved(self, old: int, new: int) -> None:
        """Send what waits for a group to its new id."""
        if self._moved.get(old) == new:
            return
        self._moved[old] = new
        _log.info("telegram.chat.moved", chat=old, new=new)
        self.report(ChatMoved(PLATFORM, str(old), str(new)))

    def saw(self, chat: int, message: int) -> None:
        """Note that a message with this id is in the chat."""
        self._scroll.saw(chat, message)

    def may_answer(self, chat: int, user: UserRef) -> bool:
        """Tell whether this person may be answered in this group now; a yes counts as an answer."""
        return self._patience.allows(self.address(str(chat)), int(user.external), self.clock.monotonic())

    def closed_to_person(self, user: UserRef, table: int | None) -> None:
        """Drop what waits for a person who cannot be written to, and report it."""
        self.outbox.drop_lane(self.lane_to(user))
        self.report(Unreachable(PrivateTarget(user, table)))

    async def closed_by(self, user: UserRef, table: int | None, language: str) -> None:
        """See ``Chats``."""
        self.closed_to_person(user, table)

    # -- buttons that are pressed

    def pressed(self, chat: int, thread: str, message: int, user: UserRef, table: int | None) -> None:
        """Note that somebody pressed a button of this message: if one was in doubt it has arrived, and this is it."""
        at = None if table is None else self._pressed_at(chat, thread, user, table)
        if at is not None and self.memory.pressed(at, MessageId(chat, message)):
            self.saw(chat, message)

    def is_outdated(self, chat: int, thread: str, message: int, user: UserRef, table: int) -> bool:
        """Tell whether a newer message shows the table in this group, or this person's panel: a crash or a lost answer can leave
        two of them."""
        return self.memory.is_outdated(self._pressed_at(chat, thread, user, table), MessageId(chat, message))

    def _pressed_at(self, chat: int, thread: str, user: UserRef, table: int) -> Target:
        if chat > 0:
            return PrivateTarget(user, table)
        return PublicTarget(table, self.here(ChatRef(PLATFORM, str(chat), thread)))

    def group_link(self, table: int, chat: ChatRef, message: str | None) -> str:
        """Return the address of a table's message in one of its places; ``""`` where messages have none, or there is none.
        ``message``: as the manager knows it."""
        shown = self.memory.find(self.place(table, chat), message) if chat.platform == PLATFORM else None
        return "" if shown is None else self.links.to_message(*shown.message, chat.thread)

    # -- what is posted

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
            sent = await call(
                lambda: self.bot.ask(
                    "sendMessage",
                    chat_id=chat,
                    text=text,
                    parse_mode=_HTML,
                    reply_markup=drawn.keyboard if drawn else None,
                    message_thread_id=topic,
                    disable_notification=silent,
                    reply_parameters=reply,
                    link_preview_options=_NO_PREVIEW,
                )
            )
            return int(sent["message_id"])

        with self._following(chat):
            try:
                message = await send(thread)
            except Rejected as rejected:
                if thread is None or (isinstance(rejected, NoThread) and not astray):
                    raise
                message = await send(None)
        self.saw(chat, message)
        return MessageId(chat, message)

    async def post(self, chat: ChatRef, drawn: Drawn, number: str, *, silent: bool) -> MessageId:
        """See ``Chats``. Nothing tells Telegram that it is the same again."""
        address, thread = self.lane_of(chat), thread_of(chat)
        async with self._explained(address, thread):
            return await self.say(address, drawn.single, drawn, thread=thread, silent=silent, astray=False)

    async def post_to(self, user: UserRef, drawn: Drawn, number: str, *, silent: bool) -> MessageId:
        """See ``Chats``; its picture follows, where one was asked for."""
        chat = self.lane_to(user)
        async with self._explained(chat):
            message = await self.say(chat, drawn.single, drawn, silent=silent)
        if drawn.picture is not None:
            self.outbox.put(PicturePost(self, chat, drawn.picture, None))
        return message

    async def post_standings(self, update: StandingsUpdate, drawn: Drawn, number: str, *, silent: bool) -> MessageId:
        """See ``Chats``; as the text below its picture, where there is one, it is allowed and there is room."""
        chat, thread, message = self.lane_of(update.chat), thread_of(update.chat), None
        async with self._explained(chat, thread):
            if drawn.picture is not None and len(plain_text(render.standings(update))) <= _CAPTION:
                with suppress(Rejected):
                    message = await self.send_picture(
                        chat, drawn.picture, drawn.single, thread=thread, silent=silent, below=drawn
                    )
            return message or await self.say(chat, drawn.single, drawn, thread=thread, silent=silent)

    async def send_picture(
        self,
        chat: int,
        picture: Picture,
        caption: str,
        *,
        thread: int | None,
        silent: bool,
        below: Drawn | None = None,
    ) -> MessageId | None:
        """Send a picture, drawn and uploaded only if it was not sent before; ``None`` where it cannot be drawn, or is known not
        to be allowed. ``below``: the caption is this, with its buttons. Raises as ``call`` does."""
        if PHOTOS in self.refusals.lacks(chat):
            return None
        known = self._pictures.get(picture.key)
        photo = known if known is not None else await drawn_picture(picture)
        if photo is None:
            return None
        with self._following(chat):
            sent: Message = await call(
                lambda: self.bot.send_photo(
                    chat,
                    photo,
                    caption=caption,
                    parse_mode=_HTML if below else None,
                    reply_markup=_buttons(below),
                    message_thread_id=thread,
                    disable_notification=silent,
                )
            )
        if sent.photo:
            self._pictures[picture.key] = sent.photo[-1].file_id
            while len(self._pictures) > _MOST_PICTURES:
                self._pictures.popitem(last=False)
        self.saw(chat, sent.message_id)
        return MessageId(chat, sent.message_id)

    async def prepare(self, target: PostTarget, screen: Screen) -> bytes | None:
        """See ``Chats``; the group sees that something is on its way."""
        assert screen.picture is not None
        with suppress(Closed, Doubtful, Later, Moved, Rejected):
            await call(
                lambda: self.bot.ask(
                    "sendChatAction",
                    chat_id=self.lane_of(target.chat),
                    action="upload_video",
                    message_thread_id=thread_of(target.chat),
                )
            )
        return await drawn_picture(screen.picture)

    async def post_once(self, target: PostTarget, screen: Screen, made: bytes | None) -> MessageId:
        """See ``Chats``; in plain words where it may not come with its picture; then its file."""
        chat, thread = self.lane_of(target.chat), thread_of(target.chat)
        drawn, message = draw(screen, self.links_in(chat)), None
        async with self._explained(chat):
            try:
                if made is not None:
                    with suppress(Rejected):
                        message = await self._animate(chat, drawn, made, thread)
                message = message or await self.say(chat, drawn.pages[0], drawn, thread=thread, silent=True)
            except Doubtful:
                message = MessageId(chat, 0)
        if screen.document is not None:
            self.outbox.put(DocumentPost(self, chat, screen.document, thread, message.message))
        return message

    async def _animate(self, chat: int, drawn: Drawn, made: bytes, thread: int | None) -> MessageId:
        with self._following(chat):
            sent: Message = await call(
                lambda: self.bot.send_animation(
                    chat,
                    made,
                    filename="round.gif",
                    caption=drawn.pages[0],
                    parse_mode=_HTML,
                    reply_markup=_buttons(drawn),
                    message_thread_id=thread,
                    disable_notification=True,
                )
            )
        self.saw(chat, sent.message_id)
        return MessageId(chat, sent.message_id)

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """See ``Frontend.tell``."""
        self.seat_lost(user, notice)
        self.outbox.put(
            TextPost(
                self,
                int(user.external),
                render.notice(notice, language),
                closed=lambda: self.closed_to_person(user, table),
                arrived=lambda ref: self.report(Delivered(PrivateTarget(user), ref)),
                silent=notice.quiet,
                handicap=-5.0,
            )
        )

    # -- what is edited and removed

    async def edit(self, message: MessageId, drawn: Drawn) -> None:
        """See ``Chats``."""
        try:
            await self._rewrite(message, drawn.single, drawn.keyboard)
        except Unchanged:
            return
        except Missing:
            raise MessageGone from None
        except Moved as moved:
            self.moved(message.chat, moved.chat)
            raise MessageGone from None  # it stayed behind
        except Rejected:
            raise TooOld from None
        except Closed:
            raise ChatGone from None
        except Doubtful:
            raise Later from None  # an edit made twice is an edit made once
        except Later as later:
            if later.kind is None or later.seconds is None or later.seconds <= LONG_SECONDS:
                raise
            raise Later(later.seconds, kind=EDIT) from None

    async def _rewrite(self, message: MessageId, text: str, keyboard: object) -> None:
        await call(
            lambda: self.bot.ask(
                "editMessageText",
                chat_id=message.chat,
                message_id=message.message,
                text=text,
                parse_mode=_HTML,
                reply_markup=keyboard,
                link_preview_options=_NO_PREVIEW,
            )
        )

    async def amend_answer(self, message: MessageId, screen: Screen) -> None:
        """See ``Chats``."""
        await self.edit(message, draw(screen, self.links_in(message.chat)))

    async def remove(self, message: MessageId) -> None:
        """See ``Chats``. One that is older than 48 hours cannot be deleted any more: then its keyboard alone is removed."""
        try:
            await call(
                lambda: self.bot.ask("deleteMessage", chat_id=message.chat, message_id=message.message),
            )
        except (Missing, Closed, Moved, Doubtful):
            return  # another worker, or the person, has removed it
        except Rejected:
            await self.strip(message, None)

    async def strip(self, message: MessageId, past: Drawn | None) -> None:
        """See ``Chats``."""
        chat, number = message
        with suppress(Closed, Rejected, Moved, Doubtful, Unchanged):
            if past is not None:
                await self._rewrite(message, past.single, None)
            else:
                await call(lambda: self.bot.ask("editMessageReplyMarkup", chat_id=chat, message_id=number))

    # -- what a chat has to show

    async def out_of_sight(self, shown: Shown, update: PublicUpdate, *, renew: bool) -> bool:
        """See ``Chats``."""
        scrolled = self._scroll.scrolled(shown)
        if update.table.state != "playing":
            return scrolled
        sees_all = bool(self.bot.can_read_all_group_messages)
        return renew and (scrolled or self._scroll.is_old(shown, sees_all=sees_all))

    def table_shown(self, update: PublicUpdate, drawn: Drawn, now: Shown, before: Shown | None) -> None:
        """See ``Chats``: a picture follows the message of a round that has just ended."""
        if before is None or now.message != before.message:
            self._scroll.posted(now.message, None if before is None else before.message)
        if drawn.picture is not None and before is not None and before.playing and update.play.result is not None:
            self.outbox.put(PicturePost(self, self.lane_of(update.chat), drawn.picture, thread_of(update.chat)))

    # -- what a refusal means

    @contextmanager
    def _following(self, chat: int) -> Iterator[None]:
        """Note where a group has moved to; what was to be sent goes there at once."""
        try:
            yield
        except Moved as moved:
            self.moved(chat, moved.chat)
            raise Later(0.0) from None

    @asynccontextmanager
    async def _explained(self, chat: int, thread: int | None = None) -> AsyncIterator[None]:
        """Find out why a chat has refused a message, and say it in delivery's words."""
        try:
            yield
        except Closed:
            raise ChatGone from None
        except NoThread:
            raise ChatGone(thread=thread is not None) from None
        except Rejected:
            raise await (self._why(chat) if chat < 0 else self._why_private(chat)) from None
        except Doubtful:
            raise UnknownResult from None

    async def _why(self, group: int) -> Exception:
        try:
            lacking = await missing(self.bot, group)
        except (Closed, Rejected):
            return ChatGone()
        except (Moved, Doubtful):
            return ContentRefused()
        self.refusals.told(group, lacking)
        return ChatGone(lacking) if TEXT in lacking else ContentRefused()

    async def _why_private(self, chat: int) -> Exception:
        try:
            await call(lambda: self.bot.get_chat(chat))
        except (Closed, Rejected):
            return ChatGone()
        except (Moved, Doubtful):
            pass
        return ContentRefused()


def thread_of(chat: ChatRef) -> int | None:
    """Return the topic of a forum group, ``None`` for the group as such."""
    return int(chat.thread) if chat.thread else None


def _buttons(drawn: Drawn | None) -> InlineKeyboardMarkup | None:
    return None if drawn is None or drawn.keyboard is None else InlineKeyboardMarkup.de_json(drawn.keyboard, None)


class TelegramDrawings(Drawings):
    """Draws with the addresses that Telegram's messages can have."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def table(self, update: PublicUpdate, called: frozenset[UserRef] = frozenset()) -> Drawn:
        """See ``Drawings``; with the way to one's own hand on the page, where a group can have one."""
        screen, chat = render.table(update, pictured=update.play.result is not None), self._sender.lane_of(update.chat)
        address = (
            "" if chat > 0 or update.view is None or update.post.left else self._sender.links.direct(update.table.id)
        )
        if address:
            way = Button(say(update.language, "button.page"), url=address, key="page")
            screen = replace(screen, rows=(*screen.rows, (way,)))
        return draw(screen, self._sender.links_in(chat))

    def past(self, update: PublicUpdate) -> Drawn:
        """See ``Drawings``."""
        return draw(render.past(update), self._sender.links)

    def hand(self, update: PrivateUpdate, *, pictured: bool) -> Drawn:
        """See ``Drawings``."""
        links = replace(self._sender.links_in(self._sender.lane_to(update.user)), group=self._back(update))
        return draw(render.hand(update, pictured=pictured), links)

    def waits(self, update: PrivateUpdate) -> str:
        """See ``Drawings``."""
        waits = render.waiting(update)
        return waits and waits + self._back(update)

    def standings(self, update: StandingsUpdate) -> Drawn:
        """See ``Drawings``."""
        return draw(render.standings(update), self._sender.links_in(self._sender.lane_of(update.chat)))

    def _back(self, update: PrivateUpdate) -> str:
        return self._sender.group_link(update.table.id, update.place.chat, update.place.message)
