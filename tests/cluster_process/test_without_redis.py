"""Redis stops answering, then is gone, then is back: play at all three workers goes on as if nothing had happened."""

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
PRESSES = 12
PAUSE_SECONDS = 0.3


async def test_without_redis_everybody_is_answered() -> None:
    dice = Random(7)
    async with TelegramSim() as telegram, DiscordSim() as discord, House(telegram, discord, webhook=False) as house:
        evening = await Evening.gather(telegram, discord, groups=2)
        await evening.begin(second_tables=False)
        watch, enough = Watch(house, evening.people), asyncio.Event()
        identified = discord.gateway.identifies
        async with asyncio.TaskGroup() as tasks:
            for player in evening.people:
                tasks.create_task(play_calmly(player, Random(dice.random()), enough, PAUSE_SECONDS))
            await evening.play_on(PRESSES)
            house.redis.freeze()
            await evening.play_on(PRESSES)
            house.redis.kill()
            await evening.play_on(PRESSES)
            await watch.all_answered(60.0)
            house.redis.start()
            await evening.play_on(PRESSES)
            enough.set()
        await evening.all_answered()
        assert watch.in_vain == []
        assert sum(player.deeds["presses without an answer"] for player in evening.people) == 0
        assert discord.gateway.identifies == identified, "shards were kept"
        assert await house.stop_workers() == [0, 0, 0]
        seen = await watch.check()
        assert seen["presses taken"] > PRESSES, "nobody has played"
        assert seen["presses lost"] == 0
        assert [flaw for flaw in telegram.violations if "query is too old" not in flaw] == []
        assert flaws(discord) == []
        check_lines(house.lines(), await house.written(), [telegram.token, discord.token])
