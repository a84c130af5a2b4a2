"""All plays of a hand as packed counts: each set of cards once, kinds in the order of the sheet with bombs last.

A mask has one bit for each rank, at the place of that rank's count; so a bit is also one card, ``3 * bit`` a trio, and
``bit * RUN[n]`` a run of n ranks. What depends on a mask alone (its bits, its runs) is worked out when first asked for
and remembered: there are few enough masks."""

from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from itertools import chain, combinations
from typing import Final

from games.doudizhu.kinds import ROCKET, RUN_RANKS, ComboRules, Kind, Reading, beats, classify
from games.kit.counts import ONES, UNITS, Memo, multiples

__all__ = [
    "ABOVE", "BITS", "BOMBS", "PAIRS", "RUN", "RUNS", "TRIOS", "Answers", "Plays", "Tables", "best_reading", "can_beat",
    "legal_plays", "masks_of", "readings", "tables",
]  # fmt: skip

Plays = tuple[int, ...] | list[int]
Answers = Callable[[int], Plays]  # A function that lists the plays of a hand that beat one standing play


RUN: Final = tuple(sum(UNITS[:length]) for length in range(13))
"""One of each rank of a run of so many ranks that starts at 3."""
ABOVE: Final = tuple(sum(UNITS[rank + 1 :]) for rank in range(15))  # The mask of the ranks above each rank
BITS: Final = multiples(1)  # The bits of a mask: as plays, its solos
PAIRS: Final = multiples(2)
TRIOS: Final = multiples(3)
BOMBS: Final = multiples(4)


def _runs(length: int) -> Memo[tuple[int, ...]]:
    """Return, by mask, the runs of so many ranks in the mask, as masks; nothing beyond A is ever in one (DZ-11)."""

    def make(mask: int) -> tuple[int, ...]:
        # A rank begins a run if all ranks above it in the run are in the mask, too: move each of them onto its place.
        starts = mask = mask & RUN_RANKS
        for step in range(1, length):
            starts &= mask >> 4 * step
        return tuple([start * RUN[length] for start in BITS[starts]])

    return Memo(make)


def _all_runs(each: int, shortest: int, longest: int) -> Memo[tuple[int, ...]]:
    """Return, by mask, the plays of so many cards of each rank over all runs in the mask, short ones first."""
    lengths = range(shortest, longest + 1)
    return Memo(lambda mask: tuple([each * run for length in lengths for run in RUNS[length][mask]]))


RUNS: Final = tuple(_runs(length) for length in range(13))  # By length: the runs of a mask, as masks
_CHAINS: Final = _all_runs(1, 5, 12)
_PAIR_CHAINS: Final = _all_runs(2, 3, 10)
_FLIGHTS: Final = _all_runs(1, 2, 12)  # the bodies of airplanes and shuttles, as masks
_BOMB_BITS: Final = (ONES << 2) | ROCKET
_BOMB_PLAYS: Final = Memo(lambda hand: BOMBS[hand >> 2 & ONES] + ((ROCKET,) if hand & ROCKET == ROCKET else ()))
"""The bombs and the rocket of a hand, by the bits that decide on them."""
_NO_JOKERS: Final = sum(UNITS[:13])


def masks_of(hand: int) -> tuple[int, int, int, int]:
    """The masks of the ranks with at least one, two, three and four cards."""
    # Of a count from 0 to 4 the lowest three bits matter: 4 alone has the third, 2 and 3 have the second, 1 and 3 the first.
    half, quarter = hand >> 1, hand >> 2
    return (hand | half | quarter) & ONES, (half | quarter) & ONES, (hand & half | quarter) & ONES, quarter & ONES


def _at_most(hand: int, count: int, bit: int) -> int:
    """The hand with no more than so many cards of one rank."""
    held = hand // bit & 7
    return hand - (held - count) * bit if held > count else hand


class _Readings(dict[int, tuple[Reading, ...]]):
    """The readings of packed cards, remembered once worked out; what is no combination is not remembered."""

    def __init__(self, rules: ComboRules) -> None:
        super().__init__()
        self._rules = rules
        self._shared: dict[tuple[Reading, ...], tuple[Reading, ...]] = {}

    def __missing__(self, play: int) -> tuple[Reading, ...]:
        found = classify(play, self._rules)
        if found:
            found = self[play] = self._shared.setdefault(found, found)  # some hundred differ, of 41,300
        return found


class Tables:
    """Plays and readings under one set of combination rules; get it from ``tables``."""

    def __init__(self, rules: ComboRules) -> None:
        self._rules = rules
        self._kicker_ranks = ONES if rules.joker_kickers else _NO_JOKERS
        self.answers: Final[Callable[[Reading], Answers]] = cache(self._make_answers)
        """The function that lists what in a hand beats a standing play (DZ-20 to DZ-22), passing left out."""
        self.readings: Final = _Readings(rules)

    def leads(self, hand: int) -> list[int]:
        plays: list[int] = []
        for piece in self.lead_pieces(hand):
            plays += piece
        return plays

    def lead_pieces(self, hand: int) -> Iterator[Plays]:
        """Yield all combinations in a hand in pieces, each worked out only when it is asked for."""
        one, two, three, four = masks_of(hand)
        yield BITS[one]
        yield PAIRS[two]
        if three:
            kickers = one & self._kicker_ranks
            yield TRIOS[three]
            yield [3 * bit + kicker for bit in BITS[three] for kicker in BITS[kickers & ~bit]]
            yield [3 * bit + pair for bit in BITS[three] for pair in PAIRS[two & ~bit]]
        yield _CHAINS[one & RUN_RANKS]
        if two:
            yield _PAIR_CHAINS[two & RUN_RANKS]
        flights = _FLIGHTS[three & RUN_RANKS]
        if flights:
            yield [3 * run for run in flights]
            for run in flights:
                yield self._small(hand, run, 3, run.bit_count(), leading=True)
            for run in flights:
                yield self._large(two, run, 3, run.bit_count())
        if four:
            for bit in BITS[four]:
                yield self._small(hand, bit, 4, 2)
            for bit in BITS[four]:
                yield self._large(two, bit, 4, 2)
            if self._rules.shuttles:
                shuttles = _FLIGHTS[four & RUN_RANKS]
                yield [4 * run for run in shuttles]
                for run in shuttles:
                    yield self._small(hand, run, 4, run.bit_count())
                for run in shuttles:
                    yield self._large(two, run, 4, run.bit_count())
        yield _BOMB_PLAYS[hand & _BOMB_BITS]

    def _make_answers(self, standing: Reading) -> Answers:
        kind, size, top = standing.kind, standing.size, standing.top
        above = ABOVE[top]
        match kind:
            case Kind.ROCKET:
                return lambda hand: ()
            case Kind.BOMB:
                # Four cards of a rank are its third bit; without the bits of equal and lower ranks only higher bombs are found.
                low_bombs = ((ONES & ~above) << 2) & ~ROCKET
                return lambda hand: _BOMB_PLAYS[hand & _BOMB_BITS & ~low_bombs]
            case Kind.SOLO:
                return lambda hand: BITS[(hand | hand >> 1 | hand >> 2) & above] + _BOMB_PLAYS[hand & _BOMB_BITS]
            case Kind.PAIR:
                return lambda hand: PAIRS[(hand >> 1 | hand >> 2) & above] + _BOMB_PLAYS[hand & _BOMB_BITS]
            case Kind.TRIO:
                return lambda hand: TRIOS[masks_of(hand)[2] & above] + _BOMB_PLAYS[hand & _BOMB_BITS]
            case Kind.TRIO_SINGLE | Kind.TRIO_PAIR | Kind.FOUR_TWO_SINGLES | Kind.FOUR_TWO_PAIRS:
                return self._with_kickers(standing, BITS, above)
        each, per_rank = _RUN_SHAPE[kind]
        length = size // per_rank
        # A run of the same length is higher if it begins above the standing run's lowest rank, which is ``top - length + 1``.
        runs, from_low = RUNS[length], ONES & ~RUN[top - length + 2]
        if per_rank > each:
            return self._with_kickers(standing, runs, from_low)

        def plain_runs(hand: int) -> Plays:
            bodies = runs[masks_of(hand)[each - 1] & from_low]
            bombs = _BOMB_PLAYS[hand & _BOMB_BITS]
            return [each * run for run in bodies] + [*bombs] if bodies else bombs

        return plain_runs

    def _with_kickers(self, standing: Reading, bodies_in: Memo[tuple[int, ...]], from_low: int) -> Answers:
        """The answers to a kind with kickers. ``bodies_in`` gives the bodies in a mask of ranks; ``from_low``
        are the ranks that they may have."""
        kind = standing.kind
        each = 4 if kind in _FOURS else 3
        large = kind in _LARGE

        def answers(hand: int) -> Plays:
            masks = masks_of(hand)
            bodies = bodies_in[masks[each - 1] & from_low]
            bombs = _BOMB_PLAYS[hand & _BOMB_BITS]
            if not bodies:
                return bombs
            if large:
                count = (standing.size - each * bodies[0].bit_count()) // 2
                kicked = [self._large(masks[1], body, each, count) for body in bodies]
            else:
                count = standing.size - each * bodies[0].bit_count()
                kicked = [self._small(hand, body, each, count) for body in bodies]
            return [*chain.from_iterable(kicked), *bombs]

        return answers

    def _large(self, two: int, ranks: int, each: int, count: int) -> list[int]:
        """A body over a mask of ranks with so many pairs of other ranks, in every way (DZ-14)."""
        body = each * ranks
        return [body + sum(pairs) for pairs in combinations(PAIRS[two & ~ranks], count)]

    def _small(self, hand: int, ranks: int, each: int, count: int, *, leading: bool = False) -> list[int]:
        """A body over a mask of ranks with so many single kickers, in every way (DZ-13), without what another
        body lists. Where the kickers hold the trio next above an airplane, the same cards have a higher body, which
        beats whatever this one beats. As a lead, an airplane of three with a trio on either side is one of four."""
        body = each * ranks
        pool = hand & ~(7 * ranks)
        if each == 3 and count >= 3:
            next_above = ((ranks << 4) & ~ranks) & RUN_RANKS
            if next_above:
                pool = _at_most(pool, 2, next_above)
            next_below = ((ranks >> 4) & ~ranks) & RUN_RANKS
            if leading and count == 3 and next_below:
                pool = _at_most(pool, 2, next_below)
        return [body + kickers for kickers in self._kickers(pool, count)]

    def _kickers(self, pool: int, count: int) -> list[int]:
        """All ways to take so many single kickers from cards that are not of the body's ranks (DZ-13)."""
        one, two, three, _ = masks_of(pool)
        plain, jokers = BITS[one & _NO_JOKERS], BITS[one & ROCKET & self._kicker_ranks]
        if count == 1:
            return [*plain, *jokers]
        if not self._rules.equal_kickers:
            by_count = [[sum(chosen) for chosen in combinations(plain, taken)] for taken in range(count + 1)]
        elif count == 2:
            by_count = [[0], [*plain], [a + b for a, b in combinations(plain, 2)] + [*PAIRS[two]]]
        else:
            # Rank by rank: what is chosen of a rank is added to every smaller choice out of the ranks before it, so that each
            # choice of kickers comes once. More than three of a rank would be a bomb (DZ-13).
            by_count = [[0], *([] for _ in range(count))]
            for bit in plain:
                most = 3 if three & bit else 2 if two & bit else 1
                for taken in range(count, 0, -1):
                    for times in range(1, min(most, taken) + 1):
                        by_count[taken] += [kickers + times * bit for kickers in by_count[taken - times]]
        found = by_count[count]
        for joker in jokers:
            found += [kickers + joker for kickers in by_count[count - 1]]
        if self._rules.joker_kickers == 2 and len(jokers) == 2:
            found += [kickers + ROCKET for kickers in by_count[count - 2]]
        return found


# Cards of one rank in the body, and cards in all for each rank of the body.
_RUN_SHAPE: Final = {
    Kind.CHAIN: (1, 1), Kind.PAIR_CHAIN: (2, 2), Kind.AIRPLANE: (3, 3), Kind.AIRPLANE_SMALL: (3, 4),
    Kind.AIRPLANE_LARGE: (3, 5), Kind.SHUTTLE: (4, 4), Kind.SHUTTLE_SMALL: (4, 5), Kind.SHUTTLE_LARGE: (4, 6),
}  # fmt: skip
_FOURS: Final = {Kind.FOUR_TWO_SINGLES, Kind.FOUR_TWO_PAIRS, Kind.SHUTTLE_SMALL, Kind.SHUTTLE_LARGE}
_LARGE: Final = {Kind.TRIO_PAIR, Kind.AIRPLANE_LARGE, Kind.FOUR_TWO_PAIRS, Kind.SHUTTLE_LARGE}


@lru_cache(maxsize=16)
def tables(rules: ComboRules) -> Tables:
    """The tables for some rules, made once and shared; they grow with use, within the number of combinations."""
    return Tables(rules)


def readings(play: int, rules: ComboRules) -> tuple[Reading, ...]:
    """All readings of some cards, the default for a leader first (DZ-18); empty if they are no combination."""
    return tables(rules).readings[play]


def best_reading(play: int, standing: Reading | None, rules: ComboRules, kind: Kind | None = None) -> Reading | None:
    """How cards are taken when they are played (DZ-18), or ``None`` if they may not be. ``standing`` is what
    they must beat, ``None`` for a lead. ``kind`` restricts the choice (``as KIND``)."""
    options = [reading for reading in readings(play, rules) if kind is None or reading.kind is kind]
    if standing is None:
        return options[0] if options else None
    options = [reading for reading in options if beats(reading, standing)]
    return max(options, key=lambda reading: reading.top, default=None)


def legal_plays(hand: int, standing: Reading | None, rules: ComboRules) -> Iterator[int]:
    """Yield the plays of a hand as packed counts, each set of cards once, kind by kind, low ones first, bombs last. A
    long list (up to 519 leads) costs only as far as it is read. Passing is not among them."""
    if standing is None:
        return chain.from_iterable(tables(rules).lead_pieces(hand))
    return iter(tables(rules).answers(standing)(hand))


def can_beat(hand: int, standing: Reading, rules: ComboRules) -> bool:
    return bool(tables(rules).answers(standing)(hand))
