"""The table message in one place: when it is edited and when it is posted anew.

An edit reaches nobody's phone and leaves the message where it is, perhaps far above; a new message rings and stands
below. So a table is edited while play goes on, and posted anew for a result, a vote, a call by name, or where the talk
has pushed it out of sight.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Final

from bot.delivery.chats import ChatGone, Chats, Drawing, MessageGone, TooOld, UnknownResult
from bot.delivery.memory import Shown
from bot.delivery.outbox import Later, Sending
from bot.delivery.pace import CREATE, EDIT, FREE, Lane
from bot.delivery.posts import retire
from bot.session.port.commands import UserRef
from bot.session.port.protocols import PublicTarget
from bot.session.port.updates import PublicUpdate

__all__ = ["GROWN_OLD", "TablePost"]

GROWN_OLD: Final = 20 * 60.0
"""Seconds after which a new trick gets a new table message, whatever was said since."""


@dataclass(slots=True)
class TablePost(Sending):
    """The table message of one place. A post that did not arrive keeps what it was to do."""

    chats: Chats
    update: PublicUpdate
    renew: bool = False
    """A trick began since the table was last shown."""
    afresh: bool = False
    """Somebody asked for it: post it anew in any case."""
    ended: bool = False
    """A round has ended since the table was last shown: the result is a message of its own, which rings for those alone who are
    called in it: all others have their own news of it."""
    ping: frozenset[UserRef] = frozenset()
    """Who is to be called since the table was last shown."""
    number: str = field(init=False)
    handicap = 1.0

    def __post_init__(self) -> None:
        self.number = self.chats.number()
        self.ping |= frozenset(self.update.ping)

    @property
    def follows(self) -> Hashable | None:
        """The hands of the table go first."""
        return "table", self.update.table.id

    @property
    def lane(self) -> Lane:
        """The chat."""
        return self.chats.lane_of(self.update.chat)

    @property
    def key(self) -> PublicTarget:
        """The table, in this place: a group may show it in several topics."""
        return self.chats.place(self.update.table.id, self.update.chat)

    @property
    def kind(self) -> str:
        """Posted or edited, as far as can be known before."""
        shown = self._shown()
        if self.update.post.left:
            return FREE if shown is None else EDIT
        return CREATE if self._needs_post(shown) else EDIT

    @property
    def urgent(self) -> bool:
        """Asked for."""
        return self.afresh

    def instead_of(self, earlier: TablePost) -> TablePost:
        """Return the latest state; that a trick began, that a round ended and who is to be called is not forgotten."""
        self.renew |= earlier.renew
        self.afresh |= earlier.afresh
        self.ended |= earlier.ended
        self.ping |= earlier.ping
        if earlier.update.version > self.update.version:
            self.update = earlier.update
        return self

    async def send(self) -> None:
        """Edit the table message, or post it anew where that is due."""
        try:
            if self.update.post.left:
                await self._part()
            else:
                await self._show()
        except ChatGone as gone:
            if gone.thread:
                self.chats.memory.forget(self.key)
            self.chats.chat_gone(self.update.chat, gone)
        except UnknownResult:
            self.chats.memory.doubt(self.key)
            raise Later(self.chats.doubt_seconds, doubtful=True) from None

    # -- inside

    @property
    def _playing(self) -> bool:
        return self.update.play.result is None and self.update.view is not None

    def _shown(self) -> Shown | None:
        """Return the message that shows the table in the chat as it is now."""
        update, key = self.update, self.key
        shown = self.chats.memory.find(
            key, update.post.message, at=update.post.message_at, shows=update.post.shows, version=update.version
        )
        return shown if shown is not None and self.chats.is_in(shown.message, key.chat) else None

    def _with_past(self, shown: Shown | None) -> Shown | None:
        """Return a message from before the start so that it stays, if it is of the result that is shown."""
        if (
            shown is not None
            and shown.version < 0
            and self.update.play.result is not None
            and shown.says(self.update.post.moment)
        ):
            shown.past = self.chats.drawings.past(self.update)
        return shown

    async def _show(self) -> None:
        chats, update, shown = self.chats, self.update, self._shown()
        if shown is not None and shown.version > update.version and not self.afresh:
            return
        called = self._called()
        anew = shown is None or self._needs_post(shown)
        if shown is not None and not anew:
            anew = await chats.out_of_sight(shown, update, renew=self.renew)
        drawn = chats.drawings.table(update, called)
        before = self._with_past(shown)
        if shown is not None and not anew:
            try:
                await self._edit(shown, drawn)
                return
            except TooOld:
                pass
            except MessageGone:
                before = None
        silent = not called and (update.post.quiet or update.motion is None or self._votes_already(shown))
        try:
            message = await chats.post(update.chat, drawn, self.number, silent=silent)
        except ChatGone as gone:
            if before is None or not anew or not gone.lacking:
                raise
            try:
                await self._edit(before, drawn)  # an old place is better than no table at all
            except MessageGone:
                raise gone from None
            return
        now = Shown(message, chats.clock.monotonic())
        self._done(now, drawn, shown)
        if before is not None:
            retire(chats, self.lane, before)

    async def _edit(self, shown: Shown, drawn: Drawing) -> None:
        if drawn.digest != shown.digest:
            await self.chats.edit(shown.message, drawn)
        edits = shown.edits + (shown.digest not in ("", drawn.digest))
        self._done(replace(shown, edits=edits), drawn, shown)

    def _done(self, shown: Shown, drawn: Drawing, before: Shown | None) -> None:
        update = self.update
        shown.digest, shown.moment, shown.version = drawn.digest, update.post.moment, update.version
        shown.votes, shown.playing = update.motion is not None, self._playing
        shown.past = None if update.play.result is None else self.chats.drawings.past(update)
        self.chats.memory.remember(self.key, shown, PublicTarget(update.table.id, update.chat))
        self.chats.table_shown(update, drawn, shown, before)

    async def _part(self) -> None:
        """Say in the table message that it is no more kept up to date: one last edit; where that is not possible, the message
        goes, unless it is a result to be read."""
        shown = self._with_past(self._shown())
        self.chats.memory.forget(self.key)
        if shown is None:
            return
        try:
            await self.chats.edit(shown.message, self.chats.drawings.table(self.update))
        except TooOld:
            retire(self.chats, self.lane, shown)
        except MessageGone:
            return

    def _called(self) -> frozenset[UserRef]:
        """Return those to be rung: asked for and, in play, still awaited; else as the platform has it."""
        update = self.update
        if update.view is None or update.play.result is not None:
            ended = self.ended and update.play.result is not None
            return frozenset(user for user in self.ping if self.chats.calls_between(user, ended=ended))
        awaited = {question.seat for question in update.view.awaited}
        idle = {player.user for player in update.players if player.user is not None and player.seat not in awaited}
        return self.ping - idle

    def _votes_already(self, shown: Shown | None) -> bool:
        return shown is not None and (shown.votes or not shown.digest)

    def _needs_post(self, shown: Shown | None) -> bool:
        return shown is None or self.chats.may_post(self.lane, wanted=self._wants_post(shown))

    def _wants_post(self, shown: Shown) -> bool:
        update, age = self.update, self.chats.clock.monotonic() - shown.at
        if self.afresh or self._called() or (self.ended and update.play.result is not None):
            return True  # an edit would reach nobody's phone
        if update.motion is not None and not self._votes_already(shown):
            return True  # there is a minute to vote: whoever is to do so must see it
        if shown.past is not None and self._playing:
            return True  # how the last round ended can still be read above
        too_old = age > self.chats.edit_seconds and not shown.says(update.post.moment)
        return too_old or (self.renew and age > GROWN_OLD)
