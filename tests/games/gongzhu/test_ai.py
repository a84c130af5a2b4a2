"""The AI players of Gong Zhu: legal everywhere, repeatable, from the view alone, and with the adages in mind."""

from random import Random
from typing import Any

import pytest

from games.base.actions import action_text
from games.base.notation import read_action
from games.contract import Deal, Json, Judge
from games.gongzhu import GAME
from games.gongzhu.ai.bits import PLACE_OF, SUIT_MASKS, bits_of
from games.gongzhu.ai.policy import lead_of, table_of, worlds
from games.gongzhu.ai.search import weigh_cards
from games.simulate import SeededDice
from tests.cases import each
from tests.games.gongzhu.test_umpire import cards_of, house
from tests.seeds import seeds

STANDARD = GAME.option_set.complete({})


def at(*hands: str, options: Any = STANDARD, **keys: Json) -> Any:
    return GAME.start(options, Deal(tuple(cards_of(hand.split()) for hand in hands), keys=keys), {}).state


def after(state: Any, *said: str) -> Any:
    for entry in said:
        seat, _, text = entry.partition(": ")
        state = GAME.apply(state, int(seat), read_action(text)).state
    return state


def thought(state: Any, level: str = "normal", seat: int | None = None) -> str:
    acting = GAME.awaited(state)[0].seat if seat is None else seat
    action = GAME.think(GAME.view(state, acting), level, SeededDice(1))
    GAME.check(state, acting, action)
    return action_text(action)


@each("seed", seeds(10, 60))
def test_tables_that_it_thinks_of_agree_with_all_that_was_shown(seed: int) -> None:
    random = Random(f"tables {seed}")
    options = house(random)
    state = GAME.start(options, GAME.deal(options, 4, {}, SeededDice(seed)), {}).state
    while awaited := GAME.awaited(state):
        seat = random.choice(awaited).seat
        table = table_of(GAME.view(state, seat))
        hands = [bits_of(hand) for hand in GAME.hands(state)]
        hidden = sum(hands) - hands[seat] - sum(table.known)
        assert table.unseen == hidden
        for number in range(4):
            assert not table.void[number] & hands[number]
            assert table.known[number] & ~hands[number] == 0
        for world in worlds(table, Random(seed), 3):
            assert world[seat] == hands[seat]
            assert [hand.bit_count() for hand in world] == [hand.bit_count() for hand in hands]
            assert sum(world) == sum(hands)
            for number in range(4):
                assert world[number] & table.known[number] == table.known[number]
                assert not world[number] & table.void[number]
        state = GAME.apply(state, seat, random.choice(list(GAME.legal(state, seat)))).state


def test_it_knows_that_a_seat_that_had_to_play_the_exposed_pig_has_no_spade_left() -> None:
    state = at("2s 3d 4d", "Qs 4c 5c", "4s 6h 7h", "5s 8h 9h", exposed="Qs")
    state = after(state, "0: play 2s", "1: play Qs")
    assert table_of(GAME.view(state, 2)).void[1] == SUIT_MASKS[0]


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_it_gets_rid_of_the_pig_where_somebody_else_takes_it(level: str) -> None:
    state = after(at("Ac 2d 3d", "Qs 4d 9s", "2c 6d 7d", "3c 8d 9d"), "0: play Ac")
    assert sum(thought_with(state, level, seed) == "play Qs" for seed in range(6)) >= 4
    state = after(at("As 2d 3d", "Qs 4s 9s", "2s 6d 7d", "3s 8d 9d"), "0: play As")
    assert sum(thought_with(state, level, seed) == "play Qs" for seed in range(6)) >= 4


def thought_with(state: Any, level: str, seed: int) -> str:
    seat = GAME.awaited(state)[0].seat
    return action_text(GAME.think(GAME.view(state, seat), level, SeededDice(seed)))


def test_it_does_not_lead_the_ace_of_spades_into_the_pig() -> None:
    hands = ("As Ks 2c 3d", "Qs 9s 4c 4d", "3s 5s 5c 5d", "4s 6s 6c 6d")
    assert thought(at(*hands, leader=0)) not in ("play As", "play Ks")


SWAPPED = GAME.option_set.complete({"swap_jack_queen": True})


@pytest.mark.parametrize("level", ["easy", "normal"])
def test_where_pig_and_goat_have_switched_values_it_gets_rid_of_the_goat_and_keeps_the_pig(level: str) -> None:
    state = after(at("Ac 2d 3d", "Qs Jd 9s", "2c 6d 7d", "3c 8d 9d", options=SWAPPED), "0: play Ac")
    assert sum(thought_with(state, level, seed) == "play Jd" for seed in range(6)) >= 4
    state = after(at("Kd 2c 3c", "Jd 4d 9s", "2d 6s 7s", "3d 8s 9h", options=SWAPPED), "0: play Kd")
    assert sum(thought_with(state, level, seed) == "play Jd" for seed in range(6)) >= 4


def test_where_pig_and_goat_have_switched_values_it_takes_the_pig_and_leaves_the_goat() -> None:
    hands = ("5s 2c 3c", "Qs 4c 5c", "2s 6c 7c", "As 3s 8c")
    assert thought(after(at(*hands, options=SWAPPED), "0: play 5s", "1: play Qs", "2: play 2s")) == "play As"
    hands = ("5d 2c 3c", "Jd 4c 5c", "2d 6c 7c", "Ad 3d 8c")
    assert thought(after(at(*hands, options=SWAPPED), "0: play 5d", "1: play Jd", "2: play 2d")) == "play 3d"


SITUATIONS = {
    "play Qs": (("As 2d 3d", "Qs 4s 9s", "2s 6d 7d", "3s 8d 9d"), ("0: play As",)),
    "play 2s": (("5s 2d 3d 4d 6d", "As Ks 2s 7d 8d", "Qs 3s 9d Td Kd", "4s 6s 7s 2c 3c"), ("0: play 5s",)),
    "play Ad": (("5d 2c 3c", "Jd 4c 5c", "2d 6c 7c", "Ad 3d 8c"), ("0: play 5d", "1: play Jd", "2: play 2d")),
}


@each("level", ["normal", "strong"])
@each("best", SITUATIONS)
def test_it_gets_rid_of_the_pig_does_not_catch_it_and_takes_the_goat(best: str, level: str) -> None:
    hands, said = SITUATIONS[best]
    assert thought(after(at(*hands), *said), level) == best


@pytest.mark.parametrize("best", SITUATIONS)
def test_estimates_tell_what_each_card_is_worth(best: str) -> None:
    hands, said = SITUATIONS[best]
    state = after(at(*hands), *said)
    seat = GAME.awaited(state)[0].seat
    assert isinstance(GAME, Judge)
    for extra in GAME.legal(state, seat):
        found = GAME.estimate(GAME.view(state, seat), SeededDice(1), 0.5, extra)
        assert extra in [one.action for one in found]
        assert action_text(found[0].action) == best
        assert [one.worth for one in found] == sorted((one.worth for one in found), reverse=True)
        for one in found:
            GAME.check(state, seat, one.action)


def test_estimates_of_exposing_hold_every_choice() -> None:
    deal = GAME.deal(STANDARD, 4, {}, SeededDice(3))
    state = GAME.start(STANDARD, deal, {}).state
    assert isinstance(GAME, Judge)
    for seat in range(4):
        found = GAME.estimate(GAME.view(state, seat), SeededDice(1), 0.1)
        assert sorted(action_text(one.action) for one in found) == sorted(map(action_text, GAME.legal(state, seat)))


def test_the_last_point_before_the_match_is_lost_counts_most() -> None:
    """The card takes the trick and its hearts; where that loses the match, it counts far more."""
    hands = ("5h 2c", "2h 3c", "3h 4c", "6h 5c")
    counted = []
    for score in (0, -985):
        state = GAME.start(
            STANDARD, Deal(tuple(cards_of(hand.split()) for hand in hands)), {"scores": [0, 0, 0, score]}
        ).state
        table = table_of(GAME.view(after(state, "0: play 5h", "1: play 2h", "2: play 3h"), 3))
        (_, worth), *_ = weigh_cards(table, [PLACE_OF[card] for card in cards_of(["6h"])], Random(1), 0.1, every=True)
        counted.append((worth.mean, worth.points / worth.number))
    (calm, points), (lost, same) = counted
    assert points == same <= -20
    assert calm - lost > 200


@pytest.mark.parametrize(
    ("options", "scores", "counts"),
    [
        ({}, [0, 0, 0, -979], 0), ({}, [0, 0, 0, -985], -300), ({}, [-990, 0, -5, 30], 300),
        ({}, [-990, 0, 50, 0], 0), ({"teams": True}, [0, -985, 0, 0], -300),
        ({"plus_1000": "ends"}, [990, 0, 0, -10], -300),
    ],
)  # fmt: skip
def test_the_end_of_the_match_counts_for_normal_and_strong(options: Any, scores: list[Json], counts: int) -> None:
    """Seat 3 gets 20 points less in the round than two others, as much as seat 0 gains or loses; the match may end with them."""
    complete = GAME.option_set.complete(options)
    deal = GAME.deal(complete, 4, {}, SeededDice(1))
    points, taken = (20 if options.get("plus_1000") else -20, 0, 0, -20), (0, 0, 0, 0)
    leads, even = list[float](), list[Json]([0, 0, 0, 0])
    for before in (even, scores):
        state = GAME.start(complete, deal, {"scores": before}).state
        leads.append(lead_of(table_of(GAME.view(state, 3)), points, taken))
    assert leads[1] - leads[0] == counts


def test_it_leaves_hearts_to_others() -> None:
    hands = ("9h 2c 3c", "3h 4c 5c", "4h 6c 7c", "Kh 5h 8c")
    assert thought(after(at(*hands), "0: play 9h", "1: play 3h", "2: play 4h")) == "play 5h"


def test_it_takes_the_hearts_that_are_missing_for_all_of_them() -> None:
    taken: list[Json] = ["", "", "", "Kh Qh Jh Th 9h 8h 7h 6h 4h"]
    hands = ("5h 3d", "2h 4d", "5d 6d", "Ah 3h")
    assert thought(after(at(*hands, taken=taken), "0: play 5h", "1: play 2h", "2: play 5d")) == "play Ah"
    taken = ["Kh", "", "", "Qh Jh Th 9h 8h 7h 6h 4h"]
    assert thought(after(at(*hands, taken=taken), "0: play 5h", "1: play 2h", "2: play 5d")) == "play 3h"


def test_partners_give_each_other_what_is_good() -> None:
    """With partners the goat is thrown on the partner's trick; alone it is kept."""
    hands = ("Ac 2s 3s", "2c 4s 5s", "Jd 6s 7s", "3c 8s 9s")
    state = at(*hands, options=GAME.option_set.complete({"teams": True}), led="c s")
    assert thought(after(state, "0: play Ac", "1: play 2c")) == "play Jd"
    assert thought(after(at(*hands, led="c s"), "0: play Ac", "1: play 2c")) != "play Jd"


def test_a_lone_pig_is_not_exposed_and_a_goat_that_is_safe_at_home_is() -> None:
    pack = [f"{rank}{suit}" for suit in "shdc" for rank in "AKQJT98765432"]

    def dealt(mine: str) -> Any:
        rest = [card for card in pack if card not in mine.split()]
        Random(3).shuffle(rest)
        return at(mine, *(" ".join(rest[start : start + 13]) for start in (0, 13, 26)), phase="expose")

    alone = dealt("Qs Ks 2d 3d 4h 5h 6c 7c 8c 9c 2c 3c 7d")
    assert thought(alone, seat=0) == "decline"
    guarded = dealt("Ad Kd Qd Jd Td 9d 8d 2s 3s 2c 3c 2h 3h")
    assert thought(guarded, seat=0) == "expose Jd"
    assert thought(guarded, "easy", seat=0) == "decline"
