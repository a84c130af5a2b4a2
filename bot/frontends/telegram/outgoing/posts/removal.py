"""The removal of messages that say nothing true any more, or of their buttons alone."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from bot.delivery.outbox import Sending
from bot.delivery.pace import EDIT, FREE
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Missing, Moved, Rejected, Unchanged, call
from bot.frontends.telegram.outgoing.posts.message import HTML, NO_PREVIEW
from bot.frontends.telegram.outgoing.sender import Sender
from bot.session.port.commands import UserRef
from bot.session.port.protocols import PrivateTarget

__all__ = ["Removal", "remove_hand"]


@dataclass(slots=True)
class Removal(Sending):
    """Removes an old message, or its buttons alone. Where that is not possible it stays, and a press on it is told so."""

    sender: Sender
    chat: int
    message: int
    only_buttons: bool = False
    """Keep the message, whose text is still true, and remove its buttons."""
    text: str = ""
    """The text of a message that stays, from now on."""
    menu: bool = False
    """It is a message of choices: what still waits to be shown in it (``MenuEdit``) is not wanted any more."""
    lasting = False

    def __post_init__(self) -> None:
        if not self.only_buttons:
            self.sender.removed(self.chat, self.message)

    @property
    def kind(self) -> str:
        """An edit, which the chat's rates count, or a removal, which they do not."""
        return EDIT if self.only_buttons else FREE

    @property
    def lane(self) -> int:
        """The chat."""
        return self.chat

    @property
    def key(self) -> Hashable:
        """The message."""
        return ("menu" if self.menu else "removal", self.message)

    def instead_of(self, earlier: Sending) -> Sending:
        """Return this post: there is nothing else to do with the message."""
        return self

    async def send(self) -> None:
        """Delete the message. One that is older than 48 hours cannot be deleted any more: then its keyboard alone is
        removed.
        """
        bot = self.sender.bot
        try:
            if not self.only_buttons:
                try:
                    await call(lambda: bot.ask("deleteMessage", chat_id=self.chat, message_id=self.message))
                except Missing:
                    return  # another worker, or the person, has removed it
                except Rejected:
                    pass
                else:
                    return
            if self.only_buttons and self.text:
                await call(
                    lambda: bot.ask(
                        "editMessageText",
                        chat_id=self.chat,
                        message_id=self.message,
                        text=self.text,
                        parse_mode=HTML,
                        link_preview_options=NO_PREVIEW,
                    )
                )
            else:
                await call(lambda: bot.ask("editMessageReplyMarkup", chat_id=self.chat, message_id=self.message))
        except (Closed, Rejected, Moved, Doubtful, Unchanged):
            return


def remove_hand(sender: Sender, user: UserRef, table: int) -> None:
    """Remove the panel of somebody who sits there no more, if its message is known; what was still to be shown in it is not."""
    sender.outbox.drop(lambda key: key == PrivateTarget(user, table))
    shown = sender.take_hand(user, table)
    if shown is not None:
        sender.outbox.put(Removal(sender, shown.chat, shown.message))
