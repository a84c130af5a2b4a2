"""What one person sees on Discord: the panel with their hand, and sentences to them alone.

Both go to the private chat. Where somebody takes no private messages, the panel can still be opened inside the group as
an ephemeral message, which nobody else sees: it is edited through the token of its interaction, while that lives.
"""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Final

import discord

from bot.delivery.outbox import Later
from bot.delivery.pace import CREATE, EDIT, FREE
from bot.frontends.discord.incoming.origin import MessageId, chat_of, is_visited
from bot.frontends.discord.outgoing.calls import (
    ChannelCalls,
    ChannelGone,
    ClosedDm,
    MessageGone,
    TooOld,
    translated,
)
from bot.frontends.discord.outgoing.markup import MENU, PANEL, Content, content
from bot.frontends.discord.outgoing.outbox import HAND, Marks
from bot.frontends.discord.outgoing.posts.ephemerals import TOKEN, Ephemerals
from bot.frontends.discord.outgoing.posts.messages import (
    TOO_OLD_SECONDS,
    Ephemeral,
    HandKey,
    HandState,
    Shown,
    Told,
    kept,
    posted_at,
)
from bot.frontends.discord.outgoing.posts.removals import Removals
from bot.present import render
from bot.session.port.commands import MyHand, UserRef
from bot.session.port.protocols import (
    Clock,
    Delivered,
    Outcomes,
    PrivateTarget,
    Unreachable,
)  # fmt: skip
from bot.session.port.updates import Notice, PrivateUpdate
from bot.session.port.workers import was_away

__all__ = ["HandPanels"]

_ABOUT_DMS: Final = frozenset({"joined_hello"})
"""Notices that only make sense in the private chat."""


class HandPanels:
    """Keeps the panel of each person at each table up to date, and sends them sentences. ``process``: part of each nonce."""

    def __init__(
        self,
        wire: ChannelCalls,
        outcomes: Outcomes,
        clock: Clock,
        outbox: Marks,
        removals: Removals,
        process: str,
    ) -> None:
        self._wire = wire
        self._outcomes = outcomes
        self._clock = clock
        self._outbox = outbox
        self._removals = removals
        self._process = process
        self._hands: dict[HandKey, HandState] = {}
        self._told: dict[int, Told] = {}
        self._numbers = itertools.count()
        self._closed: set[str] = set()
        """Who takes no private messages, as far as is known."""
        self._warned: set[str] = set()
        """Who has been told so, inside a group and unseen by others."""
        self._channels: dict[str, int] = {}
        self._ephemerals = Ephemerals(clock)

    def show(self, update: PrivateUpdate) -> None:
        """Keep an update as what is to be shown, unless a newer one is known."""
        key = (update.user.external, update.table.id)
        state = self._hands.setdefault(key, HandState())
        if update.version < state.version:
            return
        if update.post.message is not None and was_away(state.version, update.version):
            self._forget_message(state)
        state.pending, state.version = update, update.version
        state.alert = state.alert or update.alert or update.reminder
        state.notice = update.notice or state.notice
        self._outbox.mark(self.lane(update.user.external), ("hand", *key), HAND)

    def _forget_message(self, state: HandState) -> None:
        """Forget which message shows a hand, and its pictures: another worker has had the table."""
        if state.ephemeral is not None:
            self._wire.pictures.forget(state.ephemeral.message)
        if state.shown is not None:
            self._wire.pictures.forget(state.shown.message.message)
            state.shown = None

    def tell(self, told: Told) -> None:
        """Send a sentence to one person; none takes the place of another."""
        number = next(self._numbers)
        self._told[number] = told
        self._outbox.mark(self.lane(told.user.external), ("tell", number), HAND)

    @staticmethod
    def lane(user: str) -> str:
        """Return the outbox lane of a person's private chat."""
        return f"@{user}"

    def may_be_open(self, user: str) -> None:
        """Forget that private messages were refused: something suggests that they arrive again."""
        self._closed.discard(user)
        self._warned.discard(user)

    def is_warned(self, user: str) -> bool:
        """Tell whether this person was told, unseen by others, that private messages do not arrive."""
        return user in self._warned

    def heard(self, interaction: discord.Interaction) -> None:
        """Note that this person has just done something inside a group: for a while they can be told things there,
        unseen by others.
        """
        self._ephemerals.heard(interaction)

    def panel(self, update: PrivateUpdate) -> Content:
        """Return the hand panel as a message. One that is the answer to a press and also waits in the outbox is drawn once."""
        state = self._hands.get((update.user.external, update.table.id))
        if state is not None and state.drawn is not None and state.drawn[0] is update:
            return state.drawn[1]
        shown = content(render.hand(update), PANEL, link=self._link(update.place.message))
        if state is not None and state.pending is update:
            state.drawn = (update, shown)
        return shown

    def overtaken(self, user: str, table: int, notice: Notice) -> PrivateUpdate | None:
        """Return what waits to be sent to a panel that was pressed though it is over, with the sentence that says so.

        The pressed message may be one that nobody knows of any more (a crash can leave two of them, or one whose token is
        lost), and its person may press it again before anything can be sent: so it becomes the panel by the answer itself.
        """
        state = self._hands.get((user, table))
        if state is None or state.pending is None:
            return None
        if state.pending.notice is None:
            state.pending = replace(state.pending, notice=state.notice or notice)
        return state.pending

    def panel_opened(
        self, update: PrivateUpdate, interaction: discord.Interaction, shown: Content, message: int, *, apart: bool
    ) -> None:
        """Keep an ephemeral message as this hand's panel, to be edited while its token lives. See ``Ephemeral.apart``."""
        state = self._hands.setdefault((update.user.external, update.table.id), HandState())
        until = self._clock.monotonic() + TOKEN
        state.ephemeral = Ephemeral(interaction, until, shown.fingerprint, message, apart)

    def panel_shown(self, update: PrivateUpdate, message: MessageId, shown: Content) -> None:
        """Note that an answer in the private chat shows the panel now, in that message."""
        key = (update.user.external, update.table.id)
        state = self._hands.setdefault(key, HandState())
        old = state.shown.message if state.shown is not None else MessageId.read(update.post.message)
        state.shown = Shown(message, posted_at(self._clock, message), shown.fingerprint, moment=update.post.moment)
        self._closed.discard(update.user.external)
        lane = self.lane(update.user.external)
        self._removals.cancel(message, lane)  # pressed just before it was to go: it stays
        if old is not None and old != message:
            self._removals.put(old, lane)
        self._report_hand(update, state)

    def lost(self, user: str, table: int) -> None:
        """Remove the panel from the private chat of somebody who sits there no more, or whose round was cut off."""
        state = self._hands.pop((user, table), None)
        if state is not None and state.shown is not None:
            self._removals.put(state.shown.message, self.lane(user))

    def cut_off(self, table: int) -> None:
        """Remove all panels of a table whose round was cut off: no hand is left."""
        for user, number in list(self._hands):
            if number == table:
                self.lost(user, table)

    def let_go(self, table: int) -> None:
        """Send nothing more to the panels of a table that another worker shows from now on."""
        for (_, number), state in self._hands.items():
            if number == table:
                state.pending, state.alert, state.notice, state.drawn = None, False, None, None

    def forget(self, table: int) -> None:
        """Forget the panels of a table that will not be shown again."""
        for key in [key for key in self._hands if key[1] == table]:
            del self._hands[key]

    def kind(self, key: HandKey) -> str:
        """Return which limit the next call for this hand will count against, as far as can be known before."""
        hand = self._hands.get(key)
        if hand is None or hand.pending is None:
            return FREE
        if key[0] in self._closed:
            return EDIT if hand.ephemeral is not None else FREE
        return CREATE if self._needs_new_panel(hand, hand.pending) else EDIT

    async def send(self, key: HandKey) -> None:
        """Show the newest state of a hand."""
        state = self._hands.get(key)
        if state is None or state.pending is None:
            return
        update, alert = state.pending, state.alert
        if state.notice is not None and update.notice is None:
            update = replace(update, notice=state.notice)
        anew = self._needs_new_panel(state, update)
        state.pending, state.alert, state.notice = None, False, None
        waits = self._waits(update)
        if waits and not anew and state.shown is not None and state.ephemeral is None and state.shown.waits == waits:
            state.shown.moment, state.drawn = update.post.moment, None
            self._report_hand(update, state)
            return
        try:
            shown, state.drawn = self.panel(update), None
            await self._refresh_ephemeral(state, shown)
            if is_visited(update.place.chat) and (state.ephemeral or await self._open_there(update, shown)):
                return
            if key[0] in self._closed:
                return
            await self._put_hand(state, update, shown, anew=anew, silent=update.post.quiet or not alert)
        except (ClosedDm, ChannelGone):
            await self._note_closed(update.user, update.table.id, update.language)
        except Later:
            self._put_back_hand(state, update, alert=alert)
            raise
        else:
            if state.shown is not None:
                state.shown.waits = waits
            self._report_hand(update, state)

    async def send_told(self, number: int) -> None:
        """Send a sentence; where private messages do not arrive, inside the group and unseen by others."""
        told = self._told.pop(number, None)
        if told is None:
            return
        shown = content(render.notice(told.notice, told.language), MENU)
        user = told.user.external
        last = self._ephemerals.last(user)
        guest = last is not None and (chat := chat_of(last)) is not None and is_visited(chat)
        if guest and (told.notice.code in _ABOUT_DMS or await self._ephemerals.whisper(user, shown)):
            return
        try:
            if user not in self._closed:
                channel = await self._private(user)
                nonce = f"{self._process}n{number}"
                message = await self._wire.post(channel, shown, nonce, picture=False, silent=told.notice.quiet)
                # No table: this message is not the panel of one.
                self._outcomes.report(Delivered(PrivateTarget(told.user), str(message)))
                return
        except (ClosedDm, ChannelGone):
            await self._note_closed(told.user, told.table, told.language)
        except Later:
            self._told[number] = told
            raise
        if told.notice.code not in _ABOUT_DMS:
            await self._ephemerals.whisper(user, shown)

    # -- inside

    def _waits(self, update: PrivateUpdate) -> str:
        waits = render.waiting(update)
        return waits and f"{waits}{self._link(update.place.message)}"

    def _link(self, table_message: str | None) -> str:
        """Return the address of a table's message, empty if unknown."""
        message = MessageId.read(table_message)
        return self._wire.address(message) if message is not None else ""

    def _needs_new_panel(self, state: HandState, update: PrivateUpdate) -> bool:
        if state.shown is None:
            message = MessageId.read(update.post.message)
            if message is not None and not self._removals.has(message):
                state.shown = kept(self._clock, message, update.post.shows)
        shown, lane = state.shown, self.lane(update.user.external)
        if shown is None:
            return True
        if self._outbox.closed(lane, CREATE):
            return self._outbox.closed(lane, EDIT)
        if state.alert or self._outbox.closed(lane, EDIT):
            return True
        tells_the_same = update.post.moment != "" and shown.moment == update.post.moment
        return self._clock.monotonic() - shown.at > TOO_OLD_SECONDS and not tells_the_same

    async def _put_hand(
        self, state: HandState, update: PrivateUpdate, shown: Content, *, anew: bool, silent: bool
    ) -> None:
        old = state.shown
        if old is not None and not anew:
            if old.fingerprint == shown.fingerprint:
                old.moment = update.post.moment
                return
            try:
                await self._wire.edit(old.message, shown, picture=True)
            except TooOld:
                pass
            except MessageGone:
                old = None
            else:
                old.fingerprint, old.moment = shown.fingerprint, update.post.moment
                return
        channel = await self._private(update.user.external)
        nonce = f"{self._process}h{update.table.id}.{update.seat}v{update.version}"[:25]
        message = await self._wire.post(channel, shown, nonce, picture=True, silent=silent)
        state.shown = Shown(message, self._clock.monotonic(), shown.fingerprint, moment=update.post.moment)
        if old is not None:
            self._removals.put(old.message, self.lane(update.user.external))

    async def _private(self, user: str) -> int:
        channel = self._channels.get(user)
        if channel is None:
            channel = self._channels[user] = await self._wire.private_channel(int(user))
        return channel

    async def _refresh_ephemeral(self, state: HandState, shown: Content) -> None:
        """Edit an open ephemeral panel as long as its token lives. If that fails it is forgotten: there is the private chat."""
        panel = state.ephemeral
        if panel is None or panel.fingerprint == shown.fingerprint:
            return
        if self._clock.monotonic() > panel.until:
            state.ephemeral = None
            return
        try:
            async with translated():
                await panel.edit(shown, self._wire.pictures)
            panel.fingerprint = shown.fingerprint
        except (MessageGone, ChannelGone, discord.HTTPException, Later):
            state.ephemeral = None

    async def _open_there(self, update: PrivateUpdate, shown: Content) -> bool:
        """Open the panel where the table is, unseen by others, if its person has done something there of late."""
        last = self._ephemerals.last(update.user.external)
        if last is None or chat_of(last) != update.place.chat:
            return False
        file = await shown.file()
        files = [] if file is None else [file]
        try:
            async with translated():
                view = shown.view(picture=bool(files))
                sent = await last.followup.send(view=view, files=files, ephemeral=True, wait=True)
        except (MessageGone, ChannelGone, discord.HTTPException, Later):
            return False
        self._wire.pictures.note(sent)
        self.panel_opened(update, last, shown, sent.id, apart=True)
        return True

    @staticmethod
    def _put_back_hand(state: HandState, update: PrivateUpdate, *, alert: bool) -> None:
        """Queue a hand again that did not arrive, with the alert or sentence that must not be missed."""
        state.alert = state.alert or alert
        state.notice = state.notice or update.notice
        state.pending = state.pending or update

    def _report_hand(self, update: PrivateUpdate, state: HandState) -> None:
        if state.shown is not None:
            target = PrivateTarget(update.user, update.table.id)
            self._outcomes.report(Delivered(target, str(state.shown.message), state.shown.shows))

    async def _note_closed(self, user: UserRef, table: int | None, language: str) -> None:
        """Note that private messages do not arrive: tell the person once where the hand can be opened, and report it."""
        self._closed.add(user.external)
        if table is not None:
            notice = Notice("dms_closed", {"table": table}, actions=(("my_hand", MyHand(table)),))
            if await self._ephemerals.whisper(user.external, content(render.notice(notice, language), MENU)):
                self._warned.add(user.external)
        self._outcomes.report(Unreachable(PrivateTarget(user, table)))
