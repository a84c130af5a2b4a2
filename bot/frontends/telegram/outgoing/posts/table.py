"""The table message of a group: edited, and posted anew where nobody would see an edit."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final

from bot.delivery.outbox import Later, Sending
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, NoThread, Rejected
from bot.frontends.telegram.outgoing.markup import Drawn, draw
from bot.frontends.telegram.outgoing.posts.message import edit_message, post_message, thread_of
from bot.frontends.telegram.outgoing.posts.picture import PicturePost
from bot.frontends.telegram.outgoing.posts.removal import Removal
from bot.frontends.telegram.outgoing.sender import PATIENCE, Sender, Shown, is_supergroup, table_of
from bot.present import render
from bot.present.screens.screen import Button, Picture, Screen
from bot.present.words.catalogue import say
from bot.session.port.commands import UserRef
from bot.session.port.protocols import Gone, PublicTarget
from bot.session.port.updates import PublicUpdate

__all__ = ["TablePost"]

SCROLLED: Final = 8
"""A table message with so many messages below it has scrolled away."""
OLD_SECONDS: Final = 20 * 60.0
"""The longest time after which a table message is renewed when a trick begins."""
RESTLESS_SECONDS: Final = 60.0
"""The least time after which a table message is renewed in a group that talks a lot."""
EDIT_SECONDS: Final = 10.0
"""Where the bot does not see what is said in a group, each edit counts as so many seconds of age: play means talk."""


@dataclass(slots=True)
class TablePost(Sending):
    """The table message of a group."""

    sender: Sender
    update: PublicUpdate
    renew: bool = False
    """A trick began since the table was last shown."""
    afresh: bool = False
    """Somebody asked for it: post it anew in any case."""
    ended: bool = False
    """A round has ended since the table was last shown: the result is a message of its own, which rings for those alone who are
    called in it: all others have their own news of it."""
    handicap = 1.0

    @property
    def follows(self) -> Hashable | None:
        """The hands of the table go first."""
        return table_of(self.update)

    @property
    def lane(self) -> int:
        """The group."""
        return self.sender.address(self.update.chat.external)

    @property
    def key(self) -> Hashable:
        """The table, in this place: a group may show it in several topics."""
        return self._target

    @property
    def urgent(self) -> bool:
        """Asked for."""
        return self.afresh

    @property
    def _target(self) -> PublicTarget:
        return self.sender.place(self.update.table.id, self.update.chat)

    def instead_of(self, earlier: Sending) -> Sending:
        """Return the latest state; that a trick began is not forgotten."""
        assert isinstance(earlier, TablePost)
        self.renew |= earlier.renew
        self.afresh |= earlier.afresh
        self.ended |= earlier.ended
        if earlier.update.version > self.update.version:
            self.update = earlier.update
        return self

    async def send(self) -> None:
        """Edit the table message, or post it anew where that is due."""
        chat = self.lane
        if self.update.post.left:
            await self._part(chat)
            return
        try:
            await self._show(chat)
        except Moved as moved:
            self.sender.readdress(self, chat, moved.chat)
        except Closed:
            self.sender.closed_to_group(self.update.chat)
        except NoThread:
            self.sender.forget(self._target)
            self.sender.report(Gone(self.update.chat, thread=bool(self.update.chat.thread)))
        except Rejected:
            await self.sender.refused_by_group(self.update.chat, self)
        except Doubtful:
            self.sender.doubt(self._target)
            raise Later(self.sender.doubt_seconds, doubtful=True) from None

    async def _show(self, chat: int) -> None:
        update, sender = self.update, self.sender
        screen = render.table(update, pictured=update.play.result is not None)
        drawn = draw(self._with_the_page(screen), sender.links_in(chat))
        post = update.post
        shown = sender.shown(self._target, post.message, post.message_at, post.shows, update.version)
        playing = update.play.result is None and update.view is not None
        ended = self.ended and update.play.result is not None
        called = frozenset(update.ping) if playing or ended else frozenset()
        editable = shown is not None and shown.chat == chat and not self._post_anew(shown, called)
        if shown is not None and editable and await edit_message(sender, shown, drawn):
            self._done(shown, drawn, called)
            self._add_picture(shown, screen.picture)
            return
        votes = update.motion is not None and not self._votes_already(shown)
        silent = not called and (update.post.quiet or not votes)
        thread = thread_of(update.chat)
        message = await post_message(sender, chat, drawn.single, drawn, thread=thread, silent=silent, astray=False)
        fresh = Shown(chat, message, "", sender.clock.monotonic(), patience=self._patience(shown, chat, message))
        fresh.heard = sender.heard(chat)
        self._done(fresh, drawn, called)
        if shown is not None:
            self._add_picture(shown, screen.picture)
            if shown.chat == chat:  # a result stays to be read; what stands in any other is true no more
                sender.outbox.put(Removal(sender, chat, shown.message, only_buttons=shown.result, text=shown.past))

    async def _part(self, chat: int) -> None:
        """Say in the table message that it is no more kept up to date: one last edit, and nothing where that is not possible."""
        sender, update = self.sender, self.update
        shown = sender.shown(self._target, update.post.message, update.post.message_at, version=update.version)
        if shown is not None and shown.chat == chat:
            try:
                if not await edit_message(sender, shown, draw(render.table(update, pictured=False), sender.links)):
                    sender.outbox.put(Removal(sender, chat, shown.message, only_buttons=True))
            except Closed:
                sender.closed_to_group(update.chat)
            except Moved as moved:
                sender.moved(chat, moved.chat)  # its messages stayed behind
        sender.forget(self._target)

    def _with_the_page(self, screen: Screen) -> Screen:
        """Return the screen with the way to one's own hand on the page, where a group can have one."""
        update = self.update
        address = "" if self.lane > 0 or update.view is None else self.sender.links.direct(update.table.id)
        if not address:
            return screen
        way = Button(say(update.language, "button.page"), url=address, key="page")
        return replace(screen, rows=(*screen.rows, (way,)))

    def _done(self, shown: Shown, drawn: Drawn, called: frozenset[UserRef]) -> None:
        update = self.update
        playing, over = update.play.result is None and update.view is not None, update.play.result is not None
        past = draw(render.past(update), self.sender.links).single if over else ""
        edits = shown.edits + (shown.digest not in ("", drawn.digest))
        now = replace(
            shown, digest=drawn.digest, edits=edits, pinged=called, playing=playing, result=over, past=past,
            vote=update.motion is not None, moment=update.post.moment, version=update.version,
        )  # fmt: skip
        self.sender.remember(self._target, now, PublicTarget(update.table.id, update.chat))

    def _votes_already(self, shown: Shown | None) -> bool:
        return shown is not None and (shown.vote or not shown.digest)

    def _post_anew(self, shown: Shown, called: frozenset[UserRef]) -> bool:
        update = self.update
        if self.afresh or called - shown.pinged or (self.ended and update.play.result is not None):
            return True
        if update.motion is not None and not self._votes_already(shown):
            return True  # there is a minute to vote: whoever is to do so must see it
        playing = update.play.result is None and update.view is not None
        if shown.result and playing:
            return True  # how the last round ended can still be read above
        scrolled = self.sender.below(shown) >= SCROLLED
        if update.table.state != "playing":
            return scrolled
        return self.renew and (scrolled or self._is_old(shown))

    def _is_old(self, shown: Shown) -> bool:
        """Tell whether it has probably scrolled away, by its age and its edits: the bot does not see most of the talk."""
        age = self.sender.clock.monotonic() - shown.at
        if self.sender.sees_all:
            return age >= OLD_SECONDS
        return max(age, shown.edits * EDIT_SECONDS) >= shown.patience

    @staticmethod
    def _patience(before: Shown | None, chat: int, message: int) -> float:
        """Return after how many seconds the new message is to be renewed: ids of a supergroup tell how much was said
        since the one before.
        """
        if before is None:
            return PATIENCE
        if before.chat != chat or not is_supergroup(before.chat):
            return before.patience
        talk = message - before.message - 1
        if talk >= SCROLLED:
            return max(RESTLESS_SECONDS, before.patience / 2)
        return min(OLD_SECONDS, before.patience * 2)

    def _add_picture(self, before: Shown, picture: Picture | None) -> None:
        """Send a picture after the message of a round that has just ended."""
        if picture is not None and before.playing and self.update.play.result is not None:
            self.sender.outbox.put(PicturePost(self.sender, self.lane, picture, thread_of(self.update.chat)))
