"""A whole match on Telegram with buttons alone, from the list of games to the final result, in Chinese and English."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.frontends.telegram.foursome import Foursome
from tests.frontends.telegram.house import House, open_house
from tests.simulators.telegram import TelegramSim


@pytest.fixture
async def sim() -> AsyncIterator[TelegramSim]:
    async with TelegramSim() as running:
        yield running
        assert running.violations == []


@pytest.fixture
async def house(sim: TelegramSim, tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(sim, tmp_path, seed=3) as opened:
        yield opened


async def test_three_play_a_match_from_the_list_of_games_to_its_result(sim: TelegramSim, house: House) -> None:
    people = [sim.user(f"player {number}", started=True) for number in (1, 2, 3)]
    three = Foursome(sim, sim.group("friends", people), people, game="Pao De Kuai")
    await three.sit_down("Free to pass", deals="2")
    await sim.wait_for(lambda: "The first lead holds a 3" in three.table_message().text)
    for _ in range(6):
        assert await three.one_move()
    await house.restart()
    await three.plays_out()
    await sim.wait_for(lambda: "The match is over" in three.table_message().text)
    table = three.table_message().text
    assert "is out: +" in table
    assert "left, " in table or "shut in" in table
    await people[1].says(three.group, "/leaderboard pdk")
    await sim.wait_for(lambda: sim.find(three.group, "Pao De Kuai"))
