"""Who leads and who gets points, in series under random house rules."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from games.base.actions import Action, Pass, Play
from games.base.cards import full_pack, sort_cards
from games.base.events import Event
from games.base.options import Options
from games.contract import Carry, Deal
from games.liujiatong import GAME
from games.simulate import SeededDice
from tests.games.liujiatong.test_umpire import cards_of
from tests.strategies import random_options


def short_deal(random: Random, size: int) -> Deal:
    """Small hands out of a few neighbouring ranks, with jokers and now and then more scoring cards; at most 12 cards each."""
    low = random.randrange(9)
    more = random.choice(((), (2, 7, 10)))
    pool = [card for card in full_pack(4) if low <= card // 4 < low + 4 or card > 51 or card // 4 in more]
    random.shuffle(pool)
    hands = tuple(sort_cards(pool[seat * size : seat * size + size]) for seat in range(6))
    return Deal(hands, keys={"leader": random.randrange(6)})


def lively(random: Random, state: Any, seat: int) -> Action:
    """A legal action, plays more often than passes, now and then a long one."""
    plays: list[Action] = [action for action in islice(GAME.legal(state, seat), 2000) if isinstance(action, Play)]
    if not plays or (GAME.view(state, None).standing is not None and random.random() < 0.3):
        return Pass()
    if random.random() < 0.3:
        return max(plays, key=lambda action: len(getattr(action, "cards", ())))
    return random.choice(plays)


def test_who_gets_points_is_told_so_that_the_sums_are_right() -> None:
    for seed in range(12):
        random = Random(f"told {seed}")
        options = random_options(GAME, random, target=(0, 1, 300, 1000))
        step = GAME.start(options, short_deal(random, 6), {})
        told: list[Event] = [*step.events]
        while awaited := GAME.awaited(step.state):
            seat = awaited[0].seat
            step = GAME.apply(step.state, seat, lively(random, step.state, seat))
            told += step.events
        won = [0] * 6
        for event in told:
            if event.code in ("pot_won", "leftover_counted") and getattr(event, "seat", None) is not None:
                won[getattr(event, "seat", 0)] += getattr(event, "points", 0)
        assert won == GAME.facts(step.state)["points"]


def over(options: Options, carry: Carry, leader: int) -> Carry:
    """What a tiny round leaves behind that this seat led."""
    deal = Deal(cards_of(("AA9", "3455", "22KK", "3467", "47", "3489")), keys={"leader": leader})
    state = GAME.start(options, deal, carry).state
    random = Random(leader)
    while awaited := GAME.awaited(state):
        state = GAME.apply(state, awaited[0].seat, lively(random, state, awaited[0].seat)).state
    result = GAME.result(state)
    assert result is not None
    return result.carry


@pytest.mark.parametrize("first_lead", ["random", "same", "first_out"])
def test_the_first_leader_of_a_series_is_drawn_among_all_six(first_lead: str) -> None:
    options = GAME.option_set.complete({"first_lead": first_lead})
    leaders = set()
    for seed in range(60):
        state = GAME.start(options, GAME.deal(options, 6, {}, SeededDice(seed)), {}).state
        assert GAME.awaited(state)[0].seat == GAME.facts(state)["leader"]
        leaders.add(GAME.facts(state)["leader"])
    assert leaders == set(range(6))


def test_by_default_every_later_leader_is_drawn_anew() -> None:
    options = GAME.option_set.complete({})
    carry = over(options, {}, 3)
    leaders = [
        GAME.facts(GAME.start(options, GAME.deal(options, 6, carry, SeededDice(seed)), carry).state)["leader"]
        for seed in range(60)
    ]
    assert set(map(str, leaders)) == set("012345")
    assert not set(carry) & {"leader", "first_out"}, "nothing is carried that is not asked for"
