"""The network while it learns, by PyTorch: on an accelerator where there is one."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch

from arena.learning.selfplay import Experience
from arena.learning.worth import WEIGHTS, Weights, fresh_weights

__all__ = ["Learner"]


class Learner:
    """Learns what actions are worth from what came of them, by gradient steps on the mean squared error."""

    def __init__(self, seen: int, done: int, seed: int = 0, rate: float = 3e-4) -> None:
        torch.manual_seed(seed)
        self._device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        if self._device.type == "cpu":
            torch.set_num_threads(1)
        begun = fresh_weights(seen, done, seed=seed)
        self._parts = {name: torch.tensor(begun[name], device=self._device, requires_grad=True) for name in WEIGHTS}
        self._optimiser = torch.optim.Adam(list(self._parts.values()), lr=rate)

    def weights(self) -> Weights:
        return {name: part.detach().cpu().numpy().copy() for name, part in self._parts.items()}

    def learn(self, memory: Sequence[Experience], steps: int, batch: int, rng: np.random.Generator) -> float:
        """Take so many steps, each on a batch drawn from all that is remembered; return the mean squared error."""
        sizes = np.array([len(part.worth) for part in memory])
        total = 0.0
        for _ in range(steps):
            seen, done, worth = [], [], []
            for part, count in zip(memory, rng.multinomial(batch, sizes / sizes.sum()), strict=True):
                if count:
                    chosen = rng.integers(len(part.worth), size=count)
                    seen.append(part.seen[chosen])
                    done.append(part.done[chosen])
                    worth.append(part.worth[chosen])
            wanted = self._tensor(worth)
            loss = ((self._worth(self._tensor(seen), self._tensor(done)) - wanted) ** 2).mean()
            self._optimiser.zero_grad()
            loss.backward()
            self._optimiser.step()
            total += loss.item()
        return total / max(steps, 1)

    def _tensor(self, parts: Sequence[Any]) -> Any:
        return torch.from_numpy(np.concatenate(parts).astype(np.float32)).to(self._device)

    def _worth(self, seen: Any, done: Any) -> Any:
        parts = self._parts
        hidden = torch.relu(seen @ parts["seen"] + done @ parts["done"] + parts["first"])
        hidden = torch.relu(hidden @ parts["middle"] + parts["second"])
        return (hidden @ parts["last"])[:, 0] + parts["third"]

    def save(self, file: Path) -> None:
        """Write all that is needed to go on."""
        torch.save({"parts": self._parts, "optimiser": self._optimiser.state_dict()}, file)

    def load(self, file: Path) -> None:
        kept = torch.load(file, map_location=self._device, weights_only=True)
        with torch.no_grad():
            for name, part in self._parts.items():
                part.copy_(kept["parts"][name])
        self._optimiser.load_state_dict(kept["optimiser"])
