"""States from which rounds are measured, where that is not simply how the game deals."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from games.base.cards import Cards, full_pack, sort_cards
from games.contract import Deal
from games.doudizhu import GAME as DOUDIZHU
from games.gongzhu import GAME as GONGZHU

__all__ = ["doudizhu_starts", "gongzhu_starts"]


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


# -- Gong Zhu: nothing exposed, from the first lead


def gongzhu_starts(seed: int) -> Iterator[Any]:
    """States before the first lead, without end."""
    options, rng, cards = GONGZHU.option_set.complete({}), random.Random(seed), list(full_pack(jokers=False))
    while True:
        rng.shuffle(cards)
        hands = tuple(sort_cards(cards[seat::4]) for seat in range(4))
        yield GONGZHU.start(options, Deal(hands, keys={"phase": "play"}), {}).state
