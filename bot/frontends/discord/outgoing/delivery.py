"""The verbs of delivery on Discord: what its chats can be told, and what answers to interactions tell delivery.

One person sees there, besides the panel in their private chat, the same inside a group, and sentences to them alone. Where
somebody takes no private messages, the panel can be opened inside the group as an ephemeral message, which nobody else
sees: it is edited through the token of its interaction, while that lives.
"""

import secrets
from dataclasses import dataclass, replace
from functools import partial
from hashlib import blake2s
from typing import Final

import discord

from bot.delivery import chats
from bot.delivery.messenger import HandPost, Messenger, Removal, retire
from bot.delivery.outbox import CREATE, EDIT, FREE, Later, Outbox, Pace, Sending
from bot.frontends.discord.incoming.origin import PLATFORM, chat_of, is_alone, is_visited
from bot.frontends.discord.outgoing.calls import SCROLLED, TOKEN, ChannelCalls, Ephemeral, posted_at, translated
from bot.frontends.discord.outgoing.cards import Cards
from bot.frontends.discord.outgoing.emojis import CardEmojis
from bot.frontends.discord.outgoing.markup import MENU, PANEL, TABLE, WORDS, Content, content
from bot.present import render
from bot.present.screens.screen import Screen
from bot.session.port import protocols  # fmt: skip
from bot.session.port.commands import ChatRef, Command, Leave, MyHand, UserRef
from bot.session.port.replies import PICTURED, Reply
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = ["Delivery", "HandPanels"]


_UNSEEN: Final = 5 * 60.0
"""Seconds after which a new trick gets a new table message where we may not look how much was said since."""
_MOST_ANSWERS: Final = 500  # So many answers are remembered with their interactions


_LOST: Final = (chats.MessageGone, chats.ChatGone, chats.ContentRefused, Later)
"""What a call through an interaction may come to that leads nowhere."""
_MOST: Final = 2000  # So many people's last interactions, open panels and drawn answers are remembered
_ABOUT_DMS: Final = frozenset({"joined_hello"})  # Notices that only make sense in the private chat


class HandPanels(chats.PrivateChats):
    """Keeps what people have open inside groups, and who takes no private messages."""

    def __init__(self, delivery: "Delivery") -> None:
        self._delivery, self._clock = delivery, delivery.clock
        self._open = chats.Newest[protocols.PrivateTarget, Ephemeral](_MOST)
        self._found = chats.Newest[protocols.PrivateTarget, None](_MOST)
        """Those that have been shown since the start."""
        self._drawn = chats.Newest[protocols.PrivateTarget, tuple[PrivateUpdate, Content]](_MOST)
        """Panels that were drawn already as the answer to a press."""
        self._last = chats.Newest[str, tuple[discord.Interaction, float]](_MOST)
        """Each person's last interaction in a group: for a quarter of an hour it can carry messages to them."""
        self._elsewhere: set[str] = set()  # Who of them has done something in the private chat since
        self._closed: set[str] = set()  # Who takes no private messages, as far as is known
        self._warned: set[str] = set()  # Who has been told so, inside a group and unseen by others
        self._channels: dict[str, int] = {}

    def may_be_open(self, user: str) -> None:
        """Forget that private messages were refused: something suggests that they arrive again."""
        self._closed.discard(user)
        self._warned.discard(user)

    def lane(self, user: UserRef) -> str:
        return f"@{user.external}"

    async def post(self, user: UserRef, drawn: Content, number: str, *, silent: bool) -> chats.MessageId:
        channel = self._channels.get(user.external)
        if channel is None:
            channel = self._channels[user.external] = await self._delivery.wire.private_channel(int(user.external))
        return await self._delivery.wire.post(channel, drawn, self._delivery.nonce(number), silent=silent)

    def writes_to(self, user: UserRef) -> bool:
        return user.external not in self._closed

    def is_warned(self, user: UserRef) -> bool:
        """Tell whether this person was told, unseen by others, that private messages do not arrive."""
        return user.external in self._warned

    # -- the panel

    def panel(self, update: PrivateUpdate) -> Content:
        """Return the hand panel as a message. One that is the answer to a press and also waits in the outbox is drawn once."""
        target = protocols.PrivateTarget(update.user, update.table.id)
        known = self._drawn.pop(target, None)
        if known is not None and known[0] is update:
            return known[1]
        signs = WORDS if update.post.words else self._delivery.emojis.signs
        shown = content(render.hand(update), PANEL, signs, link=self.link(update.place.message))
        self._drawn[target] = update, shown
        return shown

    def made(self, reply: Reply) -> Content:
        if isinstance(reply.body, PrivateUpdate):
            return self.panel(reply.body)
        screen = render.reply(reply)
        assert screen is not None
        signs = WORDS if reply.words else self._delivery.emojis.signs
        shown = content(screen, TABLE if isinstance(reply.body, PublicUpdate) else MENU, signs)
        return shown if isinstance(reply.body, PICTURED) else shown.without_picture()

    def link(self, table_message: str | None) -> str:
        message = chats.MessageId.read(table_message)
        return self._delivery.wire.address(message) if message is not None else ""

    def overtaken(self, user: str, table: int, notice: Notice) -> PrivateUpdate | None:
        """Return what waits to be sent to a panel that was pressed though it is over, with the sentence that says so.

        The pressed message may be one that nobody knows of any more (a crash can leave two of them, or one whose token is
        lost), and its person may press it again before anything can be sent: so it becomes the panel by the answer itself.
        """
        target = protocols.PrivateTarget(UserRef("discord", user), table)
        waiting = self._delivery.outbox.find(self.lane(target.user), target)
        if not isinstance(waiting, HandPost):
            return None
        if waiting.update.notice is None:
            waiting.update = replace(waiting.update, notice=notice)
        return waiting.update

    def panel_opened(
        self, update: PrivateUpdate, interaction: discord.Interaction, shown: Content, message: int, *, apart: bool
    ) -> None:
        """Keep an ephemeral message as this hand's panel, to be edited while its token lives. See ``Ephemeral.apart``."""
        until = self._clock.monotonic() + TOKEN
        target = protocols.PrivateTarget(update.user, update.table.id)
        old, panel = self._open.get(target), Ephemeral.of(interaction, until, shown.digest, message, apart=apart)
        if old is not None and old.message == message and until - old.kept_until < chats.NOTED_SECONDS:
            panel.kept, panel.kept_until = old.kept, old.kept_until
        else:
            ends = self._clock.now() + TOKEN
            panel.kept, panel.kept_until = f"{message}:{int(apart)}:{int(ends)}:{interaction.token}", until
        self._open[target] = panel
        self._delivery.delivered_beside(update, shown.digest)

    def _find(self, target: protocols.PrivateTarget, kept: str) -> None:
        """Go on, the first time after a start, with a panel of which this was kept: its token changes it for a while."""
        if target in self._found:
            return
        self._found[target] = None
        if kept and target not in self._open:
            message, apart, ends, token = kept.split(":", 3)
            left = min(TOKEN, float(ends) - self._clock.now())
            if left > 0:
                hook = partial(self._delivery.wire.hook, token)  # it may be connected later
                until = self._clock.monotonic() + left
                panel = Ephemeral(hook, until, "", int(message), apart == "1", kept=kept, kept_until=until)
                self._open[target] = panel

    def beside(self, target: protocols.PrivateTarget) -> str:
        panel = self._open.get(target)
        return "" if panel is None else panel.kept

    def panel_shown(self, update: PrivateUpdate, message: chats.MessageId, shown: Content) -> None:
        """Note that an answer in the private chat shows the panel now, in that message."""
        target, memory = protocols.PrivateTarget(update.user, update.table.id), self._delivery.memory
        old = memory.find(target, update.post.message)
        if update.post.where not in ("here", "both") and not is_visited(update.place.chat):
            self._open.pop(target, None)
        self._closed.discard(update.user.external)
        memory.stays(message)  # pressed just before it was to go
        self._delivery.outbox.drop(lambda key: key == ("removal", message))
        at = self._clock.monotonic() - max(0.0, self._clock.now() - posted_at(message))
        memory.remember(target, chats.Shown(message, at, shown.digest, update.post.moment, update.version))
        if old is not None and old.message != message:
            retire(self._delivery, self.lane(update.user), old)

    def forget(self, user: UserRef, table: int) -> None:
        self._open.pop(protocols.PrivateTarget(user, table), None)

    def forget_pictures(self, target: protocols.PrivateTarget) -> None:
        """Forget what pictures an open panel has: another worker has had the table."""
        if target in self._open:
            self._delivery.pictures.forget(self._open[target].message)

    def is_beside(self, update: PrivateUpdate) -> bool:
        where, target = update.post.where, protocols.PrivateTarget(update.user, update.table.id)
        self._find(target, update.post.beside)
        if is_visited(update.place.chat):
            return True
        wanted = target in self._open and not (where == "private" and self.writes_to(update.user))
        return where == "here" or wanted or self._reads_here(update)

    def is_enough(self, update: PrivateUpdate) -> bool:
        """See ``PrivateChats``. Whoever has pressed it there of late needs no message that rings, until half of their time is
        over."""
        panel, where = self._open.get(protocols.PrivateTarget(update.user, update.table.id)), update.post.where
        if is_visited(update.place.chat):
            return panel is not None
        if update.reminder or where == "both":
            return False
        looking = panel is not None and self._clock.monotonic() < panel.until - TOKEN + chats.LOOKING_SECONDS
        return where == "here" or (panel is not None and (looking or not update.alert)) or self._reads_here(update)

    async def show_beside(self, update: PrivateUpdate) -> None:
        """See ``PrivateChats``: inside the group, if it is open there; where the bot is no member, for who wants it nowhere else,
        and for who reads there now, open it there."""
        target, drawn = protocols.PrivateTarget(update.user, update.table.id), self.panel(update)
        panel = self._open.get(target)
        if panel is not None and panel.digest != drawn.digest:
            try:
                if self._clock.monotonic() > panel.until:
                    raise chats.MessageGone
                await panel.edit(drawn, self._delivery.pictures)
                panel.digest = drawn.digest
                self._delivery.delivered_beside(update, drawn.digest)
            except _LOST:  # there is the private chat
                self._open.pop(target, None)
        wanted = is_visited(update.place.chat) or update.post.where == "here" or self._reads_here(update)
        if target not in self._open and wanted:
            await self._open_there(update, drawn)

    async def _open_there(self, update: PrivateUpdate, shown: Content) -> None:
        """Open the panel where the table is, unseen by others, if its person has done something there of late."""
        last = self.last(update.user.external)
        if last is None or chat_of(last) != update.place.chat:
            return
        file = await shown.file()
        files = [] if file is None else [file]
        try:
            async with translated():
                view = shown.view(picture=bool(files))
                sent = await last.followup.send(view=view, files=files, ephemeral=True, wait=True)
        except _LOST:
            self._last.pop(update.user.external, None)
            return
        self._delivery.pictures.note(sent)
        self.panel_opened(update, last, shown, sent.id, apart=True)

    # -- sentences

    def heard(self, interaction: discord.Interaction) -> None:
        """Note that this person has just done something: inside a group they can be told things there for a while, unseen by
        others, and are shown their hand there."""
        user = str(interaction.user.id)
        if not is_alone(interaction):
            self._last[user] = interaction, self._clock.monotonic() + TOKEN
            self._elsewhere.discard(user)
        elif user in self._last:
            self._elsewhere.add(user)

    def _reads_here(self, update: PrivateUpdate) -> bool:
        """Whether somebody who has not said where they want their hand has done something of late, and where their table is."""
        last, until = self._last.get(update.user.external, (None, 0.0))
        return (
            last is not None
            and update.post.where in ("", "last")
            and update.user.external not in self._elsewhere
            and self._clock.monotonic() < until - TOKEN + chats.LOOKING_SECONDS
            and chat_of(last) == update.place.chat
        )

    def last(self, user: str) -> discord.Interaction | None:
        """Return the last thing that this person has done inside a group, while it can carry messages to them."""
        interaction, until = self._last.get(user, (None, 0.0))
        if until < self._clock.monotonic():
            self._last.pop(user, None)
            return None
        return interaction

    async def whisper(self, user: str, shown: Content) -> bool:
        """Say something inside the group, to that person alone; tell whether they could hear it."""
        interaction = self.last(user)
        if interaction is None:
            return False
        try:
            async with translated():
                await interaction.followup.send(view=shown.view(), ephemeral=True)
        except _LOST:
            self._last.pop(user, None)
            return False
        return True

    async def closed(self, user: UserRef, table: int | None, language: str) -> None:
        """Note that private messages do not arrive: tell the person once where the hand can be opened, and report it."""
        self._closed.add(user.external)
        if table is not None:
            notice = Notice("dms_closed", {"table": table}, actions=(("my_hand", MyHand(table)),))
            if await self.whisper(user.external, content(render.notice(notice, language), MENU)):
                self._warned.add(user.external)
        self._delivery.report(protocols.Unreachable(protocols.PrivateTarget(user, table)))


@dataclass(slots=True)
class Sentence(Sending):
    """A sentence for one person; ``table``: what it is about, if it is about one. None takes the place of another."""

    delivery: "Delivery"
    number: str
    user: UserRef
    notice: Notice
    language: str
    table: int | None
    lasting = False
    handicap = -5.0

    @property
    def lane(self) -> str:
        return self.delivery.hands.lane(self.user)

    @property
    def key(self) -> tuple[str, str]:
        return "sentence", self.number

    async def send(self) -> None:
        """Send it; where private messages do not arrive, inside the group and unseen by others."""
        hands, shown = self.delivery.hands, content(render.notice(self.notice, self.language), MENU).without_picture()
        last, about_dms = hands.last(self.user.external), self.notice.code in _ABOUT_DMS
        guest = last is not None and (chat := chat_of(last)) is not None and is_visited(chat)
        if guest and (about_dms or await hands.whisper(self.user.external, shown)):
            return
        try:
            if hands.writes_to(self.user):
                message = await hands.post(self.user, shown, self.number, silent=self.notice.quiet)
                # No table: this message is not the panel of one.
                self.delivery.report(protocols.Delivered(protocols.PrivateTarget(self.user), str(message)))
                return
        except chats.ChatGone:
            await hands.closed(self.user, self.table, self.language)
        if not about_dms:
            await hands.whisper(self.user.external, shown)


class Delivery(Messenger):
    """Keeps the messages of all tables and hands on Discord up to date."""

    edit_seconds = 50 * 60.0  # After an hour Discord hardly allows an edit
    watching_seconds = 2.0

    def __init__(
        self,
        wire: ChannelCalls,
        outcomes: protocols.Outcomes,
        clock: protocols.Clock,
        pace: Pace,
        allowance: protocols.Allowance | None = None,
    ) -> None:
        super().__init__(Outbox(pace, clock, allowance), clock)
        self.wire, self.pictures, self._outcomes = wire, wire.pictures, outcomes
        self.emojis = CardEmojis(wire.client, clock)
        self.hands = self.private = HandPanels(self)
        """The panels that are open inside groups, which answers to interactions open and show."""
        self.drawings = DiscordDrawings(self.hands, self.emojis)
        self.cards = Cards(self, self.pictures)
        """What shows tables where the bot is no member, which answers to interactions bring."""
        self._answers: dict[chats.MessageId, Ephemeral] = {}
        # Discord drops a post whose nonce it has just seen, and numbers come again after a restart, with other contents.
        self._process = secrets.token_hex(3)

    # -- the port

    def show_table(self, update: PublicUpdate) -> None:
        place = protocols.PublicTarget(update.table.id, update.chat)
        if is_visited(update.chat):
            self.cards.show(place, update)
            self.cut_off(update)
            return
        self._was_away(place, update)
        super().show_table(update)

    def show_hand(self, update: PrivateUpdate) -> None:
        self._was_away(protocols.PrivateTarget(update.user, update.table.id), update)
        super().show_hand(update)

    def show_standings(self, update: StandingsUpdate) -> None:
        if is_visited(update.chat):
            self.cards.show(protocols.StandingsTarget(update.tournament, update.chat), update)
        else:
            super().show_standings(update)

    def let_go(self, table: int) -> None:
        super().let_go(table)
        self.cards.let_go(table)

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        self.seat_lost(user, notice)
        self.outbox.put(Sentence(self, str(next(self.numbers)), user, notice, language, table))

    def _was_away(
        self, target: protocols.PublicTarget | protocols.PrivateTarget, update: PublicUpdate | PrivateUpdate
    ) -> None:
        """Forget the pictures of what shows a table that another worker has had meanwhile: it may have changed them."""
        shown = self.memory.find(target)
        if shown is not None and update.post.message is not None and protocols.was_away(shown.version, update.version):
            self.pictures.forget(shown.message.message)
            if isinstance(target, protocols.PrivateTarget):
                self.hands.forget_pictures(target)

    def hand_gone(self, user: UserRef, table: int) -> None:
        super().hand_gone(user, table)
        self.hands.forget(user, table)

    # -- what answers change here

    def carried_out(self, user: str, command: Command, reply: Reply) -> None:
        """Note what a command has changed in what its person sees: who has left a seat has no panel of it."""
        left = reply.ok and isinstance(command, Leave) and isinstance(reply.body, Notice)
        table = reply.body.data.get("table") if left and isinstance(reply.body, Notice) else None
        if isinstance(table, int):
            self.hand_gone(UserRef(PLATFORM, user), table)

    def answered(
        self, target: protocols.AnswerTarget, message: chats.MessageId, interaction: discord.Interaction, *, apart: bool
    ) -> None:
        """Note which message answered an interaction and will go on by itself. ``apart``: see ``Ephemeral``."""
        until = self.clock.monotonic() + TOKEN
        self._answers.pop(message, None)
        self._answers[message] = Ephemeral.of(interaction, until, "", message.message, apart=apart)
        while len(self._answers) > _MOST_ANSWERS:
            del self._answers[next(iter(self._answers))]
        self.report(protocols.Delivered(target, str(message)))

    def table_pressed(self, place: protocols.PublicTarget, message: chats.MessageId) -> None:
        """Remove a message that is pressed though a newer one shows the table there: a crash can leave two of them. A result
        that is about to lose its buttons stays."""
        lane = self.lane_of(place.chat)
        if self.memory.is_outdated(place, message) and self.outbox.find(lane, ("removal", message)) is None:
            self.outbox.put(Removal(self, lane, message))

    # -- the verbs

    def report(self, outcome: protocols.Outcome) -> None:
        self._outcomes.report(outcome)

    def lane_of(self, chat: ChatRef) -> str:
        return chat.external

    def is_in(self, message: chats.MessageId, chat: ChatRef) -> bool:
        return str(message.chat) == chat.external

    def posted_at(self, message: chats.MessageId, told: float | None) -> float:
        return posted_at(message)

    def nonce(self, number: str) -> str:
        return f"{self._process}{number}"

    async def post(self, chat: ChatRef, drawn: Content, number: str, *, silent: bool) -> chats.MessageId:
        return await self.wire.post(int(chat.external), drawn, self.nonce(number), silent=silent)

    async def edit(self, message: chats.MessageId, drawn: Content) -> None:
        await self.wire.edit(message, drawn)

    async def remove(self, message: chats.MessageId) -> None:
        await self.wire.remove(message)

    async def strip(self, message: chats.MessageId, past: Content | None) -> None:
        """See ``Chats``; its buttons are refused kindly where that is not possible."""
        if past is not None:
            await self.wire.edit(message, past)

    async def prepare(self, target: protocols.PostTarget, screen: Screen) -> None:
        """See ``Chats``; it is kept by its key."""
        await content(screen, MENU).file()

    async def post_once(
        self, target: protocols.PostTarget, screen: Screen, made: bytes | None
    ) -> chats.MessageId | None:
        """See ``Chats``. The nonce follows from the target, so that Discord drops a repetition."""
        shown = content(screen, MENU, self.emojis.signs)
        if is_visited(target.chat):  # where nobody can be told unasked it counts as told
            return await self.cards.say(target.chat, shown)
        nonce = blake2s(f"{target.chat.external} {target.key}".encode(), digest_size=12).hexdigest()
        return await self.wire.post(int(target.chat.external), shown, nonce, silent=True)

    def amend_kind(self, message: chats.MessageId) -> str:
        return EDIT if self._through(message) is None else FREE

    async def amend_answer(self, message: chats.MessageId, screen: Screen) -> None:
        """See ``Chats``: through its interaction while that lives. What only its reader sees cannot be edited any longer."""
        answer, shown = self._through(message), content(screen, MENU, self.emojis.signs).without_picture()
        if answer is None:
            await self.wire.edit(message, shown)
        else:
            await answer.edit(shown, self.pictures)

    def _through(self, message: chats.MessageId) -> Ephemeral | None:
        answer = self._answers.get(message)
        return answer if answer is not None and self.clock.monotonic() < answer.until else None

    async def out_of_sight(self, shown: chats.Shown, update: PublicUpdate, *, renew: bool) -> bool:
        """See ``Chats``: by what was said since; by its age where we may not look."""
        lane = self.lane_of(update.chat)
        if not (renew or update.table.state == "lobby") or self.outbox.closed(lane, CREATE):
            return False
        newer = await self.wire.newer(shown.message)
        if newer is None:
            return renew and self.clock.monotonic() - shown.at > _UNSEEN
        return newer >= SCROLLED

    def calls_between(self, user: UserRef, *, ended: bool) -> bool:
        """See ``Chats``: whom no sentence has reached unseen by others."""
        return not self.hands.is_warned(user)

    def table_shown(self, update: PublicUpdate, drawn: Content, now: chats.Shown, before: chats.Shown | None) -> None:
        """See ``Chats``: the host hears what is shown less for want of permissions."""
        lacking = self.wire.rights.lacks(int(update.chat.external))
        if lacking:
            self.report(protocols.Lacking(update.chat, tuple(sorted(lacking))))


class DiscordDrawings(chats.Drawings):
    """Draws as Discord's messages look."""

    def __init__(self, hands: HandPanels, emojis: CardEmojis) -> None:
        self._hands, self._emojis = hands, emojis

    def table(self, update: PublicUpdate, called: frozenset[UserRef] = frozenset()) -> Content:
        screen = render.table(update, pictured=update.play.result is not None)
        rung = [int(user.external) for user in called if user.platform == PLATFORM]
        return content(screen, TABLE, self._emojis.signs, called=rung)

    announcement, reply = staticmethod(render.post), staticmethod(render.reply)

    def past(self, update: PublicUpdate) -> Content:
        return content(render.past(update), TABLE, self._emojis.signs)

    def hand(self, update: PrivateUpdate, *, pictured: bool) -> Content:
        return self._hands.panel(update)

    def standings(self, update: StandingsUpdate) -> Content:
        return content(render.standings(update), MENU)
