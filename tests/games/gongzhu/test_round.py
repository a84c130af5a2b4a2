"""Whole rounds and matches under random house rules: what must hold whatever is played, and who may know what."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from games.base.actions import Do, Pass, Play
from games.base.cards import Card, cards_text, sort_cards
from games.base.errors import IllegalAction
from games.base.events import Event
from games.contract import Carry, Deal, Json
from games.gongzhu import GAME
from games.gongzhu.cards import POINT_CARDS, SPECIALS
from games.gongzhu.facts import OwnFacts
from games.simulate import SeededDice
from tests.cases import each
from tests.games.gongzhu.test_fast_round import one_card_short
from tests.games.gongzhu.test_umpire import cards_of, house, position
from tests.seeds import seeds

PACK = Counter(GAME.pack(GAME.option_set.complete({}), 4))


def checked(state: Any, dealt: Counter[Card]) -> None:
    """What the sheet promises of every position (section 12)."""
    facts: dict[str, Any] = dict(GAME.facts(state))
    hands, trick = GAME.hands(state), facts["trick"].split()
    laid = Counter(card for act in state.history.acts() if act.verb == "play" for card in act.cards)
    assert Counter(card for hand in hands for card in hand) + laid == dealt
    assert len(trick) < 4
    sizes = {len(hand) for hand in hands}
    assert len(sizes) == 1 + bool(trick)
    assert max(sizes) - min(sizes) <= 1
    acting = [entry.seat for entry in GAME.awaited(state)]
    assert facts["to_act"] == acting
    assert bool(acting) is (facts["phase"] != "over")
    for seat in range(4):
        legal = list(GAME.legal(state, seat))
        assert bool(legal) is (seat in acting)
        assert len(legal) <= (16 if facts["phase"] == "expose" else 13)
        assert legal == [] or GAME.fallback(state, seat) in legal
        with pytest.raises(IllegalAction):
            GAME.check(state, seat, Pass())
    if facts["phase"] == "play":
        assert len(acting) == 1
        assert len(hands[acting[0]]) > 1
    if facts["phase"] == "over" and not any(facts["counts"]) and dealt == PACK:
        assert sum(facts["tricks"]) == 13
        assert sum(len(cards.split()) for cards in facts["taken"]) == len(POINT_CARDS)


@each("seed", seeds(20, 120))
def test_matches_under_any_house_rules_keep_what_the_sheet_promises(seed: int) -> None:
    random = Random(f"round {seed}")
    options = house(random)
    carry: Carry = {}
    totals = [0, 0, 0, 0]
    for number in range(4):
        deal = GAME.deal(options, 4, carry, SeededDice(f"{seed}.{number}"))
        deal = Deal(deal.hands, keys=deal.keys, follows=number > 0)
        dealt = Counter(card for hand in deal.hands for card in hand)
        assert dealt == PACK
        state = GAME.start(options, deal, carry).state
        choices = 0
        while awaited := GAME.awaited(state):
            checked(state, dealt)
            seat = random.choice(awaited).seat
            state = GAME.apply(state, seat, random.choice(list(GAME.legal(state, seat)))).state
            choices += 1
        checked(state, dealt)
        result = GAME.result(state)
        assert result is not None
        assert choices <= 48 + 4 * int(str(options["expose_rounds"]))
        totals = [total + points for total, points in zip(totals, result.points, strict=True)]
        assert list(result.carry["scores"]) == totals  # type: ignore[arg-type]  # a list of four totals
        pig = next((seat for seat, cards in enumerate(state.taken) if SPECIALS[0] in cards), None)
        assert pig is None or result.carry["pig"] == pig
        carry = result.carry
        if result.winner is not None:
            return


def test_everything_that_can_happen_does_happen_in_such_rounds() -> None:
    seen: Counter[str] = Counter()
    random = Random("seen")
    for number in range(120):
        options = house(random)
        hands, keys = position(random, follows=False)
        if not options["expose_rounds"]:
            keys["phase"] = "play"
        step = GAME.start(options, Deal(tuple(map(cards_of, hands)), keys=keys), {"scores": [-900, 800, 0, -50]})
        if number % 4 == 0:
            short, more = one_card_short(random.sample(list(PACK), 52))
            taken: list[Json] = [cards_text(cards) for cards in more["taken"]]
            step = GAME.start(options, Deal(short, keys={"taken": taken, "leader": 0, "led": "h"}), {})
        while True:
            seen.update(event.code for event in step.events)
            awaited = GAME.awaited(step.state)
            if not awaited:
                break
            seen.update(entry.why for entry in awaited)
            seat = random.choice(awaited).seat
            step = GAME.apply(step.state, seat, random.choice(list(GAME.legal(step.state, seat))))
    wanted = {
        "lead", "follow", "expose", "dealt", "decided", "exposed", "played", "points_taken", "trick_won", "all_taken",
        "hand_shown", "round_ended", "match_ended",
    }  # fmt: skip
    assert wanted == set(seen)


def test_a_round_is_told_the_same_way_twice() -> None:
    options = GAME.option_set.complete({"expose_rounds": 2})
    told: list[list[Event]] = []
    for _ in range(2):
        random = Random(5)
        events: list[Event] = []
        step = GAME.start(options, GAME.deal(options, 4, {}, SeededDice(5)), {})
        while awaited := GAME.awaited(step.state):
            events += step.events
            seat = random.choice(awaited).seat
            step = GAME.apply(step.state, seat, random.choice(list(GAME.legal(step.state, seat))))
        told.append(events)
    assert told[0] == told[1]


def test_when_time_runs_out_nothing_is_exposed_and_the_lowest_legal_card_is_played() -> None:
    """Between equal ranks: clubs, diamonds, spades, hearts."""
    options = GAME.option_set.complete({})
    hands = ["Qs 3h 3s 3d 3c", "Ts Jd 4h 5s 7h", "Js 6h 6s 6d 4s", "Ks 8h 8s 8d 7s"]
    start = Deal(tuple(cards_of(hand.split()) for hand in hands), keys={"phase": "expose"})
    state = GAME.start(options, start, {}).state
    for seat in range(4):
        assert GAME.fallback(state, seat) == Do("decline")
        state = GAME.apply(state, seat, Do("decline")).state
    played = []
    while awaited := GAME.awaited(state):
        action = GAME.fallback(state, awaited[0].seat)
        assert isinstance(action, Play)
        played.append(cards_text(action.cards))
        state = GAME.apply(state, awaited[0].seat, action).state
    assert played[:4] == ["3c", "4h", "4s", "7s"]
    assert played[4:8] == ["3d", "Jd", "6d", "8d"]
    assert played[8:12] == ["5s", "6s", "8s", "3s"]
    hands = ["3h 3s", "4h 4s", "5h 5s", "6h 6s"]
    state = GAME.start(options, Deal(tuple(cards_of(hand.split()) for hand in hands)), {}).state
    assert GAME.fallback(state, 0) == Play(cards_of(["3s"]))


@pytest.mark.parametrize("seed", range(8))
def test_nobody_learns_who_exposes_what_or_who_will_lead_before_all_have_decided(seed: int) -> None:
    """Two deals that differ in hidden cards alone look the same to whoever may not know them (GZ-9, GZ-30)."""
    options = GAME.option_set.complete({"expose_rounds": 1 + seed % 2})
    deal = GAME.deal(options, 4, {}, SeededDice(seed))
    others = [card for hand in deal.hands[1:] for card in hand]
    Random(seed).shuffle(others)
    hands = (deal.hands[0], *(sort_cards(others[at : at + 13]) for at in (0, 13, 26)))
    states = [GAME.start(options, Deal(held, keys=deal.keys), {}).state for held in (deal.hands, hands)]
    for seat in (1, 2, 3):
        views = [GAME.view(state, viewer) for state in states for viewer in (None, 0)]
        assert views[0] == views[2]
        assert views[1] == views[3]
        states = [GAME.apply(state, seat, list(GAME.legal(state, seat))[-1]).state for state in states]
    shown = [GAME.view(state, None) for state in states]
    assert shown[0] == shown[1]


def test_a_seat_sees_its_own_decision_until_all_have_decided() -> None:
    options = GAME.option_set.complete({})
    hands = tuple(cards_of(hand.split()) for hand in ("Qs Tc 2d", "3s 4s 5s", "6s 7s 8s", "9s Ts Js"))
    state = GAME.start(options, Deal(hands, keys={"phase": "expose"}), {}).state
    state = GAME.apply(state, 0, Do("expose", cards_of(["Qs", "Tc"]))).state
    assert GAME.view(state, 0).own == OwnFacts(answer=cards_of(["Qs", "Tc"]))
    for viewer in (None, 1, 2, 3):
        view = GAME.view(state, viewer)
        assert view.own == OwnFacts()
        assert view.seats[0].shown == ()
        assert view.acts == ()
        assert view.public.exposed == ()
    for seat in (1, 2, 3):
        state = GAME.apply(state, seat, Do("decline")).state
    assert {cards_text((card,)) for card in GAME.view(state, None).seats[0].shown} == {"Qs", "Tc"}
