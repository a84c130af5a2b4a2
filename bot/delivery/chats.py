"""The chats of a platform: the verbs that its frontend gives, the few kinds of what a call may come to, and which
message shows what.

An edit that would change nothing is no failure. What certainly did not happen and may be tried again is ``Later``. What
is remembered can be lost in a restart without harm: the manager keeps the ids as well."""

import itertools
from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple, Self, TypeAlias, TypeVar

from bot.delivery.outbox import EDIT, Lane, Outbox
from bot.present.screens.screen import Screen
from bot.session.port import protocols
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.replies import Reply
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate, StandingsUpdate

__all__ = [
    "ChatGone", "Chats", "ContentRefused", "Drawing", "Memory", "MessageGone", "MessageId", "Newest", "Refusals", "Shown",
    "TooOld", "UnknownResult",
]  # fmt: skip

LOOKING_SECONDS: Final = 600.0
"""Who has pressed a button of the hand in the group within so many seconds reads what is new there."""
NOTED_SECONDS: Final = 300  # So old may be what is written down of a hand in a group
_MOST: Final = 20_000
_REFUSED_SECONDS: Final = 600.0
_MOST_REFUSALS: Final = 5_000


K = TypeVar("K")
V = TypeVar("V")


class Newest(OrderedDict[K, V]):
    """Remembers so many entries, those that were set last."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        if len(self) > self._most:
            self.popitem(last=False)


class MessageId(NamedTuple):
    """A message of a platform; written ``<chat>:<message>`` where the manager keeps it. With its chat, as the ids of a group
    that moves mean nothing in the new one."""

    chat: int
    message: int

    def __str__(self) -> str:
        return f"{self.chat}:{self.message}"

    @classmethod
    def read(cls, text: str | None) -> Self | None:
        """The message that a kept text names, whichever bot wrote it; ``None`` for none and for what cannot be read."""
        chat, _, message = (text or "").partition("@")[0].partition(":")
        try:
            return cls(int(chat), int(message))
        except ValueError:
            return None


@dataclass(slots=True)
class Shown:
    """The message that shows a table, a hand or a tournament now."""

    message: MessageId
    at: float  # When it was posted, in seconds of the monotonic clock: the wall clock may jump
    digest: str = ""  # Of its content, so that an edit that changes nothing is not sent; ``""`` if it is not known
    moment: str = ""  # What the session calls what it shows, see ``Delivered``
    version: int = -1  # Of the update that it shows, -1 if that is not known
    votes: bool = False  # It shows a vote, or may show one
    playing: bool = False
    past: Any = None
    """Of a result: the message, drawn, as it stays to be read when another takes over; ``None``: it is removed then."""
    edits: int = 0

    @property
    def shows(self) -> str:
        """What it shows, as the manager keeps it; ``""`` if that is not known."""
        return f"{self.moment} {self.digest}" if self.moment and self.digest else ""

    def says(self, moment: str) -> bool:
        """Whether it tells of this moment already, so that there is probably nothing to be edited."""
        return moment != "" and self.moment == moment


class Refusals:
    """Which permissions are missing in each chat: each is tried again after a while."""

    def __init__(self, clock: protocols.Clock) -> None:
        self._clock = clock
        self._known = Newest[int, tuple[frozenset[str], float]](_MOST_REFUSALS)

    def lacks(self, chat: int) -> frozenset[str]:
        known, until = self._known.get(chat, (frozenset[str](), 0.0))
        return known if self._clock.monotonic() < until else frozenset()

    def told(self, chat: int, lacking: Iterable[str]) -> None:
        """Note the permissions that are missing in a chat, as the platform itself has said them."""
        self._known.pop(chat, None)
        if missing := frozenset(lacking):
            self._known[chat] = missing, self._clock.monotonic() + _REFUSED_SECONDS

    def refused(self, chat: int, right: str) -> None:
        """Note that a call was refused for want of this permission."""
        self.told(chat, self.lacks(chat) | {right})


class Memory:
    """Remembers for each target the message that shows it, and which messages have gone. ``report`` tells the manager.
    ``posted_at``: when a message was posted, see ``Chats.posted_at``."""

    def __init__(
        self,
        clock: protocols.Clock,
        report: Callable[[protocols.Delivered], None],
        posted_at: Callable[[MessageId, float | None], float | None],
    ) -> None:
        self._clock, self._report, self._posted_at = clock, report, posted_at
        self._shown = Newest[protocols.Target, Shown](_MOST)
        self._in_doubt: set[protocols.Target] = set()
        self._gone = Newest[MessageId, None](_MOST)

    def find(
        self,
        target: protocols.Target,
        known: str | None = None,
        *,
        at: float | None = None,
        shows: str = "",
        version: int = -1,
    ) -> Shown | None:
        """The message that shows the target: our own memory, else what the manager has kept (``known``, posted at ``at``
        by the wall clock), also where the table has been at another worker since (``version``: of what is to be shown)."""
        own = self._shown.get(target)
        if own is not None and not protocols.was_away(own.version, version):
            return own
        message = None if known is None else MessageId.read(known)
        return own if message is None or message in self._gone else self.kept(message, at, shows)

    def at_hand(self, target: protocols.Target) -> Shown | None:
        """The message that shows the target, as far as this process has shown it."""
        return self._shown.get(target)

    def newest(self, target: protocols.Target, known: str | None, at: float | None) -> Shown | None:
        """The message that shows the target, also where another worker has posted it after our own: ids rise."""
        own, message = self._shown.get(target), MessageId.read(known)
        if own is not None and message is not None and message.chat == own.message.chat and message > own.message:
            del self._shown[target]
        return self.find(target, known, at=at)

    def kept(self, message: MessageId, at: float | None, shows: str) -> Shown:
        """A message from before the start as the manager has kept it."""
        posted = self._posted_at(message, at)
        age = 0.0 if posted is None else max(0.0, self._clock.now() - posted)
        moment, _, digest = shows.partition(" ")
        # Whether it shows a vote is not kept: a message that may is edited, not posted anew.
        return Shown(message, self._clock.monotonic() - age, digest, moment, votes=True)

    def remember(self, target: protocols.Target, shown: Shown, told: protocols.Target | None = None) -> None:
        """Note that this message shows the target now, and tell the manager, who may still know it as ``told``."""
        self._shown[target] = shown
        self._in_doubt.discard(target)
        self._report(protocols.Delivered(told or target, str(shown.message), shown.shows))

    def forget(self, target: protocols.Target) -> Shown | None:
        return self._shown.pop(target, None)

    def hands_at(self, table: int) -> list[protocols.PrivateTarget]:
        return [one for one in self._shown if isinstance(one, protocols.PrivateTarget) and one.table == table]

    def doubt(self, target: protocols.Target) -> None:
        """Note that a message for this target may have been posted: no answer came."""
        self._in_doubt.add(target)
        self._shown.pop(target, None)

    def pressed(self, target: protocols.Target, message: MessageId) -> bool:
        """Note that somebody pressed a button of this message: if one was in doubt it has arrived, and this is it. Whether that
        is news."""
        doubted = target in self._in_doubt
        if doubted:
            self.remember(target, Shown(message, self._clock.monotonic()))
        return doubted

    def is_outdated(self, target: protocols.Target, message: MessageId) -> bool:
        """Whether a newer message in that chat shows the target: a crash or a lost answer can leave two of them."""
        shown = self._shown.get(target)
        newer = shown is not None and shown.message.chat == message.chat and message < shown.message
        return newer and message not in self._gone

    # -- messages that go
    def gone(self, message: MessageId) -> bool:
        """Whether a message has been removed, or is about to be: nobody is to edit it, nor to remove it again."""
        return message in self._gone

    def goes(self, message: MessageId) -> None:
        self._gone[message] = None

    def stays(self, message: MessageId) -> None:
        """Note that a message that was to go is kept after all."""
        self._gone.pop(message, None)


Drawing: TypeAlias = Any  # A screen as its platform takes it. Its ``digest`` is equal for what looks and acts the same.


class ChatGone(Exception):
    """This chat cannot be written to (any more); ``lacking``: for want of these permissions; ``thread``: the topic alone is
    gone."""

    def __init__(self, lacking: tuple[str, ...] = (), *, thread: bool = False) -> None:
        super().__init__()
        self.lacking, self.thread = lacking, thread


class MessageGone(Exception):
    """That message is not there (any more)."""


class TooOld(MessageGone):
    """That message is there, but cannot be edited any more."""


class ContentRefused(Exception):
    """The platform does not take what was sent, though the chat is there; ``code`` as it says it."""

    def __init__(self, code: int = 0) -> None:
        super().__init__()
        self.code = code


class UnknownResult(Exception):
    """No answer came: it may have happened, or not."""


class Drawings(ABC):
    """Draws for one platform."""

    @abstractmethod
    def table(self, update: PublicUpdate, called: frozenset[UserRef] = frozenset()) -> Drawing:
        """A table message, calling these by name."""

    @abstractmethod
    def past(self, update: PublicUpdate) -> Drawing:
        """What the message of a result is to tell once another one shows the table."""

    @abstractmethod
    def hand(self, update: PrivateUpdate, *, pictured: bool) -> Drawing:
        """A hand panel; ``pictured``: its picture was asked for."""

    @abstractmethod
    def announcement(self, body: protocols.PostBody, language: str) -> Screen: ...

    @abstractmethod
    def reply(self, reply: Reply) -> Screen | None: ...

    @abstractmethod
    def standings(self, update: StandingsUpdate) -> Drawing: ...


class PrivateChats(ABC):
    """The private chats of one platform with people."""

    @abstractmethod
    def lane(self, user: UserRef) -> Lane: ...

    @abstractmethod
    async def post(self, user: UserRef, drawn: Drawing, number: str, *, silent: bool) -> MessageId:
        """Post a message in a person's private chat; as ``post``."""

    def writes_to(self, user: UserRef) -> bool:
        """Whether this person takes private messages, as far as is known."""
        return True

    @abstractmethod
    async def closed(self, user: UserRef, table: int | None, language: str) -> None:
        """Do what there is to do about a person who takes no private messages, and report it."""

    def is_beside(self, update: PrivateUpdate) -> bool:
        """Whether a hand is, or could be, shown elsewhere than in the private chat."""
        return False

    @abstractmethod
    async def show_beside(self, update: PrivateUpdate) -> None:
        """Show a hand there, as far as that is possible now."""

    def beside(self, target: protocols.PrivateTarget) -> str:
        """How a hand that stands inside a group is found again after a restart (``Posting.beside``); ``""`` if none does. It
        changes now and then, as each change is written down."""
        return ""

    def is_enough(self, update: PrivateUpdate) -> bool:
        """Whether a hand that is, or could be, shown elsewhere need not be shown in the private chat."""
        return False


class Chats(ABC):
    """The chats of one platform. ``drawings``: of what they show. ``private``: those with people. ``edit_seconds``: after so many
    a message is not edited any more. ``doubt_seconds``: pause before something is posted again of which nobody knows whether it
    arrived. ``watching_seconds``: between two looks at the play of the others, in a panel of which nothing is asked."""

    drawings: Drawings
    private: PrivateChats
    edit_seconds = float("inf")
    doubt_seconds = 0.0
    watching_seconds = 5.0  # At two Telegram would come to 1.3 counted calls an action

    def __init__(self, outbox: Outbox, clock: protocols.Clock) -> None:
        self.outbox, self.clock = outbox, clock
        self.memory = Memory(clock, self.delivered, self.posted_at)
        self.numbers = itertools.count(1)  # Names for messages to be posted, which no other has in this process

    def chat_gone(self, chat: ChatRef, gone: ChatGone) -> None:
        """Drop what waits for a chat that cannot be written to, and report it."""
        if not gone.thread:
            self.outbox.drop_lane(self.lane_of(chat))
        self.report(protocols.Gone(chat, gone.lacking, gone.thread))

    def delivered(self, outcome: protocols.Delivered) -> None:
        """Report what shows something; of a hand also how it is found inside a group after a restart."""
        target = outcome.target
        if isinstance(target, protocols.PrivateTarget) and (beside := self.private.beside(target)):
            outcome = replace(outcome, beside=beside)
        self.report(outcome)

    def delivered_beside(self, update: PrivateUpdate, digest: str) -> None:
        """Report that a hand stands inside a group, where it shows this."""
        # The private message may show something older.
        shows = f"{update.post.moment} +{digest}" if update.post.moment else ""
        self.delivered(protocols.Delivered(protocols.PrivateTarget(update.user, update.table.id), "", shows))

    # -- what a frontend gives
    @abstractmethod
    def report(self, outcome: protocols.Outcome) -> None:
        """Tell the manager."""

    @abstractmethod
    def lane_of(self, chat: ChatRef) -> Lane: ...

    def here(self, chat: ChatRef) -> ChatRef:
        """A chat under the id that it has now."""
        return chat

    def posted_at(self, message: MessageId, told: float | None) -> float | None:
        """When a message was posted, by the wall clock; ``told``: as the manager knows it."""
        return told

    @abstractmethod
    def is_in(self, message: MessageId, chat: ChatRef) -> bool:
        """Whether a message stands in this chat: those of a group that moved stayed behind."""

    @abstractmethod
    async def post(self, chat: ChatRef, drawn: Drawing, number: str, *, silent: bool) -> MessageId:
        """Post a message. The same ``number`` again posts nothing twice, where the platform can tell."""

    @abstractmethod
    async def edit(self, message: MessageId, drawn: Drawing) -> None:
        """Edit a message; edits ring for nobody."""

    @abstractmethod
    async def remove(self, message: MessageId) -> None:
        """Delete a message; one that is gone already, or cannot be deleted, is fine."""

    @abstractmethod
    async def strip(self, message: MessageId, past: Drawing | None) -> None:
        """Take the buttons from a message that stays to be read, and show ``past`` there, if that is known."""

    async def post_standings(self, update: StandingsUpdate, drawn: Drawing, number: str, *, silent: bool) -> MessageId:
        return await self.post(update.chat, drawn, number, silent=silent)

    @abstractmethod
    async def prepare(self, target: protocols.PostTarget, screen: Screen) -> bytes | None:
        """Draw the picture of a message of its own: that takes seconds, in which the chat goes on."""

    @abstractmethod
    async def post_once(self, target: protocols.PostTarget, screen: Screen, made: bytes | None) -> MessageId | None:
        """Post a message of its own without a sound, with the picture that was ``made``; said twice is worse than lost. ``None``:
        nobody knows where it stands."""

    @abstractmethod
    async def out_of_sight(self, shown: Shown, update: PublicUpdate, *, renew: bool) -> bool:
        """Whether a table message is out of sight by what was said since; ``renew``: a trick begins."""

    def calls_between(self, user: UserRef, *, ended: bool) -> bool:
        """Whether a person is called by name while no round is on; ``ended``: one has just ended. Otherwise they read what
        there is to know as the answer to what they have done."""
        return ended

    @abstractmethod
    def table_shown(self, update: PublicUpdate, drawn: Drawing, now: Shown, before: Shown | None) -> None:
        """Hear that a table is shown by ``now``, and was by ``before`` until then: the same message, if it was edited."""

    def amend_kind(self, message: MessageId) -> str:
        """Which limit the edit of an answer counts against."""
        return EDIT

    @abstractmethod
    async def amend_answer(self, message: MessageId, screen: Screen) -> None: ...

    @abstractmethod
    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None: ...
