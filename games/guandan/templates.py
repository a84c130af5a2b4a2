"""Which plays a hand offers, built from templates: what ranks a combination needs, and where wild cards fill in.

A play is told by its ranks: four bits a rank, the wild cards under the level's rank (``8 8 2`` at level 2). For each
there is the number of wild cards and, where suits matter, whether it is a flush; ``Held.cards`` turns it into cards as
GD-64 would pick them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from games.guandan.combos import in_force, meaning, run_ranks
from games.guandan.kinds import (
    BOMBS,
    HIGHEST_PLACE,
    ComboRules,
    Kind,
    Reading,
    beats,
    order_index,
    place_of,
    rank_at,
)  # fmt: skip
from games.kit.cards import Card, Cards, Rank, make_card, rank_of, sort_cards, suit_of

__all__ = ["Held", "Move", "can_beat", "legal_plays", "moves"]

_UNITS = tuple(1 << 4 * rank for rank in range(15))
_TWO_JOKERS = 2 * _UNITS[13] + 2 * _UNITS[14]
_BY_PLACE = tuple(sorted(range(13), key=lambda rank: place_of(Rank(rank))))


@dataclass(frozen=True, slots=True)
class Move:
    """A play with the reading that it is meant in. ``wilds`` is how many wild cards it takes; ``named`` is what to say
    after ``as`` where the cards would be taken otherwise, else ``None``."""

    cards: Cards
    reading: Reading
    wilds: int
    named: str | None


@dataclass(frozen=True, slots=True)
class _Template:
    """One way to make a reading: ranks with wild cards under the level, how many those are, the suit of a flush."""

    ranks: int
    wilds: int
    reading: Reading
    suit: int | None = None


class Held:
    """A hand sorted out for one level: how many of each rank and of which suits, wild cards apart.

    ``loose`` are further cards by rank whose suits nobody told: they are never wild and never part of a flush.
    """

    __slots__ = ("by_rank", "counts", "loose", "rules", "suits", "wilds")

    def __init__(self, hand: Cards, rules: ComboRules, loose: tuple[Rank, ...] = ()) -> None:
        self.rules = rules
        self.by_rank: list[list[Card]] = [[] for _ in range(15)]
        self.wilds = 0
        for card in sorted(hand):
            if card == rules.wild:
                self.wilds += 1
            else:
                self.by_rank[rank_of(card)].append(card)
        self.suits = [sum({1 << (suit_of(card) or 0) for card in cards}) for cards in self.by_rank[:13]]
        self.loose = frozenset(loose)
        for rank in loose:
            self.by_rank[rank].append(make_card(rank))
        self.counts = [len(cards) for cards in self.by_rank]

    # -- templates by kind

    def templates(self, standing: Reading | None) -> Iterator[_Template]:
        """Every way to make a reading that may be played now, the plain kinds first; one set of ranks may come often."""
        rules = self.rules
        index = order_index(rules.level)
        if standing is not None and standing.kind not in BOMBS:
            least = (
                place_of(standing.rank)
                if standing.size == 6 or standing.kind is Kind.STRAIGHT
                else index[standing.rank]
            )
            yield from self._plain(standing.kind, least)
        elif standing is None:
            for kind in Kind:
                if kind not in BOMBS:
                    yield from self._plain(kind, -1)
        for template in self._bombs():
            if standing is None or standing.kind not in BOMBS or beats(template.reading, standing, rules):
                yield template

    def _plain(self, kind: Kind, above: int) -> Iterator[_Template]:
        """The readings of a plain kind above a place in the order by which the kind is compared."""
        match kind:
            case Kind.SINGLE:
                yield from self._alike(1, kind, above)
            case Kind.PAIR:
                yield from self._alike(2, kind, above)
            case Kind.TRIPLE:
                yield from self._alike(3, kind, above)
            case Kind.TUBE:
                yield from self._doubled(kind, 3, 2, above)
            case Kind.PLATE:
                yield from self._doubled(kind, 2, 3, above)
            case Kind.FULL_HOUSE:
                yield from self._full_houses(above)
            case _:
                yield from self._straights(above)

    def _alike(self, size: int, kind: Kind, above: int) -> Iterator[_Template]:
        """So many cards of one rank (GD-14 to GD-16, GD-21)."""
        level = self.rules.level
        index = order_index(level)
        for rank in range(15):
            if index[rank] <= above or (rank > 12 and size > 2):
                continue
            held, reading = self.counts[rank], Reading(kind, Rank(rank), size)
            if rank == level:
                if held + self.wilds >= size:
                    yield _Template(size * _UNITS[rank], max(0, size - held), reading)
                continue
            most = 0 if rank > 12 else min(self.wilds, size - 1)
            for wilds in range(max(0, size - held), most + 1):
                yield _Template((size - wilds) * _UNITS[rank] + wilds * _UNITS[level], wilds, reading)

    def _full_houses(self, above: int) -> Iterator[_Template]:
        level, joker_rules = self.rules.level, self.rules
        pairs = list(self._alike(2, Kind.PAIR, -1))
        for triple in self._alike(3, Kind.TRIPLE, above):
            reading = Reading(Kind.FULL_HOUSE, triple.reading.rank, 5)
            for pair in pairs:
                if pair.reading.rank == reading.rank or triple.wilds + pair.wilds > self.wilds:
                    continue
                if pair.reading.rank > 12 and not joker_rules.joker_full_house:
                    continue
                substitutes = triple.wilds and reading.rank != level
                if pair.reading.rank > 12 and substitutes and not joker_rules.wild_with_jokers:
                    continue
                yield _Template(triple.ranks + pair.ranks, triple.wilds + pair.wilds, reading)

    def _doubled(self, kind: Kind, length: int, each: int, above: int) -> Iterator[_Template]:
        """Tubes and plates: a run of ranks with so many cards of each (GD-17, GD-18)."""
        level_unit = _UNITS[self.rules.level]
        for top in range(max(length, above + 1), HIGHEST_PLACE + 1):
            ranks = run_ranks(rank_at(top), length)
            least = tuple(max(0, each - self.counts[rank]) for rank in ranks)
            if sum(least) > self.wilds:
                continue
            whole = each * sum(_UNITS[rank] for rank in ranks)
            reading = Reading(kind, ranks[-1], 6)
            for fill in _fills(length, each, self.wilds):
                if all(has >= need for has, need in zip(fill, least, strict=True)):
                    wilds = sum(fill)
                    gone = sum(n * _UNITS[rank] for n, rank in zip(fill, ranks, strict=True))
                    yield _Template(whole - gone + wilds * level_unit, wilds, reading)

    def _straights(self, above: int) -> Iterator[_Template]:
        level_unit = _UNITS[self.rules.level]
        for top in range(max(5, above + 1), HIGHEST_PLACE + 1):
            ranks = run_ranks(rank_at(top), 5)
            missing = sum(1 << at for at, rank in enumerate(ranks) if not self.counts[rank])
            if missing.bit_count() > self.wilds:
                continue
            whole, reading = sum(_UNITS[rank] for rank in ranks), Reading(Kind.STRAIGHT, ranks[-1], 5)
            for chosen in _SUBSETS[self.wilds]:
                if missing & ~chosen == 0 and (chosen or self._mixed(ranks)):
                    wilds = chosen.bit_count()
                    gone = sum(_UNITS[rank] for at, rank in enumerate(ranks) if chosen >> at & 1)
                    yield _Template(whole - gone + wilds * level_unit, wilds, reading)

    def _mixed(self, ranks: tuple[Rank, ...]) -> bool:
        """Whether cards of these ranks can be taken in more than one suit."""
        if not self.loose.isdisjoint(ranks):
            return True
        suits = [self.suits[rank] for rank in ranks]
        return any(suit & (suit - 1) for suit in suits) or len(set(suits)) > 1

    def _flushes(self) -> Iterator[_Template]:
        level_unit = _UNITS[self.rules.level]
        for top in range(5, HIGHEST_PLACE + 1):
            ranks = run_ranks(rank_at(top), 5)
            whole = sum(_UNITS[rank] for rank in ranks)
            reading = Reading(Kind.ROYAL_FLUSH if top == HIGHEST_PLACE else Kind.STRAIGHT_FLUSH, ranks[-1], 5)
            for suit in range(4):
                missing = sum(1 << at for at, rank in enumerate(ranks) if not self.suits[rank] >> suit & 1)
                if missing.bit_count() > self.wilds:
                    continue
                for chosen in _SUBSETS[self.wilds]:
                    if missing & ~chosen == 0:
                        wilds = chosen.bit_count()
                        gone = sum(_UNITS[rank] for at, rank in enumerate(ranks) if chosen >> at & 1)
                        yield _Template(whole - gone + wilds * level_unit, wilds, reading, suit)

    def _bombs(self) -> Iterator[_Template]:
        for size in range(4, 11):
            yield from self._alike(size, Kind.BOMB, -1)
        yield from self._flushes()
        if self.counts[13] == 2 and self.counts[14] == 2:
            yield _Template(_TWO_JOKERS, 0, Reading(Kind.JOKER_BOMB, Rank(14), 4))

    # -- cards

    def cards(self, template: _Template) -> Cards:
        """The cards of a template: the first by suit, wild cards as many as it says; sorted."""
        level, suit = self.rules.level, template.suit
        taken: list[Card] = [self.rules.wild] * template.wilds
        for rank in range(15):
            count = template.ranks >> 4 * rank & 15
            if rank == level:
                count -= template.wilds
            if suit is not None and count:
                taken.append(make_card(rank, suit))
            else:
                taken += self.by_rank[rank][:count]
        if template.reading.kind is Kind.STRAIGHT and not template.wilds:
            self._mix(taken)
        return sort_cards(taken)

    def _mix(self, taken: list[Card]) -> None:
        """Of cards that happen to be of one suit, take the latest that can be of another in its next suit."""
        if len({suit_of(card) for card in taken}) > 1:
            return
        for rank in reversed(_BY_PLACE):
            now = next((card for card in taken if rank_of(card) == rank), None)
            others = [card for card in self.by_rank[rank] if now is not None and card != now]
            if now is not None and others:
                taken[taken.index(now)] = others[0]
                return


@lru_cache(maxsize=32)
def _fills(length: int, each: int, wilds: int) -> tuple[tuple[int, ...], ...]:
    """How at most so many wild cards can be spread over a run."""
    spread: list[tuple[int, ...]] = [()]
    for _ in range(length):
        spread = [(*part, n) for part in spread for n in range(min(each, wilds - sum(part)) + 1)]
    return tuple(sorted(spread, key=sum))


_SUBSETS = tuple(
    tuple(sorted((mask for mask in range(32) if mask.bit_count() <= most), key=int.bit_count)) for most in range(3)
)
"""By number of wild cards: which of the five cards of a run they may stand for, as bit masks."""


def legal_plays(
    hand: Cards, standing: Reading | None, rules: ComboRules, loose: tuple[Rank, ...] = ()
) -> Iterator[Cards]:
    """Every play that may be made now once by its ranks, as cards that GD-64 would pick; plain ones first."""
    held = Held(hand, rules, loose)
    best: dict[int, tuple[tuple[int, int], _Template]] = {}
    for template in held.templates(standing):
        # No flush is spent where a plain straight with as many wild cards will do (GD-64).
        key = template.wilds, -1 if template.suit is None else template.suit
        known = best.get(template.ranks)
        if known is None or key < known[0]:
            best[template.ranks] = key, template
    for _, template in best.values():
        yield held.cards(template)


def moves(hand: Cards, standing: Reading | None, rules: ComboRules) -> Iterator[Move]:
    """Every play told apart by its reading, too: for choosing among them. Flushes are told apart by suit."""
    held = Held(hand, rules)
    seen: set[tuple[int, int, Reading, int | None]] = set()
    for template in held.templates(standing):
        key = template.ranks, template.wilds, template.reading, template.suit
        if key in seen:
            continue
        seen.add(key)
        cards = held.cards(template)
        named = None
        if in_force(cards, standing, rules) != template.reading:
            named = meaning(cards, template.reading, rules)
        yield Move(cards, template.reading, template.wilds, named)


def can_beat(hand: Cards, standing: Reading, rules: ComboRules) -> bool:
    """Whether a hand holds anything that beats a standing play."""
    return next(Held(hand, rules).templates(standing), None) is not None
