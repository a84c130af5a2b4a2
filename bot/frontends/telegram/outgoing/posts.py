"""What is sent besides what all platforms have: sentences and cards of text, menus, pictures, files.

What is refused or in doubt here is let go: said twice is worse than a lost remark, and the text says all that a picture shows.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from itertools import count
from typing import TYPE_CHECKING

from bot.delivery.chats import ChatGone, MessageGone
from bot.delivery.memory import MessageId
from bot.delivery.outbox import Sending
from bot.delivery.pace import CREATE, EDIT
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected, call
from bot.frontends.telegram.outgoing.markup import draw
from bot.frontends.telegram.outgoing.rights import PHOTOS, missing
from bot.present.screens.screen import Document, Picture, Screen
from bot.session.port.commands import ChatRef
from bot.session.port.protocols import Lacking

if TYPE_CHECKING:
    from bot.frontends.telegram.outgoing.sender import Sender

__all__ = ["DocumentPost", "MenuEdit", "PicturePost", "TextPost"]

_serial = count(1)


@dataclass(slots=True)
class TextPost(Sending):
    """A sentence, a card of text or a question; long ones in several messages."""

    sender: Sender
    chat: int
    screen: Screen
    thread: int | None = None
    reply_to: int | None = None
    silent: bool = False
    closed: Callable[[], None] | None = None
    """What to do if this chat cannot be written to."""
    arrived: Callable[[str], None] | None = None
    """What to call with the message's reference when it has arrived."""
    group: str = ""
    """The address to which a button leads back."""
    page: int = 0
    lasting = False
    handicap: float = 0.0
    key: Hashable = field(default_factory=lambda: ("text", next(_serial)))

    @property
    def lane(self) -> int:
        """The chat."""
        return self.sender.address(str(self.chat))

    async def send(self) -> None:
        """Send one page; the next one follows by itself, so that others get their turn between them."""
        drawn = draw(self.screen, replace(self.sender.links_in(self.lane), group=self.group))
        last = self.page == len(drawn.pages) - 1
        try:
            message = await self.sender.say(
                self.lane,
                drawn.pages[self.page],
                drawn if last else None,
                thread=self.thread,
                silent=self.silent or self.page > 0,
                reply_to=self.reply_to if self.page == 0 else None,
            )
        except (Closed, Rejected):
            if self.closed is not None:
                self.closed()
            return
        except Doubtful:
            pass
        else:
            if self.arrived is not None:
                self.arrived(str(message))
        if not last:
            self.sender.outbox.put(replace(self, page=self.page + 1, key=("text", next(_serial))))


@dataclass(slots=True)
class MenuEdit(Sending):
    """A message of choices that shows something else after a press: it is edited, or a new one is posted."""

    sender: Sender
    chat: int
    message: int
    screen: Screen
    arrived: Callable[[str], None] | None = None
    """What to call with the message's reference when it shows this."""
    lasting = False

    @property
    def kind(self) -> str:
        """An edit, as long as they are taken there."""
        return CREATE if self.sender.outbox.closed(self.chat, EDIT) else EDIT

    @property
    def lane(self) -> int:
        """The chat."""
        return self.chat

    @property
    def key(self) -> Hashable:
        """The message."""
        return ("menu", MessageId(self.chat, self.message))

    def instead_of(self, earlier: Sending) -> MenuEdit:
        """Return this edit: the newer content is the one to send."""
        if isinstance(earlier, MenuEdit):
            self.arrived = self.arrived or earlier.arrived
        return self

    async def send(self) -> None:
        """Edit it; if that is impossible, say it anew."""
        message = MessageId(self.chat, self.message)
        try:
            if self.kind == CREATE:
                raise MessageGone
            await self.sender.edit(message, draw(self.screen, self.sender.links_in(self.lane)))
        except ChatGone:
            return
        except MessageGone:
            self.sender.outbox.put(TextPost(self.sender, self.chat, self.screen, arrived=self.arrived))
        else:
            if self.arrived is not None:
                self.arrived(str(message))


@dataclass(slots=True)
class PicturePost(Sending):
    """A picture of what a message has said already. It is uploaded once; after that the platform knows it by an id."""

    sender: Sender
    chat: int
    picture: Picture
    thread: int | None
    lasting = False
    handicap = 3.0

    @property
    def lane(self) -> int:
        """The chat."""
        return self.sender.address(str(self.chat))

    @property
    def key(self) -> Hashable:
        """One picture of a kind at a time, in each topic."""
        return ("picture", self.picture.key, self.thread)

    async def send(self) -> None:
        """Send it, drawn and uploaded only if it was not sent before. Without it nothing is missing."""
        try:
            await self.sender.send_picture(
                self.lane, self.picture, self.picture.alt[:1000], thread=self.thread, silent=True
            )
        except Rejected:
            await self._refused()
        except (Closed, Moved, Doubtful):
            return

    async def _refused(self) -> None:
        """Report to the host if the chat refuses pictures for want of a permission."""
        chat = self.lane
        if chat > 0:
            return
        try:
            lacking = await missing(self.sender.bot, chat)
        except (Closed, Rejected, Moved, Doubtful):
            return
        if PHOTOS in lacking:
            self.sender.refusals.refused(chat, PHOTOS)
            self.sender.report(Lacking(ChatRef("telegram", str(chat)), (PHOTOS,)))


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

    async def send(self) -> None:
        """Send it."""
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
