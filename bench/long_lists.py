"""The longest lists of legal plays there are, and checks of single plays, which must not depend on them."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Any, Final, TypeVar

from bench.rates import Calls
from games.base.actions import Play
from games.base.cards import BIG_JOKER, SMALL_JOKER, Card, Cards, Rank, full_pack, rank_of, sort_cards
from games.contract import Deal
from games.gandengyan import GAME as GANDENGYAN
from games.gouji import GAME as GOUJI
from games.guandan.combinations.kinds import ComboRules
from games.guandan.combinations.templates import legal_plays, moves
from games.liujiatong import GAME as LIUJIATONG

__all__ = [
    "gandengyan_leads", "gouji_leads", "gouji_longest_leads", "guandan_leads", "liujiatong_checks", "liujiatong_leads",
]  # fmt: skip

Lists = dict[str, Any]
"""Milliseconds and lengths, or such by name."""
Asked = TypeVar("Asked")
_LONGEST_LIST: Final = 300_000
"""Lists are read so far; those of hands with many jokers go on beyond use."""


def timed(asked: Iterable[Asked], list_of: Callable[[Asked], Iterable[object]], *, first: int = 0) -> Lists:
    """Milliseconds for the lists and how long they are; the ``first`` ones warm up and count only for the longest."""
    spent: list[float] = []
    lengths: list[int] = []
    for one in asked:
        began = time.perf_counter()
        length = sum(1 for _ in islice(list_of(one), _LONGEST_LIST))
        spent.append(1_000 * (time.perf_counter() - began))
        lengths.append(length)
    return {
        "median_ms": statistics.median(spent[first:]),
        "p95_ms": statistics.quantiles(spent[first:], n=20)[-1],
        "mean_length": statistics.mean(lengths[first:]),
        "longest": max(lengths),
    }


def _others(hand: Cards) -> tuple[Cards, ...]:
    """Five hands of 36 cards, of what is left of four packs."""
    rest: list[Card] = list(full_pack(4))
    for card in hand:
        rest.remove(card)
    return tuple(sort_cards(rest[36 * seat : 36 * seat + 36]) for seat in range(5))


# -- Guandan


def guandan_leads(hands: int) -> Lists:
    """27 cards with both wild cards at one level: plays by rank with their cards, and told apart by reading (``moves``).

    As many other hands are listed before, so that what is kept at a level is there, as it is in a match.
    """
    rng, rules = random.Random(5), ComboRules(Rank(5))
    others = [card for card in full_pack(2) if card != rules.wild]
    dealt = [sort_cards([*rng.sample(others, 25), rules.wild, rules.wild]) for _ in range(2 * hands)]
    return {
        "legal_plays": timed(dealt, lambda hand: legal_plays(hand, None, rules), first=hands),
        "moves": timed(dealt, lambda hand: moves(hand, None, rules), first=hands),
    }


# -- Gou Ji


def gouji_leads(hands: int) -> Lists:
    """36 cards as they are dealt."""
    rng, pack = random.Random(5), full_pack(4)
    return _gouji([sort_cards(rng.sample(pack, 36)) for _ in range(hands)])


def gouji_longest_leads(hands: int) -> Lists:
    """36 cards with the most sets there can be: 14 natural cards that are no 3s, 14 2s, all jokers; of a tenth of the hands."""
    rng, pack = random.Random(6), full_pack(4)
    natural = [card for card in pack if 1 <= rank_of(card) < 12]
    wild = [card for card in pack if rank_of(card) == 12][:14] + [card for card in pack if rank_of(card) > 12]
    return _gouji([sort_cards([*rng.sample(natural, 14), *wild]) for _ in range(max(20, hands // 10))])


def _gouji(hands: Sequence[Cards]) -> Lists:
    options = GOUJI.option_set.complete({})
    keys: dict[str, Any] = {"phase": "play", "leader": 0}
    states = [GOUJI.start(options, Deal((hand, *_others(hand)), keys=keys), {}).state for hand in hands]
    return timed(states, lambda state: GOUJI.legal(state, 0))


# -- Liu Jia Tong


def liujiatong_leads(hands: int) -> Lists:
    """36 cards with so many jokers, the rest at random."""
    return {
        f"{jokers} jokers": timed(_liujiatong(hands, jokers), lambda state: LIUJIATONG.legal(state, 0))
        for jokers in (0, 1, 2, 3)
    }


def liujiatong_checks(jokers: int) -> Calls:
    """Checking the longest plays of hands with so many jokers."""
    asked = []
    for state in _liujiatong(12, jokers):
        plays = [one for one in islice(LIUJIATONG.legal(state, 0), 3_000) if isinstance(one, Play)]
        plays.sort(key=lambda play: -len(play.cards))
        asked += [(state, play) for play in plays[:40]]

    def run() -> int:
        for state, play in asked:
            LIUJIATONG.check(state, 0, play)
        return len(asked)

    return run


def _liujiatong(count: int, jokers: int) -> list[Any]:
    """Rounds in which seat 0 leads with so many jokers in hand."""
    rng, pack, options = random.Random(5), full_pack(4), LIUJIATONG.option_set.complete({})
    natural = [card for card in pack if rank_of(card) < 13]
    wild = [card for card in pack if rank_of(card) >= 13]
    hands = [sort_cards([*rng.sample(natural, 36 - jokers), *rng.sample(wild, jokers)]) for _ in range(count)]
    return [LIUJIATONG.start(options, Deal((hand, *_others(hand)), keys={"leader": 0}), {}).state for hand in hands]


# -- Gan Deng Yan


def gandengyan_leads(hands: int) -> Lists:
    """15 cards with both jokers, as only long drawing brings them about; and the check of one such play."""
    rng, naturals, options = random.Random(5), full_pack(jokers=False), GANDENGYAN.option_set.complete({})
    states = []
    for _ in range(hands):
        hand = sort_cards([*rng.sample(naturals, 13), SMALL_JOKER, BIG_JOKER])
        other = next(card for card in full_pack() if card not in hand)
        states.append(GANDENGYAN.start(options, Deal((hand, (other,))), {}).state)
    checked: list[float] = []
    for state in states:
        *_, last = GANDENGYAN.legal(state, 0)
        began = time.perf_counter()
        GANDENGYAN.check(state, 0, last)
        checked.append(1_000 * (time.perf_counter() - began))
    return timed(states, lambda state: GANDENGYAN.legal(state, 0)) | {"check_median_ms": statistics.median(checked)}
