"""The message of a tournament in one of its chats: edited, and posted anew where everybody should hear of it, or where edits are
over."""

from __future__ import annotations

from dataclasses import dataclass, field

from bot.delivery.chats import ChatGone, Chats, MessageGone, TooOld, UnknownResult
from bot.delivery.memory import Shown
from bot.delivery.outbox import Later, Sending
from bot.delivery.pace import CREATE, EDIT, FREE, Lane
from bot.delivery.posts import retire
from bot.session.port.protocols import StandingsTarget
from bot.session.port.updates import StandingsUpdate

__all__ = ["StandingsPost"]


@dataclass(slots=True)
class StandingsPost(Sending):
    """The message of a tournament."""

    chats: Chats
    update: StandingsUpdate
    renew: bool = False
    """Post it anew in any case."""
    number: str = field(init=False)
    handicap = 1.0

    def __post_init__(self) -> None:
        self.number = self.chats.number()

    @property
    def lane(self) -> Lane:
        """The chat."""
        return self.chats.lane_of(self.update.chat)

    @property
    def key(self) -> StandingsTarget:
        """The tournament, in this chat."""
        return self.chats.venue(self.update.tournament, self.update.chat)

    @property
    def kind(self) -> str:
        """Posted or edited, as far as can be known before."""
        shown = self._shown()
        if self.update.post.left:
            return FREE if shown is None else EDIT
        return CREATE if self._needs_post(shown) else EDIT

    def instead_of(self, earlier: StandingsPost) -> StandingsPost:
        """Return the latest state; that it is to be posted anew is not forgotten."""
        self.renew |= earlier.renew
        if earlier.update.version > self.update.version:
            self.update = earlier.update
        return self

    async def send(self) -> None:
        """Edit the message, or post it anew where that is due."""
        try:
            if self.update.post.left:
                await self._part()
            else:
                await self._show()
        except ChatGone as gone:
            self.chats.chat_gone(self.update.chat, gone)
        except UnknownResult:
            self.chats.memory.doubt(self.key)
            raise Later(self.chats.doubt_seconds, doubtful=True) from None

    # -- inside

    def _shown(self) -> Shown | None:
        key = self.key
        shown = self.chats.memory.newest(key, self.update.post.message, self.update.post.message_at)
        return shown if shown is not None and self.chats.is_in(shown.message, key.chat) else None

    def _needs_post(self, shown: Shown | None) -> bool:
        if shown is None:
            return True
        too_old = self.chats.clock.monotonic() - shown.at > self.chats.edit_seconds
        return self.chats.may_post(self.lane, wanted=self.renew or too_old)

    async def _show(self) -> None:
        chats, update, shown = self.chats, self.update, self._shown()
        drawn, before = chats.drawings.standings(update), shown
        if shown is not None and not self._needs_post(shown):
            try:
                if drawn.digest != shown.digest:
                    await chats.edit(shown.message, drawn)
                shown.digest = drawn.digest
                self._done(shown)
                return
            except TooOld:
                pass
            except MessageGone:
                before = None
        silent = update.post.quiet or (shown is not None and not self.renew)
        message = await chats.post_standings(update, drawn, self.number, silent=silent)
        self._done(Shown(message, chats.clock.monotonic(), drawn.digest))
        if before is not None:
            retire(chats, self.lane, before)

    def _done(self, shown: Shown) -> None:
        target = StandingsTarget(self.update.tournament, self.update.chat)
        self.chats.memory.remember(self.key, shown, target)

    async def _part(self) -> None:
        """Say that it is not kept up to date here any more: one last edit; where that is not possible, the message goes."""
        shown = self._shown()
        self.chats.memory.forget(self.key)
        if shown is None:
            return
        try:
            await self.chats.edit(shown.message, self.chats.drawings.standings(self.update))
        except TooOld:
            retire(self.chats, self.lane, shown)
        except MessageGone:
            return
