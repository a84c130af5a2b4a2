"""Actions decided in two steps: a kind, then which of its actions; all that is legal can be done so, and nothing else."""

import pickle
import random
from collections import Counter
from copy import copy
from typing import Any

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env, data_equivalence
from pettingzoo.test import api_test

import arena
from arena.environment import Environment
from games import GAMES
from games.contract import Deal

LONG = {
    "gouji": ([8, 9, 10, 11] * 3 + [48, 49, 50, 51] * 4 + [52, 53] * 4, {"phase": "tribute", "leader": 0}),
    "guandan": ([49, 49, *range(0, 48, 4), *range(1, 48, 4), 48], {"turned": "6h"}),
}
"""Hands of who leads that have very many plays: twelve 5s, all 2s and jokers; two of each rank and both wild cards."""


def choosing(env: Environment) -> bool:
    """Whether a kind has been chosen and nothing has been done yet."""
    return bool(env.observation(env.agent_selection)[env.slices["kind"]].any())


def reached(env: Environment, numbers: list[int], line: Any = None) -> list[bytes]:
    """What may be done after these numbers, as lines of features; ``line``: of the last of them."""
    env.reset(seed=13)
    for number in numbers:
        env.step(number)
    if line is not None and not choosing(env):
        return [line.tobytes()]
    legal = list(zip(env.legal_actions(), env.legal_features(), strict=True))
    found = [line.tobytes() for _, line in legal[:-1] if choosing(env)]  # the last may stand for many
    for number, line in legal[len(found) :]:
        found += reached(env, [*numbers, number], line)
    return found


@pytest.mark.parametrize(("key", "long"), [*((key, False) for key in GAMES), *((key, True) for key in LONG)])
def test_all_that_is_legal_is_reached_and_does_the_same(key: str, *, long: bool) -> None:
    whole, steps, again = envs = arena.env(key), arena.env(key, two_steps=True), arena.env(key, two_steps=True)
    if long:
        hand, keys = LONG[key]
        rest = sorted((Counter(whole.game.pack(whole.options, len(whole.possible_agents))) - Counter(hand)).elements())
        others = len(rest) // len(hand)
        hands: Any = (tuple(sorted(hand)), *(tuple(rest[at::others]) for at in range(others)))
        for env in envs:
            env.game = copy(env.game)
            vars(env.game)["deal"] = lambda *_, keys=keys, hands=hands: Deal(hands, keys=keys)
    whole.reset(seed=13)
    steps.reset(seed=13)
    dice, numbers, decisions, most = random.Random(13), list[int](), 0, 0
    while not any(whole.terminations.values()):
        agent, legal = whole.agent_selection, whole.legal_actions()
        assert steps.agent_selection == agent
        assert (whole.observation(agent) == steps.observation(agent)[: whole.observation_size]).all()
        if decisions % 20 == 0 or len(legal) > max(most, 1_000):
            assert sorted(reached(again, numbers)) == sorted(line.tobytes() for line in whole.legal_features())
        decisions, most = decisions + 1, max(most, len(legal))
        action = dice.choice(legal)
        text = whole.decode(action, agent)
        whole.step(action)
        begun = len(numbers)
        while len(numbers) == begun or choosing(steps):
            numbers.append(steps.encode(text, agent))
            steps.step(numbers[-1])
    assert steps.rewards == whole.rewards
    assert most > 1_000 or not long


@pytest.mark.filterwarnings("ignore:.*Observation space for each agent", "ignore:.*Observation is not a NumPy array")
@pytest.mark.filterwarnings("ignore:.*A Box observation space m:UserWarning")  # points have no bounds
@pytest.mark.parametrize("key", GAMES)
def test_a_learner_needs_no_wide_mask(key: str) -> None:
    seat = gymnasium.make(f"paiju/{key}-v0", two_steps=True, opponents="random", seed=1, illegal="penalise")
    seen, _ = seat.reset()
    assert seen["action_mask"].shape < (4_000,)
    check_env(seat.unwrapped)
    api_test(arena.env(key, seed=1, two_steps=True), num_cycles=100)


def test_between_the_steps_it_is_copied_and_refuses_what_is_not_of_the_kind() -> None:
    env = arena.env("gouji", seed=4, two_steps=True, illegal="penalise")
    env.reset()
    while not choosing(env):
        env.step(env.legal_actions()[-1])
    agent, again = env.agent_selection, pickle.loads(pickle.dumps(env))
    assert again.legal_actions() == env.legal_actions()
    assert data_equivalence(env.observe(agent), again.observe(agent))
    other = env.possible_agents[int(agent[-1]) - 1]
    assert not env.observation(other)[env.slices["kind"]].any(), "nobody else sees the kind"
    again.illegal = "raise"
    with pytest.raises(ValueError, match="not legal now"):
        again.step(0)
    again.step(again.encode(env.decode(env.legal_actions()[1], agent), agent))
    env.step(0)
    assert (env.rewards[agent], again.rewards[agent]) == (-1.0, 0.0)
    assert not choosing(env)
    assert not choosing(again)
