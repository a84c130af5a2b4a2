"""A tournament in two groups of Telegram: one message in each, signed up for in each, taken away from one of them."""

from __future__ import annotations

import re
from pathlib import Path

from tests.simulators.telegram import Group, Message, Person, TelegramSim

from .house import open_house


def standings(sim: TelegramSim, group: Group) -> list[Message]:
    return [message for message in sim.messages(group) if message.text.startswith("🏆") and not message.deleted]


async def test_a_tournament_in_two_groups(sim: TelegramSim, tmp_path: Path) -> None:
    ann, ben, cid, dan = people = [sim.user(name, started=True) for name in ("ann", "ben", "cid", "dan")]
    home, guest = sim.group("Friends", [ann, ben], owner=ann), sim.group("Office", [cid, dan], owner=cid)
    async with open_house(sim, tmp_path):
        for person in people:
            await person.starts()
        await ann.says(home, "/tournament gandengyan rounds=1 deals=1 players=2")
        await sim.wait_for(lambda: standings(sim, home))
        await ben.press(standings(sim, home)[0], "Invite a group")
        invitation = await sim.wait_for(lambda: next((m for m in ben.inbox if "to pass on" in m.text), None))
        found = re.search(r"T\d+-\w{8}", invitation.text)
        assert found is not None
        assert found.group() in standings(sim, home)[0].text, "who reads the message can bring it, too"
        await cid.says(guest, f"/join {found.group()}")
        await sim.wait_for(lambda: standings(sim, guest))

        async def comes(person: Person, group: Group, count: int) -> None:
            assert "You are in" in await person.press(standings(sim, group)[0], "Sign up")
            await sim.wait_for(
                lambda: all(f"Signed up: {count}" in standings(sim, one)[0].text for one in (home, guest))
            )

        await comes(ann, home, 1)
        await comes(dan, guest, 2)
        assert "only remove it" in await dan.press(standings(sim, guest)[0], "Remove from here")
        await ann.press(standings(sim, home)[0], "Start")
        await sim.wait_for(lambda: all("Round 1 of 1" in standings(sim, one)[0].text for one in (home, guest)))
        await sim.wait_for(lambda: any("Tournament 1, round 1" in m.text for m in sim.messages(guest)))
        assert all(len(standings(sim, one)) == 1 for one in (home, guest)), "one message in each group"
        await cid.press(standings(sim, guest)[0], "Remove from here")
        left = await sim.wait_for(lambda: next((m for m in standings(sim, guest) if "not shown here" in m.text), None))
        assert left.labels == []
        await sim.wait_for(lambda: any("still play" in m.text for m in dan.inbox))
        await cid.says(guest, f"/join {found.group()}")
        await sim.wait_for(lambda: len(standings(sim, guest)) == 2)
        await sim.wait_for(lambda: "Office" in standings(sim, home)[0].text)
    assert sim.violations == []
