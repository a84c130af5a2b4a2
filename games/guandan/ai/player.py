"""The AI players: they see one seat's view and nothing else. All weigh the same choices by the turns that each leaves.

``normal`` splits its hand into groups, heeds its partner and whoever is nearly out, and counts what has been played, though it
is not always sure which of two choices is better; ``easy`` looks at its own hand alone, and errs more; ``strong`` does not err,
and has learned where another choice is better (``strong``)."""

from dataclasses import replace
from typing import Final, Literal

from games.base.actions import Action, Do
from games.base.cards import Card, Rank, rank_of
from games.contract import Dice, Level
from games.guandan.ai.scene import Scene
from games.guandan.ai.sight import Told
from games.guandan.ai.split import splits
from games.guandan.combinations.kinds import order_index
from games.guandan.combinations.selection import Hand
from games.guandan.facts import GuandanView
from games.guandan.options import house_rules
from games.guandan.tribute import givable

__all__ = ["exchange_costs", "think"]

_ERRORS: Final = {"easy": 1.4, "normal": 0.6}  # How far, in turns, a player may misjudge a play
_MANY: Final = 27  # So many cards an easy player takes all others to hold


def think(view: GuandanView, level: Level, dice: Dice) -> Action:
    if view.phase in ("tribute", "return"):
        return Do(view.phase, (next(iter(exchange_costs(view))),))
    if level == "strong":
        from games.guandan.ai.strong import strong_play  # its network is read only where it plays

        return strong_play(view)
    scene = Scene.of(view)
    if level == "easy":
        counts = [_MANY] * len(scene.counts)
        counts[scene.seat] = scene.counts[scene.seat]
        scene = replace(scene, counts=tuple(counts), standing_seat=(scene.seat + 1) % len(counts), told=Told())
    weighed = scene.weighed()
    habits = [price + _ERRORS[level] * dice.below(1000) / 1000 for price in weighed.habits]
    return scene.action(weighed._replace(habits=habits).usual)


def exchange_costs(view: GuandanView) -> dict[Card, float]:
    """The cards that may be given, the best first, each with what the hand costs without it; who gets a return is not weighed."""
    assert view.hand is not None, "the channel gives nothing"
    assert view.high is not None, "a round has a level"
    house, verb = house_rules(view.options), view.phase
    rules = house.combos(Rank(view.high))
    hand, known, index = Hand(view.hand, rules), splits(rules), order_index(rules.level)
    kind: Literal["tribute", "return"] = "tribute" if verb == "tribute" else "return"
    may = givable(view.hand, kind, rules, any_returned=house.return_max == "any")
    costs = {card: known[hand.less((card,)).counted].price for card in may}
    return dict(sorted(costs.items(), key=lambda entry: (entry[1], index[rank_of(entry[0])], entry[0])))
