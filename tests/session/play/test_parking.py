"""Tables that nobody touches are put aside with everything, and offered again."""

from collections.abc import AsyncIterator

import pytest

from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice
from storage.api import Store
from tests.memory import MemoryStore
from tests.session.world import World, code

HOUR = 3_600
NAMES = ("ann", "bob", "cat")


@pytest.fixture
async def world() -> AsyncIterator[World]:
    """A world in which tables are put aside after an hour, so that a test need not live through a day."""
    made = await World(MemoryStore(), settings=SessionSettings(park_after=HOUR)).start()
    yield made
    await made.stop()


def test_tables_are_kept_for_a_day() -> None:
    assert SessionSettings().park_after == 24 * HOUR


async def parked(world: World) -> int:
    number = await world.dealt(*NAMES, clock="0")
    await world.one_step(number)
    await world.advance(HOUR + 120)
    return number


async def test_a_table_untouched_for_long_is_parked_and_goes_on_where_it_was(store: Store) -> None:
    world = await World(store, settings=SessionSettings(park_after=HOUR)).start()
    number = await world.dealt(*NAMES, clock="0")
    await world.one_step(number)
    before = world.book(number)
    await world.advance(HOUR - 600)
    assert number in world.manager.session.tables
    await world.advance(900)
    assert number not in world.manager.session.tables
    assert world.chat.table(number).table.parked
    assert code(await world.do("ann", c.PlayText("pass", number), private=True)) == "table_is_parked"
    world = await world.restarted()
    assert number not in world.manager.session.tables
    offered = await world.shown(Menu, "bob", c.NewTable("doudizhu", "no_shuttles"))
    assert offered.notice == Notice("unfinished_here")
    resume, fresh = (entry.command for entry in offered.entries)
    assert resume == c.NewTable(resume=number)
    assert fresh == c.NewTable("doudizhu", "no_shuttles", fresh=True)
    assert (await world.do("bob", resume)).body == Notice("resumed", {"table": number})
    after = world.book(number)
    assert (after.play.state, after.play.seq, after.score.carry, after.play.resolved) == (
        before.play.state, before.play.seq, before.score.carry, before.play.resolved,
    )  # fmt: skip
    assert world.chat.table(number).table.state == "playing"
    await world.one_step(number)
    assert code(await world.do("bob", resume)) == "not_parked"


async def test_deal_goes_on_with_what_was_put_aside_and_asks_only_who_does_not_sit_there(world: World) -> None:
    number = await parked(world)
    offered = await world.do("eve", c.DealCards())
    assert isinstance(offered.body, Menu)
    assert offered.private
    assert [entry.command for entry in offered.body.entries] == [c.DealCards(number)]
    new = await world.do("eve", c.NewTable("doudizhu"))
    assert code(new) == "table_opened", "somebody else's match is none of a stranger's business"
    assert code(await world.do("cat", c.DealCards())) == "resumed"
    assert world.book(number).playing


async def test_a_new_table_can_be_opened_beside_one_that_was_put_aside(world: World) -> None:
    number = await parked(world)
    reply = await world.do("dan", c.NewTable("doudizhu", fresh=True))
    assert code(reply) == "table_opened"
    assert world.book(number + 1).row.state == "lobby"


async def test_the_time_left_is_kept_while_a_table_is_put_aside(world: World) -> None:
    from bot.session.play.opening import park

    number = await world.dealt(*NAMES, clock="600")
    name = NAMES[world.book(number).awaited[0].seat]
    await world.advance(100)
    table = world.manager.session.tables[number]
    await table.mailbox.call(lambda: park(world.manager.session, table))
    await world.advance(3000)
    await world.do("ann", c.NewTable(resume=number))
    assert world.chat.hand(name, number).seconds_left == 500
