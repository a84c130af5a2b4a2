"""The native core takes late positions as the rules do: few ranks, so that much can be answered, and in more than one reading."""

from itertools import product
from random import Random

import pytest

from games.base.cards import full_pack, sort_cards
from games.contract import Deal
from games.doudizhu import GAME
from games.doudizhu.native import CORE, going_on
from games.simulate import SeededDice
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


def test_what_no_round_can_be_is_refused() -> None:
    assert CORE is not None
    rules = CORE.Rules((0, 0, 0, 0, 2, 1, 1, 1, 0))
    with pytest.raises(ValueError, match="so many numbers"):
        CORE.Round(rules, [0, 1, 2])
    with pytest.raises(TypeError, match="rules are wanted"):
        CORE.Round(CORE, [0])
    with pytest.raises(ValueError, match="cannot be answered"):
        rules.answer([1, 2, 3])


def test_playouts_go_to_the_end_and_change_nothing() -> None:
    options = GAME.option_set.complete({})
    state = GAME.start(options, GAME.deal(options, 3, {}, SeededDice(1)), {}).state
    round_ = going_on(state)  # type: ignore[arg-type]  # it begins with the bidding
    assert round_ is not None
    before, ends = round_.asked(), [bytearray(8 * 3 * 50) for _ in range(3)]
    for seed, out in zip((1, 1, 2), ends, strict=True):
        round_.playouts(50, seed, out)
    points = memoryview(ends[0]).cast("q").tolist()
    assert all(sum(points[at : at + 3]) == 0 for at in range(0, 150, 3))
    assert any(points)
    assert ends[0] == ends[1] != ends[2]
    assert round_.asked() == before
