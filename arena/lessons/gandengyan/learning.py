"""The lesson of Gan Deng Yan: compile, play, fit, measure; then again with what has been learned.

Every decision is a row: the numbers of ``Features`` and what the seat then won or lost, as a multiple of the multiplier of the
moment. Now and then an option is drawn at random, so that it becomes known what others would have brought. Most of what came of
one decision is luck, so a part of it is replaced by what the network expected when the seat decided again.
"""

import ctypes
import sys
from collections import deque
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import numpy as np
from numpy.typing import NDArray

from arena import native
from games.gandengyan.ai.features import OWN, SHARED
from games.gandengyan.ai.worth import BEATEN, KEPT, NEVER_PLAYED, WAITING
from games.kit.network import Network

__all__ = ["INPUTS", "Rounds", "layers_of", "learn", "learned"]

INPUTS: Final = SHARED + OWN
_HERE: Final = Path(__file__).parent
_WIDE, _NARROW = 256, 64
_UNIT: Final = 10.0  # So many points are one to the network while it learns
_LEARNERS: Final = 0.5
_STRAY: Final = 0.12  # How often an option is drawn by chance
_TEMPERATURE: Final = 2.0  # So many points worse, it is drawn *e* times less often
_TRUST: Final = 0.7  # How far what really came counts, against what the network expected at the seat's next decision
_MIXED: Final = 0.15  # The share of rounds under any house rules, and the share of those with any number of seats
_RULES: Final = 12  # So many of the first numbers tell the house rules
_ROWS: Final = 30  # Decisions of a round, at most and in the mean over many
_KEPT: Final = 3  # The rounds of so many turns are learned from
_REUSE: Final = 1.4  # How often each decision is learned from
_BATCH: Final = 1024
_RATE: Final = 1e-3
_SLOWEST: Final = 0.03  # The rate falls to this share of itself
_MEMORY: Final = 0.998
"""How slowly the weights that are kept follow those that are being fitted: their mean plays better."""
_CLEARLY: Final = 0.35  # As in ``games.gandengyan.ai.strong``
_MEASURED: Final = 900_000_000
"""Deals that are measured have seeds from here on; those that are learned from have others."""
_DEALS: Final = 500

Numbers = NDArray[np.float32]


class Rounds:
    """Rounds that are played in C; ``FileNotFoundError`` without a C compiler."""

    def __init__(self, folder: Path) -> None:
        self.library = native.compiled(_HERE / "learning.c", folder)
        self.library.lessons.restype = ctypes.c_long
        weights = ((ctypes.c_double * len(each))(*each) for each in (KEPT, BEATEN, WAITING))
        self.library.begin(*weights, ctypes.c_double(NEVER_PLAYED))

    def know(self, layers: list[tuple[Numbers, Numbers]]) -> None:
        """Let learners choose by this network from now on."""
        numbers = np.concatenate([part for weights, biases in layers for part in (weights.T.ravel(), biases)])
        _, wide, narrow, _ = (layers[0][0].shape[1], *(len(biases) for _, biases in layers))
        self.library.know(wide, narrow, native.pointer(np.ascontiguousarray(numbers, dtype=np.float32)))

    def lessons(self, seed: int, rounds: int, *, first: bool) -> tuple[Numbers, Numbers]:
        """Return the rows of so many rounds, and what came of each; the ``first`` ones rest on no network."""
        learners, trust = (0.0, 1.0) if first else (_LEARNERS, _TRUST)
        most = rounds * _ROWS
        rows, results = np.empty((most, INPUTS), np.float32), np.empty(most, np.float32)
        written = self.library.lessons(
            ctypes.c_uint64(seed), rounds, *map(ctypes.c_double, (learners, _STRAY, _MIXED, _TEMPERATURE, trust)),
            ctypes.c_long(most), native.pointer(rows), native.pointer(results),
        )  # fmt: skip
        return rows[:written], results[:written]

    def measured(self, deals: int, *, seats: int = 4, alone: bool = False, mixed: float = 0.0) -> tuple[float, ...]:
        """What a seat that chooses by the network wins a round from ``normal``, its error, how much more than a seat of
        ``normal``, and the share of rounds that it wins: every other seat of the table, or one alone."""
        figures = (ctypes.c_double * 4)()
        self.library.measure(
            ctypes.c_uint64(_MEASURED), deals, seats, ctypes.c_double(mixed), alone, ctypes.c_double(_CLEARLY), figures
        )
        return tuple(figures)


def layers_of(network: Network) -> list[tuple[Numbers, Numbers]]:
    """The weights (by output, then input) and biases of a network."""
    return [(np.array(rows, np.float32), np.array(biases, np.float32)) for rows, biases in network.layers]


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Play so many rounds in each turn, at first those of ``normal`` alone; return the network learned from all of them."""
    with TemporaryDirectory() as folder:
        return {"value": learned(Rounds(Path(folder)), seed, rounds, turns)}


def learned(known: Rounds, seed: int, rounds: int, turns: int) -> Network:
    """Return the network of such a lesson, and say after each turn how strong it is against ``normal``."""
    pupil = _Pupil(seed, turns)
    kept: deque[tuple[Numbers, Numbers]] = deque(maxlen=_KEPT)
    for turn in range(turns):
        told = known.lessons(seed * 1_000_000 + turn, rounds, first=not turn)
        kept.append(told)
        error = pupil.taught(list(kept), int(_REUSE * len(told[1])), turn)
        known.know(pupil.layers())
        points, doubt, margin, won = known.measured(min(_DEALS, rounds))
        sys.stderr.write(
            f"turn {turn + 1} of {turns}: {points:+.2f} ± {1.96 * doubt:.2f} points a seat and round against normal, "
            f"{margin:+.2f} more than its seats, {100 * won:.1f} % of rounds; error {error:.2f}\n"
        )
    return native.network_of(pupil.layers(), f"gandengyan: {rounds * turns} rounds, seed {seed}")


def _weights(rows: Numbers, results: Numbers) -> Numbers:
    """How much each row counts: less where house rules put more at stake, or most of what is learned were their luck."""
    under = rows[:, :_RULES].astype(np.int32) @ (1 << np.arange(_RULES))
    _, which = np.unique(under, return_inverse=True)
    swing = np.bincount(which, results.astype(np.float64) ** 2) / np.bincount(which)
    usual = swing[np.bincount(which).argmax()]
    counts: Numbers = np.minimum(1.0, usual / np.maximum(swing, 1e-6)).astype(np.float32)
    return counts[which]


class _Pupil:
    """A network that is being fitted."""

    def __init__(self, seed: int, turns: int) -> None:
        import torch  # ``pip install paiju[learn]``

        torch.manual_seed(seed)
        torch.set_num_threads(1)
        sizes, parts = (INPUTS, _WIDE, _NARROW, 1), []
        for wide, out in pairwise(sizes):
            parts += [torch.nn.Linear(wide, out), torch.nn.ReLU()]
        self._net = torch.nn.Sequential(*parts[:-1])
        self._mean = [each.detach().clone() for each in self._net.parameters()]
        self._optimiser = torch.optim.Adam(self._net.parameters(), lr=_RATE)
        self._turns = turns

    def taught(self, kept: list[tuple[Numbers, Numbers]], rows: int, turn: int) -> float:
        """Learn from so many rows drawn from all that are kept; return the mean squared error in points."""
        import torch

        inputs = torch.from_numpy(np.concatenate([told for told, _ in kept]))
        wanted = torch.from_numpy(np.concatenate([came for _, came in kept])) / _UNIT
        weights = torch.from_numpy(np.concatenate([_weights(*told) for told in kept]))
        order, errors = torch.randperm(len(wanted))[:rows], 0.0
        for at in range(0, len(order), _BATCH):
            done = (turn + at / len(order)) / self._turns
            for group in self._optimiser.param_groups:
                group["lr"] = _RATE * (1 - (1 - _SLOWEST) * done)
            chosen = order[at : at + _BATCH]
            self._optimiser.zero_grad()
            error = (weights[chosen] * (self._net(inputs[chosen]).squeeze(1) - wanted[chosen]) ** 2).mean()
            error.backward()
            self._optimiser.step()
            errors += float(error.detach()) * len(chosen)
            with torch.no_grad():
                for mean, now in zip(self._mean, self._net.parameters(), strict=True):
                    mean.mul_(_MEMORY).add_(now, alpha=1 - _MEMORY)
        return errors / len(order) * _UNIT**2

    def layers(self) -> list[tuple[Numbers, Numbers]]:
        """The weights (by output, then input) and biases that are kept, for results in points."""
        parts = [each.numpy().astype(np.float32) for each in self._mean]
        layers = list(zip(parts[::2], parts[1::2], strict=True))
        return [*layers[:-1], (layers[-1][0] * np.float32(_UNIT), layers[-1][1] * np.float32(_UNIT))]
