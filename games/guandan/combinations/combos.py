"""Combinations: what cards are, what beats what, which plays a hand offers (GD-8 to GD-35, GD-64).

The door to everything that has to do with combinations. ``kinds.py`` says what beats what, ``readings.py`` what cards
are taken as, ``tables.py`` and ``templates.py`` generate plays, ``selection.py`` closes open suits.
"""

from __future__ import annotations

from games.guandan.combinations.kinds import (
    BOMBS,
    DEUCE,
    ComboRules,
    Kind,
    Reading,
    beats,
    card_order,
    least_cards,
    order_index,
    place_of,
    rank_at,
    strength,
)  # fmt: skip
from games.guandan.combinations.readings import fitting, in_force, meaning, readings, run_ranks
from games.guandan.combinations.selection import select
from games.guandan.combinations.templates import Move, can_beat, legal_plays, moves

__all__ = [
    "BOMBS", "DEUCE", "ComboRules", "Kind", "Move", "Reading", "beats", "can_beat", "card_order", "fitting", "in_force",
    "least_cards", "legal_plays", "meaning", "moves", "order_index", "place_of", "rank_at", "readings", "run_ranks", "select",
    "strength",
]  # fmt: skip
