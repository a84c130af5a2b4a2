"""Games over days on Discord: what rings at night, and how time is shown."""

from __future__ import annotations

import re
from pathlib import Path

from tests.frontends.discord.house import House, deal, offers, seat_all, turn_of
from tests.frontends.nights import AFTERNOON, NIGHT, pass_time
from tests.session.world import ManualClock
from tests.simulators.discord import DiscordSim


async def test_nothing_rings_at_night_and_the_morning_says_whose_turn_it_is(sim: DiscordSim, tmp_path: Path) -> None:
    clock = ManualClock(AFTERNOON)
    async with House(sim, tmp_path, time=clock) as house:
        people = [sim.user(name) for name in ("alice", "bo", "cy")]
        channel = sim.guild(members=people).channel("friends")
        for person in people:
            said = await person.slash(channel, "prefer", name="quiet", value=NIGHT)
            assert "nothing rings for you" in said.text
        await seat_all(sim, people, channel, "deals=1 clock=24h")
        await deal(sim, people, channel)
        await house.quiet()
        assert re.search(r"<t:\d+:R>", "\n".join(message.text for message in channel.messages)), "it counts by itself"
        await pass_time(house.manager, clock, 9)  # eleven
        await house.quiet()
        for _ in range(3):
            rung = [len(person.notifications) for person in people]
            turn = turn_of(people)
            assert turn is not None
            await turn[0].press(turn[1], offers(turn[1])[0].custom_id or "")
            await house.quiet()
            assert [len(person.notifications) for person in people] == rung
        await sim.wait_for(lambda: turn_of(people))
        turn = turn_of(people)
        assert turn is not None
        await pass_time(house.manager, clock, 8.5)
        await house.quiet()
        heard = {person.name: len(person.notifications) - count for person, count in zip(people, rung, strict=True)}
        assert heard == {person.name: int(person is turn[0]) for person in people}
        assert turn[0].notifications[-1].text.startswith("☀ It is your turn:")
