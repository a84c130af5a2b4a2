"""Plays by table: what a hand may lay (LJ-22), from packed counts of all 15 ranks, six bits a rank; each set of ranks once.

A hand is one number, small and big jokers in its two highest places; a play is another one, to be taken off it. What
depends on a few small numbers alone is worked out when first asked for and remembered. With many jokers the list grows
beyond use, so it comes piece by piece."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import Final

from games.base.cards import Cards, rank_counts
from games.liujiatong.kinds import BIG, CHAINS, NATURAL, SMALL, WILD_ORDER, Kind, Reading, beats
from games.liujiatong.readings import BITS, UNIT, by_rank, first_cards, shapes

__all__ = ["legal_plays"]

_COUNT: Final = (1 << BITS) - 1  # The bits of one count
_EACH: Final = (*UNIT, 1 << BITS * SMALL, 1 << BITS * BIG)  # One card of each of the 15 ranks
_JOKERS: Final = BITS * NATURAL  # Where the counts of the jokers begin
_SMALL, _BIG = _EACH[SMALL], _EACH[BIG]
_GROUPS: Final = (Kind.SINGLE, Kind.SINGLE, Kind.PAIR, Kind.TRIPLE)
_EIGHT: Final = 8


def _packed(cards: Cards) -> int:
    """How many cards there are of each rank, as one number."""
    return sum(count * each for count, each in zip(rank_counts(cards), _EACH, strict=True))


@lru_cache(maxsize=1 << 13)
def _splits(jokers: int, small: int, big: int) -> tuple[int, ...]:
    """The ways to take so many jokers out of these, as plays."""
    return tuple(
        taken * _SMALL + (jokers - taken) * _BIG for taken in range(max(0, jokers - big), min(small, jokers) + 1)
    )


@lru_cache(maxsize=1 << 14)
def _alike(rank: int, held: int, small: int, big: int, exact: int, least: int) -> tuple[int, ...]:
    """Return the plays of a natural rank, with jokers or without: of ``exact`` cards, and of ``least`` cards or more."""
    jokers, unit = small + big, UNIT[rank]
    sizes = [*([exact] if exact else []), *range(least, held + jokers + 1)]
    return tuple(
        natural * unit + taken
        for size in sizes
        for natural in range(max(1, size - jokers), min(held, size) + 1)
        for taken in _splits(size - natural, small, big)
    )


@lru_cache(maxsize=1 << 12)
def _jokers_alone(small: int, big: int, standing: Reading | None) -> tuple[int, ...]:
    """The plays of jokers as themselves (LJ-16)."""
    found = []
    for rank, held in ((SMALL, small), (BIG, big)):
        for size in range(1, min(held, 4) + 1):
            kind = _GROUPS[size] if size <= 3 else Kind.JOKER_BOMB
            if standing is None or beats(Reading(kind, rank, size), standing):
                found.append(size * _EACH[rank])
    for triple, pair, low, high in ((SMALL, BIG, 3, 2), (BIG, SMALL, 2, 3)):
        enough = small >= low and big >= high
        if enough and (standing is None or beats(Reading(Kind.TRIPLE_PAIR, triple, 5, pair), standing)):
            found.append(low * _SMALL + high * _BIG)
    return tuple(found)


def _pieces(hand: int, standing: Reading | None) -> Iterator[Sequence[int]]:
    """Yield what a hand may lead or lay on what stands; with different readings the same play comes again."""
    natural, small, big = hand & (_SMALL - 1), hand >> _JOKERS & _COUNT, hand >> BITS * BIG
    counts = [natural >> BITS * rank & _COUNT for rank in range(NATURAL)]
    exact, least, above = (0, 1, -1) if standing is None else _needs(standing)
    bomb = standing is not None and standing.kind is Kind.BOMB
    for rank, held in enumerate(counts):
        if held:
            more = least + (bomb and standing is not None and rank <= standing.rank)
            yield _alike(rank, held, small, big, exact if rank > above and held + small + big >= exact else 0, more)
    yield _jokers_alone(small, big, standing)
    if standing is None:
        size = sum(counts) + small + big
        for kind in WILD_ORDER:
            if kind is Kind.TRIPLE_PAIR or kind is Kind.STRAIGHT:
                sizes = range(5, min(size, 5) + 1)
            else:
                each = 5 if kind is Kind.FLIGHT else CHAINS[kind]
                sizes = range(2 * each, min(size, NATURAL * each) + 1, each)
            for some in sizes:
                yield from _wild(counts, small, big, kind, some, None)
    elif standing.kind in WILD_ORDER:
        yield from _wild(counts, small, big, standing.kind, standing.size, standing)


def _wild(
    counts: list[int], small: int, big: int, kind: Kind, size: int, standing: Reading | None
) -> Iterator[list[int]]:
    """Yield the plays of one kind and size with natural cards of two ranks or more."""
    jokers = small + big
    seen: set[int] = set()
    for shape in shapes(kind, size):
        missing, there = 0, []
        for rank, wanted in shape.ranks:
            count = counts[rank]
            if count < wanted:
                missing += wanted - count
                if missing > jokers:
                    break
            if count:
                there.append((UNIT[rank], min(count, wanted)))
        if missing > jokers or len(there) < 2 or (standing is not None and not beats(shape.reading, standing)):
            continue
        for natural, used in _thinned(tuple(there), missing, jokers):
            if natural not in seen:
                seen.add(natural)
                yield [natural + taken for taken in _splits(used, small, big)]


@lru_cache(maxsize=1 << 12)
def _thinned(there: tuple[tuple[int, int], ...], used: int, jokers: int) -> tuple[tuple[int, int], ...]:
    """The ways to put further jokers in the place of natural cards, of which two ranks stay (LJ-17)."""
    found = [(0, used, 0)]
    for unit, count in there:
        found = [
            (natural + unit * (count - taken), jokers_used + taken, ranks + (taken < count))
            for natural, jokers_used, ranks in found
            for taken in range(min(count, jokers - jokers_used) + 1)
        ]
    return tuple((natural, jokers_used) for natural, jokers_used, ranks in found if ranks >= 2)


def _needs(standing: Reading) -> tuple[int, int, int]:
    """Return of what beats a play: how many equal cards (0: none do) of a rank above which, and the fewest cards of a bomb (of a
    bomb: of a higher rank)."""
    match standing.kind:
        case Kind.SINGLE | Kind.PAIR | Kind.TRIPLE:
            return standing.size, 4, standing.rank
        case Kind.BOMB:
            return 0, standing.size, NATURAL
        case Kind.JOKER_BOMB:
            return 0, _EIGHT + 1, NATURAL
        case _:
            return 0, 4, NATURAL


def legal_plays(hand: Cards, standing: Reading | None) -> Iterator[Cards]:
    """The plays of a sorted hand as cards, the first ones of each rank."""
    groups = by_rank(hand)
    return (first_cards(groups, play) for play in _once(chain.from_iterable(_pieces(_packed(hand), standing))))


def _once(plays: Iterable[int]) -> Iterator[int]:
    seen: set[int] = set()
    for play in plays:
        if play not in seen:
            seen.add(play)
            yield play
