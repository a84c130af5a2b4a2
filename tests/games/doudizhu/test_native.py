"""The native core takes late positions as the rules do: few ranks, so that much can be answered, and in more than one reading."""

from itertools import product
from random import Random

import pytest

from games.base.cards import full_pack, sort_cards
from games.contract import Deal
from games.doudizhu import GAME
from games.doudizhu.native import CORE
from tests.native import SideBySide

pytestmark = pytest.mark.skipif(CORE is None, reason="no native core: it was NOT compared with the rules")
COMBOS = [
    {"joker_kickers": jokers, "equal_kickers": equal, "shuttles": shuttles}
    for jokers, equal, shuttles in product(("none", "one", "both"), (True, False), (True, False))
]


def test_endgames_of_few_ranks_are_the_same_by_core_and_rules() -> None:
    for options in COMBOS:
        random = Random(str(options))
        table = SideBySide(GAME, GAME.option_set.complete(options), 3, random)
        for number in range(12):
            ranks = random.randint(4, 7)
            cards = [card for card in full_pack() if card >> 2 < ranks or card >= 52]
            random.shuffle(cards)
            hands = tuple(sort_cards(cards[seat::3]) for seat in range(3))
            landlord = random.randrange(3)
            assert table.play(number, Deal(hands, keys={"landlord": landlord, "bid": 2, "bombs": 1}))
            table.carry = {}
