"""A whole match on Discord with slash commands, from the choice of the game to the final result."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.frontends.discord.incoming.slash import payload
from tests.frontends.discord.house import House, texts
from tests.frontends.discord.typists import Typists
from tests.simulators.discord import DiscordSim


@pytest.fixture
async def sim() -> AsyncIterator[DiscordSim]:
    async with DiscordSim() as sim:
        yield sim
        assert sim.violations == []


@pytest.fixture
async def house(sim: DiscordSim, tmp_path: Path) -> AsyncIterator[House]:
    house = await House(sim, tmp_path, seed=3).start()
    yield house
    await house.stop()


def test_the_choice_of_games_names_it_in_both_languages() -> None:
    (new,) = [command for command in payload() if command["name"] == "new"]
    (game,) = [option for option in new["options"] if option["name"] == "game"]
    (choice,) = [one for one in game["choices"] if one["value"] == "paodekuai"]
    assert choice["name"] == "Pao De Kuai"
    assert choice["name_localizations"]["zh-CN"] == "跑得快"


async def test_three_play_a_match_with_commands_alone(sim: DiscordSim, house: House) -> None:
    three = Typists(sim, 3, "paodekuai")
    await three.sit_down(options="deals=2", players=3)
    first = await three.facts()
    assert first["opening"] == "true"
    for _ in range(6):
        await three.one_move()
    before = await three.facts()
    await house.stop()
    await house.start()
    assert await three.facts() == before
    await three.plays_out()
    await house.quiet()
    assert "The match is over" in texts(three.channel)
    assert "Pao De Kuai" in (await three.people[1].slash(three.channel, "history")).text
    assert not any(item.refusals for item in sim.world.interactions.values())
