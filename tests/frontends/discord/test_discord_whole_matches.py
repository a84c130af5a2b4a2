"""Gong Zhu, Liu Jia Tong and Gan Deng Yan on Discord, typed: whole matches in slash commands, with a restart on the way."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.frontends.discord.house import House, texts
from tests.seeds import ALL
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser

SEED = 3


@pytest.fixture
async def house(sim: DiscordSim, tmp_path: Path) -> AsyncIterator[House]:
    house = await House(sim, tmp_path, seed=SEED).start()
    yield house
    await house.stop()


@dataclass
class Typists:
    """People in one channel who take the longest completion of what they may play, and pass where there is none."""

    channel: VirtualChannel
    people: list[VirtualUser]

    async def sit_down(self, game: str, options: str = "") -> None:
        host = self.people[0]
        await host.slash(self.channel, "new", game=game, options=options, players=len(self.people))
        for person in self.people[1:]:
            await person.slash(self.channel, "join")
        await host.slash(self.channel, "deal")

    async def facts(self) -> dict[str, str]:
        """What /table plain says."""
        said = (await self.people[0].slash(self.channel, "table", plain=True)).text.replace("\\", "")
        return dict(line.split(": ", 1) for line in said.split("\n") if ": " in line)

    async def one_move(self) -> bool:
        """Whoever is asked first acts; false when the round is over."""
        facts = await self.facts()
        waiting = json.loads(facts["to_act"])
        if not waiting:
            return False
        person = self.people[waiting[0]]
        if facts["phase"].strip('"') == "expose":
            await person.slash(person.dm, "do", verb="decline")
            return True
        passing = waiting[0] % 2 and facts["standing"] != "null" and "pot" in facts
        offered = [] if passing else await person.autocomplete(self.channel, "play", cards="")
        if offered:
            played = await person.slash(self.channel, "play", cards=max((cards for _, cards in offered), key=len))
            assert played.text.startswith("Played: "), played.text
        else:
            await person.slash(self.channel, "pass")
        return True

    async def plays_round(self) -> None:
        while await self.one_move():
            pass

    async def plays_out(self, most: int = 40) -> None:
        """Until the match is over."""
        for _ in range(most):
            await self.plays_round()
            if (await self.facts())["state"] == "over":
                return
            await self.people[0].slash(self.channel, "deal")
        raise AssertionError("the match does not end")


def typists(sim: DiscordSim, number: int) -> Typists:
    people = [sim.user(f"player {n}") for n in range(1, number + 1)]
    return Typists(sim.guild(members=people).channel("friends"), people)


async def test_four_play_gong_zhu_with_commands_alone(sim: DiscordSim, house: House) -> None:
    four = typists(sim, 4)
    await four.sit_down("gongzhu", "all_cards_win=on")
    refused = await four.people[1].slash(four.channel, "do", verb="decline")
    assert refused.ephemeral
    assert json.loads((await four.facts())["to_act"]) == [0, 1, 2, 3]
    for _ in range(12):
        await four.one_move()
    before = await four.facts()
    await house.stop()
    await house.start()
    assert await four.facts() == before
    await four.plays_out()
    await house.quiet()
    assert "The match is over" in texts(four.channel)
    assert "pig" in texts(four.channel)
    assert "Gong Zhu" in (await four.people[1].slash(four.channel, "history")).text
    assert not any(item.refusals for item in sim.world.interactions.values())


async def test_six_play_liu_jia_tong_with_commands_alone(sim: DiscordSim, house: House) -> None:
    six, target = typists(sim, 6), 120 if ALL else 50
    await six.sit_down("liujiatong", f"target={target}")
    for _ in range(20):
        await six.one_move()
    before = await six.facts()
    await house.stop()
    await house.start()
    assert await six.facts() == before
    await six.plays_out()
    await house.quiet()
    assert "The match is over" in texts(six.channel)
    assert max(json.loads((await six.facts())["team_scores"])) >= target
    assert not any(item.refusals for item in sim.world.interactions.values())


async def test_two_play_gan_deng_yan_and_a_third_makes_it_a_new_match(sim: DiscordSim, house: House) -> None:
    table = typists(sim, 3)
    third = table.people.pop()
    await table.sit_down("gandengyan", "deals=2")
    await table.plays_round()
    told = await third.slash(table.channel, "join")
    assert "match of 3" in told.text
    table.people.append(third)
    await table.people[0].slash(table.channel, "deal")
    assert json.loads((await table.facts())["counts"]) in ([5, 5, 6], [5, 6, 5], [6, 5, 5])
    await table.plays_round()
    await house.stop()
    await house.start()
    await table.people[0].slash(table.channel, "deal")
    await table.plays_out()
    await house.quiet()
    assert "The match is over" in texts(table.channel)
    assert "At this table so far" in texts(table.channel)
    assert not any(item.refusals for item in sim.world.interactions.values())
