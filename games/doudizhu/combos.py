"""Combinations: what cards are, what beats what, and which plays a hand offers (DZ-10 to DZ-23).

The door to the fast machinery. Everything speaks in packed counts (``pack`` cards to get them, ``take`` cards
from a hand for a play); ``kinds.py`` says what is a combination, ``tables.py`` generates plays.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from games.doudizhu.counts import Counts, as_ranks, as_text, holds, pack, size_of, take
from games.doudizhu.kinds import ComboRules, Kind, Reading, beats
from games.doudizhu.tables import tables

__all__ = [
    "ComboRules", "Counts", "Kind", "Reading",
    "as_ranks", "as_text", "beats", "best_reading", "can_beat", "holds", "legal_plays", "pack", "readings",
    "size_of", "take",
]  # fmt: skip


def readings(play: int, rules: ComboRules) -> tuple[Reading, ...]:
    """Return all readings of some cards, the default for a leader first (DZ-18); empty if they are no combination."""
    return tables(rules).readings[play]


def best_reading(play: int, standing: Reading | None, rules: ComboRules, kind: Kind | None = None) -> Reading | None:
    """Return how cards are taken when they are played (DZ-18), or ``None`` if they may not be.

    ``standing`` is what they must beat, ``None`` for a lead. ``kind`` restricts the choice (``as KIND``).
    """
    options = [reading for reading in readings(play, rules) if kind is None or reading.kind is kind]
    if standing is None:
        return options[0] if options else None
    options = [reading for reading in options if beats(reading, standing)]
    return max(options, key=lambda reading: reading.top, default=None)


def legal_plays(hand: int, standing: Reading | None, rules: ComboRules) -> Iterator[int]:
    """Yield the plays of a hand as packed counts, each set of cards once, kind by kind, low ones first, bombs last.

    A long list (up to 519 leads) costs only as far as it is read. Passing is not among them.
    """
    if standing is None:
        return chain.from_iterable(tables(rules).lead_pieces(hand))
    return iter(tables(rules).answers(standing)(hand))


def can_beat(hand: int, standing: Reading, rules: ComboRules) -> bool:
    """Return whether a hand holds anything that beats a standing play."""
    return bool(tables(rules).answers(standing)(hand))
