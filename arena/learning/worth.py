"""The network that a learner plays by, evaluated by numpy: what each of some actions is worth in the eyes of its seat."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

__all__ = ["WEIGHTS", "Weights", "Worth", "fresh_weights"]

Weights = Mapping[str, NDArray[np.float32]]  # The parameters by name, see ``WEIGHTS``

WEIGHTS = ("seen", "done", "first", "middle", "second", "last", "third")
"""Matrices ``seen`` (of an observation) and ``done`` (of an action) into the first layer with its biases ``first``; ``middle``
and ``second`` into the next; ``last`` and ``third`` into the one number that comes out."""


def fresh_weights(
    seen: int, done: int, *, wide: int = 256, narrow: int = 128, seed: int = 0
) -> dict[str, NDArray[np.float32]]:
    """The weights of a network that has learned nothing, for so many numbers seen and so many of an action."""
    rng = np.random.default_rng(seed)

    def drawn(inputs: int, outputs: int) -> NDArray[np.float32]:
        return np.asarray(rng.standard_normal((inputs, outputs)) * np.sqrt(2.0 / inputs), dtype=np.float32)

    return {
        "seen": drawn(seen, wide), "done": drawn(done, wide), "first": np.zeros(wide, np.float32),
        "middle": drawn(wide, narrow), "second": np.zeros(narrow, np.float32),
        "last": drawn(narrow, 1), "third": np.zeros(1, np.float32),
    }  # fmt: skip


class Worth:
    """Evaluates many positions at once."""

    def __init__(self, weights: Weights) -> None:
        self.weights = {name: weights[name] for name in WEIGHTS}

    @classmethod
    def load(cls, file: Path) -> Worth:
        """The network of a file; ``OSError`` if there is none."""
        with np.load(file) as kept:
            return cls({name: kept[name] for name in WEIGHTS})

    def of(self, seen: NDArray[np.float32], done: NDArray[np.float32], which: NDArray[np.intp]) -> NDArray[np.float32]:
        """What each action (a row of ``done``) is worth, in the position (a row of ``seen``) that ``which`` says."""
        weights = self.weights
        hidden = seen @ weights["seen"] + weights["first"]
        hidden = hidden[which]
        hidden += done @ weights["done"]
        np.maximum(hidden, 0.0, out=hidden)
        hidden = hidden @ weights["middle"]
        hidden += weights["second"]
        np.maximum(hidden, 0.0, out=hidden)
        worth: NDArray[np.float32] = (hidden @ weights["last"])[:, 0] + weights["third"][0]
        return worth
