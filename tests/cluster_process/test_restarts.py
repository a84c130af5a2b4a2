"""All workers are restarted one after the other while people press, then killed at once: nothing is lost or done twice."""

import asyncio
from random import Random

import pytest

from soak.crowd import play_calmly
from soak.evidence import check_lines
from tests.cluster_process.evening import Evening
from tests.cluster_process.house import House
from tests.cluster_process.watch import Watch, flaws
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process
PRESSES = 8
PAUSE_SECONDS = 0.3


async def test_a_rolling_restart_under_play_loses_and_doubles_nothing() -> None:
    dice = Random(3)
    async with TelegramSim() as telegram, DiscordSim() as discord, House(telegram, discord, webhook=True) as house:
        evening = await Evening.gather(telegram, discord, groups=1)
        await evening.begin()
        watch, enough = Watch(house, evening.people), asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            for player in evening.people:
                tasks.create_task(play_calmly(player, Random(dice.random()), enough, PAUSE_SECONDS))
            await house.restart_in_turn(lambda: evening.play_on(PRESSES))
            enough.set()
        await evening.all_answered()
        await asyncio.gather(*(worker.kill() for worker in house.workers))
        await asyncio.gather(*(worker.start() for worker in house.workers))
        await watch.all_answered(60.0)
        assert await house.stop_workers() == [0, 0, 0]
        seen = await watch.check()
        assert seen["presses taken"] > PRESSES, "nobody has played"
        assert seen["presses lost"] == 0
        assert [flaw for flaw in telegram.violations if "query is too old" not in flaw] == []
        assert flaws(discord) == []
        check_lines(house.lines(), await house.written(), [telegram.token, discord.token])
