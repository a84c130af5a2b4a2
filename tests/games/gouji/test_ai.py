"""The AI players of Gou Ji: legal everywhere, repeatable, from the view alone, and with the adages in mind."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from games.actions import Action, Do, Pass, Play, action_text
from games.contract import Deal, Json
from games.gouji import GAME
from games.kit.cards import ranks_text, sort_cards
from games.notation import place, read_cards
from games.simulate import SeededDice, chooser
from tests.games.gouji.test_round import house, lively, short_deal

STANDARD = GAME.option_set.complete({})


def position(*hands: str, **keys: Json) -> Any:
    """A position in play; suits do not matter."""
    cards = place([read_cards(hand) for hand in hands], GAME.pack(STANDARD, 6))
    return GAME.start(STANDARD, Deal(cards, keys=keys), {}).state


def thought(state: Any, level: str = "normal") -> str:
    """What a level does, by rank."""
    seat = GAME.awaited(state)[0].seat
    action = GAME.think(GAME.view(state, seat), level, SeededDice(1))
    GAME.check(state, seat, action)
    match action:
        case Play(cards):
            return f"play {ranks_text(cards)}"
        case Do(verb, cards):
            return f"{verb} {ranks_text(cards)}".rstrip()
        case _:
            return action_text(action)


def after(state: Any, *said: str) -> Any:
    for entry in said:
        seat, _, text = entry.partition(": ")
        words = text.split()
        hand = list(GAME.hands(state)[int(seat)])
        exact = []
        for word in words[1:]:
            card = next(card for card in hand if ranks_text((card,)) == word)
            hand.remove(card)
            exact.append(card)
        action: Action = Do(words[0], sort_cards(exact))
        if words[0] in ("pass", "play"):
            action = Play(sort_cards(exact)) if exact else Pass()
        state = GAME.apply(state, int(seat), action).state
    return state


@pytest.mark.parametrize("level", ["easy", "normal"])
@pytest.mark.parametrize("seed", range(24))
def test_every_answer_is_legal_and_repeats_under_any_house_rules(level: str, seed: int) -> None:
    random = Random(f"{level}{seed}")
    options = house(random)
    deal = short_deal(random, 9) if seed % 3 else GAME.deal(options, 6, {}, SeededDice(seed))
    due: list[Json] = [
        {"kind": "drop", "from": 5, "to": 0, "cards": 2},
        {"kind": "point", "from": 1, "to": 4, "cards": 1},
    ]
    carry: dict[str, Json] = {"due": due}
    state = GAME.start(options, deal, carry).state
    asked = 0
    while awaited := GAME.awaited(state):
        seat = random.choice(awaited).seat
        view = GAME.view(state, seat)
        if asked % 2 == 0:
            action = GAME.think(view, level, SeededDice(asked))
            GAME.check(state, seat, action)
            assert GAME.think(pickle.loads(pickle.dumps(view)), level, SeededDice(asked)) == action
        else:
            action = lively(random, state, seat)
        state = GAME.apply(state, seat, action).state
        asked += 1


@pytest.mark.parametrize("seed", range(4))
def test_an_answer_rests_on_the_view_alone(seed: int) -> None:
    """Hidden cards that change hands among the others change no answer."""
    deal = GAME.deal(STANDARD, 6, {}, SeededDice(seed))
    leader = int(str(deal.keys["leader"]))
    keys: dict[str, Json] = {"phase": "play", "leader": leader}
    others = [card for number, hand in enumerate(deal.hands) for card in hand if number != leader]
    Random(seed).shuffle(others)
    hands = tuple(
        deal.hands[leader] if number == leader else sort_cards([others.pop() for _ in range(36)]) for number in range(6)
    )
    here = GAME.start(STANDARD, Deal(deal.hands, keys=keys), {}).state
    elsewhere = GAME.start(STANDARD, Deal(hands, keys=keys), {}).state
    assert thought(here) == thought(elsewhere)


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_it_goes_out_when_it_can(level: str) -> None:
    state = position("9 9 9", "5 6 7", "5 6 7", "5 6 7", "5 6 7", "5 6 7")
    assert thought(state, level) == "play 9 9 9"


def test_it_keeps_a_sure_set_for_the_way_out_with_its_3s() -> None:
    """The 3s go only from the lead, so the big joker is led last."""
    state = position("7 X 3", "5 6 8 8", "5 6 8 8", "5 6 8 8", "5 6 8 8", "5 6 8 8")
    assert thought(state) != "play X" or thought(after(state, "0: play X")) == "play 7"
    assert thought(position("X 3", "5 6 8", "5 6 8", "5 6 8", "5 6 8", "5 6 8")) == "play X"


def test_it_does_not_beat_a_partner_who_is_nearly_out() -> None:
    state = position("5 5 9", "4 6 6 7", "8 8 K K 9 9 5 7", "4 6 6 7 8", "4 6 6 7 8", "4 6 6 7 8")
    state = after(state, "0: play 5 5", "1: pass")
    assert GAME.awaited(state)[0].seat == 2
    assert thought(state) == "pass"


def test_it_stops_an_opponent_who_is_nearly_out() -> None:
    state = position("5 5 9", "8 8 K K 9 9 5 7 6", "4 6", "4 6 7", "4 6 7", "4 6 7")
    state = after(state, "0: play 5 5")
    assert thought(state).startswith("play ")


def test_it_does_not_waste_a_joker_on_a_small_card() -> None:
    state = position("5 8 8 9 9 T T J J K", "x 6 6 7 7 7 9 9 Q Q", *["4 6 7 8 8 9 9 T T J"] * 4)
    state = after(state, "0: play 5")
    assert "x" not in thought(state)


def test_it_leads_the_4s_that_it_owes() -> None:
    state = position("K K 4 4 9 9 7", "5 6 7", "5 6 7", "5 6 7 8", "5 6 7", "5 6 7")
    state = after(state, "0: play K K", "3: pass")
    assert thought(state) == "play 4 4"


def test_it_burns_when_the_whole_hand_can_go_and_not_otherwise() -> None:
    hands = ("A A 5 9 7 8", "5 6 6 X X", "4 9 7", "4 9 7", "4 9 7", "4 9 7")
    state = after(position(*hands), "0: play A")
    assert GAME.awaited(state)[0].why != "burn"
    state = after(position("2 2 5 9 7 8", "5 6 6 X X", "4 9 7", "4 9 7", "4 9 7", "4 9 7"), "0: play 2 2", "3: pass")
    assert GAME.awaited(state)[0].why == "burn"
    assert thought(state).startswith("burn ")
    state = after(position("2 2 5 9 7 8", "5 6 7 8 9 X", "4 9 7", "4 9 7", "4 9 7", "4 9 7"), "0: play 2 2", "3: pass")
    assert thought(state) == "pass"


def test_it_burns_through_to_the_end() -> None:
    state = position("2 2 5 9 7 8", "5 6 6 8 2 X X X 3", "4 9 7", "4 9 7", "4 9 7", "4 9 7")
    state = after(state, "0: play 2 2", "3: pass")
    assert thought(state).startswith("burn ")
    while GAME.awaited(state) and 1 not in state.round.finished:
        seat = GAME.awaited(state)[0].seat
        state = GAME.apply(state, seat, GAME.think(GAME.view(state, seat), "normal", SeededDice(1))).state
        assert 1 not in state.round.dead


def test_it_stops_the_burn_of_an_opponent_and_leaves_a_partner_s_alone() -> None:
    state = after(
        position("2 2 5 9", "5 6 6 x X 3", "4 9 7", "4 9 7", "7 X 9 8", "4 9 7"),
        "0: play 2 2",
        "3: pass",
        "1: burn 5 x",
    )
    assert GAME.awaited(state)[0].seat == 4
    assert "X" in thought(state)


def test_what_it_gives_back_is_low_and_no_3() -> None:
    carry: dict[str, Json] = {"due": [{"kind": "drop", "from": 5, "to": 0, "cards": 2}]}
    hands = ("3 4 7 7 7 K K A", "3 5 6", "3 5 6", "3 5 6", "3 5 6", "3 X 2 9")
    cards = place([read_cards(hand) for hand in hands], GAME.pack(STANDARD, 6))
    state = GAME.start(STANDARD, Deal(cards, keys={"phase": "tribute"}), carry).state
    returned = thought(state).split()[1:]
    assert "3" not in returned
    assert not {"X", "2", "K", "A"} & set(returned)


def test_a_hand_without_main_cards_and_without_strength_revolts() -> None:
    weak = "3 4 4 5 5 6 6 7 7 8 8 9"
    state = position(weak, *["3 4 5 6 7 2"] * 5, phase="declare")
    assert thought(state) == "revolt"
    assert thought(state, "easy") == "decline"


def test_normal_beats_random_players_in_both_teams() -> None:
    won = 0.0
    for number in range(12):
        state = GAME.start(STANDARD, GAME.deal(STANDARD, 6, {}, SeededDice(f"arena {number}")), {}).state
        ours, theirs = (chooser(GAME, level, SeededDice(number)) for level in ("normal", "random"))
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            player = ours if seat % 2 == number % 2 else theirs
            state = GAME.apply(state, seat, player(GAME, state, seat)).state
        points = GAME.facts(state)["team_points"]
        assert isinstance(points, list)
        mine, others = int(str(points[number % 2])), int(str(points[1 - number % 2]))
        won += 1.0 if mine > others else 0.5 if mine == others else 0.0
    assert won >= 11
