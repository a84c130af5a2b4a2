"""How long the runs take, and the seed of their choices."""

from __future__ import annotations

import os
import time

import pytest

from tests.process.conftest import discord, program, telegram  # noqa: F401 # fixtures

_GRACE_SECONDS = 600
"""What a run may take beyond its time: starting, coming to rest, looking at everything that was written."""


def _seconds() -> float:
    return float(os.environ.get("SOAK_SECONDS", "300"))


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The suite's own limit is for short tests."""
    for item in items:
        item.add_marker(pytest.mark.timeout(_seconds() + _GRACE_SECONDS))


@pytest.fixture
def seconds() -> float:
    """How long to go on."""
    return _seconds()


@pytest.fixture
def seed(request: pytest.FixtureRequest) -> int:
    """A new seed for each run, shown when it fails; ``SOAK_SEED`` sets it."""
    chosen = int(os.environ.get("SOAK_SEED") or time.time_ns() % 1_000_000)
    print(f"{request.node.name}: SOAK_SEED={chosen}")  # for whoever wants to see this run again
    return chosen
