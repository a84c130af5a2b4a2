"""How much is said in a chat, as far as the bot can know: how far has a table message scrolled away, and who asks too much."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final, NamedTuple

from bot.delivery.memory import MessageId, Shown
from bot.session.port.protocols import Clock

__all__ = ["Patience", "Scroll"]

SCROLLED: Final = 8
"""A table message with so many messages below it has scrolled away."""
PATIENCE: Final = 300.0
"""Seconds after which a table message is renewed where it is not known how much a group talks."""
OLD_SECONDS: Final = 20 * 60.0
"""The longest time after which a table message is renewed when a trick begins."""
RESTLESS_SECONDS: Final = 60.0
"""The least time after which a table message is renewed in a group that talks a lot."""
EDIT_SECONDS: Final = 10.0
"""Where the bot does not see what is said in a group, each edit counts as so many seconds of age: play means talk."""
ANSWERS_AT_ONCE: Final = 4
ANSWER_SECONDS: Final = 15.0
"""One person gets so many answers in a group at once, and then one in so many seconds."""
_MOST: Final = 5_000
_MOST_POSTED: Final = 20_000


class _Posted(NamedTuple):
    """``patience``: after so many seconds a message is renewed where nobody can say how much was written since. ``heard``: how
    many messages had been heard of in the chat when it was posted."""

    patience: float = PATIENCE
    heard: int = 0


class Scroll:
    """Counts what is known to be said in each chat."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._newest: dict[int, int] = {}
        """The highest message id by chat."""
        self._heard: dict[int, int] = {}
        """How many messages were seen by chat."""
        self._posted: OrderedDict[MessageId, _Posted] = OrderedDict()

    def saw(self, chat: int, message: int) -> None:
        """Note that a message with this id is in the chat."""
        if message > self._newest.get(chat, 0):
            self._newest[chat] = message
            self._heard[chat] = self._heard.get(chat, 0) + 1

    def posted(self, message: MessageId, before: MessageId | None) -> None:
        """Note a new table message; ``before``: the last one there."""
        patience = self._patience(message, before)
        self._posted[message] = _Posted(patience, self._heard.get(message.chat, 0))
        while len(self._posted) > _MOST_POSTED:
            self._posted.popitem(last=False)

    def scrolled(self, shown: Shown) -> bool:
        """Tell whether a message is known to have scrolled away.

        In a supergroup ids count its messages, those included that the bot does not get to see; everywhere else they
        count the messages of all chats of the bot, and only what was heard of can be counted.
        """
        chat, message = shown.message
        if _is_supergroup(chat):
            return self._newest.get(chat, 0) - message >= SCROLLED
        heard = self._posted.get(shown.message, _Posted()).heard
        return bool(shown.digest) and self._heard.get(chat, 0) - heard >= SCROLLED

    def is_old(self, shown: Shown, *, sees_all: bool) -> bool:
        """Tell whether it has probably scrolled away, by its age and its edits: the bot does not see most of the talk."""
        age = self._clock.monotonic() - shown.at
        if sees_all:
            return age >= OLD_SECONDS
        return max(age, shown.edits * EDIT_SECONDS) >= self._posted.get(shown.message, _Posted()).patience

    def _patience(self, message: MessageId, before: MessageId | None) -> float:
        """Return after how many seconds a new message is to be renewed: ids of a supergroup tell how much was said since the one
        before.
        """
        known = PATIENCE if before is None else self._posted.get(before, _Posted()).patience
        if before is None or before.chat != message.chat or not _is_supergroup(before.chat):
            return known
        talk = message.message - before.message - 1
        return max(RESTLESS_SECONDS, known / 2) if talk >= SCROLLED else min(OLD_SECONDS, known * 2)


def _is_supergroup(chat: int) -> bool:
    """Tell whether this is the id of a supergroup: its messages have ids of their own."""
    return chat < -1_000_000_000_000


class Patience:
    """Limits how often one person may make the bot speak in a group: a few times at once, then now and then.

    A group takes 20 messages a minute; what somebody types there for fun must not keep the table waiting for its turn.
    ``factor`` as for ``Pace``.
    """

    def __init__(self, factor: float = 1.0) -> None:
        self._seconds = ANSWER_SECONDS / factor
        self._until: dict[tuple[int, int], float] = {}

    def allows(self, chat: int, person: int, now: float) -> bool:
        """Tell whether this person may be answered in this group now; a yes counts as an answer."""
        if len(self._until) > _MOST:
            self._until = {key: until for key, until in self._until.items() if until > now}
        until = max(self._until.get((chat, person), now), now)
        if until + self._seconds > now + ANSWERS_AT_ONCE * self._seconds:
            return False
        self._until[chat, person] = until + self._seconds
        return True
