"""How fast a platform may be written to: its rates as data, and from them when the next message may leave.

Time comes in as an argument (monotonic seconds), nothing here waits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

__all__ = ["ANY", "CREATE", "EDIT", "FREE", "Lane", "Limits", "Pace", "Rate"]

CREATE: Final = "create"
EDIT: Final = "edit"
FREE: Final = "free"
"""Kinds of calls; no chat counts a free one (a removal)."""
ANY: Final = ""
"""All kinds of calls, where a platform takes none of them for a while."""
_IDLE_LANES: Final = 5_000

Lane = int | str
"""A chat, by the platform's own name for it."""


@dataclass(frozen=True, slots=True)
class Rate:
    """At most ``most`` calls in any ``seconds``."""

    most: int
    seconds: float


def _never(lane: Lane) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Limits:
    """What one platform takes, a little less than it publishes: messages that leave evenly do not arrive evenly.

    ``apart``: posts and edits are counted each by themselves. ``free_counts``: free calls count among those of all chats.
    ``group``: holds besides in the chats that ``is_group`` names; after ``group_easy`` messages in that time each further one
    comes ``group_gap`` seconds after the last. ``at_once``: so many calls are under way together; with more they would
    wait for each other on the wire, where their time limits run. ``follow_seconds``: so long the public message of a table waits
    at most for the hands that were sent just before it, where messages do not all arrive in the order in which they leave.
    """

    platform: str
    everywhere: Rate
    chat: Rate
    apart: bool = False
    free_counts: bool = False
    group: Rate | None = None
    is_group: Callable[[Lane], bool] = _never
    group_easy: int = 0
    group_gap: float = 0.0
    at_once: int = 32
    follow_seconds: float = 0.0

    def name(self, lane: Lane | None = None, kind: str = ANY) -> str:
        """Return the name under which all workers count the calls of a kind to a chat (``None``: to all chats)."""
        if lane is None:
            return self.platform
        return f"{self.platform}:{lane}:{kind}" if self.apart and kind != ANY else f"{self.platform}:{lane}"


class Pace:
    """Tells when the next call may leave. ``factor`` multiplies all rates (``OUTBOX_PACE``; 1.0: the platform's own)."""

    def __init__(self, limits: Limits, factor: float = 1.0) -> None:
        if factor <= 0:
            raise ValueError("the pace must be positive")
        self.limits = limits
        self._factor = factor
        self._all: deque[float] = deque(maxlen=limits.everywhere.most)
        self._sent: dict[tuple[Lane, str], deque[float]] = {}
        self._closed: dict[tuple[Lane | None, str], float] = {}

    def any_at(self, now: float) -> float:
        """Return the earliest time at which a counted call to whatever chat may leave."""
        return max(now, self._closed.get((None, ANY), now), self._after(self._all, self.limits.everywhere))

    def at(self, lane: Lane, kind: str, now: float) -> float:
        """Return the earliest time at which a call of this kind may leave for this chat, as far as the chat is concerned."""
        earliest = max(now, self._until(lane, kind)) if self._closed else now
        sent = self._sent.get((lane, self._bucket(kind))) if kind != FREE else None
        if not sent:
            return earliest
        group, easy = self._group(lane), self.limits.group_easy
        if group is not None:
            earliest = max(earliest, self._after(sent, group))
            if len(sent) >= easy and sent[-easy] + group.seconds / self._factor > now:
                earliest = max(earliest, sent[-1] + self.limits.group_gap / self._factor)
        return max(earliest, self._after(sent, self.limits.chat))

    def leaves(self, lane: Lane, kind: str, now: float) -> None:
        """Count a call that leaves now."""
        if self.counts(kind):
            self._all.append(now)
        if kind == FREE:
            return
        longest = self._group(lane) or self.limits.chat
        self._sent.setdefault((lane, self._bucket(kind)), deque(maxlen=longest.most)).append(now)
        if len(self._sent) > _IDLE_LANES:
            idle = (self.limits.group or self.limits.chat).seconds
            self._sent = {key: sent for key, sent in self._sent.items() if sent[-1] + idle > now}

    def arrived(self, lane: Lane, kind: str, now: float) -> None:
        """Count the chat's last call from now: the platform counts from when it had it, and a slow one may come close to the
        next."""
        sent = self._sent.get((lane, self._bucket(kind))) if kind != FREE else None
        if sent:
            sent[-1] = now

    def counts(self, kind: str) -> bool:
        """Tell whether calls of this kind count among those to all chats."""
        return kind != FREE or self.limits.free_counts

    def close(self, lane: Lane | None, kind: str, until: float, now: float) -> None:
        """Let no call of this kind leave for this chat (``None``: for any chat, of whatever kind) before then: the platform has
        said so."""
        self._closed = {key: end for key, end in self._closed.items() if end > now}
        self._closed[lane, ANY if lane is None else kind] = until

    def closed(self, lane: Lane, kind: str, now: float) -> bool:
        """Tell whether the platform takes no call of this kind in this chat."""
        return bool(self._closed) and self._until(lane, kind) > now

    def lanes(self, lane: Lane, kind: str) -> list[tuple[str, int, float]]:
        """Return the limits that hold for a call, whichever worker makes it; see ``workers.Allowance``."""
        name, found = self.limits.name(lane, kind), list[tuple[str, Rate]]()
        if self.counts(kind):
            found.append((self.limits.name(), self.limits.everywhere))
        if kind != FREE:
            found.append((name, self.limits.chat))
            if (group := self._group(lane)) is not None:
                found.append((f"{name}:minute", group))
        return [(each, rate.most, rate.seconds / self._factor) for each, rate in found]

    # -- inside

    def _bucket(self, kind: str) -> str:
        return kind if self.limits.apart else ANY

    def _group(self, lane: Lane) -> Rate | None:
        return self.limits.group if self.limits.is_group(lane) else None

    def _until(self, lane: Lane, kind: str) -> float:
        return max(self._closed.get(key, 0.0) for key in ((None, ANY), (lane, ANY), (lane, kind)))

    def _after(self, times: deque[float], rate: Rate) -> float:
        """Return when so many seconds have gone since the last calls that fill a rate."""
        return times[-rate.most] + rate.seconds / self._factor if len(times) >= rate.most else 0.0
