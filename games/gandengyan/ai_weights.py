"""The weights of what a hand is worth, fitted to the results of rounds that such players played among themselves."""

from __future__ import annotations

from typing import Final

__all__ = ["BEATEN", "FACTS", "KEPT", "NEVER_PLAYED", "WAITING"]

_TABLE: Final = {
    # what counts:                                              kept, beaten, waiting
    "always":                                                 (2.92, 2.96, 0.92),
    "cards in the hand":                                      (-0.17, -1.07, -0.64),
    "plays of its plan":                                      (-0.18, 0.93, 0.41),
    "loose cards of its plan":                                (-0.83, -1.38, -0.53),
    "the hand is one card below a two":                       (0.99, 0.85, 1.02),
    "the hand is one two":                                    (-0.37, 6.78, 1.64),
    "the hand is one play that is no bomb":                   (1.20, -0.97, -0.93),
    "the hand is one bomb or rocket":                         (-3.53, 9.23, 1.35),
    "the hand is a lone joker":                               (0.93, -1.03, -2.36),
    "jokers":                                                 (1.29, 2.22, 1.68),
    "twos":                                                   (-0.74, 2.90, 1.54),
    "bombs of its plan":                                      (-0.43, 10.57, 2.33),
    "one by the fewest cards that another seat has":          (-2.71, -1.30, -0.79),
    "cards, if another seat has one card left":               (0.32, -0.08, -0.11),
    "the stock is empty":                                     (2.97, 0.31, -0.33),
    "cards of all others, in tens":                           (2.95, 0.96, 0.68),
    "mean rank of the natural cards, 0 to 12":                (0.00, 0.00, 0.00),
    "twos and bombs by the number of others":                 (0.00, 0.00, 0.00),
    "two plays, one of them a two or a bomb":                 (0.00, 0.00, 0.00),
    "plays by the fewest cards that another seat has":        (0.00, 0.00, 0.00),
}  # fmt: skip
FACTS: Final = tuple(_TABLE)
"""What is counted about a hand and the table, in order."""
KEPT: Final = tuple(row[0] for row in _TABLE.values())
BEATEN: Final = tuple(row[1] for row in _TABLE.values())
WAITING: Final = tuple(row[2] for row in _TABLE.values())
NEVER_PLAYED: Final = -1.13
"""What it is worth besides, when passing, to have made no play yet (GY-52)."""
