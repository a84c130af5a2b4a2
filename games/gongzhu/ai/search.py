"""What a choice leads to: deals that could be the real one, each played to its end by rule of thumb (``ai_policy``).

The choices are compared on the same deals; the worse half is dropped again and again, so that most of the work goes
to the choices that are close. The work is bounded by the number of cards laid, not by a clock.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.gongzhu.ai.policy import play_out, roles_of, worths
from games.gongzhu.ai.table import Table, World, worlds
from games.gongzhu.fast_round import BIT, POINT_BITS, score
from games.gongzhu.scoring import losers_and_winners, teams

__all__ = ["best_card", "lead_of", "points_of", "worth_exposing"]

_CARDS_LAID = 6000
"""About so many cards are laid in the search for one card."""
_LEAST, _MOST = 6, 60
"""Tables drawn for a round of comparisons."""
_EXPOSING_TABLES = 40
_GAIN = 5.0
"""So many points must be expected of an exposure."""
_SWEEP = 1000
"""What ending the match at once is worth beside the points."""
_MATCH = 300
"""What it counts that the match is won or lost by the points of the round."""
_LIMIT = 1000


def best_card(table: Table, places: Sequence[int], chance: Random) -> int:
    """Return the place, out of several that may be played, with which the seat does best."""
    left = list(places)
    totals = dict.fromkeys(left, 0.0)
    assert table.leader is not None, "somebody leads"
    leader, rest = table.leader, 4 * table.hand.bit_count()
    worth = worths(table.exposed, roles_of(table.rules))
    rounds = max(1, (len(left) - 1).bit_length())
    while len(left) > 1:
        number = min(_MOST, max(_LEAST, _CARDS_LAID // (rounds * len(left) * rest)))
        for world in worlds(table, chance, number):
            for place in left:
                totals[place] += _after(table, world, leader, place, worth)
        left.sort(key=lambda place: -totals[place])
        left = left[: (len(left) + 1) // 2]
    return left[0]


def worth_exposing(table: Table, cards: Sequence[int], chance: Random) -> int:
    """Return which of these cards (each as a bit) the seat does better to expose than not, before anything has been
    led."""
    if not cards:
        return 0
    gains = dict.fromkeys(cards, 0.0)
    others = [seat for seat in range(4) if seat != table.seat]
    for number, world in enumerate(worlds(table, chance, _EXPOSING_TABLES)):
        leader = others[number % 3] if table.leader is None else table.leader
        calm = _exposed(table, world, leader, 0)
        for card in cards:
            gains[card] += _exposed(table, world, leader, card) - calm
    return sum(card for card in cards if gains[card] > _EXPOSING_TABLES * _GAIN)


def _exposed(table: Table, world: World, leader: int, cards: int) -> float:
    exposed = table.exposed | cards
    worth = worths(exposed, roles_of(table.rules))
    return _to_the_end(table, list(world), leader, (), exposed, table.waiting | cards, worth)


def _after(table: Table, world: World, leader: int, place: int, worth: list[int]) -> float:
    hands = list(world)
    hands[table.seat] ^= BIT[place]
    return _to_the_end(table, hands, leader, (*table.trick, place), table.exposed, table.waiting, worth)


def _to_the_end(
    table: Table, hands: World, leader: int, trick: tuple[int, ...], exposed: int, waiting: int, worth: list[int]
) -> float:
    """Return how well the seat does on a table that is played to its end."""
    taken, bonus = list(table.taken), list(table.bonus)
    play_out(hands, taken, bonus, leader, trick, waiting, worth, roles_of(table.rules))
    return lead_of(table, points_of(table, taken, bonus, exposed), taken)


def points_of(table: Table, taken: Sequence[int], bonus: Sequence[int], exposed: int) -> list[int]:
    """Return the points of each seat at the end of a round."""
    points = [score(cards, exposed, swapped=table.rules.swap_jack_queen) for cards in taken]
    if table.rules.diamond_queen:
        points = [one + more for one, more in zip(points, bonus, strict=True)]
    return points


def lead_of(table: Table, points: Sequence[int], taken: Sequence[int]) -> float:
    """Return how well the seat has done: its points, or its team's, less what the others get on average, and what the end of the
    match counts."""
    match = _match(table, points)
    if table.rules.all_cards_win:
        points = [one + _SWEEP * (cards & POINT_BITS == POINT_BITS) for one, cards in zip(points, taken, strict=True)]
    seat = table.seat
    if table.rules.teams:
        return match + points[seat] + points[seat ^ 2] - points[seat ^ 1] - points[seat ^ 3]
    return match + points[seat] - (sum(points) - points[seat]) / 3


def _match(table: Table, points: Sequence[int]) -> int:
    """Return what it counts that the match ends with these points of the round, if it does (GZ-24, GZ-25)."""
    scores = tuple(map(int.__add__, table.scores, points))
    totals = [sum(scores[seat] for seat in side) for side in teams(table.rules)]
    if min(totals) > -_LIMIT and (table.rules.plus_1000 == "off" or max(totals) < _LIMIT):
        return 0
    ended = losers_and_winners(scores, table.rules)
    assert ended is not None, "a side is past the limit"
    losers, winners = ended
    return _MATCH if table.seat in winners else -_MATCH if table.seat in losers else 0
