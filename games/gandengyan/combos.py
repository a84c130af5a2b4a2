"""Combinations: what cards are, what beats what, which plays a hand offers (GY-5 to GY-24).

The rest of the room takes all of it from here. ``kinds.py`` says what beats what, ``plays.py`` lists plays,
``counts.py`` holds cards by rank.
"""

from __future__ import annotations

from games.gandengyan.counts import (
    UNITS,
    as_ranks,
    held_of,
    joker_count,
    naturals,
    pack,
    size_of,
    take,
    take_any_jokers,
    with_small_jokers,
)
from games.gandengyan.kinds import (
    ACE,
    BOMBS,
    DEUCE,
    ComboRules,
    Kind,
    Reading,
    beats,
    is_bomb,
    ranks_in_words,
    readings,
    stands_for,
)
from games.gandengyan.plays import legal_plays

__all__ = [
    "ACE",
    "BOMBS",
    "DEUCE",
    "UNITS",
    "ComboRules",
    "Kind",
    "Reading",
    "as_ranks",
    "beats",
    "held_of",
    "is_bomb",
    "joker_count",
    "legal_plays",
    "naturals",
    "pack",
    "ranks_in_words",
    "readings",
    "size_of",
    "stands_for",
    "take",
    "take_any_jokers",
    "with_small_jokers",
]  # fmt: skip
