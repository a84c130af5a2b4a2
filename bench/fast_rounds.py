"""The fast rounds of the games that have one, and the deals from which they and the contract engines begin."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from bench.rates import Calls, Rounds, play_randomly
from games.base.cards import RANKS, Cards, Rank, full_pack, sort_cards
from games.contract import Deal
from games.doudizhu import GAME as DOUDIZHU
from games.gongzhu import GAME as GONGZHU
from games.guandan import GAME as GUANDAN
from games.guandan import fast_round as guandan
from games.guandan.combinations.kinds import ComboRules as GuandanRules
from games.guandan.combinations.tables import tables as guandan_tables

__all__ = [
    "doudizhu_starts", "gongzhu_starts",
    "guandan_calls", "guandan_rounds", "guandan_starts",
]  # fmt: skip

_LEVELS = tuple(Rank(rank) for rank in range(13))


# -- Dou Dizhu: bidding left out, the kitty with the landlord (seat 0)


def _doudizhu_deals(seed: int) -> Iterator[tuple[Cards, ...]]:
    rng = random.Random(seed)
    cards = list(full_pack())
    while True:
        rng.shuffle(cards)
        yield sort_cards(cards[:20]), sort_cards(cards[20:37]), sort_cards(cards[37:])


def doudizhu_starts(seed: int) -> Iterator[Any]:
    """States before the landlord's first play, without end."""
    options = DOUDIZHU.option_set.complete({})
    for hands in _doudizhu_deals(seed):
        yield DOUDIZHU.start(options, Deal(hands, keys={"landlord": 0}), {}).state


# -- Guandan: tributes left out, anybody leads, at any level


def _guandan_deals(seed: int) -> Iterator[tuple[tuple[Cards, ...], int, Rank]]:
    rng = random.Random(seed)
    cards = list(full_pack(2))
    while True:
        rng.shuffle(cards)
        yield tuple(sort_cards(cards[seat::4]) for seat in range(4)), rng.randrange(4), rng.choice(_LEVELS)


def guandan_starts(seed: int) -> Iterator[Any]:
    """States before the first lead, without end."""
    options = GUANDAN.option_set.complete({})
    for hands, leader, level in _guandan_deals(seed):
        yield GUANDAN.start(options, Deal(hands, keys={"leader": leader, "level": RANKS[level]}), {}).state


def guandan_rounds() -> Rounds:
    """Whole rounds by tables."""
    dealt, rng = _guandan_deals(1), random.Random(1)

    def run() -> None:
        hands, leader, level = next(dealt)
        play_randomly(guandan.FastRound(hands, leader, GuandanRules(level)), rng.random)

    return run


def guandan_calls() -> Calls:
    """Legal plays by tables, of every position of 150 rounds."""
    dealt, rng = _guandan_deals(2), random.Random(2)
    asked = []
    for _ in range(150):
        hands, leader, level = next(dealt)
        round_ = guandan.FastRound(hands, leader, GuandanRules(level))
        plays_of = guandan_tables(GuandanRules(level)).plays
        while not round_.is_over:
            asked.append((plays_of, round_.hands[round_.turn].counted, round_.standing))
            round_.step(rng.choice(round_.legal()))

    def run() -> int:
        for plays_of, hand, standing in asked:
            plays = plays_of(hand, standing)
            if standing is not None:
                plays.append(guandan.PASS)
        return len(asked)

    return run


# -- Gong Zhu: nothing exposed, from the first lead


def gongzhu_starts(seed: int) -> Iterator[Any]:
    """States before the first lead, without end."""
    options, rng, cards = GONGZHU.option_set.complete({}), random.Random(seed), list(full_pack(jokers=False))
    while True:
        rng.shuffle(cards)
        hands = tuple(sort_cards(cards[seat::4]) for seat in range(4))
        yield GONGZHU.start(options, Deal(hands, keys={"phase": "play"}), {}).state
