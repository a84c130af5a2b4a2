"""A few sensible plays to offer to a person: the smallest that breaks little first, bombs last."""

from collections.abc import Iterator
from typing import Final

from games.base.cards import Cards, Rank
from games.kit.runs import place_of
from games.liujiatong.kinds import BOMBS, DEUCE, NATURAL, WILD_ORDER, Kind, Reading, beats, ranks_of
from games.liujiatong.readings import BITS, UNIT, Makeup, Move, cards_of, counted, makeup_of, shapes

__all__ = ["candidates", "fewest_jokers", "suggested"]

_MOST: Final = 10
_PER_KIND: Final = 2  # So many plays of one kind and size are suggested for a lead
_BOMBS_SHOWN: Final = 3
_MASK: Final = (1 << BITS) - 1
_GROUPS: Final = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE)


def candidates(hand: Makeup, standing: Reading | None) -> Iterator[tuple[Reading, Move]]:
    """Yield every reading that may be played, with the way to make it with the fewest jokers, small ones first."""
    for rank, held in hand.ranks:
        for size in range(1, held + hand.jokers + 1):
            reading = Reading(_GROUPS[size - 1] if size <= 3 else Kind.BOMB, rank, size)
            if standing is None or beats(reading, standing):
                yield reading, _with_jokers(UNIT[rank] * min(held, size), max(0, size - held), hand)
    for joker, held, small in ((Rank(13), hand.small, True), (Rank(14), hand.big, False)):
        for size in range(1, min(held, 4) + 1):
            reading = Reading(_GROUPS[size - 1] if size <= 3 else Kind.JOKER_BOMB, joker, size)
            if standing is None or beats(reading, standing):
                yield reading, (0, size, 0) if small else (0, 0, size)
    sizes = range(4, hand.size + 1) if standing is None else (standing.size,)
    kinds = WILD_ORDER if standing is None else tuple(kind for kind in WILD_ORDER if kind is standing.kind)
    held_of = dict(hand.ranks)
    for size in sizes:
        for kind in kinds:
            for shape in shapes(kind, size):
                if standing is not None and not beats(shape.reading, standing):
                    continue
                move = _fewest_jokers(shape.ranks, held_of, hand)
                if move is not None:
                    yield shape.reading, move


def fewest_jokers(reading: Reading, hand: Makeup) -> Move | None:
    """How a reading of natural cards is made with the fewest jokers, ``None`` if the hand cannot."""
    need = counted([ranks_of(reading).count(Rank(rank)) for rank in range(15)])
    return _fewest_jokers(need.ranks, dict(hand.ranks), hand, least=min(2, len(need.ranks)))


def _with_jokers(natural: int, jokers: int, hand: Makeup) -> Move:
    small = min(hand.small, jokers)
    return natural, small, jokers - small


def _fewest_jokers(
    ranks: tuple[tuple[Rank, int], ...], held: dict[Rank, int], hand: Makeup, least: int = 2
) -> Move | None:
    natural = missing = present = 0
    for rank, need in ranks:
        count = min(held.get(rank, 0), need)
        missing += need - count
        if missing > hand.jokers:
            return None
        natural += UNIT[rank] * count
        present += count > 0
    return _with_jokers(natural, missing, hand) if present >= least else None


def suggested(hand: Cards, standing: Reading | None) -> list[Cards]:
    """Up to ten plays; none only if nothing beats what stands. What empties the hand comes first."""
    made = makeup_of(hand)
    held = dict(made.ranks)
    best: dict[tuple[Kind, Rank, int], tuple[int, Reading, Move]] = {}
    for reading, move in candidates(made, standing):
        key, cost = (reading.kind, reading.rank, reading.size), _cost(reading, move, held)
        if key not in best or cost < best[key][0]:
            best[key] = cost, reading, move
    torn = sorted(
        (entry for entry in best.values() if entry[1].kind not in BOMBS),
        key=lambda entry: (entry[0] > 3, _height(entry[1]), entry[0]),
    )
    plain = _few_of_each(torn) if standing is None else torn
    bombs = sorted(
        (entry for entry in best.values() if entry[1].kind in BOMBS),
        key=lambda entry: (entry[0], entry[1].size, entry[1].rank),
    )[:_BOMBS_SHOWN]
    chosen = [*plain[: _MOST - len(bombs)], *bombs, *([] if plain else torn[:_PER_KIND])]
    found = dict.fromkeys(cards_of(hand, move) for _, _, move in chosen)
    return sorted(found, key=lambda cards: len(cards) != len(hand))


def _few_of_each(ranked: list[tuple[int, Reading, Move]]) -> list[tuple[int, Reading, Move]]:
    """The lowest cheap plays of each kind: what takes nothing apart first, long ones before others, as they empty a
    hand."""
    taken: dict[tuple[Kind, int], int] = {}
    few = []
    for entry in ranked:
        key = entry[1].kind, entry[1].size
        if entry[0] <= 3 and taken.get(key, 0) < _PER_KIND:
            taken[key] = taken.get(key, 0) + 1
            few.append(entry)
    lowest = min(few, key=lambda entry: (entry[0] > 0, entry[1].size, _height(entry[1])), default=None)
    rest = sorted((entry for entry in few if entry is not lowest), key=lambda entry: (entry[0] > 0, -entry[1].size))
    return [*([] if lowest is None else [lowest]), *rest]


def _height(reading: Reading) -> int:
    return reading.rank if reading.kind in (*_GROUPS, Kind.TRIPLE_PAIR) else place_of(reading.rank)


def _cost(reading: Reading, move: Move, held: dict[Rank, int]) -> int:
    """Return what a play takes apart or uses up: jokers, bombs above all, and groups of equal cards."""
    natural, small, big = move
    cost = 4 * (small + big) if natural else 0
    for rank in range(NATURAL):
        used = natural >> BITS * rank & _MASK
        left = held.get(Rank(rank), 0) - used
        if used and left:
            cost += 6 if left + used >= 4 > left else 2 if reading.kind is Kind.BOMB else 1
    if reading.kind is Kind.TRIPLE_PAIR and reading.pairs == DEUCE:
        cost += 2
    return cost
