"""Fits small networks to what came of decisions, with PyTorch (``pip install paiju[learn]``).

``games.kit.network`` reads and evaluates them without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from games.kit.network import Layer, Network

__all__ = ["Fit", "fit"]


@dataclass(frozen=True, slots=True)
class Fit:
    """A network, and how well it tells what it has not seen.

    ``error``: mean squared, on rows held out; ``spread``: what is left if one always says the mean."""

    network: Network
    error: float
    spread: float


def fit(
    features: NDArray[np.float32],
    targets: NDArray[np.float32],
    *,
    hidden: Sequence[int] = (32,),
    about: str = "",
    epochs: int = 8,
    batch: int = 1024,
    rate: float = 2e-3,
    decay: float = 1e-4,
    held_out: float = 0.1,
    seed: int = 0,
    odds: bool = False,
) -> Fit:
    """Return the network that tells ``targets`` best from the ``features`` of each row.

    ``odds``: the targets are 0 or 1 and the network gives the logarithm of the odds (``error`` and ``spread`` are then
    entropies in nats). Rows that belong to one round should stand together: the last ``held_out`` of them are kept to measure.
    """
    import torch
    from torch import nn

    torch.manual_seed(seed)
    torch.set_num_threads(1)
    rows = len(features)
    kept = int(rows * (1 - held_out))
    mean, scale = features[:kept].mean(axis=0), features[:kept].std(axis=0)
    scale[scale < 1e-6] = 1.0
    level, unit = (0.0, 1.0) if odds else (float(targets[:kept].mean()), float(targets[:kept].std()) or 1.0)
    inputs = torch.from_numpy(((features - mean) / scale).astype(np.float32))
    wanted = torch.from_numpy(((targets - level) / unit).astype(np.float32))

    sizes = (features.shape[1], *hidden, 1)
    parts: list[Any] = []
    for wide, out in pairwise(sizes):
        parts += [nn.Linear(wide, out), nn.ReLU()]
    model = nn.Sequential(*parts[:-1])
    loss = nn.BCEWithLogitsLoss() if odds else nn.MSELoss()
    optimiser = torch.optim.AdamW(model.parameters(), lr=rate, weight_decay=decay)
    steps = max(1, epochs * (kept // batch + 1))
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, max_lr=rate, total_steps=steps + 1)
    for _ in range(epochs):
        order = torch.randperm(kept)
        for start in range(0, kept, batch):
            chosen = order[start : start + batch]
            optimiser.zero_grad()
            loss(model(inputs[chosen]).squeeze(1), wanted[chosen]).backward()
            optimiser.step()
            schedule.step()
    with torch.no_grad():
        error = float(loss(model(inputs[kept:]).squeeze(1), wanted[kept:])) * unit**2
        usual = torch.full_like(wanted[kept:], float(torch.logit(wanted[:kept].mean())) if odds else 0.0)
        spread = float(loss(usual, wanted[kept:])) * unit**2

    linear = [part for part in model if isinstance(part, nn.Linear)]
    layers: list[Layer] = []
    for place, part in enumerate(linear):
        weights, biases = part.weight.detach().double().numpy(), part.bias.detach().double().numpy()
        if place == 0:  # the features come as they are: their scaling goes into the first layer …
            weights = weights / scale
            biases = biases - weights @ mean
        if place == len(linear) - 1:  # … and that of the targets into the last
            weights, biases = weights * unit, biases * unit + level
        layers.append((tuple(tuple(map(float, row)) for row in weights), tuple(map(float, biases))))
    return Fit(Network(layers, about), error, spread)
