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
    choices,
    left,
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
    found = list(choices(seen))
    if level == "easy":
        return _easily(seen, found, dice)
    best: tuple[float, Choice | None] = (float("-inf"), None)
    now = plan(seen.counts, BUDGET).price
    if seen.standing is not None:
        best = (valued(seen, None, now), None)
    for choice in found:
        value = valued(seen, choice, now)
        if value > best[0]:
            best = value, choice
    return as_action(seen, best[1])


def _easily(seen: Situation, found: list[Choice], dice: Dice) -> Action:
    """Choose by the own hand and the pot alone, and with an error: nothing of what others may hold counts."""
    now = plan(seen.counts, BUDGET_AFTER).price
    best: tuple[float, Choice | None] = (float("-inf"), None)
    if seen.standing is not None:
        best = (_error(dice), None)
    for choice in found:
        gained = now - plan(left(seen, choice[1]), BUDGET_AFTER).price
        value = gained + seen.pot / _EASY_POINTS + _error(dice)
        if value > best[0]:
            best = value, choice
    return as_action(seen, best[1])


def _error(dice: Dice) -> float:
    """How far, in turns, an easy player misjudges a play."""
    return _EASY_ERROR * dice.below(1000) / 1000
