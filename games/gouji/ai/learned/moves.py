"""What is worth weighing, by what the seat to act knows."""

from typing import Final

from games.base.cards import rank_counts
from games.gouji.ai.hand import burden
from games.gouji.ai.table import Table
from games.gouji.kinds import DEUCE, FOUR, SetRules
from games.gouji.modes import Mode
from games.gouji.numbers import BURN, NATURAL, NUMBER_OF, PASS, PLAY, YIELD, set_number, wild_number
from games.gouji.sets import answers

__all__ = ["BURDEN", "sensible"]

BURDEN: Final = tuple(tuple(burden(rank, cards, SetRules()) for cards in range(17)) for rank in range(DEUCE))
"""By natural rank and number of cards: what it costs to get rid of them."""
_MOST: Final = 12


def sensible(table: Table) -> list[int]:
    """What is worth weighing for the seat to act during the play; at least one action, each of them legal."""
    if table.standing is None:
        return _leads(table)
    mode, hand = table.view.public.mode, rank_counts(table.hand)
    burning, gouji = mode is Mode.BURN_OFFER, mode in (Mode.DUEL, Mode.REVOLT_TRY)
    by_base: dict[int, list[tuple[float, int]]] = {}
    if not (burning and table.burn_too_early):
        for made, _ in answers(table.hand, table.standing, table.rules, gouji=gouji, joker=burning):
            play = NUMBER_OF[made]
            cost = made.twos + 2.5 * made.small + 4 * made.big
            if 0 < NATURAL[play] < hand[made.base]:
                cost += 1.7 if cost else 0.7
            by_base.setdefault(made.base, []).append((cost, play))
    found: list[tuple[float, int]] = []
    for base, entries in by_base.items():
        entries.sort()
        whole = max(entries, key=lambda entry: NATURAL[entry[1]])
        chosen = entries[: 3 if burning else 2]
        if whole not in chosen and whole[0] < 4:
            chosen.append(whole)
        found += [(cost + 0.05 * base, play) for cost, play in chosen]
    found.sort()
    # Who could beat the set with nothing later does not yield.
    rest = [PASS, YIELD] if found and table.may_yield else [PASS]
    return [*(play + (BURN - PLAY if burning else 0) for _, play in found[:_MOST]), *rest]


def _leads(table: Table) -> list[int]:
    """Return whole groups with few wild cards or none, parts of large groups, wild cards alone, and the last set but 3s."""
    hand, run = rank_counts(table.hand), table.view.public.mode is Mode.BURN_LEAD
    if not run and table.view.own.fours_due:
        return [set_number(FOUR, hand[FOUR])]
    twos, small, big = hand[12:]
    hung = _hung(twos, small, big, run=run)
    found: list[int] = []
    bases = [base for base in range(1, DEUCE) if hand[base]]
    for base in bases:
        count = hand[base]
        found += [set_number(base, count, *main) for main in hung]
        if count > 1 and not run:
            found.append(set_number(base, count - 1))
            if count > 3:
                found.append(set_number(base, count // 2))
    if twos and not run:
        found += [wild_number(some, 0, 0) for some in sorted({1, min(2, twos), twos})]
    for s, b in ((1, 0), (0, 1)):
        if small >= s and big >= b:
            found.append(wild_number(0, s, b))
            if run and twos:
                found.append(wild_number(twos, s, b))
    if twos + small + big and (not run or small or big):
        last = None
        if len(bases) == 1:
            last = set_number(bases[0], hand[bases[0]], twos, small, big)
        elif not bases and twos + small + big > 1:
            last = wild_number(twos, small, big)
        if last is not None and last not in found:
            found.append(last)
    return found


def _hung(twos: int, small: int, big: int, *, run: bool) -> list[tuple[int, int, int]]:
    """The wild cards that may be hung on a whole group: few; in a run with a joker, as it asks for."""
    hung = [] if run else [(some, 0, 0) for some in range(min(twos, 2) + 1)]
    hung += [(0, s, b) for s, b in ((1, 0), (0, 1)) if small >= s and big >= b]
    if run and twos:
        hung += [(1, s, b) for s, b in ((1, 0), (0, 1)) if small >= s and big >= b]
    return hung
