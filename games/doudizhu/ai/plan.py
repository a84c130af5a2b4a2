"""What a hand is worth, in turns: the price of its cheapest plan, and the weights that say what groups cost.

A plan splits a hand into groups that are played one at a time. Each group costs a turn, less what it is worth to hold
it: a low solo costs two turns (somebody beats it, and the turn must be won back), a joker next to none, a bomb earns
some. It is worked out on packed counts, run by run, and remembered, as the hands of a round are parts of one another.
The weights were found by trying: many slightly different ones played some hundred thousand rounds against each other,
and the best were mixed."""

from dataclasses import dataclass, field
from typing import Final

from games.doudizhu.combos import BITS, RUNS, masks_of
from games.doudizhu.kinds import ROCKET, RUN_RANKS
from games.kit.counts import ONES, size_of

__all__ = ["LANDLORD", "PEASANT", "Planner", "Prices", "Weights"]

Price = tuple[float, float, float]
"""Of a group, in turns: a + b * rank + c * rank² / 14, for a top rank from 0 (a 3) to 14 (the big joker)."""


@dataclass(frozen=True, slots=True)
class Prices:
    """What groups cost, in turns."""

    solo: Price = (2.0, -0.143, 0.0)
    pair: Price = (2.0, -0.143, 0.0)
    trio: Price = (1.9, -0.143, 0.0)
    chain: Price = (1.9, -0.143, 0.0)
    pair_chain: Price = (1.9, -0.143, 0.0)
    bomb: Price = (0.0, -0.06, 0.0)
    rocket: float = -1.8
    airplane_saves: float = 0.9  # What two neighbouring trios save by going together


def _priced(price: Price, rank: int) -> float:
    base, slope, bend = price
    return base + slope * rank + bend * rank * rank / 14


class _Sums(dict[int, float]):
    """The summed prices of single ranks over a mask, remembered."""

    def __init__(self, price: Price) -> None:
        super().__init__()
        self._prices = [(1 << 4 * rank, _priced(price, rank)) for rank in range(15)]

    def __missing__(self, mask: int) -> float:
        value = self[mask] = sum(price for bit, price in self._prices if mask & bit)
        return value


class _Runs(dict[int, list[tuple[int, float]]]):
    """The chains or pair chains worth making, with their prices, remembered. The key is the mask of the ranks that have
    enough cards, plus the mask of those that have just enough. A run is not worth making if it stops between two of the
    latter: to take one more along costs nothing and leaves less."""

    _MOST_KEPT: Final = 20_000

    def __init__(self, price: Price, each: int, lengths: range) -> None:
        super().__init__()
        self._prices = [_priced(price, rank) for rank in range(12)]
        self._each, self._lengths = each, lengths

    def __missing__(self, key: int) -> list[tuple[int, float]]:
        if len(self) > self._MOST_KEPT:
            self.clear()
        mask, spent = (key | key >> 1) & ONES, key >> 1 & ONES
        value = self[key] = [
            (self._each * run, self._prices[(run.bit_length() - 1) // 4])
            for length in (self._lengths if RUNS[self._lengths[0]][mask] else ())
            for run in RUNS[length][mask]
            if not ((run & spent) << 4 | (run & spent) >> 4) & ~run & spent
        ]
        return value


class Planner:
    """Works out what hands cost under some prices."""

    _MOST_KEPT: Final = 40_000
    _MOST_CARDS: Final = 22  # Nobody is dealt more; a made-up hand of forty has too many plans to go through

    def __init__(self, prices: Prices) -> None:
        self._solos, self._pairs = _Sums(prices.solo), _Sums(prices.pair)
        self._trios, self._bombs = _Sums(prices.trio), _Sums(prices.bomb)
        self._rocket, self._airplane_saves = prices.rocket, prices.airplane_saves
        self._chains = _Runs(prices.chain, 1, range(5, 13))
        self._pair_chains = _Runs(prices.pair_chain, 2, range(3, 11))
        self._kept: dict[int, float] = {}

    def cost(self, hand: int) -> float:
        """The cost of the cheapest plan of a hand, in turns; 0 for no cards."""
        if len(self._kept) > self._MOST_KEPT:
            self._kept.clear()
        if size_of(hand) > self._MOST_CARDS:
            return self.rough_cost(hand)
        return self._cost(hand)

    def rough_cost(self, hand: int) -> float:
        """An upper bound of the cost, quickly: without runs."""
        return self._without_runs(*masks_of(hand))

    def _cost(self, hand: int) -> float:
        known = self._kept.get(hand)
        if known is not None:
            return known
        one, two, three, four = masks_of(hand)
        best = self._without_runs(one, two, three, four)
        for run, price in self._chains[(one & RUN_RANKS) + (one & ~two & RUN_RANKS)]:
            best = min(best, price + self._cost(hand - run))
        for run, price in self._pair_chains[(two & RUN_RANKS) + (two & ~three & RUN_RANKS)]:
            best = min(best, price + self._cost(hand - run))
        self._kept[hand] = best
        return best

    def _without_runs(self, one: int, two: int, three: int, four: int) -> float:
        """The cost of playing everything as solos, pairs, trios with kickers, bombs and the rocket."""
        solos, pairs, trios = one & ~two, two & ~three, three & ~four
        cost = 0.0
        if solos & ROCKET == ROCKET:
            cost = self._rocket
            solos &= ~ROCKET
        cost += self._solos[solos] + self._pairs[pairs]
        if four:
            cost += self._bombs[four]
        if trios:
            cost += self._trios[trios]
            neighbours = (trios & trios >> 4 & RUN_RANKS & (RUN_RANKS >> 4)).bit_count()
            cost -= self._airplane_saves * neighbours
            # Each trio carries the dearest loose solo or pair along.
            loose = sorted(
                [self._solos[bit] for bit in BITS[solos]] + [self._pairs[bit] for bit in BITS[pairs]], reverse=True
            )
            for price in loose[: trios.bit_count()]:
                if price > 0:
                    cost -= price
        return cost


@dataclass(frozen=True, slots=True)
class Weights:
    """What things are worth, in turns: a value of 1 makes up for needing one turn more to empty the hand."""

    prices: Prices = field(default_factory=Prices)
    lead: float = 0.5  # Winning the trick, when nobody is close to going out
    threat: float = 2.0  # More of the same, divided by the smallest enemy hand
    partner_lead: float = 0.8  # The share of that when the partner wins the trick
    over_partner: float = 0.3  # What it takes to beat a play of the partner's that the landlord could still beat
    partner_wins: float = 0.3  # The same when the landlord has passed on it
    partner_near: float = 1.0  # More of both, divided by the partner's hand
    enemy_out: float = 6.0  # What is lost when an enemy goes out with its answer
    enemy_leads: float = 3.0  # What it costs to let an enemy's play stand, divided by the square of its hand
    partner_out: float = 4.0  # What is won when the partner can go out
    willing: float = 0.9  # How often those who could beat a play do
    bombing: float = 0.3  # How often those who could bomb a play do


LANDLORD: Final = Weights(
    prices=Prices(
        solo=(2.23, -0.186, 0.007),
        pair=(1.84, -0.129, -0.036),
        trio=(2.22, -0.146, 0.032),
        chain=(2.25, -0.105, 0.021),
        pair_chain=(1.99, -0.096, 0.027),
        bomb=(-0.88, -0.064, -0.064),
        rocket=-1.34,
        airplane_saves=1.13,
    ),
    lead=0.09,
    threat=0.71,
    enemy_out=5.55,
    enemy_leads=6.11,
    willing=1.00,
    bombing=0.14,
)
"""Alone against two."""

PEASANT: Final = Weights(
    prices=Prices(
        solo=(1.96, -0.136, -0.010),
        pair=(1.73, -0.167, 0.034),
        trio=(1.84, -0.144, 0.056),
        chain=(1.83, -0.067, -0.015),
        pair_chain=(2.02, -0.105, 0.080),
        bomb=(-0.33, -0.179, 0.005),
        rocket=-0.64,
        airplane_saves=1.10,
    ),
    lead=0.23,
    threat=0.44,
    partner_lead=0.96,
    over_partner=0.27,
    partner_wins=0.22,
    partner_near=1.27,
    enemy_out=6.17,
    enemy_leads=7.54,
    partner_out=6.44,
    willing=0.75,
    bombing=0.13,
)
"""With a partner against the landlord."""
