"""Combinations by definition, over rank letters, sharing no line with the room.

Cards are a text of ranks. Every combination that the sheet knows is written down once, by size; a reading of some cards
is any of them that holds all their natural cards. A hand's plays are found by looking at every choice of its cards."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from tests.strategies import choices

ORDER = "3456789TJQKA2xX"  # LJ-5, low to high
NATURAL = ORDER[:13]
_AT_PLACE = " A23456789TJQKA"  # LJ-9: what stands at places 1 to 14
_MOST = 36
_LEADS = ("triple_pair", "straight", "pair_chain", "triple_chain", "flight")
"""LJ-18: the kinds in the order in which a lead is read."""


@dataclass(frozen=True)
class Reading:
    """A combination: its ranks, what is compared first, and what decides between equal flights."""

    kind: str
    ranks: str
    top: str
    place: int
    second: int = 0

    @property
    def size(self) -> int:
        return len(self.ranks)

    @property
    def is_bomb(self) -> bool:
        return self.kind in ("bomb", "joker_bomb")


def in_order(cards: str) -> str:
    return "".join(sorted(cards, key=ORDER.index))


def _runs(length: int) -> Iterator[tuple[int, str]]:
    """The top places and the ranks of all runs of a length: never both places of the ace."""
    for top in range(length, 15):
        ranks = _AT_PLACE[top - length + 1 : top + 1]
        if ranks.count("A") < 2:
            yield top, ranks


def _equal(kind: str, rank: str, size: int) -> Reading:
    return Reading(kind, rank * size, rank, ORDER.index(rank))


def _all_of(size: int) -> Iterator[Reading]:
    """Every combination of so many natural cards (LJ-6 to LJ-13)."""
    same = {1: "single", 2: "pair", 3: "triple"}.get(size, "bomb")
    yield from (_equal(same, rank, size) for rank in NATURAL)
    if size == 5:
        for three, two in product(NATURAL, NATURAL):
            if three != two:
                yield Reading("triple_pair", in_order(three * 3 + two * 2), three, ORDER.index(three))
        yield from (Reading("straight", in_order(run), run[-1], top) for top, run in _runs(5))
    for kind, each, most in (("pair_chain", 2, 13), ("triple_chain", 3, 13)):
        if size % each == 0 and 2 <= size // each <= most:
            yield from (Reading(kind, in_order(run * each), run[-1], top) for top, run in _runs(size // each))
    if size % 5 == 0 and size >= 10:
        for (top, threes), (second, twos) in product(_runs(size // 5), _runs(size // 5)):
            yield Reading("flight", in_order(threes * 3 + twos * 2), threes[-1], top, second)


@cache
def known(size: int) -> tuple[tuple[Reading, Counter[str]], ...]:
    """Every combination of so many natural cards, with its cards counted."""
    return tuple((made, Counter(made.ranks)) for made in _all_of(size)) if 0 < size <= _MOST else ()


def _of_jokers(cards: str) -> Iterator[Reading]:
    """LJ-16: jokers by themselves are what they are."""
    small, big = cards.count("x"), cards.count("X")
    if not small or not big:
        kind = {1: "single", 2: "pair", 3: "triple", 4: "joker_bomb"}.get(len(cards))
        if kind:
            yield _equal(kind, cards[0], len(cards))
    elif {small, big} == {2, 3}:
        three = "x" if small == 3 else "X"
        yield Reading("triple_pair", in_order(cards), three, ORDER.index(three))


@cache
def readings(cards: str) -> tuple[Reading, ...]:
    """Everything that these cards may be taken as (LJ-15 to LJ-18)."""
    held = Counter(card for card in cards if card not in "xX")
    if not held:
        return tuple(_of_jokers(cards))
    found = tuple(made for made, ranks in known(len(cards)) if held <= ranks)
    return tuple(made for made in found if len(held) > 1 or set(made.ranks) == set(held))


def kind_of(cards: str) -> Reading | None:
    """LJ-18: what the cards are when they are led without ``as``."""
    found = readings(cards)
    for kind in _LEADS:
        among = [made for made in found if made.kind == kind]
        if among:
            return max(among, key=lambda made: (made.place, made.second))
    assert len(found) < 2, cards
    return found[0] if found else None


def read_as(cards: str, ranks: str) -> Reading | None:
    """LJ-18: the reading that somebody names; 13 pairs in a row have the ace high."""
    among = [made for made in readings(cards) if made.ranks == in_order(ranks)]
    return max(among, key=lambda made: made.place) if among else None


def _strength(made: Reading) -> tuple[float, int]:
    """LJ-14."""
    return (8.5 if made.kind == "joker_bomb" else made.size, made.place)


def beats(new: Reading, old: Reading) -> bool:
    """LJ-19."""
    if new.is_bomb:
        return not old.is_bomb or _strength(new) > _strength(old)
    return new.kind == old.kind and new.size == old.size and new.place > old.place


def answer(cards: str, old: Reading) -> Reading | None:
    """What the cards are when they are played on something without ``as``, if they beat it at all."""
    among = [made for made in readings(cards) if beats(made, old)]
    return max(among, key=lambda made: (made.place, made.second)) if among else None


def leads(hand: str) -> set[str]:
    """Every choice of cards that may be led."""
    return {cards for cards in choices(hand) if readings(cards)}


def answers(hand: str, old: Reading) -> set[str]:
    """Every choice of cards that beats something."""
    return {cards for cards in choices(hand) if answer(cards, old)}


def fewest(old: Reading) -> int:
    """LJ-26 b: so many cards has the smallest play that beats it."""
    if old.kind in ("single", "pair", "triple"):
        return 4 if old.top == "X" else old.size
    if old.kind == "joker_bomb":
        return 9 if old.top == "X" else 4
    if old.kind != "bomb" or old.size <= 8:
        return 4
    return old.size + (old.top == "2")


def points_in(cards: str) -> int:
    """LJ-4."""
    return 5 * cards.count("5") + 10 * cards.count("T") + 10 * cards.count("K")
