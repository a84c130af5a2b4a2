"""What a network is shown: an observation in like units, and an action by what it does and which cards it takes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arena.environment import Environment
from arena.interface import Plane
from games.base.actions import Action, Bid, verb_of
from games.base.cards import rank_counts

__all__ = ["ActionFeatures", "scales"]

_WIDE = 1000.0  # What figures without a bound (points, sums) are divided by
_STEPS = 4  # A rank has so many flags: at least one card, at least two …


def scales(planes: tuple[Plane, ...]) -> NDArray[np.float32]:
    """What each number of an observation is multiplied by, so that all are about one."""
    found = []
    for plane in planes:
        bound = max(abs(plane.low), abs(plane.high))
        found.append(np.full(plane.size, 1.0 / (bound if 0.0 < bound < np.inf else _WIDE), np.float32))
    return np.concatenate(found)


class ActionFeatures:
    """Describes actions: which verb, how many cards of each rank (as flags and as a count), which suits and how
    many cards in all, the amount of a bid."""

    def __init__(self, env: Environment) -> None:
        self._verbs, self._suited = {verb: at for at, verb in enumerate(env.feature_verbs)}, env.interface.suited
        self.size = len(self._verbs) + 15 * (_STEPS + 1) + 4 + 2
        self._known: dict[int, NDArray[np.float32]] = {}

    def of(self, env: Environment) -> tuple[list[int], NDArray[np.float32]]:
        """Return the numbers of what ``env.agent_selection`` may do now, and a row of features for each."""
        numbers, known = env.legal_actions(), self._known if env.interface.fixed else {}
        seat = env.possible_agents.index(env.agent_selection)
        for number in numbers:
            if number not in known:
                known[number] = self.row(env.interface.action(number, env.state_now, seat))
        return numbers, np.array([known[number] for number in numbers], dtype=np.float32)

    def row(self, action: Action) -> NDArray[np.float32]:
        row = np.zeros(self.size, dtype=np.float32)
        row[self._verbs[verb_of(action)]] = 1.0
        at = len(self._verbs)
        cards = getattr(action, "cards", ())
        for count in rank_counts(cards):
            row[at : at + min(count, _STEPS)] = 1.0
            row[at + _STEPS] = count / _STEPS
            at += _STEPS + 1
        if self._suited:
            for card in cards:
                if card < 52:
                    row[at + card % 4] = 1.0
        row[at + 4] = len(cards) / 10
        row[at + 5] = action.amount / 3 if isinstance(action, Bid) else 0.0
        return row
