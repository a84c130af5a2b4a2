"""AI players of Gou Ji."""

from __future__ import annotations

from games.actions import Action
from games.contract import Dice, Level, View

__all__ = ["think"]


def think(view: View, level: Level, dice: Dice) -> Action:
    """Choose for ``view.viewer`` from what it may know."""
    raise NotImplementedError
