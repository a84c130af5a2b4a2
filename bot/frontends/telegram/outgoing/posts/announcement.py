"""Messages of their own: posted once into a chat, without ringing, never changed; with a picture that moves and a file where they
have one."""

from __future__ import annotations

from collections.abc import Hashable
from contextlib import suppress
from dataclasses import dataclass

from telegram import InlineKeyboardMarkup

from bot.delivery.outbox import Later, Sending
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected, call
from bot.frontends.telegram.outgoing.markup import Drawn, draw
from bot.frontends.telegram.outgoing.posts.message import HTML, post_message, thread_of
from bot.frontends.telegram.outgoing.sender import Sender, message_ref
from bot.present.pictures.views import drawn as drawn_picture
from bot.present.screens.screen import Document, Screen
from bot.session.port.protocols import Delivered, PostTarget

__all__ = ["AnnouncementPost", "DocumentPost"]


@dataclass(slots=True)
class AnnouncementPost(Sending):
    """A post. One whose sending is in doubt counts as arrived: said twice is worse than a lost remark.

    Its picture is drawn (``draw_picture``) before it gets in line: that takes seconds, in which the chat goes on.
    """

    sender: Sender
    target: PostTarget
    screen: Screen
    made: bytes | None = None
    handicap = 3.0

    @property
    def lane(self) -> int:
        """The chat."""
        return self.sender.address(self.target.chat.external)

    @property
    def key(self) -> Hashable:
        """The post."""
        return self.target

    def instead_of(self, earlier: Sending) -> Sending:
        """Return this post: it is the same one, made anew."""
        return self

    async def draw_picture(self) -> None:
        """Draw the picture, while the group sees that something is on its way, and only then get in line."""
        if self.screen.picture is not None:
            await self._say_busy(self.lane)
            self.made = await drawn_picture(self.screen.picture)
        self.sender.outbox.put(self)

    async def send(self) -> None:
        """Send it, in plain words where it may not come with its picture; then its file."""
        chat, drawn = self.lane, draw(self.screen, self.sender.links_in(self.lane))
        try:
            message = None if self.made is None else await self._animate(chat, drawn, self.made)
            if message is None:
                message = await post_message(
                    self.sender, chat, drawn.pages[0], drawn, thread=thread_of(self.target.chat), silent=True
                )
        except Moved as moved:
            self.sender.readdress(self, chat, moved.chat)
            return
        except Closed:
            self.sender.closed_to_group(self.target.chat)
            return
        except Rejected:
            await self.sender.refused_by_group(self.target.chat, self)
            return
        except Doubtful:
            message = 0
        self.sender.report(Delivered(self.target, message_ref(chat, message)))
        if self.screen.document is not None:
            thread = thread_of(self.target.chat)
            self.sender.outbox.put(DocumentPost(self.sender, chat, self.screen.document, thread, message))

    async def _say_busy(self, chat: int) -> None:
        with suppress(Closed, Doubtful, Later, Moved, Rejected):
            await call(
                lambda: self.sender.bot.ask(
                    "sendChatAction",
                    chat_id=chat,
                    action="upload_video",
                    message_thread_id=thread_of(self.target.chat),
                )
            )

    async def _animate(self, chat: int, drawn: Drawn, made: bytes) -> int | None:
        """Send the picture with the text below it; ``None`` if that is not allowed here."""
        keyboard = None if drawn.keyboard is None else InlineKeyboardMarkup.de_json(drawn.keyboard, None)
        try:
            sent = await call(
                lambda: self.sender.bot.send_animation(
                    chat,
                    made,
                    filename="round.gif",
                    caption=drawn.pages[0],
                    parse_mode=HTML,
                    reply_markup=keyboard,
                    message_thread_id=thread_of(self.target.chat),
                    disable_notification=True,
                )
            )
        except Rejected:
            return None
        self.sender.saw(chat, sent.message_id)
        return int(sent.message_id)


@dataclass(slots=True)
class DocumentPost(Sending):
    """A file that belongs to a message. Without it nothing is missing in words."""

    sender: Sender
    chat: int
    document: Document
    thread: int | None
    reply_to: int
    lasting = False
    handicap = 3.0

    @property
    def lane(self) -> int:
        """The chat."""
        return self.sender.address(str(self.chat))

    @property
    def key(self) -> Hashable:
        """One file of a name at a time, in each topic."""
        return ("document", self.document.name, self.thread)

    def instead_of(self, earlier: Sending) -> Sending:
        """Return this post: the file is the same."""
        return self

    async def send(self) -> None:
        """Send it; what is refused or in doubt is let go."""
        try:
            sent = await call(
                lambda: self.sender.bot.send_document(
                    self.lane,
                    self.document.text.encode(),
                    filename=self.document.name,
                    message_thread_id=self.thread,
                    reply_to_message_id=self.reply_to or None,
                    allow_sending_without_reply=True,
                    disable_notification=True,
                )
            )
        except (Closed, Moved, Rejected, Doubtful):
            return
        self.sender.saw(self.lane, sent.message_id)
