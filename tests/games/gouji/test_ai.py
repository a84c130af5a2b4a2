"""The AI players of Gou Ji: legal everywhere, repeatable, from the view alone, and with the adages in mind."""

from typing import Any

import pytest

from games.base.actions import Action, Do, Pass, Play, action_text
from games.base.cards import ranks_text, sort_cards
from games.base.notation import place, read_cards
from games.contract import Deal, Json
from games.gouji import GAME
from games.simulate import SeededDice

STANDARD = GAME.option_set.complete({})


def position(*hands: str, **keys: Json) -> Any:
    cards = place([read_cards(hand) for hand in hands], GAME.pack(STANDARD, 6))
    return GAME.start(STANDARD, Deal(cards, keys=keys), {}).state


def thought(state: Any, level: str = "normal") -> str:
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


@pytest.mark.parametrize("level", GAME.levels)
def test_it_goes_out_when_it_can(level: str) -> None:
    state = position("9 9 9", "5 6 7", "5 6 7", "5 6 7", "5 6 7", "5 6 7")
    assert thought(state, level) == "play 9 9 9"


def test_it_keeps_a_sure_set_for_the_way_out_with_its_3s() -> None:
    """The 3s go only from the lead, so the big joker is led last."""
    state = position("7 K X X 3", "5 6 8 8", "5 6 8 8", "5 6 8 8", "5 6 8 8", "5 6 8 8")
    assert thought(state) in ("play 7 X", "play K X")
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


def test_it_stops_the_burn_of_its_opposite() -> None:
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


@pytest.mark.parametrize("strong", [True, False])
def test_only_a_hand_with_open_sets_and_jokers_challenges(strong: bool) -> None:
    hand = "3 4 T T T T T J J J J K K A A x x X" if strong else "3 4 5 6 7 T T J J K A 2 x X"
    state = position(hand, *["3 4 5 6 7 2"] * 5, phase="declare")
    assert thought(state) == ("challenge" if strong else "decline")
    assert thought(state, "easy") == "decline"


def test_asked_whether_it_challenges_too_a_weak_hand_declines() -> None:
    state = position("3 4 T T T T T J J J J K K A A x x X", *["3 4 5 6 7 2"] * 5, phase="declare")
    state = after(state, "0: challenge", *(f"{seat}: decline" for seat in range(1, 6)))
    assert [(entry.seat, entry.why) for entry in GAME.awaited(state)] == [(3, "counter")]
    assert thought(state) == "decline"


@pytest.mark.parametrize(
    ("hand", "natural", "answer"),
    [
        ("3 T T T T T K K 2 2", False, "buy"),
        ("3 T T T T T K K 2 2", True, "decline"),
        ("3 4 T T T T T K K 2 2", False, "decline"),
        ("3 T T T T T K K x", False, "decline"),
        ("3 T T T T T J J J J K K 2 x x X", True, "buy"),
    ],
)
def test_a_4_is_bought_only_by_a_hand_that_needs_it_to_open_or_to_challenge(
    hand: str, natural: bool, answer: str
) -> None:
    options = GAME.option_set.complete({"buy_fours": True, "natural_open": natural})
    cards = place([read_cards(entry) for entry in (hand, *["3 4 4 5 6 7 2"] * 5)], GAME.pack(options, 6))
    state = GAME.start(options, Deal(cards, keys={"phase": "buy"}), {}).state
    assert thought(state) == answer


def test_it_answers_the_opposite_s_open_set_to_keep_the_point_shut() -> None:
    state = position("K K 9 8 7 6 5 4 4", "5 6 7", "5 6 7", "A A 2 9 8 7 6 5", "5 6 7", "5 6 7")
    state = after(state, "0: play K K")
    assert GAME.awaited(state)[0].seat == 3
    assert thought(state) == "play A A"


def test_it_does_not_burn_big_jokers_on_a_duel_about_nothing() -> None:
    """The opposite has opened already and holds many cards: the jokers are kept."""
    hands = ("K K 9 9 8 8 7 7 6 6 5 5", "5 6 7", "5 6 7", "X X 9 8 7 6 5 4 J Q", "5 6 7", "5 6 7")
    state = after(position(*hands, opened=[0]), "0: play K K")
    assert thought(state) == "pass"


def test_the_opposite_yields_where_only_2s_would_beat() -> None:
    """A teammate may beat the set for less; the 2s can wait for the last word."""
    others = "4 6 7 8 8 9 9 T T J 4 5 6 7"
    hand = "4 4 4 5 5 5 6 6 6 7 7 7 7 8 8 8 9 9 9 T T T T 2 2 2"
    state = position("Q Q 5 8 8 T J 4 4 6 6 7", others, others, hand, others, others)
    state = after(state, "0: play Q Q", "1: pass", "2: pass")
    assert GAME.awaited(state)[0].why == "yield"
    assert thought(state) == "yield"


def test_it_leads_low_for_a_partner_with_one_card() -> None:
    state = position("4 4 4 5 9 9 K K", "6 6 7 8 8", "9", "6 7 7 8 9", "6 6 7 8 8 T T", "6 7 7 8 9 T")
    assert len(thought(state).split()[1:]) == 1


def test_it_leads_no_single_to_an_opponent_with_one_card() -> None:
    state = position("4 4 4 6 6 9 T T", "K", "6 6 7 8 8 T T", "7 7 8 8 5", "6 6 7 8 8 T T", "6 7 7 8 9 T")
    assert len(thought(state).split()[1:]) > 1


def test_a_wild_card_is_never_hung_on_part_of_a_group() -> None:
    """Over whole rounds: what is led with a 2 or a joker hung on it takes the group along."""
    for seed in range(2):
        state = GAME.start(STANDARD, GAME.deal(STANDARD, 6, {}, SeededDice(f"hung {seed}")), {}).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            action = GAME.think(GAME.view(state, seat), "normal", SeededDice(1))
            if awaited[0].why == "lead" and isinstance(action, Play):
                ranks = ranks_text(action.cards).split()
                natural = [rank for rank in ranks if rank not in "2xX"]
                if natural and len(natural) < len(ranks):
                    group = [card for card in GAME.hands(state)[seat] if ranks_text((card,)) == natural[0]]
                    assert len(group) == len(natural)
            state = GAME.apply(state, seat, action).state


@pytest.mark.parametrize("level", GAME.levels)
def test_whoever_is_asked_nothing_is_told_so_plainly(level: Any) -> None:
    state = position("5 5 9", "5 6 8", "5 6 8", "5 6 8", "5 6 8", "5 6 8")
    (asked,) = GAME.awaited(state)
    with pytest.raises(AssertionError):
        GAME.think(GAME.view(state, (asked.seat + 1) % 6), level, SeededDice(1))
