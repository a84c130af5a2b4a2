"""How a hand might be played out: a split into groups with a price, the fewer and stronger the cheaper.

A price is in turns: a group that will have to be followed costs about one, one that will win its trick little, a bomb
less than nothing, as it brings the lead back.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.guandan.kinds import BOMBS, ComboRules, Kind, Reading, order_index, place_of
from games.guandan.templates import Held
from games.kit.cards import Card, Cards, Rank, rank_of

__all__ = ["Outlook", "Plan", "plan", "price"]

Group = tuple[Reading, Cards]


@dataclass(frozen=True, slots=True)
class Outlook:
    """What may still be out there: by rank the number of unseen cards that rank higher, and how many cards the
    opponents hold in all."""

    higher: tuple[int, ...]
    enemy_cards: int = 54


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


class _Split:
    """A search through the ways to take runs out of a hand; what is left falls into equal ranks."""

    def __init__(self, rules: ComboRules, outlook: Outlook, budget: int) -> None:
        self.rules, self.outlook, self.budget = rules, outlook, budget
        self.prices: dict[Reading, float] = {}
        self.best_price = 1e9
        self.best: tuple[Group, ...] = ()

    def cost(self, reading: Reading) -> float:
        known = self.prices.get(reading)
        if known is None:
            known = self.prices[reading] = price(reading, self.rules, self.outlook)
        return known

    def search(
        self, hand: list[Card], runs: list[tuple[Reading, Cards]], taken: tuple[Group, ...], spent: float
    ) -> None:
        """Take each of the runs that still fit, or none of them any more."""
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
            self.search(left, runs[at:], (*taken, (reading, cards)), spent + self.cost(reading))

    def _leaf(self, hand: list[Card], taken: tuple[Group, ...], spent: float) -> None:
        groups, total = self._equal_ranks(hand, spent)
        if total < self.best_price - 1e-9:
            self.best_price, self.best = total, taken + groups

    def _equal_ranks(self, hand: list[Card], spent: float) -> tuple[tuple[Group, ...], float]:
        rules, cost = self.rules, self.cost
        by_rank: dict[Rank, list[Card]] = {}
        wilds: list[Card] = []
        for card in hand:
            if card == rules.wild:
                wilds.append(card)
            else:
                by_rank.setdefault(rank_of(card), []).append(card)
        if len(by_rank.get(Rank(13), ())) == 2 and len(by_rank.get(Rank(14), ())) == 2:
            joker_bomb = Reading(Kind.JOKER_BOMB, Rank(14), 4)
            jokers = (*by_rank.pop(Rank(13)), *by_rank.pop(Rank(14)))
            fixed: list[Group] = [(joker_bomb, jokers)]
        else:
            fixed = []
        index = order_index(rules.level)
        for wild in wilds:  # a wild card makes a bomb of a triple, the highest bomb bigger, else it is a level card
            threes = [rank for rank, cards in by_rank.items() if rank <= 12 and len(cards) >= 3]
            if threes:
                best = min(threes, key=lambda rank: (len(by_rank[rank]) >= 4, -index[rank]))
                by_rank[best].append(wild)
            else:
                by_rank.setdefault(rules.level, []).append(wild)
        triples: list[Group] = []
        pairs: list[Group] = []
        groups: list[Group] = fixed
        for rank, cards in by_rank.items():
            count = len(cards)
            if count >= 4 and rank <= 12:
                groups.append((Reading(Kind.BOMB, rank, count), tuple(cards)))
            elif count == 3:
                triples.append((Reading(Kind.TRIPLE, rank, 3), tuple(cards)))
            elif count == 2:
                pairs.append((Reading(Kind.PAIR, rank, 2), tuple(cards)))
            else:
                groups.append((Reading(Kind.SINGLE, rank, 1), tuple(cards)))
        triples.sort(key=lambda group: index[group[0].rank])
        pairs.sort(key=lambda group: index[group[0].rank])
        for reading, three in triples:
            fit = next((p for p in pairs if rules.wild not in (*p[1], *three)), None)
            if fit is not None and index[fit[0].rank] < 11 and cost(fit[0]) > 0.3:
                pairs.remove(fit)
                groups.append((Reading(Kind.FULL_HOUSE, reading.rank, 5), (*three, *fit[1])))
            else:
                groups.append((reading, three))
        groups += pairs
        return tuple(groups), spent + sum(cost(reading) for reading, _ in groups)


def _runs(hand: Cards, rules: ComboRules) -> list[Group]:
    """Flushes (with at most one wild card), tubes, plates and straights of a hand, the likeliest to be of use first."""
    held = Held(hand, rules)
    found: dict[tuple[Reading, int | None], Group] = {}
    for template in held.templates(None):
        kind = template.reading.kind
        if template.reading.size < 5 or kind in (Kind.FULL_HOUSE, Kind.BOMB) or template.wilds > 1:
            continue
        if template.wilds and kind not in (Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH):
            continue
        found.setdefault((template.reading, template.suit), (template.reading, held.cards(template)))
    counts = held.counts

    def torn(group: Group) -> float:
        reading, cards = group
        if reading.kind in (Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH):
            return -10.0 + (rules.wild in cards)
        each = len(cards) // len({rank_of(card) for card in cards})
        return sum(abs(counts[rank] - each) + 2 * (counts[rank] >= 4) for rank in {rank_of(card) for card in cards})

    return sorted(found.values(), key=torn)[:14]


@lru_cache(maxsize=1 << 13)
def plan(hand: Cards, rules: ComboRules, outlook: Outlook, budget: int = 160) -> Plan:
    """The cheapest split of a hand that a bounded search finds."""
    if not hand:
        return Plan(-0.5, ())
    split = _Split(rules, outlook, budget)
    split.search(list(hand), _runs(hand, rules), (), 0.0)
    return Plan(split.best_price, split.best)
