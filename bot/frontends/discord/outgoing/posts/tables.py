"""The messages that show tables on Discord: which one shows a table, when it is edited and when it is posted anew.

An edit reaches nobody's phone and leaves the message where it is, perhaps far above; a new message rings and stands
below. So a table is edited while play goes on, and posted anew for a result, a vote, a call by name, or where the talk
has pushed it out of sight.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from bot.delivery.outbox import Later
from bot.delivery.pace import CREATE, EDIT, FREE
from bot.frontends.discord.incoming.origin import PLATFORM, MessageId
from bot.frontends.discord.outgoing.calls import (
    ChannelCalls,
    ChannelGone,
    ClosedDm,
    MessageGone,
    TooOld,
)
from bot.frontends.discord.outgoing.markup import TABLE, Content, content
from bot.frontends.discord.outgoing.outbox import LOW, PUBLIC, Marks
from bot.frontends.discord.outgoing.posts.messages import (
    TOO_OLD_SECONDS,
    Shown,
    TableState,
    kept,
)
from bot.frontends.discord.outgoing.posts.removals import Removals
from bot.present import render
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.protocols import (
    Clock,
    Delivered,
    Gone,
    Lacking,
    Outcomes,
    PublicTarget,
)  # fmt: skip
from bot.session.port.updates import PublicUpdate
from bot.session.port.workers import was_away

__all__ = ["TableMessages"]

_SCROLLED: Final = 6
"""So many newer messages and the table message is out of sight."""
_GROWN_OLD: Final = 20 * 60.0
"""Seconds after which a new trick gets a new table message."""
_UNSEEN: Final = 5 * 60.0
"""The same where we may not look how much was said since."""


class TableMessages:
    """Keeps the messages of each table up to date, one in each place where it is shown.

    ``process`` is part of every nonce. ``is_warned`` tells whom a sentence has reached unseen by others, so that no
    ringing is needed.
    """

    def __init__(
        self,
        wire: ChannelCalls,
        outcomes: Outcomes,
        clock: Clock,
        outbox: Marks,
        removals: Removals,
        process: str,
        is_warned: Callable[[str], bool],
    ) -> None:
        self._wire = wire
        self._outcomes = outcomes
        self._clock = clock
        self._outbox = outbox
        self._removals = removals
        self._process = process
        self._is_warned = is_warned
        self._tables: dict[PublicTarget, TableState] = {}
        self._numbers = itertools.count()
        self._read_only: dict[MessageId, Content] = {}

    def show(self, update: PublicUpdate) -> bool:
        """Keep an update as what is to be shown; ``False`` if a newer one is known."""
        place = PublicTarget(update.table.id, update.chat)
        state = self._tables.get(place)
        if state is None:
            state = self._tables[place] = TableState(next(self._numbers))
        if update.version < state.version:
            return False
        if state.shown is not None and update.post.message is not None and was_away(state.version, update.version):
            self._wire.pictures.forget(state.shown.message.message)
            state.shown = None
        state.pending, state.version = update, update.version
        state.renew = state.renew or update.post.renew
        state.ended = state.ended or update.ended
        state.ping |= {user for user in update.ping if user.platform == PLATFORM}
        self._outbox.mark(update.chat.external, ("table", place), PUBLIC)
        return True

    def pressed(self, place: PublicTarget, message: MessageId) -> None:
        """Remove a message that is pressed though a newer one shows the table there: a crash can leave two of them."""
        state = self._tables.get(place)
        newer = state is not None and state.shown is not None and state.shown.message.message > message.message
        if newer and message not in self._read_only:
            self._removals.put(message, place.chat.external)

    def let_go(self, table: int) -> None:
        """Send nothing more of a table that another worker shows from now on."""
        for place, state in self._tables.items():
            if place.table == table:
                state.pending, state.renew, state.ended = None, False, False
                state.ping.clear()

    def forget(self, place: PublicTarget) -> None:
        """Forget a table that will not be shown there again."""
        self._tables.pop(place, None)

    def kind(self, place: PublicTarget) -> str:
        """Return which limit the next call for this table there will count against, as far as can be known before."""
        state = self._tables.get(place)
        if state is None or state.pending is None:
            return FREE
        if state.pending.post.left:
            return EDIT if self._known(state, state.pending) is not None else FREE
        return CREATE if self._needs_post(state, state.pending) else EDIT

    async def send(self, place: PublicTarget) -> bool:
        """Show the newest state of a table in one place; tell whether it is closed, so that it will not be shown again."""
        state = self._tables.get(place)
        if state is None or state.pending is None:
            return False
        if state.pending.post.left:
            await self._part(state, state.pending)
            self.forget(place)
            return False
        update, renew, ended, ping = state.pending, state.renew, state.ended, set(state.ping)
        called = self._called(state, update)
        post = self._needs_post(state, update)
        state.pending, state.renew, state.ended = None, False, False
        try:
            if not post and state.shown is not None and (renew or update.table.state == "lobby"):
                post = await self._has_scrolled(state.shown, renew=renew)
            screen = render.table(update, pictured=update.play.result is not None)
            shown = content(screen, TABLE, called=[int(user.external) for user in called])
            votes = update.motion is not None and not (state.shown is not None and state.shown.has_vote)
            silent = not called and (update.post.quiet or not votes)
            await self._put_table(state, update, shown, post=post, silent=silent)
            state.ping -= ping
        except ChannelGone as gone:
            self._outcomes.report(Gone(update.chat, gone.lacking))
        except ClosedDm:  # a table of one's own, in the private chat
            self._outcomes.report(Gone(update.chat))
        except Later:
            self._put_back_table(state, update, renew=renew, ended=ended)
            raise
        return update.table.state == "closed" and state.pending is None

    async def settle(self, message: MessageId) -> None:
        """Take the buttons from the message of a result that another message has followed: it stays to be read."""
        shown = self._read_only.get(message)
        if shown is None:
            return
        with suppress(MessageGone, ChannelGone):  # its buttons are refused kindly
            await self._wire.edit(message, shown, picture=True)
        del self._read_only[message]

    # -- inside

    async def _part(self, state: TableState, update: PublicUpdate) -> None:
        """Say in the table message that it is no more kept up to date: one last edit; where that is not possible, the message
        goes, unless it is a result to be read."""
        old = self._known(state, update)
        if old is None:
            return
        try:
            over = update.play.result is not None
            shown = content(render.table(update, pictured=over), TABLE)
            await self._wire.edit(old.message, shown, picture=over)
        except TooOld:
            self._replaced(old, update.chat.external)
        except (MessageGone, ChannelGone):
            return

    def _known(self, state: TableState, update: PublicUpdate) -> Shown | None:
        if state.shown is None:
            message = MessageId.read(update.post.message)
            here = message is not None and str(message.channel) == update.chat.external
            if message is not None and here and not self._removals.has(message):
                state.shown = kept(self._clock, message, update.post.shows)
                if _says(state.shown, update):
                    state.shown.result = _past(update)
        return state.shown

    def _needs_post(self, state: TableState, update: PublicUpdate) -> bool:
        shown = self._known(state, update)
        if shown is None:
            return True
        lane = update.chat.external
        if self._outbox.closed(lane, CREATE):  # for long: better an edit far above than nothing
            return self._outbox.closed(lane, EDIT)
        if self._outbox.closed(lane, EDIT) or self._called(state, update):
            return True
        age = self._clock.monotonic() - shown.at
        if update.post.renew and update.post.message is None:
            return True  # somebody asked to see it again, down here
        if state.ended and update.play.result is not None:
            return True  # an edit would reach nobody's phone
        begins = shown.result is not None and update.play.result is None and update.view is not None
        if update.motion is not None and not shown.has_vote and shown.fingerprint:
            return True  # there is a minute to vote: whoever is to do so must see it
        too_old = age > TOO_OLD_SECONDS and not _says(shown, update)
        return begins or too_old or (state.renew and age > _GROWN_OLD)

    def _called(self, state: TableState, update: PublicUpdate) -> set[UserRef]:
        """Return those to be rung: asked for and, in play, still awaited; else not told already, unseen by others."""
        if update.view is None or update.play.result is not None:
            return {user for user in state.ping if not self._is_warned(user.external)}
        waiting = {question.seat for question in update.view.awaited}
        idle = {player.user for player in update.players if player.user is not None and player.seat not in waiting}
        return state.ping - idle

    async def _has_scrolled(self, shown: Shown, *, renew: bool) -> bool:
        """Tell whether the table message is out of sight by what was said since; by its age where we may not look."""
        if self._outbox.closed(str(shown.message.channel), CREATE):
            return False
        newer = await self._wire.newer(shown.message, _SCROLLED)
        if newer is None:
            return renew and self._clock.monotonic() - shown.at > _UNSEEN
        return newer >= _SCROLLED

    async def _put_table(
        self, state: TableState, update: PublicUpdate, shown: Content, *, post: bool, silent: bool
    ) -> None:
        old: Shown | None = state.shown
        if old is not None and not post:
            try:
                await self._edit_table(old, update, shown)
            except TooOld:
                pass
            except MessageGone:
                old = None
            else:
                self._report_table(update, old)
                return
        nonce = f"{self._process}t{state.number}v{update.version}"[:25]
        has_result = update.play.result is not None
        try:
            channel = int(update.chat.external)
            message = await self._wire.post(channel, shown, nonce, picture=has_result, silent=silent)
        except ChannelGone as gone:
            if old is None or not post or not gone.lacking:
                raise
            await self._edit_instead(old, update, shown, gone)
            return
        now, vote = self._clock.monotonic(), update.motion is not None
        state.shown = Shown(message, now, shown.fingerprint, _past(update), vote, update.post.moment)
        self._report_table(update, state.shown)
        self._report_lacks(update.chat)
        if old is not None:
            self._replaced(old, update.chat.external)

    async def _edit_table(self, old: Shown, update: PublicUpdate, shown: Content) -> None:
        has_result = update.play.result is not None
        if old.fingerprint != shown.fingerprint:
            await self._wire.edit(old.message, shown, picture=has_result)
            self._report_lacks(update.chat)
        old.fingerprint, old.moment, old.result = shown.fingerprint, update.post.moment, _past(update)
        old.has_vote = update.motion is not None

    async def _edit_instead(self, old: Shown, update: PublicUpdate, shown: Content, gone: ChannelGone) -> None:
        """Edit the old message where no new one may be posted: an old place is better than no table at all."""
        try:
            await self._edit_table(old, update, shown)
        except MessageGone:
            raise gone from None
        self._report_table(update, old)

    def _report_lacks(self, chat: ChatRef) -> None:
        lacking = self._wire.rights.lacks(int(chat.external))
        if lacking:
            self._outcomes.report(Lacking(chat, tuple(sorted(lacking))))

    def _replaced(self, old: Shown, lane: str) -> None:
        """Retire a message after another one shows the table: a result stays to be read, with nothing to press; all
        else is deleted.
        """
        if old.result is None:
            self._removals.put(old.message, lane)
        else:
            self._read_only[old.message] = old.result
            self._outbox.mark(lane, ("settle", old.message), LOW)

    @staticmethod
    def _put_back_table(state: TableState, update: PublicUpdate, *, renew: bool, ended: bool) -> None:
        """Queue a table again that did not arrive, unless something newer already waits."""
        state.renew = state.renew or renew
        state.ended = state.ended or ended
        state.pending = state.pending or update

    def _report_table(self, update: PublicUpdate, shown: Shown) -> None:
        place = PublicTarget(update.table.id, update.chat)
        self._outcomes.report(Delivered(place, str(shown.message), shown.shows))


def _says(shown: Shown, update: PublicUpdate) -> bool:
    """Tell whether a message tells of what an update tells of, so that there is probably nothing to be edited."""
    return update.post.moment != "" and shown.moment == update.post.moment


def _past(update: PublicUpdate) -> Content | None:
    """Return what a result's message is to tell once another one shows the table; ``None`` for a table without a
    result.
    """
    return None if update.play.result is None else content(render.past(update), TABLE)
