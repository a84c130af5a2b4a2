"""What a network is shown: an observation in like units, and an action by what it does and which cards it takes."""

import numpy as np
from numpy.typing import NDArray

from arena.environment import Environment
from arena.interface import CARDS, Numbers, Plane, by_rank

__all__ = ["action_features", "scales"]

_WIDE = 1000.0  # What figures without a bound (points, sums) are divided by
_STEPS = 4  # A rank has so many flags: at least one card, at least two …


def scales(planes: tuple[Plane, ...]) -> NDArray[np.float32]:
    """What each number of an observation is multiplied by, so that all are about one."""
    found = []
    for plane in planes:
        bound = max(abs(plane.low), abs(plane.high))
        found.append(np.full(plane.size, 1.0 / (bound if 0.0 < bound < np.inf else _WIDE), np.float32))
    return np.concatenate(found)


def action_features(env: Environment, lines: Numbers) -> Numbers:
    """Describe actions, a row for each of their ``legal_features``: which verb, how many cards of each rank (as flags and as a
    count), which suits and how many cards in all, the amount of a bid."""
    ranks = by_rank(lines)
    flags = ranks[:, :, None] >= np.arange(1, _STEPS + 1)
    cards = np.concatenate([flags, ranks[:, :, None] / _STEPS], axis=2).reshape(len(lines), -1)
    suits = lines[:, :52].reshape(-1, 13, 4).any(axis=1) & env.interface.suited
    found: Numbers = np.hstack(
        [lines[:, CARDS:-1], cards, suits, ranks.sum(axis=1, keepdims=True) / 10, lines[:, -1:] / 3], dtype=np.float32
    )
    return found
