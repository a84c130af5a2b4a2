"""The private panel of one person."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace

from bot.delivery.outbox import Later, Sending
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected
from bot.frontends.telegram.outgoing.markup import draw
from bot.frontends.telegram.outgoing.posts.message import edit_message, post_message
from bot.frontends.telegram.outgoing.posts.picture import PicturePost
from bot.frontends.telegram.outgoing.posts.removal import Removal
from bot.frontends.telegram.outgoing.sender import Sender, Shown, table_of
from bot.present import render
from bot.session.port.protocols import PrivateTarget
from bot.session.port.updates import PrivateUpdate

__all__ = ["HandPost"]


@dataclass(slots=True)
class HandPost(Sending):
    """The private panel of one person at one table."""

    sender: Sender
    update: PrivateUpdate
    afresh: bool = False
    """A new message that notifies, because something is newly wanted or the person asked for it."""
    with_picture: bool = False
    silent: bool = False
    """It answers what was written right there, so it does not notify though it is a new message."""

    @property
    def handicap(self) -> float:
        """Whoever is waited for gets the hand first, then the others, then the group sees the table."""
        return -10.0 if self.afresh else -2.0

    @property
    def leads(self) -> Hashable | None:
        """The table: its public posts come after the hands."""
        return table_of(self.update)

    @property
    def lane(self) -> int:
        """The person's private chat."""
        return int(self.update.user.external)

    @property
    def key(self) -> Hashable:
        """Person and table."""
        return self._target

    @property
    def urgent(self) -> bool:
        """Newly wanted."""
        return self.afresh

    @property
    def _target(self) -> PrivateTarget:
        return PrivateTarget(self.update.user, self.update.table.id)

    def instead_of(self, earlier: Sending) -> Sending:
        """Return the latest state; an alert and a sentence that nobody has seen yet are kept."""
        assert isinstance(earlier, HandPost)
        self.silent = (self.silent or not self.afresh) and (earlier.silent or not earlier.afresh)
        self.afresh |= earlier.afresh
        self.with_picture |= earlier.with_picture
        older = earlier.update
        if older.version > self.update.version:
            self.update, older = older, self.update
        if self.update.notice is None and older.notice is not None:
            self.update = replace(self.update, notice=older.notice)
        return self

    async def send(self) -> None:
        """Edit the panel, or post a new one and remove the old."""
        update = self.update
        try:
            await self._show()
        except Closed:
            self.sender.closed_to_person(update.user, update.table.id)
        except (Rejected, Moved):
            if await self.sender.still_there(self.lane):
                self.sender.complain(self.lane, self)
            else:
                self.sender.closed_to_person(update.user, update.table.id)
        except Doubtful:
            self.sender.doubt(self._target)
            self.afresh = False
            raise Later(self.sender.doubt_seconds, doubtful=True) from None

    async def _show(self) -> None:
        update, sender = self.update, self.sender
        shown = sender.shown(self._target, update.post.message, shows=update.post.shows, version=update.version)
        if shown is not None and not self.afresh and shown.version == update.version:
            return  # one press makes a panel twice, as its answer and with everybody's: once is enough
        back = sender.group_link(update.table.id, update.place.chat, update.place.message)
        links = replace(sender.links_in(self.lane), group=back)
        waits = render.waiting(update)
        if waits:
            waits += links.group
            if shown is not None and not self.afresh and shown.waits == waits:
                sender.remember(self._target, replace(shown, version=update.version, moment=update.post.moment))
                return
        screen = render.hand(update, pictured=self.with_picture)
        drawn = draw(screen, links)
        if shown is not None and not self.afresh and await edit_message(sender, shown, drawn):
            now = replace(shown, digest=drawn.digest, version=update.version, moment=update.post.moment, waits=waits)
            sender.remember(self._target, now)
            return
        message = await post_message(sender, self.lane, drawn.single, drawn, silent=self.silent or not self.afresh)
        posted = Shown(
            self.lane, message, drawn.digest, sender.clock.monotonic(),
            version=update.version, moment=update.post.moment, waits=waits,
        )  # fmt: skip
        sender.remember(self._target, posted)
        if shown is not None:
            sender.outbox.put(Removal(sender, shown.chat, shown.message))
        if self.with_picture and screen.picture is not None:
            sender.outbox.put(PicturePost(sender, self.lane, screen.picture, None))
