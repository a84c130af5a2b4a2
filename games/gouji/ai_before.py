"""Decisions before the play: what to return, whether to challenge or to revolt."""

from __future__ import annotations

from games.actions import Action, Do
from games.gouji.ai_hand import gouji_by_number
from games.gouji.ai_table import Table
from games.gouji.kinds import FOUR, THREE
from games.kit.cards import Card, Cards, rank_counts, rank_of, sort_cards

__all__ = ["declaration", "returned_cards"]


def returned_cards(table: Table) -> Cards:
    """The lowest cards that are not 3s, single ones before those that would tear a group."""
    tribute = table.view.facts["tribute"]
    assert isinstance(tribute, dict)
    count = len(str(tribute["given"]).split())
    counts = rank_counts(table.hand)

    def key(card: Card) -> tuple[bool, bool, int, int]:
        rank = rank_of(card)
        return rank == THREE, rank >= 10, rank + 2 * (counts[rank] - 1), card

    return sort_cards(sorted(table.hand, key=key)[:count])


def declaration(table: Table, *, first: bool, bold: bool) -> Action:
    """A challenge with a hand that will open, a revolution with one that will not get far."""
    held = table.held
    by_number = gouji_by_number(held.groups)
    options = table.house
    may_revolt = first and options.revolution and not held.twos and not held.jokers
    if may_revolt and bold and by_number < 3:
        return Do("revolt")
    strong = by_number >= 3 and held.jokers >= 3
    if bold and options.point_challenge and held.natural[FOUR] and strong:
        return Do("challenge")
    return Do("decline")
