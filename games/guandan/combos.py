"""What cards are taken as: wild cards, readings, the reading in force, and open suits (GD-26 to GD-32, GD-64).

The door to everything that has to do with combinations. ``kinds.py`` says what beats what, ``templates.py`` generates
plays from a hand.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from games.actions import Pattern
from games.guandan.kinds import (
    BOMBS,
    DEUCE,
    HIGHEST_PLACE,
    ComboRules,
    Kind,
    Reading,
    beats,
    card_order,
    least_cards,
    order_index,
    place_of,
    rank_at,
    strength,
)  # fmt: skip
from games.kit.cards import BIG_JOKER, SMALL_JOKER, Card, Cards, Rank, make_card, rank_of, sort_cards, suit_of
from games.notation import matches, patterns_text

__all__ = [
    "BOMBS", "DEUCE", "ComboRules", "Kind", "Reading", "beats", "card_order", "fitting", "in_force", "least_cards", "meaning",
    "order_index", "place_of", "rank_at", "readings", "run_ranks", "select", "strength",
]  # fmt: skip

_JOKERS = (SMALL_JOKER, BIG_JOKER)
_JOKER_BOMB = (SMALL_JOKER, SMALL_JOKER, BIG_JOKER, BIG_JOKER)


# --- readings ------------------------------------------------------------------------------------------------------


def readings(cards: Cards, rules: ComboRules) -> tuple[Reading, ...]:
    """All readings of some cards in any order, strongest first (GD-29, GD-30); empty if they are no combination."""
    return _readings(sort_cards(cards), rules)


@lru_cache(maxsize=1 << 14)
def _readings(cards: Cards, rules: ComboRules) -> tuple[Reading, ...]:
    if not 1 <= len(cards) <= 10:
        return ()
    natural, wilds = _split(cards, rules)
    found = set(_of_counts(natural, wilds, rules))
    if len(cards) == 5:
        found.update(_runs_of_five(natural, wilds))
    return tuple(sorted(found, key=lambda reading: strength(reading, rules), reverse=True))


def _split(cards: Cards, rules: ComboRules) -> tuple[Cards, int]:
    """The cards that are what they are, and how many wild cards may stand for others (GD-27, GD-28)."""
    natural = tuple(card for card in cards if card != rules.wild)
    with_joker = any(card in _JOKERS for card in natural)
    if not natural or (with_joker and not rules.wild_with_jokers):
        return cards, 0
    return natural, len(cards) - len(natural)


def _of_counts(natural: Cards, wilds: int, rules: ComboRules) -> Iterator[Reading]:
    """The readings in which suits do not matter."""
    size = len(natural) + wilds
    if natural == _JOKER_BOMB and not wilds:
        yield Reading(Kind.JOKER_BOMB, Rank(14), 4)
        return
    counts = Counter(map(rank_of, natural))
    jokers = counts[Rank(13)] + counts[Rank(14)]
    if len(counts) == 1:
        (rank,) = counts
        if size == 1:
            yield Reading(Kind.SINGLE, rank, 1)
        elif size == 2 and (not jokers or not wilds):
            yield Reading(Kind.PAIR, rank, 2)
        elif size == 3 and not jokers:
            yield Reading(Kind.TRIPLE, rank, 3)
        elif size >= 4 and not jokers:
            yield Reading(Kind.BOMB, rank, size)
    if size == 5:
        yield from _full_houses(counts, wilds, rules)
    elif size == 6 and not jokers:
        for kind, each in ((Kind.TUBE, 2), (Kind.PLATE, 3)):
            if max(counts.values()) <= each:
                yield from (Reading(kind, rank_at(top), 6) for top in _tops(counts, 6 // each))


def _full_houses(counts: Counter[Rank], wilds: int, rules: ComboRules) -> Iterator[Reading]:
    """A triple and a pair of another rank (GD-19), the pair jokers if the house rules have it so."""
    for triple, held in counts.items():
        if triple > 12 or held > 3:
            continue
        others = [(rank, count) for rank, count in counts.items() if rank != triple]
        missing = 3 - held
        if not others:
            if missing + 2 == wilds:  # the wild cards that are left are the pair
                yield Reading(Kind.FULL_HOUSE, triple, 5)
            continue
        if len(others) > 1 or others[0][1] > 2:
            continue
        pair, of_pair = others[0]
        if pair <= 12 or (of_pair == 2 and rules.joker_full_house):
            assert missing + 2 - of_pair == wilds
            yield Reading(Kind.FULL_HOUSE, triple, 5)


def _tops(counts: Counter[Rank], length: int) -> Iterator[int]:
    """The top places of all runs of so many neighbouring ranks that hold these ranks (GD-11)."""
    places = {place_of(rank) for rank in counts}
    for top in range(length, HIGHEST_PLACE + 1):
        run = range(top - length + 1, top + 1)
        if all(place in run or (place == HIGHEST_PLACE and 1 in run) for place in places):
            yield top


def _runs_of_five(natural: Cards, wilds: int) -> Iterator[Reading]:
    """Straights, straight flushes and royal flushes (GD-20, GD-22, GD-23, the last sentences of GD-29)."""
    counts = Counter(map(rank_of, natural))
    if max(counts.values()) > 1 or max(counts) > 12:
        return
    one_suit = len({suit_of(card) for card in natural}) == 1
    for top in _tops(counts, 5):
        if one_suit:
            kind = Kind.ROYAL_FLUSH if top == HIGHEST_PLACE else Kind.STRAIGHT_FLUSH
            yield Reading(kind, rank_at(top), 5)
        if wilds or not one_suit:
            yield Reading(Kind.STRAIGHT, rank_at(top), 5)


# --- the reading in force ------------------------------------------------------------------------------------------


def fitting(cards: Cards, named: Sequence[Pattern], rules: ComboRules) -> tuple[Reading, ...]:
    """The readings that a declaration fits, strongest first (GD-32); none if it cannot be made."""
    if len(named) != len(cards):
        return ()
    possible = readings(cards, rules)
    natural, wilds = _split(sort_cards(cards), rules)
    found: set[Reading] = set()
    for chosen in combinations(range(len(named)), wilds):
        rest = [pattern for at, pattern in enumerate(named) if at not in chosen]
        if not matches(rest, natural):
            continue
        stands_for = [named[at] for at in chosen]
        if any(pattern.rank > 12 for pattern in stands_for):
            continue
        for instead in product(*map(_meant, stands_for)):
            found.update(_as_they_are(sort_cards([*natural, *instead]), rules))
    return tuple(reading for reading in possible if reading in found)


def _meant(pattern: Pattern) -> list[Card]:
    """The suited cards that a pattern may mean."""
    suits = range(4) if pattern.suit is None else (pattern.suit,)
    return [make_card(pattern.rank, suit) for suit in suits]


@lru_cache(maxsize=1 << 12)
def _as_they_are(cards: Cards, rules: ComboRules) -> tuple[Reading, ...]:
    """What cards are when none of them stands for another."""
    found = set(_of_counts(cards, 0, rules))
    if len(cards) == 5:
        found.update(_runs_of_five(cards, 0))
    return tuple(found)


def in_force(
    cards: Cards, standing: Reading | None, rules: ComboRules, named: Sequence[Pattern] | None = None
) -> Reading | None:
    """The reading in which cards are played now (GD-31, GD-32), ``None`` if they may not be.

    ``standing`` is what they must beat, ``None`` for a lead; ``named`` what stands after ``as``.
    """
    possible = readings(cards, rules) if named is None else fitting(cards, named, rules)
    return next((entry for entry in possible if standing is None or beats(entry, standing, rules)), None)


def run_ranks(top: Rank, length: int) -> tuple[Rank, ...]:
    """The neighbouring ranks of a run, low to high, with the ace below the 2 where the top says so (GD-11)."""
    highest = place_of(top)
    return tuple(rank_at(place) for place in range(highest - length + 1, highest + 1))


def meaning(cards: Cards, reading: Reading, rules: ComboRules) -> str:
    """What stands after ``as`` to have these cards taken in this reading, whatever else they could be (GD-32).

    Ranks alone, but for a plain straight of cards that could be a flush: there every card has its suit, and the wild
    cards another one.
    """
    match reading.kind:
        case Kind.TUBE:
            ranks = [rank for rank in run_ranks(reading.rank, 3) for _ in range(2)]
        case Kind.PLATE:
            ranks = [rank for rank in run_ranks(reading.rank, 2) for _ in range(3)]
        case Kind.STRAIGHT | Kind.STRAIGHT_FLUSH | Kind.ROYAL_FLUSH:
            ranks = list(run_ranks(reading.rank, 5))
            if reading.kind is Kind.STRAIGHT and (suit := _one_suit(cards, rules)) is not None:
                return _straight_named(cards, ranks, suit, rules)
        case Kind.FULL_HOUSE:
            natural = _split(cards, rules)[0]
            pair = next((rank_of(card) for card in natural if rank_of(card) != reading.rank), rules.level)
            ranks = [reading.rank] * 3 + [pair] * 2
        case Kind.JOKER_BOMB:
            ranks = [Rank(13), Rank(13), Rank(14), Rank(14)]
        case _:
            ranks = [reading.rank] * len(cards)
    return patterns_text(Pattern(rank) for rank in ranks)


def _straight_named(cards: Cards, ranks: list[Rank], suit: int, rules: ComboRules) -> str:
    held = {rank_of(card) for card in cards if card != rules.wild}
    other = (suit + 1) % 4
    return patterns_text(Pattern(rank, suit if rank in held else other) for rank in ranks)


# --- open suits ----------------------------------------------------------------------------------------------------


def select(
    patterns: Sequence[Pattern],
    hand: Cards,
    standing: Reading | None,
    rules: ComboRules,
    named: Sequence[Pattern] | None = None,
) -> Cards | None:
    """The cards that somebody means who leaves suits out (GD-64), sorted; ``None`` if no selection may be played.

    Of all that fit, the one with the fewest wild cards, then the weakest reading in force, then the first by suit in
    the order ``s h d c``, rank by rank from 2 up to A.
    """
    ranks = {pattern.rank for pattern in patterns}
    if not 1 <= len(patterns) <= 10 or len(ranks) > 5 or (len(ranks) == 5 and len(patterns) > 5):
        return None  # nothing of that shape is a combination
    left = Counter(hand)
    exact = [make_card(pattern.rank, pattern.suit or 0) for pattern in patterns if _closed(pattern)]
    left.subtract(exact)
    if any(count < 0 for count in left.values()):
        return None
    wanted = Counter(pattern.rank for pattern in patterns if not _closed(pattern))
    groups = [
        sorted(dict.fromkeys(combinations(sorted(card for card in left.elements() if rank_of(card) == rank), n)))
        for rank, n in sorted(wanted.items(), key=lambda entry: place_of(Rank(entry[0])))
    ]
    exact_suits = named is not None and any(pattern.suit is not None for pattern in named)
    best: tuple[tuple[int, tuple[int, int, int]], Cards] | None = None
    seen: set[object] = set()
    for parts in product(*groups):
        cards = sort_cards([*exact, *(card for part in parts for card in part)])
        # Later selections with the same wild cards and the same flush are read the same, and come later by suit.
        alike: object = cards if exact_suits else (cards.count(rules.wild), _one_suit(cards, rules))
        if alike in seen:
            continue
        seen.add(alike)
        reading = in_force(cards, standing, rules, named)
        if reading is None:
            continue
        key = (cards.count(rules.wild), strength(reading, rules))
        if best is None or key < best[0]:
            best = key, cards
    return None if best is None else best[1]


def _closed(pattern: Pattern) -> bool:
    return pattern.suit is not None or pattern.rank > 12


def _one_suit(cards: Cards, rules: ComboRules) -> int | None:
    """The suit that all cards but wild ones have, ``None`` if they differ."""
    suits = {suit_of(card) for card in cards if card != rules.wild}
    return suits.pop() if len(suits) == 1 else None
