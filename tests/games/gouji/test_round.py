"""Any house rules, small hands and lively players for the tests of this game; and what the clock does."""

from itertools import islice
from random import Random
from typing import Any

from games.base.actions import Do, Play
from games.base.cards import full_pack, sort_cards
from games.base.options import Options
from games.contract import Carry, Deal
from games.gouji import GAME
from games.simulate import SeededDice
from tests.strategies import random_options


def house(random: Random) -> Options:
    small = range(1, 7)
    return random_options(GAME, random, target_score=small, match_rounds=small, sweep_target=small, target_lead=small)


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
