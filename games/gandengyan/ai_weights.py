"""The weights of what a hand is worth, fitted to the results of rounds that such players played among themselves."""

from __future__ import annotations

from typing import Final

__all__ = ["BEATEN", "FACTS", "KEPT", "NEVER_PLAYED", "WAITING"]

_TABLE: Final = {
    # what counts:                                              kept, beaten, waiting
    "always":                                                 (3.71, 3.53, 0.68),
    "cards in the hand":                                      (0.07, -0.85, -0.56),
    "plays of its plan":                                      (-1.23, 0.72, 0.50),
    "loose cards of its plan":                                (0.08, -1.22, -0.56),
    "the hand is one card below a two":                       (0.87, 1.28, 1.22),
    "the hand is one two":                                    (-0.79, 6.37, 1.91),
    "the hand is one play that is no bomb":                   (2.46, -0.22, -0.48),
    "the hand is one bomb or rocket":                         (-1.63, 4.24, 1.01),
    "the hand is a lone joker":                               (0.55, -0.71, -2.73),
    "jokers":                                                 (1.63, 1.72, 1.85),
    "twos":                                                   (0.10, 1.58, 0.99),
    "bombs of its plan":                                      (4.15, 10.04, 4.07),
    "one by the fewest cards that another seat has":          (-3.47, -1.26, -0.87),
    "cards, if another seat has one card left":               (0.44, -0.05, -0.13),
    "the stock is empty":                                     (3.27, 0.48, -0.90),
    "cards of all others, in tens":                           (2.47, 0.52, 0.78),
}  # fmt: skip
FACTS: Final = tuple(_TABLE)
"""What is counted about a hand and the table, in order."""
KEPT: Final = tuple(row[0] for row in _TABLE.values())
BEATEN: Final = tuple(row[1] for row in _TABLE.values())
WAITING: Final = tuple(row[2] for row in _TABLE.values())
NEVER_PLAYED: Final = -1.27
"""What it is worth besides, when passing, to have made no play yet (GY-52)."""
