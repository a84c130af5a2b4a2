"""The program is told to stop while everybody is talking to it at once."""

import asyncio
import signal
from pathlib import Path

import pytest

from bot.session.port import commands as c
from storage.databases import open_store
from tests.databases import database_in
from tests.frontends.telegram.house import Table, panel_of
from tests.memory import MemoryStore
from tests.patience import patient
from tests.process.conftest import Starter, program, telegram, tokens
from tests.session.world import World
from tests.simulators.telegram import TelegramSim

__all__ = ["program", "telegram"]

pytestmark = pytest.mark.process


async def test_in_the_middle_of_heavy_traffic_the_program_stops_in_time_and_loses_nothing_it_has_answered(
    telegram: TelegramSim, program: Starter, tmp_path: Path
) -> None:
    running = await program(**tokens(telegram), TURN_SECONDS="0", LOG_LEVEL="DEBUG").start()
    people = [telegram.user(f"player {n}", started=True) for n in (1, 2, 3)]
    for person in people:
        await person.starts()
    group = telegram.group("friends", people)
    table = Table(telegram, group, people)
    lobby = await table.opens("/new doudizhu deals=1")
    await people[0].press(lobby, "Start")
    await telegram.wait_for(lambda: all(panel_of(person) for person in people))
    for _ in range(100):
        for person in people:
            await person.says(group, "/table")
            await person.says(person, "/hand")
            await person.says(person, "pass")
    await telegram.wait_for(lambda: len(telegram.called("sendMessage")) > 40)
    assert await running.stop(signal.SIGTERM) == 0
    assert not [line for line in running.errors if "took too long" in line]
    assert not [line for line in running.errors if "Traceback" in line or "never retrieved" in line]
    store = await open_store(database_in(tmp_path))
    world = World(store)
    world.chat.platform = "telegram"
    await world.start()
    assert world.book(1).playing
    await world.stop()
    await store.close()


async def test_stopping_waits_for_nobody_who_has_a_thousand_wishes() -> None:
    world = await World(MemoryStore()).start()
    number = await world.dealt("ann", "bob", "cat")
    wishes = [
        asyncio.ensure_future(world.manager.handle(world.origin("ann"), c.MyHand(number, plain=True)))
        for _ in range(1000)
    ]
    await asyncio.sleep(0)
    await world.stop()
    replies = await patient(asyncio.gather(*wishes, return_exceptions=True))
    assert len(replies) == 1000
