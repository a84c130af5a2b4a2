"""Whole rounds and matches under random house rules: what must hold whatever is played."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from random import Random
from typing import Any

import pytest

from games.base.actions import Do, Pass, Play
from games.base.cards import full_pack, sort_cards
from games.base.errors import IllegalAction
from games.base.events import Event
from games.base.options import Choice, Flag, Number, Options
from games.contract import Carry, Deal
from games.gouji import GAME
from games.gouji.state import opposite
from games.simulate import SeededDice
from tests.cases import each
from tests.seeds import seeds

_RARE = (290, 403, 929)
"""Of these matches one has a burn that succeeds, one a counter-burn, one a burn that is stopped."""


def house(random: Random) -> Options:
    """Any house rules."""
    given: dict[str, object] = {}
    for option in GAME.option_set.options:
        match option:
            case Choice(values=values):
                given[option.name] = random.choice(values)
            case Flag():
                given[option.name] = random.random() < 0.5
            case Number():
                given[option.name] = random.randint(1, 6)
            case _:
                raise AssertionError(option)
    return GAME.option_set.complete(given)


def short_deal(random: Random, size: int) -> Deal:
    """Small hands out of cards that matter: 3s, 4s, high ranks, 2s and jokers."""
    pool = [card for card in full_pack(4) if card // 4 in (0, 1, 7, 9, 10, 11, 12) or card > 51]
    random.shuffle(pool)
    hands = tuple(sort_cards(pool[seat * size : seat * size + size]) for seat in range(6))
    phase = random.choice(("tribute", "buy", "declare", "play"))
    return Deal(hands, keys={"phase": phase, "leader": random.randrange(6)})


def lively(random: Random, state: Any, seat: int) -> Any:
    """A legal action, burns and yields and answers more often than chance would have them."""
    actions = list(islice(GAME.legal(state, seat), 400))
    wanted = [
        action
        for action in actions
        if isinstance(action, Do) and action.verb in ("burn", "yield", "revolt", "challenge")
    ]
    plays = [action for action in actions if isinstance(action, Play)]
    if wanted and random.random() < 0.7:
        return random.choice(wanted)
    return random.choice(plays if plays and random.random() < 0.6 else actions)


def checked(state: Any, before: Any = None) -> None:
    """What the sheet promises of every position."""
    round_, facts = state.round, GAME.facts(state)
    gone = [*round_.finished, *round_.dead, *round_.revolted]
    assert len(gone) == len(set(gone))
    acting = [entry.seat for entry in GAME.awaited(state)]
    assert facts["to_act"] == acting
    if facts["phase"] == "over":
        assert acting == []
        return
    assert acting
    if facts["phase"] in ("return", "play"):
        assert len(acting) == 1
    for seat in acting:
        assert any(True for _ in GAME.legal(state, seat))
        assert seat not in gone
        if facts["stage"] == "counter":
            assert round_.holds(seat, 1)
            assert opposite(seat) in round_.challenged
    if facts["mode"] in ("lead", "burn_lead"):
        assert facts["standing"] is None
        with pytest.raises(IllegalAction):
            GAME.check(state, acting[0], Pass())


@each("seed", seeds(40, 240))
def test_matches_under_any_house_rules_keep_what_the_sheet_promises(seed: int) -> None:
    random = Random(seed)
    options = house(random)
    carry: Carry = {}
    for number in range(3):
        deal = (
            short_deal(random, random.randint(2, 9))
            if seed % 4
            else GAME.deal(options, 6, carry, SeededDice(f"{seed}.{number}"))
        )
        deal = Deal(deal.hands, keys=deal.keys, follows=number > 0)
        state = GAME.start(options, deal, carry).state
        dealt = Counter(card for hand in deal.hands for card in hand)
        steps = 0
        while awaited := GAME.awaited(state):
            checked(state)
            seat = random.choice(awaited).seat
            state = GAME.apply(state, seat, lively(random, state, seat)).state
            steps += 1
            laid = Counter(
                card for act in state.round.history.acts() if act.verb in ("play", "burn") for card in act.cards
            )
            assert Counter(card for hand in GAME.hands(state) for card in hand) + laid == dealt
            assert steps < 3000
        checked(state)
        result = GAME.result(state)
        assert result is not None
        if not result.void:
            assert sorted(place or 0 for place in result.places) == [1, 2, 3, 4, 5, 6]
            if options["scoring"] != "team2":
                assert sum(result.points) == 0
        carry = result.carry
        if result.winner is not None:
            return


def test_everything_that_can_happen_does_happen_in_such_matches() -> None:
    """The tests above are worth something only if burns, counter-burns, tries and sweeps come about in them."""
    seen: Counter[str] = Counter()
    for seed in (*range(160), *_RARE):
        random = Random(f"seen {seed}")
        options = house(random)
        state = GAME.start(options, short_deal(random, random.randint(2, 9)), {}).state
        while awaited := GAME.awaited(state):
            seen.update(entry.why for entry in awaited)
            seat = random.choice(awaited).seat
            step = GAME.apply(state, seat, lively(random, state, seat))
            seen.update(event.code for event in step.events)
            state = step.state
    wanted = {
        "lead", "follow", "yield", "last_chance", "duel", "burn", "burn_answer", "burn_lead", "declare", "counter", "buy",
        "revolt_try", "point_opened", "fours_due", "nullified", "burn_counted", "burn_stopped", "burn_countered",
        "burn_ran_out", "entangled", "swept", "stifled", "voided", "try_held", "try_beaten", "bought", "lead_inherited",
    }  # fmt: skip
    assert wanted <= set(seen), wanted - set(seen)


def test_a_round_is_told_the_same_way_twice() -> None:
    options = GAME.option_set.complete({})
    told: list[list[Event]] = []
    for _ in range(2):
        random = Random(5)
        events: list[Event] = []
        step = GAME.start(options, GAME.deal(options, 6, {}, SeededDice(5)), {})
        while awaited := GAME.awaited(step.state):
            events += step.events
            seat = random.choice(awaited).seat
            step = GAME.apply(step.state, seat, lively(random, step.state, seat))
        told.append(events)
    assert told[0] == told[1]


def test_the_thinking_clock_never_plays_the_last_three_away_before_its_time() -> None:
    """What the clock does is legal everywhere, and gives no 3 back while there is anything else."""
    options = GAME.option_set.complete({})
    carry: Carry = {}
    for number in range(3):
        state = GAME.start(options, GAME.deal(options, 6, carry, SeededDice(f"clock {number}")), carry).state
        while awaited := GAME.awaited(state):
            seat = awaited[0].seat
            action = GAME.fallback(state, seat)
            GAME.check(state, seat, action)
            if isinstance(action, Do) and action.verb == "return":
                threes = [card for card in action.cards if card < 4]
                assert not threes or all(card < 4 for card in GAME.hands(state)[seat])
            state = GAME.apply(state, seat, action).state
        result = GAME.result(state)
        assert result is not None
        carry = result.carry
