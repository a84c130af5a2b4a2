"""What the AI players of Gou Ji take for certain: sets that nobody can beat, and the way out with them."""

from random import Random
from typing import Any

import pytest

from games.base.actions import Play
from games.base.cards import ranks_text, sort_cards
from games.base.notation import place, read_cards
from games.contract import Deal, Json
from games.gouji import GAME
from games.gouji.ai.hand import certain_exit, holding
from games.gouji.ai.table import Odds, Table
from games.gouji.kinds import Makeup, SetRules, makeup_of, unbeatable
from games.gouji.options import house_rules
from games.gouji.sets import answers, leads
from games.simulate import SeededDice, chooser
from tests.games.gouji.test_round import house
from tests.seeds import seeds

STANDARD = GAME.option_set.complete({})


def made(ranks: str) -> Makeup:
    found = makeup_of(sort_cards(place([read_cards(ranks)], GAME.pack(STANDARD, 6))[0]))
    assert found is not None
    return found


def odds(unseen: str, counts: tuple[int, ...], **options: Json) -> Odds:
    cards = [0] * 15
    for rank in unseen.split():
        cards["3456789TJQKA2xX".index(rank)] += 1
    return Odds(cards, counts, house_rules(GAME.option_set.complete(options)).sets)


def first_of_the_way_out(hand: str) -> str | None:
    """By rank; big jokers are the only sure sets."""
    cards = place([read_cards(hand)], GAME.pack(STANDARD, 6))[0]
    found = certain_exit(holding(cards), lambda other: unbeatable(other, SetRules()))
    if found is None:
        return None
    return next(ranks_text(entry) for made, entry in leads(cards) if made == found)


@pytest.mark.parametrize("seed", seeds(3, 12))
def test_a_set_that_is_called_sure_is_beaten_by_nobody(seed: int) -> None:
    """In late positions of whole rounds under any house rules: every lead called sure is held against all hands."""
    random = Random(seed)
    options = {**house(random), "revolution": False}
    state = GAME.start(options, GAME.deal(options, 6, {}, SeededDice(seed)), {}).state
    player = chooser(GAME, "normal", SeededDice(seed))
    rules, seen = house_rules(options).sets, 0
    while awaited := GAME.awaited(state):
        seat = awaited[0].seat
        if awaited[0].why == "lead":
            table = Table.of(GAME.view(state, seat))
            hands = GAME.hands(state)
            for made, _ in leads(hands[seat]):
                against = table.against(made)
                if table.odds.sure(made, against):
                    seen += 1
                    assert not any(next(answers(hands[other], made, rules), None) for other in against)
        state = GAME.apply(state, seat, player(GAME, state, seat)).state
    assert seen


def test_a_king_is_sure_once_all_that_is_higher_has_gone() -> None:
    assert odds("4 5 K", (1, 1, 1, 0, 0, 0)).sure(made("K"), range(6))
    assert not odds("4 5 A", (1, 1, 1, 0, 0, 0)).sure(made("K"), range(6))


def test_three_kings_are_sure_against_hands_of_two_cards() -> None:
    assert odds("A A A A x", (0, 2, 2, 2, 0, 0)).sure(made("K K K"), range(6))
    assert not odds("A A A A x", (0, 2, 3, 2, 0, 0)).sure(made("K K K"), range(6))


def test_a_small_joker_is_sure_when_the_big_ones_are_out() -> None:
    assert odds("A A 2 2 x", (0, 3, 2, 0, 0, 0)).sure(made("9 x"), range(6))
    assert not odds("A A 2 2 X", (0, 3, 2, 0, 0, 0)).sure(made("9 x"), range(6))


def test_a_single_big_joker_is_not_sure_where_two_kill_one() -> None:
    assert odds("X X 4", (0, 3, 0, 0, 0, 0)).sure(made("X"), range(6))
    assert not odds("X X 4", (0, 3, 0, 0, 0, 0), two_big_kill_one="pair").sure(made("X"), range(6))
    assert odds("X 4 5", (0, 3, 0, 0, 0, 0), two_big_kill_one="pair").sure(made("X"), range(6))


def test_the_more_cards_a_hand_has_the_likelier_it_beats() -> None:
    chances = odds("5 6 7 8 9 T J Q K A A 2 x", (1, 3, 9, 0, 0, 0))
    few, some, many = (chances.beaten(made("9"), seat, 0.5) for seat in (0, 1, 2))
    assert 0 < few < some < many < 1
    assert chances.beaten(made("9"), 3, 0.5) == 0


def test_a_higher_set_is_beaten_less_often() -> None:
    chances = odds("5 5 6 6 7 7 8 8 9 9 T T J J Q Q K K A A", (5, 5, 5, 5, 0, 0))
    by_height = [chances.beaten(made(rank), 1, 0.5) for rank in ("5", "9", "K", "A")]
    assert by_height == sorted(by_height, reverse=True)
    assert len(set(by_height)) == 4


def test_the_way_out_leads_what_holds_and_ends_with_the_loser() -> None:
    """Two groups and one big joker: it goes with one of them, the other is the last."""
    assert first_of_the_way_out("5 5 K X") in ("5 5 X", "K X")
    assert first_of_the_way_out("5 5 8 8 K X X") in ("5 5 X", "8 8 X", "K X")


def test_with_3s_the_last_set_has_to_hold_too() -> None:
    assert first_of_the_way_out("K 9 X 3") is None
    assert first_of_the_way_out("K 9 X X 3") in ("K X", "9 X")
    assert first_of_the_way_out("K 2 X 3 3") == "K 2 X"


def test_there_is_no_certain_way_with_too_few_big_jokers() -> None:
    assert first_of_the_way_out("5 8 K X") is None
    assert first_of_the_way_out("5 8 x x") is None


def test_the_last_rank_goes_with_everything_that_can_be_hung_on_it() -> None:
    assert first_of_the_way_out("9 9 2 x") == "9 9 2 x"
    assert first_of_the_way_out("2 2 x") == "2 2 x"


def test_it_walks_out_on_its_big_jokers() -> None:
    """Two sets that nobody can beat, one after the other, and the 3s go by themselves."""
    hands = ("7 7 9 X X 3", *["8 8 A A 2 2 x x Q Q"] * 2, *["8 8 A A 2 2 Q Q T"] * 3)
    cards = place([read_cards(hand) for hand in hands], GAME.pack(STANDARD, 6))
    state: Any = GAME.start(STANDARD, Deal(cards, keys={}), {}).state
    for _ in range(2):
        assert [entry.seat for entry in GAME.awaited(state)] == [0]
        state = GAME.apply(state, 0, GAME.think(GAME.view(state, 0), "normal", SeededDice(1))).state
    assert GAME.facts(state)["finished"] == [0]


def test_who_can_walk_out_after_beating_a_set_beats_it_whatever_that_costs() -> None:
    hands = ("5 8 9 T J J K", "7 9 9 9 X X", *["4 6 7 8 8 9 T T J"] * 4)
    cards = place([read_cards(hand) for hand in hands], GAME.pack(STANDARD, 6))
    state: Any = GAME.start(STANDARD, Deal(cards, keys={}), {}).state
    state = GAME.apply(state, 0, Play(cards[0][:1])).state
    for _ in range(3):
        state = GAME.apply(state, 1, GAME.think(GAME.view(state, 1), "normal", SeededDice(1))).state
    assert GAME.facts(state)["finished"] == [1]
