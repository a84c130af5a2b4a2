"""Hands and plays as packed counts by rank, and what they are: combinations, and what beats what (DZ-10 to DZ-22).

Four bits a rank, the lowest rank in the lowest bits, so ``7 7 X`` is ``2 << 16 | 1 << 56``. Counts run 0…4; the fourth
bit of each field stays free and catches borrows, so that one subtraction tells whether a hand holds a play. Suits mean
nothing in this game (DZ-2); cards come back in only at the door (``take``). A set of cards has one reading, or several
where an airplane can be cut in more than one way (DZ-18), in the order in which a leader means them."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from games.base.cards import Rank
from games.kit.counts import ONES, UNITS, size_of

__all__ = ["GUARD", "ROCKET", "RUN_RANKS", "ComboRules", "Counts", "Kind", "Reading", "beats", "classify", "holds"]

Counts = int  # Counts by rank, 0…4 each, four bits a rank

GUARD: Final = ONES << 3  # The borrow bit of every rank
RUN_RANKS: Final = sum(UNITS[:12])  # One of every rank that may stand in a run, 3 to A (DZ-11)
ROCKET: Final = UNITS[13] + UNITS[14]


def holds(hand: int, play: int) -> bool:
    return ((hand | GUARD) - play) & GUARD == GUARD


class Kind(StrEnum):
    """The names of the sheet (DZ-10)."""

    SOLO = "solo"
    PAIR = "pair"
    TRIO = "trio"
    TRIO_SINGLE = "trio_single"
    TRIO_PAIR = "trio_pair"
    CHAIN = "chain"
    PAIR_CHAIN = "pair_chain"
    AIRPLANE = "airplane"
    AIRPLANE_SMALL = "airplane_small"
    AIRPLANE_LARGE = "airplane_large"
    FOUR_TWO_SINGLES = "four_two_singles"
    FOUR_TWO_PAIRS = "four_two_pairs"
    SHUTTLE = "shuttle"
    SHUTTLE_SMALL = "shuttle_small"
    SHUTTLE_LARGE = "shuttle_large"
    BOMB = "bomb"
    ROCKET = "rocket"


@dataclass(frozen=True, slots=True)
class ComboRules:
    """The house rules that decide which combinations exist."""

    joker_kickers: int = 1
    """How many jokers may be among single kickers: 0, 1 or 2 (options ``none``, ``one``, ``both``; DZ-13c)."""
    equal_kickers: bool = True  # Whether single kickers may repeat a rank (DZ-13a)
    shuttles: bool = True  # Whether the three shuttle kinds exist (DZ-16)


@dataclass(frozen=True, slots=True)
class Reading:
    """What some cards are taken as: all that the rules compare (DZ-20)."""

    kind: Kind
    top: Rank  # The highest rank of the body, 0…14; 14 for the rocket
    size: int  # How many cards, kickers included


_RUN_LENGTHS = {1: range(5, 13), 2: range(3, 11), 3: range(2, 13), 4: range(2, 13)}
_PLAIN = {1: Kind.SOLO, 2: Kind.PAIR, 3: Kind.TRIO, 4: Kind.BOMB}
_RUN = {1: Kind.CHAIN, 2: Kind.PAIR_CHAIN, 3: Kind.AIRPLANE, 4: Kind.SHUTTLE}
# Kinds with kickers, by cards of one rank in the body and whether the body is a run: (small wings, large wings).
_WINGED = {
    (3, False): (Kind.TRIO_SINGLE, Kind.TRIO_PAIR),
    (3, True): (Kind.AIRPLANE_SMALL, Kind.AIRPLANE_LARGE),
    (4, False): (Kind.FOUR_TWO_SINGLES, Kind.FOUR_TWO_PAIRS),
    (4, True): (Kind.SHUTTLE_SMALL, Kind.SHUTTLE_LARGE),
}


def beats(challenger: Reading, standing: Reading) -> bool:
    """Return whether one play beats another (DZ-20 to DZ-23): irreflexive, and transitive."""
    if standing.kind is Kind.ROCKET:
        return False
    if challenger.kind is Kind.ROCKET:
        return True
    if challenger.kind is not standing.kind:
        return challenger.kind is Kind.BOMB
    return challenger.size == standing.size and challenger.top > standing.top


def classify(play: int, rules: ComboRules) -> tuple[Reading, ...]:
    """All readings of some cards, the default for a leader first (DZ-10 to DZ-18); empty if they are nothing."""
    if not play:
        return ()
    if play == ROCKET:
        return (Reading(Kind.ROCKET, Rank(14), 2),)
    found = sorted(_readings(play, rules))  # fewest kickers, then the highest body
    return tuple(Reading(kind, Rank(-lower_top), size_of(play)) for _, lower_top, kind in found)


def _readings(play: int, rules: ComboRules) -> Iterator[tuple[int, int, Kind]]:
    """Yield (cards in the kickers, minus the top rank of the body, kind) for every reading but the rocket's."""
    counts = [play >> 4 * rank & 7 for rank in range(15)]
    # A kicker never has the rank of the body (DZ-12), so a body takes all cards of its ranks.
    for low in range(15):
        each = counts[low]
        if each == 0:
            continue
        for high in range(low, 15):
            if counts[high] != each or (high > low and high > 11):
                break
            length = high - low + 1
            kickers = counts[:low] + counts[high + 1 :]
            kind = _kind(each, length, kickers, rules)
            if kind is not None:
                yield sum(kickers), -high, kind


def _kind(each: int, length: int, kickers: list[int], rules: ComboRules) -> Kind | None:
    """The kind of a body of so many ranks with so many cards of each, together with these kickers by rank."""
    carried = sum(kickers)
    if each == 4 and length > 1 and not rules.shuttles:
        return None
    if carried == 0:
        if length == 1:
            return _PLAIN[each]
        return _RUN[each] if length in _RUN_LENGTHS[each] else None
    if each < 3:
        return None
    wings = 2 if each == 4 and length == 1 else length  # four with two; else a kicker for each rank of the body
    small, large = _WINGED[each, length > 1]
    if carried == wings:
        return small if _may_carry(kickers, rules) else None
    if carried == 2 * wings and all(count in (0, 2) for count in kickers):
        return large  # different pairs; jokers are single cards and so never in one (DZ-14)
    return None


def _may_carry(kickers: list[int], rules: ComboRules) -> bool:
    """Whether cards may be carried as single kickers (DZ-13). The jokers are the last two, if there at all."""
    jokers = kickers[-1] + kickers[-2]
    return max(kickers) <= (3 if rules.equal_kickers else 1) and jokers <= rules.joker_kickers
