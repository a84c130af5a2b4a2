"""Gou Ji on Discord, typed: six people, declarations refused in the channel, a whole match in slash commands, a restart."""

from __future__ import annotations

import json

import pytest

from tests.frontends.discord.house import House, texts
from tests.frontends.discord.typists import Typists
from tests.simulators.discord import DiscordSim, VirtualUser

SEED = 3
_ORDER = "3456789TJQKA2xX"


class Six(Typists):
    """Every other seat passes whenever it may; the others take the first completion."""

    game = "gouji"

    async def moves(self, seat: int, person: VirtualUser, facts: dict[str, str]) -> None:
        phase, mode = facts["phase"].strip('"'), facts["mode"].strip('"')
        if phase == "declare":
            await person.slash(person.dm, "do", verb="decline")
        elif phase == "return":
            given = json.loads(facts["tribute"])["given"].split()
            lowest = sorted(await self.hand(person), key=lambda card: (card[0] == "3", _ORDER.index(card[0])))
            told = await person.slash(person.dm, "do", verb="return", cards=" ".join(lowest[: len(given)]))
            assert told.text
        elif mode not in ("lead", "burn_lead") and (seat % 2 or mode == "burn_offer"):
            await person.slash(self.channel, "pass")
        else:
            await self.plays(person)


@pytest.fixture
def six(sim: DiscordSim) -> Six:
    return Six.seated(sim, 6)


async def test_six_friends_play_a_quick_match_with_commands_alone(sim: DiscordSim, house: House, six: Six) -> None:
    await six.sit_down(preset="quick")
    await six.plays_round()
    await house.quiet()
    assert (await six.facts())["state"] == "over"
    shown = texts(six.channel)
    for place in ("1st", "2nd", "3rd", "4th", "5th", "6th"):
        assert place in shown
    assert "Gou Ji" in (await six.people[1].slash(six.channel, "history")).text
    assert not any(item.refusals for item in sim.world.interactions.values())


async def test_declarations_are_hidden_and_a_restart_in_the_tributes_keeps_all(house: House, six: Six) -> None:
    await six.sit_down(preset="evening")
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


async def test_a_burn_is_completed_and_typed(house: House, six: Six) -> None:
    await six.sit_down(preset="quick")
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
