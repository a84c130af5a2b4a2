"""The part of a game that plays by itself."""

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from games.base.actions import Action
from games.base.round import Dice, Level
from games.base.view import View

__all__ = ["Estimate", "Judge", "Players"]


class Players(Protocol):
    """AI players: they know what a person in their seat would know, and no state."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The AI levels that this game has, weakest first (without ``random``)."""

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose for ``view.viewer``, from its view alone. May be slow: run it outside an event loop."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What an action is worth: the ``points`` of the round that its seat (or team) may expect, and their standard ``error``."""

    action: Action
    points: float
    error: float


@runtime_checkable
class Judge(Protocol):
    """A game whose strongest player says what actions are worth: reviews and hints rest on it."""

    stake: float
    """What a usual round moves for a seat, in points: how large a loss is, is seen beside it."""

    def estimate(
        self, view: View, dice: Dice, effort: float = 1.0, extra: Action | None = None
    ) -> tuple[Estimate, ...]:
        """What the sensible actions of ``view.viewer`` are worth, the best first; never empty while it is asked.

        From its view alone. ``effort`` scales the work, 1 as in play; ``extra`` is an action that must be among them. May be
        slow: run it outside an event loop.
        """
