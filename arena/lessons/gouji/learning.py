"""The lesson of Gou Ji: compile, play and learn, measure after each turn.

In the first turn everybody is ``normal``; from then on the network plays, in most rounds with ``normal`` on the other side.
Many turns pay: they are played with what was learned in the others, and the rate falls more slowly.
"""

import ctypes
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena import native
from games.gouji.ai.learned.judgement import LATE, ODDS
from games.kit.network import Network

__all__ = ["CHOICE", "INPUTS", "begin", "compiled", "learn", "lesson", "load", "network_of", "odds", "seen"]

INPUTS: Final = 193
_OWN: Final = 65
_SIZES: Final = (INPUTS, 160, 32, 3)
_HERE: Final = Path(__file__).parent
_MEASURED: Final = 900_000_000  # Deals that are measured begin here; those that are learned from are elsewhere
_DEALS: Final = 300  # So many deals are measured after each turn, from both sides
_WORTH: Final = (1.0, 1.0, -1.0)  # What counts while it learns: a quarter of the points, a round won, a round lost …
CHOICE: Final = (1.0, 1.0, -0.5)
"""… and when it plays, where a draw is nearer to a loss: only rounds that are won count."""
_POINTS: Final = 2.0  # So much of it is about as much as one point is
_GAIN: Final = 0.01  # So much better than what ``normal`` would do has to be what takes its place
_SHARE: Final = 0.25  # So many of the decisions are played on from …
_FIRST_SHARE: Final = 0.1  # … in the first turn
_VERSUS: Final = 0.7  # The share of rounds with ``normal`` on one side
_STRAY: Final = 0.06  # So many of the decisions are drawn by lot, in most rounds
_ODDS_ROUNDS: Final = 20_000  # So many rounds teach the odds of hidden hands
_RATE: Final = 1e-3  # How fast, at first; at the end a tenth of it

Weights = NDArray[np.float32]


def compiled(folder: Path) -> ctypes.CDLL:
    return native.compiled(_HERE / "learning.c", folder)


def begin(library: ctypes.CDLL, seed: int, worth: tuple[float, ...] = _WORTH) -> None:
    """Begin with networks that have learned nothing."""
    library.begin(ctypes.c_uint64(seed), _SIZES[1], (ctypes.c_float * 3)(*worth), ctypes.c_float(_GAIN))


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Play so many rounds in each turn, at first those of ``normal``; return the network learned from all of them."""
    with TemporaryDirectory() as folder:
        library, about = compiled(Path(folder)), f"what actions come to in Gou Ji: {rounds * turns} rounds, seed {seed}"
        strong = network_of(lesson(library, seed, rounds, turns), about)
        return {"strong": strong, "odds": odds(library, seed, _ODDS_ROUNDS)}


def odds(library: ctypes.CDLL, seed: int, rounds: int) -> Network:
    """The odds of hidden hands, learned from rounds of the network that plays; tell how strong it is with them."""
    likely = np.zeros(ODDS, np.float32)
    library.learn_odds(ctypes.c_uint64(seed), ctypes.c_long(rounds), LATE, native.pointer(likely))
    sys.stderr.write(f"with odds: {_measured(library, min(_DEALS, rounds // 10), native.pointer(likely))}\n")
    about = f"logarithms of the odds of hidden hands in Gou Ji: {rounds} rounds, seed {seed}"
    return native.network_of([(likely[None], np.zeros(1))], about)


def lesson(library: ctypes.CDLL, seed: int, rounds: int, turns: int) -> Weights:
    """Return the weights learned; tell after each turn how strong they are."""
    begin(library, seed)
    for turn in range(turns):
        errors = (ctypes.c_double * 2)()
        library.learn(
            ctypes.c_uint64(seed * 100 + turn), ctypes.c_long(rounds if turn else 2 * rounds),
            (ctypes.c_double * 6)(*_how(turn, turns)), errors,
        )  # fmt: skip
        sys.stderr.write(
            f"turn {turn + 1}: {_measured(library, min(_DEALS, rounds))}; errors {errors[0]:.4f}, {errors[1]:.4f}\n"
        )
    weights = np.zeros(library.weights(None), np.float32)
    library.weights(native.pointer(weights))
    return weights


def _how(turn: int, turns: int) -> tuple[float, ...]:
    """Return how a turn goes: in the first one there is only ``normal`` to play, and the critic has to learn before it judges."""
    rate = _RATE * 10 ** (-turn / turns)
    share, versus = (_SHARE, _VERSUS) if turn else (_FIRST_SHARE, 0.0)
    return share, versus, _STRAY, 1.0, rate, rate * 10 ** (-1 / turns)


def network_of(weights: Weights, about: str) -> Network:
    """The network of weights as C holds them: layer by layer each input's weights, then the biases. It tells what
    counts of the three numbers that were learned."""
    *hidden, (last, biases) = native.unpacked(weights.astype(np.float64), _SIZES)
    worth = _POINTS * np.array([CHOICE])
    return native.network_of([*hidden, (worth @ last, worth @ biases)], about)


def load(library: ctypes.CDLL, weights: Weights) -> None:
    """Let these weights play."""
    assert len(weights) == library.weights(None)
    library.load(native.pointer(weights))


def _measured(library: ctypes.CDLL, deals: int, likely: ctypes.c_void_p | None = None) -> str:
    told = (ctypes.c_double * 6)()
    library.measure(ctypes.c_long(deals), ctypes.c_uint64(_MEASURED), LATE if likely else 0, likely, told)
    won, drawn, lost, points, points_error, error = told
    return (
        f"{100 * won:.1f} ± {196 * error:.1f} % of rounds against normal, {100 * drawn:.1f} % drawn, {100 * lost:.1f} % lost, "
        f"{points:+.2f} ± {1.96 * points_error:.2f} points a round"
    )


def seen(
    library: ctypes.CDLL, position: Sequence[int], signs: Sequence[int]
) -> tuple[list[list[int]], int, Weights, Weights]:
    """What C sees of a position as the core takes it, and of the signs in it: the sets, which of them ``normal`` takes,
    what the network is shown of each, and what it takes each to be worth in points."""
    moves, usual = np.zeros((256, 6), np.int8), ctypes.c_int()
    shared, own, value = (
        np.zeros(INPUTS - _OWN, np.float32),
        np.zeros((256, _OWN), np.float32),
        np.zeros(256, np.float32),
    )
    numbers = np.array(position, np.int64)
    found = library.seen(
        native.pointer(numbers), len(numbers), native.pointer(np.array(signs, np.int8)), native.pointer(moves),
        ctypes.byref(usual), native.pointer(shared), native.pointer(own), native.pointer(value),
    )  # fmt: skip
    rows = np.hstack([np.repeat(shared[None], found, axis=0), own[:found]])
    return moves[:found].tolist(), usual.value, rows, _POINTS * value[:found]
