"""The lesson of Dou Dizhu: compile, play on from decisions, fit, measure; then again with what has been learned.

What came of one round is mostly luck of the deal, so two things take the luck out. Each sensible play of a decision is played on
from the same hands, and the networks learn how these differ. And a teacher that sees all hands first learns what such
rounds come to: its judgement is smoother than the outcome of one round, and most of what the networks are taught.
"""

from __future__ import annotations

import ctypes
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from arena import native
from games.doudizhu.ai.player import WEIGHTS
from games.kit.network import Network

__all__ = ["OPEN", "SEEN", "Taught", "compiled", "decisions", "learn", "learn_bids"]

SEEN: Final = 252  # Numbers that a seat is shown
OPEN: Final = 238  # Numbers that the teacher is shown, who sees all hands
ROLES: Final = ("landlord", "before", "after")  # Where a seat sits to the landlord; each has a network
_HERE: Final = Path(__file__).parent
_SHARE: Final = 0.3  # So many of the decisions are played on from
_VERSUS: Final = 0.5  # How often one of the sides is normal
_OUTCOME: Final = 0.2  # How far the outcome itself counts besides the teacher's judgement
_MOST_DOUBLED: Final = 8.0
_QUARTER: Final = 0.25  # Of the points in stakes: of about the same size as a chance to win
_HIDDEN: Final = (128, 32)
_TEACHER: Final = (128, 64)
_KEPT: Final = 4  # Turns whose rounds are learned from
_AT_ONCE: Final = 5_000  # Rounds that are played before their rows are made smaller
_MEASURED: Final = 900_000  # Deals that are measured have seeds from here on; those that are learned from have others
_DEALS: Final = 10_000

Rows = NDArray[Any]


@dataclass(frozen=True, slots=True)
class Taught:
    """A row for each sensible play of some decisions. ``decision``: its number; ``came``: whether its seat won when the
    round was played on, and the multiplier; ``seen``: what the seat is shown; ``open``: what the teacher is shown. Of
    each decision, first comes what ``normal`` would do."""

    decision: Rows
    came: Rows
    seen: Rows
    open: Rows

    def __len__(self) -> int:
        return len(self.decision)


def _joined(parts: list[Taught]) -> Taught:
    offsets = np.cumsum([0, *[part.decision[-1] + 1 for part in parts[:-1]]])
    return Taught(
        np.concatenate([part.decision + offset for part, offset in zip(parts, offsets, strict=True)]),
        *(np.concatenate([getattr(part, name) for part in parts]) for name in ("came", "seen", "open")),
    )


def compiled(folder: Path, seed: int) -> ctypes.CDLL:
    found = native.compiled(_HERE / "learning.c", folder)
    found.decisions.restype = found.landlords.restype = ctypes.c_long
    begin(found, seed)
    return found


def begin(library: ctypes.CDLL, seed: int) -> None:
    """Draw from a seed from now on."""
    library.begin(ctypes.c_uint64(seed), (ctypes.c_double * len(WEIGHTS))(*WEIGHTS))


def decisions(library: ctypes.CDLL, folder: Path, weights: Path | None, rounds: int, share: float = _SHARE) -> Taught:
    file = folder / "rows"
    parts = []
    for first in range(0, rounds, _AT_ONCE):
        written = library.decisions(
            str(file).encode(), str(weights or "").encode(), ctypes.c_long(min(_AT_ONCE, rounds - first)),
            ctypes.c_double(share), ctypes.c_double(_VERSUS),
        )  # fmt: skip
        if written < 0:
            raise OSError("the rounds cannot be written down")
        rows = np.fromfile(file, dtype=np.float32).reshape(-1, 3 + SEEN + OPEN)
        seen, hands = rows[:, 3 : 3 + SEEN].astype(np.float16), rows[:, 3 + SEEN :].astype(np.float16)
        parts.append(Taught(rows[:, 0].astype(np.int64), rows[:, 1:3].copy(), seen, hands))
    return _joined(parts)


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Play so many rounds in each turn, and half as many at first, with ``normal`` alone; return the networks learned last."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        library = compiled(folder, seed)
        weights: Path | None = None
        kept: list[Taught] = []
        for turn in range(turns):
            begin(library, seed * 1_000 + turn)
            rows = decisions(library, folder, weights, rounds if turn else max(1, rounds // 2))
            kept = [*kept[1 - _KEPT :], rows] if turn > 1 else [rows]
            models = taught(_joined(kept), seed)
            weights = folder / "weights"
            write(models, weights)
            measure(library, weights, min(_DEALS, rounds), turn)
    about = (
        f"what plays come to in Dou Dizhu, in stakes of the seat's side: {turns} turns, {rounds} rounds, seed {seed}"
    )
    return {role: _network(model, about) for role, model in zip(ROLES, models, strict=True)}


def learn_bids(seed: int, rounds: int) -> tuple[float, ...]:
    """The weights by which hands are bid on: the base, then that of each of ``hand_numbers``."""
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


def taught(rows: Taught, seed: int) -> list[Model]:
    """Return models of what plays come to, by role: the chance to win, and a quarter of the points in stakes."""
    import torch

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    won, doubled = rows.came[:, 0], np.minimum(rows.came[:, 1], _MOST_DOUBLED)
    outcome = np.stack([won, (2 * won - 1) * doubled * _QUARTER], axis=1).astype(np.float32)
    teacher = Model((OPEN, *_TEACHER, 2), rows.open)
    entropy = torch.nn.functional.binary_cross_entropy_with_logits

    def unlike(told: Any, wanted: Any, group: Any) -> Any:
        return entropy(told[:, 0], wanted[:, 0]) + 0.3 * ((told[:, 1] - wanted[:, 1]) ** 2).mean()

    teacher.fit(rows.open, outcome, rows.decision, unlike, 2)
    judged = teacher.values(rows.open)
    judged[:, 0] = 1 / (1 + np.exp(-judged[:, 0]))
    wanted = ((1 - _OUTCOME) * judged + _OUTCOME * outcome).astype(np.float32)

    def differs(told: Any, wanted: Any, group: Any) -> Any:
        """How far off that is, above all in how the plays of one decision differ."""
        off = told - wanted
        groups = int(group[-1]) + 1
        count = torch.zeros(groups).index_add_(0, group, torch.ones(len(off)))
        middle = torch.zeros(groups, 2).index_add_(0, group, off) / count[:, None]
        return 10 * ((off - middle[group]) ** 2).mean() + 0.2 * (off**2).mean()

    models = []
    for role in range(len(ROLES)):
        own = np.flatnonzero(rows.seen[:, (0, 2, 1)[role]] > 0)
        seen = rows.seen[own]
        models.append(Model((SEEN, *_HIDDEN, 2), seen))
        models[-1].fit(seen, wanted[own], rows.decision[own], differs, 4)
    return models


class Model:
    """A network that is being fitted, with the scale of its inputs."""

    def __init__(self, sizes: tuple[int, ...], inputs: Rows) -> None:
        from torch import nn

        few = inputs[:: max(1, len(inputs) // 50_000)].astype(np.float32)
        self.mean, self.scale = few.mean(axis=0), np.maximum(few.std(axis=0), 0.05)
        parts: list[Any] = []
        for wide, out in pairwise(sizes):
            parts += [nn.Linear(wide, out), nn.ReLU()]
        self.net = nn.Sequential(*parts[:-1])

    def told(self, inputs: Rows) -> Any:
        """What comes out, to learn from."""
        import torch

        return self.net(torch.from_numpy((inputs.astype(np.float32) - self.mean) / self.scale))

    def values(self, inputs: Rows) -> Rows:
        import torch

        with torch.no_grad():
            parts = [self.told(inputs[at : at + 10_000]).numpy() for at in range(0, len(inputs), 10_000)]
        return np.concatenate(parts)

    def fit(self, inputs: Rows, wanted: Rows, decision: Rows, loss: Any, epochs: int) -> None:
        """Learn from some rows, several times over; those of one decision together."""
        import torch

        first = np.flatnonzero(np.r_[True, decision[1:] != decision[:-1]])
        many = np.diff(np.r_[first, len(decision)])
        batch = max(1, int(1_500 / many.mean()))
        optimiser = torch.optim.AdamW(self.net.parameters(), lr=3e-3, weight_decay=1e-3)
        steps = epochs * (len(first) // batch + 1) + 1
        schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=3e-3, total_steps=steps)
        for _ in range(epochs):
            order = torch.randperm(len(first)).numpy()
            for at in range(0, len(order), batch):
                chosen = order[at : at + batch]
                count = many[chosen]
                group = np.repeat(np.arange(len(chosen)), count)
                rows = np.repeat(first[chosen] - np.cumsum(count) + count, count) + np.arange(len(group))
                optimiser.zero_grad()
                loss(self.told(inputs[rows]), torch.from_numpy(wanted[rows]), torch.from_numpy(group)).backward()
                optimiser.step()
                schedule.step()

    def layers(self) -> list[native.Layer]:
        """Return weights and biases for inputs as they come."""
        return native.unscaled(self.net, self.mean, self.scale)


def write(models: list[Model], file: Path) -> None:
    """Write models down for C."""
    told = b""
    for model in models:
        layers = model.layers()
        sizes = [layers[0][0].shape[1], *[len(biases) for _, biases in layers]]
        told += np.array([len(sizes), *sizes], dtype=np.int32).tobytes()
        told += b"".join(part.astype(np.float32).tobytes() for layer in layers for part in layer)
    file.write_bytes(told)


def _network(model: Model, about: str) -> Network:
    """Return the network that says what a play is worth in stakes: twice the chance to win less one, and a quarter of the points,
    which tell more together than the points alone."""
    *hidden, (weights, biases) = model.layers()
    both = (2 * weights[0] + weights[1])[None], np.array([2 * biases[0] + biases[1] - 1])
    return native.network_of([*hidden, both], about)


def measure(library: ctypes.CDLL, weights: Path, deals: int, turn: int) -> None:
    """Say how strong the networks are: without bidding, which is left to others, and with bids."""
    for bidding, how in ((0.0, "drawn by lot"), (1.0, "who have bid")):
        begin(library, _MEASURED)
        told = (ctypes.c_double * 4)()
        library.measure(str(weights).encode(), ctypes.c_long(deals), ctypes.c_double(bidding), told)
        won, error, points, points_error = told
        sys.stderr.write(
            f"turn {turn + 1}, landlords {how}: {100 * won:.1f} ± {196 * error:.1f} % of rounds against normal from both sides, "
            f"{points:+.2f} ± {1.96 * points_error:.2f} points a round in bids\n"
        )
