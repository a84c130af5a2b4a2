"""The native core takes rare positions as the rules do: few ranks and many jokers, so that much can be answered, and all ranks in
pairs, in which the ace has two places."""

from random import Random

import pytest

from arena.games import interface_of
from arena.games.liujiatong.classes import numbers
from arena.interface import CoreRound
from arena.observation import Board, Observer
from arena.running import RulesRound
from games.base.cards import RANKS, Rank, full_pack, sort_cards
from games.contract import Deal
from games.kit.runs import rank_at
from games.liujiatong import GAME
from games.liujiatong.kinds import Kind, Reading
from games.liujiatong.native import CORE, going_on
from games.liujiatong.state import Playing
from tests.games.liujiatong.test_umpire import cards_of
from tests.native import SideBySide

pytestmark = pytest.mark.skipif(CORE is None, reason="no native core: it was NOT compared with the rules")


@pytest.mark.parametrize("leftover", ["none", "out_side"])
def test_endgames_with_jokers_are_the_same_by_core_and_rules(leftover: str) -> None:
    random = Random(leftover)
    table = SideBySide(GAME, GAME.option_set.complete({"leftover": leftover}), 6, random)
    for number in range(40):
        at = random.randrange(14)
        ranks = {rank_at((at + step) % 14 + 1) for step in range(random.randint(1, 5))}
        cards = [card for card in full_pack(4) if card >= 52 or card >> 2 in ranks]
        random.shuffle(cards)
        if number % 2:
            cards.sort(key=lambda card: card >= 52)  # all jokers to the first hands
        holding = random.choice((2, 3, 6))
        sizes = [random.randint(2, min(16, len(cards) // holding)) if seat < holding else 0 for seat in range(6)]
        hands = tuple(sort_cards([cards.pop() for _ in range(size)]) for size in sizes)
        assert table.play(number, Deal(hands, keys={"leader": 0}), look=0.2, doors=0.2)
        table.carry = {}


def test_all_ranks_in_pairs_are_taken_at_the_ace() -> None:
    options = GAME.option_set.complete({})
    hands = cards_of(["33445566778899TTJJQQKKAA2247", "333344", *["4679"] * 4])
    state = GAME.start(options, Deal(hands), {}).state
    assert isinstance(state, Playing)
    interface, core = interface_of("liujiatong")(options, 6), going_on(state)
    assert core is not None
    rules = RulesRound(GAME, interface, Observer(interface, 6, GAME.pack(options, 6)), state)
    number = numbers()[Reading(Kind.PAIR_CHAIN, Rank(RANKS.index("K")), 26), 0]
    rules.step(0, number)
    core.step(0, number)
    fast = CoreRound(interface, core)
    slices = Board(interface, 6, GAME.pack(options, 6)).slices
    assert fast.observe(1)[slices["standing_rank"]].argmax() == RANKS.index("A")
    assert all((fast.observe(seat) == rules.observe(seat)).all() for seat in range(6))
