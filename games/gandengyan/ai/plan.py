"""In how few plays a hand could go out: how an AI player judges a hand.

Both jokers count as the small one here, and hands are packed counts. A plan is the cheapest way to split a hand into
plays; prices say which of two ways with equally many plays is better: loose cards are hard to get rid of, a lone joker
can never be played (GY-13)."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from games.gandengyan.kinds import ACE, DEUCE, ComboRules, held_of, joker_count, naturals, with_small_jokers
from games.kit.counts import UNITS, size_of

__all__ = ["Plan", "Planner"]


class Plan(NamedTuple):
    """The cheapest split of a hand: its price, how many plays, how many of them loose cards below a two, how many
    bombs or rockets."""

    price: int
    plays: int
    loose: int
    bombs: int


_JOKER: Final = UNITS[13]
_NOTHING: Final = Plan(0, 0, 0, 0)
_LONE_JOKER: Final = Plan(26, 2, 1, 0)  # A joker that is left alone can never be played: as dear as two plays and more
_PLAY, _LOOSE, _TWO, _BOMB = 10, 4, -3, -4
"""The price of any play, and what it is dearer or cheaper as a loose card, as a solo 2, as a bomb."""
_MOST: Final = 11  # Of more cards always the largest first play is taken: there are too many ways to split them
_KEPT: Final = 60_000  # So many plans are remembered, then it starts afresh


class Planner:
    """Makes plans under some rules. It remembers what it has worked out, so one should serve for long."""

    def __init__(self, rules: ComboRules) -> None:
        self._rules = rules
        self._known: dict[int, Plan] = {}

    def plan(self, hand: int) -> Plan:
        return self._plan(with_small_jokers(hand))

    def _plan(self, hand: int) -> Plan:
        known = self._known.get(hand)
        if known is None:
            if len(self._known) >= _KEPT:
                self._known.clear()
            known = self._known[hand] = self._made(hand)
        return known

    def _made(self, hand: int) -> Plan:
        if not hand:
            return _NOTHING
        ranks = naturals(hand)
        if not ranks:
            return self._with(2 * _JOKER, self._plan(hand - 2 * _JOKER)) if hand > _JOKER else _LONE_JOKER
        plays = list(_first_plays(hand, *ranks[0]))
        if size_of(hand) > _MOST:
            plays = [max(plays, key=size_of)]
        return min(self._with(play, self._plan(hand - play)) for play in plays)

    def _with(self, play: int, rest: Plan) -> Plan:
        size = size_of(play)
        if size == 1:
            two = play == UNITS[DEUCE]
            return Plan(
                rest.price + _PLAY + (_TWO if two else _LOOSE), rest.plays + 1, rest.loose + (not two), rest.bombs
            )
        bomb = play == 2 * _JOKER or (size >= self._rules.least_bomb and len(naturals(play)) == 1)
        # Of two ways with equally many plays the one with fewer jokers keeps them for what the stock may bring.
        price = rest.price + _PLAY + (_BOMB if bomb else 0) + joker_count(play)
        return Plan(price, rest.plays + 1, rest.loose, rest.bombs + bomb)


def _first_plays(hand: int, low: int, held: int) -> Iterator[int]:
    """Yield the plays with the lowest card of a hand that a plan may begin with; some play must have that card in it.
    Left out is what is never better: jokers beside natural cards of the same rank that stay behind, and jokers in place
    of natural cards in a run."""
    jokers, unit = joker_count(hand), UNITS[low]
    for kept in range(1, held):
        yield kept * unit
    for wild in range(jokers + 1):
        yield held * unit + wild * _JOKER
    for each, shortest in ((1, 3), (2, 2)) if low <= ACE else ():
        for begin in range(max(0, low - jokers), low + 1):
            yield from _runs(hand, begin, low, each, shortest, jokers)


def _runs(hand: int, begin: int, low: int, each: int, shortest: int, jokers: int) -> Iterator[int]:
    """Yield the runs from a rank on that use every natural card they can. A run that begins below the lowest card is as
    good as one that begins with it, so it is made only where there is no room above."""
    play = missing = 0
    for rank in range(begin, ACE + 1):
        natural = min(each, held_of(hand, rank))
        play, missing = play + natural * UNITS[rank], missing + each - natural
        if missing > jokers:
            return
        if play and rank - begin + 1 >= shortest and (begin == low or rank == ACE):
            yield play + missing * _JOKER
