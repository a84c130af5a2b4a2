"""A few sensible plays to offer to a person: the smallest that breaks little first, flushes always among them, bombs last."""

from collections import Counter

from games.base.cards import Cards, Rank, rank_of
from games.guandan.combinations.kinds import BOMBS, ComboRules, Kind, Reading, order_index
from games.guandan.combinations.templates import Move, moves
from games.kit.runs import place_of

__all__ = ["suggested_plays"]

_MOST = 12
_FLUSHES = (Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH)
_FIRST = 2
_SHORT = 3
_PER_KIND = 2  # So many plays of one kind are suggested for a lead


def suggested_plays(hand: Cards, standing: Reading | None, rules: ComboRules) -> list[Move]:
    """Up to twelve plays out of all that are legal; none only if there is none. What empties the hand comes first."""
    held = Counter(rank_of(card) for card in hand if card != rules.wild)
    best: dict[tuple[Reading, tuple[int, ...]], tuple[int, Move]] = {}
    for move in moves(hand, standing, rules):
        cost = _cost(move, held, rules)
        suit = (
            tuple(sorted({card & 3 for card in move.cards if card != rules.wild}))
            if move.reading.kind in _FLUSHES
            else ()
        )
        known = best.get((move.reading, suit))
        if known is None or cost < known[0]:
            best[move.reading, suit] = cost, move
    ranked = sorted(
        best.values(), key=lambda entry: (_class(entry[1]), entry[0] > 2, _height(entry[1], rules), entry[0])
    )
    torn = [entry for entry in ranked if entry[1].reading.kind not in BOMBS]
    plain = _few_of_each(torn, rules) if standing is None else torn
    strong = [entry[1] for entry in ranked if entry[1].reading.kind in BOMBS]
    flushes = [move for move in strong if move.reading.kind in _FLUSHES]
    others = [move for move in strong if move.reading.kind not in _FLUSHES]
    # Two plain plays in front, then the flushes, which nobody finds by ranks; further plays and bombs after them.
    lowest, more = [entry[1] for entry in plain][:_FIRST], [entry[1] for entry in plain][_FIRST:]
    room = _MOST - len(lowest) - len(flushes[:3]) - len(others[:3])
    chosen = (
        lowest + flushes[:3] + more[:room] + others[:3] + ([] if plain else [entry[1] for entry in torn[:_PER_KIND]])
    )
    return sorted(chosen, key=lambda move: len(move.cards) != len(hand))


def _few_of_each(ranked: list[tuple[int, Move]], rules: ComboRules) -> list[tuple[int, Move]]:
    """The two cheapest plays of each kind, first the long ones that empty a hand, then from low to high."""
    taken: Counter[Kind] = Counter()
    few = []
    for entry in sorted(ranked, key=lambda entry: entry[0]):
        kind = entry[1].reading.kind
        if entry[0] <= 2 and taken[kind] < _PER_KIND:
            taken[kind] += 1
            few.append(entry)
    return sorted(few, key=lambda entry: (min(-entry[1].reading.size, -_SHORT), entry[0], _height(entry[1], rules)))


def _class(move: Move) -> int:
    return 1 if move.reading.kind in BOMBS else 0


def _height(move: Move, rules: ComboRules) -> tuple[int, int]:
    rank = move.reading.rank
    return (place_of(rank) if move.reading.size in (5, 6) else order_index(rules.level)[rank], move.wilds)


def _cost(move: Move, held: Counter[Rank], rules: ComboRules) -> int:
    """What a play takes apart: wild cards, groups of equal cards, bombs above all; and the high cards of the level that go
    with others."""
    cost = 3 * move.wilds
    used = Counter(rank_of(card) for card in move.cards if card != rules.wild)
    if move.reading.size > _SHORT:
        cost += used[rules.level]
    for rank, count in used.items():
        if held[rank] > count:
            cost += 4 if held[rank] >= 4 else 1
    return cost
