"""How often people may say something at a table: a few at once, then one every few seconds."""

from __future__ import annotations

from typing import Final

__all__ = ["AT_ONCE", "PAUSE", "Talk"]

AT_ONCE: Final = 3
"""So many phrases in a row."""
PAUSE: Final = 4.0
"""Seconds after which somebody who has said as many may say one more."""
_PEOPLE: Final = 1000
"""When so many have spoken, those whose last word is long over are forgotten."""


class Talk:
    """Who has said how much lately, at all tables together. Nothing of what was said is kept."""

    def __init__(self) -> None:
        self._free_at: dict[int, float] = {}
        """For each person the moment from which everything is allowed again."""

    def wait(self, user: int, now: float) -> float:
        """Return for how many seconds somebody has to wait; 0.0: not at all, and it counts as said. ``now`` in uptime."""
        free_at = max(now, self._free_at.get(user, now))
        wait = free_at - now - (AT_ONCE - 1) * PAUSE
        if wait > 0:
            return wait
        if len(self._free_at) >= _PEOPLE:
            self._free_at = {one: at for one, at in self._free_at.items() if at > now}
        self._free_at[user] = free_at + PAUSE
        return 0.0
