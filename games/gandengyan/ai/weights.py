"""The weights of what a hand is worth, fitted to the results of rounds that such players played among themselves."""

from __future__ import annotations

from typing import Final

__all__ = ["BEATEN", "FACTS", "KEPT", "NEVER_PLAYED", "WAITING"]

_TABLE: Final = {
    # what counts:                                              kept, beaten, waiting
    "always":                                                 (3.72, 3.14, 1.40),
    "cards in the hand":                                      (-0.07, -1.10, -0.57),
    "plays of its plan":                                      (-1.25, 0.55, -0.17),
    "loose cards of its plan":                                (-0.64, -1.24, -0.33),
    "the hand is one card below a two":                       (0.69, 1.60, 1.05),
    "the hand is one two":                                    (-1.73, 8.34, 4.42),
    "the hand is one play that is no bomb":                   (0.98, -0.18, -1.08),
    "the hand is one bomb or rocket":                         (-6.15, 16.48, 7.56),
    "the hand is a lone joker":                               (2.90, -3.67, -2.24),
    "jokers":                                                 (1.53, 1.81, 1.56),
    "twos":                                                   (1.20, 2.48, 3.14),
    "bombs of its plan":                                      (-3.71, 10.26, 2.48),
    "one by the fewest cards that another seat has":          (-3.36, -4.30, -1.81),
    "cards, if another seat has one card left":               (-0.21, -0.26, -0.24),
    "the stock is empty":                                     (3.04, 0.45, -0.24),
    "cards of all others, in tens":                           (3.02, 0.84, 0.54),
    "mean rank of the natural cards, 0 to 12":                (-0.03, 0.11, 0.07),
    "twos and bombs by the number of others":                 (-0.80, -2.16, -3.91),
    "two plays, one of them a two or a bomb":                 (-1.20, 1.96, -0.64),
    "plays by the fewest cards that another seat has":        (1.50, 1.23, 0.55),
}  # fmt: skip
FACTS: Final = tuple(_TABLE)
"""What is counted about a hand and the table, in order."""
KEPT: Final = tuple(row[0] for row in _TABLE.values())
BEATEN: Final = tuple(row[1] for row in _TABLE.values())
WAITING: Final = tuple(row[2] for row in _TABLE.values())
NEVER_PLAYED: Final = -1.09
"""What it is worth besides, when passing, to have made no play yet (GY-52)."""
