"""What a hand costs, in turns: the cheapest split into plays; the fewer and stronger they are, the cheaper.

A play that has to be followed costs about one turn, one that wins its trick little, a bomb less than nothing, as it
takes a trick whenever one likes. Jokers go with any play, so they cost nothing and are worth something."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from games.base.cards import Rank
from games.kit.runs import place_of, run_ranks
from games.liujiatong.kinds import CHAINS, NATURAL, Kind, Reading, tops

__all__ = ["Plan", "bomb_worth", "plan", "price"]

Counts = tuple[int, ...]  # Cards of each of the 15 ranks
_SMALL_WORTH: Final = 0.35
_BIG_WORTH: Final = 0.45
_JOKER_BOMB_WORTH: Final = 2.0
_BOMB_WORTH: Final = 0.5
_BOMB_CARD_WORTH: Final = 0.22
_MERGED: Final = 0.9  # What a flight costs of the two runs that it is made of


@dataclass(frozen=True, slots=True)
class Plan:
    """A split of a hand without its jokers: its price (jokers counted), and the plays."""

    price: float
    groups: tuple[Reading, ...]


def bomb_worth(size: int, rank: int) -> float:
    """What holding a bomb is worth, in turns."""
    return _BOMB_WORTH + _BOMB_CARD_WORTH * (size - 4) + 0.015 * rank


@lru_cache(maxsize=1 << 12)
def price(reading: Reading) -> float:
    """What a play costs in turns while it is still in the hand."""
    rank, size = reading.rank, reading.size
    match reading.kind:
        case Kind.SINGLE:
            return 1.0 - 0.9 * (rank / 12) ** 4
        case Kind.PAIR:
            return 1.0 - 0.85 * (rank / 12) ** 4
        case Kind.TRIPLE:
            return 1.0 - 0.8 * (rank / 12) ** 3
        case Kind.TRIPLE_PAIR:
            return 0.95 - 0.7 * (rank / 12) ** 3
        case Kind.BOMB:
            return -bomb_worth(size, rank)
        case Kind.JOKER_BOMB:
            return -_JOKER_BOMB_WORTH
        case Kind.FLIGHT:
            return 0.5
        case kind:
            length = size // CHAINS[kind]
            return 0.95 - 0.03 * (place_of(rank) - 6) - (0.0 if kind is Kind.STRAIGHT else 0.08 * (length - 2))


@dataclass(frozen=True, slots=True)
class _Run:
    reading: Reading
    each: int
    ranks: tuple[Rank, ...]


_RUNS: Final = tuple(
    _Run(Reading(kind, top, length * each), each, run_ranks(top, length))
    for kind, each, lengths in (
        (Kind.TRIPLE_CHAIN, 3, range(5, 1, -1)),
        (Kind.PAIR_CHAIN, 2, range(7, 1, -1)),
        (Kind.STRAIGHT, 1, (5,)),
    )
    for length in lengths
    for top in tops(length)
)
"""The runs that a split may use, the ones with the most cards of a rank first."""
_ALIKE: Final = tuple(
    tuple(Reading(kind, Rank(rank), size) for rank in range(NATURAL))
    for size, kind in enumerate((Kind.SINGLE, Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, *[Kind.BOMB] * 13))
)
"""By number of cards (from 1) and rank: natural cards that are all alike."""
_ALIKE_PRICES: Final = tuple(tuple(map(price, row)) for row in _ALIKE)


class _Split:
    """A search through the ways to take runs out of a hand; what is left falls into equal ranks."""

    def __init__(self, budget: int) -> None:
        self.budget = budget
        self.best_price = 1e9
        self.best: tuple[Reading, ...] = ()

    def search(self, counts: list[int], runs: list[_Run], taken: tuple[_Run, ...], spent: float) -> None:
        """Take each of the runs that still fit, or no further run."""
        self.budget -= 1
        self._leaf(counts, taken, spent)
        for at, run in enumerate(runs):
            if self.budget <= 0:
                return
            each = run.each
            if any(counts[rank] < each for rank in run.ranks):
                continue
            left = list(counts)
            for rank in run.ranks:
                left[rank] -= each
            self.search(left, runs[at:], (*taken, run), spent + price(run.reading))

    def _leaf(self, counts: list[int], taken: tuple[_Run, ...], spent: float) -> None:
        total = spent
        triples: list[int] = []
        pairs: list[int] = []
        for rank in range(NATURAL):
            count = counts[rank]
            if count:
                total += _ALIKE_PRICES[count][rank]
                if count == 3:
                    triples.append(rank)
                elif count == 2:
                    pairs.append(rank)
        joined = min(len(triples), len(pairs))
        for pair in pairs[:joined]:  # a pair that goes along with a triple is no play of its own
            total += 0.05 - _ALIKE_PRICES[2][pair]
        lengths = [len(run.ranks) for run in taken if run.each == 3]
        twos = [run for run in taken if run.each == 2]
        for run in twos:
            if len(run.ranks) in lengths:
                lengths.remove(len(run.ranks))
                total -= price(run.reading) * _MERGED
        if total < self.best_price - 1e-9:
            self.best_price = total
            self.best = _groups(counts, taken, triples, pairs)


def _groups(counts: list[int], taken: tuple[_Run, ...], triples: list[int], pairs: list[int]) -> tuple[Reading, ...]:
    """The plays of a split: triples take the lowest pairs along, runs of triples take runs of pairs of the
    same length."""
    found: list[Reading] = []
    threes = [run.reading for run in taken if run.each == 3]
    for run in taken:
        if run.each == 1:
            found.append(run.reading)
        elif run.each == 2:
            length = len(run.ranks)
            partner = next((three for three in threes if three.size == 3 * length), None)
            if partner is None:
                found.append(run.reading)
            else:
                threes.remove(partner)
                found.append(Reading(Kind.FLIGHT, partner.rank, 5 * length, run.reading.rank))
    found += threes
    joined = min(len(triples), len(pairs))
    for rank in range(NATURAL):
        count = counts[rank]
        if count == 3 and rank in triples[:joined]:
            pair = pairs[triples.index(rank)]
            found.append(Reading(Kind.TRIPLE_PAIR, Rank(rank), 5, Rank(pair)))
        elif count and not (count == 2 and rank in pairs[:joined]):
            found.append(_ALIKE[count][rank])
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def plan(counts: Counts, budget: int) -> Plan:
    """The best split found within so many tries."""
    held = list(counts[:NATURAL])
    runs = [run for run in _RUNS if all(held[rank] >= run.each for rank in run.ranks)]
    search = _Split(budget)
    search.search(held, runs, (), 0.0)
    small, big = counts[NATURAL:]
    worth = small * _SMALL_WORTH + big * _BIG_WORTH + ((small == 4) + (big == 4)) * 0.6
    return Plan(search.best_price - worth, search.best)
