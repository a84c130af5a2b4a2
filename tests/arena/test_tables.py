"""Many tables at once: by cores and by the rules the same, from the same seed; what is not legal is refused."""

import random
from typing import Any

import numpy as np
import pytest

import arena
from arena.interface import CoreRound
from arena.tables import Tables
from games import GAMES
from tests.strategies import random_options


def chosen(tables: Tables, dice: np.random.Generator) -> Any:
    counts = np.diff(tables.offsets)
    return tables.ids[tables.offsets[:-1] + dice.integers(0, counts)]


@pytest.mark.parametrize("key", GAMES)
@pytest.mark.parametrize("opponents", [None, "random"])
def test_cores_and_rules_run_them_the_same(key: str, opponents: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = random.Random(f"{key}/{opponents}")
    about: dict[str, Any] = {
        "seed": rng.getrandbits(64), "options": random_options(GAMES[key], rng), "players": rng.choice(GAMES[key].seats),
        "reward": "win" if opponents else "points", "seat": 1, "opponents": opponents,
    }  # fmt: skip
    fast = arena.vec(key, 3, threads=2, **about)
    if not fast.native:
        pytest.skip(f"no native core of {key} here: its tables were NOT compared with the rules")
    monkeypatch.setattr(CoreRound, "tables", lambda *given: None)
    slow = arena.vec(key, 3, **about)
    assert not slow.native
    fast.reset()
    slow.reset()
    dice, ends = np.random.default_rng(1), 0
    while ends < 4:
        for name in ("observations", "seats", "rewards", "done", "offsets", "ids", "features"):
            assert (getattr(fast, name) == getattr(slow, name)).all(), name
        assert opponents is None or set(fast.seats.tolist()) == {1}
        actions = chosen(fast, dice)
        fast.step(actions)
        slow.step(actions)
        ends += int(fast.done.sum())


def test_a_seed_deals_again_and_what_is_not_legal_changes_nothing() -> None:
    tables = arena.vec("doudizhu", 3, seed=2)
    tables.reset()
    first = tables.observations.copy()
    actions = chosen(tables, np.random.default_rng(1))
    actions[1] = 40_000
    with pytest.raises(ValueError, match="action 40000 is not legal now at table 1"):
        tables.step(actions)
    with pytest.raises(ValueError, match="one number a table, 3 in all"):
        tables.step(actions[:2])
    assert (tables.observations == first).all()
    tables.reset(seed=2)
    assert (tables.observations == first).all()
