"""Which message shows what. Everything in it can be lost in a restart without harm: the manager keeps the ids as well."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from bot.session.port.protocols import Clock, Delivered, Outcome, PrivateTarget, Target
from bot.session.port.workers import was_away

__all__ = ["Memory", "MessageId", "Refusals", "Shown"]

_MOST: Final = 20_000
_REFUSED_SECONDS: Final = 600.0
_MOST_REFUSALS: Final = 5_000


class MessageId(NamedTuple):
    """A message of a platform; written ``<chat>:<message>`` where the manager keeps it. With its chat, as the ids of a group
    that moves mean nothing in the new one."""

    chat: int
    message: int

    def __str__(self) -> str:
        return f"{self.chat}:{self.message}"

    @classmethod
    def read(cls, text: str | None) -> MessageId | None:
        """Return the message that a kept text names; ``None`` for none and for what cannot be read."""
        chat, _, message = (text or "").partition(":")
        try:
            return cls(int(chat), int(message))
        except ValueError:
            return None


@dataclass(slots=True)
class Shown:
    """The message that shows a table, a hand or a tournament now."""

    message: MessageId
    at: float
    """When it was posted, in seconds of the monotonic clock: the wall clock may jump."""
    digest: str = ""
    """Of its content, so that an edit that changes nothing is not sent; ``""`` if it is not known."""
    moment: str = ""
    """What the session calls what it shows, see ``Delivered``."""
    version: int = -1
    """Of the update that it shows, -1 if that is not known."""
    votes: bool = False
    """It shows a vote, or may show one."""
    playing: bool = False
    past: Any = None
    """Of a result: the message, drawn, as it stays to be read when another takes over; ``None``: it is removed then."""
    waits: str = ""
    """Of the hand of somebody who only waits: what it shows, as can be told before it is drawn; else ``""``."""
    edits: int = 0

    @property
    def shows(self) -> str:
        """What it shows, as the manager keeps it; ``""`` if that is not known."""
        return f"{self.moment} {self.digest}" if self.moment and self.digest else ""

    def says(self, moment: str) -> bool:
        """Tell whether it tells of this moment already, so that there is probably nothing to be edited."""
        return moment != "" and self.moment == moment


class Refusals:
    """Which permissions are missing in each chat: each is tried again after a while."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: OrderedDict[int, tuple[frozenset[str], float]] = OrderedDict()

    def lacks(self, chat: int) -> frozenset[str]:
        """Return the permissions known to be missing there now."""
        known, until = self._known.get(chat, (frozenset[str](), 0.0))
        return known if self._clock.monotonic() < until else frozenset()

    def told(self, chat: int, lacking: Iterable[str]) -> None:
        """Note the permissions that are missing in a chat, as the platform itself has said them."""
        self._known.pop(chat, None)
        if missing := frozenset(lacking):
            self._known[chat] = missing, self._clock.monotonic() + _REFUSED_SECONDS
            while len(self._known) > _MOST_REFUSALS:
                self._known.popitem(last=False)

    def refused(self, chat: int, right: str) -> None:
        """Note that a call was refused for want of this permission."""
        self.told(chat, self.lacks(chat) | {right})


class Memory:
    """Remembers for each target the message that shows it, and which messages have gone.

    ``report`` tells the manager. ``posted_at``: when a message was posted, see ``Chats.posted_at``.
    """

    def __init__(
        self,
        clock: Clock,
        report: Callable[[Outcome], None],
        posted_at: Callable[[MessageId, float | None], float | None],
    ) -> None:
        self._clock, self._report, self._posted_at = clock, report, posted_at
        self._shown: OrderedDict[Target, Shown] = OrderedDict()
        self._in_doubt: set[Target] = set()
        self._gone: OrderedDict[MessageId, None] = OrderedDict()

    def find(
        self, target: Target, known: str | None = None, *, at: float | None = None, shows: str = "", version: int = -1
    ) -> Shown | None:
        """Return the message that shows the target: our own memory, else what the manager has kept (``known``, posted at ``at``
        by the wall clock), also where the table has been at another worker since (``version``: of what is to be shown)."""
        own, message = self._shown.get(target), MessageId.read(known)
        if message in self._gone:
            message = None
        if own is not None and (message is None or not was_away(own.version, version)):
            return own
        return None if message is None else self.kept(message, at, shows)

    def newest(self, target: Target, known: str | None, at: float | None) -> Shown | None:
        """Return the message that shows the target, also where another worker has posted it after our own: ids rise."""
        own, message = self._shown.get(target), MessageId.read(known)
        if own is not None and message is not None and message.chat == own.message.chat and message > own.message:
            del self._shown[target]
        return self.find(target, known, at=at)

    def kept(self, message: MessageId, at: float | None, shows: str) -> Shown:
        """Return a message from before the start as the manager has kept it."""
        posted = self._posted_at(message, at)
        age = 0.0 if posted is None else max(0.0, self._clock.now() - posted)
        moment, _, digest = shows.partition(" ")
        # Whether it shows a vote is not kept: a message that may is edited, not posted anew.
        return Shown(message, self._clock.monotonic() - age, digest, moment, votes=True)

    def remember(self, target: Target, shown: Shown, told: Target | None = None) -> None:
        """Note that this message shows the target now, and tell the manager, who may still know it as ``told``."""
        self._shown[target] = shown
        self._shown.move_to_end(target)
        self._in_doubt.discard(target)
        while len(self._shown) > _MOST:
            self._shown.popitem(last=False)
        self._report(Delivered(told or target, str(shown.message), shown.shows))

    def forget(self, target: Target) -> Shown | None:
        """Forget which message shows the target; returns it, if it was known."""
        return self._shown.pop(target, None)

    def hands_at(self, table: int) -> list[PrivateTarget]:
        """Return whose hands at a table are shown."""
        return [one for one in self._shown if isinstance(one, PrivateTarget) and one.table == table]

    def doubt(self, target: Target) -> None:
        """Note that a message for this target may have been posted: no answer came."""
        self._in_doubt.add(target)
        self._shown.pop(target, None)

    def pressed(self, target: Target, message: MessageId) -> bool:
        """Note that somebody pressed a button of this message: if one was in doubt it has arrived, and this is it. Whether that
        is news."""
        doubted = target in self._in_doubt
        if doubted:
            self.remember(target, Shown(message, self._clock.monotonic()))
        return doubted

    def is_outdated(self, target: Target, message: MessageId) -> bool:
        """Tell whether a newer message in that chat shows the target: a crash or a lost answer can leave two of them."""
        shown = self._shown.get(target)
        newer = shown is not None and shown.message.chat == message.chat and message < shown.message
        return newer and message not in self._gone

    # -- messages that go

    def gone(self, message: MessageId) -> bool:
        """Tell whether a message has been removed, or is about to be: nobody is to edit it, nor to remove it again."""
        return message in self._gone

    def goes(self, message: MessageId) -> None:
        """Note that a message goes."""
        self._gone[message] = None
        while len(self._gone) > _MOST:
            self._gone.popitem(last=False)

    def stays(self, message: MessageId) -> None:
        """Note that a message that was to go is kept after all."""
        self._gone.pop(message, None)
