"""A round by the rules and the same round as something faster runs it, side by side, compared in all that they tell."""

from collections.abc import Callable
from importlib import import_module
from random import Random
from typing import Any

from arena.games import interface_of
from arena.interface import Running
from arena.observation import Board, Observer
from arena.running import RulesRound
from games.base.options import Options
from games.contract import Carry, Deal, Game
from games.kit.native import Round
from games.simulate import SeededDice

__all__ = ["SideBySide", "going_on_of"]


def going_on_of(key: str) -> Callable[[Any], Round | None] | None:
    """How the core of a game goes on from any state; ``None`` where there is no core."""
    try:
        module = import_module(f"games.{key}.native")
    except ImportError:
        return None
    found: Callable[[Any], Round | None] | None = module.going_on if module.CORE else None
    return found


class SideBySide:
    """Rounds of one game under some options, one after the other, each with what the one before has left."""

    def __init__(self, game: Game[Any], options: Options, players: int, random: Random) -> None:
        self.game, self.options, self.players, self.random = game, options, players, random
        self.interface = interface_of(game.key)(options, players)
        self.pack = game.pack(options, players)
        self.carry: Carry = {}

    def play(self, seed: int | str, deal: Deal | None = None, *, look: float = 1.0, doors: float = 0.02) -> bool:
        """Play a round by chance, of a ``deal`` or of one by ``seed``; False where the rules alone can run it. ``look``: in what
        share of the steps observations are compared; ``doors``: how often the core begins anew from where the rules stand."""
        game, players, random = self.game, self.players, self.random
        deal = deal or game.deal(self.options, players, self.carry, SeededDice(seed))
        state = game.start(self.options, deal, self.carry).state
        board = Board(self.interface, players, self.pack)
        fast = self.interface.running(state, board)
        if fast is None:
            return False
        rules = RulesRound(game, self.interface, Observer(self.interface, players, self.pack), state)
        going_on = going_on_of(game.key)
        resumed: Round | None = None
        while rules.asked:
            assert dict(fast.asked) == dict(rules.asked)
            seat = random.choice(list(rules.asked))
            legal = sorted(rules.legal(seat).tolist())
            assert sorted(fast.legal(seat).tolist()) == legal
            if random.random() < look:
                self._compare(fast, rules, range(players) if random.random() < 0.15 else [seat])
            if going_on and random.random() < doors:
                resumed = going_on(rules.state)
            if resumed is not None:
                whys = {asked: self.interface.whys[why] for asked, why in resumed.asked().items()}
                assert whys == rules.asked
                assert sorted(memoryview(resumed.legal(seat)).cast("i")) == legal
            choice = random.choice(legal)
            fast.step(seat, choice)
            rules.step(seat, choice)
            if resumed is not None:
                before, resumed = resumed, resumed.copy()
                resumed.step(seat, choice)
                assert sorted(memoryview(before.legal(seat)).cast("i")) == legal, "a copy is a round of its own"
        assert not fast.asked
        self._compare(fast, rules, range(players))
        assert fast.rewards() == rules.rewards()
        assert sorted(fast.won()) == sorted(rules.won())
        if resumed is not None:
            assert resumed.points() == rules.rewards()
        result = game.result(rules.state)
        assert result is not None
        self.carry = result.carry if result.winner is None else {}
        return True

    def _compare(self, fast: Running, rules: RulesRound, viewers: Any) -> None:
        for viewer in viewers:
            told, wanted = fast.observe(viewer), rules.observe(viewer)
            if (told != wanted).any():
                slices = Board(self.interface, self.players, self.pack).slices
                assert not [name for name, part in slices.items() if (told[part] != wanted[part]).any()]
