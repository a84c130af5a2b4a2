"""Native cores play as the rules do, under any house rules, through every door: a million rounds by ``make soak-cores``."""

import os
import time
from random import Random

import pytest

from games import GAMES
from tests.native import SideBySide, going_on_of
from tests.strategies import random_options

_AT_ONCE = 20  # Rounds under the same house rules


@pytest.mark.timeout(0)  # a million rounds take hours
@pytest.mark.parametrize("key", [key for key in GAMES if going_on_of(key)])
def test_a_core_plays_as_the_rules_do_under_any_house_rules(key: str, seconds: float, seed: int) -> None:
    game, played, began = GAMES[key], 0, time.monotonic()
    wanted = int(os.environ.get("SOAK_ROUNDS", "0"))
    while played < wanted or (not wanted and time.monotonic() - began < seconds):
        random = Random(f"{seed}/{played}")
        options = random_options(game, random)
        try:
            table = SideBySide(game, options, random.choice(game.seats), random)
            for number in range(_AT_ONCE):
                table.play(f"{seed}/{played}/{number}", look=0.03)
        except AssertionError as error:
            error.add_note(f"after round {played} of seed {seed}, options {dict(options)}")
            raise
        played += _AT_ONCE
    print(f"{key}: {played} rounds, {played / (time.monotonic() - began):.1f} a second")
