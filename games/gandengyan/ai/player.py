"""The AI players: they see one seat's view and nothing else.

``strong`` goes by a learned value (``strong.py``). ``normal`` weighs every play in every reading and is deterministic;
``easy`` only looks for the play after which its own hand would go out in the fewest plays, and errs by the dice."""

from functools import lru_cache
from typing import Final

from games.base.actions import Action, Pass, Play
from games.base.cards import RANKS, SMALL_JOKER, Cards, Rank
from games.contract import Dice, Level, Standing
from games.gandengyan.ai import strong
from games.gandengyan.ai.plan import Planner
from games.gandengyan.ai.worth import PASS, Choice, Situation, Weigher
from games.gandengyan.combos import legal_plays
from games.gandengyan.facts import GanDengYanView
from games.gandengyan.kinds import (
    ComboRules,
    Kind,
    Reading,
    ranks_in_words,
    readings,
    stands_for,
    take_any_jokers,
    with_small_jokers,
)
from games.gandengyan.options import house_rules
from games.gandengyan.scenario import pack_of
from games.kit.counts import pack, size_of
from games.kit.memory import laid_cards

__all__ = ["situation", "think"]

_EASY_ERROR: Final = 16  # How far an easy player may misjudge a play, in prices of ``ai_plan``
_EASY_MOST: Final = 60  # Of more plays than these an easy player looks at the larger ones only


@lru_cache(maxsize=4)
def _weigher(rules: ComboRules) -> Weigher:
    return Weigher(rules)


@lru_cache(maxsize=4)
def _planner(rules: ComboRules) -> Planner:
    return Planner(rules)


def think(view: GanDengYanView, level: Level, dice: Dice) -> Action:
    assert view.hand is not None, "the channel does not play"
    if level == "strong":
        return strong.choose(view)
    seen = situation(view)
    if level == "easy":
        play = _easily(seen, dice)
        return Play(take_any_jokers(view.hand, play)) if play else Pass()
    return _action(view.hand, max(_weigher(seen.rules).choices(seen)), seen)


def _action(hand: Cards, choice: Choice, seen: Situation) -> Action:
    """The choice as an action, with its reading where jokers leave one open."""
    if choice.play == PASS or choice.reading is None:
        return Pass()
    cards = take_any_jokers(hand, choice.play)
    several = any(card >= SMALL_JOKER for card in cards) and len(readings(choice.play, seen.rules)) > 1
    return Play(cards, ranks_in_words(stands_for(choice.reading, choice.play)) if several else None)


def _easily(seen: Situation, dice: Dice) -> int:
    """The play that goes out, else the one that leaves about the cheapest hand; a pass if a play would spoil it."""
    planner = _planner(seen.rules)
    plays = sorted(legal_plays(seen.hand, seen.standing, seen.rules), key=size_of)[-_EASY_MOST:]
    if seen.hand in plays:
        return seen.hand
    if seen.standing is not None or not plays:
        plays.append(PASS)
    priced = [(planner.plan(seen.hand - play).price + dice.below(_EASY_ERROR), play) for play in plays]
    return min(priced)[1]


def situation(view: GanDengYanView) -> Situation:
    seat = view.viewer
    assert seat is not None, "the channel does not play"
    assert view.hand is not None, "a seat sees its hand"
    hand = pack(view.hand)
    seats = len(view.seats)
    played = pack(laid_cards(view.acts))
    return Situation(
        hand=with_small_jokers(hand),
        others=tuple(view.seats[(seat + step) % seats].count for step in range(1, seats)),
        unseen=pack(pack_of(view.options)) - hand - played,
        stock=view.public.stock,
        standing=None if view.standing is None else _reading(view.standing),
        played=view.public.plays[seat] > 0,
        rules=house_rules(view.options).combos,
    )


def _reading(standing: Standing) -> Reading:
    return Reading(Kind(standing.kind), Rank(RANKS.index(standing.rank)), len(standing.cards))
