"""How a hand might be played: the cheapest split into groups; the fewer and stronger they are, the cheaper.

A price is in turns: a group that others will beat costs about one, one that will win its trick little, a bomb less than
nothing, as it brings the lead back."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from games.base.cards import Card, Cards, Rank, rank_of, suit_of
from games.guandan.combinations.kinds import (
    BOMBS,
    HIGHEST_PLACE,
    UNITS,
    ComboRules,
    Kind,
    Reading,
    order_index,
    place_of,
    rank_at,
)
from games.guandan.combinations.templates import Held, Template
from games.kit.runs import run_ranks

__all__ = ["Outlook", "Plan", "plan", "price"]

Group = tuple[Reading, Cards]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What others may hold: by rank the number of unseen cards that rank higher."""

    higher: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A split of a hand, and what it costs."""

    price: float
    groups: tuple[Group, ...]


def price(reading: Reading, rules: ComboRules, outlook: Outlook) -> float:
    """What a group costs in turns."""
    kind, rank = reading.kind, reading.rank
    if kind in BOMBS:
        return _bomb_price(reading, rules)
    if kind in (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.FULL_HOUSE):
        size = 1 if kind is Kind.SINGLE else (2 if kind is Kind.PAIR else 3)
        rivals = outlook.higher[rank] / (1.0, 2.6, 5.0)[size - 1]
        return 1.0 - 0.85 / (1.0 + 0.45 * rivals) if size > 1 else 1.0 - 0.9 / (1.0 + 0.3 * rivals)
    return 1.0 - 0.05 * max(0, place_of(rank) - 6)


def _bomb_price(reading: Reading, rules: ComboRules) -> float:
    match reading.kind:
        case Kind.JOKER_BOMB:
            return -1.2
        case Kind.STRAIGHT_FLUSH | Kind.ROYAL_FLUSH:
            return -0.85
        case _:
            high = order_index(rules.level)[reading.rank] / 30
            return -0.45 - 0.2 * (reading.size - 4) - high


_ALIKE: Final = tuple(
    tuple(Reading(kind, Rank(rank), size) for rank in range(15))
    for size, kind in enumerate((Kind.SINGLE, Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, *[Kind.BOMB] * 7))
)
"""By number of cards (from 1) and rank: equal cards as a play."""
_FULL_HOUSES: Final = tuple(Reading(Kind.FULL_HOUSE, Rank(rank), 5) for rank in range(13))
_JOKER_BOMB: Final = Reading(Kind.JOKER_BOMB, Rank(14), 4)


@dataclass(frozen=True, slots=True)
class _Costs:
    """The prices of all plays of equal ranks, in the order of ``_ALIKE`` and ``_FULL_HOUSES``."""

    alike: tuple[tuple[float, ...], ...]
    full_houses: tuple[float, ...]
    joker_bomb: float


@lru_cache(maxsize=64)
def _costs(rules: ComboRules, outlook: Outlook) -> _Costs:
    def priced(row: tuple[Reading, ...]) -> tuple[float, ...]:
        return tuple(price(reading, rules, outlook) for reading in row)

    return _Costs(tuple(map(priced, _ALIKE)), priced(_FULL_HOUSES), price(_JOKER_BOMB, rules, outlook))


class _Split:
    """A search through the ways to take runs out of a hand; what is left falls into equal ranks."""

    def __init__(self, rules: ComboRules, outlook: Outlook, budget: int) -> None:
        self.rules, self.outlook, self.budget = rules, outlook, budget
        self.costs = _costs(rules, outlook)
        self.best_price = 1e9
        self.best: tuple[Group, ...] = ()

    def search(
        self, hand: list[Card], runs: list[tuple[Reading, Cards]], taken: tuple[Group, ...], spent: float
    ) -> None:
        """Take each of the runs that still fit, or no further run."""
        self.budget -= 1
        self._leaf(hand, taken, spent)
        for at, (reading, cards) in enumerate(runs):
            if self.budget <= 0:
                return
            left = list(hand)
            try:
                for card in cards:
                    left.remove(card)
            except ValueError:
                continue
            self.search(left, runs[at:], (*taken, (reading, cards)), spent + price(reading, self.rules, self.outlook))

    def _leaf(self, hand: list[Card], taken: tuple[Group, ...], spent: float) -> None:
        groups, total = self._equal_ranks(hand, spent)
        if total < self.best_price - 1e-9:
            self.best_price, self.best = total, taken + groups

    def _equal_ranks(self, hand: list[Card], spent: float) -> tuple[tuple[Group, ...], float]:
        rules, costs = self.rules, self.costs
        wild_card = rules.wild
        by_rank: dict[Rank, list[Card]] = {}
        wilds: list[Card] = []
        for card in hand:
            if card == wild_card:
                wilds.append(card)
            else:
                by_rank.setdefault(rank_of(card), []).append(card)
        groups: list[Group] = []
        spending: list[float] = []
        if len(by_rank.get(Rank(13), ())) == 2 and len(by_rank.get(Rank(14), ())) == 2:
            groups.append((_JOKER_BOMB, (*by_rank.pop(Rank(13)), *by_rank.pop(Rank(14)))))
            spending.append(costs.joker_bomb)
        index = order_index(rules.level)
        for wild in wilds:  # a wild card makes a bomb of a triple, the highest bomb bigger, else it is a level card
            threes = [rank for rank, cards in by_rank.items() if rank <= 12 and len(cards) >= 3]
            if threes:
                best = min(threes, key=lambda rank: (len(by_rank[rank]) >= 4, -index[rank]))
                by_rank[best].append(wild)
            else:
                by_rank.setdefault(rules.level, []).append(wild)
        triples: list[Rank] = []
        pairs: list[Rank] = []
        for rank, cards in by_rank.items():
            count = len(cards)
            if count == 3:
                triples.append(rank)
            elif count == 2:
                pairs.append(rank)
            else:
                groups.append((_ALIKE[count][rank], tuple(cards)))
                spending.append(costs.alike[count][rank])
        triples.sort(key=index.__getitem__)
        pairs.sort(key=index.__getitem__)
        for rank in triples:
            three = tuple(by_rank[rank])
            fit = None
            if wild_card not in three:
                fit = next((pair for pair in pairs if wild_card not in by_rank[pair]), None)
            if fit is not None and index[fit] < 11 and costs.alike[2][fit] > 0.3:
                pairs.remove(fit)
                groups.append((_FULL_HOUSES[rank], (*three, *by_rank[fit])))
                spending.append(costs.full_houses[rank])
            else:
                groups.append((_ALIKE[3][rank], three))
                spending.append(costs.alike[3][rank])
        for rank in pairs:
            groups.append((_ALIKE[2][rank], tuple(by_rank[rank])))
            spending.append(costs.alike[2][rank])
        return tuple(groups), spent + sum(spending)


class _Run(NamedTuple):
    """A run of ranks with so many cards of each, as a template of natural cards."""

    ranks: tuple[Rank, ...]
    each: int
    template: Template


def _windows(kind: Kind, length: int, each: int) -> tuple[_Run, ...]:
    runs = []
    for top in range(length, HIGHEST_PLACE + 1):
        ranks = run_ranks(rank_at(top), length)
        natural = sum(each * UNITS[rank] for rank in ranks)
        runs.append(_Run(ranks, each, Template(natural, 0, Reading(kind, ranks[-1], length * each))))
    return tuple(runs)


_PLAIN_RUNS: Final = (*_windows(Kind.TUBE, 3, 2), *_windows(Kind.PLATE, 2, 3), *_windows(Kind.STRAIGHT, 5, 1))
_FLUSH_RUNS: Final = (*_windows(Kind.STRAIGHT_FLUSH, 5, 1)[:-1], _windows(Kind.ROYAL_FLUSH, 5, 1)[-1])


def _plain_runs(held: Held) -> Iterator[Group]:
    """Yield tubes, plates and straights of natural cards."""
    counts = held.counts
    for ranks, each, template in _PLAIN_RUNS:
        if all(counts[rank] >= each for rank in ranks):
            cards = held.cards(template)
            if each > 1 or len({suit_of(card) for card in cards}) > 1:
                yield template.reading, cards


def _flushes(held: Held) -> Iterator[Group]:
    """Yield straight flushes, a wild card in no more than one place, and only where it is needed."""
    level = UNITS[held.rules.level]
    for suit, mask in enumerate(held.suits):
        for ranks, _, template in _FLUSH_RUNS:
            natural = mask & template.ranks
            missing = len(ranks) - natural.bit_count()
            if missing <= min(held.wilds, 1):
                made = Template(natural + missing * level, missing, template.reading, suit)
                yield template.reading, held.cards(made)


def _runs(hand: Cards, rules: ComboRules) -> list[Group]:
    """Return flushes (with at most one wild card), tubes, plates and straights of a hand, those that break least
    first."""
    held = Held(hand, rules)
    found = [*_plain_runs(held), *_flushes(held)]
    counts, wild = held.counts, rules.wild

    def torn(group: Group) -> float:
        reading, cards = group
        if reading.kind in (Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH):
            return -10.0 + (wild in cards)
        each = len(cards) // len({rank_of(card) for card in cards})
        return sum(abs(counts[rank] - each) + 2 * (counts[rank] >= 4) for rank in {rank_of(card) for card in cards})

    return sorted(found, key=torn)[:14]


@lru_cache(maxsize=1 << 13)
def plan(hand: Cards, rules: ComboRules, outlook: Outlook, budget: int = 160) -> Plan:
    """The cheapest split of a hand that a bounded search finds."""
    if not hand:
        return Plan(-0.5, ())
    split = _Split(rules, outlook, budget)
    split.search(list(hand), _runs(hand, rules), (), 0.0)
    return Plan(split.best_price, split.best)
