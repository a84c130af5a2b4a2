"""The message of a tournament in its group: edited, and posted anew where everybody should hear of it."""

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
        """The tournament."""
        return StandingsTarget(self.update.tournament)

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
        try:
            await self._show(chat)
        except Moved as moved:
            self.sender.readdress(self, chat, moved.chat)
        except Closed:
            self.sender.closed_to_group(self.update.chat)
        except Rejected:
            await self.sender.refused_by_group(self.update.chat, self)
        except Doubtful:
            self.sender.doubt(StandingsTarget(self.update.tournament))
            raise Later(self.sender.doubt_seconds) from None

    async def _show(self, chat: int) -> None:
        sender, update, target = self.sender, self.update, StandingsTarget(self.update.tournament)
        drawn = draw(render.standings(update), sender.links_in(chat))
        shown = sender.shown(target, update.message, update.message_at)
        here = shown is not None and shown.chat == chat
        if shown is not None and here and not self.renew and await edit_message(sender, shown, drawn):
            shown.digest = drawn.digest
            sender.remember(target, shown)
            return
        silent = shown is not None and not self.renew
        message = await post_message(sender, chat, drawn.single, drawn, thread=thread_of(update.chat), silent=silent)
        sender.remember(target, Shown(chat, message, drawn.digest, sender.clock.monotonic()))
        if shown is not None and here:
            sender.outbox.put(Removal(sender, chat, shown.message))
