"""Gou Ji on Discord, typed: six people, declarations refused in the channel, a whole match in slash commands, a restart."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.frontends.discord.house import House, texts
from tests.simulators.discord import DiscordSim, VirtualChannel, VirtualUser

SEED = 3
_ORDER = "3456789TJQKA2xX"


@pytest.fixture
async def house(sim: DiscordSim, tmp_path: Path) -> AsyncIterator[House]:
    house = await House(sim, tmp_path, seed=SEED).start()
    yield house
    await house.stop()


@dataclass
class Typists:
    """Six people in one channel. Every other seat passes whenever it may; the others take the first completion."""

    channel: VirtualChannel
    people: list[VirtualUser]

    async def sit_down(self, preset: str) -> None:
        host = self.people[0]
        await host.slash(self.channel, "new", game="gouji", preset=preset)
        for person in self.people[1:]:
            await person.slash(self.channel, "join")
        await host.slash(self.channel, "deal")

    async def facts(self) -> dict[str, str]:
        """What /table plain says."""
        said = (await self.people[0].slash(self.channel, "table", plain=True)).text
        return dict(line.split(": ", 1) for line in said.split("\n") if ": " in line)

    async def hand(self, person: VirtualUser) -> list[str]:
        said = (await person.slash(self.channel, "hand", plain=True)).text
        return said.partition(":")[2].split()

    async def one_move(self) -> bool:
        """Whoever is asked first acts; false when the round is over."""
        facts = await self.facts()
        waiting = json.loads(facts["to_act"])
        if not waiting:
            return False
        person, mode = self.people[waiting[0]], facts["mode"].strip('"')
        if facts["phase"].strip('"') == "declare":
            await person.slash(person.dm, "do", verb="decline")
        elif facts["phase"].strip('"') == "return":
            given = json.loads(facts["tribute"])["given"].split()
            lowest = sorted(await self.hand(person), key=lambda card: (card[0] == "3", _ORDER.index(card[0])))
            told = await person.slash(person.dm, "do", verb="return", cards=" ".join(lowest[: len(given)]))
            assert told.text
        elif mode not in ("lead", "burn_lead") and (waiting[0] % 2 or mode == "burn_offer"):
            await person.slash(self.channel, "pass")
        else:
            offered = await person.autocomplete(self.channel, "play", cards="")
            if offered:
                played = await person.slash(self.channel, "play", cards=offered[0][1])
                assert played.text.startswith("Played: "), played.text
            else:
                await person.slash(self.channel, "pass")
        return True

    async def plays_round(self) -> None:
        while await self.one_move():
            pass


@pytest.fixture
def six(sim: DiscordSim) -> Typists:
    people = [sim.user(f"player {number}") for number in range(1, 7)]
    return Typists(sim.guild(members=people).channel("friends"), people)


async def test_six_friends_play_a_quick_match_with_commands_alone(sim: DiscordSim, house: House, six: Typists) -> None:
    await six.sit_down("quick")
    await six.plays_round()
    await house.quiet()
    assert (await six.facts())["state"] == "over"
    shown = texts(six.channel)
    for place in ("1st", "2nd", "3rd", "4th", "5th", "6th"):
        assert place in shown
    assert "Gou Ji" in (await six.people[1].slash(six.channel, "history")).text
    assert not any(item.refusals for item in sim.world.interactions.values())


async def test_declarations_are_hidden_and_a_restart_in_the_tributes_keeps_all(house: House, six: Typists) -> None:
    await six.sit_down("evening")
    refused = await six.people[2].slash(six.channel, "do", verb="challenge")
    assert refused.ephemeral
    await six.people[0].slash(six.people[0].dm, "do", verb="challenge")
    await six.people[4].slash(six.people[4].dm, "do", verb="decline")
    await house.quiet()
    assert "of 6 have answered" in texts(six.channel)
    assert json.loads((await six.facts())["challenged"]) == []
    await six.plays_round()
    await six.people[0].slash(six.channel, "deal")
    before = await six.facts()
    assert before["phase"].strip('"') == "return"
    await house.stop()
    await house.start()
    after = await six.facts()
    assert {key: after[key] for key in ("due", "tribute", "scores", "to_act")} == {
        key: before[key] for key in ("due", "tribute", "scores", "to_act")
    }
    receiver = six.people[json.loads(after["to_act"])[0]]
    offered = await receiver.autocomplete(receiver.dm, "do", verb="return", cards="")
    given = json.loads(after["tribute"])["given"].split()
    assert {len(value.split()) for _, value in offered} == {len(given)}
    await six.one_move()
    assert json.loads((await six.facts())["to_act"]) != []


async def test_a_burn_is_completed_and_typed(house: House, six: Typists) -> None:
    await six.sit_down("quick")
    person = six.people[0]
    for one in six.people:
        now = await one.autocomplete(six.channel, "do", verb="")
        assert now == [], "whoever leads can only play, which has a command of its own; the others are not asked"
    offered: list[tuple[str, str]] = []
    while not offered:
        facts = await six.facts()
        if facts["mode"].strip('"') == "burn_offer":
            person = six.people[json.loads(facts["to_act"])[0]]
            offered = await person.autocomplete(six.channel, "do", verb="burn", cards="")
        if not offered:
            assert await six.one_move(), "somebody can burn under this seed"
    now = await person.autocomplete(six.channel, "do", verb="")
    assert dict(now)["Don't burn"] == "pass"
    assert {value for _, value in now} == {"pass"}, "a hand of 36 cards never goes with a joker in each set"
    asked = await person.slash(six.channel, "do", verb="burn", cards=offered[0][1])
    assert (await six.facts())["burner"] == "null"
    await person.press(await asked.message(), "burn")
    await house.quiet()
    assert (await six.facts())["burner"] == str(six.people.index(person))
