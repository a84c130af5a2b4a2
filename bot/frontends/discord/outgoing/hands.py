"""What one person sees on Discord besides the panel in their private chat: the same inside a group, and sentences to them alone.

Where somebody takes no private messages, the panel can be opened inside the group as an ephemeral message, which nobody else
sees: it is edited through the token of its interaction, while that lives.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, TypeVar

import discord

from bot.delivery.chats import ChatGone, ContentRefused, MessageGone
from bot.delivery.hands import HandPost
from bot.delivery.memory import MessageId, Shown
from bot.delivery.outbox import Later, Sending
from bot.delivery.posts import retire
from bot.frontends.discord.incoming.origin import chat_of, is_alone, is_visited
from bot.frontends.discord.outgoing.calls import TOKEN, Ephemeral, posted_at, translated
from bot.frontends.discord.outgoing.markup import MENU, PANEL, Content, content
from bot.present import render
from bot.session.port.commands import MyHand, UserRef
from bot.session.port.protocols import Delivered, PrivateTarget, Unreachable
from bot.session.port.updates import Notice, PrivateUpdate

if TYPE_CHECKING:
    from bot.frontends.discord.outgoing.delivery import Delivery

K = TypeVar("K")
V = TypeVar("V")
__all__ = ["HandPanels", "Sentence"]

_LOST: Final = (MessageGone, ChatGone, ContentRefused, Later)
"""What a call through an interaction may come to that leads nowhere."""
_MOST: Final = 2000
"""So many people's last interactions, open panels and drawn answers are remembered."""
_ABOUT_DMS: Final = frozenset({"joined_hello"})
"""Notices that only make sense in the private chat."""


class HandPanels:
    """Keeps what people have open inside groups, and who takes no private messages."""

    def __init__(self, delivery: Delivery) -> None:
        self._delivery, self._clock = delivery, delivery.clock
        self._open: OrderedDict[PrivateTarget, Ephemeral] = OrderedDict()
        self._drawn: OrderedDict[PrivateTarget, tuple[PrivateUpdate, Content]] = OrderedDict()
        """Panels that were drawn already as the answer to a press."""
        self._last: OrderedDict[str, tuple[discord.Interaction, float]] = OrderedDict()
        """Each person's last interaction in a group: for a quarter of an hour it can carry messages to them."""
        self._closed: set[str] = set()
        """Who takes no private messages, as far as is known."""
        self._warned: set[str] = set()
        """Who has been told so, inside a group and unseen by others."""

    @staticmethod
    def lane(user: str) -> str:
        """Return the outbox lane of a person's private chat."""
        return f"@{user}"

    def may_be_open(self, user: str) -> None:
        """Forget that private messages were refused: something suggests that they arrive again."""
        self._closed.discard(user)
        self._warned.discard(user)

    def writes_to(self, user: UserRef) -> bool:
        """Tell whether this person takes private messages, as far as is known."""
        return user.external not in self._closed

    def is_warned(self, user: UserRef) -> bool:
        """Tell whether this person was told, unseen by others, that private messages do not arrive."""
        return user.external in self._warned

    # -- the panel

    def panel(self, update: PrivateUpdate) -> Content:
        """Return the hand panel as a message. One that is the answer to a press and also waits in the outbox is drawn once."""
        target = PrivateTarget(update.user, update.table.id)
        known = self._drawn.pop(target, None)
        if known is not None and known[0] is update:
            return known[1]
        shown = content(render.hand(update), PANEL, link=self.link(update.place.message))
        _keep(self._drawn, target, (update, shown))
        return shown

    def link(self, table_message: str | None) -> str:
        """Return the address of a table's message, empty if unknown."""
        message = MessageId.read(table_message)
        return self._delivery.wire.address(message) if message is not None else ""

    def overtaken(self, user: str, table: int, notice: Notice) -> PrivateUpdate | None:
        """Return what waits to be sent to a panel that was pressed though it is over, with the sentence that says so.

        The pressed message may be one that nobody knows of any more (a crash can leave two of them, or one whose token is
        lost), and its person may press it again before anything can be sent: so it becomes the panel by the answer itself.
        """
        target = PrivateTarget(UserRef("discord", user), table)
        waiting = self._delivery.outbox.find(self.lane(user), target)
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
        target = PrivateTarget(update.user, update.table.id)
        _keep(self._open, target, Ephemeral(interaction, until, shown.digest, message, apart))

    def panel_shown(self, update: PrivateUpdate, message: MessageId, shown: Content) -> None:
        """Note that an answer in the private chat shows the panel now, in that message."""
        target, memory = PrivateTarget(update.user, update.table.id), self._delivery.memory
        old = memory.find(target, update.post.message)
        self._closed.discard(update.user.external)
        memory.stays(message)  # pressed just before it was to go
        self._delivery.outbox.drop(lambda key: key == ("removal", message))
        at = self._clock.monotonic() - max(0.0, self._clock.now() - posted_at(message))
        memory.remember(target, Shown(message, at, shown.digest, update.post.moment, update.version))
        if old is not None and old.message != message:
            retire(self._delivery, self.lane(update.user.external), old)

    def forget(self, user: UserRef, table: int) -> None:
        """Forget the panel that somebody had open inside a group, who sits there no more."""
        self._open.pop(PrivateTarget(user, table), None)

    def is_open(self, target: PrivateTarget) -> bool:
        """Tell whether a panel is open inside a group."""
        return target in self._open

    def forget_pictures(self, target: PrivateTarget) -> None:
        """Forget what pictures an open panel has: another worker has had the table."""
        if target in self._open:
            self._delivery.pictures.forget(self._open[target].message)

    async def refresh(self, update: PrivateUpdate, shown: Content) -> bool:
        """Show a hand inside the group, if it is open there; where the bot is no member, open it there. Whether that is
        enough."""
        target = PrivateTarget(update.user, update.table.id)
        panel = self._open.get(target)
        if panel is not None and panel.digest != shown.digest:
            try:
                if self._clock.monotonic() > panel.until:
                    raise MessageGone
                await panel.edit(shown, self._delivery.pictures)
                panel.digest = shown.digest
            except _LOST:  # there is the private chat
                self._open.pop(target, None)
        return is_visited(update.place.chat) and (self.is_open(target) or await self._open_there(update, shown))

    async def _open_there(self, update: PrivateUpdate, shown: Content) -> bool:
        """Open the panel where the table is, unseen by others, if its person has done something there of late."""
        last = self.last(update.user.external)
        if last is None or chat_of(last) != update.place.chat:
            return False
        file = await shown.file()
        files = [] if file is None else [file]
        try:
            async with translated():
                view = shown.view(picture=bool(files))
                sent = await last.followup.send(view=view, files=files, ephemeral=True, wait=True)
        except _LOST:
            return False
        self._delivery.pictures.note(sent)
        self.panel_opened(update, last, shown, sent.id, apart=True)
        return True

    # -- sentences

    def heard(self, interaction: discord.Interaction) -> None:
        """Note that this person has just done something inside a group: for a while they can be told things there,
        unseen by others.
        """
        if not is_alone(interaction):
            _keep(self._last, str(interaction.user.id), (interaction, self._clock.monotonic() + TOKEN))

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

    async def note_closed(self, user: UserRef, table: int | None, language: str) -> None:
        """Note that private messages do not arrive: tell the person once where the hand can be opened, and report it."""
        self._closed.add(user.external)
        if table is not None:
            notice = Notice("dms_closed", {"table": table}, actions=(("my_hand", MyHand(table)),))
            if await self.whisper(user.external, content(render.notice(notice, language), MENU)):
                self._warned.add(user.external)
        self._delivery.report(Unreachable(PrivateTarget(user, table)))


@dataclass(slots=True)
class Sentence(Sending):
    """A sentence for one person; ``table``: what it is about, if it is about one. None takes the place of another."""

    delivery: Delivery
    number: str
    user: UserRef
    notice: Notice
    language: str
    table: int | None
    lasting = False
    handicap = -5.0

    @property
    def lane(self) -> str:
        """The person's private chat."""
        return self.delivery.lane_to(self.user)

    @property
    def key(self) -> tuple[str, str]:
        """The sentence."""
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
                message = await self.delivery.post_to(self.user, shown, self.number, silent=self.notice.quiet)
                # No table: this message is not the panel of one.
                self.delivery.report(Delivered(PrivateTarget(self.user), str(message)))
                return
        except ChatGone:
            await hands.note_closed(self.user, self.table, self.language)
        if not about_dms:
            await hands.whisper(self.user.external, shown)


def _keep(kept: OrderedDict[K, V], key: K, value: V) -> None:
    """Keep something as the newest of so many."""
    kept[key] = value
    kept.move_to_end(key)
    while len(kept) > _MOST:
        kept.popitem(last=False)
