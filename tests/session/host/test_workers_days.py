"""Games over days at several workers: one list, one digest, one holiday, whoever has the tables."""

import asyncio
from collections.abc import AsyncIterator
from datetime import date

import pytest

from bot.session.club.members import holiday
from bot.session.port import commands as c
from bot.session.port.replies import Menu
from bot.session.port.updates import Turn
from storage.databases import open_store
from tests.memory import MemoryStore
from tests.postgres import need_server
from tests.session.workers import Crew
from tests.session.world import OTHER_GROUP, code
from tests.storage.server.opened import Anywhere

HOUR = 3_600


@pytest.fixture
async def crew() -> AsyncIterator[Crew]:
    made = await Crew(MemoryStore(), turn_seconds=24 * HOUR).begin()
    yield made
    await made.stop()


async def waiting(crew: Crew) -> tuple[int, int]:
    tables = await crew.seated("a", "ann", "bob", "cyn"), await crew.seated("b", "ann", "bob", "cyn", chat=OTHER_GROUP)
    for table, at in zip(tables, "ab", strict=True):
        assert (await crew.do(at, "ann", c.DealCards(table), private=True)).ok
        while crew.book(table).awaited[0].seat != 0:
            await crew.one_step(table, at)
    return tables


async def test_my_turns_are_those_at_all_workers_with_the_time_that_is_left(crew: Crew) -> None:
    tables = await waiting(crew)
    await crew.advance(20)
    listed = (await crew.do("c", "ann", c.MyTurns(), private=True)).body
    assert isinstance(listed, Menu)
    turns = [entry.data["turn"] for entry in listed.entries]
    assert sorted(turn.table for turn in turns if isinstance(turn, Turn)) == sorted(tables)
    assert all(isinstance(turn, Turn) and 0 < 24 * HOUR - (turn.seconds or 0) < 60 for turn in turns)
    assert (await crew.do("c", "ann", listed.entries[1].command, private=True)).ok


async def test_the_list_of_the_day_is_told_by_one_of_them(crew: Crew) -> None:
    await waiting(crew)  # it is a quarter to two in the afternoon
    assert code(await crew.do("c", "ann", c.Prefer("digest", "13:50 utc"), private=True)) == "digest_set"
    await crew.advance(420)
    codes = [one for world in crew.worlds.values() for one in world.chat.codes("ann")]
    assert codes.count("turns_digest") == 1


async def test_a_holiday_is_said_once_for_the_tables_of_all_workers(crew: Crew) -> None:
    tables = await waiting(crew)
    assert code(await crew.do("c", "ann", c.GoAway("3d"), private=True)) == "holiday_set"
    await crew.advance(130)
    assert [crew.book(table).seats[0].away for table in tables] == [True, True]
    await crew.move(tables[0], "c")
    assert code(await crew.do("b", "ann", c.Back(), private=True)) == "holiday_ended"
    await crew.advance(130)
    assert [crew.book(table).seats[0].away for table in tables] == [False, False]
    assert all("holiday_over" not in world.chat.codes("ann") for world in crew.worlds.values())


async def test_of_workers_that_look_at_once_one_tells() -> None:
    url = need_server().url(await need_server().used())
    stores = [await open_store(url, meeting=Anywhere()) for _ in range(3)]
    crew = await Crew(*stores).begin()
    await crew.seated("a", "ann", "bob", "cyn")
    assert code(await crew.do("a", "ann", c.Prefer("digest", "9 utc"), private=True)) == "digest_set"
    for world in crew.worlds.values():
        await world.manager.session.people.meet(world.origin("ann", private=True))
    due = {"digest": date(1970, 1, 13)}
    people = [world.manager.session.people.at("chat", "ann") for world in crew.worlds.values()]
    claims = await asyncio.gather(
        *(
            holiday._claim(world.manager.session, person, due)
            for world, person in zip(crew.worlds.values(), people, strict=True)
            if person is not None
        )
    )
    assert sorted(len(claim) for claim in claims) == [0, 0, 1]
    await crew.stop()
    for store in stores:
        await store.close()
