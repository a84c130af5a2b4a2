"""How a hand might be played, on packed counts: the cheapest split into groups that a bounded search finds.

The fewer and stronger the groups are, the cheaper. A price is in turns: a group that others will beat costs about one, one that
will win its trick little, a bomb less than nothing, as it brings the lead back. What others may hold is left out of it, so that a
split depends on the hand alone and can be remembered. Straight flushes are taken first, then runs of ranks, and what is left
falls into equal ranks, a sum over thirds of the hand that are looked up."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final, NamedTuple

from games.base.cards import Rank, full_pack
from games.guandan.combinations.kinds import (
    BITS,
    BOMBS,
    JOKER_BOMB,
    SUITED,
    ComboRules,
    Kind,
    Reading,
    at_least,
    order_index,
    rank_items,
)
from games.guandan.combinations.tables import Counted
from games.kit.counts import ONES, UNITS, Memo, pack
from games.kit.runs import HIGHEST_PLACE, place_of, rank_at

__all__ = ["Group", "Split", "Splits", "splits"]

_HIGH: Final = 8 * ONES
"""The highest bit of each count: set before a difference is taken, it is still there where nothing was borrowed."""
_THIRD: Final = (1 << 20) - 1
_MOST_RUNS: Final = 12
_MOST_NODES: Final = 60
_MOST_SPLITS: Final = 2_000  # So many splits are remembered for each level, about those of a round or two
_MOST_MASKS: Final = 2_000
_BOMB_INDEX: Final = 11  # A full house takes no pair of this place in the card order or higher


class Group(NamedTuple):
    """Cards that are played together: ranks with wild cards under the level, how many those are, the suit of a flush or -1."""

    reading: Reading
    ranks: int
    wilds: int
    suit: int


class Split(NamedTuple):
    """What a hand costs in turns, and its groups."""

    price: float
    groups: tuple[Group, ...]


class _Run(NamedTuple):
    """A run that could be taken out of a hand."""

    cost: float
    group: Group
    natural: int


def _price(reading: Reading, rules: ComboRules, higher: Sequence[int]) -> float:
    """What a group costs; ``higher``: by rank, how many cards of the pack rank higher."""
    kind, rank = reading.kind, reading.rank
    if kind in BOMBS:
        return _bomb_price(reading, rules)
    if kind is Kind.SINGLE:
        return 1.0 - 0.9 / (1.0 + 0.3 * higher[rank])
    if kind in (Kind.PAIR, Kind.TRIPLE, Kind.FULL_HOUSE):
        rivals = higher[rank] / (2.6 if kind is Kind.PAIR else 5.0)
        return 1.0 - 0.85 / (1.0 + 0.45 * rivals)
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


class Splits:
    """The splits of hands under one set of rules; get it from ``splits``."""

    def __init__(self, rules: ComboRules) -> None:
        self._rules = rules
        self._level = level = UNITS[rules.level]
        whole, index = dict(rank_items[pack(full_pack(2))]), order_index(rules.level)
        higher = tuple(sum(n for other, n in whole.items() if index[other] > index[rank]) for rank in range(15))
        self._index = index

        def cost(reading: Reading) -> float:
            return _price(reading, rules, higher)

        kinds = (Kind.SINGLE, Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, *[Kind.BOMB] * 7)
        self._alike = [[Reading(kind, Rank(rank), size) for rank in range(15)] for size, kind in enumerate(kinds)]
        self._costs = [[cost(reading) for reading in row] for row in self._alike]
        self._full_houses = [Reading(Kind.FULL_HOUSE, Rank(rank), 5) for rank in range(13)]
        self._joker_bomb = Group(Reading(Kind.JOKER_BOMB, Rank(14), 4), JOKER_BOMB, 0, -1)
        self._joker_bomb_cost = cost(self._joker_bomb.reading)
        self._thirds = tuple(Memo(partial(self._third, 5 * at), _MOST_MASKS) for at in range(3))
        self._known: dict[Counted, Split] = {}

        def windows(kind: Kind, length: int, each: int) -> list[tuple[int, _Run]]:
            found = []
            for top in range(length, HIGHEST_PLACE + 1):
                mask = sum(UNITS[rank_at(place)] for place in range(top - length + 1, top + 1))
                royal = kind is Kind.STRAIGHT_FLUSH and top == HIGHEST_PLACE
                reading = Reading(Kind.ROYAL_FLUSH if royal else kind, rank_at(top), length * each)
                found.append((mask, _Run(cost(reading), Group(reading, each * mask, 0, -1), each * mask)))
            return found

        straights, tubes = windows(Kind.STRAIGHT, 5, 1), windows(Kind.TUBE, 3, 2)
        plates, flushes = windows(Kind.PLATE, 2, 3), windows(Kind.STRAIGHT_FLUSH, 5, 1)
        self._straights = Memo(lambda held: tuple(run for mask, run in straights if held & mask == mask), _MOST_MASKS)
        self._tubes = Memo(lambda held: tuple(run for mask, run in tubes if held & mask == mask), _MOST_MASKS)
        self._plates = Memo(lambda held: tuple(run for mask, run in plates if held & mask == mask), _MOST_MASKS)

        def flushes_in(suit: int, missing: int, held: int) -> tuple[_Run, ...]:
            found = []
            for mask, run in flushes:
                natural = mask & held
                if natural.bit_count() == 5 - missing:
                    group = Group(run.group.reading, natural + missing * level, missing, suit)
                    found.append(_Run(run.cost + 0.05 * missing, group, natural))
            return tuple(found)

        self._flushes = tuple(
            tuple(Memo(partial(flushes_in, suit, missing), _MOST_MASKS) for missing in range(2)) for suit in range(4)
        )

    def __getitem__(self, hand: Counted) -> Split:
        found = self._known.get(hand)
        if found is None:
            if len(self._known) >= _MOST_SPLITS:
                self._known.clear()
            found = self._known[hand] = self._search(hand)
        return found

    def _search(self, hand: Counted) -> Split:
        natural, wilds, suits = hand
        runs = self._runs(natural, wilds, suits)
        best_cost, best_left, best_wilds = self._leaf(natural, wilds), natural, wilds
        best: tuple[Group, ...] = ()
        nodes = _MOST_NODES
        # Depth first; each entry: what is left, from which run on, what was taken and spent, suits that have given a flush.
        waiting: list[tuple[int, int, int, tuple[Group, ...], float, int]] = [(natural, wilds, 0, (), 0.0, 0)]
        while waiting and nodes:
            left, free, begin, taken, spent, given = waiting.pop()
            for at in range(begin, len(runs)):
                cost, group, use = runs[at]
                if group.suit >= 0 and (given >> group.suit & 1 or group.wilds > free):
                    continue
                if (((left | _HIGH) - use) & _HIGH) != _HIGH:
                    continue
                nodes -= 1
                rest, still, total = left - use, free - group.wilds, spent + cost
                now = total + self._leaf(rest, still)
                groups = (*taken, group)
                if now < best_cost - 1e-9:
                    best_cost, best, best_left, best_wilds = now, groups, rest, still
                waiting.append((rest, still, at, groups, total, given | (1 << group.suit if group.suit >= 0 else 0)))
                if not nodes:
                    break
        return Split(best_cost, best + self._leaf_groups(best_left, best_wilds))

    def _runs(self, natural: int, wilds: int, suits: tuple[int, int, int, int]) -> list[_Run]:
        flushes: tuple[_Run, ...] = ()
        for suit, held in enumerate(suits):
            whole, short = self._flushes[suit]
            flushes += whole[held]
            if wilds:
                flushes += short[held]
        masks = at_least(natural)
        plain = self._straights[masks[1] & SUITED]
        if masks[2]:
            plain += self._tubes[masks[2] & SUITED]
            if masks[3]:
                plain += self._plates[masks[3] & SUITED]
        found = sorted(flushes, key=lambda run: run.group.wilds)[:6]
        if plain:
            two, three, four = masks[2], masks[3], masks[4]

            def torn(run: _Run) -> int:
                ranks, size = run.group.ranks, run.group.reading.size
                one = ranks & ONES if size == 5 else ranks >> 1 & ONES
                broken = 2 * (one & four).bit_count()
                if size == 5:
                    return broken + (one & two).bit_count() + (one & three).bit_count() + (one & four).bit_count()
                if run.group.reading.kind is Kind.TUBE:
                    return broken + (one & three).bit_count() + (one & four).bit_count()
                return broken + (one & four).bit_count()

            found += sorted(plain, key=torn)[: _MOST_RUNS - len(found)]
        return found

    # -- equal ranks
    def _third(self, first: int, held: int) -> tuple[float, int, tuple[tuple[int, float], ...]]:
        """Return, for five ranks, the cost of their cards, how many triples there are, and the pairs that a full house would
        take, each with its place and its cost."""
        cost, triples = 0.0, 0
        pairs: list[tuple[int, float]] = []
        for at in range(5):
            n = held >> 4 * at & 15
            if not n:
                continue
            rank = first + at
            spent = self._costs[min(n, 10)][rank]
            cost += spent
            if n == 3:
                triples += 1
            elif n == 2 and self._index[rank] < _BOMB_INDEX and spent > 0.3:
                pairs.append((self._index[rank], spent))
        return cost, triples, tuple(pairs)

    def _sum(self, natural: int) -> float:
        one, two, three = self._thirds
        cost, triples, pairs = one[natural & _THIRD]
        more, also, others = two[natural >> 20 & _THIRD]
        last, too, rest = three[natural >> 40]
        cost += more + last
        triples += also + too
        if triples:
            pairs = pairs + others + rest
            if pairs:
                for _, saved in sorted(pairs)[:triples]:
                    cost -= saved
        if natural & JOKER_BOMB == JOKER_BOMB:
            cost += self._joker_bomb_cost - self._costs[2][13] - self._costs[2][14]
        return cost

    def _leaf(self, natural: int, wilds: int) -> float:
        if not wilds:
            return self._sum(natural)
        return self._with_wilds(natural, wilds)[0]

    def _with_wilds(self, natural: int, wilds: int) -> tuple[float, int]:
        """Return the cost with each wild card where it helps most, and the ranks so."""
        ranks = natural
        for _ in range(wilds):
            masks = at_least(ranks)
            choices = [self._level]
            for size in (3, 2, 4):
                held = masks[size] & ~masks[size + 1] & SUITED & ~self._level
                if held:
                    choices.append(max(BITS[held], key=lambda unit: self._index[unit.bit_length() // 4]))
                    if size == 3:
                        break
            # Rounded: which of two equals comes first must not depend on how sums are rounded.
            ranks += min(choices, key=lambda unit: round(self._sum(ranks + unit), 9))
        return self._sum(ranks), ranks

    def _leaf_groups(self, natural: int, wilds: int) -> tuple[Group, ...]:
        ranks = self._with_wilds(natural, wilds)[1] if wilds else natural
        groups: list[Group] = []
        if ranks & JOKER_BOMB == JOKER_BOMB:
            groups.append(self._joker_bomb)
            ranks -= JOKER_BOMB
        triples: list[int] = []
        pairs: list[int] = []
        for rank, n in rank_items[ranks]:
            if n == 3:
                triples.append(rank)
            elif n == 2 and self._index[rank] < _BOMB_INDEX and self._costs[2][rank] > 0.3:
                pairs.append(rank)
        houses = dict(zip(triples, sorted(pairs, key=self._index.__getitem__), strict=False))
        paired = set(houses.values())
        for rank, n in rank_items[ranks]:
            if rank in paired:
                continue
            if rank in houses:
                other = houses[rank]
                found = [self._of(rank, 3, natural), self._of(other, 2, natural)]
                joined = Group(
                    self._full_houses[rank], sum(one.ranks for one in found), sum(one.wilds for one in found), -1
                )
                groups.append(joined)
            else:
                groups.append(self._of(rank, n, natural))
        return tuple(groups)

    def _of(self, rank: int, n: int, natural: int) -> Group:
        """So many equal cards, as many of them wild as the natural ones leave open."""
        have = natural >> 4 * rank & 15
        wilds = max(0, n - have)
        return Group(self._alike[min(n, 10)][rank], (n - wilds) * UNITS[rank] + wilds * self._level, wilds, -1)


@lru_cache(maxsize=32)
def splits(rules: ComboRules) -> Splits:
    """The splits under some rules, made once and shared."""
    return Splits(rules)
