"""What only Gou Ji has in its own way of running a round: returns of many cards."""

import random

import pytest

import arena
from arena.environment import Environment
from arena.observation import Observer
from arena.running import RulesRound
from games.base.notation import read
from games.contract import Json


def test_many_cards_are_returned_one_by_one_and_go_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """A chain of burns leaves a due of eight; both ways of running a round see the same all the way."""
    dues: list[Json] = [
        {"kind": "burn", "from": 1, "to": 4, "cards": 8},
        {"kind": "drop", "from": 5, "to": 0, "cards": 2},
    ]
    whole = Environment._begin_round
    monkeypatch.setattr(Environment, "_begin_round", lambda self, _: whole(self, {"due": dues}))
    env, rng = arena.env("gouji", options={"decline_tribute": "on"}, seed=2), random.Random(2)
    env.reset()
    agent, game, interface = "seat_4", env.game, env.interface
    begun = env.state_now
    rules = RulesRound(game, interface, Observer(interface, 6, game.pack(env.options, 6)), begun)
    others = [env.observation(f"seat_{seat}") for seat in range(6) if seat != 4]
    texts = []
    for left in range(8, 0, -1):
        assert env.agent_selection == agent
        chosen = env.observation(agent)[env.slices["chosen"]]
        assert int(chosen.sum()) == 8 - left
        assert sorted(env.legal_actions()) == sorted(rules.legal(4))
        assert ("decline" in [env.decode(number, agent) for number in env.legal_actions()]) == (left == 8)
        assert all((env.observation(f"seat_{seat}") == rules.observe(seat)).all() for seat in range(6))
        assert game.hands(env.state_now) == game.hands(begun)
        seen = [env.observation(f"seat_{seat}") for seat in range(6) if seat != 4]
        assert all((one == other).all() for one, other in zip(seen, others, strict=True)), "all others hear nothing"
        number = rng.choice([one for one in env.legal_actions() if env.decode(one, agent) != "decline"])
        texts.append(env.decode(number, agent))
        assert env.encode(texts[-1], agent) == number
        env.step(number)
        rules.step(4, number)
    assert env.agent_selection == "seat_0"
    assert int(env.observation(agent)[env.slices["chosen"]].sum()) == 0
    cards = " ".join(text.removeprefix("return ") for text in texts)
    told = game.apply(begun, 4, game.read(begun, 4, read(f"return {cards}"))).state
    assert game.hands(env.state_now) == game.hands(told) == game.hands(rules.state)
    while env.agents and not all(env.terminations.values()):
        env.step(rng.choice(env.legal_actions()))
