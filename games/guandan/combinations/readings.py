"""What cards are taken as: wild cards, readings, and the reading in which they are played (GD-26 to GD-32).

A reading depends on three things only: the counts of the natural cards by rank, the number of wild cards, and whether
the natural cards are all of one suit. ``Shape`` is these three."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import combinations
from typing import NamedTuple

from games.base.actions import Pattern
from games.base.cards import BIG_JOKER, SMALL_JOKER, Cards, Rank, rank_of, suit_of
from games.base.notation import matches, patterns_text
from games.guandan.combinations.kinds import JOKER_BOMB, JOKERS, ComboRules, Kind, Reading, beats, rank_items, strength
from games.kit.counts import UNITS, pack
from games.kit.runs import HIGHEST_PLACE, place_of, rank_at, run_ranks

__all__ = ["Shape", "fitting", "in_force", "meaning", "readings", "shape_of", "shape_readings"]

_SPADES = 0
_LARGEST_PLAY = 10


class Shape(NamedTuple):
    """All that readings depend on. ``natural`` are packed counts; ``one_suit``: the natural cards are all of one suit."""

    natural: int
    wilds: int
    one_suit: bool


def shape_of(cards: Cards, rules: ComboRules) -> Shape:
    """Return the natural cards, and how many wild cards may stand for others (GD-27, GD-28)."""
    natural = [card for card in cards if card != rules.wild]
    with_joker = SMALL_JOKER in natural or BIG_JOKER in natural
    if not natural or (with_joker and not rules.wild_with_jokers):
        natural = list(cards)
    suits = {suit_of(card) for card in natural}
    return Shape(pack(natural), len(cards) - len(natural), len(suits) == 1)


def readings(cards: Cards, rules: ComboRules) -> tuple[Reading, ...]:
    """All readings of some cards in any order, strongest first (GD-29, GD-30); empty if they are no combination."""
    if not 1 <= len(cards) <= _LARGEST_PLAY:
        return ()
    return shape_readings(shape_of(cards, rules), rules)


@lru_cache(maxsize=1 << 13)
def shape_readings(shape: Shape, rules: ComboRules) -> tuple[Reading, ...]:
    """All readings of a shape, strongest first; wild cards that stand for nothing else are natural in it."""
    found = [*_of_counts(shape, rules), *_runs_of_five(shape)]
    return tuple(sorted(found, key=lambda reading: strength(reading, rules), reverse=True))


def _of_counts(shape: Shape, rules: ComboRules) -> Iterator[Reading]:
    natural, wilds, _ = shape
    if natural == JOKER_BOMB:
        if not wilds:
            yield Reading(Kind.JOKER_BOMB, Rank(14), 4)
        return
    counts = dict(rank_items[natural])
    size = sum(counts.values()) + wilds
    with_jokers = bool(natural & (JOKERS | JOKERS << 1))
    if len(counts) == 1:
        (rank,) = counts
        if size == 1:
            yield Reading(Kind.SINGLE, rank, 1)
        elif size == 2 and not (with_jokers and wilds):
            yield Reading(Kind.PAIR, rank, 2)
        elif size == 3 and not with_jokers:
            yield Reading(Kind.TRIPLE, rank, 3)
        elif 4 <= size <= _LARGEST_PLAY and not with_jokers:
            yield Reading(Kind.BOMB, rank, size)
    if size == 5:
        yield from _full_houses(counts, wilds, rules)
    elif size == 6 and not with_jokers:
        for kind, each in ((Kind.TUBE, 2), (Kind.PLATE, 3)):
            if max(counts.values()) <= each:
                yield from (Reading(kind, rank_at(top), 6) for top in _tops(counts, 6 // each))


def _full_houses(counts: dict[Rank, int], wilds: int, rules: ComboRules) -> Iterator[Reading]:
    """Yield a triple and a pair of another rank (GD-19), the pair jokers if the house rules have it so."""
    if len(counts) == 1:
        (triple,) = counts
        if wilds == 2 and triple <= 12:  # the wild cards are the pair
            yield Reading(Kind.FULL_HOUSE, triple, 5)
    elif len(counts) == 2:
        for triple, pair in (tuple(counts), tuple(reversed(counts))):
            if triple > 12 or counts[triple] > 3 or counts[pair] > 2:
                continue
            if pair <= 12 or (counts[pair] == 2 and rules.joker_full_house):
                yield Reading(Kind.FULL_HOUSE, triple, 5)


def _tops(counts: dict[Rank, int], length: int) -> Iterator[int]:
    """Yield the top places of all runs of so many neighbouring ranks that hold these ranks (GD-11)."""
    places = {place_of(rank) for rank in counts}
    for top in range(length, HIGHEST_PLACE + 1):
        run = range(top - length + 1, top + 1)
        if all(place in run or (place == HIGHEST_PLACE and 1 in run) for place in places):
            yield top


def _runs_of_five(shape: Shape) -> Iterator[Reading]:
    """Yield straights, straight flushes and royal flushes (GD-20, GD-22, GD-23, the last sentences of GD-29)."""
    counts = dict(rank_items[shape.natural])
    if len(counts) + shape.wilds != 5 or max(counts.values()) > 1 or max(counts) > 12:
        return
    for top in _tops(counts, 5):
        if shape.one_suit:
            kind = Kind.ROYAL_FLUSH if top == HIGHEST_PLACE else Kind.STRAIGHT_FLUSH
            yield Reading(kind, rank_at(top), 5)
        if shape.wilds or not shape.one_suit:
            yield Reading(Kind.STRAIGHT, rank_at(top), 5)


# --- the reading in force ------------------------------------------------------------------------------------------
def fitting(cards: Cards, named: Sequence[Pattern], rules: ComboRules) -> tuple[Reading, ...]:
    """The readings that cards named after ``as`` fit, strongest first (GD-32); none if they fit none."""
    if len(named) != len(cards):
        return ()
    possible = readings(cards, rules)
    if not possible:
        return ()
    shape = shape_of(cards, rules)
    natural = tuple(card for card in cards if card != rules.wild) if shape.wilds else cards
    suits = {suit_of(card) for card in natural}
    found: set[Reading] = set()
    for chosen in dict.fromkeys(combinations(sorted(named, key=_written), shape.wilds)):
        rest = Counter(named)
        rest.subtract(chosen)
        if any(pattern.rank > 12 for pattern in chosen) or not matches([*rest.elements()], natural):
            continue
        # As if the wild cards were the cards named: natural cards of one suit stay so only if no other suit is named for them.
        counts = shape.natural + sum(UNITS[pattern.rank] for pattern in chosen)
        stood_for = {pattern.suit for pattern in chosen}
        if shape.one_suit and stood_for <= {None, *suits}:
            found.update(shape_readings(Shape(counts, 0, one_suit=True), rules))
        if not shape.one_suit or not stood_for <= suits:
            found.update(shape_readings(Shape(counts, 0, one_suit=False), rules))
    return tuple(reading for reading in possible if reading in found)


def _written(pattern: Pattern) -> tuple[int, int]:
    return pattern.rank, -1 if pattern.suit is None else pattern.suit


def in_force(
    cards: Cards, standing: Reading | None, rules: ComboRules, named: Sequence[Pattern] | None = None
) -> Reading | None:
    """The reading in which cards are played now (GD-31, GD-32), ``None`` if they may not be. ``standing`` is
    what they must beat, ``None`` for a lead; ``named`` what stands after ``as``."""
    possible = readings(cards, rules) if named is None else fitting(cards, named, rules)
    return next((entry for entry in possible if standing is None or beats(entry, standing, rules)), None)


def meaning(cards: Cards, reading: Reading, rules: ComboRules) -> str:
    """The text after ``as`` that has these cards taken in this reading, whatever else they could be (GD-32).
    Ranks alone, but for a plain straight of cards that could be a flush: there every card has its suit, and the wild
    cards another one."""
    match reading.kind:
        case Kind.STRAIGHT if shape_of(cards, rules).one_suit:
            return _straight_named(cards, run_ranks(reading.rank, 5), rules)
        case Kind.FULL_HOUSE:
            held = [rank for rank, _ in rank_items[shape_of(cards, rules).natural]]
            free = [rules.level, *(Rank(rank) for rank in range(13))]  # two wild cards may be any pair
            pair = next(rank for rank in (*held, *free) if rank != reading.rank)
            return _named((reading.rank,) * 3 + (pair,) * 2)
        case _:
            return _named(_ranks_of(reading))


def _ranks_of(reading: Reading) -> tuple[Rank, ...]:
    """The ranks that a reading takes, where it leaves no choice."""
    match reading.kind:
        case Kind.TUBE:
            return tuple(rank for rank in run_ranks(reading.rank, 3) for _ in range(2))
        case Kind.PLATE:
            return tuple(rank for rank in run_ranks(reading.rank, 2) for _ in range(3))
        case Kind.STRAIGHT | Kind.STRAIGHT_FLUSH | Kind.ROYAL_FLUSH:
            return run_ranks(reading.rank, 5)
        case Kind.JOKER_BOMB:
            return Rank(13), Rank(13), Rank(14), Rank(14)
        case _:
            return (reading.rank,) * reading.size


@lru_cache(maxsize=1 << 10)
def _named(ranks: tuple[Rank, ...]) -> str:
    return patterns_text(Pattern(rank) for rank in ranks)


def _straight_named(cards: Cards, ranks: tuple[Rank, ...], rules: ComboRules) -> str:
    """The text of a straight: natural cards with their one suit, what wild cards stand for with another one."""
    natural = [card for card in cards if card != rules.wild]
    held, suit = {rank_of(card) for card in natural}, suit_of(natural[0]) or _SPADES
    return patterns_text(Pattern(rank, suit if rank in held else (suit + 1) % 4) for rank in ranks)
