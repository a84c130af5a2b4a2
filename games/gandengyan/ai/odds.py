"""How likely a play is beaten before the trick comes back: rough odds from the cards that are not seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from games.gandengyan.combos import ACE, DEUCE, ComboRules, Kind, Reading, held_of, joker_count, size_of

__all__ = ["chance_alone", "chance_beaten"]

_TWO_IS_SPENT: Final = 0.6
"""How often somebody who holds a two plays it."""
_BOMB_OF_THREE: Final = 0.006
"""The chance of a bomb among any three unseen cards."""


def chance_beaten(reading: Reading, unseen: int, others: Sequence[int], rules: ComboRules) -> float:
    """Return the chance (0 to 1) that somebody beats a play.

    ``unseen`` are the cards in other hands and in the stock, ``others`` how many cards each of the seats has that may
    still follow.
    """
    total = size_of(unseen)
    safe = 1.0
    for count in others:
        safe *= 1.0 - min(1.0, chance_alone(reading, unseen, total, count, rules))
    return 1.0 - safe


def chance_alone(reading: Reading, unseen: int, total: int, count: int, rules: ComboRules) -> float:
    """Return the chance that one seat with so many cards beats a play."""
    if count > total or (count == 1 and (reading.kind is not Kind.SOLO or reading.top == DEUCE)):
        return 0.0
    # Rough sums of chances instead of exact ones: a play is weighed against others, and all err alike.
    bomb = _bombs(reading, count, rules)
    share = count / total
    match reading.kind:
        case Kind.SOLO if reading.top < DEUCE:
            fitting = held_of(unseen, reading.top + 1)
            twos = held_of(unseen, DEUCE) if reading.top + 1 < DEUCE else 0
            return bomb + 1.0 - float((1.0 - share) ** (fitting + _TWO_IS_SPENT * twos))
        case Kind.PAIR if reading.top < DEUCE:
            pairs = _pair(unseen, reading.top + 1, total, count)
            if reading.top + 1 < DEUCE:
                pairs += _TWO_IS_SPENT * _pair(unseen, DEUCE, total, count)
            return bomb + pairs
        case Kind.CHAIN if reading.top < ACE and count >= reading.size:
            chance = 1.0
            for step in range(reading.size):
                chance *= held_of(unseen, reading.top + 1 - step) * (count - step) / (total - step)
            return bomb + chance * (1.0 + joker_count(unseen) / 2)
        case Kind.TRIO:
            return bomb + 0.02
        case _:
            return bomb


def _pair(unseen: int, rank: int, total: int, count: int) -> float:
    """Estimate how likely so many cards hold a pair of this rank, a joker being as good as one of them."""
    natural, jokers = held_of(unseen, rank), joker_count(unseen)
    ways = natural * (natural - 1) / 2 + natural * jokers
    return ways * count * (count - 1) / (total * max(1, total - 1))


def _bombs(reading: Reading, count: int, rules: ComboRules) -> float:
    """Estimate how likely so many cards hold a bomb that beats this."""
    if reading.kind is Kind.ROCKET and rules.rocket_top:
        return 0.0
    threes = _BOMB_OF_THREE * count * (count - 1) * (count - 2) / 6
    if rules.trio_set or (reading.size > 3 and reading.kind is Kind.BOMB):
        threes /= 8
    if reading.kind is Kind.BOMB:
        threes *= 1.0 - reading.top / 13
    return min(0.5, threes)
