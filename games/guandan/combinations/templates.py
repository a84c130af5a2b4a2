"""Every way to make a reading from a hand, as templates of ranks and wild cards, and the plays that they make."""

from collections.abc import Iterator
from typing import NamedTuple

from games.base.cards import Cards, Rank, make_card
from games.guandan.combinations.kinds import (
    BOMBS,
    JOKER_BOMB,
    ComboRules,
    Kind,
    Reading,
    beats,
    order_index,
    rank_items,
)
from games.guandan.combinations.readings import meaning
from games.guandan.combinations.selection import WILD, Hand, reading_table
from games.guandan.combinations.tables import fills, tables
from games.kit.counts import UNITS
from games.kit.runs import HIGHEST_PLACE, place_of, rank_at, run_ranks

__all__ = ["Held", "Move", "Template", "legal_plays", "moves"]

_SEQUENCES = frozenset({Kind.TUBE, Kind.PLATE, Kind.STRAIGHT})


class Move(NamedTuple):
    """A play with the reading that it is meant in. ``wilds`` is how many wild cards it takes; ``named`` is what to say
    after ``as`` where the cards would be taken otherwise, else ``None``."""

    cards: Cards
    reading: Reading
    wilds: int
    named: str | None


class Template(NamedTuple):
    """One way to make a reading: ranks with wild cards under the level, how many those are, the suit of a flush."""

    ranks: int
    wilds: int
    reading: Reading
    suit: int | None = None


class Held:
    """A hand sorted for one level, wild cards apart. Templates come kind by kind, low ranks first, bombs last."""

    __slots__ = ("_hand", "by_rank", "counts", "rules", "suits", "wilds")

    def __init__(self, hand: Cards, rules: ComboRules) -> None:
        self._hand = Hand(hand, rules)
        self.rules = rules
        self.by_rank = self._hand.by_rank
        """By rank 0…14: the natural cards, ascending by suit; at 15 the wild cards."""
        self.counts = [len(cards) for cards in self.by_rank[:15]]
        self.wilds = self._hand.counted.wilds
        self.suits = self._hand.counted.suits
        """By suit: the mask of the ranks of which a natural card is held."""

    def templates(self, standing: Reading | None) -> Iterator[Template]:
        """Yield every way to make a reading that may be played now; one set of ranks may come often."""
        rules = self.rules
        if standing is None:
            for kind in Kind:
                if kind not in BOMBS:
                    yield from self._plain(kind, -1)
        elif standing.kind not in BOMBS:
            index = order_index(rules.level)
            in_sequence = standing.kind in _SEQUENCES
            yield from self._plain(standing.kind, place_of(standing.rank) if in_sequence else index[standing.rank])
        for template in self._bombs():
            if standing is None or beats(template.reading, standing, rules):
                yield template

    def _plain(self, kind: Kind, above: int) -> Iterator[Template]:
        """Yield the readings of a plain kind above a place in the order by which the kind is compared."""
        match kind:
            case Kind.SINGLE:
                yield from self._alike(1, kind, above)
            case Kind.PAIR:
                yield from self._alike(2, kind, above)
            case Kind.TRIPLE:
                yield from self._alike(3, kind, above)
            case Kind.TUBE:
                yield from self._runs(kind, 3, 2, above)
            case Kind.PLATE:
                yield from self._runs(kind, 2, 3, above)
            case Kind.FULL_HOUSE:
                yield from self._full_houses(above)
            case _:
                for template in self._runs(kind, 5, 1, above):
                    if template.wilds or self._mixed(template.ranks):
                        yield template

    def _alike(self, size: int, kind: Kind, above: int) -> Iterator[Template]:
        """Yield so many cards of one rank (GD-14 to GD-16, GD-21)."""
        level = self.rules.level
        index = order_index(level)
        for rank in range(15):
            if index[rank] <= above or (rank > 12 and size > 2):
                continue
            held, reading = self.counts[rank], Reading(kind, Rank(rank), size)
            most = 0 if rank > 12 else min(self.wilds, size if rank == level else size - 1)
            for wilds in range(max(0, size - held), most + 1):
                yield Template((size - wilds) * UNITS[rank] + wilds * UNITS[level], wilds, reading)

    def _full_houses(self, above: int) -> Iterator[Template]:
        """Yield a triple and a pair of another rank (GD-19), which two wild cards may be (GD-29)."""
        rules = self.rules
        level = rules.level
        pairs = list(self._alike(2, Kind.PAIR, -1))
        for triple in self._alike(3, Kind.TRIPLE, above):
            reading = Reading(Kind.FULL_HOUSE, triple.reading.rank, 5)
            for pair in pairs:
                rank = pair.reading.rank
                if rank == reading.rank or triple.wilds + pair.wilds > self.wilds:
                    continue
                substitutes = triple.wilds > 0 and reading.rank != level
                if rank > 12 and not (rules.joker_full_house and (rules.wild_with_jokers or not substitutes)):
                    continue
                yield Template(triple.ranks + pair.ranks, triple.wilds + pair.wilds, reading)
            if reading.rank == level and self.wilds == 2 and not triple.wilds:
                yield Template(5 * UNITS[level], 2, reading)

    def _runs(self, kind: Kind, length: int, each: int, above: int, suit: int | None = None) -> Iterator[Template]:
        """Yield a run of ranks with so many cards of each (GD-17, GD-18, GD-20), or of cards of one suit (GD-22,
        GD-23)."""
        level_unit = UNITS[self.rules.level]
        for top in range(max(length, above + 1), HIGHEST_PLACE + 1):
            ranks = run_ranks(rank_at(top), length)
            if suit is None:
                have = [self.counts[rank] for rank in ranks]
            else:
                have = [1 if self.suits[suit] & UNITS[rank] else 0 for rank in ranks]
            if sum(each - min(each, count) for count in have) > self.wilds:
                continue
            if suit is not None and top == HIGHEST_PLACE:
                kind = Kind.ROYAL_FLUSH
            reading = Reading(kind, ranks[-1], length * each)
            for fill in fills(length, each, self.wilds):
                if all(count + n >= each for count, n in zip(have, fill, strict=True)):
                    wilds = sum(fill)
                    natural = sum((each - n) * UNITS[rank] for n, rank in zip(fill, ranks, strict=True))
                    yield Template(natural + wilds * level_unit, wilds, reading, suit)

    def _mixed(self, ranks: int) -> bool:
        """Whether cards of these ranks can be taken in more than one suit."""
        held = [suit & ranks for suit in self.suits]
        return ranks not in held or sum(suit != 0 for suit in held) > 1

    def _bombs(self) -> Iterator[Template]:
        for size in range(4, 11):
            yield from self._alike(size, Kind.BOMB, -1)
        for suit in range(4):
            yield from self._runs(Kind.STRAIGHT_FLUSH, 5, 1, 0, suit)
        if self.counts[13] == 2 and self.counts[14] == 2:
            yield Template(JOKER_BOMB, 0, Reading(Kind.JOKER_BOMB, Rank(14), 4))

    def cards(self, template: Template) -> Cards:
        """The cards of a template, sorted: the first by suit, a straight of mixed suits if there is one."""
        return self._cards(template)[0]

    def _cards(self, template: Template) -> tuple[Cards, bool]:
        """Return the cards of a template, sorted, and whether they could be a flush."""
        ranks, wilds, reading, suit = template
        natural = ranks - wilds * UNITS[self.rules.level]
        flush = suit is not None
        taken: Cards = ()
        if flush:
            taken = tuple([make_card(rank, suit or 0) for rank, _ in rank_items[natural]])
        elif reading.kind is Kind.STRAIGHT:
            taken = self._hand.mixed(natural)
            flush = not taken
        if not taken:
            for rank, n in rank_items[natural]:
                taken += self.by_rank[rank][:n]
        return (tuple(sorted((*taken, *self.by_rank[WILD][:wilds]))) if wilds else taken), flush

    def moves(self, standing: Reading | None) -> Iterator[Move]:
        for template in self.templates(standing):
            yield self.move(template, standing)

    def move(self, template: Template, standing: Reading | None) -> Move:
        cards, flush = self._cards(template)
        ranks, wilds, reading, _ = template
        by_shape = reading_table(standing, self.rules)
        by_default = by_shape[(ranks - wilds * UNITS[self.rules.level]) << 3 | wilds << 1 | flush]
        return Move(cards, reading, wilds, None if by_default == reading else meaning(cards, reading, self.rules))


def legal_plays(hand: Cards, standing: Reading | None, rules: ComboRules) -> Iterator[Cards]:
    """Yield every play that may be made now once by its ranks, as the sorted cards that GD-64 picks for these ranks.
    Kind by kind, low ranks first, bombs last. The cards are picked only as far as the list is read."""
    held, by_shape = Hand(hand, rules), reading_table(standing, rules)
    return held.each(tables(rules).plays(held.counted, standing), by_shape)


def moves(hand: Cards, standing: Reading | None, rules: ComboRules) -> Iterator[Move]:
    """Yield every play told apart by its reading, too, and by the number of wild cards in it; flushes by suit. Where a
    wild card can take the place of different cards, each is a move of its own."""
    return Held(hand, rules).moves(standing)
