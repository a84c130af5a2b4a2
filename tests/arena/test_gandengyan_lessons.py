"""Lessons of Gan Deng Yan: the same seed gives the same rows, and they are as wide as the network that they are for."""

from __future__ import annotations

import numpy as np
import pytest

from arena.lessons.gandengyan import lessons
from games.gandengyan.ai.features import OWN, SHARED
from games.kit.network import Network, network


@pytest.mark.parametrize("learned", [None, network("games.gandengyan.ai", "value")], ids=["normal", "learned"])
def test_the_same_seed_gives_the_same_lessons(learned: Network | None) -> None:
    rows, results = lessons("a test", 12, learned, mixed=1.0)
    again, same = lessons("a test", 12, learned, mixed=1.0)
    others, _ = lessons("another test", 12, learned, mixed=1.0)
    assert rows.shape == (len(results), SHARED + OWN)
    assert np.array_equal(rows, again)
    assert np.array_equal(results, same)
    assert rows.shape != others.shape or not np.array_equal(rows, others)
    assert results.any()
    assert np.isfinite(rows).all()


def test_the_network_takes_what_a_decision_is_told_in() -> None:
    assert network("games.gandengyan.ai", "value").sizes[0] == SHARED + OWN
