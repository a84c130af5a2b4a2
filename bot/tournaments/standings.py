"""Who leads: entries by their share of match points, with tie-breaks that no cards decide alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from bot.tournaments.plan import Shape
from bot.tournaments.scores import Pairing, Score, match_points

__all__ = ["Standing", "finished_deals", "standings"]


@dataclass(frozen=True, slots=True)
class Standing:
    """One entry. ``share``: match points of those there were to win, ``None`` before its first deal is compared.

    Of equal shares the stronger opponents decide (``strength``: the mean of their shares), then the deals that nobody played
    better (``tops``), then points. Whoever is equal in all of it shares the ``place``.
    """

    entry: int
    place: int
    share: Fraction | None
    deals: int
    strength: Fraction
    tops: int
    points: int


def finished_deals(pairings: Sequence[Pairing], scores: Iterable[Score]) -> frozenset[int]:
    """Return the deals that every table of their stage has finished; of all others nothing may be told."""
    tables = defaultdict[int, set[int]](set)
    for pairing in pairings:
        tables[pairing.stage].add(pairing.number)
    done = defaultdict[tuple[int, int], set[int]](set)
    for score in scores:
        done[score.stage, score.deal].add(score.number)
    return frozenset(deal for (stage, deal), numbers in done.items() if numbers >= tables[stage])


def standings(
    entries: Sequence[int], pairings: Sequence[Pairing], scores: Sequence[Score], shape: Shape
) -> list[Standing]:
    """Return all entries, the best first."""
    at_table = {(pairing.stage, pairing.number): pairing for pairing in pairings}
    finished = finished_deals(pairings, scores)
    by_deal = defaultdict[tuple[int, int], dict[int, tuple[int, ...]]](dict)
    for score in scores:
        if score.deal in finished:
            by_deal[score.stage, score.deal][score.number] = score.points
    won, most, deals, tops, points = (dict.fromkeys(entries, 0) for _ in range(5))
    for (stage, deal), tables in by_deal.items():
        best = 2 * (len(tables) - 1)
        index = deal - next(pairing.first for pairing in pairings if pairing.stage == stage)
        for number, gained in match_points(index, tables, shape).items():
            for position, entry in enumerate(at_table[stage, number].entries):
                won[entry] += gained[position]
                most[entry] += best
                deals[entry] += 1
                tops[entry] += best > 0 and gained[position] == best
                points[entry] += tables[number][position]
    share = {entry: Fraction(won[entry], most[entry]) if most[entry] else None for entry in entries}
    strength = _strengths(entries, pairings, share)
    keys = {
        entry: (-1 if share[entry] is None else share[entry], strength[entry], tops[entry], points[entry])
        for entry in entries
    }
    ranked = sorted(entries, key=lambda entry: (*(-value for value in keys[entry] if value is not None), entry))
    return [
        Standing(
            entry,
            1 + sum(keys[other] > keys[entry] for other in entries),
            share[entry],
            deals[entry],
            strength[entry],
            tops[entry],
            points[entry],
        )
        for entry in ranked
    ]


def _strengths(
    entries: Sequence[int], pairings: Sequence[Pairing], share: Mapping[int, Fraction | None]
) -> dict[int, Fraction]:
    """Return the mean share of those whom each entry has met, a half where nothing is known of them."""
    opponents = defaultdict[int, list[Fraction]](list)
    for pairing in pairings:
        for entry in pairing.entries:
            for other in pairing.entries:
                if other != entry:
                    known = share.get(other)
                    opponents[entry].append(Fraction(1, 2) if known is None else known)
    return {
        entry: sum(opponents[entry], Fraction(0)) / len(opponents[entry]) if opponents[entry] else Fraction(1, 2)
        for entry in entries
    }
