"""What the session asks of every chat platform: show, announce, amend, let go."""

from __future__ import annotations

import asyncio
from typing import Final

from bot.delivery.chats import Chats
from bot.delivery.hands import HandPost
from bot.delivery.memory import MessageId
from bot.delivery.outbox import Outbox
from bot.delivery.posts import Amendment, AnnouncementPost, remove_hand
from bot.delivery.standings import StandingsPost
from bot.delivery.tables import TablePost
from bot.present import render
from bot.present.screens.screen import Screen
from bot.session.port.audience import Reply
from bot.session.port.commands import UserRef
from bot.session.port.protocols import AnswerTarget, Clock, PostBody, PostTarget, PrivateTarget, PublicTarget
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = ["ChatFrontend", "Messenger"]

_SEAT_LOST: Final = frozenset({"you_were_kicked", "seat_kept", "sit_in_over"})
"""Notices to somebody who does not sit at that table now: the panel of the seat goes."""


class Messenger(Chats):
    """Delivers to one platform: everything is kept as the newest state of what it shows, until it may leave."""

    def __init__(self, outbox: Outbox, clock: Clock) -> None:
        super().__init__(outbox, clock)
        self._drawing: set[asyncio.Task[None]] = set()

    def show_table(self, update: PublicUpdate) -> None:
        """Show a table in one of its places."""
        self.cut_off(update)
        afresh = update.post.renew and update.post.message is None
        self.outbox.put(TablePost(self, update, renew=update.post.renew, afresh=afresh, ended=update.ended))

    def show_hand(self, update: PrivateUpdate) -> None:
        """Show a person's hand."""
        self.outbox.put(HandPost(self, update, afresh=update.alert or update.reminder))

    def show_standings(self, update: StandingsUpdate) -> None:
        """Show a tournament in one of its chats."""
        self.outbox.put(StandingsPost(self, update, renew=update.post.renew))

    def cut_off(self, update: PublicUpdate) -> None:
        """Remove all panels of a table whose round was cut off: no hand is left."""
        if update.view is None and update.table.contest is None and update.table.state in ("over", "closed"):
            for target in self.memory.hands_at(update.table.id):
                self.hand_gone(target.user, update.table.id)

    def hand_gone(self, user: UserRef, table: int) -> None:
        """Remove the panel of somebody who has no hand there any more."""
        remove_hand(self, user, table)

    def seat_lost(self, user: UserRef, notice: Notice) -> None:
        """Remove the panel of a seat where a notice says that somebody does not have it any more."""
        table = notice.data.get("table") if notice.code in _SEAT_LOST else None
        if isinstance(table, int):
            self.hand_gone(user, table)

    def let_go(self, table: int) -> None:
        """Forget what waits of a table that another worker shows from now on."""
        self.outbox.drop(lambda key: isinstance(key, PublicTarget | PrivateTarget) and key.table == table)

    def announce(self, target: PostTarget, body: PostBody, language: str) -> None:
        """Post a message of its own into a chat. Its picture is drawn before it gets in line."""
        screen = render.post(body, language)
        if screen.picture is None:
            self.outbox.put(AnnouncementPost(self, target, screen))
            return
        drawing = asyncio.create_task(self._prepared(target, screen), name=f"picture for {target.chat.platform}")
        self._drawing.add(drawing)
        drawing.add_done_callback(self._drawing.discard)

    async def _prepared(self, target: PostTarget, screen: Screen) -> None:
        self.outbox.put(AnnouncementPost(self, target, screen, await self.prepare(target, screen)))

    def amend(self, target: AnswerTarget, message: str, reply: Reply, instead: Notice | None) -> None:
        """Edit a message that answered somebody."""
        known, screen = MessageId.read(message), render.reply(reply)
        if known is not None and screen is not None:
            self.outbox.put(Amendment(self, target, known, screen, instead))

    def close(self) -> None:
        """Draw nothing more."""
        for drawing in self._drawing:
            drawing.cancel()


class ChatFrontend:
    """What a chat's frontend is to show goes to its messenger. See ``Frontend``."""

    def __init__(self, messenger: Messenger) -> None:
        self._messenger = messenger

    def show_table(self, update: PublicUpdate) -> None:
        """Show a table in one of its places."""
        self._messenger.show_table(update)

    def show_hand(self, update: PrivateUpdate) -> None:
        """Show a person's hand."""
        self._messenger.show_hand(update)

    def show_standings(self, update: StandingsUpdate) -> None:
        """Show a tournament in one of its chats."""
        self._messenger.show_standings(update)

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """Send a sentence to one person."""
        self._messenger.tell(user, notice, language, table)

    def announce(self, target: PostTarget, body: PostBody, language: str) -> None:
        """Post a message of its own into a chat."""
        self._messenger.announce(target, body, language)

    def amend(self, target: AnswerTarget, message: str, reply: Reply, instead: Notice | None) -> None:
        """Edit a message that answered somebody."""
        self._messenger.amend(target, message, reply, instead)

    def let_go(self, table: int) -> None:
        """Send nothing more of a table that another worker shows from now on."""
        self._messenger.let_go(table)

    @property
    def waiting(self) -> int:
        """How many things wait to be sent."""
        return self._messenger.outbox.waiting

    async def drained(self) -> None:
        """Wait until everything that was shown so far has gone out."""
        await self._messenger.outbox.drained()
