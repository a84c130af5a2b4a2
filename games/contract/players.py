"""The part of a game that plays by itself."""

from __future__ import annotations

from typing import Protocol

from games.base.actions import Action
from games.base.round import Dice, Level
from games.base.view import View

__all__ = ["Players"]


class Players(Protocol):
    """AI players: they know what a person in their seat would know, and no state."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The AI levels that this game has, weakest first (without ``random``)."""
        ...

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose for ``view.viewer``, from its view alone. May be slow: run it outside an event loop."""
        ...
