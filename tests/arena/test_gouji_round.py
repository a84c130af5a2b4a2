"""What only Gou Ji has: the last observation of its own way of running a round, and rounds that begin in the middle."""

from __future__ import annotations

import random

import arena
from arena.games import interface_of
from arena.interface import Twinned
from arena.observation import Board, Observer
from arena.running import RulesRound
from games import GAMES
from games.gouji.scoring import Over
from games.gouji.twin.position import of_state, of_view
from games.simulate import SeededDice


def test_the_end_looks_the_same_too() -> None:
    game, env = GAMES["gouji"], arena.env("gouji", preset="by_the_book")
    interface, pack, rng = env.interface, game.pack(env.options, 6), random.Random(5)
    assert isinstance(interface, Twinned)
    for number in range(4):
        state = game.start(env.options, game.deal(env.options, 6, {}, SeededDice(f"end/{number}")), {}).state
        twin = interface.running(state, Board(interface, 6, pack))
        rules = RulesRound(game, interface, Observer(interface, 6, pack), state)
        while rules.asked:
            seat = next(iter(rules.asked))
            choice = int(rng.choice(sorted(rules.legal(seat))))
            twin.step(seat, choice)
            rules.step(seat, choice)
        assert isinstance(rules.state, Over)
        assert all((twin.observe(seat) == rules.observe(seat)).all() for seat in range(6))


def test_a_fast_round_begins_wherever_the_rules_are_and_from_a_view() -> None:
    game, rng = GAMES["gouji"], random.Random(3)
    for number, preset in enumerate(game.presets):
        options = game.option_set.complete(dict(preset.options))
        interface = interface_of("gouji")(options, 6)
        state = game.start(options, game.deal(options, 6, {}, SeededDice(f"middle/{number}")), {}).state
        while asked := game.awaited(state):
            seat = rng.choice(asked).seat
            legal = sorted(interface.legal(state, seat))
            fast = of_state(state)
            fast.turn = seat
            assert sorted(fast.legal()) == legal
            if game.phase(state) == "play":
                seen = of_view(game.view(state, seat))
                assert (seen.why, seen.turn, seen.left, seen.active) == (fast.why, seat, fast.left, fast.active)
                assert sorted(seen.legal()) == legal
            state = game.apply(state, seat, interface.action(rng.choice(legal), state, seat)).state
