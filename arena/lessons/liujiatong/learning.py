"""The lesson of Liu Jia Tong: compile, play against itself and ``normal`` and learn, measure after each turn."""

from __future__ import annotations

import ctypes
import sys
from array import array
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from arena import native
from games.kit.network import Network

__all__ = ["INPUTS", "compiled", "learn", "network_of", "weights_of"]

INPUTS: Final = 183
_SIZES: Final = (INPUTS, 64, 32, 1)
_HERE: Final = Path(__file__).parent
_MEASURED: Final = 900_000_000  # Deals that are measured begin here; those that are learned from are elsewhere
_DEALS: Final = 50  # So many deals are measured after each turn, from both sides
_FIRST: Final = 3_000
_LAMBDA: Final = 0.85  # How far what came counts, against what the network expected later
_TEMPERATURE: Final = 3.0  # So many points worse may a play be that is tried
_VERSUS: Final = 0.5  # The share of rounds with ``normal`` on one side
_REUSE: Final = 2.0  # So often each decision is learned from
_RATE: Final = 1e-3  # How fast, at first; at the end a tenth of it


def compiled(folder: Path) -> ctypes.CDLL:
    return native.compiled(_HERE / "learning.c", folder)


def network_of(weights: Sequence[float], about: str) -> Network:
    """The network of weights as C holds them."""
    return native.network_of(native.unpacked(np.array(weights, np.float32), _SIZES), about)


def weights_of(network: Network) -> array[float]:
    """The weights of a network as C holds them."""
    weights = array("f")
    for rows, biases in network.layers:
        for column in zip(*rows, strict=True):
            weights.extend(column)
        weights.extend(biases)
    return weights


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Play so many rounds in each turn, at first those of ``normal``; return the network learned from all of them."""
    with TemporaryDirectory() as folder:
        library = compiled(Path(folder))
        raw = Path(folder) / "weights"
        library.begin(ctypes.c_uint64(seed))
        for turn in range(turns):
            rates = (_RATE * 10 ** (-at / turns) for at in (turn, turn + 1))
            library.learn(
                str(raw).encode(), ctypes.c_uint64(seed * 1_000 + turn), ctypes.c_long(rounds),
                ctypes.c_long(0 if turn else min(_FIRST, rounds // 2)),
                *map(ctypes.c_double, (_LAMBDA, _TEMPERATURE, _VERSUS, _REUSE, *rates)),
            )  # fmt: skip
            figures = (ctypes.c_double * 4)()
            library.measure(min(_DEALS, rounds), ctypes.c_uint64(_MEASURED), figures)
            won, error, margin, margin_error = figures
            sys.stderr.write(
                f"turn {turn + 1}: {100 * won:.1f} ± {196 * error:.1f} % of rounds against normal, "
                f"{margin:+.1f} ± {1.96 * margin_error:.1f} points more than the other side\n"
            )
        weights = array("f", raw.read_bytes())
    return {"strong": network_of(weights, f"self-play of Liu Jia Tong, {rounds * turns} rounds, seed {seed}")}
