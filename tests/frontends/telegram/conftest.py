"""Fixtures: the simulated platform, and the frontend connected to it with a manager that writes things down."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.frontends.telegram.frontend import TelegramFrontend
from bot.frontends.telegram.incoming import translation
from tests.frontends.telegram.house import House, open_house
from tests.frontends.telegram.stage import Notebook, connected
from tests.simulators.telegram import Person, TelegramSim


@pytest.fixture(autouse=True)
def _no_manager_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """A press gets its whole answer, however slow the machine is; the test of a slow manager says otherwise."""
    monkeypatch.setattr(translation, "ANSWER_WITHIN", 60.0)


@pytest.fixture
async def sim() -> AsyncIterator[TelegramSim]:
    async with TelegramSim() as running:
        yield running
        assert running.violations == []


@pytest.fixture
async def house(request: pytest.FixtureRequest, sim: TelegramSim, tmp_path: Path) -> AsyncIterator[House]:
    """The bot, with the dice of the test's module."""
    async with open_house(sim, tmp_path, seed=request.module.SEED) as opened:
        yield opened


@pytest.fixture
def manager(sim: TelegramSim) -> Notebook:
    return Notebook(changed=sim.changed)


@pytest.fixture
async def frontend(sim: TelegramSim, manager: Notebook) -> AsyncIterator[TelegramFrontend]:
    running = await connected(sim, manager)
    yield running
    await running.stop()


@pytest.fixture
def ann(sim: TelegramSim) -> Person:
    return sim.user("player 1", started=True)


@pytest.fixture
def ben(sim: TelegramSim) -> Person:
    return sim.user("player 2", language="zh", started=True)


@pytest.fixture
def cem(sim: TelegramSim) -> Person:
    return sim.user("player 3")


@pytest.fixture
def dan(sim: TelegramSim) -> Person:
    return sim.user("player 4", started=True)
