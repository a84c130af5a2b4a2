"""Every play that a hand offers, by rank, made directly from bit masks of ranks and never by trying subsets.

A play is packed counts, wild cards under the level's rank: each set of ranks once, whatever its suits, readings and
number of wild cards. A set of ranks is legal if it is with as many of its level cards wild as the hand allows, since a
wild card may also stand for itself (GD-26); which cards are then taken is settled in ``templates.py``.

Kinds come in the order of the sheet with bombs last, ranks ascending.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import chain
from typing import Final, NamedTuple

from games.base.cards import Rank
from games.guandan.combinations.kinds import (
    BITS,
    DEUCE,
    JOKER_BOMB,
    JOKERS,
    PAIRS,
    SUITED,
    TRIPLES,
    ComboRules,
    Kind,
    Reading,
    at_least,
    card_order,
)
from games.kit.counts import ONES, UNITS, Memo, multiples
from games.kit.runs import HIGHEST_PLACE, place_of, rank_at

__all__ = ["Counted", "Tables", "fills", "tables"]

_MOST_ALIKE: Final = 8
_ALIKE: Final = (multiples(0), BITS, PAIRS, TRIPLES, *(multiples(size) for size in range(4, _MOST_ALIKE + 1)))
"""By size: so many cards of each rank of a mask."""
_SMALLEST_BOMB: Final = 4
_LARGEST_BOMB: Final = 10
_MOST_WITH_WILDS: Final = 256  # Lists with wild cards are remembered for so many hands only: they seldom come up again


class Counted(NamedTuple):
    """A hand by ranks: packed counts without the wild cards, their number, and for each suit the mask of the ranks of
    which it holds a natural card."""

    natural: int
    wilds: int
    suits: tuple[int, int, int, int]


@lru_cache(maxsize=32)
def fills(length: int, each: int, wilds: int) -> tuple[tuple[int, ...], ...]:
    """How at most so many wild cards can be spread over a run with so many cards of each rank, few first."""
    spread: list[tuple[int, ...]] = [()]
    for _ in range(length):
        spread = [(*part, n) for part in spread for n in range(min(each, wilds - sum(part)) + 1)]
    return tuple(sorted(spread, key=sum))


class _Window:
    """One run of neighbouring ranks, and the plays over it that the cards of these ranks allow. Cards are given as a
    mask that holds for each rank one bit per card, up to ``each``, in the low bits of its field."""

    __slots__ = ("field", "plays")

    def __init__(self, top: int, length: int, each: int, wilds: int, level: Rank) -> None:
        units = [UNITS[rank_at(place)] for place in range(top - length + 1, top + 1)]
        self.field = sum(units) * ((1 << each) - 1)

        def make(held: int) -> tuple[int, ...]:
            have = [(held // unit & 7).bit_count() for unit in units]
            return tuple(
                sum((each - n) * unit for n, unit in zip(fill, units, strict=True)) + sum(fill) * UNITS[level]
                for fill in fills(length, each, wilds)
                if all(count + n >= each for count, n in zip(have, fill, strict=True))
            )

        self.plays = Memo(make)


class _Runs:
    """The plays of one kind of run by the cards held (see ``_Window``) and the top place that they must exceed."""

    def __init__(self, length: int, each: int, wilds: int, level: Rank) -> None:
        windows = [_Window(top, length, each, wilds, level) for top in range(length, HIGHEST_PLACE + 1)]
        kept = self._kept if wilds else self._kept_natural
        self._above = tuple(kept(windows[max(0, above + 1 - length) :]) for above in range(HIGHEST_PLACE + 1))

    @staticmethod
    def _kept(windows: list[_Window]) -> Memo[tuple[int, ...]]:
        found = [(window.field, window.plays) for window in windows]

        def make(held: int) -> tuple[int, ...]:
            return tuple(dict.fromkeys([play for field, plays in found for play in plays[held & field]]))

        return Memo(make, _MOST_WITH_WILDS)

    @staticmethod
    def _kept_natural(windows: list[_Window]) -> Memo[tuple[int, ...]]:
        """The plays without wild cards: one over a window, of all its cards."""
        found = [(window.field, window.plays[window.field][0]) for window in windows]
        return Memo(lambda held: tuple([play for field, play in found if held & field == field]), 1 << 13)

    def above(self, place: int) -> Memo[tuple[int, ...]]:
        """The plays whose top is higher than a place; 0 for all."""
        return self._above[place]


_NATURAL: Final = {
    Kind.TUBE: _Runs(3, 2, 0, DEUCE),
    Kind.PLATE: _Runs(2, 3, 0, DEUCE),
    Kind.STRAIGHT: _Runs(5, 1, 0, DEUCE),
}
"""Runs without wild cards, the same at every level."""


class Tables:
    """Plays under one set of combination rules; get it from ``tables``."""

    def __init__(self, rules: ComboRules) -> None:
        self._rules = rules
        self._level = UNITS[rules.level]
        self._others = SUITED & ~self._level
        self._pairs_in_full_house = ONES if rules.joker_full_house else SUITED
        self._joker_pairs_with_wilds = JOKERS if rules.joker_full_house and rules.wild_with_jokers else 0
        self._tubes = [_NATURAL[Kind.TUBE], *(_Runs(3, 2, wilds, rules.level) for wilds in (1, 2))]
        self._plates = [_NATURAL[Kind.PLATE], *(_Runs(2, 3, wilds, rules.level) for wilds in (1, 2))]
        self._straights = [_NATURAL[Kind.STRAIGHT], *(_Runs(5, 1, wilds, rules.level) for wilds in (1, 2))]
        order = card_order(rules.level)
        self._higher = [sum(UNITS[higher] for higher in order[order.index(Rank(rank)) + 1 :]) for rank in range(15)]

    def plays(self, hand: Counted, standing: Reading | None) -> list[int]:
        """All plays that beat the standing one, or all that may be led; passing is not among them."""
        if standing is None:
            return self.leads(hand)
        if standing.kind is Kind.JOKER_BOMB:
            return []
        natural = at_least(hand.natural)
        every = at_least(hand.natural + hand.wilds * self._level) if hand.wilds else natural
        kind, wilds = standing.kind, hand.wilds
        match kind:
            case Kind.SINGLE | Kind.PAIR | Kind.TRIPLE:
                found = list(self._alike(standing.size, natural, every, wilds, self._higher[standing.rank]))
            case Kind.TUBE | Kind.PLATE | Kind.STRAIGHT:
                found = [*self._sequences(kind, natural, wilds, place_of(standing.rank))]
            case Kind.FULL_HOUSE:
                found = [*chain(*self._full_houses(natural, every, wilds, self._higher[standing.rank]))]
            case Kind.BOMB:
                found = [*self._alike(standing.size, natural, every, wilds, self._higher[standing.rank] & SUITED)]
                found += self._bombs(natural, every, wilds, standing.size + 1)
                if standing.size <= self._rules.flush_over:
                    found += self._flushes(hand, 0)
            case _:
                found = self._bombs(natural, every, wilds, self._rules.flush_over + 1)
                if kind is Kind.STRAIGHT_FLUSH:
                    found += self._flushes(hand, place_of(standing.rank))
        if kind not in _NO_PLAIN:
            found += self._bombs(natural, every, wilds, _SMALLEST_BOMB)
            found += self._flushes(hand, 0)
        if every[2] & JOKERS == JOKERS:
            found.append(JOKER_BOMB)
        return list(dict.fromkeys(found)) if wilds or kind is Kind.STRAIGHT else found

    def leads(self, hand: Counted) -> list[int]:
        natural, wilds = at_least(hand.natural), hand.wilds
        every = at_least(hand.natural + wilds * self._level) if wilds else natural
        found = [
            *self._alike(1, natural, every, wilds, ONES),
            *self._alike(2, natural, every, wilds, ONES),
            *self._alike(3, natural, every, wilds, SUITED),
            *self._sequences(Kind.TUBE, natural, wilds, 0),
            *self._sequences(Kind.PLATE, natural, wilds, 0),
        ]
        for piece in self._full_houses(natural, every, wilds, SUITED):
            found += piece
        found += self._sequences(Kind.STRAIGHT, natural, wilds, 0)  # the ranks of all flushes are among these
        found += self._bombs(natural, every, wilds, _SMALLEST_BOMB)
        if every[2] & JOKERS == JOKERS:
            found.append(JOKER_BOMB)
        return list(dict.fromkeys(found)) if wilds else found

    # -- kinds: ``natural`` and ``every`` are the masks of ``at_least``, without and with wild cards as level cards
    def _alike(
        self, size: int, natural: tuple[int, ...], every: tuple[int, ...], wilds: int, ranks: int
    ) -> tuple[int, ...]:
        """So many cards of one of these ranks (GD-14 to GD-16, GD-21)."""
        if size > 2:
            ranks &= SUITED
        found = _ALIKE[size][every[size] & ranks] if size <= _MOST_ALIKE else ()
        if wilds:
            for wild in range(1, min(wilds, size - 1) + 1):
                if size - wild <= _MOST_ALIKE:
                    more = wild * self._level
                    held = natural[size - wild] & ranks & self._others
                    found += tuple([play + more for play in _ALIKE[size - wild][held]])
        return found

    def _sequences(self, kind: Kind, natural: tuple[int, ...], wilds: int, above: int) -> tuple[int, ...]:
        """Return tubes, plates and straights with a top above a place (GD-17, GD-18, GD-20)."""
        if kind is Kind.STRAIGHT:
            return self._straights[wilds].above(above)[natural[1] & SUITED]
        if kind is Kind.TUBE:
            return self._tubes[wilds].above(above)[(natural[1] | natural[2] << 1) & 3 * SUITED]
        return self._plates[wilds].above(above)[(natural[1] | natural[2] << 1 | natural[3] << 2) & 7 * SUITED]

    def _flushes(self, hand: Counted, above: int) -> list[int]:
        """Return straight flushes and royal flushes with a top above a place (GD-22, GD-23)."""
        kept = self._straights[hand.wilds].above(above)
        spades, hearts, diamonds, clubs = hand.suits
        found = [*kept[spades], *kept[hearts], *kept[diamonds], *kept[clubs]]
        return list(dict.fromkeys(found)) if found else found

    def _bombs(self, natural: tuple[int, ...], every: tuple[int, ...], wilds: int, smallest: int) -> list[int]:
        """Return bombs of at least so many cards (GD-21)."""
        found: list[int] = []
        for size in range(smallest, _LARGEST_BOMB + 1):
            fewest = size - wilds
            if fewest > _MOST_ALIKE or not (natural[fewest] & SUITED or (size <= _MOST_ALIKE and every[size])):
                break
            found += self._alike(size, natural, every, wilds, SUITED)
        return found

    def _full_houses(
        self, natural: tuple[int, ...], every: tuple[int, ...], wilds: int, triples: int
    ) -> Iterator[list[int]]:
        """Yield full houses with a triple of one of these ranks (GD-19), in pieces."""
        pairs = every[2] & self._pairs_in_full_house
        bodies = BITS[every[3] & SUITED & triples]
        if bodies:
            yield [3 * body + pair for body in bodies for pair in PAIRS[pairs & ~body]]
        if not wilds:
            return
        level, one, two = self._level, natural[1] & self._others, natural[2] & self._others
        two_or_jokers = two | natural[2] & self._joker_pairs_with_wilds
        yield [2 * body + level + pair for body in BITS[two & triples] for pair in PAIRS[two_or_jokers & ~body]]
        three = natural[3] & self._others & triples
        yield [3 * body + card + level for body in BITS[three] for card in BITS[one & ~body]]
        if every[4] & triples & level:
            yield [4 * level + card for card in BITS[one]]
        if wilds == 2:
            # Either rank may be the triple: one wild card in each, or both with the single card.
            yield [
                2 * body + card + 2 * level
                for body in BITS[two]
                for card in BITS[one & ~body if body & triples else one & ~body & triples]
            ]
            for pair in PAIRS[natural[2] & self._joker_pairs_with_wilds]:
                yield [pair + card + 2 * level for card in BITS[one & triples]]


_NO_PLAIN: Final = frozenset({Kind.BOMB, Kind.STRAIGHT_FLUSH, Kind.ROYAL_FLUSH, Kind.JOKER_BOMB})


@lru_cache(maxsize=32)
def tables(rules: ComboRules) -> Tables:
    """The tables for some rules, made once and shared."""
    return Tables(rules)
