"""Lessons of Guandan: the same seed gives the same rows, choices of a decision stand together, and a network comes of them."""

from __future__ import annotations

import numpy as np
import pytest

from arena.lessons.guandan import Pupil, fitted, lessons, together
from games.guandan.ai.sight import OWN, SHARED
from games.kit.network import Network


def test_lessons_are_repeatable_and_learned_from() -> None:
    pytest.importorskip("torch", reason="what learns needs PyTorch: pip install paiju[learn]")
    rows, results, groups = lessons(1, 2, Pupil(None))
    again = lessons(1, 2, Pupil(None))
    assert (rows == again[0]).all()
    assert (results == again[1]).all()
    assert rows.shape == (len(results), SHARED + OWN)
    assert set(np.abs(results)) <= {1.0, 2.0, 3.0}
    assert (np.diff(groups) >= 0).all()
    assert np.bincount(groups).min() >= 2, "a decision has at least two choices"
    first = rows[groups == 0]
    assert (first[:, :SHARED] == first[0, :SHARED]).all(), "what choices share is the same in each row"
    network = fitted(rows, results, groups)
    assert Network.read(network.written()).sizes == network.sizes
    other = fitted(rows, results, groups, seed=1)
    numbers = rows[0].tolist()
    mean = (network.value(numbers) + other.value(numbers)) / 2
    assert together([network, other]).value(numbers) == pytest.approx(mean, abs=1e-4)
    learned, _, _ = lessons(2, 1, Pupil(network))
    assert learned.shape[1] == SHARED + OWN
