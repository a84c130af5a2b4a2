"""An evening of a group: its own house rules, somebody called to the table, more time, seats drawn, somebody banned."""

from pathlib import Path

from tests.simulators.telegram import Message, Person, TelegramSim

from .house import open_house


async def test_an_evening_of_a_group(sim: TelegramSim, tmp_path: Path) -> None:
    ann, ben, cat, zoe = people = [sim.user(name) for name in ("ann", "ben", "cat", "zoe")]
    group = sim.group("friends", people)
    group.promotes(zoe)

    def said(where: Person, words: str) -> Message | None:
        return next((message for message in where.inbox if words in message.text), None)

    async with open_house(sim, tmp_path):
        for person in people:
            await person.starts()
        await zoe.says(group, "/defaults doudizhu clock=60 deals=1")
        await sim.wait_for(lambda: sim.find(group, "From now on"))
        await cat.says(group, "/notify")
        await sim.wait_for(lambda: sim.find(group, "I will write to you") or said(cat, "I will write to you"))
        await ann.says(group, "/new doudizhu")
        table = await sim.wait_for(lambda: sim.find(group, "#1"))
        assert "60 s" in table.text
        assert "Waiting for players (until 10 min after opening)" in table.text
        call = await sim.wait_for(lambda: said(cat, "has opened table"))
        await cat.press(call, "Join")
        await sim.wait_for(lambda: "2. cat" in table.text)
        await ann.press(table, "10 more minutes")
        await sim.wait_for(lambda: "20 min after opening" in table.text)
        await ann.says(group, "/swap 1 cat")
        await sim.wait_for(lambda: "1. cat" in table.text)
        for drawn in (1, 2):  # perhaps as they were
            await ann.says(group, "/shuffle")
            await sim.wait_for(lambda: sum("drawn anew" in one.text for one in sim.messages(group)) == drawn)  # noqa: B023
        await zoe.says(group, "/ban cat")
        await sim.wait_for(lambda: sim.find(group, "cat may not sit"))
        await sim.wait_for(lambda: "cat" not in table.text.partition("free")[0])
        await sim.wait_for(lambda: said(cat, "may not sit at its tables"))
        answer = await cat.press(table, "Join")
        assert "You may not sit" in answer
        assert said(ben, "has opened table") is None
        assert sim.violations == []
