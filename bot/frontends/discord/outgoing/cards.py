"""Tables and tournaments in places where the bot is no member: it writes there only as an answer to what somebody does.

A *card* is the message that shows one. The first command after which there is something to show is answered with it, for
everybody to read; from then on every press on it brings a way to edit it, for a quarter of an hour. While there is no way, the
newest state waits for whatever somebody does next in that place: that edits the card, or brings a new one.
"""

from dataclasses import dataclass, field, replace
from typing import Final

import discord

from bot.delivery.chats import ChatGone, Chats, ContentRefused, MessageGone, MessageId, Newest, Shown
from bot.delivery.outbox import FREE, Sending
from bot.frontends.discord.incoming.origin import chat_of, is_visited
from bot.frontends.discord.outgoing.calls import TOKEN, Ephemeral, Pictures, translated
from bot.frontends.discord.outgoing.markup import Content
from bot.session.port.commands import ChatRef, Command
from bot.session.port.protocols import Delivered, PublicTarget, StandingsTarget, was_away
from bot.session.port.updates import PublicUpdate, StandingsUpdate

__all__ = ["CardAnswer", "Cards"]

_MOST: Final = 2000  # So many places' last interactions are remembered

_Target = PublicTarget | StandingsTarget
_Update = PublicUpdate | StandingsUpdate


@dataclass(slots=True)
class _Card:
    """``again``: somebody asked to see it below what was said since. ``ways``: through what it can be edited, newest last."""

    pending: _Update | None = None
    version: int = -1
    again: bool = False
    shown: Shown | None = None
    ways: list[Ephemeral] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class CardAnswer:
    """A card that shall answer a command."""

    target: _Target
    update: _Update
    shown: Content


@dataclass(slots=True)
class CardPost(Sending):
    """A card that has something new to show."""

    cards: "Cards"
    target: _Target
    handicap = 1.0
    kind = FREE  # What goes through an interaction counts against no limit of a channel

    @property
    def lane(self) -> str:
        return self.target.chat.external

    @property
    def key(self) -> _Target:
        return self.target

    async def send(self) -> None:
        await self.cards.send(self.target)


class Cards:
    """Keeps the cards up to date, as far as what people do there lets it."""

    def __init__(self, chats: Chats, pictures: Pictures) -> None:
        self._chats, self._pictures, self._clock = chats, pictures, chats.clock
        self._cards: dict[_Target, _Card] = {}
        self._doors = Newest[ChatRef, Ephemeral](_MOST)
        """The last interaction in each place: a new message can come through it."""

    def show(self, target: _Target, update: _Update) -> bool:
        """Keep an update as what is to be shown; ``False`` if a newer one is known."""
        card = self._cards.setdefault(target, _Card())
        if update.version < card.version:
            return False
        if card.shown is not None and update.post.message is not None and was_away(card.version, update.version):
            self._pictures.forget(card.shown.message.message)
            card.shown = None
        if card.shown is None and (message := MessageId.read(update.post.message)) is not None:
            card.shown = self._chats.memory.kept(message, None, update.post.shows)
        card.pending, card.version = update, update.version
        card.again = card.again or (update.post.renew and update.post.message is None)
        self._mark(target)
        return True

    def let_go(self, table: int) -> None:
        for target, card in self._cards.items():
            if target.table == table:
                card.pending = None

    # -- what people do there
    def heard(self, interaction: discord.Interaction) -> None:
        """Note that somebody has done something there and was answered: what waits can come through that."""
        chat = chat_of(interaction)
        if chat is None or not is_visited(chat):
            return
        self._doors[chat] = Ephemeral.of(interaction, self._clock.monotonic() + TOKEN, "", 0)
        for target, card in self._cards.items():
            if target.chat == chat and card.pending is not None:
                self._mark(target)

    def pressed(self, interaction: discord.Interaction, command: Command) -> None:
        """Note that a card was pressed, and that this was acknowledged: it can be edited through that. The one that people press
        is the one that counts."""
        chat, pressed = chat_of(interaction), interaction.message
        table = getattr(command, "table", None)
        if chat is None or pressed is None:
            return
        message = MessageId(pressed.channel.id, pressed.id)
        target: _Target | None = next(
            (target for target, card in self._cards.items() if card.shown and card.shown.message == message), None
        )
        if target is None and isinstance(table, int):
            target = PublicTarget(table, chat)
            self._cards.setdefault(target, _Card()).shown = Shown(message, self._clock.monotonic())
        if target is not None:
            until = self._clock.monotonic() + TOKEN
            self._ways(self._cards[target]).append(Ephemeral.of(interaction, until, "", message.message))
            self._mark(target)

    def take_due(self, chat: ChatRef | None) -> CardAnswer | None:
        """The card in this place that can be shown only by the answer to a command; it does not wait any more."""
        for target, card in self._cards.items():
            update = card.pending
            if target.chat != chat or update is None or update.post.left:
                continue
            if card.again or not self._ways(card):
                card.pending = None
                return CardAnswer(target, update, self._drawn(update))
        return None

    def answered(self, due: CardAnswer, interaction: discord.Interaction, message: MessageId | None) -> None:
        """Note that the answer to a command shows this card; without a ``message`` it waits again."""
        card = self._cards.setdefault(due.target, _Card())
        if message is None:
            _put_back(card, due.update)
            return
        until = self._clock.monotonic() + TOKEN
        self._stands(
            due.target, card, due.update, due.shown, Ephemeral.of(interaction, until, "", message.message), message
        )

    # -- sending
    async def send(self, target: _Target) -> bool:
        """Show the newest state, if there is a way; tell whether the table is closed, so that it will not be shown again."""
        card = self._cards.get(target)
        if card is None or card.pending is None:
            return False
        update, card.pending = card.pending, None
        begins = card.shown is not None and card.shown.past is not None and not _is_over(update)
        try:
            shown = self._drawn(update)
            anew = (card.again or begins) and not update.post.left
            done = (anew and await self._post(target, card, update, shown)) or await self._edit(card, update, shown)
            done = done or await self._post(target, card, update, shown)
        except BaseException:
            _put_back(card, update)
            raise
        if not done and not update.post.left:
            _put_back(card, update)
            return False
        over = update.post.left or (isinstance(update, PublicUpdate) and update.table.state == "closed")
        if over and card.pending is None:
            self._cards.pop(target, None)
        elif card.shown is not None:
            self._chats.report(Delivered(target, str(card.shown.message), card.shown.shows))
        return over and not update.post.left

    async def say(self, chat: ChatRef, shown: Content) -> MessageId | None:
        """Post a message of its own, for everybody there; ``None`` where nobody has done anything of late."""
        door = self._doors.get(chat)
        if door is None or door.until < self._clock.monotonic():
            return None
        files = await shown.files()
        try:
            async with translated():
                sent = await door.hook().send(
                    view=shown.view(picture=bool(files)),
                    files=files,
                    allowed_mentions=shown.allowed_mentions(),
                    wait=True,
                )
        except (MessageGone, ChatGone, ContentRefused):
            self._doors.pop(chat, None)
            return None
        self._pictures.note(sent)
        return MessageId(sent.channel.id, sent.id)

    # -- inside
    def _mark(self, target: _Target) -> None:
        self._chats.outbox.put(CardPost(self, target))

    def _ways(self, card: _Card) -> list[Ephemeral]:
        now, message = self._clock.monotonic(), None if card.shown is None else card.shown.message.message
        card.ways = [way for way in card.ways if way.message == message and way.until > now]
        return card.ways

    async def _edit(self, card: _Card, update: _Update, shown: Content) -> bool:
        if card.shown is not None and card.shown.digest == shown.digest:
            return True
        for way in reversed(self._ways(card)):
            try:
                await way.edit(shown, self._pictures)
            except (MessageGone, ChatGone, ContentRefused):
                card.ways.remove(way)
                continue
            if card.shown is not None:
                card.shown = self._shown(card.shown.message, card.shown.at, update, shown)
            return True
        return False

    async def _post(self, target: _Target, card: _Card, update: _Update, shown: Content) -> bool:
        door = self._doors.get(target.chat)
        message = await self.say(target.chat, shown)
        if door is None or message is None:
            return False
        way = replace(door, message=message.message, apart=True)
        old, ways = card.shown, self._ways(card)
        self._stands(target, card, update, shown, way, message)
        if old is not None and old.past is not None:
            for one in ways[-1:]:
                try:
                    await one.edit(old.past, self._pictures)
                except (MessageGone, ChatGone, ContentRefused):
                    break  # its buttons are refused kindly
        return True

    def _stands(
        self, target: _Target, card: _Card, update: _Update, shown: Content, way: Ephemeral, message: MessageId
    ) -> None:
        card.shown, card.ways, card.again = self._shown(message, self._clock.monotonic(), update, shown), [way], False
        self._chats.report(Delivered(target, str(message), card.shown.shows))

    def _drawn(self, update: _Update) -> Content:
        drawings = self._chats.drawings
        plain = isinstance(update, PublicUpdate) and not _is_over(update)
        shown: Content = drawings.table(update) if isinstance(update, PublicUpdate) else drawings.standings(update)
        return shown.without_picture() if plain else shown

    def _shown(self, message: MessageId, at: float, update: _Update, shown: Content) -> Shown:
        if not isinstance(update, PublicUpdate):
            return Shown(message, at, shown.digest)
        past = self._chats.drawings.past(update) if _is_over(update) else None
        return Shown(message, at, shown.digest, update.post.moment, past=past)


def _put_back(card: _Card, update: _Update) -> None:
    """Let what could not be shown wait again, unless something newer does."""
    card.pending = card.pending or update


def _is_over(update: _Update) -> bool:
    return isinstance(update, PublicUpdate) and update.play.result is not None
