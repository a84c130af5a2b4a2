"""A match over days in a Telegram group: what rings, when, and what does not at night."""

from __future__ import annotations

from pathlib import Path

from tests.frontends.nights import AFTERNOON, NIGHT, is_night, pass_time
from tests.frontends.telegram.house import Table, open_house
from tests.session.world import ManualClock
from tests.simulators.telegram import TelegramSim


async def test_a_match_over_days_rings_for_nobody_at_night_and_says_in_the_morning_whose_turn_it_is(
    sim: TelegramSim, tmp_path: Path
) -> None:
    clock = ManualClock(AFTERNOON)
    async with open_house(sim, tmp_path, time=clock) as house:
        people = [sim.user(name, started=True) for name in ("ann", "ben", "cem")]
        for person in people:
            await person.starts()
            await person.says(person, f"/prefer quiet {NIGHT}")
        table = Table(sim, sim.group("friends", people), people, seed=5)
        lobby = await table.opens("/new doudizhu deals=1 clock=24h")
        assert "24 h for each turn" in lobby.text
        await people[0].press(lobby, "Start")
        await sim.wait_for(table.to_act)
        await sim.wait_for(lambda: "h left)" in table.table_message().text)
        nights = mornings = 0
        for hours in [4.0] * 60:
            await house.rests()
            rung = [len(person.notifications) for person in people]
            night = is_night(clock)
            turn = table.to_act()
            await pass_time(house.manager, clock, hours)
            await house.rests()
            after = [person.notifications[count:] for person, count in zip(people, rung, strict=True)]
            if night and is_night(clock):
                nights += 1
                assert after == [[], [], []]
                if nights == 1:
                    await house.restart()  # nor does a restart
            elif night:
                assert turn is not None
                mornings += 1
                told = dict(zip(people, after, strict=True))
                (word,) = told.pop(turn[0])
                assert word.text.startswith("☀ It is your turn:\n#1 Dou Dizhu · friends · ")
                assert not any(told.values())
                await turn[0].press(word, "My hand")
                await sim.wait_for(table.to_act)
                await house.rests()
            rung, posted = [len(person.notifications) for person in people], len(sim.messages(table.group))
            quiet = is_night(clock)
            if not await table.one_move():
                break
            await house.rests()
            if quiet:  # somebody who is awake plays: the next one hears of it in the morning
                assert [len(person.notifications) for person in people] == rung
                assert all(message.silent for message in sim.messages(table.group)[posted:] if message.from_bot)
        assert table.over()
        assert min(nights, mornings) >= 2
