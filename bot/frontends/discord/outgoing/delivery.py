"""The three verbs of the port on Discord: which message shows a table, a hand, a sentence.

Everything that the manager says is kept as *pending state* and merged with what already waits; the outbox decides
when a call may be made, and then the newest state goes out. What a person must not miss (an alert, a call by name, a
sentence) survives the merging.
"""

from __future__ import annotations

import itertools
import secrets
from collections.abc import Hashable
from dataclasses import replace
from typing import Final

import discord
import structlog

from bot.frontends.discord.incoming.origin import PLATFORM, MessageId, rights_missing
from bot.frontends.discord.outgoing.attachments import Pictures
from bot.frontends.discord.outgoing.calls import (
    WORDS,
    ChannelCalls,
    ChannelGone,
    ClosedDm,
    MessageGone,
    TooOld,
    translated,
)
from bot.frontends.discord.outgoing.ephemerals import TOKEN, Ephemerals
from bot.frontends.discord.outgoing.markup import MENU, PANEL, TABLE, Content, content
from bot.frontends.discord.outgoing.messages import Ephemeral, HandKey, HandState, Shown, TableState, Told
from bot.frontends.discord.outgoing.outbox import HAND, LOW, PUBLIC, Later, Outbox
from bot.frontends.discord.outgoing.pace import CREATE, EDIT, FREE, Pace
from bot.frontends.discord.outgoing.rights import EMBED
from bot.present import render
from bot.session.port.commands import ChatRef, MyHand, UserRef
from bot.session.port.protocols import (
    Clock,
    Delivered,
    Gone,
    Lacking,
    Outcomes,
    PrivateTarget,
    PublicTarget,
    Unreachable,
)  # fmt: skip
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate

__all__ = ["Delivery"]

_log = structlog.get_logger(__name__)

_SCROLLED: Final = 6
"""So many newer messages and the table message is out of sight."""
_GROWN_OLD: Final = 20 * 60.0
"""Seconds after which a new trick gets a new table message."""
_UNSEEN: Final = 5 * 60.0
"""The same where we may not look how much was said since."""
_TOO_OLD: Final = 50 * 60.0
"""Seconds after which a message is not edited any more: after an hour Discord hardly allows it."""
_SEAT_LOST: Final = frozenset({"you_were_kicked", "seat_kept", "sit_in_over"})
"""Notices to somebody who does not sit at that table now: the panel of the seat goes."""
_ABOUT_DMS: Final = frozenset({"joined_hello"})
"""Notices that only make sense in the private chat."""


class Delivery:
    """Keeps the messages of all tables and hands on Discord up to date."""

    def __init__(self, wire: ChannelCalls, outcomes: Outcomes, clock: Clock, pace: Pace) -> None:
        self._wire = wire
        self._outcomes = outcomes
        self._clock = clock
        self._pace = pace
        self._tables: dict[int, TableState] = {}
        self._hands: dict[HandKey, HandState] = {}
        self._told: dict[int, Told] = {}
        self._retired: set[MessageId] = set()
        self._read_only: dict[MessageId, Content] = {}
        self._closed: set[str] = set()
        self._warned: set[str] = set()
        self._channels: dict[str, int] = {}
        self._ears = Ephemerals(clock)
        self._numbers = itertools.count()
        self._process = secrets.token_hex(3)
        self.outbox = Outbox(pace, clock, self._send, self._kind, opened=False)

    # -- the port

    def show_table(self, update: PublicUpdate) -> None:
        """See ``Frontend.show_table``."""
        state = self._tables.setdefault(update.table.id, TableState())
        if update.version < state.version:
            return
        state.pending, state.version = update, update.version
        state.renew = state.renew or update.renew
        state.ended = state.ended or update.ended
        state.ping |= {user for user in update.ping if user.platform == PLATFORM}
        if update.view is None and update.table.state in ("over", "closed"):  # a round was cut off: no hand is left
            for user, table in list(self._hands):
                if table == update.table.id:
                    self.hand_lost(user, table)
        self.outbox.mark(update.chat.external, ("table", update.table.id), PUBLIC)

    def show_hand(self, update: PrivateUpdate) -> None:
        """See ``Frontend.show_hand``."""
        key = (update.user.external, update.table.id)
        state = self._hands.setdefault(key, HandState())
        if update.version < state.version:
            return
        state.pending, state.version = update, update.version
        state.alert = state.alert or update.alert or update.reminder
        state.notice = update.notice or state.notice
        self.outbox.mark(self.lane(update.user.external), ("hand", *key), HAND)

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """See ``Frontend.tell``."""
        number = next(self._numbers)
        lost = notice.data.get("table") if notice.code in _SEAT_LOST else None
        if isinstance(lost, int):
            self.hand_lost(user.external, lost)
        self._told[number] = Told(user, notice, language, table)
        self.outbox.mark(self.lane(user.external), ("tell", number), HAND)

    # -- what answers to interactions change here

    @staticmethod
    def lane(user: str) -> str:
        """Return the outbox lane of a person's private chat."""
        return f"@{user}"

    def may_be_open(self, user: str) -> None:
        """Forget that private messages were refused: something suggests that they arrive again."""
        self._closed.discard(user)
        self._warned.discard(user)

    def heard(self, interaction: discord.Interaction) -> None:
        """Note that this person has just done something inside a group: for a while they can be told things there,
        unseen by others.
        """
        self._ears.heard(interaction)

    def entered(self, interaction: discord.Interaction) -> None:
        """Note what the bot may do in the channel of an interaction: Discord says so with each."""
        if interaction.guild_id is not None and interaction.channel_id is not None:
            self._wire.rights.told(interaction.channel_id, rights_missing(interaction))

    def link(self, table_message: str | None) -> str:
        """Return the address of a table's message, empty if unknown."""
        message = MessageId.read(table_message)
        return self._wire.address(message) if message is not None else ""

    @property
    def pictures(self) -> Pictures:
        """Which picture hangs on which message."""
        return self._wire.pictures

    def panel(self, update: PrivateUpdate) -> Content:
        """Return the hand panel as a message. What is the answer to a press and waits to be shown elsewhere, too, is
        drawn once.
        """
        state = self._hands.get((update.user.external, update.table.id))
        if state is not None and state.drawn is not None and state.drawn[0] is update:
            return state.drawn[1]
        shown = content(render.hand(update), PANEL, link=self.link(update.table_message))
        if state is not None and state.pending is update:
            state.drawn = (update, shown)
        return shown

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
        old = state.shown.message if state.shown is not None else MessageId.read(update.message)
        state.shown = Shown(message, self._posted(message), shown.fingerprint)
        self._closed.discard(update.user.external)
        lane = self.lane(update.user.external)
        if message in self._retired:  # pressed just before it was to go: it stays
            self._retired.discard(message)
            self.outbox.forget(lane, ("retire", message))
        if old is not None and old != message:
            self._retire(old, lane)
        self._report_hand(update, state)

    def hand_lost(self, user: str, table: int) -> None:
        """Remove the panel from the private chat of somebody who sits there no more, or whose round was cut off."""
        state = self._hands.pop((user, table), None)
        if state is not None and state.shown is not None:
            self._retire(state.shown.message, self.lane(user))

    def table_closed(self, table: int) -> None:
        """Forget a table that will not be shown again."""
        self._tables.pop(table, None)
        for key in [key for key in self._hands if key[1] == table]:
            del self._hands[key]

    # -- the outbox asks

    def _kind(self, key: Hashable) -> str:
        """Return which limit the call will count against, as far as can be known before."""
        match key:
            case ("table", int(table)):
                state = self._tables.get(table)
                if state is None or state.pending is None:
                    return FREE
                return CREATE if self._needs_post(state, state.pending) else EDIT
            case ("hand", str(user), int(table)):
                hand = self._hands.get((user, table))
                if hand is None or hand.pending is None:
                    return FREE
                if user in self._closed:
                    return EDIT if hand.ephemeral is not None else FREE
                return CREATE if self._needs_new_panel(hand, hand.pending) else EDIT
            case ("tell", _):
                return CREATE
            case ("settle", _):
                return EDIT
        return FREE

    async def _send(self, key: Hashable) -> None:
        match key:
            case ("table", int(table)):
                await self._send_table(table)
            case ("hand", str(user), int(table)):
                await self._send_hand((user, table))
            case ("tell", int(number)):
                await self._send_told(number)
            case ("retire", MessageId() as message):
                self._retired.discard(message)
                await self._wire.remove(message)
            case ("settle", MessageId() as message):
                await self._settle(message)

    def _retire(self, message: MessageId, lane: str) -> None:
        """Remove a message that another one has replaced."""
        if message not in self._retired:
            self._retired.add(message)
            self.outbox.mark(lane, ("retire", message), LOW)

    # -- tables

    def _known(self, state: TableState, update: PublicUpdate) -> Shown | None:
        if state.shown is None:
            message = MessageId.read(update.message)
            if message is not None and str(message.channel) == update.chat.external:
                state.shown = Shown(message, self._posted(message))
        return state.shown

    def _posted(self, message: MessageId) -> float:
        """Return when a message from before was posted, by the monotonic clock."""
        now = self._clock.monotonic()
        return now - max(0.0, self._clock.now() - message.posted_at)

    def _needs_post(self, state: TableState, update: PublicUpdate) -> bool:
        shown = self._known(state, update)
        if shown is None:
            return True
        lane = update.chat.external
        if self._pace.closed(lane, CREATE):  # for long: better an edit far above than nothing
            return self._pace.closed(lane, EDIT) > 0
        if self._pace.closed(lane, EDIT) or self._called(state, update):
            return True
        if shown.words and EMBED not in self._wire.rights.lacks(shown.message.channel):
            return True  # buttons are allowed there again
        age = self._clock.monotonic() - shown.at
        if update.renew and update.message is None:
            return True  # somebody asked to see it again, down here
        if state.ended and update.result is not None:
            return True  # an edit would reach nobody's phone
        begins = shown.result is not None and update.result is None and update.view is not None
        if update.motion is not None and not shown.has_vote and shown.fingerprint:
            return True  # there is a minute to vote: whoever is to do so must see it
        return begins or age > _TOO_OLD or (state.renew and age > _GROWN_OLD)

    def _called(self, state: TableState, update: PublicUpdate) -> set[UserRef]:
        """Return those to be rung: asked for and, in play, still awaited; else not told already, unseen by others."""
        if update.view is None or update.result is not None:
            return {user for user in state.ping if user.external not in self._warned}
        waiting = {question.seat for question in update.view.awaited}
        idle = {player.user for player in update.players if player.user is not None and player.seat not in waiting}
        return state.ping - idle

    async def _send_table(self, table: int) -> None:
        state = self._tables.get(table)
        if state is None or state.pending is None:
            return
        update, renew, ended, ping = state.pending, state.renew, state.ended, set(state.ping)
        called = self._called(state, update)
        post = self._needs_post(state, update)
        state.pending, state.renew, state.ended = None, False, False
        try:
            if not post and state.shown is not None and (renew or update.table.state == "lobby"):
                post = await self._has_scrolled(state.shown, renew=renew)
            shown = content(render.table(update), TABLE, called=[int(user.external) for user in called])
            await self._put_table(state, update, shown, post=post)
            state.ping -= ping
        except ChannelGone as gone:
            self._outcomes.report(Gone(update.chat, gone.lacking))
        except ClosedDm:  # a table of one's own, in the private chat
            self._outcomes.report(Gone(update.chat))
        except Later:
            self._put_back_table(state, update, renew=renew, ended=ended)
            raise
        if update.table.state == "closed" and state.pending is None:
            self.table_closed(table)

    async def _has_scrolled(self, shown: Shown, *, renew: bool) -> bool:
        """Tell whether the table message is out of sight by what was said since; by its age where we may not look."""
        if self._pace.closed(str(shown.message.channel), CREATE):
            return False
        newer = await self._wire.newer(shown.message, _SCROLLED)
        if newer is None:
            return renew and self._clock.monotonic() - shown.at > _UNSEEN
        return newer >= _SCROLLED

    async def _put_table(self, state: TableState, update: PublicUpdate, shown: Content, *, post: bool) -> None:
        old: Shown | None = state.shown
        if old is not None and not post:
            try:
                await self._edit_table(old, update, shown)
            except TooOld:
                pass
            except MessageGone:
                old = None
            else:
                self._report_table(update, old.message)
                return
        nonce = f"{self._process}t{update.table.id}v{update.version}"[:25]
        has_result = update.result is not None
        try:
            message, way = await self._wire.post(int(update.chat.external), shown, nonce, picture=has_result)
        except ChannelGone as gone:
            if old is None or not post or not gone.lacking:
                raise
            await self._edit_instead(old, update, shown, gone)
            return
        now, vote = self._clock.monotonic(), update.motion is not None
        state.shown = Shown(message, now, shown.fingerprint, _past(update), vote, way == WORDS)
        self._report_table(update, message)
        self._report_lacks(update.chat)
        if old is not None:
            self._replaced(old, update.chat.external)

    async def _edit_table(self, old: Shown, update: PublicUpdate, shown: Content) -> None:
        has_result = update.result is not None
        if old.fingerprint != shown.fingerprint:
            await self._wire.edit(old.message, shown, picture=has_result, words=old.words)
            self._report_lacks(update.chat)
        old.fingerprint, old.result = shown.fingerprint, _past(update)
        old.has_vote = update.motion is not None

    async def _edit_instead(self, old: Shown, update: PublicUpdate, shown: Content, gone: ChannelGone) -> None:
        """Edit the old message where no new one may be posted: an old place is better than no table at all."""
        try:
            await self._edit_table(old, update, shown)
        except MessageGone:
            raise gone from None
        self._report_table(update, old.message)

    def _report_lacks(self, chat: ChatRef) -> None:
        lacking = self._wire.rights.lacks(int(chat.external))
        if lacking:
            self._outcomes.report(Lacking(chat, tuple(sorted(lacking))))

    def _replaced(self, old: Shown, lane: str) -> None:
        """Retire a message after another one shows the table: a result stays to be read, with nothing to press; all
        else is deleted.
        """
        if old.result is None:
            self._retire(old.message, lane)
        else:
            self._read_only[old.message] = old.result
            self.outbox.mark(lane, ("settle", old.message), LOW)

    async def _settle(self, message: MessageId) -> None:
        shown = self._read_only.pop(message, None)
        if shown is None:
            return
        try:
            await self._wire.edit(message, shown, picture=True)
        except (MessageGone, ChannelGone):
            return  # its buttons are refused kindly
        except Later:
            self._read_only[message] = shown
            raise

    @staticmethod
    def _put_back_table(state: TableState, update: PublicUpdate, *, renew: bool, ended: bool) -> None:
        """Queue a table again that did not arrive, unless something newer already waits."""
        state.renew = state.renew or renew
        state.ended = state.ended or ended
        state.pending = state.pending or update

    def _report_table(self, update: PublicUpdate, message: MessageId) -> None:
        self._outcomes.report(Delivered(PublicTarget(update.table.id), str(message)))

    # -- hands

    def _needs_new_panel(self, state: HandState, update: PrivateUpdate) -> bool:
        if state.shown is None:
            message = MessageId.read(update.message)
            if message is not None:
                state.shown = Shown(message, self._posted(message))
        shown, lane = state.shown, self.lane(update.user.external)
        if shown is None:
            return True
        if self._pace.closed(lane, CREATE):
            return self._pace.closed(lane, EDIT) > 0
        if state.alert or self._pace.closed(lane, EDIT):
            return True
        return self._clock.monotonic() - shown.at > _TOO_OLD

    async def _send_hand(self, key: HandKey) -> None:
        state = self._hands.get(key)
        if state is None or state.pending is None:
            return
        update, alert = state.pending, state.alert
        if state.notice is not None and update.notice is None:
            update = replace(update, notice=state.notice)
        anew = self._needs_new_panel(state, update)
        state.pending, state.alert, state.notice = None, False, None
        try:
            shown, state.drawn = self.panel(update), None
            await self._refresh_ephemeral(state, shown)
            if key[0] in self._closed:
                return
            await self._put_hand(state, update, shown, anew=anew)
        except (ClosedDm, ChannelGone):
            await self._note_closed(update.user, update.table.id, update.language)
        except Later:
            self._put_back_hand(state, update, alert=alert)
            raise
        else:
            self._report_hand(update, state)

    async def _put_hand(self, state: HandState, update: PrivateUpdate, shown: Content, *, anew: bool) -> None:
        old = state.shown
        if old is not None and not anew:
            if old.fingerprint == shown.fingerprint:
                return
            try:
                await self._wire.edit(old.message, shown, picture=True)
            except TooOld:
                pass
            except MessageGone:
                old = None
            else:
                old.fingerprint = shown.fingerprint
                return
        channel = await self._private(update.user.external)
        nonce = f"{self._process}h{update.table.id}.{update.seat}v{update.version}"[:25]
        message, _ = await self._wire.post(channel, shown, nonce, picture=True)
        state.shown = Shown(message, self._clock.monotonic(), shown.fingerprint)
        if old is not None:
            self._retire(old.message, self.lane(update.user.external))

    async def _private(self, user: str) -> int:
        channel = self._channels.get(user)
        if channel is None:
            channel = self._channels[user] = await self._wire.private_channel(int(user))
        return channel

    async def _refresh_ephemeral(self, state: HandState, shown: Content) -> None:
        """Keep an open ephemeral panel current as long as its token lives; when it is gone, so be it."""
        panel = state.ephemeral
        if panel is None or panel.fingerprint == shown.fingerprint:
            return
        if self._clock.monotonic() > panel.until:
            state.ephemeral = None
            return
        try:
            async with translated():
                await panel.edit(shown, self.pictures)
            panel.fingerprint = shown.fingerprint
        except (MessageGone, ChannelGone, discord.HTTPException, Later):
            state.ephemeral = None

    @staticmethod
    def _put_back_hand(state: HandState, update: PrivateUpdate, *, alert: bool) -> None:
        """Queue a hand again that did not arrive, with the alert or sentence that must not be missed."""
        state.alert = state.alert or alert
        state.notice = state.notice or update.notice
        state.pending = state.pending or update

    def _report_hand(self, update: PrivateUpdate, state: HandState) -> None:
        if state.shown is not None:
            target = PrivateTarget(update.user, update.table.id)
            self._outcomes.report(Delivered(target, str(state.shown.message)))

    # -- sentences

    async def _send_told(self, number: int) -> None:
        told = self._told.pop(number, None)
        if told is None:
            return
        shown = content(render.notice(told.notice, told.language), MENU)
        user = told.user.external
        try:
            if user not in self._closed:
                channel = await self._private(user)
                message, _ = await self._wire.post(channel, shown, f"{self._process}n{number}", picture=False)
                # No table: this message is not the panel of one.
                self._outcomes.report(Delivered(PrivateTarget(told.user), str(message)))
                return
        except (ClosedDm, ChannelGone):
            await self._note_closed(told.user, told.table, told.language)
        except Later:
            self._told[number] = told
            raise
        if told.notice.code not in _ABOUT_DMS:
            await self._ears.whisper(user, shown)

    async def _note_closed(self, user: UserRef, table: int | None, language: str) -> None:
        """Note that private messages do not arrive: tell the person once where the hand can be opened, and report it."""
        self._closed.add(user.external)
        if table is not None:
            notice = Notice("dms_closed", {"table": table}, actions=(("my_hand", MyHand(table)),))
            if await self._ears.whisper(user.external, content(render.notice(notice, language), MENU)):
                self._warned.add(user.external)
        self._outcomes.report(Unreachable(PrivateTarget(user, table)))


def _past(update: PublicUpdate) -> Content | None:
    """Return what a result's message is to tell once another one shows the table; ``None`` for a table without a
    result.
    """
    return None if update.result is None else content(render.past(update), TABLE)
