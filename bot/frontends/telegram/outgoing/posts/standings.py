"""The message of a tournament in one of its chats: edited, and posted anew where everybody should hear of it."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass

from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected
from bot.frontends.telegram.outgoing.markup import draw
from bot.frontends.telegram.outgoing.outbox import Later, Post
from bot.frontends.telegram.outgoing.posts.message import edit_message, post_message, thread_of
from bot.frontends.telegram.outgoing.posts.removal import Removal
from bot.frontends.telegram.outgoing.sender import Sender, Shown
from bot.present import render
from bot.session.port.protocols import StandingsTarget
from bot.session.port.updates import StandingsUpdate

__all__ = ["StandingsPost"]


@dataclass(slots=True)
class StandingsPost:
    """The message of a tournament."""

    sender: Sender
    update: StandingsUpdate
    renew: bool = False
    """Post it anew in any case."""
    counts: bool = True
    lasting: bool = True
    handicap: float = 1.0
    urgent: bool = False
    leads: Hashable | None = None
    follows: Hashable | None = None

    @property
    def lane(self) -> int:
        """The group."""
        return self.sender.address(self.update.chat.external)

    @property
    def key(self) -> Hashable:
        """The tournament, in this chat."""
        return self._target

    @property
    def _target(self) -> StandingsTarget:
        return self.sender.venue(self.update.tournament, self.update.chat)

    def instead_of(self, earlier: Post) -> Post:
        """Return the latest state; that it is to be posted anew is not forgotten."""
        assert isinstance(earlier, StandingsPost)
        self.renew |= earlier.renew
        if earlier.update.version > self.update.version:
            self.update = earlier.update
        return self

    async def send(self) -> None:
        """Edit the message, or post it anew where that is due."""
        chat = self.lane
        if self.update.left:
            await self._part(chat)
            return
        try:
            await self._show(chat)
        except Moved as moved:
            self.sender.readdress(self, chat, moved.chat)
        except Closed:
            self.sender.closed_to_group(self.update.chat)
        except Rejected:
            await self.sender.refused_by_group(self.update.chat, self)
        except Doubtful:
            self.sender.doubt(self._target)
            raise Later(self.sender.doubt_seconds) from None

    async def _show(self, chat: int) -> None:
        sender, update = self.sender, self.update
        drawn = draw(render.standings(update), sender.links_in(chat))
        shown = sender.latest(self._target, update.message, update.message_at)
        here = shown is not None and shown.chat == chat
        if shown is not None and here and not self.renew and await edit_message(sender, shown, drawn):
            shown.digest = drawn.digest
            self._done(shown)
            return
        silent = update.quiet or (shown is not None and not self.renew)
        message = await post_message(sender, chat, drawn.single, drawn, thread=thread_of(update.chat), silent=silent)
        self._done(Shown(chat, message, drawn.digest, sender.clock.monotonic()))
        if shown is not None and here:
            sender.outbox.put(Removal(sender, chat, shown.message))

    def _done(self, shown: Shown) -> None:
        self.sender.remember(self._target, shown, StandingsTarget(self.update.tournament, self.update.chat))

    async def _part(self, chat: int) -> None:
        """Say that it is not kept up to date here any more: one last edit, and nothing where that is not possible."""
        sender, update, target = self.sender, self.update, self._target
        shown = sender.latest(target, update.message, update.message_at)
        if shown is not None and shown.chat == chat:
            try:
                if not await edit_message(sender, shown, draw(render.standings(update), sender.links_in(chat))):
                    sender.outbox.put(Removal(sender, chat, shown.message, only_buttons=True))
            except Closed:
                sender.closed_to_group(update.chat)
            except Moved as moved:
                sender.moved(chat, moved.chat)  # its messages stayed behind
        sender.forget(target)
