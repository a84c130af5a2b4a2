"""Three workers, six games, both platforms: whatever breaks, nothing acknowledged is lost or done twice, and play goes on."""

import asyncio
import logging
from random import Random

import pytest

from soak.crowd import play_calmly
from soak.evidence import check_lines
from tests.cluster_process.evening import Evening
from tests.cluster_process.house import House
from tests.cluster_process.trouble import Trouble
from tests.cluster_process.watch import Watch, flaws
from tests.simulators.discord import DiscordSim
from tests.simulators.telegram import TelegramSim

pytestmark = pytest.mark.process
log = logging.getLogger(__name__)
PLAN = (
    ("cut from redis",), ("cut from the database",), ("restart redis",), ("restart the database",), ("redis silent",),
    ("kill", "freeze past the lease"), ("database silent",), ("kill", "cut from redis past the lease"), ("freeze",),
)  # fmt: skip
"""Every kind of fault, more of them in the long run; those in a line happen at the same time, each to another worker."""
PAUSE_SECONDS = 0.5
PATIENCE_SECONDS = 60.0
"""A table that is not answered then never will be. The long run asks how soon, on a machine of its own."""


async def test_faults_under_play_lose_and_double_nothing() -> None:
    dice = Random(14)
    async with TelegramSim() as telegram, DiscordSim() as discord, House(telegram, discord, webhook=False) as house:
        log.warning("the workers are up")
        evening = await Evening.gather(telegram, discord)
        await evening.begin()
        log.warning("all tables are dealt")
        watch, trouble, enough = Watch(house, evening.people), Trouble(house, dice), asyncio.Event()
        async with asyncio.TaskGroup() as tasks:
            for player in evening.people:
                tasks.create_task(play_calmly(player, Random(dice.random()), enough, PAUSE_SECONDS))
            for line in PLAN:
                await asyncio.sleep(dice.uniform(0.0, 0.4))  # at any moment of play
                await trouble.strike_together(line)
                took = await watch.all_answered(PATIENCE_SECONDS)
                seen = await watch.check()
                log.warning("%s: answered after %.1f s; %s", ", ".join(trouble.struck[-len(line) :]), took, dict(seen))
            await trouble.all_back()
            enough.set()
        assert await house.stop_workers() == [0, 0, 0]
        seen = await watch.check()
        written = await house.written()
        assert seen["presses taken"] > 20, "nobody has played"
        assert [flaw for flaw in telegram.violations if "query is too old" not in flaw] == []
        assert flaws(discord) == []
        check_lines(house.lines(), written, [telegram.token, discord.token])
        assert house.survivors == 0, "processes went on after their worker had been killed"
