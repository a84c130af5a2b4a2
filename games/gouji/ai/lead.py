"""Leading: what a seat lays when it has to begin, and what it expects to become of it."""

from __future__ import annotations

from collections.abc import Iterator

from games.base.cards import Cards, rank_of
from games.gouji.ai.exit import certain_exit
from games.gouji.ai.hand import losers, price
from games.gouji.ai.table import Table
from games.gouji.kinds import DEUCE, FOUR, Kind, Makeup, is_gouji, kind_of
from games.gouji.sets import leads
from games.gouji.state import opposite

__all__ = ["NEARLY_OUT", "choose_lead", "choose_run", "holds", "torn", "worth_of_lead"]

NEARLY_OUT = 8
"""Cards with which a seat is watched: its team helps it, the other stops it."""
_MOST_HUNG = 3
"""More wild cards than these are hung on a group only to be out with it."""


def choose_lead(table: Table, *, easy: bool) -> Cards:
    """Choose the 4s that are due; else the certain way out; else losers first, strong sets kept for the way out."""
    if table.view.own.fours_due:
        return tuple(card for card in table.hand if rank_of(card) == FOUR)
    choices = list(sensible(table))
    if easy:
        plain = [entry for entry in choices if not entry[0].jokers and not entry[0].twos and not torn(table, entry[0])]
        return min(plain or choices, key=lambda entry: (entry[0].base, entry[0].jokers))[1]
    run = certain_exit(table.held, lambda made: table.odds.sure(made, table.against(made)))
    if run is not None:
        return next(cards for made, cards in leads(table.hand) if made == run)
    return max(choices, key=lambda entry: _lead_value(table, entry[0]))[1]


def sensible(table: Table) -> Iterator[tuple[Makeup, Cards]]:
    """List what is worth a thought: wild cards hung on whole groups only, and more than a few only to be out with them."""
    held = table.held
    for made, cards in leads(table.hand):
        wild = made.twos + made.jokers
        few = wild <= _MOST_HUNG and not (wild and torn(table, made))
        if made.base >= DEUCE or few or made.size == held.count - held.natural[0]:
            yield made, cards


def torn(table: Table, made: Makeup) -> bool:
    """Say whether a set leaves part of its group behind."""
    return made.base < DEUCE and made.natural < table.held.natural[made.base]


def _lead_value(table: Table, made: Makeup) -> float:
    held = table.held
    left = held.count - made.size
    lead = holds(table, made)
    if left == held.natural[0] and made.base:
        return 100.0 if not left else 60.0 + 30.0 * lead
    value = -price(held, made, table.rules) + lead * worth_of_lead(table, made)
    if torn(table, made):
        value -= 1.2
    if _opens(table, made):
        value += 0.4 * lead
    return value + _to_partners(table, made) - _to_opponents(table, made)


def _opens(table: Table, made: Makeup) -> bool:
    """Say whether a set opens the point for this seat if the opposite cannot answer it."""
    duel = table.opposite_active and not table.entangled
    return duel and table.may_open(table.seat) and kind_of(made, table.rules) is Kind.OPEN


def _to_partners(table: Table, made: Makeup) -> float:
    """Value a low set that suits a partner who is nearly out."""
    few = [table.counts[seat] for seat in table.friends if table.counts[seat] <= 3]
    return 0.6 if few and made.size <= min(few) and made.base < 8 and not made.jokers else 0.0


def _to_opponents(table: Table, made: Makeup) -> float:
    """Value the risk that a set has just the size with which an opponent goes out."""
    if made.jokers or (is_gouji(made, table.rules) and not table.entangled and table.opposite_active):
        risk = [opposite(table.seat)] if table.opposite_active else []
    else:
        risk = list(table.foes)
    return sum(
        1.5 * table.odds.beaten(made, seat, 1.0) for seat in risk if table.counts[seat] in (made.size, made.size + 1)
    )


def worth_of_lead(table: Table, made: Makeup) -> float:
    """Value leading again after this set: the more losers are left, the more, and most near the end."""
    near = 0.5 if table.held.count - made.size > 12 else 1.0
    return near * min(1.5, 0.5 + 0.3 * losers(table.held, made, table.rules))


def holds(table: Table, made: Makeup) -> float:
    """Estimate the chance that nobody beats the set."""
    against = table.against(made)
    if table.odds.sure(made, against):
        return 1.0
    chance = 1.0
    duel = is_gouji(made, table.rules) and not table.entangled and table.opposite_active
    for seat in against:
        if table.friend(seat):
            chance *= 1.0 - 0.2 * table.odds.beaten(made, seat, 0.1)
        elif not duel or seat == opposite(table.seat):
            chance *= 1.0 - table.odds.beaten(made, seat, 0.35)
    return chance


def choose_run(table: Table) -> Iterator[tuple[Makeup, Cards]]:
    """List the sets that a burner may lead on with."""
    return ((made, cards) for made, cards in sensible(table) if made.jokers)
