"""What a hand may lay, by tables that are made when first asked for: the same for all hands with as many wild cards."""

from collections.abc import Sequence
from functools import cache
from typing import Final

from games.gouji.kinds import DEUCE, JOKERS_ONLY, THREE, Kind, Makeup, SetRules, beats, kind_of, unbeatable
from games.gouji.twin.numbers import BASE, BIG, FIRST, MAKEUPS, PLAY, SIZE, SMALL, place_in_block, wild_number

__all__ = ["Tables", "leads", "tables"]

_MOST: Final = 17  # One more than there are cards of a rank
_BELOW, _ABOVE = 6, 7  # Two bases that stand for all: what beats what asks only which is higher
_KEPT: Final = 50_000  # So many tables are kept at most; then they are begun anew

ByCount = tuple[tuple[int, ...], ...]  # By the number of natural cards held: places in a block of sets


@cache
def _lead_tables(twos: int, small: int, big: int) -> tuple[ByCount, tuple[int, ...]]:
    """Return places in a block of all sets that may be led with these wild cards, and the plays of wild cards alone."""
    hung = [(t, s, b) for t in range(twos + 1) for s in range(small + 1) for b in range(big + 1)]
    found: list[tuple[int, ...]] = [()]
    for natural in range(1, _MOST):
        more = [place_in_block(natural, *main) for main in hung if natural + sum(main) <= 36]
        found.append((*found[-1], *more))
    return tuple(found), tuple(wild_number(*main) for main in hung[1:])


def leads(hand: Sequence[int]) -> list[int]:
    """All plays that may be led from a hand, counted by rank (GJ-4, GJ-5)."""
    by_count, wild = _lead_tables(hand[12], hand[13], hand[14])
    found: list[int] = []
    for base in range(1, DEUCE):
        held = hand[base]
        if held:
            first = FIRST[base]
            found += [first + place for place in by_count[held]]
    found += wild
    if not found and hand[THREE]:
        found.append(PLAY + hand[THREE] - 1)
    return found


class Tables:
    """What there is to know of sets under one set of rules (GJ-6 to GJ-8)."""

    def __init__(self, rules: SetRules) -> None:
        self.rules = rules
        none = bytes(PLAY)
        kinds = [kind_of(made, rules) for made in MAKEUPS]
        self.gouji = none + bytes(kind is Kind.OPEN or kind is Kind.GOUJI for kind in kinds)
        """By number of a play: whether it is gouji-level."""
        self.open = none + bytes(kind is Kind.OPEN for kind in kinds)
        self.unbeatable = none + bytes(unbeatable(made, rules) for made in MAKEUPS)
        self._two_kill = rules.two_big_kill_one != "off"
        self._natural: dict[tuple[int, int, int, int, int, int, bool], tuple[ByCount, ByCount]] = {}
        self._wild: dict[tuple[int, int, int, int, int, int, int], tuple[int, ...]] = {}

    def answers(self, hand: Sequence[int], standing: int) -> list[int]:
        """All plays of a hand that beat the standing one."""
        size, base, small, big = SIZE[standing], BASE[standing], SMALL[standing], BIG[standing]
        mine = hand[12], hand[13], hand[14]
        key = *mine, size, small, big, base == JOKERS_ONLY
        found = self._natural.get(key)
        if found is None:
            found = self._make_natural(key)
        below, above = found
        plays: list[int] = []
        if below[-1]:
            for rank in range(1, min(base + 1, DEUCE)):
                held = hand[rank]
                if held and (places := below[held]):
                    first = FIRST[rank]
                    plays += [first + place for place in places]
        for rank in range(base + 1, DEUCE):
            held = hand[rank]
            if held and (places := above[held]):
                first = FIRST[rank]
                plays += [first + place for place in places]
        if mine != (0, 0, 0):
            wild_key = *mine, size, max(base, 11), small, big
            wild = self._wild.get(wild_key)
            if wild is None:
                wild = self._make_wild(wild_key)
            plays += wild
        return plays

    def _make_natural(self, key: tuple[int, int, int, int, int, int, bool]) -> tuple[ByCount, ByCount]:
        twos, small, big, size, on_small, on_big, jokers_only = key
        standing = Makeup(JOKERS_ONLY if jokers_only else _BELOW, size, 0, on_small, on_big)
        made = []
        for base in (_BELOW, _ABOVE):
            found: list[tuple[int, ...]] = [()]
            for natural in range(1, _MOST):
                more = [
                    place_in_block(natural, size - natural - s - b, s, b)
                    for b in range(min(big, size - natural) + 1)
                    for s in range(min(small, size - natural - b) + 1)
                    if size - natural - s - b <= twos
                    and beats(Makeup(base, size, size - natural - s - b, s, b), standing, self.rules)
                ]
                found.append((*found[-1], *more))
            made.append(tuple(found))
        if len(self._natural) >= _KEPT:
            self._natural.clear()
        self._natural[key] = made[0], made[1]
        return made[0], made[1]

    def _make_wild(self, key: tuple[int, int, int, int, int, int, int]) -> tuple[int, ...]:
        twos, small, big, size, base, on_small, on_big = key
        standing = Makeup(base, size, 0, on_small, on_big)
        sizes = (1, 2) if self._two_kill and size == 1 else (size,)
        found = tuple(
            wild_number(count - s - b, s, b)
            for count in sizes
            for b in range(min(big, count) + 1)
            for s in range(min(small, count - b) + 1)
            if count - s - b <= twos
            and beats(Makeup(DEUCE if count > s + b else JOKERS_ONLY, count, count - s - b, s, b), standing, self.rules)
        )
        if len(self._wild) >= _KEPT:
            self._wild.clear()
        self._wild[key] = found
        return found


@cache
def tables(rules: SetRules) -> Tables:
    """The tables for these rules, made once."""
    return Tables(rules)
