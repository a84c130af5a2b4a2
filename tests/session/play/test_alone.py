"""One person with AI players only: no clock unless one was chosen."""

from dataclasses import replace
from typing import Any

from bot.session.port import commands as c
from bot.session.port.replies import SettingsCard
from bot.session.port.updates import Notice
from storage.api import Store
from tests.session.world import RecordingFrontend, World, code

ROOM = c.ChatRef("web", "room-of-ann")


async def page_world(store: Store) -> World:
    return await World(store, frontends=(RecordingFrontend("web"),)).start()


async def opened(world: World, **options: str) -> int:
    reply = await world.shown(Notice, "ann", c.NewTable("doudizhu", options=options), chat=ROOM)
    number = int(str(reply.data["table"]))
    assert (await world.do("ann", c.FillAi(number, level="easy"), chat=ROOM)).ok
    return number


async def anns_turn(world: World, number: int) -> None:
    for _ in range(60):
        if any(entry.seat == 0 for entry in world.book(number).awaited):
            return
        await world.advance(2.0)
    raise AssertionError("Ann is never asked")


async def over(world: World, number: int) -> None:
    """The clock plays for Ann until the round is over."""
    for _ in range(200):
        if not world.book(number).playing:
            return
        await world.advance(30)
    raise AssertionError("the round does not end")


def left(world: World, number: int) -> Any:
    return world.chat.table(number).clocks.seconds_left


async def test_a_person_alone_with_ai_players_has_no_clock_and_keeps_none_after_a_restart(store: Store) -> None:
    world = await page_world(store)
    number = await opened(world)
    assert (await world.do("ann", c.DealCards(number), chat=ROOM)).ok
    await anns_turn(world, number)
    question = world.book(number).questions[0]
    await world.advance(1000)
    assert world.book(number).questions[0] == question
    assert left(world, number) == {}
    assert world.chat.table(number).table.clock_rests
    world = await world.restarted()
    await world.do("ann", c.MyHand(number), chat=ROOM)
    await world.advance(1000)
    assert world.book(number).questions[0] == question
    card = await world.shown(SettingsCard, "ann", c.TableSettings(number), chat=ROOM)
    assert (card.table.clock, card.table.clock_rests) == (90, True)


async def test_a_clock_that_was_chosen_runs_for_one_person_too(store: Store) -> None:
    world = await page_world(store)
    first = await opened(world, clock="90")
    assert (await world.do("ann", c.DealCards(first), chat=ROOM)).ok
    await anns_turn(world, first)
    assert list(left(world, first)) == [0]
    assert not world.chat.table(first).table.clock_rests
    reply = await world.shown(Notice, "bob", c.NewTable("doudizhu"), chat=c.ChatRef("web", "room-of-bob"))
    second = int(str(reply.data["table"]))
    here = {"chat": c.ChatRef("web", "room-of-bob")}
    assert (await world.do("bob", c.FillAi(second, level="easy"), **here)).ok
    assert world.chat.table(second).table.clock_rests
    assert code(await world.do("bob", c.TableSettings(second, "clock", "30"), **here)) == "setting_changed"
    assert not world.chat.table(second).table.clock_rests
    assert world.book(second).clock == 30


async def test_in_chats_a_clock_runs_for_one_person_where_it_was_asked_for(world: World) -> None:
    for asked in ({}, {"clock": "90"}):
        number = await world.dealt("ann", **asked)
        await anns_turn(world, number)
        assert list(left(world, number)) == ([0] if asked else [])


async def test_when_somebody_sits_down_the_clock_begins_with_the_next_question_until_a_match_alone(
    store: Store,
) -> None:
    world = await page_world(store)
    number = await opened(world, deals="2", bidding="until_passed")
    assert (await world.do("ann", c.DealCards(number), chat=ROOM)).ok
    await anns_turn(world, number)
    question = world.book(number).questions[0]
    assert code(await world.do("bob", c.Join(number), chat=ROOM)) == "joined_next_round"
    await world.advance(1000)
    assert world.book(number).questions[0] == question, "nobody is hurried by a clock that was not there"
    assert not world.chat.table(number).table.clock_rests
    assert (await world.do("ann", c.PlayText("bid 1", number), chat=ROOM)).ok
    await anns_turn(world, number)
    assert list(left(world, number)) == [0]
    await over(world, number)
    assert (await world.do("ann", c.DealCards(number), chat=ROOM)).ok
    assert (await world.do("bob", c.Leave(number), chat=ROOM)).ok
    assert not world.chat.table(number).table.clock_rests, "Bob was dealt into this match"
    await over(world, number)
    assert (await world.do("ann", c.DealCards(number), chat=ROOM)).ok
    assert world.chat.table(number).table.clock_rests


async def test_a_table_that_an_earlier_version_stored_keeps_its_clock(store: Store) -> None:
    world = await page_world(store)
    number = await opened(world)
    assert (await world.do("ann", c.DealCards(number), chat=ROOM)).ok
    await anns_turn(world, number)
    await world.kill()
    async with store.change() as unit:
        row = await unit.tables.get(number)
        assert row is not None
        await unit.tables.put(replace(row, terms=replace(row.terms, usual_clock=False)))
    world = await World(store, clock=world.clock, frontends=(RecordingFrontend("web"),)).start()
    await world.do("ann", c.MyHand(number), chat=ROOM)
    assert list(left(world, number)) == [0]
