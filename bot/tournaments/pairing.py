"""Who meets whom in a stage: all against all where few meet in twos, else Swiss, with as few repeated meetings as can be.

Entries are numbers. A table is a tuple of entries in the order in which they move through the places of its deals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from random import Random
from typing import Final

__all__ = ["Meetings", "Tables", "all_against_all", "meetings", "pair", "swiss"]

Tables = list[tuple[int, ...]]
Meetings = Mapping[frozenset[int], int]
"""How often two entries have sat at one table."""

_STEPS: Final = 20_000
"""So many steps a search for tables without repeats may take before more repeats are allowed."""
_TRIES: Final = 6
_REPEAT: Final = 10_000
"""What a repeated meeting costs, in places of the ranking by which those who meet are apart."""


def meetings(tables: Iterable[Sequence[int]]) -> Counter[frozenset[int]]:
    """Count who has met whom at these tables."""
    return Counter(frozenset(two) for table in tables for two in combinations(table, 2))


def pair(ranked: Sequence[int], sides: int, before: Sequence[Tables], stages: int, chance: Random) -> Tables:
    """Return the tables of the next stage. ``ranked``: all entries, the best first; ``before``: the stages so far.

    Everybody meets everybody where two meet at a table and there are stages enough; else those meet who stand close together
    and have not met yet.
    """
    if sides == 2 and stages >= len(ranked) - 1:
        return all_against_all(sorted(ranked), len(before))
    return swiss(ranked, sides, meetings(table for stage in before for table in stage), chance)


def all_against_all(entries: Sequence[int], stage: int) -> Tables:
    """Return the pairs of a stage (counted from 0): after one stage less than there are entries each has met each once."""
    fixed, *others = entries
    turn = stage % len(others)
    circle = [fixed, *others[turn:], *others[:turn]]
    half = len(circle) // 2
    pairs = zip(circle[:half], reversed(circle[half:]), strict=True)
    return [two if stage % 2 == 0 else (two[1], two[0]) for two in pairs]


def swiss(ranked: Sequence[int], sides: int, met: Meetings, chance: Random) -> Tables:
    """Return tables of entries that stand close together, with as few meetings repeated as can be found."""
    tables = _twos(ranked, met) if sides == 2 else _groups(ranked, sides, met, chance)
    return [tuple(chance.sample(table, len(table))) for table in tables]


# -- two at a table: exact


def _twos(ranked: Sequence[int], met: Meetings) -> list[tuple[int, ...]]:
    most = max(met.values(), default=0)
    for allowed in range(most + 1):
        found = _matching(list(ranked), met, allowed, [_STEPS])
        if found is not None:
            return found
    return [tuple(ranked[at : at + 2]) for at in range(0, len(ranked), 2)]


def _matching(left: list[int], met: Meetings, allowed: int, steps: list[int]) -> list[tuple[int, ...]] | None:
    """Match the best one left with the closest one that they have met at most ``allowed`` times, and so on."""
    if not left:
        return []
    first = left[0]
    for other in left[1:]:
        steps[0] -= 1
        if steps[0] < 0:
            return None
        if met.get(frozenset((first, other)), 0) > allowed:
            continue
        rest = _matching([entry for entry in left[1:] if entry != other], met, allowed, steps)
        if rest is not None:
            return [(first, other), *rest]
    return None


# -- more than two: by exchanging neighbours as long as that helps


def _groups(ranked: Sequence[int], sides: int, met: Meetings, chance: Random) -> list[tuple[int, ...]]:
    place = {entry: at for at, entry in enumerate(ranked)}
    best: list[list[int]] = []
    least = -1
    for attempt in range(_TRIES):
        order = list(ranked)
        if attempt:
            chance.shuffle(order)
        tables = [order[at : at + sides] for at in range(0, len(order), sides)]
        cost = _exchange(tables, place, met)
        if least < 0 or cost < least:
            best, least = [list(table) for table in tables], cost
        if least < _REPEAT:
            break
    return [tuple(table) for table in best]


def _exchange(tables: list[list[int]], place: Mapping[int, int], met: Meetings) -> int:
    """Exchange entries of different tables as long as one exchange makes them better; return what they cost then."""
    costs = [_cost(table, place, met) for table in tables]
    better = True
    while better:
        better = False
        for one, other in combinations(range(len(tables)), 2):
            for here, there in ((i, k) for i in range(len(tables[one])) for k in range(len(tables[other]))):
                left, right = tables[one], tables[other]
                left[here], right[there] = right[there], left[here]
                now = _cost(left, place, met), _cost(right, place, met)
                if sum(now) < costs[one] + costs[other]:
                    costs[one], costs[other], better = *now, True
                else:
                    left[here], right[there] = right[there], left[here]
    return sum(costs)


def _cost(table: Sequence[int], place: Mapping[int, int], met: Meetings) -> int:
    cost = 0
    for one, other in combinations(table, 2):
        times = met.get(frozenset((one, other)), 0)
        cost += times * times * _REPEAT + abs(place[one] - place[other])
    return cost
