"""The AI players of Guandan: legal, repeatable, from the view alone, and sensible where it matters."""

from typing import Any

import pytest

from games.base.actions import Action, Do, Pass, Play, action_text
from games.base.cards import card_text
from games.base.notation import read_action, read_exact
from games.contract import Deal, Json
from games.guandan import GAME
from games.simulate import SeededDice

STANDARD = GAME.option_set.complete({})


def position(hands: tuple[str, str, str, str], **keys: Json) -> Any:
    given = {key: value for key, value in keys.items() if key not in ("previous", "options")}
    carry = keys.get("previous", {})
    deal = Deal(tuple(read_exact(hand) for hand in hands), keys=given)
    return GAME.start(STANDARD, deal, carry).state  # type: ignore[arg-type]


def thought(state: Any, seat: int, level: str = "normal") -> Action:
    return GAME.think(GAME.view(state, seat), level, SeededDice(1))


def after(state: Any, *said: str) -> Any:
    for entry in said:
        seat, _, text = entry.partition(": ")
        state = GAME.apply(state, int(seat), read_action(text)).state
    return state


@pytest.mark.parametrize("level", ["easy", "normal", "strong"])
def test_it_goes_out_when_it_can(level: str) -> None:
    state = position(("9s 9d 9c 4s 4d 3d", "Ts Td Tc 5s 5d", "6s 6d 7s", "8s 8d Js Qs Kd"))
    state = after(state, "0: play 9s 9d 9c 4s 4d")
    assert action_text(thought(state, 1, level)) == "play 5s 5d Ts Td Tc"


def test_it_leaves_a_trick_to_its_partner() -> None:
    state = position(("Ks Kd 3d 4c", "5s 6d 7h 8d", "As Ad 6s 7s 9c 3c", "8s 8c Js Qs Kc"))
    state = after(state, "0: play Ks Kd", "1: pass")
    assert thought(state, 2) == Pass()


def test_it_does_not_bomb_its_partner() -> None:
    state = position(("Ts Jd Qs Ks As 3d 4d", "5s 6d 7h 8d 9s Jc", "6s 6d 6c 6h 9c 3c 4s", "8s 8c Js Qs Kc 5d"))
    state = after(state, "0: play Ts Jd Qs Ks As", "1: pass")
    assert thought(state, 2) == Pass()


def test_it_stops_an_opponent_who_is_about_to_go_out() -> None:
    state = position(("9s 9d 3c", "Ts Td Tc Th 4s 5d 7d", "6s 6d 8s 3d", "8d 8c Js Qs"))
    state = after(state, "0: play 9s 9d")
    assert action_text(thought(state, 1)) == "play Ts Th Td Tc"


def test_it_leads_no_single_to_an_opponent_with_one_card() -> None:
    state = position(("4s 4d 6s 7d 9c 9d", "Ks", "5s 5d 8c", "Qs Qd Jc"), leader=0)
    action = thought(state, 0)
    assert isinstance(action, Play)
    assert len(action.cards) > 1


def test_a_return_breaks_nothing() -> None:
    hands = ("3s 5s 5d 5c 5h 7s 7d 7c Ks", "4s 8d 8c", "6s 6d Jc", "As 9d 9c")
    state = position(hands, phase="tribute", levels=["2", "2"], previous={"places": [0, 1, 2, 3]})
    state = after(state, "3: tribute As")
    action = thought(state, 0)
    assert isinstance(action, Do)
    assert [card_text(card) for card in action.cards] == ["3s"]


def test_a_tribute_keeps_the_flush_together() -> None:
    hands = ("3s 5s", "4s 8d", "6s 6d", "Ts Js Qs Ks As Ad 4c")
    state = position(hands, phase="tribute", levels=["2", "2"], previous={"places": [0, 1, 2, 3]})
    assert action_text(thought(state, 3)) == "tribute Ad"
