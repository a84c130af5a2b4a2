"""What the posts share: the library's bot, which message shows which table or hand, and where groups have moved to."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass, replace
from typing import Final

import structlog
from telegram import Message

from bot.delivery.outbox import Outbox, Sending
from bot.frontends.telegram.outgoing.api import RawBot
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected, call
from bot.frontends.telegram.outgoing.markup import Links
from bot.frontends.telegram.outgoing.pace import Patience
from bot.frontends.telegram.outgoing.rights import TEXT, Rights
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.page import PagePlace
from bot.session.port.protocols import (
    ChatMoved,
    Clock,
    Delivered,
    Gone,
    Outcome,
    Outcomes,
    PrivateTarget,
    PublicTarget,
    StandingsTarget,
    Target,
    Unreachable,
)  # fmt: skip
from bot.session.port.updates import PrivateUpdate, PublicUpdate
from bot.session.port.workers import was_away

__all__ = ["PATIENCE", "PLATFORM", "Sender", "Shown", "is_supergroup", "message_ref", "parse_ref", "table_of"]

PLATFORM: Final = "telegram"
PATIENCE: Final = 300.0
"""Seconds after which a table message is renewed where it is not known how much a group talks."""
_MOST_SHOWN: Final = 20_000
_MOST_PICTURES: Final = 500
_log = structlog.get_logger(__name__)


def message_ref(chat: int, message: int) -> str:
    """Return a message's id with its chat: message ids of a group that moves mean nothing in the new one."""
    return f"{chat}:{message}"


def table_of(update: PublicUpdate | PrivateUpdate) -> Hashable:
    """Return what all posts about one table have in common, hands and public ones, wherever they go."""
    return "table", update.table.id


def is_supergroup(chat: int) -> bool:
    """Tell whether this is the id of a supergroup: its messages have ids of their own."""
    return chat < -1_000_000_000_000


def parse_ref(ref: str | None) -> tuple[int, int] | None:
    """Return (chat, message) out of a reference, ``None`` if it is none."""
    if not ref:
        return None
    chat, _, message = ref.partition(":")
    try:
        return int(chat), int(message)
    except ValueError:
        return None


@dataclass(slots=True)
class Shown:
    """The message that shows a table or a hand now."""

    chat: int
    message: int
    digest: str
    """Of its content, so that an edit that changes nothing is not sent; ``""`` if it is not known."""
    at: float
    """When it was posted, in seconds of the monotonic clock: the wall clock may jump."""
    pinged: frozenset[UserRef] = frozenset()
    playing: bool = False
    result: bool = False
    """It tells how a round ended: it stays when another message takes over."""
    past: str = ""
    """The text that it is to keep when another message takes over; ``""`` if that is not known."""
    vote: bool = False
    """It shows a vote."""
    patience: float = PATIENCE
    """Seconds after which a new message takes over where nobody can say how much was written since."""
    edits: int = 0
    heard: int = 0
    """How many messages had been heard of in the chat when it was posted."""
    version: int = -1
    """Of the update that it shows, -1 if that is not known."""
    moment: str = ""
    """What the session calls what it shows, see ``Delivered``."""
    waits: str = ""
    """Of the hand of somebody who only waits: what it shows, as can be told before it is drawn; else ``""``."""

    @property
    def ref(self) -> str:
        """As the manager keeps it."""
        return message_ref(self.chat, self.message)

    @property
    def shows(self) -> str:
        """As the manager keeps what it shows."""
        return f"{self.moment} {self.digest}" if self.moment and self.digest else ""


class Sender:
    """Sends for all posts, and remembers what they have shown. Everything in it can be lost in a restart without harm.

    ``doubt_seconds``: pause before a post is repeated of which nobody knows whether it arrived. ``page``: where people reach
    the page.
    """

    def __init__(
        self,
        outbox: Outbox,
        clock: Clock,
        doubt_seconds: float,
        patience: Patience,
        page: PagePlace | None = None,
    ) -> None:
        self.outbox = outbox
        self.clock = clock
        self.doubt_seconds = doubt_seconds
        self._patience = patience
        self._page = page
        self.rights = Rights(clock)
        self._newest: dict[int, int] = {}
        """The highest message id by chat."""
        self._heard: dict[int, int] = {}
        """How many messages were seen by chat."""
        self._no_edits: dict[int, float] = {}
        """Until when a chat takes no edits, by the monotonic clock."""
        self._bot: RawBot | None = None
        self._outcomes: Outcomes | None = None
        self._moved: dict[int, int] = {}
        self._shown: OrderedDict[Target, Shown] = OrderedDict()
        self._in_doubt: set[Target] = set()
        self._pictures: OrderedDict[str, str] = OrderedDict()
        self._removed: OrderedDict[tuple[int, int], None] = OrderedDict()

    # --- wiring

    def connect(self, bot: RawBot, outcomes: Outcomes) -> None:
        """Connect the bot to send through, and the manager to report to."""
        self._bot, self._outcomes = bot, outcomes

    @property
    def connected(self) -> bool:
        """Whether there is somebody to send through."""
        return self._bot is not None

    @property
    def bot(self) -> RawBot:
        """The library's bot; posts are sent only after ``connect``."""
        assert self._bot is not None, "the outbox runs only while connected"
        return self._bot

    @property
    def links(self) -> Links:
        """Addresses without a group's."""
        return Links(self.bot.username, page=self._page)

    def links_in(self, chat: int) -> Links:
        """Return the addresses as they are needed in this chat."""
        return replace(self.links, private=chat > 0)

    def report(self, outcome: Outcome) -> None:
        """Tell the manager."""
        if self._outcomes is not None:
            self._outcomes.report(outcome)

    # --- chats

    def address(self, external: str) -> int:
        """Return the id of a chat, after all moves that are known."""
        chat = int(external)
        while chat in self._moved:
            chat = self._moved[chat]
        return chat

    def place(self, table: int, chat: ChatRef) -> PublicTarget:
        """Return what shows a table in one place, after all moves that are known."""
        now = self.address(chat.external) if self._moved else 0
        return PublicTarget(table, replace(chat, external=str(now)) if now else chat)

    def venue(self, tournament: int, chat: ChatRef) -> StandingsTarget:
        """Return what shows a tournament in one chat, after all moves that are known."""
        now = self.address(chat.external) if self._moved else 0
        return StandingsTarget(tournament, replace(chat, external=str(now)) if now else chat)

    def moved(self, old: int, new: int) -> None:
        """Send what waits for a group to its new id."""
        if self._moved.get(old) == new:
            return
        self._moved[old] = new
        _log.info("telegram.chat.moved", chat=old, new=new)
        self.report(ChatMoved(PLATFORM, str(old), str(new)))

    def may_answer(self, chat: int, user: UserRef) -> bool:
        """Tell whether this person may be answered in this group now; a yes counts as an answer."""
        return self._patience.allows(self.address(str(chat)), int(user.external), self.clock.monotonic())

    def readdress(self, post: Sending, old: int, new: int) -> None:
        """Send a post to the group's new id."""
        self.moved(old, new)
        self.outbox.put(post)

    def closed_to_person(self, user: UserRef, table: int | None) -> None:
        """Drop what waits for a person who cannot be written to, and report it."""
        self.outbox.drop_lane(int(user.external))
        self.report(Unreachable(PrivateTarget(user, table)))

    def closed_to_group(self, chat: ChatRef, lacking: tuple[str, ...] = ()) -> None:
        """Drop what waits for a group in which the bot is no more, or (``lacking``) may not write, and report it."""
        self.outbox.drop_lane(self.address(chat.external))
        self.report(Gone(chat, lacking))

    async def refused_by_group(self, chat: ChatRef, post: Sending) -> None:
        """Find out why a group has refused the message of a table."""
        number = self.address(chat.external)
        if number > 0:  # a table of one's own, in the private chat
            if await self.still_there(number):
                self.complain(number, post)
            else:
                self.closed_to_group(chat)
            return
        try:
            lacking = await self.rights.missing(self.bot, number)
        except (Closed, Rejected):
            self.closed_to_group(chat)
        except (Moved, Doubtful):
            self.complain(number, post)
        else:
            if TEXT in lacking:
                self.closed_to_group(chat, lacking)
            else:
                self.complain(number, post)

    async def still_there(self, chat: int) -> bool:
        """Tell whether the bot can still see a chat that has refused a message. In doubt it can."""
        try:
            await call(lambda: self.bot.get_chat(chat))
        except (Closed, Rejected):
            return False
        except (Moved, Doubtful):
            return True
        return True

    def complain(self, chat: int, post: Sending) -> None:
        """Log that the platform refuses a message in a chat that is there: missing rights, or an error of ours."""
        _log.error("telegram.message.refused", chat=chat, post=type(post).__name__)

    def saw(self, chat: int, message: int) -> None:
        """Note that a message with this id is in the chat."""
        if message > self._newest.get(chat, 0):
            self._newest[chat] = message
            self._heard[chat] = self._heard.get(chat, 0) + 1

    def heard(self, chat: int) -> int:
        """Return how many messages in this chat have been heard of."""
        return self._heard.get(chat, 0)

    def below(self, shown: Shown) -> int:
        """Return how many messages are known to stand below this one.

        In a supergroup ids count its messages, those included that the bot does not get to see; everywhere else they
        count the messages of all chats of the bot, and only what was heard of can be counted.
        """
        if is_supergroup(shown.chat):
            return self._newest.get(shown.chat, 0) - shown.message
        return self.heard(shown.chat) - shown.heard if shown.digest else 0

    @property
    def sees_all(self) -> bool:
        """Whether the bot hears everything that is said in groups."""
        return bool(self.bot.can_read_all_group_messages)

    def may_edit(self, chat: int) -> bool:
        """Tell whether edits are taken there, as far as is known."""
        return self._no_edits.get(chat, 0.0) <= self.clock.monotonic()

    def no_edits(self, chat: int, seconds: float) -> None:
        """Note that no edits are taken there for so many seconds."""
        now = self.clock.monotonic()
        self._no_edits = {one: until for one, until in self._no_edits.items() if until > now}
        self._no_edits[chat] = now + seconds

    # --- what shows what

    def shown(
        self, target: Target, known: str | None, at: float | None = None, shows: str = "", version: int = -1
    ) -> Shown | None:
        """Return the message that shows the target: our own memory, else what the manager has kept, also where the table has
        been at another worker since (``version``: of the update that is to be shown)."""
        own, ref = self._shown.get(target), parse_ref(known)
        ref = None if ref in self._removed else ref
        if own is not None and (ref is None or not was_away(own.version, version)):
            return own
        if ref is None:
            return None
        age = 0.0 if at is None else max(0.0, self.clock.now() - at)
        moment, _, digest = shows.partition(" ")
        # Whether it shows a vote is not kept: a message that may is edited, not posted anew.
        return Shown(*ref, digest, self.clock.monotonic() - age, moment=moment, vote=True)

    def latest(self, target: Target, known: str | None, at: float | None) -> Shown | None:
        """Return the message that shows the target, also where another worker has posted it after our own."""
        own = self._shown.get(target)
        another = own is not None and known and known != own.ref
        if own is not None and another and at is not None and self.clock.now() - at < self.clock.monotonic() - own.at:
            del self._shown[target]
        return self.shown(target, known, at)

    def remember(self, target: Target, shown: Shown, told: Target | None = None) -> None:
        """Note that this message shows the target now, and tell the manager, who may still know it as ``told``."""
        self._shown[target] = shown
        self._shown.move_to_end(target)
        self._in_doubt.discard(target)
        while len(self._shown) > _MOST_SHOWN:
            self._shown.popitem(last=False)
        self.saw(shown.chat, shown.message)
        self.report(Delivered(told or target, shown.ref, shown.shows))

    def forget(self, target: Target) -> None:
        """Forget which message shows the target."""
        self._shown.pop(target, None)

    def take_hand(self, user: UserRef, table: int) -> Shown | None:
        """Return the message that shows a hand, which is to go: it is not known any more."""
        return self._shown.pop(PrivateTarget(user, table), None)

    def removed(self, chat: int, message: int) -> None:
        """Note that a message goes: whoever still knows of it is not to edit it, nor to remove it again."""
        self._removed[chat, message] = None
        while len(self._removed) > _MOST_SHOWN:
            self._removed.popitem(last=False)

    def take_hands(self, table: int) -> list[Shown]:
        """Return the messages that show anybody's hand at a table: they are forgotten here."""
        targets = [one for one in self._shown if isinstance(one, PrivateTarget) and one.table == table]
        return [self._shown.pop(target) for target in targets]

    def doubt(self, target: Target) -> None:
        """Note that a message for this target may have been posted: no answer came."""
        self._in_doubt.add(target)
        self._shown.pop(target, None)

    def pressed(self, chat: int, thread: str, message: int, user: UserRef, table: int | None) -> None:
        """Note that somebody pressed a button of this message: if one was in doubt it has arrived, and this is it."""
        self.saw(chat, message)
        if table is None:
            return
        target = self._pressed_at(chat, thread, user, table)
        if target in self._in_doubt:
            self.remember(target, Shown(chat, message, "", self.clock.monotonic()))

    def is_outdated(self, chat: int, thread: str, message: int, user: UserRef, table: int) -> bool:
        """Tell whether a newer message shows the table in this group, or this person's panel: a crash or a lost answer can leave
        two of them."""
        shown = self._shown.get(self._pressed_at(chat, thread, user, table))
        there = (chat, message) not in self._removed
        return there and shown is not None and shown.chat == chat and message < shown.message

    def _pressed_at(self, chat: int, thread: str, user: UserRef, table: int) -> Target:
        place = self.place(table, ChatRef(PLATFORM, str(chat), thread))
        return place if chat < 0 else PrivateTarget(user, table)

    def group_link(self, table: int, chat: ChatRef, message: str | None) -> str:
        """Return the address of a table's message in one of its places; ``""`` where messages have none, or there is none.
        ``message``: as the manager knows it."""
        shown = self.shown(self.place(table, chat), message) if chat.platform == PLATFORM else None
        return "" if shown is None else self.links.to_message(shown.chat, shown.message, chat.thread)

    # --- pictures

    def picture(self, key: str) -> str | None:
        """Return the platform's id of a picture that was sent before."""
        return self._pictures.get(key)

    def keep_picture(self, key: str, message: Message) -> None:
        """Remember the id of a picture, so that it is drawn and uploaded once."""
        if message.photo:
            self._pictures[key] = message.photo[-1].file_id
            while len(self._pictures) > _MOST_PICTURES:
                self._pictures.popitem(last=False)
