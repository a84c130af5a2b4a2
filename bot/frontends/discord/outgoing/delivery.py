"""The verbs of delivery on Discord, and what answers to interactions tell it."""

from __future__ import annotations

import secrets
from hashlib import blake2s
from typing import Final

import discord

from bot.delivery.chats import Drawings
from bot.delivery.memory import MessageId, Shown
from bot.delivery.messenger import Messenger
from bot.delivery.outbox import Outbox
from bot.delivery.pace import CREATE, EDIT, FREE, Pace
from bot.delivery.posts import Removal
from bot.frontends.discord.incoming.origin import PLATFORM, is_visited, rights_missing
from bot.frontends.discord.outgoing.attachments import Pictures
from bot.frontends.discord.outgoing.calls import TOKEN, ChannelCalls, Ephemeral, posted_at
from bot.frontends.discord.outgoing.cards import Cards
from bot.frontends.discord.outgoing.hands import HandPanels, Sentence
from bot.frontends.discord.outgoing.markup import MENU, TABLE, Content, content
from bot.present import render
from bot.present.screens.screen import Screen
from bot.session.port.audience import Reply
from bot.session.port.commands import ChatRef, Command, Leave, UserRef
from bot.session.port.protocols import (
    AnswerTarget,
    Clock,
    Delivered,
    Lacking,
    Outcome,
    Outcomes,
    PostTarget,
    PrivateTarget,
    PublicTarget,
    StandingsTarget,
)  # fmt: skip
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate
from bot.session.port.workers import Allowance, was_away

__all__ = ["Delivery"]

_SCROLLED: Final = 6
"""So many newer messages and the table message is out of sight."""
_UNSEEN: Final = 5 * 60.0
"""Seconds after which a new trick gets a new table message where we may not look how much was said since."""
_MOST_ANSWERS: Final = 500
"""So many answers are remembered with their interactions."""


class Delivery(Messenger):
    """Keeps the messages of all tables and hands on Discord up to date."""

    edit_seconds = 50 * 60.0
    """After an hour Discord hardly allows an edit."""

    def __init__(
        self, wire: ChannelCalls, outcomes: Outcomes, clock: Clock, pace: Pace, allowance: Allowance | None = None
    ) -> None:
        super().__init__(Outbox(pace, clock, allowance), clock)
        self.wire, self._outcomes = wire, outcomes
        self.hands = HandPanels(self)
        """The panels that are open inside groups, which answers to interactions open and show."""
        self.drawings = DiscordDrawings(self.hands)
        self.cards = Cards(self)
        """What shows tables where the bot is no member, which answers to interactions bring."""
        self._answers: dict[MessageId, Ephemeral] = {}
        # Discord drops a post whose nonce it has just seen, and numbers come again after a restart, with other contents.
        self._process = secrets.token_hex(3)
        self._channels: dict[str, int] = {}

    @property
    def pictures(self) -> Pictures:
        """Which picture hangs on which message."""
        return self.wire.pictures

    # -- the port

    def show_table(self, update: PublicUpdate) -> None:
        """See ``Frontend.show_table``."""
        place = PublicTarget(update.table.id, update.chat)
        if is_visited(update.chat):
            self.cards.show(place, update)
            self.cut_off(update)
            return
        self._was_away(place, update)
        super().show_table(update)

    def show_hand(self, update: PrivateUpdate) -> None:
        """See ``Frontend.show_hand``."""
        self._was_away(PrivateTarget(update.user, update.table.id), update)
        super().show_hand(update)

    def show_standings(self, update: StandingsUpdate) -> None:
        """See ``Frontend.show_standings``."""
        if is_visited(update.chat):
            self.cards.show(StandingsTarget(update.tournament, update.chat), update)
        else:
            super().show_standings(update)

    def let_go(self, table: int) -> None:
        """See ``Frontend.let_go``."""
        super().let_go(table)
        self.cards.let_go(table)

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """See ``Frontend.tell``."""
        self.seat_lost(user, notice)
        self.outbox.put(Sentence(self, self.number(), user, notice, language, table))

    def _was_away(self, target: PublicTarget | PrivateTarget, update: PublicUpdate | PrivateUpdate) -> None:
        """Forget the pictures of what shows a table that another worker has had meanwhile: it may have changed them."""
        shown = self.memory.find(target)
        if shown is not None and update.post.message is not None and was_away(shown.version, update.version):
            self.pictures.forget(shown.message.message)
            if isinstance(target, PrivateTarget):
                self.hands.forget_pictures(target)

    def hand_gone(self, user: UserRef, table: int) -> None:
        """See ``Messenger``."""
        super().hand_gone(user, table)
        self.hands.forget(user, table)

    # -- what answers change here

    def carried_out(self, user: str, command: Command, reply: Reply) -> None:
        """Note what a command has changed in what its person sees: who has left a seat has no panel of it."""
        left = reply.ok and isinstance(command, Leave) and isinstance(reply.body, Notice)
        table = reply.body.data.get("table") if left and isinstance(reply.body, Notice) else None
        if isinstance(table, int):
            self.hand_gone(UserRef(PLATFORM, user), table)

    async def say(self, channel: int, shown: Content, nonce: str) -> MessageId:
        """Post an answer that is no answer to an interaction; ``nonce`` as in ``ChannelCalls.post``."""
        return await self.wire.post(channel, shown, nonce, silent=True)

    def goes_on(self, target: AnswerTarget, message: MessageId) -> None:
        """Note which message of ours answered somebody and will go on by itself."""
        self.report(Delivered(target, str(message)))

    def answered(
        self, target: AnswerTarget, message: MessageId, interaction: discord.Interaction, *, apart: bool
    ) -> None:
        """Note which message answered an interaction and will go on by itself. ``apart``: see ``Ephemeral``."""
        until = self.clock.monotonic() + TOKEN
        self._answers.pop(message, None)
        self._answers[message] = Ephemeral(interaction, until, "", message.message, apart)
        while len(self._answers) > _MOST_ANSWERS:
            del self._answers[next(iter(self._answers))]
        self.goes_on(target, message)

    def heard(self, interaction: discord.Interaction) -> None:
        """Note that somebody has done something and was answered: for a while messages can be carried by that."""
        self.hands.heard(interaction)
        self.cards.heard(interaction)

    def entered(self, interaction: discord.Interaction) -> None:
        """Note what the bot may do in the channel of an interaction: Discord says so with each."""
        if interaction.guild_id is not None and interaction.channel_id is not None:
            self.wire.rights.told(interaction.channel_id, rights_missing(interaction))

    def table_pressed(self, place: PublicTarget, message: MessageId) -> None:
        """Remove a message that is pressed though a newer one shows the table there: a crash can leave two of them. A result
        that is about to lose its buttons stays."""
        lane = self.lane_of(place.chat)
        if self.memory.is_outdated(place, message) and self.outbox.find(lane, ("removal", message)) is None:
            self.outbox.put(Removal(self, lane, message))

    # -- the verbs

    def report(self, outcome: Outcome) -> None:
        """See ``Chats``."""
        self._outcomes.report(outcome)

    def lane_of(self, chat: ChatRef) -> str:
        """See ``Chats``."""
        return chat.external

    def lane_to(self, user: UserRef) -> str:
        """See ``Chats``."""
        return self.hands.lane(user.external)

    def is_in(self, message: MessageId, chat: ChatRef) -> bool:
        """See ``Chats``."""
        return str(message.chat) == chat.external

    def posted_at(self, message: MessageId, told: float | None) -> float:
        """See ``Chats``."""
        return posted_at(message)

    async def post(self, chat: ChatRef, drawn: Content, number: str, *, silent: bool) -> MessageId:
        """See ``Chats``."""
        return await self.wire.post(int(chat.external), drawn, f"{self._process}{number}", silent=silent)

    async def post_to(self, user: UserRef, drawn: Content, number: str, *, silent: bool) -> MessageId:
        """See ``Chats``."""
        channel = self._channels.get(user.external)
        if channel is None:
            channel = self._channels[user.external] = await self.wire.private_channel(int(user.external))
        return await self.wire.post(channel, drawn, f"{self._process}{number}", silent=silent)

    async def edit(self, message: MessageId, drawn: Content) -> None:
        """See ``Chats``."""
        await self.wire.edit(message, drawn)

    async def remove(self, message: MessageId) -> None:
        """See ``Chats``."""
        await self.wire.remove(message)

    async def strip(self, message: MessageId, past: Content | None) -> None:
        """See ``Chats``; its buttons are refused kindly where that is not possible."""
        if past is not None:
            await self.wire.edit(message, past)

    async def prepare(self, target: PostTarget, screen: Screen) -> None:
        """See ``Chats``; it is kept by its key."""
        await content(screen, MENU).file()

    async def post_once(self, target: PostTarget, screen: Screen, made: bytes | None) -> MessageId | None:
        """See ``Chats``. The nonce follows from the target, so that Discord drops a repetition."""
        shown = content(screen, MENU)
        if is_visited(target.chat):  # where nobody can be told unasked it counts as told
            return await self.cards.say(target.chat, shown)
        nonce = blake2s(f"{target.chat.external} {target.key}".encode(), digest_size=12).hexdigest()
        return await self.wire.post(int(target.chat.external), shown, nonce, silent=True)

    def amend_kind(self, message: MessageId) -> str:
        """See ``Chats``."""
        return EDIT if self._through(message) is None else FREE

    async def amend_answer(self, message: MessageId, screen: Screen) -> None:
        """See ``Chats``: through its interaction while that lives. What only its reader sees cannot be edited any longer."""
        answer, shown = self._through(message), content(screen, MENU).without_picture()
        if answer is None:
            await self.wire.edit(message, shown)
        else:
            await answer.edit(shown, self.pictures)

    def _through(self, message: MessageId) -> Ephemeral | None:
        answer = self._answers.get(message)
        return answer if answer is not None and self.clock.monotonic() < answer.until else None

    async def out_of_sight(self, shown: Shown, update: PublicUpdate, *, renew: bool) -> bool:
        """See ``Chats``: by what was said since; by its age where we may not look."""
        lane = self.lane_of(update.chat)
        if not (renew or update.table.state == "lobby") or self.outbox.closed(lane, CREATE):
            return False
        newer = await self.wire.newer(shown.message, _SCROLLED)
        if newer is None:
            return renew and self.clock.monotonic() - shown.at > _UNSEEN
        return newer >= _SCROLLED

    def calls_between(self, user: UserRef, *, ended: bool) -> bool:
        """See ``Chats``: whom no sentence has reached unseen by others."""
        return not self.hands.is_warned(user)

    def writes_to(self, user: UserRef) -> bool:
        """See ``Chats``."""
        return self.hands.writes_to(user)

    async def closed_by(self, user: UserRef, table: int | None, language: str) -> None:
        """See ``Chats``."""
        await self.hands.note_closed(user, table, language)

    def is_beside(self, update: PrivateUpdate) -> bool:
        """See ``Chats``."""
        return is_visited(update.place.chat) or self.hands.is_open(PrivateTarget(update.user, update.table.id))

    async def show_beside(self, update: PrivateUpdate, drawn: Content) -> bool:
        """See ``Chats``."""
        return await self.hands.refresh(update, drawn)

    def table_shown(self, update: PublicUpdate, drawn: Content, now: Shown, before: Shown | None) -> None:
        """See ``Chats``: the host hears what is shown less for want of permissions."""
        lacking = self.wire.rights.lacks(int(update.chat.external))
        if lacking:
            self.report(Lacking(update.chat, tuple(sorted(lacking))))


class DiscordDrawings(Drawings):
    """Draws as Discord's messages look."""

    def __init__(self, hands: HandPanels) -> None:
        self._hands = hands

    def table(self, update: PublicUpdate, called: frozenset[UserRef] = frozenset()) -> Content:
        """See ``Drawings``."""
        screen = render.table(update, pictured=update.play.result is not None)
        return content(screen, TABLE, called=[int(user.external) for user in called if user.platform == PLATFORM])

    def past(self, update: PublicUpdate) -> Content:
        """See ``Drawings``."""
        return content(render.past(update), TABLE)

    def hand(self, update: PrivateUpdate, *, pictured: bool) -> Content:
        """See ``Drawings``."""
        return self._hands.panel(update)

    def waits(self, update: PrivateUpdate) -> str:
        """See ``Drawings``."""
        waits = render.waiting(update)
        return waits and f"{waits}{self._hands.link(update.place.message)}"

    def standings(self, update: StandingsUpdate) -> Content:
        """See ``Drawings``."""
        return content(render.standings(update), MENU)
