"""Gong Zhu, Liu Jia Tong and Gan Deng Yan on Discord, typed: whole matches in slash commands, with a restart on the way."""

import json

from tests.frontends.discord.house import House, texts
from tests.frontends.discord.typists import Typists
from tests.simulators.discord import DiscordSim, VirtualUser

SEED = 3


class Friends(Typists):
    """Take the longest completion; in a game with a pot every other seat passes whenever it may."""

    async def moves(self, seat: int, person: VirtualUser, facts: dict[str, str]) -> None:
        if facts["phase"].strip('"') == "expose":
            await person.slash(person.dm, "do", verb="decline")
        elif seat % 2 and facts["standing"] != "null" and "pot" in facts:
            await person.slash(self.channel, "pass")
        else:
            await self.plays(person, longest=True)


def typists(sim: DiscordSim, number: int, game: str) -> Friends:
    friends = Friends.seated(sim, number)
    friends.game = game
    return friends


async def test_two_play_gan_deng_yan_and_a_third_makes_it_a_new_match(sim: DiscordSim, house: House) -> None:
    table = typists(sim, 3, "gandengyan")
    third = table.people.pop()
    await table.sit_down(options="deals=2", players=2)
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
