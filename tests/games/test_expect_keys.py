"""What is known when: the keys of ``expect`` that are null in some phases, and in which, as the sheets have it."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from games import GAMES
from games.simulate import SeededDice

_GIVEN: dict[str, dict[str, set[str]]] = {
    "doudizhu": {"landlord": {"play", "over"}, "kitty": {"play", "over"}, "points": {"over"}},
    "guandan": {"points": {"over"}, "team_points": {"over"}, "places": {"over"}},
    "gouji": {
        "stage": {"declare"}, "mode": {"play"}, "tribute": {"return"}, "places": {"over"}, "points": {"over"},
        "team_points": {"over"}, "next_leader": {"over"},
    },
    "gongzhu": {"points": {"over"}},
    "liujiatong": {"points": {"over"}, "team_points": {"over"}, "leftover": {"over"}, "round_winner": {"over"}},
    "gandengyan": {"points": {"over"}},
}  # fmt: skip
"""By game: the phases in which a key has a value; in all others it is null."""
_ROUNDS = 3


@pytest.mark.parametrize("key", sorted(GAMES))
def test_what_is_not_settled_yet_is_null_and_what_is_settled_is_told(key: str) -> None:
    game, random = GAMES[key], Random(key)
    options = game.option_set.complete({})
    given, carry, phases = _GIVEN[key], dict[str, Any](), set()
    for number in range(_ROUNDS):
        deal = game.deal(options, game.seats[-1], carry, SeededDice(f"{key}{number}"))
        state: Any = game.start(options, deal, carry).state
        while True:
            facts: dict[str, Any] = dict(game.facts(state))
            phase = facts["phase"]
            if facts.get("redeal") or facts.get("void"):
                break
            phases.add(phase)
            assert all((facts[name] is not None) is (phase in known) for name, known in given.items()), facts
            assert not [name for name, value in facts.items() if isinstance(value, list) and None in value], facts
            assert facts["standing"] is None or phase == "play"
            awaited = game.awaited(state)
            if not awaited:
                break
            seat = random.choice(awaited).seat
            actions = list(islice(game.legal(state, seat), 60))
            state = game.apply(state, seat, random.choice(actions)).state
        result = game.result(state)
        assert result is not None
        carry = dict(result.carry)
    assert phases >= {phase for known in given.values() for phase in known}
