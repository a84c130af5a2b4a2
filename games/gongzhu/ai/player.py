"""The AI players ``easy``, ``normal`` and ``strong``: they see one seat's view and nothing else.

``normal`` draws tables that agree with all that has been shown (cards taken and exposed, suits that a seat does not
hold) and plays each of them to its end for every card that it might play; ``easy`` plays by rule of thumb, and errs by
the dice. ``strong`` does as ``normal``, and lets all four play better on these tables."""

from collections.abc import Sequence
from random import Random
from typing import Final

from games.base.actions import Action, Do, Play
from games.base.cards import sort_cards
from games.contract import Dice, Estimate, Level
from games.gongzhu.ai.bits import BIT, CARD_AT, LOWER, PLACE_OF, POINT_BITS, QUEEN_BIT, SUIT_BITS, bits_of, cards_of
from games.gongzhu.ai.policy import Table, follow, free_to_lead, lead, roles_of, table_of, throw_off, worths
from games.gongzhu.ai.search import Worth, weigh_cards, weigh_exposures
from games.gongzhu.cards import SPECIALS
from games.gongzhu.facts import GongZhuView

__all__ = ["different", "estimates", "think"]

_EFFORT: Final = {"normal": 0.5, "strong": 1.0}  # How much is searched
_EASY_ERRS: Final = 6  # An easy player takes a card at random once in so many turns


def think(view: GongZhuView, level: Level, dice: Dice) -> Action:
    table = table_of(view)
    if view.phase == "expose":
        return _decision(table, level, dice)
    free = _playable(table)
    places = [place for place in range(52) if BIT[place] & free]
    if len(places) == 1:
        place = places[0]
    elif level == "easy":
        place = places[dice.below(len(places))] if not dice.below(_EASY_ERRS) else _by_rule_of_thumb(table, free)
    else:
        chance, learned = Random(dice.below(1 << 30)), level == "strong"
        place = weigh_cards(table, different(places, table), chance, _EFFORT[level], by_odds=learned)[0][0]
    return Play((CARD_AT[place],))


def estimates(view: GongZhuView, dice: Dice, effort: float, extra: Action | None) -> tuple[Estimate, ...]:
    """What the sensible actions of ``view.viewer`` are worth, the best first, as ``strong`` sees it. The best has the
    points that it may expect; what the others have less is how much they fall behind, other seats' points counted."""
    table, chance = table_of(view), Random(dice.below(1 << 30))
    if view.phase == "expose":
        return _estimates(
            [(_exposure(cards), worth) for cards, worth in weigh_exposures(table, _held(table), chance, effort)]
        )
    free = _playable(table)
    places = different([place for place in range(52) if BIT[place] & free], table)
    found = [
        (Play((CARD_AT[place],)), worth) for place, worth in weigh_cards(table, places, chance, effort, every=True)
    ]
    worth = dict(found)
    if (
        isinstance(extra, Play) and extra not in worth
    ):  # as good as the nearest lower card of its suit that is among them
        like = max(place for place in places if place <= PLACE_OF[extra.cards[0]])
        found.append((extra, worth[Play((CARD_AT[like],))]))
    return _estimates(found)


def _estimates(found: Sequence[tuple[Action, Worth]]) -> tuple[Estimate, ...]:
    """Return estimates of what stands in its order; figures of what was dropped early are rough, and never above the best."""
    best = found[0][1]
    points, told = best.points / best.number, list[Estimate]()
    for action, worth in found:
        behind = max(best.mean - worth.mean, 0.0)
        told.append(Estimate(action, points - behind))
    return tuple(sorted(told, key=lambda one: -one.worth))


def _playable(table: Table) -> int:
    """The cards that may be played (GZ-14, GZ-15); of suits led before a set-up position nothing is known."""
    if not table.trick:
        return free_to_lead(table.hand, table.waiting)
    following = table.hand & SUIT_BITS[table.trick[0]]
    held = following & table.waiting
    return (following ^ held if held and held != following else following) or table.hand


def _by_rule_of_thumb(table: Table, free: int) -> int:
    others, roles = table.others, roles_of(table.rules)
    if not table.trick:
        return lead(free, table.hand, others, roles)
    suit = SUIT_BITS[table.trick[0]]
    if not free & suit:
        return throw_off(free, others, roles)
    if not free & (free - 1):
        return free.bit_length() - 1
    worth = worths(table.exposed, roles)
    best = max(place for place in table.trick if BIT[place] & suit)
    pot = sum(worth[place] for place in table.trick)
    return follow(free, best, len(table.trick) == 3, pot, others, roles)


def different(places: list[int], table: Table) -> list[int]:
    """Return one of each run of cards that are as good as each other: nobody else can hold one in between."""
    elsewhere = table.others
    for place in table.trick:
        elsewhere |= BIT[place]
    telling = POINT_BITS | (QUEEN_BIT if table.rules.diamond_queen else 0)
    kept: list[int] = []
    for place in places:
        if kept and not (BIT[place] | BIT[kept[-1]]) & telling:
            between = LOWER[place] & ~LOWER[kept[-1]]
            if SUIT_BITS[place] == SUIT_BITS[kept[-1]] and not between & elsewhere:
                continue
        kept.append(place)
    return kept


def _decision(table: Table, level: Level, dice: Dice) -> Action:
    """Choose what to expose; an easy player exposes nothing."""
    if level == "easy" or not _held(table):
        return Do("decline")
    chance = Random(dice.below(1 << 30))
    return _exposure(weigh_exposures(table, _held(table), chance, _EFFORT[level], by_odds=level == "strong")[0][0])


def _held(table: Table) -> list[int]:
    """The cards that could be exposed, each as a bit."""
    return [bits_of((card,)) for card in SPECIALS if bits_of((card,)) & table.hand & ~table.exposed]


def _exposure(cards: int) -> Action:
    return Do("expose", sort_cards(cards_of(cards))) if cards else Do("decline")
