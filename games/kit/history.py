"""The deeds of a round as an append-only linked list: adding one costs the same in the first trick and the last."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from games.base.round import Act

__all__ = ["LAID", "UNTOLD", "History"]

LAID: Final = frozenset({"play", "burn"})
"""The verbs with which cards leave a hand for good."""


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """All deeds up to ``last``. Two histories are equal if they tell the same; a round may be hundreds of deeds long,
    so nothing here recurses."""

    last: Act | None = None
    before: History | None = None

    @staticmethod
    def of(acts: tuple[Act, ...]) -> History:
        """A history of these deeds, the oldest first.

        >>> History.of((Act(0, "play"), Act(1, "pass"))) == UNTOLD.add(Act(0, "play")).add(Act(1, "pass"))
        True
        """
        told = UNTOLD
        for act in acts:
            told = told.add(act)
        return told

    def add(self, act: Act) -> History:
        """A longer history, with this deed at its end; this one stays as it is."""
        return History(act, self)

    def acts(self) -> tuple[Act, ...]:
        """All deeds, the oldest first."""
        told: list[Act] = []
        entry: History | None = self
        while entry is not None and entry.last is not None:
            told.append(entry.last)
            entry = entry.before
        return tuple(reversed(told))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, History) and self.acts() == other.acts()

    def __hash__(self) -> int:
        return hash(self.acts())

    def __reduce__(self) -> tuple[Callable[[tuple[Act, ...]], History], tuple[tuple[Act, ...]]]:
        return History.of, (self.acts(),)


UNTOLD: Final = History()
"""Where every history begins."""
