"""How high to bid: by the chance that a hand of 17 wins as landlord, learned from many rounds.

High cards count for most of it, above all the big joker; the plan of the hand alone (``plan``) tells far less.
"""

from __future__ import annotations

from math import exp
from operator import mul
from typing import Final

from games.doudizhu.ai.features import hand_numbers

__all__ = ["NORMAL", "STRONG", "WEIGHTS", "Bids", "call", "landlord_wins", "worth_of_call"]

Bids = tuple[tuple[int, float], ...]
"""Bids with the chance to win that each asks for, the highest first."""

WEIGHTS: Final = (
    0.608, -0.888, -0.265, 0.0, 0.004, 1.173, 0.596, 0.512, 0.244, 0.134, 0.353, 0.084, -0.277, -0.425, -0.138,
)  # fmt: skip
"""The logarithm of the odds for no hand at all, and what each of ``hand_numbers`` adds: fitted to 50,000 rounds with a landlord
drawn by lot (``arena.lessons.doudizhu``)."""
NORMAL: Final = ((3, 0.55), (2, 0.47), (1, 0.40))
"""How often a landlord with such a hand must win for each bid. Against the plan's cost alone they bring 0.44 points a round."""
STRONG: Final = ((3, 0.46), (2, 0.42), (1, 0.38))
"""Less than half is enough for the highest bid: who passes pays for the better hand of another landlord."""
_DOUBLED: Final = 1.35
"""What bombs and springs make of the stake, on average."""
_OTHERS_WIN: Final = 0.66
"""How often those win who have bid."""


def landlord_wins(hand: int) -> float:
    """Return how often a hand of 17 wins as landlord, between players who play as ``normal`` does."""
    return 1 / (1 + exp(-WEIGHTS[0] - sum(map(mul, WEIGHTS[1:], hand_numbers(hand, True)))))


def call(hand: int, highest: int, bids: Bids = NORMAL) -> int:
    """Return the bid for a hand of 17 when ``highest`` has been bid so far; 0 to pass (DZ-31)."""
    chance = landlord_wins(hand)
    amount = next((amount for amount, least in bids if chance >= least), 0)
    return amount if amount > highest else 0


def worth_of_call(hand: int, highest: int, amount: int, *, last: bool) -> float:
    """Return about how many points a bid brings, or a pass (0); ``last``: nobody speaks after this seat."""
    if amount:
        return 2 * amount * _DOUBLED * (2 * landlord_wins(hand) - 1)
    stake = highest or (0 if last else 2)
    return -stake * _DOUBLED * (2 * _OTHERS_WIN - 1)
