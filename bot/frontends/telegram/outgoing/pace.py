"""The platform's rates: about 1 message/s in one chat, 20/min in one group, 30/s in all. Edits count like messages."""

from __future__ import annotations

from typing import Final

from bot.delivery.pace import Lane, Limits, Rate

__all__ = ["LIMITS", "Patience"]


def _is_group(lane: Lane) -> bool:
    return isinstance(lane, int) and lane < 0


LIMITS: Final = Limits(
    "telegram",
    everywhere=Rate(29, 1.02),
    chat=Rate(1, 1.02),
    group=Rate(20, 61.0),
    is_group=_is_group,
    group_easy=6,
    group_gap=3.5,
    at_once=60,
)
ANSWERS_AT_ONCE: Final = 4
ANSWER_SECONDS: Final = 15.0
"""One person gets so many answers in a group at once, and then one in so many seconds."""
_MOST: Final = 5_000


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
