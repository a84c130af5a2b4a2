"""A hand sorted for one level, and the choice of its cards where only ranks are named (GD-64)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import Final, NamedTuple

from games.base.actions import Pattern
from games.base.cards import SMALL_JOKER, Card, Cards, Rank, make_card, rank_of, sort_cards, suit_of
from games.guandan.combinations.kinds import JOKERS, ComboRules, Reading, beats, rank_items, strength
from games.guandan.combinations.readings import Shape, in_force, shape_readings
from games.guandan.combinations.tables import Counted
from games.kit.counts import UNITS, Memo
from games.kit.runs import place_of

__all__ = ["WILD", "Hand", "ReadingTable", "Way", "reading_table", "select", "selections"]

WILD: Final = 15  # Where ``Hand.by_rank`` keeps the wild cards
_BY_PLACE = tuple(sorted((Rank(rank) for rank in range(13)), key=place_of))
_RUN = 5
_LARGEST_PLAY = 10
_MOST_WAYS = 2_000  # So many plays are remembered for each number of level and wild cards held


class Hand:
    """A hand by ranks and suits, wild cards apart. Never changed once made."""

    __slots__ = ("by_rank", "counted", "level", "wild")

    def __init__(self, cards: Iterable[Card], rules: ComboRules) -> None:
        self.level = UNITS[rules.level]
        self.wild = wild = rules.wild
        by_rank: list[list[Card]] = [[] for _ in range(15)]
        suits = [0, 0, 0, 0]
        natural = wilds = 0
        for card in sorted(cards):
            if card == wild:
                wilds += 1
                continue
            rank = rank_of(card)
            by_rank[rank].append(card)
            natural += UNITS[rank]
            if card < SMALL_JOKER:
                suits[card & 3] |= UNITS[rank]
        self.by_rank: list[Cards] = [*map(tuple, by_rank), (wild,) * wilds]
        """By rank 0…14: the natural cards, ascending by suit; at ``WILD`` the wild cards."""
        self.counted = Counted(natural, wilds, (suits[0], suits[1], suits[2], suits[3]))

    @property
    def held(self) -> int:
        """Packed counts of all cards, wild ones under the level."""
        return self.counted.natural + self.counted.wilds * self.level

    def less(self, cards: Cards) -> Hand:
        """The hand without some of its cards."""
        natural, wilds, suits = self.counted
        by_rank, of_suit = self.by_rank.copy(), [*suits]
        for card in cards:
            if card == self.wild:
                wilds -= 1
                by_rank[WILD] = (card,) * wilds
                continue
            rank = rank_of(card)
            held = by_rank[rank]
            at = held.index(card)
            held = by_rank[rank] = held[:at] + held[at + 1 :]
            natural -= UNITS[rank]
            if card < SMALL_JOKER and card not in held:
                of_suit[card & 3] &= ~UNITS[rank]
        left = object.__new__(Hand)  # not through __init__, which would count all cards again for every play
        left.level, left.wild, left.by_rank = self.level, self.wild, by_rank
        left.counted = Counted(natural, wilds, (of_suit[0], of_suit[1], of_suit[2], of_suit[3]))
        return left

    def cards(self, play: int, by_shape: ReadingTable) -> Cards:
        """The cards of a legal play told by its ranks, sorted (GD-64): those with the fewest wild cards, then
        with the weakest reading in force, then the first by suit."""
        return next(self.each((play,), by_shape))

    def each(self, plays: Iterable[int], by_shape: ReadingTable) -> Iterator[Cards]:
        """Yield the cards of several plays, one after the other."""
        natural, held_wilds, _ = self.counted
        by_rank, wild_cards = self.by_rank, self.by_rank[WILD]
        ways = by_shape.ways(natural // self.level & 15, held_wilds)
        for play in plays:
            for natural, wilds, items, unsorted, is_run in ways[play]:
                if is_run:
                    cards = self._run(natural, wilds, by_shape)
                    if not cards:
                        continue
                    yield tuple(sorted(cards + wild_cards[:wilds])) if wilds else cards
                    break
                cards = ()
                for rank, n in items:
                    cards += by_rank[rank][:n]
                yield tuple(sorted(cards)) if unsorted else cards
                break
            else:
                raise ValueError("not a legal play of this hand")

    def _run(self, natural: int, wilds: int, by_shape: ReadingTable) -> Cards:
        """Return natural cards of different ranks for a straight, else for a straight flush; none if they make
        neither."""
        if by_shape[natural << 3 | wilds << 1] is not None:
            chosen = self.mixed(natural)
            if chosen:
                return chosen
        if by_shape[natural << 3 | wilds << 1 | 1] is not None:
            for suit, held in enumerate(self.counted.suits):
                if held & natural == natural:
                    return tuple([make_card(rank, suit) for rank, _ in rank_items[natural]])
        return ()

    def mixed(self, natural: int) -> Cards:
        """Return one natural card of each of some ranks, not all of one suit, the first by suit. Return nothing if
        there is no such choice."""
        items, by_rank = rank_items[natural], self.by_rank
        cards = [by_rank[rank][0] for rank, _ in items]
        suit = cards[0] & 3
        for card in cards:
            if card & 3 != suit:
                return tuple(cards)
        ranks = {rank for rank, _ in items}
        for rank in reversed(_BY_PLACE):  # the later in that order a suit changes, the earlier the choice
            if rank in ranks and by_rank[rank][-1] & 3 != suit:
                at = next(at for at, (held, _) in enumerate(items) if held == rank)
                cards[at] = next(card for card in by_rank[rank] if card & 3 != suit)
                return tuple(cards)
        return ()


class Way(NamedTuple):
    """A way to make a play that is told by its ranks, with so many wild cards. ``items`` are the ranks and how often
    each occurs, the wild cards under ``WILD``; ``unsorted``: cards in that order have to be sorted; ``is_run``: it may
    be a straight or a flush, so suits matter."""

    natural: int
    wilds: int
    items: tuple[tuple[int, int], ...]
    unsorted: bool
    is_run: bool


class ReadingTable(Memo[Reading | None]):
    """By the shape of cards: the reading in which they are played on one standing play (GD-31), ``None`` where they may
    not be. Get it from ``reading_table``. The key packs a shape into one integer, as it is asked for very often: the
    counts of the natural cards, then two bits for the number of wild cards, then one that is set if the natural cards
    are all of one suit."""

    __slots__ = ("_every_way", "_rules", "_standing", "_ways_held")

    def __init__(self, standing: Reading | None, rules: ComboRules) -> None:
        super().__init__(self._in_force)
        self._standing, self._rules = standing, rules
        self._every_way: Memo[tuple[Way, ...]] = Memo(self._ways)
        self._ways_held: dict[int, Memo[tuple[Way, ...]]] = {}

    def ways(self, held: int, wilds: int) -> Memo[tuple[Way, ...]]:
        """Return, by play, the ways in which it may be legal, fewest wild cards first. They are for a hand with so many
        natural cards of the level and so many wild ones."""
        key = held << 2 | wilds if wilds else 0
        found = self._ways_held.get(key)
        if found is None:
            shift, every = 4 * self._rules.level, self._every_way

            def make(play: int) -> tuple[Way, ...]:
                marked = play >> shift & 15
                least = max(0, marked - held) if wilds else 0
                return every[play << 4 | least << 2 | min(wilds, marked)]

            found = self._ways_held[key] = Memo(make, _MOST_WAYS)
        return found

    def _in_force(self, key: int) -> Reading | None:
        natural, wilds, one_suit = key >> 3, key >> 1 & 3, bool(key & 1)
        rules, standing = self._rules, self._standing
        with_joker = bool(natural & (JOKERS | JOKERS << 1))
        if not natural or (with_joker and not rules.wild_with_jokers):  # GD-27, GD-28
            natural, wilds = natural + wilds * UNITS[rules.level], 0
        found = shape_readings(Shape(natural, wilds, one_suit), rules)
        return next((reading for reading in found if standing is None or beats(reading, standing, rules)), None)

    def _ways(self, key: int) -> tuple[Way, ...]:
        play, level = key >> 4, self._rules.level
        found: list[Way] = []
        for wilds in range(key >> 2 & 3, (key & 3) + 1):
            natural = play - wilds * UNITS[level]
            items = rank_items[natural]
            is_run = len(items) + wilds == _RUN and all(n == 1 for _, n in items) and not natural & JOKERS
            if not is_run and self[natural << 3 | wilds << 1] is None:
                continue
            merged: list[tuple[int, int]] = sorted([*items, (WILD, wilds)], key=lambda item: _sorting(item[0], level))
            found.append(Way(natural, wilds, tuple(merged), bool(wilds and natural >> 4 * level & 15), is_run))
            if not is_run:
                break  # more wild cards are never taken where fewer will do
        return tuple(found)


def _sorting(rank: int, level: Rank) -> float:
    """The place of a rank among sorted cards, of the wild cards by that of their level."""
    return level if rank == WILD else rank


@lru_cache(maxsize=1 << 11)
def reading_table(standing: Reading | None, rules: ComboRules) -> ReadingTable:
    """Which readings are in force on a standing play, ``None`` for a lead; made once and shared."""
    return ReadingTable(standing, rules)


# --- open suits ----------------------------------------------------------------------------------------------------
def select(
    patterns: Sequence[Pattern],
    hand: Cards,
    standing: Reading | None,
    rules: ComboRules,
    named: Sequence[Pattern] | None = None,
) -> Cards | None:
    """The cards that somebody means who leaves suits out (GD-64), sorted; ``None`` if no selection may be
    played. Of all that fit, it is the one with the fewest wild cards, then the weakest reading in force, then the first
    by suit in the order ``s h d c``, rank by rank from 2 up to A."""
    if not 1 <= len(patterns) <= _LARGEST_PLAY or (named is not None and len(named) != len(patterns)):
        return None
    held = Counter(hand)
    best: tuple[tuple[int, tuple[int, int, int], tuple[tuple[int, ...], ...]], Cards] | None = None
    for cards in dict.fromkeys(selections(patterns, held, rules, named)):
        reading = in_force(cards, standing, rules, named)
        if reading is not None:
            key = cards.count(rules.wild), strength(reading, rules), _suits(cards)
            if best is None or key < best[0]:
                best = key, cards
    return None if best is None else best[1]


def _suits(cards: Cards) -> tuple[tuple[int, ...], ...]:
    """The suits of sorted cards, rank by rank from 2 up to A."""
    return tuple(tuple(card & 3 for card in cards if rank_of(card) == rank) for rank in _BY_PLACE)


def selections(
    patterns: Sequence[Pattern], held: Counter[Card], rules: ComboRules, named: Sequence[Pattern] | None
) -> Iterator[Cards]:
    """Yield a few selections among which the best one is, if there is any. For each number of wild cards it is the
    first by suit, and where suits matter the first that is mixed and those of one suit."""
    wild = rules.wild
    written = Counter(make_card(one.rank, one.suit or 0) for one in patterns if _closed(one))
    if any(held[card] < n for card, n in written.items()):
        return
    open_ranks = Counter(one.rank for one in patterns if not _closed(one))
    for wilds in range(written[wild], min(held[wild], written[wild] + open_ranks[rules.level]) + 1):
        counts = open_ranks + Counter(rank_of(card) for card in written.elements() if card != wild)
        counts[rules.level] -= wilds - written[wild]
        natural = Counter({card: n for card, n in written.items() if card != wild})
        left = Counter({card: n for card, n in held.items() if card != wild})
        for wanted in dict.fromkeys(_wanted(natural, wilds, rules, named)):
            for chosen in _natural_choices(Counter(wanted), counts, left):
                yield sort_cards([*chosen, *[wild] * wilds])


def _closed(pattern: Pattern) -> bool:
    return pattern.suit is not None or pattern.rank > 12


def _wanted(natural: Counter[Card], wilds: int, rules: ComboRules, named: Sequence[Pattern] | None) -> Iterator[Cards]:
    """Yield the natural cards that a selection must hold: those written, and those named with their suit. Wild cards
    may stand for any of the cards named, so each choice of those is tried."""
    if named is None or not any(pattern.suit is not None for pattern in named):
        yield sort_cards([*natural.elements()])
        return
    exact = [make_card(pattern.rank, pattern.suit or 0) if pattern.suit is not None else None for pattern in named]
    for chosen in combinations(range(len(named)), wilds):
        rest = Counter(card for at, card in enumerate(exact) if card is not None and at not in chosen)
        yield sort_cards([*(natural | rest).elements()])
    if wilds:  # with a joker, or alone, wild cards are named as what they are
        rest = Counter(card for card in exact if card is not None and card != rules.wild)
        yield sort_cards([*(natural | rest).elements()])


def _natural_choices(wanted: Counter[Card], counts: Counter[int], left: Counter[Card]) -> Iterator[list[Card]]:
    """Yield natural cards with these numbers by rank, among them the ones wanted: the first by suit. If no rank comes
    twice, also the first that are not of one suit, and those of each suit."""
    groups: list[list[Card]] = []
    spare: list[list[Card]] = []
    for rank in (*_BY_PLACE, Rank(13), Rank(14)):
        n = counts[rank]
        must = sorted(card for card in wanted.elements() if rank_of(card) == rank)
        if n < 0 or len(must) > n or any(left[card] < wanted[card] for card in must):
            return
        if not n:
            continue
        others = sorted(card for card in (left - wanted).elements() if rank_of(card) == rank)
        if len(must) + len(others) < n:
            return
        groups.append(sorted(must + others[: n - len(must)]))
        spare.append(others if n > len(must) else [])
    first = [card for group in groups for card in group]
    yield first
    if len(first) != len(groups) or len(first) > _RUN or any(card >= SMALL_JOKER for card in first):
        return
    if len({suit_of(card) for card in first}) == 1:
        for at in reversed(range(len(first))):
            other = next((card for card in spare[at] if card & 3 != first[at] & 3), None)
            if other is not None:
                yield [*first[:at], other, *first[at + 1 :]]
                break
    for suit in range(4):
        of_suit = [
            next((card for card in (held, *others) if card & 3 == suit), None)
            for held, others in zip(first, spare, strict=True)
        ]
        chosen = [card for card in of_suit if card is not None]
        if len(chosen) == len(first):
            yield chosen
