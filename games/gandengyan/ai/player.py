"""The AI players: they see one seat's view and nothing else.

``strong`` goes by a learned value (``strong.py``). ``normal`` weighs every play in every reading and is deterministic;
``easy`` only looks for the play after which its own hand would go out in the fewest plays, and errs by the dice."""

from functools import lru_cache
from typing import Final

from games.base.actions import Action
from games.contract import Dice, Level
from games.gandengyan.ai import strong
from games.gandengyan.ai.plan import Planner
from games.gandengyan.ai.scene import Option, Scene
from games.gandengyan.ai.worth import weigher
from games.gandengyan.facts import GanDengYanView
from games.gandengyan.kinds import ComboRules

__all__ = ["think"]

_EASY_ERROR: Final = 16  # How far an easy player may misjudge a play, in prices of a plan


@lru_cache(maxsize=4)
def _planner(rules: ComboRules) -> Planner:
    return Planner(rules)


def think(view: GanDengYanView, level: Level, dice: Dice) -> Action:
    assert view.hand is not None, "the channel does not play"
    scene = Scene.of_view(view)
    options = scene.options()
    match level:
        case "strong":
            option = strong.chosen(scene, options)
        case "easy":
            option = _easily(scene, options, dice)
        case _:
            worths = weigher(scene.rules.combos).worths(scene, options)
            option = options[worths.index(max(worths))]
    return strong.action(view.hand, option, scene)


def _easily(scene: Scene, options: list[Option], dice: Dice) -> Option:
    """The play that goes out, else the one that leaves about the cheapest hand; a pass if a play would spoil it."""
    by_play = {option.play: option for option in reversed(options)}
    if scene.hand in by_play:
        return by_play[scene.hand]
    planner = _planner(scene.rules.combos)
    priced = [(planner.plan(scene.hand - play).price + dice.below(_EASY_ERROR), play) for play in by_play]
    return by_play[min(priced)[1]]
