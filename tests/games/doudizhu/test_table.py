"""What a seat at a table of Dou Dizhu sees, hears and is offered."""

import pickle
from collections.abc import Mapping
from typing import Any

import pytest

from games import GAMES
from games.base.actions import Action, Bid, Pass, Play
from games.base.cards import cards_text, full_pack
from games.base.errors import GameError, IllegalAction
from games.base.events import (
    EVERYONE,
    HandShown,
    MatchEnded,
    Passed,
    PileShown,
    Played,
    RoleTaken,
    RoundEnded,
    TrickWon,
    Voided,
)
from games.base.notation import place, read, read_cards, read_exact
from games.contract import Deal, Json
from games.doudizhu.state import State
from games.simulate import SeededDice
from tests.cases import each

GAME = GAMES["doudizhu"]


def table(*hands: str, stock: str = "", options: Mapping[str, object] | None = None, **keys: Json) -> State:
    """A position; suits that are left out are any."""
    *placed, rest = place([read_cards(text) for text in (*hands, stock)], full_pack())
    deal = Deal(tuple(placed), rest, keys)
    state: State = GAME.start(GAME.option_set.complete(options or {}), deal, {}).state
    return state


def after(state: State, *steps: str) -> State:
    for step in steps:
        seat, text = step.split(": ")
        state = GAME.apply(state, int(seat), GAME.read(state, int(seat), read(text))).state
    return state


def heard(state: State, step: str) -> list[Any]:
    seat, text = step.split(": ")
    return list(GAME.apply(state, int(seat), GAME.read(state, int(seat), read(text))).events)


def refusal(state: State, step: str) -> tuple[str, str]:
    with pytest.raises(IllegalAction) as caught:
        after(state, step)
    return caught.value.code, caught.value.rule


BIDDING: dict[str, Any] = {"stock": "Qs Ks As", "phase": "bid"}


@pytest.mark.parametrize(
    ("step", "code", "rule"),
    [
        ("1: bid 1", "not_your_turn", "DZ-44"), ("0: bid 4", "bid_range", "DZ-31"),
        ("0: bid -1", "bid_range", "DZ-31"), ("0: play 3", "wrong_verb", "DZ-31"),
        ("0: tribute 3", "wrong_verb", "DZ-44"), ("1: play 9", "not_your_turn", "DZ-44"),
    ],
)  # fmt: skip
def test_a_refusal_in_the_bidding_names_its_rule(step: str, code: str, rule: str) -> None:
    assert refusal(table("3 4", "5 6", "7 8", **BIDDING), step) == (code, rule)


def test_a_bid_that_is_not_higher_says_what_would_be() -> None:
    state = after(table("3 4", "5 6", "7 8", **BIDDING), "0: bid 1")
    with pytest.raises(IllegalAction) as caught:
        GAME.check(state, 1, Bid(1))
    assert caught.value.code == "bid_too_low"
    assert caught.value.data == {"bid": 1, "lowest": 2}


@each(
    ("step", "code", "rule"),
    [
        ("2: play 7", "not_your_turn", "DZ-44"), ("2: play K", "not_your_turn", "DZ-44"),
        ("1: bid 1", "wrong_verb", "DZ-44"), ("1: play K", "not_in_hand", "DZ-40"),
        ("1: play", "no_cards", "DZ-40"), ("1: play 5 6", "no_combination", "DZ-10"),
        ("1: play 5", "does_not_beat", "DZ-20"), ("1: play 6 6 as trio", "no_such_reading", "DZ-18"),
        ("1: play 6 6 as dance", "no_such_reading", "DZ-18"), ("1: dance", "wrong_verb", "DZ-44"),
    ],
)  # fmt: skip
def test_a_refusal_in_the_play_names_its_rule(step: str, code: str, rule: str) -> None:
    state = after(table("3 4 4", "5 6 6", "7 8 9"), "0: play 4 4")
    assert refusal(state, step) == (code, rule)


def test_a_leader_that_passes_is_told_to_play() -> None:
    assert refusal(table("3 4 4", "5 6 6", "7 8 9"), "0: pass") == ("must_lead", "DZ-41")


def test_after_the_end_everybody_is_told_so() -> None:
    state = after(table("3", "5 6", "7 8"), "0: play 3")
    for step in ("0: play 3", "1: play 5", "1: play K", "2: pass", "0: bid 1"):
        assert refusal(state, step) == ("round_over", "DZ-50")


def test_a_refusal_names_no_card_but_those_of_the_actor() -> None:
    state = after(table("3 4 4", "5 6 6", "7 8 9"), "0: play 4 4")
    for text in ("play K K", "play 5", "play 5 6", "pass 3", "play 6 6 as trio"):
        with pytest.raises(GameError) as caught:
            GAME.check(state, 1, GAME.read(state, 1, read(text)))
        data = getattr(caught.value, "data", {})
        assert (
            not set(str(data.get("cards", "")).replace("s", "").replace("h", "").split())
            - set(text.split())
            - {"5", "6"}
        )


def test_the_kitty_is_told_to_all_when_there_is_a_landlord() -> None:
    state = table("3s 4s", "5s 6s", "7s 8s", **BIDDING)
    _, role, shown = heard(state, "0: bid 3")
    assert role == RoleTaken(audience=EVERYONE, seat=0, role="landlord", stake=3)
    assert shown == PileShown(audience=EVERYONE, pile="kitty", cards=read_exact("Qs Ks As"), seat=0)


def test_automatic_passes_are_told_as_such() -> None:
    played, first, second, won = heard(table("x X 4 4", "3 3 3 3", "5 5 5 5"), "0: play x X")
    assert isinstance(played, Played)
    assert (played.kind, played.rank, played.lead) == ("rocket", "X", True)
    assert first == Passed(audience=EVERYONE, seat=1, auto=True)
    assert second == Passed(audience=EVERYONE, seat=2, auto=True)
    assert won == TrickWon(audience=EVERYONE, seat=0, leader=0)


def test_hands_that_are_left_are_shown_at_the_end() -> None:
    events = heard(table("3s", "5s 6s", "7s 8s"), "0: play 3s")
    shown = {event.seat: cards_text(event.cards) for event in events if isinstance(event, HandShown)}
    assert shown == {1: "5s 6s", 2: "7s 8s"}
    assert RoundEnded(audience=EVERYONE, points=(4, -2, -2)) in events
    assert not any(isinstance(event, MatchEnded) for event in events)


def test_the_end_of_the_match_is_told() -> None:
    events = heard(table("3s", "5s 6s", "7s 8s", options={"deals": 1}), "0: play 3s")
    assert events[-1] == MatchEnded(audience=EVERYONE, winners=(0,))


def test_a_void_deal_is_told_without_the_hands() -> None:
    state = after(table("3s 4s", "5s 6s", "7s 8s", **BIDDING), "0: pass", "1: pass")
    events = heard(state, "2: pass")
    assert events[-1] == Voided(audience=EVERYONE, why="all_passed")
    assert not any(isinstance(event, HandShown | PileShown) for event in events)


def test_the_kitty_lies_face_down_in_the_bidding() -> None:
    state = table("3s 4s", "5s 6s", "7s 8s", **BIDDING)
    for viewer in (None, 0, 1, 2):
        view = GAME.view(state, viewer)
        assert [(pile.name, pile.count, pile.cards) for pile in view.piles] == [("kitty", 3, None)]
        assert view.facts["kitty"] is None
        assert b"Qs" not in pickle.dumps(view)


def test_cards_of_the_kitty_not_yet_played_are_known_to_be_the_landlord_s() -> None:
    state = after(table("3s 4s", "5s 6s 2c", "7s 8s", **BIDDING), "0: bid 3")
    assert cards_text(GAME.view(state, 2).seats[0].shown) == "Qs Ks As"
    state = after(state, "0: play Ks", "1: play 2c")
    assert cards_text(GAME.view(state, 2).seats[0].shown) == "Qs As"
    assert GAME.view(state, 2).seats[1].shown == ()


def test_everybody_sees_the_whole_round_as_it_was_done() -> None:
    state = after(
        table("3s 4s", "5s 6s", "7s 8s", **BIDDING), "0: bid 1", "1: pass", "2: pass", "0: play 3s", "1: play 6s"
    )
    acts = GAME.view(state, None).acts
    assert [(act.seat, act.verb, act.number, cards_text(act.cards), act.kind, act.lead, act.trick) for act in acts] == [
        (0, "bid", 1, "", "", False, -1),
        (1, "pass", None, "", "", False, -1),
        (2, "pass", None, "", "", False, -1),
        (0, "play", None, "3s", "solo", True, 0),
        (1, "play", None, "6s", "solo", False, 0),
    ]


def test_roles_places_and_scores_stand_at_the_seats() -> None:
    state = after(table("3s", "5s 6s", "7s 8s"), "0: play 3s")
    seats = GAME.view(state, None).seats
    assert [seat.role for seat in seats] == ["landlord", "peasant", "peasant"]
    assert [seat.place for seat in seats] == [1, None, None]
    assert [seat.score for seat in seats] == [4, -2, -2]


def test_a_seat_is_told_why_it_is_awaited() -> None:
    state = table("3 4 4", "5 6 6", "7 8 9", stock="Q", phase="bid")
    assert [(awaited.why, awaited.autopass) for awaited in GAME.awaited(state)] == [("bid", False)]
    state = after(state, "0: bid 3")
    assert [(awaited.why, awaited.autopass) for awaited in GAME.awaited(state)] == [("lead", False)]
    state = after(state, "0: play 3")
    assert [(awaited.why, awaited.autopass) for awaited in GAME.awaited(state)] == [("follow", True)]


@pytest.mark.parametrize(
    ("hand", "lead"),
    [
        ("4 5 6", "4"), ("3 3 3 3 5 5", "5"), ("3 3 3 3 x X", "3"), ("x X 2", "2"), ("x X", "x"),
        ("x 2 2 2 2", "x"), ("3 3 3 3", "3"),
    ],
)  # fmt: skip
def test_when_time_runs_out_the_lowest_harmless_card_is_led(hand: str, lead: str) -> None:
    state = table(hand, "4 6 7 8", "9 T J Q")
    action = GAME.fallback(state, 0)
    assert isinstance(action, Play)
    assert [text[0] for text in cards_text(action.cards).split()] == [lead]


def test_when_time_runs_out_a_follower_and_a_bidder_pass() -> None:
    assert GAME.fallback(table("3 4", "5 6", "7 8", **BIDDING), 0) == Pass()
    assert GAME.fallback(after(table("3 4", "5 6", "7 8"), "0: play 3"), 1) == Pass()


def test_chosen_cards_are_named() -> None:
    state = table("3 3 3 4 4 4 5 5 5 6 6 6 9", "7 7 7 8 8 8 9 9 9 T T T J", "Q Q")
    found = GAME.recognise(state, 0, state.hands[0][:12])
    assert (found.kind, found.rank, found.legal) == ("airplane", "6", True)
    assert [(kind, rank) for _, kind, rank in found.others] == [("airplane_small", "6")]
    assert GAME.recognise(state, 0, state.hands[0][2:5]).action is None
    assert GAME.recognise(state, 0, ()).action is None


def test_chosen_cards_are_named_before_one_s_turn_against_what_stands() -> None:
    state = after(table("3 3 4", "5 5 6 6 K", "2 2 7"), "0: play 3 3")
    assert GAME.recognise(state, 2, read_exact("2s 2h")).legal
    assert not GAME.recognise(state, 2, read_exact("7s")).legal
    assert GAME.recognise(state, 0, (state.hands[0][0],)).legal, "one's own play is not to be beaten"


def test_cards_are_named_in_the_bidding_but_cannot_be_played() -> None:
    state = table("3s 3h", "5 6", "7 8", **BIDDING)
    found = GAME.recognise(state, 0, state.hands[0])
    assert (found.kind, found.legal) == ("pair", False)


@pytest.mark.parametrize("word", ["飞机带小翼", "airplane_small"])
def test_a_reading_may_be_named_in_chinese(word: str) -> None:
    state = table("3 3 3 4 4 4 5 5 5 6 6 6 9", "7 7", "Q Q")
    action = GAME.read(state, 0, read(f"play 3 3 3 4 4 4 5 5 5 6 6 6 as {word}"))
    assert isinstance(action, Play)
    assert action.reading == "airplane_small"


def test_naming_a_bid_of_nought_is_a_pass() -> None:
    state = table("3 4", "5 6", "7 8", **BIDDING)
    assert GAME.view(GAME.apply(state, 0, Bid(0)).state, None) == GAME.view(GAME.apply(state, 0, Pass()).state, None)


def test_no_pass_is_left_to_the_table_to_prove() -> None:
    state = after(table("3 3 4", "5 6", "7 8"), "0: play 3 3")
    assert not GAME.provable_pass(state, 1)


def test_cards_are_dealt_one_by_one_and_the_last_three_are_the_kitty() -> None:
    class Unshuffled(SeededDice):
        def shuffled(self, cards: tuple[Any, ...]) -> tuple[Any, ...]:
            return cards

    deal = GAME.deal(GAME.option_set.complete({}), 3, {}, Unshuffled(0))
    assert deal.hands == tuple(tuple(full_pack()[seat:51:3]) for seat in range(3))
    assert deal.stock == full_pack()[51:]


def test_the_first_bidder_is_drawn_only_where_the_house_rules_want_it() -> None:
    def leader(carry: Mapping[str, Json], **options: object) -> Json:
        deals = [GAME.deal(GAME.option_set.complete(options), 3, carry, SeededDice(seed)) for seed in range(20)]
        drawn = {deal.keys.get("leader") for deal in deals}
        return sorted(drawn) if None not in drawn else None  # type: ignore[type-var]  # seats

    assert leader({}) == [0, 1, 2]
    assert leader({}, first_bidder="winner") == [0, 1, 2]
    assert leader({"out": 2}, first_bidder="winner") is None
    assert leader({}, first_bidder="three_of_hearts") is None


def test_suggestions_are_few_and_plays_come_before_passing() -> None:
    state = after(table("3 3 4", "5 5 6 6 7 7 K K x X", "2 2 7"), "0: play 3 3")
    offered: list[Action] = list(GAME.suggest(state, 1))
    assert 0 < len(offered) <= 8
    assert all(isinstance(action, Play) for action in offered)
    nothing = after(state, "1: play K K", "2: play 2 2")
    assert list(GAME.suggest(nothing, 1))
