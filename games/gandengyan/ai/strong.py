"""The AI player ``strong``: it takes what a learned value says will bring the most points, and can say what each action is worth.

It was learned from what came of decisions in rounds of such players and ``normal`` ones (``python -m arena.lessons
gandengyan``). Where it is not clear that another action is better, the one of ``normal`` is taken.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from games.base.actions import Action, Pass, Play
from games.base.cards import SMALL_JOKER, Cards
from games.contract import Dice, Estimate
from games.gandengyan.ai.features import Features
from games.gandengyan.ai.scene import PASS, Option, Scene
from games.gandengyan.ai.worth import weigher
from games.gandengyan.facts import GanDengYanView
from games.gandengyan.kinds import ranks_in_words, readings, stands_for, take_any_jokers, with_small_jokers
from games.gandengyan.options import HouseRules
from games.gandengyan.scoring import payment
from games.gandengyan.tables import tables
from games.kit.counts import UNITS, pack
from games.kit.network import network

__all__ = ["action", "chosen", "estimates"]

_CLEARLY: Final = 0.35  # So many points, times the multiplier, another action must seem better than ``normal``'s


@lru_cache(maxsize=8)
def _features(rules: HouseRules) -> Features:
    return Features(rules)


def chosen(scene: Scene, options: list[Option]) -> Option:
    ends = [option for option in options if option.meaning and option.play == scene.hand]
    if ends:
        return max(ends, key=lambda option: option.meaning.factor if option.meaning else 0)
    if len(options) == 1:
        return options[0]
    values = _values(scene, options)
    usual = weigher(scene.rules.combos).worths(scene, options)
    best, habit = values.index(max(values)), usual.index(max(usual))
    return options[best if values[best] - values[habit] > _CLEARLY else habit]


def _values(scene: Scene, options: list[Option]) -> list[float]:
    """What the network says of each option, as a multiple of the multiplier."""
    features = _features(scene.rules)
    value = network("games.gandengyan.ai", "value").given(features.shared(scene))
    return [value(features.own(scene, option)) for option in options]


def estimates(view: GanDengYanView, dice: Dice, effort: float, extra: Action | None) -> tuple[Estimate, ...]:
    """What the sensible actions of the viewer are worth, the best first, ``extra`` among them."""
    assert view.hand is not None, "the channel does not play"
    scene = Scene.of_view(view)
    options = scene.options()
    asked = None if extra is None else _option(extra, scene)
    if asked is not None and asked not in options:
        options.append(asked)
    found = []
    for option, value in zip(options, _values(scene, options), strict=True):
        told = extra if extra is not None and option == asked else action(view.hand, option, scene)
        if option.meaning is not None and option.play == scene.hand:
            found.append(Estimate(told, float(_won(scene, option))))
        else:
            found.append(Estimate(told, scene.multiplier * value))
    return tuple(sorted(found, key=lambda entry: -entry.worth))


def _won(scene: Scene, option: Option) -> int:
    """What going out brings, as far as the sizes of the other hands tell (GY-52, GY-53)."""
    assert option.meaning is not None, "cards are laid"
    rules = replace(scene.rules, leftover=())
    seats = len(scene.counts) + 1
    return sum(
        payment(
            count * UNITS[0],
            multiplier=scene.multiplier * option.meaning.factor,
            plays=scene.plays[place],
            banker=place + 1 == scene.banker % seats,
            rules=rules,
        ).amount
        for place, count in enumerate(scene.counts)
    )


def _option(asked: Action, scene: Scene) -> Option:
    if not isinstance(asked, Play):
        return Option(PASS, None)
    play, known = with_small_jokers(pack(asked.cards)), tables(scene.rules)
    if asked.reading is None:
        return Option(play, known.meant(play, scene.standing))
    named = (one for one in known.meanings(play) if ranks_in_words(stands_for(one.reading, play)) == asked.reading)
    return Option(play, next(named))


def action(hand: Cards, option: Option, scene: Scene) -> Action:
    """An option with cards of the hand, and with its reading where jokers leave one open."""
    if option.meaning is None:
        return Pass()
    cards = take_any_jokers(hand, option.play)
    several = any(card >= SMALL_JOKER for card in cards) and len(readings(option.play, scene.rules.combos)) > 1
    return Play(cards, ranks_in_words(stands_for(option.meaning.reading, option.play)) if several else None)
