"""The platform's rates: about 1 message/s in one chat, 20/min in one group, 30/s in all. Edits count like messages.

Time comes in as an argument (monotonic seconds), nothing here waits. A margin of a few percent is kept, because
messages that leave evenly do not arrive evenly.
"""

from __future__ import annotations

from collections import deque
from typing import Final

__all__ = ["Pace", "Patience", "chat_lane"]

CHAT_SECONDS: Final = 1.02
"""Between two messages in one chat."""
GROUP_MOST, GROUP_SECONDS = 20, 61.0
"""Messages in one group, in so many seconds."""
GROUP_EASY: Final = 6
"""So many messages a minute a group gets at the pace of any chat; further ones are spread over the minute."""
GROUP_SPREAD_SECONDS: Final = 3.5
ALL_MOST, ALL_SECONDS = 29, 1.02
"""Messages in all chats together, in so many seconds."""
ANSWERS_AT_ONCE: Final = 4
ANSWER_SECONDS: Final = 15.0
"""One person gets so many answers in a group at once, and then one in so many seconds."""
PLATFORM_LANE: Final = "telegram"
_IDLE_LANES: Final = 5_000


def chat_lane(chat: int) -> str:
    """Return the name under which all workers count what a chat gets."""
    return f"{PLATFORM_LANE}:{chat}"


class Pace:
    """Tells when the next message to a chat may leave. ``factor`` multiplies all rates (1.0: the platform's own)."""

    def __init__(self, factor: float = 1.0) -> None:
        if factor <= 0:
            raise ValueError("the pace must be positive")
        self._factor = factor
        self._last: dict[int, float] = {}
        self._minute: dict[int, deque[float]] = {}
        self._second: deque[float] = deque()

    def any_at(self, now: float) -> float:
        """Return the earliest time at which a message to whatever chat may leave."""
        return self._window(self._second, ALL_MOST, ALL_SECONDS, now)

    def chat_at(self, chat: int, now: float) -> float:
        """Return the earliest time at which a message to this chat may leave; group ids are negative."""
        last = self._last.get(chat)
        if last is None:
            return now
        earliest = last + CHAT_SECONDS / self._factor
        minute = self._minute.get(chat)
        if chat < 0 and minute:
            earliest = max(earliest, self._window(minute, GROUP_MOST, GROUP_SECONDS, now))
            if len(minute) >= GROUP_EASY:
                earliest = max(earliest, last + GROUP_SPREAD_SECONDS / self._factor)
        return max(now, earliest)

    def leaves(self, chat: int, now: float) -> None:
        """Count a message that leaves for this chat now."""
        self._second.append(now)
        self._last[chat] = now
        if chat < 0:
            self._minute.setdefault(chat, deque()).append(now)
        if len(self._last) > _IDLE_LANES:
            self._forget_idle(now)

    def lanes(self, chat: int) -> list[tuple[str, int, float]]:
        """Return the limits that hold for a message to this chat, whichever worker sends it; see ``workers.Allowance``."""
        found = [
            (PLATFORM_LANE, ALL_MOST, ALL_SECONDS / self._factor),
            (chat_lane(chat), 1, CHAT_SECONDS / self._factor),
        ]
        return [*found, (f"{chat_lane(chat)}:minute", GROUP_MOST, GROUP_SECONDS / self._factor)] if chat < 0 else found

    def arrived(self, chat: int, now: float) -> None:
        """Count the chat's pause anew from now: the platform has answered, and it counts from when it had the message."""
        self._last[chat] = now

    def _window(self, times: deque[float], most: int, seconds: float, now: float) -> float:
        length = seconds / self._factor
        while times and times[0] + length <= now:
            times.popleft()
        return now if len(times) < most else times[len(times) - most] + length

    def _forget_idle(self, now: float) -> None:
        idle = [chat for chat, last in self._last.items() if last + GROUP_SECONDS <= now]
        for chat in idle:
            del self._last[chat]
            self._minute.pop(chat, None)


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
        if len(self._until) > _IDLE_LANES:
            self._until = {key: until for key, until in self._until.items() if until > now}
        until = max(self._until.get((chat, person), now), now)
        if until + self._seconds > now + ANSWERS_AT_ONCE * self._seconds:
            return False
        self._until[chat, person] = until + self._seconds
        return True
