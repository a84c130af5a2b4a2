"""The AI players of Liu Jia Tong: legal everywhere, repeatable, from the view alone, and no fools."""

from typing import Any

import pytest

from games.base import notation
from games.base.actions import Play
from games.contract import Deal, Json
from games.liujiatong import GAME
from games.simulate import SeededDice
from tests.games.liujiatong import naive
from tests.games.liujiatong.test_combos import spaced
from tests.games.liujiatong.test_umpire import cards_of, text

STANDARD = GAME.option_set.complete({})
NOTHING = "4679"  # A hand that neither beats much nor matters


def position(*hands: str, **keys: Json) -> Any:
    """A position of these hands, by rank; seats that are not given hold next to nothing."""
    dealt = [*(naive.in_order(hand) for hand in hands), *[NOTHING] * (6 - len(hands))]
    return GAME.start(STANDARD, Deal(cards_of(dealt), keys=keys), {}).state


def after(state: Any, *said: str) -> Any:
    """``0 99``: a seat plays these ranks; ``1 pass``."""
    for entry in said:
        seat, _, words = entry.partition(" ")
        written = "pass" if words == "pass" else f"play {spaced(words)}"
        state = GAME.apply(state, int(seat), GAME.read(state, int(seat), notation.read(written))).state
    return state


def thought(state: Any, level: str = "normal") -> str:
    seat = GAME.awaited(state)[0].seat
    action = GAME.think(GAME.view(state, seat), level, SeededDice(1))
    GAME.check(state, seat, action)
    return text(action.cards) if isinstance(action, Play) else "pass"


@pytest.mark.parametrize("hand", ["99", "99977", "34567", "778899", "444555", "8888", "8888x", "xxxx", "46xxx"])
def test_it_goes_out_when_the_whole_hand_is_one_play_and_ends_the_round(hand: str) -> None:
    state = position(hand, "5TKKK", "", "5TTKK", "", "5559", finished=[2, 4])
    assert thought(state) == naive.in_order(hand)
    assert thought(state, "strong") == naive.in_order(hand)


def test_it_does_not_bomb_a_trick_without_points() -> None:
    state = position("44679JQA", "888877669JQ", "3467899JQ", "3467899JQ", "3467899JQ", "3467899JQ")
    assert thought(after(state, "0 44")) not in ("8888",)


def test_it_takes_a_rich_pot_from_the_other_side_with_a_bomb() -> None:
    hands = ("TTTKKQQJJ99", "333344567899", "34678999JQ", "34678999JQ", "34678999JQ", "34678999JQ")
    state = after(position(*hands), "0 TTTKK")
    assert thought(state) == "3333"


def test_it_leaves_a_rich_pot_to_its_partner() -> None:
    hands = ("KKKTTQJ98", "34678999JQ", "333344567899", "34678999JQ", "34678999JQ", "34678999JQ")
    state = after(position(*hands), "0 KKKTT", "1 pass")
    assert thought(state) == "pass"


def test_it_does_not_waste_jokers_on_a_small_single() -> None:
    state = position("3679JQKKA", "xX4466789TTJ", "34678999JQ", "34678999JQ", "34678999JQ", "34678999JQ")
    assert not set(thought(after(state, "0 3"))) & set("xX")


def test_it_does_not_lead_a_big_joker_while_it_has_small_cards() -> None:
    assert not set(thought(position("X2AKJ987643", *["34678999JQ"] * 5))) & set("xX")
