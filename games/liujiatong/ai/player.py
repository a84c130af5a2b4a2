"""The AI players: they see one seat's view and nothing else.

``normal`` weighs every play in points and counts what has been played; ``easy`` looks at its own hand alone, and errs
by the dice; ``strong`` has learned from many rounds what plays come to (``strong``)."""

from typing import Final

from games.base.actions import Action
from games.contract import Dice, Level
from games.liujiatong.ai.plan import plan
from games.liujiatong.ai.weighing import (
    BUDGET,
    BUDGET_AFTER,
    Choice,
    Situation,
    as_action,
    left,
    options,
    situation,
    valued,
)
from games.liujiatong.facts import LiuJiaTongView

__all__ = ["think"]

_EASY_ERROR: Final = 0.8  # How far, in turns, an easy player may misjudge a play
_EASY_POINTS: Final = 40.0  # So many points in the pot are worth a turn to an easy player


def think(view: LiuJiaTongView, level: Level, dice: Dice) -> Action:
    if level == "strong":
        from games.liujiatong.ai.strong import chosen  # its network is read only where it plays

        return chosen(view)
    seen = situation(view)
    now = plan(seen.counts, BUDGET_AFTER if level == "easy" else BUDGET).price
    found = options(seen)
    worths = [_guessed(seen, choice, now, dice) if level == "easy" else valued(seen, choice, now) for choice in found]
    return as_action(seen, found[worths.index(max(worths))])


def _guessed(seen: Situation, choice: Choice | None, now: float, dice: Dice) -> float:
    """What a play is worth by the own hand and the pot alone, in turns and with an error: nothing of what others may hold
    counts."""
    error = _EASY_ERROR * dice.below(1000) / 1000
    if choice is None:
        return error
    return now - plan(left(seen, choice[1]), BUDGET_AFTER).price + seen.pot / _EASY_POINTS + error
