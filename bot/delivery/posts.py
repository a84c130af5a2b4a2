"""What is sent besides tables, hands and tournaments: removals, messages of their own, answers that go on by themselves."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from bot.delivery.chats import ChatGone, Chats, ContentRefused, Drawing, MessageGone
from bot.delivery.memory import MessageId, Shown
from bot.delivery.outbox import Sending
from bot.delivery.pace import EDIT, FREE, Lane
from bot.present.screens.screen import Screen
from bot.session.port.commands import UserRef
from bot.session.port.protocols import AnswerTarget, Delivered, PostTarget, PrivateTarget
from bot.session.port.updates import Notice

__all__ = ["Amendment", "AnnouncementPost", "Removal", "remove_hand", "retire"]


@dataclass(slots=True)
class Removal(Sending):
    """Removes a message that says nothing true any more, or its buttons alone. Where that is not possible it stays, and a press
    on it is told so."""

    chats: Chats
    chat: Lane
    message: MessageId
    only_buttons: bool = False
    """Keep the message, whose text is still true, and remove its buttons."""
    past: Drawing | None = None
    """What a message that stays tells from now on."""
    menu: bool = False
    """It is a message of choices: what still waits to be shown in it is not wanted any more."""
    lasting = False

    def __post_init__(self) -> None:
        if not self.only_buttons:
            self.chats.memory.goes(self.message)

    @property
    def kind(self) -> str:
        """An edit, which the chat's rates count, or a removal, which they do not."""
        return EDIT if self.only_buttons else FREE

    @property
    def lane(self) -> Lane:
        """The chat."""
        return self.chat

    @property
    def key(self) -> Hashable:
        """The message."""
        return ("menu" if self.menu else "removal", self.message)

    async def send(self) -> None:
        """Remove it, or what is to go of it."""
        try:
            if self.only_buttons:
                await self.chats.strip(self.message, self.past)
            else:
                await self.chats.remove(self.message)
        except (ChatGone, MessageGone, ContentRefused):
            return


def retire(chats: Chats, lane: Lane, shown: Shown) -> None:
    """Take away a message after another one shows the same: a result stays to be read, all else is removed."""
    if shown.past is not None:
        chats.outbox.put(Removal(chats, lane, shown.message, only_buttons=True, past=shown.past))
    elif not chats.memory.gone(shown.message):
        chats.outbox.put(Removal(chats, lane, shown.message))


def remove_hand(chats: Chats, user: UserRef, table: int) -> None:
    """Remove the panel of somebody who sits there no more, if its message is known; what was still to be shown in it is not."""
    target = PrivateTarget(user, table)
    chats.outbox.drop(lambda key: key == target)
    shown = chats.memory.forget(target)
    if shown is not None:
        retire(chats, chats.lane_to(user), shown)


@dataclass(slots=True)
class AnnouncementPost(Sending):
    """A message of its own: posted once into a chat, without ringing, never changed."""

    chats: Chats
    target: PostTarget
    screen: Screen
    made: bytes | None = None
    handicap = 3.0

    @property
    def lane(self) -> Lane:
        """The chat."""
        return self.chats.lane_of(self.target.chat)

    @property
    def key(self) -> Hashable:
        """The message."""
        return self.target

    async def send(self) -> None:
        """Post it."""
        try:
            message = await self.chats.post_once(self.target, self.screen, self.made)
        except ChatGone as gone:
            self.chats.chat_gone(self.target.chat, gone)
        else:
            self.chats.report(Delivered(self.target, "" if message is None else str(message)))


@dataclass(slots=True)
class Amendment(Sending):
    """An answer that goes on by itself: the message that answered somebody is edited. ``instead``: with this, the last time, what
    is said to the person where it cannot be."""

    chats: Chats
    target: AnswerTarget
    message: MessageId
    screen: Screen
    instead: Notice | None

    @property
    def kind(self) -> str:
        """Free where the answer can be edited through what it answered."""
        return self.chats.amend_kind(self.message)

    @property
    def lane(self) -> Lane:
        """The chat."""
        chat = self.target.chat
        return self.chats.lane_to(self.target.user) if chat is None else self.chats.lane_of(chat)

    @property
    def key(self) -> Hashable:
        """The message."""
        return ("menu", self.message)

    async def send(self) -> None:
        """Edit it."""
        try:
            await self.chats.amend_answer(self.message, self.screen)
        except (ChatGone, MessageGone, ContentRefused):
            if self.instead is not None:
                self.chats.tell(self.target.user, self.instead, self.target.language)
        if self.instead is not None:
            self.chats.report(Delivered(self.target, str(self.message)))
