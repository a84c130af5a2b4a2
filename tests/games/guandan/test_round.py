"""Whole matches under random house rules, and what is told and shown in them."""

import pickle
from random import Random
from typing import Any

import pytest

from games.base.actions import Action
from games.base.cards import BIG_JOKER, card_text
from games.base.errors import IllegalAction
from games.base.events import EVERYONE, Played, WentOut
from games.base.notation import read, read_action, read_exact, read_step
from games.contract import Deal, Json
from games.guandan import GAME
from games.guandan.events import LevelsMoved, Moved, NamedHidden, Resisted
from games.guandan.facts import OwnFacts
from games.guandan.state import Exchanging, Over, Playing
from games.kit.position import ImpossiblePosition
from games.simulate import SeededDice
from tests.cases import each
from tests.seeds import seeds
from tests.strategies import random_options


def one_of(random: Random, state: Any, seat: int) -> Action:
    """A legal action; plays told apart by reading now and then."""
    if random.random() < 0.2:
        return random.choice(list(GAME.suggest(state, seat)))
    return random.choice(list(GAME.legal(state, seat)))


@pytest.mark.parametrize("seed", seeds(3, 50))
def test_points_and_turns_add_up_in_every_match(seed: int) -> None:
    random = Random(seed)
    options = random_options(GAME, random)
    carry: Any = {}
    for number in range(1, 5):
        deal = GAME.deal(options, 4, carry, SeededDice(f"{seed}.{number}"))
        state = GAME.start(options, deal, carry).state
        while awaited := GAME.awaited(state):
            assert (GAME.phase(state) == "play") is (len(awaited) == 1 and isinstance(state, Playing))
            seat = random.choice(awaited).seat
            state = GAME.apply(state, seat, one_of(random, state, seat)).state
            if isinstance(state, Exchanging) and state.verb == "tribute":
                assert all(len(hand) == 27 for hand in state.hands)
        result = GAME.result(state)
        assert result is not None
        assert isinstance(state, Over)
        assert sum(result.points) == 0
        assert sum(state.after.scores) == 0
        assert sorted(state.places) == [0, 1, 2, 3]
        assert all(level <= 12 for level in state.after.levels)
        tries = int(str(options["a_tries"]))
        assert all(tries == 0 or count < tries for count in state.after.tries)
        if result.winner is not None:
            return
        carry = result.carry


def tribute(hands: tuple[str, ...], places: list[int], **keys: Json) -> Any:
    options = GAME.option_set.complete({})
    deal = Deal(tuple(read_exact(hand) for hand in hands), keys={"phase": "tribute", "levels": ["Q", "2"], **keys})
    return GAME.start(options, deal, {"places": list[Json](places)})


DOUBLE = ("4s 5d", "Ks 5c 5h", "6s 7d", "As Ad 3c")


def test_a_named_tribute_is_in_no_other_view_and_in_no_event() -> None:
    state = tribute(DOUBLE, [0, 2, 1, 3]).state
    step = GAME.apply(state, 3, read_action("tribute Ad"))
    other = GAME.apply(state, 3, read_action("tribute As"))
    assert step.events == other.events == (NamedHidden(audience=EVERYONE, seat=3, verb="tribute"),)
    for viewer in (None, 0, 1, 2):
        assert pickle.dumps(GAME.view(step.state, viewer)) == pickle.dumps(GAME.view(other.state, viewer))
    assert GAME.view(step.state, 3).own == OwnFacts(named=read_exact("Ad")[0])
    assert GAME.view(step.state, None).seats[3].marks == ("named",)
    assert [entry.private for entry in GAME.awaited(step.state)] == [True]


def test_both_tributes_move_together_and_are_known_where_they_lie() -> None:
    state = tribute(DOUBLE, [0, 2, 1, 3]).state
    state = GAME.apply(state, 3, read_action("tribute Ad")).state
    step = GAME.apply(state, 1, read_action("tribute Ks"))
    assert [event for event in step.events if isinstance(event, Moved)] == [
        Moved(audience=EVERYONE, verb="tribute", seat=3, to=0, card=read_action("play Ad").cards[0]),  # type: ignore[union-attr]
        Moved(audience=EVERYONE, verb="tribute", seat=1, to=2, card=read_action("play Ks").cards[0]),  # type: ignore[union-attr]
    ]
    view = GAME.view(step.state, None)
    assert [card_text(card) for card in view.seats[0].shown] == ["Ad"]
    assert [card_text(card) for card in view.seats[2].shown] == ["Ks"]
    state = GAME.apply(step.state, 0, read_action("return 4s")).state
    state = GAME.apply(state, 2, read_action("return 6s")).state
    assert GAME.phase(state) == "play"
    assert [card_text(card) for card in GAME.view(state, None).seats[3].shown] == ["4s"]


def test_a_card_that_was_given_is_known_only_as_long_as_that_is_certain() -> None:
    """Whoever holds two copies and plays one may have played the one that everybody saw."""
    state = tribute(("4s 5d", "Ks 5c 5h", "6s 7d 8d", "As 4s 3c"), [0, 1, 2, 3]).state
    state = GAME.apply(state, 3, read_action("tribute As")).state
    state = GAME.apply(state, 0, read_action("return 4s")).state
    assert [card_text(card) for card in GAME.view(state, None).seats[3].shown] == ["4s"]
    state = GAME.apply(state, 3, read_action("play 4s")).state
    assert GAME.view(state, None).seats[3].shown == ()


def test_a_resisted_tribute_names_who_holds_the_big_jokers() -> None:
    step = tribute(("4s 5d", "X 5c", "6s 7d", "X 3c"), [0, 2, 1, 3])
    assert [event.holders for event in step.events if isinstance(event, Resisted)] == [((1, 1), (3, 1))]
    assert BIG_JOKER in GAME.hands(step.state)[1]


def test_going_out_and_the_end_are_told_in_order() -> None:
    options = GAME.option_set.complete({})
    hands = tuple(read_exact(hand) for hand in ("", "3s 3d", "Ks Kd", "4s 4c"))
    state = GAME.start(options, Deal(hands, keys={"leader": 2, "levels": ["5", "2"], "declarer": 0}), {}).state
    step = GAME.apply(state, 2, read_action("play Ks Kd"))
    codes = [event.code for event in step.events]
    assert codes == ["played", "went_out", "hand_shown", "hand_shown", "round_ended", "levels_moved"]
    assert next(event.place for event in step.events if isinstance(event, WentOut)) == 2
    moved = next(event for event in step.events if isinstance(event, LevelsMoved))
    assert (moved.team, moved.steps, moved.levels_before, moved.levels) == (0, 3, ("5", "2"), ("8", "2"))


@each(
    "keys",
    [
        {"levels": ["1", "2"]}, {"levels": ["2"]}, {"levels": "22"}, {"levels": [2, 2]}, {"level": "x"}, {"declarer": 2},
        {"declarer": True}, {"tries": [0]}, {"tries": [-1, 0]}, {"scores": [0, 0]}, {"round": 0}, {"phase": "bid"},
        {"phase": "tribute"}, {"leader": 4}, {"leader": 3}, {"turned": "x"}, {"turned": "2h"}, {"turned": "4"}, {"turned": 4},
        {"turned": "4s", "leader": 0}, {"finished": [0]}, {"finished": ["3"]}, {"nonsense": 1}, {"levels": ["5", "2"]},
    ],
)  # fmt: skip
def test_an_impossible_position_is_refused_with_the_key_that_is_wrong(keys: dict[str, Json]) -> None:
    hands = tuple(read_exact(hand) for hand in ("4s 5d", "5c 5h", "6s 7d", ""))
    with pytest.raises(ImpossiblePosition) as refused:
        GAME.start(GAME.option_set.complete({}), Deal(hands, keys=keys), {})
    assert refused.value.part in {*keys, "previous", "level", "levels"}


@pytest.mark.parametrize("carry", [{"places": [0, 1, 2]}, {"places": [0, 1, 2, 2]}, {"places": "0123"}, {"other": 1}])
def test_a_malformed_match_so_far_is_refused(carry: dict[str, Json]) -> None:
    options = GAME.option_set.complete({})
    deal = GAME.deal(options, 4, {}, SeededDice(1))
    with pytest.raises(ImpossiblePosition):
        GAME.start(options, deal, carry)


REFUSALS = [
    ("1: play 4s", "not_your_turn"), ("3: play 3s", "out"), ("0: tribute 9s", "wrong_verb"), ("0: bid 2", "wrong_verb"),
    ("0: burn", "wrong_verb"), ("0: play Ks", "not_in_hand"), ("0: play 9s 8s", "no_combination"),
    ("0: play 9s as T", "no_such_reading"), ("0: play 9s as nonsense", "no_such_reading"), ("0: pass", "must_lead"),
    ("0: play", "no_cards"), ("4: pass", "not_your_turn"), ("0: play 5s", "does_not_beat"),
]  # fmt: skip


@each(("said", "code"), REFUSALS)
def test_every_refusal_has_its_own_reason(said: str, code: str) -> None:
    hands = tuple(read_exact(hand) for hand in ("9s 8s 5s 4d", "4s Qd Kd", "Ts 7d 6d", ""))
    state = GAME.start(GAME.option_set.complete({}), Deal(hands), {}).state
    if code == "does_not_beat":
        state = GAME.start(GAME.option_set.complete({}), Deal(hands, keys={"leader": 2}), {}).state
        state = GAME.apply(state, 2, read_action("play Ts")).state
    seat, text = read_step(said)
    with pytest.raises(IllegalAction) as refused:
        GAME.apply(state, seat, GAME.read(state, seat, read(text)))
    assert refused.value.code == code


def test_a_kind_may_be_named_in_place_of_cards() -> None:
    hands = tuple(read_exact(hand) for hand in ("5s 6s 7s 8s 2h 9d", "3s 3d Kd", "4s 4d Kc", "Js Jd Qd"))
    state = GAME.start(GAME.option_set.complete({}), Deal(hands), {}).state
    for named, kind in (
        ("straight", "straight"),
        ("顺子", "straight"),
        ("straight_flush", "straight_flush"),
        ("同花顺", "straight_flush"),
    ):
        said = read("play 5s 6s 7s 8s 2h as straight")
        action = GAME.read(state, 0, type(said)(said.verb, said.cards, reading=named))
        played = GAME.apply(state, 0, action).events[0]
        assert isinstance(played, Played)
        assert played.kind == kind
