"""The AI players of Guandan: legal, repeatable, from the view alone, and sensible where it matters."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from games.base.actions import Action, Do, Pass, Play, action_text
from games.base.cards import card_text, sort_cards
from games.base.notation import read_action, read_exact
from games.contract import Deal, Json
from games.guandan import GAME
from games.simulate import SeededDice, chooser
from tests.cases import each
from tests.games.guandan.test_round import house
from tests.seeds import seeds

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


@each("level", ["easy", "normal", "strong"])
@each("seed", seeds(4, 12))
def test_every_answer_is_legal_under_any_house_rules(level: str, seed: int) -> None:
    random = Random(f"{level}{seed}")
    options = house(random)
    carry: dict[str, Json] = {"places": list[Json](random.sample(range(4), 4))} if seed % 2 else {}
    state = GAME.start(options, GAME.deal(options, 4, carry, SeededDice(seed)), carry).state
    uniform = chooser(GAME, "random", SeededDice(seed))
    asked = 0
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        if asked % 3 == 0:
            view = GAME.view(state, seat)
            action = GAME.think(view, level, SeededDice(asked))
            GAME.check(state, seat, action)
            assert GAME.think(pickle.loads(pickle.dumps(view)), level, SeededDice(asked)) == action
            state = GAME.apply(state, seat, action).state
        else:
            state = GAME.apply(state, seat, uniform(GAME, state, seat)).state
        asked += 1


@pytest.mark.parametrize("level", ["normal", "strong"])
@pytest.mark.parametrize("seed", range(4))
def test_an_answer_rests_on_the_view_alone(seed: int, level: str) -> None:
    """Hidden cards that change hands among the others change no answer."""
    deal = GAME.deal(STANDARD, 4, {}, SeededDice(seed))
    state = GAME.start(STANDARD, deal, {}).state
    seat = GAME.awaited(state)[0].seat
    others = [card for number, hand in enumerate(deal.hands) for card in hand if number != seat]
    Random(seed).shuffle(others)
    hands = []
    for number in range(4):
        hands.append(deal.hands[seat] if number == seat else sort_cards([others.pop() for _ in range(27)]))
    elsewhere = GAME.start(STANDARD, Deal(tuple(hands), keys=deal.keys), {}).state
    assert thought(state, seat, level) == thought(elsewhere, seat, level)


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


def test_normal_beats_random_play_without_a_loss_in_a_few_rounds() -> None:
    """The real measure is ``make bench``; a clear break shows here."""
    normal, uniform = (chooser(GAME, level, SeededDice(level)) for level in ("normal", "random"))
    won = 0
    for number in range(6):
        state = GAME.start(STANDARD, GAME.deal(STANDARD, 4, {}, SeededDice(f"few {number}")), {}).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            player = normal if seat % 2 == number % 2 else uniform
            state = GAME.apply(state, seat, player(GAME, state, seat)).state
        result = GAME.result(state)
        assert result is not None
        won += number % 2 in result.won
    assert won >= 5
