"""The private panel of one person at one table."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field, replace

from bot.delivery.chats import ChatGone, Chats, MessageGone, TooOld, UnknownResult
from bot.delivery.memory import Shown
from bot.delivery.outbox import Later, Sending
from bot.delivery.pace import CREATE, EDIT, FREE, Lane
from bot.delivery.posts import retire
from bot.session.port.protocols import PrivateTarget
from bot.session.port.updates import PrivateUpdate

__all__ = ["HandPost"]


@dataclass(slots=True)
class HandPost(Sending):
    """The private panel of one person at one table."""

    chats: Chats
    update: PrivateUpdate
    afresh: bool = False
    """A new message that notifies, because something is newly wanted or the person asked for it."""
    with_picture: bool = False
    silent: bool = False
    """It answers what was written right there, so it does not notify though it is a new message."""
    number: str = field(init=False)

    def __post_init__(self) -> None:
        self.number = self.chats.number()

    @property
    def handicap(self) -> float:
        """Whoever is waited for gets the hand first, then the others, then the group sees the table."""
        return -10.0 if self.afresh else -2.0

    @property
    def leads(self) -> Hashable | None:
        """The table: its public messages come after the hands."""
        return "table", self.update.table.id

    @property
    def lane(self) -> Lane:
        """The person's private chat."""
        return self.chats.lane_to(self.update.user)

    @property
    def key(self) -> PrivateTarget:
        """Person and table."""
        return PrivateTarget(self.update.user, self.update.table.id)

    @property
    def kind(self) -> str:
        """Posted or edited, as far as can be known before."""
        if not self.chats.writes_to(self.update.user):
            return FREE
        return CREATE if self._needs_post(self._shown()) else EDIT

    @property
    def urgent(self) -> bool:
        """Newly wanted."""
        return self.afresh

    def instead_of(self, earlier: HandPost) -> HandPost:
        """Return the latest state; an alert and a sentence that nobody has seen yet are kept."""
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
        except ChatGone:
            await self.chats.closed_by(update.user, update.table.id, update.language)
        except UnknownResult:
            self.chats.memory.doubt(self.key)
            self.afresh = False
            raise Later(self.chats.doubt_seconds, doubtful=True) from None

    # -- inside

    def _shown(self) -> Shown | None:
        update, memory = self.update, self.chats.memory
        return memory.find(self.key, update.post.message, shows=update.post.shows, version=update.version)

    async def _show(self) -> None:
        chats, update, shown = self.chats, self.update, self._shown()
        waits, beside, anew = chats.drawings.waits(update), chats.is_beside(update), self._needs_post(shown)
        if shown is not None and not self.afresh and not beside:
            if shown.version >= update.version:
                return  # one press makes a panel twice, as its answer and with everybody's: once is enough
            if waits and not anew and shown.waits == waits:
                self._done(shown, shown.digest, waits)
                return
        drawn = chats.drawings.hand(update, pictured=self.with_picture)
        if (beside and await chats.show_beside(update, drawn)) or not chats.writes_to(update.user):
            return
        before = shown
        if shown is not None and not anew:
            try:
                if drawn.digest != shown.digest:
                    await chats.edit(shown.message, drawn)
                self._done(shown, drawn.digest, waits)
                return
            except TooOld:
                pass
            except MessageGone:
                before = None
        silent = self.silent or update.post.quiet or not self.afresh
        message = await chats.post_to(update.user, drawn, self.number, silent=silent)
        self._done(Shown(message, chats.clock.monotonic()), drawn.digest, waits)
        if before is not None:
            retire(chats, self.lane, before)

    def _done(self, shown: Shown, digest: str, waits: str) -> None:
        update = self.update
        now = replace(shown, digest=digest, moment=update.post.moment, version=update.version, waits=waits)
        self.chats.memory.remember(self.key, now)

    def _needs_post(self, shown: Shown | None) -> bool:
        if shown is None:
            return True
        age, moment = self.chats.clock.monotonic() - shown.at, self.update.post.moment
        too_old = age > self.chats.edit_seconds and not shown.says(moment)
        return self.chats.may_post(self.lane, wanted=self.afresh or too_old)
