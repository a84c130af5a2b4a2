"""The verbs of the port on Discord: show a table, show a hand, tell somebody something, announce something.

Everything that the manager says is kept as *pending state* and merged with what already waits; the outbox decides
when a call may be made, and then the newest state goes out. What a person must not miss (an alert, a call by name, a
sentence) survives the merging.
"""

from __future__ import annotations

import secrets
from collections.abc import Hashable
from typing import Final

import discord

from bot.delivery.pace import CREATE, EDIT, FREE, Pace
from bot.frontends.discord.incoming.origin import MessageId, is_visited, rights_missing
from bot.frontends.discord.outgoing.attachments import Pictures
from bot.frontends.discord.outgoing.calls import (
    ChannelCalls,
)
from bot.frontends.discord.outgoing.markup import Content
from bot.frontends.discord.outgoing.outbox import Marks
from bot.frontends.discord.outgoing.posts.amendments import Amendments
from bot.frontends.discord.outgoing.posts.announcements import Announcements
from bot.frontends.discord.outgoing.posts.cards import Cards
from bot.frontends.discord.outgoing.posts.ephemerals import TOKEN
from bot.frontends.discord.outgoing.posts.hands import HandPanels
from bot.frontends.discord.outgoing.posts.messages import (
    Ephemeral,
    Told,
)
from bot.frontends.discord.outgoing.posts.removals import Removals
from bot.frontends.discord.outgoing.posts.standings import StandingsMessages
from bot.frontends.discord.outgoing.posts.tables import TableMessages
from bot.session.port.audience import Reply
from bot.session.port.commands import Command, Leave, UserRef
from bot.session.port.protocols import (
    AnswerTarget,
    Clock,
    Delivered,
    Outcomes,
    PostTarget,
    PublicTarget,
    StandingsTarget,
)  # fmt: skip
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate
from bot.session.port.workers import Allowance

__all__ = ["Delivery"]

_SEAT_LOST: Final = frozenset({"you_were_kicked", "seat_kept", "sit_in_over"})
"""Notices to somebody who does not sit at that table now: the panel of the seat goes."""


class Delivery:
    """Keeps the messages of all tables and hands on Discord up to date."""

    def __init__(
        self, wire: ChannelCalls, outcomes: Outcomes, clock: Clock, pace: Pace, allowance: Allowance | None = None
    ) -> None:
        self._wire = wire
        self._outcomes = outcomes
        self.outbox = Marks(pace, clock, allowance, self._send, self._kind)
        self._removals = Removals(wire, self.outbox)
        # Discord drops a post whose nonce it has just seen. Versions and numbers come again after a restart, with other
        # contents: so each process has nonces of its own.
        process = secrets.token_hex(3)
        self.hands = HandPanels(wire, outcomes, clock, self.outbox, self._removals, process)
        """The panels, which answers to interactions open and show."""
        self._tables = TableMessages(wire, outcomes, clock, self.outbox, self._removals, process, self.hands.is_warned)
        self.cards = Cards(wire, outcomes, clock, self.outbox)
        """What shows tables where the bot is no member, which answers to interactions bring."""
        self.announcements = Announcements(wire, outcomes, self.outbox, self.cards)
        self._amendments = Amendments(wire, outcomes, clock, self.outbox, self.tell)
        self._clock = clock
        self._standings = StandingsMessages(wire, outcomes, clock, self.outbox, self._removals, process)

    # -- the port

    def show_standings(self, update: StandingsUpdate) -> None:
        """See ``Frontend.show_standings``."""
        if is_visited(update.chat):
            self.cards.show(StandingsTarget(update.tournament, update.chat), update)
        else:
            self._standings.show(update)

    def show_table(self, update: PublicUpdate) -> None:
        """See ``Frontend.show_table``."""
        cut_off = update.view is None and update.table.contest is None and update.table.state in ("over", "closed")
        visited = is_visited(update.chat)
        place = PublicTarget(update.table.id, update.chat)
        if (self.cards.show(place, update) if visited else self._tables.show(update)) and cut_off:
            self.hands.cut_off(update.table.id)

    def let_go(self, table: int) -> None:
        """See ``Frontend.let_go``."""
        self._tables.let_go(table)
        self.cards.let_go(table)
        self.hands.let_go(table)

    def show_hand(self, update: PrivateUpdate) -> None:
        """See ``Frontend.show_hand``."""
        self.hands.show(update)

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """See ``Frontend.tell``."""
        lost = notice.data.get("table") if notice.code in _SEAT_LOST else None
        if isinstance(lost, int):
            self.hands.lost(user.external, lost)
        self.hands.tell(Told(user, notice, language, table))

    def amend(self, target: AnswerTarget, message: str, reply: Reply, instead: Notice | None) -> None:
        """See ``Frontend.amend``."""
        known = MessageId.read(message)
        if known is not None:
            self._amendments.put(target, known, reply, instead)

    # -- what answers change here

    def carried_out(self, user: str, command: Command, reply: Reply) -> None:
        """Note what a command has changed in what its person sees: who has left a seat has no panel of it."""
        left = reply.ok and isinstance(command, Leave) and isinstance(reply.body, Notice)
        table = reply.body.data.get("table") if left and isinstance(reply.body, Notice) else None
        if isinstance(table, int):
            self.hands.lost(user, table)

    async def say(self, channel: int, shown: Content, nonce: str) -> MessageId:
        """Post an answer that is no answer to an interaction; ``nonce`` as in ``ChannelCalls.post``."""
        return await self._wire.post(channel, shown, nonce, picture=True, silent=True)

    def goes_on(self, target: AnswerTarget, message: MessageId) -> None:
        """Note which message of ours answered somebody and will go on by itself."""
        self._outcomes.report(Delivered(target, str(message)))

    def answered(
        self, target: AnswerTarget, message: MessageId, interaction: discord.Interaction, *, apart: bool
    ) -> None:
        """Note which message answered an interaction and will go on by itself. ``apart``: see ``Ephemeral``."""
        until = self._clock.monotonic() + TOKEN
        self._amendments.answered(target, message, Ephemeral(interaction, until, "", message.message, apart))

    def heard(self, interaction: discord.Interaction) -> None:
        """Note that somebody has done something and was answered: for a while messages can be carried by that."""
        self.hands.heard(interaction)
        self.cards.heard(interaction)

    def entered(self, interaction: discord.Interaction) -> None:
        """Note what the bot may do in the channel of an interaction: Discord says so with each."""
        if interaction.guild_id is not None and interaction.channel_id is not None:
            self._wire.rights.told(interaction.channel_id, rights_missing(interaction))

    @property
    def pictures(self) -> Pictures:
        """Which picture hangs on which message."""
        return self._wire.pictures

    def table_pressed(self, place: PublicTarget, message: MessageId) -> None:
        """Note that a button of a table's message was pressed: one that another has taken over from goes."""
        self._tables.pressed(place, message)

    def table_closed(self, place: PublicTarget) -> None:
        """Forget a table that will not be shown again."""
        self._tables.forget(place)
        self.hands.forget(place.table)

    # -- the outbox asks

    def _kind(self, key: Hashable) -> str:
        """Return which limit the call for ``key`` will count against, as far as can be known before."""
        match key:
            case ("table" | "standings", PublicTarget(_, chat) | StandingsTarget(_, chat)) if is_visited(chat):
                return FREE
            case ("table", PublicTarget() as place):
                return self._tables.kind(place)
            case ("hand", str(user), int(table)):
                return self.hands.kind((user, table))
            case ("tell", _) | ("announce", _):
                return CREATE
            case ("standings", StandingsTarget() as venue):
                return self._standings.kind(venue)
            case ("amend", MessageId() as message):
                return self._amendments.kind(message)
            case ("settle", _):
                return EDIT
        return FREE

    async def _send(self, key: Hashable) -> None:
        match key:
            case ("table", PublicTarget() as place):
                sender = self.cards if is_visited(place.chat) else self._tables
                if await sender.send(place):
                    self.table_closed(place)
            case ("hand", str(user), int(table)):
                await self.hands.send((user, table))
            case ("standings", StandingsTarget() as venue):
                await (self.cards if is_visited(venue.chat) else self._standings).send(venue)
            case ("tell", int(number)):
                await self.hands.send_told(number)
            case ("announce", PostTarget() as target):
                await self.announcements.send(target)
            case ("amend", MessageId() as message):
                await self._amendments.send(message)
            case ("remove", MessageId() as message):
                await self._removals.send(message)
            case ("settle", MessageId() as message):
                await self._tables.settle(message)
