"""A few sensible plays to offer to a person, smallest sensible first; bombs and the rocket last."""

from typing import Final

from games.gandengyan.combos import legal_plays
from games.gandengyan.kinds import (
    BOMBS,
    DEUCE,
    ComboRules,
    Kind,
    Reading,
    beats,
    held_of,
    joker_count,
    naturals,
    readings,
)
from games.kit.counts import size_of

__all__ = ["suggested_plays"]

_MOST: Final = 10
_GROUPS: Final = (Kind.SOLO, Kind.PAIR)
_PER_KIND: Final = 2  # So many plays of one kind are suggested for a lead


def suggested_plays(hand: int, standing: Reading | None, rules: ComboRules) -> list[int]:
    """Up to ten plays out of all that are legal; none only if there is none. What empties the hand comes first.
    All jokers of ``hand``, and of the plays, are small."""
    best: dict[Reading, tuple[tuple[int, ...], int]] = {}
    for play in legal_plays(hand, standing, rules):
        reading = next(found for found in readings(play, rules) if standing is None or beats(found, standing, rules))
        entry = _cost(hand, play, reading, lead=standing is None), play
        if reading not in best or entry < best[reading]:
            best[reading] = entry
    ranked = sorted(best.items(), key=lambda item: (item[1][1] != hand, item[0].kind in BOMBS, item[1]))
    if standing is None:
        ranked = _few_of_each(ranked)
    return [play for _, (_, play) in ranked[:_MOST]]


Ranked = list[tuple[Reading, tuple[tuple[int, ...], int]]]


def _few_of_each(ranked: Ranked) -> Ranked:
    taken: dict[Kind, int] = {}
    few = []
    for entry in ranked:
        kind = entry[0].kind
        taken[kind] = taken.get(kind, 0) + 1
        if taken[kind] <= _PER_KIND:
            few.append(entry)
    return few


def _cost(hand: int, play: int, reading: Reading, *, lead: bool) -> tuple[int, ...]:
    """What a play takes apart or gives away: jokers and twos, equal cards, as a lead also the cards of a straight, then
    height; more cards are better."""
    twos = held_of(play, DEUCE)
    whole = 2 if lead and reading.kind is Kind.CHAIN else 1  # a pair gives one to a straight
    broken = sum(held_of(hand, rank) > max(count, whole) for rank, count in naturals(play))
    if lead and reading.kind in _GROUPS:
        broken += sum(_in_straight(hand, rank) for rank, _ in naturals(play))
    spent = 2 * joker_count(play) + twos + broken
    return spent, -size_of(play), reading.top


def _in_straight(hand: int, rank: int) -> bool:
    """Whether the hand has the ranks for a straight with this one."""
    held = {one for one, _ in naturals(hand) if one < DEUCE}
    return any({first, first + 1, first + 2} <= held for first in range(rank - 2, rank + 1))
