"""The verbs of delivery on Telegram, and what is sent besides what all platforms have: sentences and cards of text,
menus, pictures, files.

What of the latter is refused or in doubt is let go: said twice is worse than a lost remark, and the text says all that
a picture shows."""

from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Final, Self

from bot.delivery.chats import ChatGone, Drawings, MessageGone, MessageId, PrivateChats, Shown
from bot.delivery.messenger import HandPost, Messenger, watches
from bot.delivery.outbox import CREATE, EDIT, Later, Outbox, Sending
from bot.frontends.telegram.outgoing.api import INLINE, PLATFORM, Closed, Doubtful, Moved, Rejected, call
from bot.frontends.telegram.outgoing.group_hands import GroupHands, GroupPost, Way
from bot.frontends.telegram.outgoing.markup import Drawn, draw
from bot.frontends.telegram.outgoing.wire import Patience, Wire
from bot.present import render
from bot.present.pictures.views import drawn as drawn_picture
from bot.present.screens.screen import Button, Document, Picture, Screen, plain_text
from bot.present.words.text import say
from bot.session.port import protocols  # fmt: skip
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = ["DocumentPost", "MenuEdit", "PicturePost", "Sender", "TextPost"]

_CAPTION: Final = 1000  # So many signs may stand below a picture
_AT_LAST: Final = 0.001  # What has waited for later ones already waits no longer, but still for room to spare
_serial = count(1)


@dataclass(slots=True)
class TextPost(Sending):
    """A sentence, a card of text or a question; long ones in several messages."""

    sender: "Sender"
    chat: int
    screen: Screen
    thread: int | None = None
    reply_to: int | None = None
    silent: bool = False
    closed: Callable[[], None] | None = None  # What to do if this chat cannot be written to
    arrived: Callable[[str], None] | None = None  # What to call with the message's reference when it has arrived
    group: str = ""  # The address to which a button leads back
    page: int = 0
    lasting = False
    handicap: float = 0.0
    key: Hashable = field(default_factory=lambda: ("text", next(_serial)))

    @property
    def lane(self) -> int:
        return self.sender.wire.address(str(self.chat))

    async def send(self) -> None:
        """Send one page; the next one follows by itself, so that others get their turn between them."""
        drawn = draw(self.screen, replace(self.sender.wire.links_in(self.lane), group=self.group))
        last = self.page == len(drawn.pages) - 1
        try:
            message = await self.sender.wire.say(
                self.lane,
                drawn.pages[self.page],
                drawn if last else None,
                thread=self.thread,
                silent=self.silent or self.page > 0,
                reply_to=self.reply_to if self.page == 0 else None,
            )
        except (Closed, Rejected):
            if self.closed is not None:
                self.closed()
            return
        except Doubtful:
            pass
        else:
            if self.arrived is not None:
                self.arrived(str(message))
        if not last:
            self.sender.outbox.put(replace(self, page=self.page + 1, key=("text", next(_serial))))


@dataclass(slots=True)
class MenuEdit(Sending):
    """A message of choices that shows something else after a press: it is edited, or a new one is posted."""

    sender: "Sender"
    chat: int
    message: int
    screen: Screen
    arrived: Callable[[str], None] | None = None  # What to call with the message's reference when it shows this
    lasting = False

    @property
    def kind(self) -> str:
        """An edit, as long as they are taken there."""
        return CREATE if self.sender.outbox.closed(self.chat, EDIT) else EDIT

    @property
    def lane(self) -> int:
        return self.chat

    @property
    def key(self) -> Hashable:
        return ("menu", MessageId(self.chat, self.message))

    def instead_of(self, earlier: Sending) -> Self:
        """Return this edit: the newer content is the one to send."""
        if isinstance(earlier, MenuEdit):
            self.arrived = self.arrived or earlier.arrived
        return self

    async def send(self) -> None:
        message = MessageId(self.chat, self.message)
        try:
            if self.kind == CREATE:
                raise MessageGone
            await self.sender.edit(message, draw(self.screen, self.sender.wire.links_in(self.lane)))
        except ChatGone:
            return
        except MessageGone:
            self.sender.outbox.put(TextPost(self.sender, self.chat, self.screen, arrived=self.arrived))
        else:
            if self.arrived is not None:
                self.arrived(str(message))


@dataclass(slots=True)
class _Besides(Sending):
    """What comes with a message. Without it nothing is missing in words."""

    sender: "Sender"
    chat: int
    thread: int | None
    lasting = False
    handicap = 3.0

    @property
    def lane(self) -> int:
        return self.sender.wire.address(str(self.chat))


@dataclass(slots=True)
class PicturePost(_Besides):
    """A picture of what a message has said already. It is uploaded once; after that the platform knows it by an id."""

    picture: Picture

    @property
    def key(self) -> Hashable:
        """One picture of a kind at a time, in each topic."""
        return ("picture", self.picture.key, self.thread)

    async def send(self) -> None:
        """Send it, drawn and uploaded only if it was not sent before."""
        try:
            await self.sender.wire.send_picture(
                self.lane, self.picture, self.picture.alt[:1000], thread=self.thread, silent=True
            )
        except Rejected:
            await self.sender.wire.refuses_pictures(self.lane)
        except (Closed, Moved, Doubtful):
            return


@dataclass(slots=True)
class DocumentPost(_Besides):
    """A file that belongs to a message."""

    document: Document
    reply_to: int

    @property
    def key(self) -> Hashable:
        """One file of a name at a time, in each topic."""
        return ("document", self.document.name, self.thread)

    async def send(self) -> None:
        with suppress(Closed, Moved, Rejected, Doubtful):
            await self.sender.wire.send_document(self.lane, self.document, thread=self.thread, reply_to=self.reply_to)


class Sender(Messenger):
    """Sends to Telegram. Everything in it can be lost in a restart without harm. ``doubt_seconds``: pause before
    something is posted again of which nobody knows whether it arrived: a player who cannot see the table is worse off
    than one who sees it twice."""

    def __init__(
        self, outbox: Outbox, clock: protocols.Clock, doubt_seconds: float, patience: Patience, wire: Wire
    ) -> None:
        super().__init__(outbox, clock)
        self.doubt_seconds, self.wire = doubt_seconds, wire
        self.group_hands = GroupHands(wire, outbox, clock)
        self.drawings: TelegramDrawings = TelegramDrawings(self)
        self.private: TelegramPrivate = TelegramPrivate(self)
        self._patience = patience

    def report(self, outcome: protocols.Outcome) -> None:
        self.wire.report(outcome)

    # -- chats
    def lane_of(self, chat: ChatRef) -> int:
        return self.wire.address(chat.external)

    def here(self, chat: ChatRef) -> ChatRef:
        return self.wire.here(chat)

    def is_in(self, message: MessageId, chat: ChatRef) -> bool:
        return message.chat == self.wire.address(chat.external)

    def may_answer(self, chat: int, user: UserRef) -> bool:
        return chat > INLINE and self._patience.allows(
            self.wire.address(str(chat)), int(user.external), self.clock.monotonic()
        )

    def closed_to_person(self, user: UserRef, table: int | None) -> None:
        """Drop what waits for a person who cannot be written to, and report it."""
        self.outbox.drop_lane(self.private.lane(user))
        self.report(protocols.Unreachable(protocols.PrivateTarget(user, table)))

    # -- buttons that are pressed
    def pressed(self, chat: int, thread: str, message: int, user: UserRef, table: int | None) -> None:
        """Note that somebody pressed a button of this message: if one was in doubt it has arrived, and this is it."""
        at = None if table is None else self._pressed_at(chat, thread, user, table)
        if at is not None and self.memory.pressed(at, MessageId(chat, message)):
            self.wire.scroll.saw(chat, message)

    def is_outdated(self, chat: int, thread: str, message: int, user: UserRef, table: int) -> bool:
        """Whether a newer message shows the table in this group, or this person's panel: a crash or a lost answer can leave
        two of them."""
        return self.memory.is_outdated(self._pressed_at(chat, thread, user, table), MessageId(chat, message))

    def _pressed_at(self, chat: int, thread: str, user: UserRef, table: int) -> protocols.Target:
        if chat > 0:
            return protocols.PrivateTarget(user, table)
        return protocols.PublicTarget(table, self.here(ChatRef(PLATFORM, str(chat), thread)))

    def group_link(self, table: int, chat: ChatRef, message: str | None) -> str:
        """The address of a table's message in one of its places; ``""`` where messages have none, or there is none.
        ``message``: as the manager knows it."""
        if chat.platform != PLATFORM:
            return ""
        shown = self.memory.find(protocols.PublicTarget(table, self.here(chat)), message)
        if shown is None or shown.message.chat < INLINE:
            return ""
        return self.wire.links.to_message(*shown.message, chat.thread)

    # -- what is posted
    async def post(self, chat: ChatRef, drawn: Drawn, number: str, *, silent: bool) -> MessageId:
        """See ``Chats``. Nothing tells Telegram that it is the same again. An inline message is there already."""
        address, thread = self.lane_of(chat), thread_of(chat)
        if address < INLINE:
            try:
                await self.edit(MessageId(address, 1), drawn)
            except MessageGone:
                raise ChatGone from None
            return MessageId(address, 1)
        async with self.wire.explained(address, thread):
            return await self.wire.say(address, drawn.single, drawn, thread=thread, silent=silent, astray=False)

    async def post_standings(self, update: StandingsUpdate, drawn: Drawn, number: str, *, silent: bool) -> MessageId:
        """See ``Chats``; as the text below its picture, where there is one, it is allowed and there is room."""
        chat, thread, message = self.lane_of(update.chat), thread_of(update.chat), None
        async with self.wire.explained(chat, thread):
            if drawn.picture is not None and len(plain_text(render.standings(update))) <= _CAPTION:
                with suppress(Rejected):
                    message = await self.wire.send_picture(
                        chat, drawn.picture, drawn.single, thread=thread, silent=silent, below=drawn
                    )
            return message or await self.wire.say(chat, drawn.single, drawn, thread=thread, silent=silent)

    async def prepare(self, target: protocols.PostTarget, screen: Screen) -> bytes | None:
        """See ``Chats``; the group sees that something is on its way."""
        assert screen.picture is not None
        if self.lane_of(target.chat) < INLINE:
            return None
        with suppress(Closed, Doubtful, Later, Moved, Rejected):
            await call(
                lambda: self.wire.bot.ask(
                    "sendChatAction",
                    chat_id=self.lane_of(target.chat),
                    action="upload_video",
                    message_thread_id=thread_of(target.chat),
                )
            )
        return await drawn_picture(screen.picture)

    async def post_once(self, target: protocols.PostTarget, screen: Screen, made: bytes | None) -> MessageId | None:
        """See ``Chats``; in plain words where it may not come with its picture; then its file."""
        chat, thread = self.lane_of(target.chat), thread_of(target.chat)
        if chat < INLINE:
            return None
        drawn, message = draw(screen, self.wire.links_in(chat)), None
        async with self.wire.explained(chat):
            try:
                if made is not None:
                    with suppress(Rejected):
                        message = await self.wire.animate(chat, drawn, made, thread)
                message = message or await self.wire.say(chat, drawn.pages[0], drawn, thread=thread, silent=True)
            except Doubtful:
                message = MessageId(chat, 0)
        if screen.document is not None:
            self.outbox.put(DocumentPost(self, chat, thread, screen.document, message.message))
        return message

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        self.seat_lost(user, notice)
        self.outbox.put(
            TextPost(
                self,
                int(user.external),
                render.notice(notice, language),
                closed=lambda: self.closed_to_person(user, table),
                arrived=lambda ref: self.report(protocols.Delivered(protocols.PrivateTarget(user), ref)),
                silent=notice.quiet,
                handicap=-5.0,
            )
        )

    def hand_gone(self, user: UserRef, table: int) -> None:
        """See ``Messenger``; one that is open in a group as well."""
        self.group_hands.leave(protocols.PrivateTarget(user, table))
        super().hand_gone(user, table)

    # -- what is edited and removed
    async def edit(self, message: MessageId, drawn: Drawn) -> None:
        await self.wire.edit(message, drawn)

    async def remove(self, message: MessageId) -> None:
        await self.wire.remove(message)

    async def strip(self, message: MessageId, past: Drawn | None) -> None:
        await self.wire.strip(message, past)

    async def amend_answer(self, message: MessageId, screen: Screen) -> None:
        await self.edit(message, draw(screen, self.wire.links_in(message.chat)))

    # -- what a chat has to show
    async def out_of_sight(self, shown: Shown, update: PublicUpdate, *, renew: bool) -> bool:
        if shown.message.chat < INLINE:
            return False
        scrolled = self.wire.scroll.scrolled(shown)
        if update.table.state != "playing":
            return scrolled
        sees_all = bool(self.wire.bot.can_read_all_group_messages)
        return renew and (scrolled or self.wire.scroll.is_old(shown, sees_all=sees_all))

    def table_shown(self, update: PublicUpdate, drawn: Drawn, now: Shown, before: Shown | None) -> None:
        """See ``Chats``: a picture follows the message of a round that has just ended."""
        if before is None or now.message != before.message:
            self.wire.scroll.posted(now, before)
        if drawn.picture is not None and before is not None and before.playing and update.play.result is not None:
            self.outbox.put(PicturePost(self, self.lane_of(update.chat), thread_of(update.chat), drawn.picture))


def thread_of(chat: ChatRef) -> int | None:
    """The topic of a forum group, ``None`` for the group as such."""
    return int(chat.thread) if chat.thread else None


class TelegramPrivate(PrivateChats):
    """The private chats with people: their ids are the people's own."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender
        self._closed: set[str] = set()  # Who cannot be written to, as far as is known

    def lane(self, user: UserRef) -> int:
        return int(user.external)

    async def post(self, user: UserRef, drawn: Drawn, number: str, *, silent: bool) -> MessageId:
        """See ``PrivateChats``; its picture follows, where one was asked for."""
        chat = self.lane(user)
        async with self._sender.wire.explained(chat):
            message = await self._sender.wire.say(chat, drawn.single, drawn, silent=silent)
        if drawn.picture is not None:
            self._sender.outbox.put(PicturePost(self._sender, chat, None, drawn.picture))
        return message

    def writes_to(self, user: UserRef) -> bool:
        return user.external not in self._closed

    def heard_from(self, user: UserRef) -> None:
        """Note that somebody has written, or pressed something, in the private chat."""
        self._closed.discard(user.external)

    async def closed(self, user: UserRef, table: int | None, language: str) -> None:
        self._closed.add(user.external)
        self._sender.closed_to_person(user, table)

    def beside(self, target: protocols.PrivateTarget) -> str:
        return self._sender.group_hands.noted(target)

    def is_beside(self, update: PrivateUpdate) -> bool:
        """See ``PrivateChats``: inside a group, also where nothing else reaches somebody who has just pressed something there."""
        hands, where, writes = self._sender.group_hands, update.post.where, self.writes_to(update.user)
        hands.find(protocols.PrivateTarget(update.user, update.table.id), update.post.beside)
        if hands.known is False or (where == "private" and writes):
            return False
        if (
            where == "here"
            and update.place.chat.platform == PLATFORM
            and self._sender.lane_of(update.place.chat) < INLINE
        ):
            where = ""  # nobody is shown anything alone there
        if where == "here" or hands.panel(protocols.PrivateTarget(update.user, update.table.id)) is not None:
            return True
        return not writes and self._way_to(update) is not None

    def is_enough(self, update: PrivateUpdate) -> bool:
        """See ``PrivateChats``. Whoever plays in the group needs no message that rings, until half of their time is over."""
        target, where = protocols.PrivateTarget(update.user, update.table.id), update.post.where
        if update.reminder or where == "both":
            return False
        return where == "here" or not update.alert or self._sender.group_hands.is_looking(target)

    def _way_to(self, update: PrivateUpdate) -> Way | None:
        chat = update.place.chat
        if chat.platform != PLATFORM:
            return None
        return self._sender.group_hands.recent(int(update.user.external), self._sender.lane_of(chat))

    async def show_beside(self, update: PrivateUpdate) -> None:
        hands, target = self._sender.group_hands, protocols.PrivateTarget(update.user, update.table.id)
        panel = hands.panel(target)
        way = self._way_to(update) if panel is None else None
        chat = panel.chat if panel is not None else 0 if way is None else way.chat
        idle = watches(update)
        if chat == 0 or (idle and hands.counted):
            return

        def instead() -> None:
            self._sender.outbox.put(HandPost(self._sender, update, afresh=True))

        shown = draw(render.hand(update, listed=False), self._sender.wire.links_in(chat))
        hands.outbox.put(GroupPost(hands, way, update.language, lambda: shown, target, chat, instead,
                                   note=lambda: self._sender.delivered_beside(update, shown.digest),
                                   stays=update.post.where in ("here", "both"), lull=_AT_LAST if idle else 0.0))  # fmt: skip


class TelegramDrawings(Drawings):
    """Draws with the addresses that Telegram's messages can have."""

    def __init__(self, sender: Sender) -> None:
        self._sender = sender

    def table(self, update: PublicUpdate, called: frozenset[UserRef] = frozenset()) -> Drawn:
        """See ``Drawings``; with the way to one's own hand on the page, where a group can have one."""
        chat, over = self._sender.lane_of(update.chat), update.play.result is not None
        screen = render.table(update, pictured=over and chat > INLINE, typed=chat > INLINE)
        dealt = update.view is not None and not update.post.left
        if chat <= 0 and dealt and (address := self._sender.wire.links.direct(update.table.id)):
            way = Button(say(update.language, "button.page"), url=address, key="page")
            screen = replace(screen, rows=(*screen.rows, (way,)))
        return draw(screen, self._sender.wire.links_in(chat))

    announcement, reply = staticmethod(render.post), staticmethod(render.reply)

    def past(self, update: PublicUpdate) -> Drawn:
        return draw(render.past(update), self._sender.wire.links)

    def hand(self, update: PrivateUpdate, *, pictured: bool) -> Drawn:
        links = replace(self._sender.wire.links_in(int(update.user.external)), group=self._back(update))
        return draw(render.hand(update, pictured=pictured, listed=False), links)

    def standings(self, update: StandingsUpdate) -> Drawn:
        return draw(render.standings(update), self._sender.wire.links_in(self._sender.lane_of(update.chat)))

    def _back(self, update: PrivateUpdate) -> str:
        return self._sender.group_link(update.table.id, update.place.chat, update.place.message)
