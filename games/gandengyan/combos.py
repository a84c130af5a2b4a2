"""The plays that a hand offers: every set of cards once by rank, each made only when it is asked for.

A joker is listed as the joker that is held, so ``7 x`` and ``7 X`` are two plays."""

from collections.abc import Iterator, Mapping
from typing import Final

from games.gandengyan.kinds import ACE, DEUCE, PER_RANK, ComboRules, Kind, Reading, held_of, joker_count, naturals
from games.kit.counts import UNITS

__all__ = ["legal_plays"]

_SHORTEST: Final = {Kind.CHAIN: 3, Kind.PAIR_CHAIN: 2}  # Ranks of the shortest runs (GY-10)
JokerSets = Mapping[int, tuple[int, ...]]  # By number of jokers, the sets of so many that a hand has


def legal_plays(hand: int, standing: Reading | None, rules: ComboRules) -> Iterator[int]:
    """Yield every play in a hand that may be led, or that beats a standing play in some reading (GY-20 to GY-24). What
    follows the kind comes first, from low to high, then bombs, then the rocket."""
    seen: set[int] = set()  # with jokers the same cards come up under several readings
    for play in _leads(hand) if standing is None else _answers(hand, standing, rules):
        if play not in seen:
            seen.add(play)
            yield play


def _joker_sets(hand: int) -> JokerSets:
    """The sets of jokers in a hand, by their number."""
    small, big = held_of(hand, 13), held_of(hand, 14)
    by_number: dict[int, tuple[int, ...]] = {}
    for few in range(small + 1):
        for more in range(big + 1):
            by_number[few + more] = (*by_number.get(few + more, ()), few * UNITS[13] + more * UNITS[14])
    return by_number


def _leads(hand: int) -> Iterator[int]:
    jokers = _joker_sets(hand)
    for rank, held in naturals(hand):
        for size in range(1, held + joker_count(hand) + 1):
            yield from _of_one_rank(hand, rank, size, jokers)
    for kind, shortest in _SHORTEST.items():
        for low in range(ACE - shortest + 2):
            yield from _runs_from(hand, low, shortest, PER_RANK[kind], jokers)
    yield from jokers.get(2, ())


def _answers(hand: int, standing: Reading, rules: ComboRules) -> Iterator[int]:
    kind, top, size = standing
    jokers = _joker_sets(hand)
    match kind:
        case Kind.SOLO | Kind.PAIR:
            for rank in sorted({min(top + 1, DEUCE), DEUCE}) if top < DEUCE else ():
                yield from _of_one_rank(hand, rank, size, jokers)
        case Kind.TRIO:
            for rank in range(top + 1, DEUCE + 1):
                yield from _of_one_rank(hand, rank, size, jokers)
        case Kind.CHAIN | Kind.PAIR_CHAIN if top < ACE:
            yield from _run(hand, top + 1, size // PER_RANK[kind], PER_RANK[kind], jokers)
        case _:
            pass
    yield from _bombs(hand, standing, rules, jokers)
    if kind is not Kind.ROCKET and (rules.rocket_top or kind is not Kind.BOMB or size < 4):
        yield from jokers.get(2, ())


def _bombs(hand: int, standing: Reading, rules: ComboRules, jokers: JokerSets) -> Iterator[int]:
    """Yield the bombs that beat a standing play, few cards first (GY-22, GY-23)."""
    least, above = rules.least_bomb, -1
    match standing.kind:
        case Kind.ROCKET:
            if rules.rocket_top:
                return
            least = 4
        case Kind.BOMB:
            least, above = standing.size, standing.top
        case _:
            pass
    ranks = naturals(hand)
    most = max((held for _, held in ranks), default=0) + joker_count(hand)
    for size in range(least, most + 1):
        for rank, _ in ranks:
            if size > least or rank > above:
                yield from _of_one_rank(hand, rank, size, jokers)


def _of_one_rank(hand: int, rank: int, size: int, jokers: JokerSets) -> Iterator[int]:
    """Yield so many cards of one rank, at least one of them natural, those with the fewest jokers first."""
    for kept in range(min(size, held_of(hand, rank)), 0, -1):
        for wild in jokers.get(size - kept, ()):
            yield kept * UNITS[rank] + wild


def _runs_from(hand: int, low: int, shortest: int, each: int, jokers: JokerSets) -> Iterator[int]:
    """Yield all runs that begin at a rank, shorter ones first."""
    parts: Parts = [(0, 0)]
    most = max(jokers)
    for rank in range(low, ACE + 1):
        parts = _longer(parts, hand, rank, each, most)
        if not parts:
            return
        if rank - low + 1 >= shortest:
            yield from _filled(parts, jokers)


def _run(hand: int, top: int, length: int, each: int, jokers: JokerSets) -> Iterator[int]:
    """Yield the runs of so many consecutive ranks up to ``top``, ``each`` cards of each."""
    parts: Parts = [(0, 0)]
    most = max(jokers)
    for rank in range(top - length + 1, top + 1):
        parts = _longer(parts, hand, rank, each, most)
    yield from _filled(parts, jokers)


Parts = list[tuple[int, int]]  # Natural cards of a run, and how many jokers it lacks


def _longer(parts: Parts, hand: int, rank: int, each: int, most: int) -> Parts:
    """The same runs with one rank more, as long as so many jokers can fill what is missing."""
    held, unit = held_of(hand, rank), UNITS[rank]
    return [
        (cards + kept * unit, missing + each - kept)
        for cards, missing in parts
        for kept in range(min(each, held), -1, -1)
        if missing + each - kept <= most
    ]


def _filled(parts: Parts, jokers: JokerSets) -> Iterator[int]:
    """Yield runs with their jokers, in every way; jokers alone are no run (GY-12)."""
    for cards, missing in parts:
        if cards:
            yield from (cards + wild for wild in jokers.get(missing, ()))
