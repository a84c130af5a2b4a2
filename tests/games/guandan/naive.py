"""Guandan's combinations straight from the words of the sheet: slow, obvious, sharing no code with ``games.guandan``.

Cards are texts (``8h``, ``x``). A reading is (kind, compared rank)."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product

NATURAL = "23456789TJQKA"
SUITED = [rank + suit for rank in NATURAL for suit in "shdc"]
LOW_FIRST = "A23456789TJQKA"
PLAIN = ("single", "pair", "triple", "tube", "plate", "full_house", "straight")
Reading = tuple[str, str]


class Rules:
    """The round's level and the three house rules on combinations."""

    def __init__(self, level: str, flush_over: int = 5, joker_full_house: bool = True, wild_with_jokers: bool = False):
        self.level, self.flush_over = level, flush_over
        self.joker_full_house, self.wild_with_jokers = joker_full_house, wild_with_jokers
        self.known: dict[tuple[str, ...], set[Reading]] = {}
        self.order = [rank for rank in NATURAL if rank != level] + [level, "x", "X"]  # GD-10


def plain_kind(cards: list[str], rules: Rules) -> Reading | None:
    """What cards are when none stands for another (GD-14 to GD-25)."""
    ranks = Counter(card[0] for card in cards)
    suits = {card[1:] for card in cards}
    jokers = ranks["x"] + ranks["X"]
    counts = sorted(ranks.values())
    n = len(cards)
    if sorted(cards) == ["X", "X", "x", "x"]:
        return "joker_bomb", "X"
    if len(ranks) == 1:
        rank = cards[0][0]
        if n == 1:
            return "single", rank
        if n == 2:
            return "pair", rank
        if jokers == 0 and n == 3:
            return "triple", rank
        if jokers == 0 and 4 <= n <= 10:
            return "bomb", rank
        return None
    if n == 5 and counts == [2, 3]:
        triple = next(rank for rank, count in ranks.items() if count == 3)
        pair = next(rank for rank, count in ranks.items() if count == 2)
        if triple in "xX" or (pair in "xX" and not rules.joker_full_house):
            return None
        return "full_house", triple
    if jokers:
        return None
    if n == 5 and counts == [1] * 5 and (top := run_top(set(ranks))) is not None:
        if len(suits) == 1:
            return ("royal_flush" if top == "A" else "straight_flush"), top
        return "straight", top
    if n == 6 and counts == [2, 2, 2] and (top := run_top(set(ranks))) is not None:
        return "tube", top
    if n == 6 and counts == [3, 3] and (top := run_top(set(ranks))) is not None:
        return "plate", top
    return None


def run_top(ranks: set[str]) -> str | None:
    """The top of neighbouring ranks (GD-11), ``None`` if they are none."""
    n = len(ranks)
    for start in range(len(LOW_FIRST) - n + 1):
        if set(LOW_FIRST[start : start + n]) == ranks:
            return LOW_FIRST[start + n - 1]
    return None


def readings(cards: list[str], rules: Rules) -> set[Reading]:
    """All readings (GD-26 to GD-29)."""
    key = tuple(sorted(cards))
    if key not in rules.known:
        rules.known[key] = readings_afresh(cards, rules)
    return rules.known[key]


def readings_afresh(cards: list[str], rules: Rules) -> set[Reading]:
    wild = rules.level + "h"
    wilds = cards.count(wild)
    joker = any(card in "xX" for card in cards)
    if wilds == len(cards) or (joker and not rules.wild_with_jokers):
        found = plain_kind(cards, rules)
        return {found} if found else set()
    others = [card for card in cards if card != wild]
    result = set()
    for instead in product(SUITED, repeat=wilds):
        found = plain_kind(others + list(instead), rules)
        if found:
            result.add(found)
    return result


def bomb_class(reading: Reading, size: int, rules: Rules) -> tuple[float, int] | None:
    """Where a bomb stands (GD-35), ``None`` for a plain play."""
    kind, rank = reading
    if kind == "bomb":
        return float(size), rules.order.index(rank)
    if kind == "straight_flush":
        return rules.flush_over + 0.3, NATURAL.index(rank)
    if kind == "royal_flush":
        return rules.flush_over + 0.6, 0
    return (99.0, 0) if kind == "joker_bomb" else None


def beats(one: Reading, size: int, other: Reading, other_size: int, rules: Rules) -> bool:
    """Whether ``one`` beats ``other`` (GD-33 to GD-35)."""
    bomb, other_bomb = bomb_class(one, size, rules), bomb_class(other, other_size, rules)
    if bomb is not None:
        return other_bomb is None or bomb > other_bomb
    if one[0] != other[0]:
        return False
    if one[0] in ("tube", "plate", "straight"):
        return NATURAL.index(one[1]) > NATURAL.index(other[1])
    return rules.order.index(one[1]) > rules.order.index(other[1])


def strongest_first(found: set[Reading], size: int, rules: Rules) -> list[Reading]:
    """The order of GD-30."""

    def key(reading: Reading) -> tuple[float, ...]:
        bomb = bomb_class(reading, size, rules)
        if bomb is not None:
            return (1.0, *bomb)
        runs = reading[0] in ("tube", "plate", "straight")
        height = NATURAL.index(reading[1]) if runs else rules.order.index(reading[1])
        return (0.0, float(PLAIN.index(reading[0])), float(height))

    return sorted(found, key=key, reverse=True)


def selections(hand: list[str]) -> Iterator[list[str]]:
    """Every set of one to ten cards of a hand."""
    seen = set()
    for size in range(1, min(10, len(hand)) + 1):
        for chosen in combinations(sorted(hand), size):
            if chosen not in seen:
                seen.add(chosen)
                yield list(chosen)


def legal(hand: list[str], standing: tuple[Reading, int] | None, rules: Rules) -> dict[str, list[list[str]]]:
    """The plays that may be made now by their ranks, each with every set of cards that makes it."""
    found: dict[str, list[list[str]]] = {}
    for cards in selections(hand):
        may = [
            reading
            for reading in readings(cards, rules)
            if standing is None or beats(reading, len(cards), standing[0], standing[1], rules)
        ]
        if may:
            found.setdefault(" ".join(sorted(card[0] for card in cards)), []).append(cards)
    return found
