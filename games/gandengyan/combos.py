"""Combinations: what cards are, what beats what, which plays a hand offers (GY-5 to GY-24).

The door to everything that has to do with combinations. ``kinds.py`` says what beats what, ``listing.py`` lists plays,
``counts.py`` holds cards by rank.
"""

from __future__ import annotations

from games.gandengyan.counts import (
    UNITS,
    alike,
    as_ranks,
    held_of,
    joker_count,
    naturals,
    pack,
    size_of,
    take,
    take_alike,
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
from games.gandengyan.listing import legal_plays

__all__ = [
    "ACE", "BOMBS", "DEUCE", "UNITS", "ComboRules", "Kind", "Reading", "alike", "as_ranks", "beats", "held_of", "is_bomb",
    "joker_count", "legal_plays", "naturals", "pack", "ranks_in_words", "readings", "size_of", "stands_for", "take",
    "take_alike",
]  # fmt: skip
