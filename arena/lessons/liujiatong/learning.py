"""The lesson of Liu Jia Tong: compile, play against itself and ``normal`` and learn, measure after each turn."""

import ctypes
import sys
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np

from arena import native
from games.kit.network import Network

__all__ = ["INPUTS", "compiled", "learn"]

INPUTS: Final = 183
_SIZES: Final = (INPUTS, 64, 32, 1)
_HERE: Final = Path(__file__).parent
_MEASURED: Final = 900_000_000  # Deals that are measured begin here; those that are learned from are elsewhere
_DEALS: Final = 50  # So many deals are measured after each turn, from both sides
_FIRST: Final = 3_000
_TRUST: Final = 0.85  # How far what came counts, against what the network expected later
_TEMPERATURE: Final = 3.0  # So many points worse may a play be that is tried
_VERSUS: Final = 0.5  # The share of rounds with ``normal`` on one side
_REUSE: Final = 2.0  # So often each decision is learned from
_RATE: Final = 1e-3  # How fast, at first; at the end a tenth of it


def compiled(folder: Path) -> ctypes.CDLL:
    library = native.compiled(_HERE / "learning.c", folder)
    library.begin.restype = ctypes.c_void_p
    return library


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Play so many rounds in each turn, at first those of ``normal``; return the network learned from all of them."""
    weights = np.empty(sum((wide + 1) * out for wide, out in pairwise(_SIZES)), np.float32)
    with TemporaryDirectory() as folder:
        library = compiled(Path(folder))
        lesson = ctypes.c_void_p(library.begin(ctypes.c_uint64(seed)))
        for turn in range(turns):
            rates = (_RATE * 10 ** (-at / turns) for at in (turn, turn + 1))
            library.learn(
                lesson, ctypes.c_uint64(seed * 1_000 + turn), ctypes.c_long(rounds),
                ctypes.c_long(0 if turn else min(_FIRST, rounds // 2)),
                *map(ctypes.c_double, (_TRUST, _TEMPERATURE, _VERSUS, _REUSE, *rates)), native.pointer(weights),
            )  # fmt: skip
            figures = (ctypes.c_double * 4)()
            library.measure(lesson, min(_DEALS, rounds), ctypes.c_uint64(_MEASURED), figures)
            won, error, margin, margin_error = figures
            sys.stderr.write(
                f"turn {turn + 1}: {100 * won:.1f} ± {196 * error:.1f} % of rounds against normal, "
                f"{margin:+.1f} ± {1.96 * margin_error:.1f} points more than the other side\n"
            )
        library.end(lesson)
    layers = native.unpacked(weights, _SIZES)
    return {"strong": native.network_of(layers, f"self-play of Liu Jia Tong, {rounds * turns} rounds, seed {seed}")}
