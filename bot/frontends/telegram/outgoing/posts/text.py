"""Sentences, cards of text and questions.

A sentence whose sending is in doubt is let go: said twice is worse than a lost remark.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field, replace
from itertools import count

from bot.delivery.outbox import Sending
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected
from bot.frontends.telegram.outgoing.markup import draw
from bot.frontends.telegram.outgoing.posts.message import edit_message, post_message
from bot.frontends.telegram.outgoing.sender import Sender, Shown, message_ref
from bot.present.screens.screen import Screen

__all__ = ["MenuEdit", "TextPost"]

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

    def instead_of(self, earlier: Sending) -> Sending:
        """Return this sentence: each has a key of its own, so none replaces another."""
        return self

    async def send(self) -> None:
        """Send one page; the next one follows as a post of its own, so that others get their turn between them."""
        chat = self.lane
        drawn = draw(self.screen, replace(self.sender.links_in(chat), group=self.group))
        last = self.page == len(drawn.pages) - 1
        try:
            message = await post_message(
                self.sender,
                chat,
                drawn.pages[self.page],
                drawn if last else None,
                thread=self.thread,
                silent=self.silent or self.page > 0,
                reply_to=self.reply_to if self.page == 0 else None,
            )
        except Moved as moved:
            self.sender.readdress(self, chat, moved.chat)
            return
        except (Closed, Rejected):
            if self.closed is not None:
                self.closed()
            return
        except Doubtful:
            pass
        else:
            if self.arrived is not None:
                self.arrived(message_ref(chat, message))
        if not last:
            self.sender.outbox.put(replace(self, page=self.page + 1, key=("text", next(_serial))))


@dataclass(slots=True)
class MenuEdit(Sending):
    """A message of choices that shows something else, after a press or by itself: it is edited, or a new one is posted."""

    sender: Sender
    chat: int
    message: int
    screen: Screen
    arrived: Callable[[str], None] | None = None
    """What to call with the message's reference when it shows this."""
    lost: Callable[[], None] | None = None
    """What to do where it cannot be edited; ``None``: a new one is posted."""
    lasting = False
    handicap: float = 0.0

    @property
    def lane(self) -> int:
        """The chat."""
        return self.chat

    @property
    def key(self) -> Hashable:
        """The message."""
        return ("menu", self.message)

    def instead_of(self, earlier: Sending) -> Sending:
        """Return this edit: the newer content is the one to send."""
        if isinstance(earlier, MenuEdit):
            self.arrived = self.arrived or earlier.arrived
        return self

    async def send(self) -> None:
        """Edit it; if that is impossible, say it anew."""
        drawn = draw(self.screen, self.sender.links_in(self.lane))
        shown = Shown(self.chat, self.message, "", 0.0)
        try:
            edited = await edit_message(self.sender, shown, drawn)
        except (Closed, Moved):
            if self.lost is not None:
                self.lost()
            return
        if edited and self.arrived is not None:
            self.arrived(shown.ref)
        elif not edited and self.lost is not None:
            self.lost()
        elif not edited:
            self.sender.outbox.put(TextPost(self.sender, self.chat, self.screen, arrived=self.arrived))
