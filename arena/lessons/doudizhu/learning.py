"""The lesson of Dou Dizhu: compile, play on from decisions, fit, measure; then again with what has been learned.

What came of one round is mostly luck of the deal, so two things take the luck out. Each sensible play of a decision is played on
from the same hands, and the network learns how these differ. And a teacher that sees all hands first learns what such
rounds come to: its judgement is smoother than the outcome of one round, and most of what the network is taught.
"""

from __future__ import annotations

import ctypes
import sys
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena import native
from games.doudizhu.ai.bidding import WEIGHTS
from games.kit.network import Layer, Network

__all__ = ["OPEN", "SEEN", "compiled", "decisions", "learn", "learn_bids"]

SEEN: Final = 99
"""Numbers that a seat is shown."""
OPEN: Final = 76
"""Numbers that the teacher is shown, who sees all hands."""
_HERE: Final = Path(__file__).parent
_SHARE: Final = 0.3
"""So many of the decisions are played on from."""
_VERSUS: Final = 0.5
"""How often the others are normal players then."""
_OUTCOME: Final = 0.2
"""How far the outcome itself counts besides the teacher's judgement."""
_MOST_DOUBLED: Final = 8.0
_QUARTER: Final = 0.25
"""Of the points in stakes: of about the same size as a chance to win."""
_HIDDEN: Final = (64,)
_TEACHER: Final = (64, 32)
_MEASURED: Final = 900_000
"""Deals that are measured have seeds from here on; those that are learned from have others."""
_DEALS: Final = 2_000

Rows = NDArray[np.float32]


def compiled(folder: Path, seed: int) -> ctypes.CDLL:
    """Compile the rounds; ``FileNotFoundError`` without a C compiler."""
    found = native.compiled(_HERE / "learning.c", folder)
    found.decisions.restype = found.landlords.restype = ctypes.c_long
    begin(found, seed)
    return found


def begin(library: ctypes.CDLL, seed: int) -> None:
    """Draw from a seed from now on."""
    library.begin(ctypes.c_uint64(seed), (ctypes.c_double * len(WEIGHTS))(*WEIGHTS))


def decisions(library: ctypes.CDLL, folder: Path, weights: Path | None, rounds: int, share: float = _SHARE) -> Rows:
    """Return a row for each sensible play of some decisions in so many rounds: the decision's number, whether its seat won when
    it was played on, the multiplier, what the seat sees, what the teacher sees. First comes what ``normal`` would do."""
    file = folder / "rows"
    written = library.decisions(
        str(file).encode(), str(weights or "").encode(), ctypes.c_long(rounds), ctypes.c_double(share),
        ctypes.c_double(_VERSUS),
    )  # fmt: skip
    if written < 0:
        raise OSError("the rounds cannot be written down")
    return np.fromfile(file, dtype=np.float32).reshape(-1, 3 + SEEN + OPEN)


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Play so many rounds in each turn, at first with ``normal`` alone; return the network learned in the last ones."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        library = compiled(folder, seed)
        weights: Path | None = None
        kept: list[Rows] = []
        for turn in range(turns):
            begin(library, seed * 1_000 + turn)
            kept = [*kept[-1:], decisions(library, folder, weights, rounds)]
            model = _taught(np.concatenate(kept), seed)
            weights = folder / "weights"
            _write(model, weights)
            _measure(library, weights, min(_DEALS, rounds), turn)
    about = f"what plays come to in Dou Dizhu, in stakes of the seat's side: {rounds * turns} rounds, seed {seed}"
    return {"strong": _network(model, about)}


def learn_bids(seed: int, rounds: int) -> tuple[float, ...]:
    """Return the weights by which hands are bid on: the base, then that of each of ``hand_numbers``."""
    with TemporaryDirectory() as name:
        file = Path(name) / "rows"
        compiled(Path(name), seed).landlords(str(file).encode(), ctypes.c_long(rounds))
        rows = np.fromfile(file, dtype=np.float32).reshape(rounds, -1).astype(np.float64)
    won, inputs = rows[:, 0], np.c_[np.ones(rounds), rows[:, 1:]]
    weights = np.zeros(inputs.shape[1])
    for _ in range(12):  # Newton's method
        chance = 1 / (1 + np.exp(-inputs @ weights))
        bend = inputs.T @ (inputs * (chance * (1 - chance))[:, None]) + np.eye(len(weights))
        weights += np.linalg.solve(bend, inputs.T @ (won - chance) - weights)
    return tuple(map(float, weights))


def _taught(rows: Rows, seed: int) -> Any:
    """Return a model of what plays come to: the chance to win, and a quarter of the points in stakes."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    won, doubled = rows[:, 1], np.minimum(rows[:, 2], _MOST_DOUBLED)
    outcome = np.stack([won, (2 * won - 1) * doubled * _QUARTER], axis=1)
    open_hands = np.ascontiguousarray(rows[:, 3 + SEEN :])
    teacher = _Model((OPEN, *_TEACHER, 2), open_hands)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits

    def unlike(rows: Any, told: Any, wanted: Any) -> Any:
        return entropy(told[:, 0], wanted[:, 0]) + 0.3 * ((told[:, 1] - wanted[:, 1]) ** 2).mean()

    teacher.fit(open_hands, outcome, np.arange(len(rows)), unlike, 3)
    judged = teacher.values(open_hands)
    judged[:, 0] = 1 / (1 + np.exp(-judged[:, 0]))
    wanted = ((1 - _OUTCOME) * judged + _OUTCOME * outcome).astype(np.float32)

    first = np.r_[True, rows[1:, 0] != rows[:-1, 0]]
    base = np.maximum.accumulate(np.where(first, np.arange(len(rows)), 0))
    seen = np.ascontiguousarray(rows[:, 3 : 3 + SEEN])
    model = _Model((SEEN, *_HIDDEN, 2), seen)

    def differs(chosen: Any, told: Any, wanted_now: Any) -> Any:
        of_base = model.told(seen[base[chosen]])
        gap = (told - of_base) - (wanted_now - torch.from_numpy(wanted[base[chosen]]))
        return 10 * (gap**2).mean() + 0.2 * ((told - wanted_now) ** 2).mean()

    model.fit(seen, wanted, np.flatnonzero(~first), differs, 5)
    return model


class _Model:
    """A network that is being fitted, with the scale of its inputs."""

    def __init__(self, sizes: tuple[int, ...], inputs: Rows) -> None:
        from torch import nn

        self.mean, self.scale = inputs.mean(axis=0), inputs.std(axis=0)
        self.scale[self.scale < 1e-4] = 1.0
        parts: list[Any] = []
        for wide, out in pairwise(sizes):
            parts += [nn.Linear(wide, out), nn.ReLU()]
        self.net = nn.Sequential(*parts[:-1])

    def told(self, inputs: Rows) -> Any:
        """Return what comes out, to learn from."""
        import torch

        return self.net(torch.from_numpy((inputs - self.mean) / self.scale))

    def values(self, inputs: Rows) -> Rows:
        """Return what comes out."""
        import torch

        with torch.no_grad():
            parts = [self.told(inputs[at : at + 50_000]).numpy() for at in range(0, len(inputs), 50_000)]
        return np.concatenate(parts)

    def fit(self, inputs: Rows, wanted: Rows, rows: NDArray[np.int64], loss: Any, epochs: int) -> None:
        """Learn from some rows, several times over."""
        import torch

        wanted, batch = wanted.astype(np.float32), 1024
        optimiser = torch.optim.AdamW(self.net.parameters(), lr=3e-3, weight_decay=1e-4)
        steps = epochs * (len(rows) // batch + 1) + 1
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=3e-3, total_steps=steps)
        for _ in range(epochs):
            order = rows[torch.randperm(len(rows)).numpy()]
            for at in range(0, len(order), batch):
                chosen = order[at : at + batch]
                optimiser.zero_grad()
                loss(chosen, self.told(inputs[chosen]), torch.from_numpy(wanted[chosen])).backward()
                optimiser.step()
                schedule.step()

    def layers(self) -> list[tuple[NDArray[Any], NDArray[Any]]]:
        """Return weights and biases for inputs as they come."""
        found: list[tuple[NDArray[Any], NDArray[Any]]] = []
        for part in self.net:
            if hasattr(part, "weight"):
                weights, biases = part.weight.detach().double().numpy(), part.bias.detach().double().numpy()
                if not found:
                    weights = weights / self.scale
                    biases = biases - weights @ self.mean
                found.append((weights, biases))
        return found


def _write(model: _Model, file: Path) -> None:
    """Write a model down for C."""
    layers = model.layers()
    sizes = [layers[0][0].shape[1], *[len(biases) for _, biases in layers]]
    numbers = [part.astype(np.float32).tobytes() for layer in layers for part in layer]
    file.write_bytes(np.array([len(sizes), *sizes], dtype=np.int32).tobytes() + b"".join(numbers))


def _network(model: _Model, about: str) -> Network:
    """Return the network that says what a play is worth in stakes: twice the chance to win less one, and a quarter of the points,
    which tell more together than the points alone."""
    layers: list[Layer] = []
    for weights, biases in model.layers():
        if len(biases) == 2:
            weights, biases = (2 * weights[0] + weights[1])[None], np.array([2 * biases[0] + biases[1] - 1])
        layers.append((tuple(tuple(map(float, row)) for row in weights), tuple(map(float, biases))))
    return Network(layers, about)


def _measure(library: ctypes.CDLL, weights: Path, deals: int, turn: int) -> None:
    """Say how strong a network is."""
    begin(library, _MEASURED)
    told = (ctypes.c_double * 4)()
    library.measure(str(weights).encode(), ctypes.c_long(deals), told)
    won, error, points, points_error = told
    sys.stderr.write(
        f"turn {turn + 1}: {100 * won:.1f} ± {196 * error:.1f} % of rounds against normal from both sides, "
        f"{points:+.2f} ± {1.96 * points_error:.2f} points a round in bids\n"
    )
