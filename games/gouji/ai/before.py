"""Decisions before the play: what to return, whether to challenge or to revolt."""

from __future__ import annotations

from games.base.actions import Action, Do
from games.base.cards import Card, Cards, rank_counts, rank_of, sort_cards
from games.gouji.ai.hand import gouji_by_number
from games.gouji.ai.table import Table
from games.gouji.kinds import FOUR, THREE

__all__ = ["declaration", "purchase", "returned_cards"]


def returned_cards(table: Table) -> Cards:
    """Choose the lowest cards that are not 3s, single ones before those that would tear a group."""
    tribute = table.view.public.tribute
    assert tribute is not None, "asked while a tribute waits"
    count = len(tribute.given)
    counts = rank_counts(table.hand)

    def key(card: Card) -> tuple[bool, bool, int, int]:
        rank = rank_of(card)
        return rank == THREE, rank >= 10, rank + 2 * (counts[rank] - 1), card

    return sort_cards(sorted(table.hand, key=key)[:count])


def declaration(table: Table, *, first: bool, bold: bool) -> Action:
    """Challenge with a hand that will open, revolt with one that will not get far."""
    held = table.held
    options = table.house
    may_revolt = first and options.revolution and not held.twos and not held.jokers
    if may_revolt and bold and gouji_by_number(held.groups) < 3:
        return Do("revolt")
    if bold and options.point_challenge and held.natural[FOUR] and _strong(table):
        return Do("challenge")
    return Do("decline")


def purchase(table: Table) -> Action:
    """Buy a 4 where a hand that would open cannot do so, or cannot challenge, without one, and a 2 pays for it (GJ-11,
    GJ-12)."""
    held, options = table.held, table.house
    opens = not options.natural_open and gouji_by_number(held.groups) >= 2
    challenges = options.point_challenge and _strong(table)
    if not held.natural[FOUR] and held.twos and (opens or challenges):
        return Do("buy")
    return Do("decline")


def _strong(table: Table) -> bool:
    """Say whether a hand counts on opening: open sets to lead, and jokers to answer the opposite's."""
    return gouji_by_number(table.held.groups) >= 3 and table.held.jokers >= 3
