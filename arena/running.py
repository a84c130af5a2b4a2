"""Rounds in numbers, run by the rules: for every game and from every state."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arena.interface import Interface, Numbers, described
from arena.observation import Observer
from games.base.actions import Action
from games.contract import Game, RoundResult

__all__ = ["RulesRound", "winnings"]


class RulesRound:
    """``Running`` by the rules. ``state`` is theirs, with all that is hidden."""

    def __init__(self, game: Game[Any], interface: Interface, observer: Observer, state: Any) -> None:
        self._game, self._interface, self._observer = game, interface, observer
        observer.begin()
        self._take(state)

    def _take(self, state: Any) -> None:
        self.state = state
        self._observer.hear(self._interface.history(state))
        self.asked = {entry.seat: entry.why for entry in self._game.awaited(state)}

    def legal(self, seat: int) -> NDArray[np.intp]:
        return np.array(self._interface.legal(self.state, seat), dtype=np.intp)

    def step(self, seat: int, number: int) -> None:
        self._take(self._interface.step(self.state, seat, number))

    def play(self, seat: int, action: Action) -> None:
        """Carry out an action, whether or not it has a number; ``IllegalAction`` if the rules refuse it."""
        self._take(self._game.apply(self.state, seat, action).state)

    def observe(self, seat: int) -> NDArray[np.float32]:
        return self._observer.observe(self.state, seat, self.asked.get(seat, ""))

    def features(self, seat: int, numbers: NDArray[np.intp], verbs: Sequence[str]) -> Numbers:
        return described([self._interface.action(int(number), self.state, seat) for number in numbers], verbs)

    def rewards(self) -> tuple[float, ...]:
        return self._interface.rewards(self.state, self._result())

    def won(self) -> tuple[int, ...]:
        return self._result().won

    def _result(self) -> RoundResult:
        result = self._game.result(self.state)
        assert result is not None, "a round in which nobody is asked is over"
        return result


def winnings(won: Sequence[int], seats: int) -> tuple[float, ...]:
    """By seat 1 for who has won and -1 for who has not, 0 for all if nobody has."""
    return tuple((1.0 if seat in won else -1.0) if won else 0.0 for seat in range(seats))
