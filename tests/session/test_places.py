"""Tables whose place is lost, or where the bot may not do everything: who hears what, and how it goes on."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.protocols import Gone, Lacking
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice
from storage.api import Store
from storage.memory.store import MemoryStore
from tests.session.world import GROUP, OTHER_GROUP, World, code

NAMES = ("ann", "bob", "cat")


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = await World(MemoryStore()).start()
    yield made
    await made.stop()


async def lost(world: World, *names: str, lacking: tuple[str, ...] = (), **more: str) -> int:
    """A round is on, and the group is gone."""
    number = await world.seated(*names, **more)
    await world.do(names[0], c.Deal(number))
    world.manager.report(Gone(GROUP, lacking))
    await world.settle()
    return number


async def test_everybody_is_told_once_that_the_group_is_gone_and_how_to_go_on(world: World) -> None:
    number = await lost(world, *NAMES)
    world.manager.report(Gone(GROUP))
    await world.settle()
    for name in NAMES:
        (notice,) = [
            notice for user, notice in world.chat.told if user.external == name and notice.code == "place_lost"
        ]
        assert notice.data == {"table": number, "chat": "Friends"}
    assert world.chat.hand("bob", number).table.parked
    assert world.chat.hand("bob", number).panel is None


async def test_everybody_is_told_which_permission_was_taken(world: World) -> None:
    number = await lost(world, *NAMES, lacking=("send_messages",))
    notice = next(notice for _, notice in world.chat.told if notice.code == "place_closed")
    assert notice.data == {"table": number, "chat": "Friends", "rights": ("send_messages",)}


async def test_hand_and_table_know_what_was_put_aside(store: Store) -> None:
    world = await World(store).start()
    number = await lost(world, *NAMES)
    world = await world.restarted()
    alone = await world.do("bob", c.MyHand(), private=True)
    assert alone.body == Notice("put_aside", {"table": number, "chat": "Friends"}, (("resume", c.Deal(number)),))
    for command in (c.ShowTable(), c.MyHand(), c.PlayText("pass"), c.Join()):
        here = await world.do("bob", command)
        assert here.body == Notice("table_is_parked", {"table": number}, (("resume", c.Deal(number)),))
    assert code(await world.do("dan", c.MyHand(), private=True)) == "not_seated_anywhere"
    assert code(await world.do("dan", c.ShowTable(), chat=OTHER_GROUP)) == "no_table_here"
    await world.stop()


async def test_two_tables_that_were_put_aside_are_both_offered(world: World) -> None:
    await world.seated(*NAMES)
    await world.seated(*NAMES)
    world.manager.report(Gone(GROUP))
    await world.settle()
    offered = (await world.do("ann", c.ShowTable())).body
    assert isinstance(offered, Menu)
    assert [entry.command for entry in offered.entries] == [c.Deal(2), c.Deal(1)]


async def test_whoever_sits_there_goes_on_from_the_private_panel_and_nobody_else(world: World) -> None:
    number = await lost(world, *NAMES)
    assert code(await world.do("dan", c.Deal(number), private=True)) == "table_is_parked"
    assert code(await world.do("cat", c.Deal(number), private=True)) == "resumed"
    assert world.book(number).playing
    assert world.chat.hand("cat", number).panel is not None


async def test_no_table_is_opened_or_taken_up_where_it_could_not_be_shown(world: World) -> None:
    closed = ("attach_files", "send_messages")
    refused = await world.do("ann", c.NewTable("doudizhu"), lacking=closed)
    assert refused.body == Notice("cannot_write_here", {"rights": ("send_messages",)})
    assert world.chat.tables == []
    number = await lost(world, *NAMES)
    assert code(await world.do("ann", c.Deal(number), lacking=closed)) == "cannot_write_here"
    assert number not in world.manager.session.tables


async def test_the_host_is_told_once_what_is_missing(store: Store) -> None:
    world = await World(store).start()
    await world.do("ann", c.NewTable("doudizhu"), lacking=("attach_files",))
    notice = Notice("rights_missing", {"table": 1, "chat": "Friends", "rights": ("attach_files",)})
    assert [said for _, said in world.chat.told if said.code == "rights_missing"] == [notice]
    for _ in range(2):
        world.manager.report(Lacking(GROUP, ("attach_files",)))
        await world.settle()
    world = await world.restarted()
    world.manager.report(Lacking(GROUP, ("attach_files",)))
    await world.settle()
    assert "rights_missing" not in world.chat.codes("ann")
    world.manager.report(Lacking(GROUP, ("attach_files", "send_messages")))
    await world.settle()
    said = [notice.data["rights"] for _, notice in world.chat.told if notice.code == "rights_missing"]
    assert said == [("send_messages",)]
    await world.stop()


async def test_a_table_nobody_touched_is_put_aside_without_a_word() -> None:
    world = await World(MemoryStore(), settings=SessionSettings(park_after=3600)).start()
    number = await world.seated(*NAMES, clock="0")
    await world.do("ann", c.Deal(number))
    before = len(world.chat.told)
    await world.advance(world.settings.park_after + 120)
    assert number not in world.manager.session.tables
    assert len(world.chat.told) == before
    await world.stop()


async def test_a_running_clock_says_when_it_is_over_and_one_that_waits_does_not(world: World) -> None:
    number = await world.seated(*NAMES, clock="90")
    await world.do("ann", c.Deal(number))
    await world.one_step(number)
    shown = world.chat.table(number)
    (seat,) = shown.seconds_left
    assert shown.due == {seat: round(world.clock.now()) + shown.seconds_left[seat]}
    assert world.chat.hand(NAMES[seat], number).due == shown.due[seat]
