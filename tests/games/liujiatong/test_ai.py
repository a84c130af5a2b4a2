"""The AI players of Liu Jia Tong: legal everywhere, repeatable, from the view alone, and no fools."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from games.base import notation
from games.base.actions import Action, Pass, Play
from games.base.cards import sort_cards
from games.contract import Deal, Json, Judge
from games.liujiatong import GAME
from games.simulate import SeededDice, chooser
from tests.cases import each
from tests.games.liujiatong import naive
from tests.games.liujiatong.test_combos import spaced
from tests.games.liujiatong.test_round import house, lively, short_deal
from tests.games.liujiatong.test_umpire import cards_of, text
from tests.seeds import ALL, seeds

STANDARD = GAME.option_set.complete({})
NOTHING = "4679"
"""A hand that neither beats much nor matters."""


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
    """What a level does, by rank."""
    seat = GAME.awaited(state)[0].seat
    action = GAME.think(GAME.view(state, seat), level, SeededDice(1))
    GAME.check(state, seat, action)
    return text(action.cards) if isinstance(action, Play) else "pass"


@each("level", GAME.levels)
@each("seed", seeds(6, 32))
def test_every_answer_is_legal_and_repeats_under_any_house_rules(level: str, seed: int) -> None:
    random = Random(f"{level}{seed}")
    options = house(random)
    deal = short_deal(random, 10) if seed % 4 else GAME.deal(options, 6, {}, SeededDice(seed))
    state = GAME.start(options, deal, {}).state
    asked = 0
    while awaited := GAME.awaited(state):
        seat, view = awaited[0].seat, GAME.view(state, awaited[0].seat)
        action: Action = lively(random, state, seat)
        if asked % 2 == 0:
            action = GAME.think(view, level, SeededDice(asked))
            GAME.check(state, seat, action)
            assert GAME.think(pickle.loads(pickle.dumps(view)), level, SeededDice(asked)) == action
        state = GAME.apply(state, seat, action).state
        asked += 1


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_rests_on_the_view_alone(seed: int) -> None:
    """Hidden cards that change hands among the others change no answer."""
    deal = GAME.deal(STANDARD, 6, {}, SeededDice(seed))
    leader = int(str(deal.keys["leader"]))
    others = [card for number, hand in enumerate(deal.hands) for card in hand if number != leader]
    Random(seed).shuffle(others)
    hands = tuple(
        deal.hands[leader] if number == leader else sort_cards([others.pop() for _ in range(36)]) for number in range(6)
    )
    here = GAME.start(STANDARD, Deal(deal.hands, keys=deal.keys), {}).state
    elsewhere = GAME.start(STANDARD, Deal(hands, keys=deal.keys), {}).state
    assert thought(here) == thought(elsewhere)
    assert thought(here, "easy") == thought(elsewhere, "easy")
    assert thought(here, "strong") == thought(elsewhere, "strong")


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


@pytest.mark.parametrize("level", GAME.levels)
def test_what_it_plays_is_a_combination_by_the_definition_too(level: str) -> None:
    state = GAME.start(STANDARD, GAME.deal(STANDARD, 6, {}, SeededDice("by definition")), {}).state
    while awaited := GAME.awaited(state):
        action = GAME.think(GAME.view(state, awaited[0].seat), level, SeededDice(1))
        assert action == Pass() or (isinstance(action, Play) and naive.readings(text(action.cards)))
        state = GAME.apply(state, awaited[0].seat, action).state


def rounds_won(level: str, other: str, rounds: int) -> int:
    """Rounds that three of one level win against three of another, sides alternating."""
    won = 0
    for number in range(rounds):
        state = GAME.start(STANDARD, GAME.deal(STANDARD, 6, {}, SeededDice(f"arena {number}")), {}).state
        ours, theirs = (chooser(GAME, name, SeededDice(number)) for name in (level, other))
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            player = ours if seat % 2 == number % 2 else theirs
            state = GAME.apply(state, seat, player(GAME, state, seat)).state
        won += GAME.facts(state)["round_winner"] == number % 2
    return won


@pytest.mark.parametrize("level", ["normal", "easy"])
def test_three_of_them_beat_three_who_play_at_random(level: str) -> None:
    number = 10 if ALL else 5
    assert rounds_won(level, "random", number) >= 0.8 * number


def test_normal_beats_easy() -> None:
    number = 12 if ALL else 6
    assert rounds_won("normal", "easy", number) >= 2 * number / 3


def test_strong_beats_normal() -> None:
    assert rounds_won("strong", "normal", 3) >= 2


def test_an_estimate_has_the_best_first_and_whatever_is_asked_about() -> None:
    state = GAME.start(STANDARD, GAME.deal(STANDARD, 6, {}, SeededDice("estimates")), {}).state
    assert isinstance(GAME, Judge)
    random, asked = Random(4), 0
    while (awaited := GAME.awaited(state)) and asked < 60:
        seat, view = awaited[0].seat, GAME.view(state, awaited[0].seat)
        extra = lively(random, state, seat)
        found = GAME.estimate(view, SeededDice(1), extra=extra)
        assert extra in [one.action for one in found]
        assert [one.points for one in found] == sorted((one.points for one in found), reverse=True)
        plain = GAME.estimate(view, SeededDice(1))
        assert plain[0].action == GAME.think(view, "strong", SeededDice(1))
        assert {one.action for one in plain} <= {one.action for one in found}
        for one in found:
            GAME.check(state, seat, one.action)
        state = GAME.apply(state, seat, found[asked % min(2, len(found))].action).state
        asked += 1
