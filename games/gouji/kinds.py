"""Sets: what they are, what they are called, and which beats which (GJ-3 to GJ-8).

A set is known by its make-up, the numbers of natural cards, 2s and jokers in it. Suits never matter."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Literal

from games.base.cards import RANKS, Card, Cards, Rank, rank_of

__all__ = [
    "DEUCE", "FOUR", "JOKERS_ONLY", "MAIN", "THREE", "Kind", "Makeup", "SetRules", "beats", "cards_by_rank", "is_gouji",
    "kind_of", "makeup_of", "needed_for_gouji", "unbeatable",
]  # fmt: skip

THREE: Final = Rank(0)
FOUR: Final = Rank(1)
DEUCE: Final = Rank(12)
JOKERS_ONLY: Final = 13  # The base of a set of jokers: above that of the 2s (GJ-4)
MAIN: Final = (DEUCE, Rank(13), Rank(14))  # The ranks that may be hung on others: 2s and both jokers
_NEEDED: Final = {7: 5, 8: 4, 9: 3, 10: 2, 11: 2}


class Kind(StrEnum):
    """The four kinds of GJ-6."""

    THREES = "threes"
    OPEN = "open"
    GOUJI = "gouji"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class SetRules:
    """The options on which kinds and comparison depend (GJ-6, GJ-7)."""

    joker_threshold: bool = False
    any_two: bool = False
    open_with_twos: bool = False
    each_card: bool = False
    two_big_kill_one: Literal["off", "pair", "on"] = "off"
    free_base: bool = False


@dataclass(frozen=True, slots=True)
class Makeup:
    """A set by numbers. ``base``: 0…11 for 3…A, 12 for 2s by themselves, ``JOKERS_ONLY``; ``size`` counts all cards."""

    base: int
    size: int
    twos: int = 0
    small: int = 0
    big: int = 0

    @property
    def jokers(self) -> int:
        return self.small + self.big

    @property
    def natural(self) -> int:
        """Cards of the base's own rank, 2s of a set of 2s among them."""
        return self.size - self.jokers - (self.twos if self.base < DEUCE else 0)

    @property
    def rank(self) -> str:
        """The base as text; for jokers only, the highest of them."""
        return RANKS[self.base] if self.base < JOKERS_ONLY else ("X" if self.big else "x")


def makeup_of(cards: Sequence[Card]) -> Makeup | None:
    """Take a set apart; ``None`` if the cards are none (GJ-4, GJ-5)."""
    base, twos, small, big = -1, 0, 0, 0
    for card in cards:
        rank = rank_of(card)
        if rank == DEUCE:
            twos += 1
        elif rank == 13:
            small += 1
        elif rank == 14:
            big += 1
        elif base in (-1, rank):
            base = rank
        else:
            return None
    if base < 0:
        if not cards:
            return None
        base = DEUCE if twos else JOKERS_ONLY
    elif base == THREE and (twos or small or big):
        return None
    return Makeup(base, len(cards), twos, small, big)


def needed_for_gouji(base: int) -> int | None:
    """Say how many cards of a natural rank are gouji by number, ``None`` if they never are (GJ-6)."""
    return _NEEDED.get(base)


def kind_of(made: Makeup, rules: SetRules) -> Kind:
    """Name the one kind that a set has (GJ-6)."""
    if made.base == THREE:
        return Kind.THREES
    if made.base >= DEUCE:
        return Kind.GOUJI
    needed = _NEEDED.get(made.base)
    reaches = needed is not None and made.size - made.jokers >= needed
    if made.jokers:
        counts = reaches or not rules.joker_threshold or (rules.any_two and made.twos > 0)
        return Kind.GOUJI if counts else Kind.PLAIN
    if not made.twos:
        return Kind.OPEN if reaches else Kind.PLAIN
    if reaches:
        return Kind.OPEN if rules.open_with_twos else Kind.GOUJI
    return Kind.GOUJI if rules.any_two else Kind.PLAIN


def is_gouji(made: Makeup, rules: SetRules) -> bool:
    """Whether a set is gouji-level: of kind ``open`` or ``gouji``."""
    return kind_of(made, rules) in (Kind.OPEN, Kind.GOUJI)


def beats(new: Makeup, standing: Makeup, rules: SetRules) -> bool:
    """Whether ``new`` may be laid on ``standing`` (GJ-7)."""
    if new.base == THREE:
        return False
    if rules.two_big_kill_one != "off" and new.size == new.big == 2 and _killed_by_two_big(standing):
        return True
    if new.size != standing.size:
        return False
    if standing.big and rules.two_big_kill_one == "on":
        covered = new.big >= 2 * standing.big + standing.small
        return covered and _base_will_do(new, standing, rules)
    if rules.each_card:
        return all(mine > theirs for mine, theirs in zip(_values(new), _values(standing), strict=True))
    if not standing.jokers:
        return new.jokers > 0 or new.base > standing.base
    return not standing.big and new.big >= standing.small and _base_will_do(new, standing, rules)


def _base_will_do(new: Makeup, standing: Makeup, rules: SetRules) -> bool:
    """Whether a set that tops every joker of the standing one may have this base."""
    waived = standing.base == JOKERS_ONLY or (rules.free_base and not rules.each_card)
    return waived or new.base > standing.base


def _killed_by_two_big(standing: Makeup) -> bool:
    """Whether two big jokers may be laid on it as such: a single one of them, or a pair that is not the same."""
    return (standing.size == 1 and standing.big == 1) or (standing.size == 2 and standing.big < 2)


def _values(made: Makeup) -> list[int]:
    """List the cards' values downwards, each joker by itself, all others at the base's value."""
    return [15] * made.big + [14] * made.small + [made.base] * (made.size - made.jokers)


def unbeatable(made: Makeup, rules: SetRules) -> bool:
    """Whether nothing can ever beat the set, which it shows by itself (GJ-8)."""
    if not made.big:
        return False
    if rules.two_big_kill_one == "on":
        return made.big > 1
    return not (rules.two_big_kill_one == "pair" and made.big == 1 and made.size <= 2)


def cards_by_rank(hand: Cards) -> list[list[Card]]:
    """Sort the cards into the 15 ranks, ascending."""
    ranks: list[list[Card]] = [[] for _ in RANKS]
    for card in sorted(hand):
        ranks[rank_of(card)].append(card)
    return ranks
