"""The numbers of all actions, and those that a hand may take now, by masks of ranks."""

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Final

from arena.observation import CARDS
from games.base.cards import Rank, full_pack
from games.guandan.combinations.kinds import (
    BITS,
    BOMBS,
    JOKERS,
    SUITED,
    ComboRules,
    Kind,
    Reading,
    at_least,
    card_order,
)
from games.guandan.combinations.tables import Counted, fills
from games.guandan.combinations.templates import Held, Template
from games.kit.counts import ONES, UNITS, Memo
from games.kit.runs import HIGHEST_PLACE, place_of, rank_at

__all__ = [
    "FIRST_CARD", "FIRST_PLAY", "FLUSHES", "LEVELS", "PASS", "Key", "LegalNumbers", "key_of", "keys_numbered", "legal_numbers",
    "plays_numbered",
]  # fmt: skip

PASS: Final = 0
FIRST_CARD: Final = {"tribute": 1, "return": 1 + CARDS}
FIRST_PLAY: Final = 1 + 2 * CARDS
LEVELS: Final = 13
FLUSHES: Final = frozenset({Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH})
Key = tuple[int, int, Kind, Rank, int]
"""Natural ranks, packed; how many wild cards; the kind; the rank that is compared; the suit of a flush, else -1."""

_MOST_WILDS: Final = 2
_LARGEST_BOMB: Final = 10
_REMEMBERED: Final = 1 << 12
_JOKER_RANK: Final = Rank(14)
_ALL: Final = (1 << 64) - 1


def key_of(template: Template, level: int) -> Key:
    """What tells a play from all others."""
    ranks, wilds, reading, suit = template
    return ranks - wilds * UNITS[level], wilds, reading.kind, reading.rank, -1 if suit is None else suit


@cache
def plays_numbered() -> dict[Key, int]:
    """Every play that may ever be made, at whatever level and under whatever house rules, with its number."""
    every, kinds = full_pack(2), list(Kind)
    found = {
        key_of(template, level)
        for level in range(LEVELS)
        for template in Held(every, ComboRules(Rank(level), wild_with_jokers=True)).templates(None)
    }
    ordered = sorted(found, key=lambda key: (kinds.index(key[2]), key[3], key[4], key[1], key[0]))
    return {key: FIRST_PLAY + at for at, key in enumerate(ordered)}


@cache
def keys_numbered() -> tuple[Key, ...]:
    """The plays by their numbers, from ``FIRST_PLAY`` on."""
    return tuple(plays_numbered())


Found = tuple[int, ...]


class _Runs:
    """The numbers of one kind of run, or of flushes of one suit, by the cards held and the place that its top must exceed.

    Cards are given as a mask with one bit per card of each rank, up to ``each``, in the low bits of its field.
    """

    def __init__(self, kind: Kind, length: int, each: int, wilds: int, suit: int = -1) -> None:
        numbers = plays_numbered()
        windows: list[tuple[int, int, Memo[Found]]] = []
        for top in range(length, HIGHEST_PLACE + 1):
            units = [UNITS[rank_at(place)] for place in range(top - length + 1, top + 1)]
            named = Kind.ROYAL_FLUSH if suit >= 0 and top == HIGHEST_PLACE else kind

            def make(held: int, units: list[int] = units, named: Kind = named, top: int = top) -> Found:
                have = [(held // unit & 7).bit_count() for unit in units]
                return tuple(
                    numbers[
                        sum((each - n) * unit for n, unit in zip(fill, units, strict=True)),
                        sum(fill), named, rank_at(top), suit,
                    ]
                    for fill in fills(length, each, wilds)
                    if all(count + n >= each for count, n in zip(have, fill, strict=True))
                )  # fmt: skip

            windows.append((top, sum(units) * ((1 << each) - 1), Memo(make)))

        def above(place: int) -> Memo[Found]:
            kept = [(field, made) for top, field, made in windows if top > place]
            return Memo(lambda held: tuple([n for field, made in kept for n in made[held & field]]), _REMEMBERED)

        self._above = [above(place) for place in range(HIGHEST_PLACE + 1)]

    def __getitem__(self, place: int) -> Memo[Found]:
        """The numbers of runs whose top is higher than a place; 0 for all."""
        return self._above[place]


@cache
def _runs(wilds: int) -> tuple[_Runs, _Runs, _Runs, tuple[_Runs, ...]]:
    """Return straights, tubes, plates, and flushes by suit, with at most so many wild cards."""
    return (
        _Runs(Kind.STRAIGHT, 5, 1, wilds), _Runs(Kind.TUBE, 3, 2, wilds), _Runs(Kind.PLATE, 2, 3, wilds),
        tuple(_Runs(Kind.STRAIGHT_FLUSH, 5, 1, wilds, suit) for suit in range(4)),
    )  # fmt: skip


_RUN_MASKS: Final = tuple(
    (sum(UNITS[rank_at(place)] for place in range(top - 4, top + 1)), rank_at(top))
    for top in range(5, HIGHEST_PLACE + 1)
)
_FLUSH_MASKS: Final = Memo(lambda held: tuple(run for run in _RUN_MASKS if held & run[0] == run[0]))


class LegalNumbers:
    """The numbers of the plays that a hand may make, under one set of rules; get it from ``legal_numbers``."""

    def __init__(self, rules: ComboRules) -> None:
        self._rules = rules
        self._level = UNITS[rules.level]
        self._plays = numbers = plays_numbered()
        order = card_order(rules.level)
        self._higher = [sum(UNITS[higher] for higher in order[order.index(Rank(rank)) + 1 :]) for rank in range(15)]

        def alike(size: int, wilds: int) -> Memo[Found]:
            kind = (Kind.SINGLE, Kind.PAIR, Kind.TRIPLE, Kind.BOMB)[min(size, 4) - 1]
            of = {
                unit: numbers[key]
                for rank, unit in enumerate(UNITS)
                if (key := ((size - wilds) * unit, wilds, kind, Rank(rank), -1)) in numbers
            }
            return Memo(lambda mask: tuple([of[unit] for unit in BITS[mask]]))

        self._alike = [
            [alike(size, wilds) for wilds in range(min(size, _MOST_WILDS) + 1)] for size in range(1, _LARGEST_BOMB + 1)
        ]

        def house(triple: int, of_triple: int, of_pair: int) -> Memo[Found]:
            rank, natural, wilds = Rank(triple.bit_length() // 4), (3 - of_triple) * triple, of_triple + of_pair
            of = {
                pair: numbers[key]
                for pair in UNITS
                if (key := (natural + (2 - of_pair) * pair, wilds, Kind.FULL_HOUSE, rank, -1)) in numbers
            }
            return Memo(lambda pairs: tuple([of[pair] for pair in BITS[pairs]]), _REMEMBERED)

        self._houses = {
            (of_triple, of_pair): {unit: house(unit, of_triple, of_pair) for unit in UNITS[:13]}
            for of_triple in range(3)
            for of_pair in range(3 - of_triple)
        }
        level = rules.level
        self._level_house = numbers.get((3 * self._level, 2, Kind.FULL_HOUSE, level, -1), 0)
        self._joker_bomb = numbers[2 * JOKERS, 0, Kind.JOKER_BOMB, _JOKER_RANK, -1]

    def plays(self, hand: Counted, standing: Reading | None) -> list[int]:
        """The number of every play in every reading in which it may be made; passing is not among them."""
        natural, wilds, suits = hand
        if standing is not None and standing.kind is Kind.JOKER_BOMB:
            return []
        masks = at_least(natural)
        straights, tubes, plates, flushes = _runs(wilds)
        found: list[int] = []
        if standing is None:
            for size in (1, 2, 3):
                self._add_alike(found, size, masks, wilds, _ALL)
            found += tubes[0][(masks[1] | masks[2] << 1) & 3 * SUITED]
            found += plates[0][(masks[1] | masks[2] << 1 | masks[3] << 2) & 7 * SUITED]
            self._add_houses(found, masks, wilds, _ALL)
            self._add_straights(found, straights[0][masks[1] & SUITED], suits)
        elif standing.kind not in BOMBS:
            kind, above = standing.kind, self._higher[standing.rank]
            if kind is Kind.SINGLE or kind is Kind.PAIR or kind is Kind.TRIPLE:
                self._add_alike(found, standing.size, masks, wilds, above)
            elif kind is Kind.FULL_HOUSE:
                self._add_houses(found, masks, wilds, above)
            elif kind is Kind.STRAIGHT:
                self._add_straights(found, straights[place_of(standing.rank)][masks[1] & SUITED], suits)
            elif kind is Kind.TUBE:
                found += tubes[place_of(standing.rank)][(masks[1] | masks[2] << 1) & 3 * SUITED]
            else:
                found += plates[place_of(standing.rank)][(masks[1] | masks[2] << 1 | masks[3] << 2) & 7 * SUITED]
        smallest, top = 4, 0
        if standing is not None and standing.kind in BOMBS:
            over = self._rules.flush_over
            if standing.kind is Kind.BOMB:
                self._add_alike(found, standing.size, masks, wilds, self._higher[standing.rank])
                smallest, top = standing.size + 1, 0 if standing.size <= over else HIGHEST_PLACE
            else:
                smallest = over + 1
                top = place_of(standing.rank) if standing.kind is Kind.STRAIGHT_FLUSH else HIGHEST_PLACE
        for size in range(smallest, _LARGEST_BOMB + 1):
            if size - wilds > 8 or not masks[max(0, size - wilds)] & SUITED:
                break
            self._add_alike(found, size, masks, wilds, _ALL)
        if top < HIGHEST_PLACE:
            for suit, held in zip(flushes, suits, strict=True):
                found += suit[top][held]
        if masks[2] & JOKERS == JOKERS:
            found.append(self._joker_bomb)
        return found

    def _add_alike(self, found: list[int], size: int, masks: tuple[int, ...], wilds: int, above: int) -> None:
        made = self._alike[size - 1]
        if size <= 8:
            found += made[0][masks[size] & above & (ONES if size < 3 else SUITED)]
        for wild in range(1, min(wilds, size) + 1):
            if wild == size:
                found += made[wild][self._level & above]
            elif size - wild <= 8:
                found += made[wild][masks[size - wild] & above & SUITED]

    def _add_houses(self, found: list[int], masks: tuple[int, ...], wilds: int, above: int) -> None:
        rules, level = self._rules, self._level
        jokers = masks[2] & JOKERS if rules.joker_full_house else 0
        for (of_triple, of_pair), made in self._houses.items():
            if of_triple + of_pair > wilds:
                continue
            pairs = level if of_pair == _MOST_WILDS else masks[2 - of_pair] & SUITED
            for triple in BITS[masks[3 - of_triple] & above & SUITED]:
                mine = pairs & ~triple
                if not of_pair and (not of_triple or triple == level or rules.wild_with_jokers):
                    mine |= jokers
                found += made[triple][mine]
        if wilds == _MOST_WILDS and masks[3] & above & level:
            found.append(self._level_house)

    def _add_straights(self, found: list[int], numbers: Iterable[int], suits: tuple[int, int, int, int]) -> None:
        """Add straights but for those whose cards are all of one suit, with no wild card that could be of another."""
        barred: list[int] = []
        for suit, held in enumerate(suits):
            for mask, top in _FLUSH_MASKS[held]:
                if not any(other & mask for at, other in enumerate(suits) if at != suit):
                    barred.append(self._plays[mask, 0, Kind.STRAIGHT, top, -1])
        found += [number for number in numbers if number not in barred] if barred else numbers


@lru_cache(maxsize=64)
def legal_numbers(rules: ComboRules) -> LegalNumbers:
    """The numbers under some rules, made once and shared."""
    return LegalNumbers(rules)
