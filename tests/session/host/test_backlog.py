"""Tables that are ours and have not been read yet: whoever needs one finds it as it was, and nobody is sent what they see."""

from dataclasses import replace

import pytest

from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.protocols import Delivered, Gone, PrivateTarget, PublicTarget
from bot.session.port.updates import PrivateUpdate, PublicUpdate
from bot.session.state import stored
from bot.session.state.book import Book
from games.base.actions import action_text
from storage.api import Store, UnitOfWork
from storage.themes.tables import TableRow
from tests.memory import MemoryStore
from tests.session.host.test_restart import picture
from tests.session.host.test_trouble import FailingStore
from tests.session.workers import Crew
from tests.session.world import GROUP, RecordingFrontend, World, code

PEOPLE = (("ann", "bob", "cat"), ("dan", "eve", "fay"), ("gus", "hal", "ida"))
LAZY = SessionSettings(turn_seconds=90, ai_delay=1.0, read_at_once=0)


class Screens(RecordingFrontend):
    """A platform that says with each message what it shows."""

    def show_table(self, update: PublicUpdate) -> None:
        self.tables.append(update)
        message = update.post.message or f"t{next(self._messages)}"
        self.report(Delivered(PublicTarget(update.table.id, update.chat), message, update.post.moment))

    def show_hand(self, update: PrivateUpdate) -> None:
        self.hands.append(update)
        message = update.post.message or f"p{next(self._messages)}"
        self.report(Delivered(PrivateTarget(update.user, update.table.id), message, update.post.moment))


async def three_tables(store: Store) -> tuple[World, list[int]]:
    """Three tables of one group in the middle of their first round, everything shown and noted."""
    world = await World(store, settings=LAZY, frontends=(Screens(),)).start()
    numbers = [await world.seated(*names) for names in PEOPLE]
    for number, names in zip(numbers, PEOPLE, strict=True):
        assert (await world.do(names[0], c.DealCards(number))).ok
        await world.one_step(number)
    await world.advance(6.0)
    return world, numbers


async def restarted(world: World) -> World:
    fresh = await world.restarted(frontends=(Screens(),))
    assert not fresh.manager.session.tables
    return fresh


def waiting_at(world: World, number: int) -> str:
    book = world.book(number)
    return str(book.seats[book.awaited[0].seat].external)


async def read_all(world: World) -> None:
    await world.advance(1.0)
    assert not world.manager.session.unread


async def test_a_table_is_read_when_somebody_needs_it_and_the_rest_in_time(store: Store) -> None:
    world, numbers = await three_tables(store)
    before = {number: picture(world, number) for number in numbers}
    name, other = waiting_at(world, numbers[1]), waiting_at(world, numbers[2])
    button = world.chat.panel(name, numbers[1]).offers[0].command
    world = await restarted(world)
    assert (await world.do(name, button, private=True)).ok
    assert set(world.manager.session.tables) == {numbers[1]}
    assert world.book(numbers[1]).play.seq == before[numbers[1]][7] + 1
    assert (await world.do(other, c.MyHand(), private=True)).ok  # which table is meant, rows know
    assert set(world.manager.session.tables) == set(numbers[1:])
    shown = len(world.chat.tables)
    await read_all(world)
    assert len(world.chat.tables) == shown
    assert not world.chat.told
    assert [picture(world, number) for number in (numbers[0], numbers[2])] == [before[numbers[0]], before[numbers[2]]]
    for number in numbers:
        await world.one_step(number)


async def test_clocks_stand_still_until_a_table_has_been_read_and_run_from_then_on() -> None:
    world, (number, *_) = await three_tables(MemoryStore())
    seat = world.book(number).awaited[0].seat
    left = world.manager.session.clocks.seconds_left(world.manager.session.tables[number].book)[seat]
    world = await restarted(world)
    world.clock.jump(60.0)
    await read_all(world)
    assert world.manager.session.clocks.seconds_left(world.manager.session.tables[number].book)[seat] >= left - 5
    seq = world.book(number).play.seq
    await world.advance(95.0)
    assert world.book(number).play.seq > seq
    await world.stop()


async def test_what_comes_about_before_a_table_is_read_is_done_when_it_is() -> None:
    world, numbers = await three_tables(MemoryStore())
    world = await restarted(world)
    assert (await world.do("gus", c.Language("zh"), admin=True)).ok
    await read_all(world)
    assert {update.table.id: update.language for update in world.chat.tables} == dict.fromkeys(numbers, "zh")
    world = await restarted(world)
    assert (await world.do("ann", c.MyHand(numbers[0]), private=True)).ok
    world.manager.report(Gone(GROUP))
    await world.settle()
    await read_all(world)
    assert all(world.book(number).home.adrift for number in numbers)
    for name in ("ann", "eve", "ida"):
        assert world.chat.codes(name) == ["place_lost"]
    await world.stop()


async def test_who_sits_at_a_table_that_was_not_read_is_known() -> None:
    world, _ = await three_tables(MemoryStore())
    world = await restarted(world)
    assert code(await world.do("bob", c.Forget(sure=True), private=True)) == "forget_seated"
    few = replace(LAZY, tables_of_group=3)
    world = await world.restarted(frontends=(Screens(),), settings=few)
    assert code(await world.do("zoe", c.NewTable("doudizhu"))) == "tables_of_group"
    assert not world.manager.session.tables
    await world.stop()


async def test_a_log_that_cannot_be_replayed_stops_its_own_table_alone() -> None:
    store = MemoryStore()
    world, numbers = await three_tables(store)
    async with store.change() as unit:
        await unit.matches.put_round(replace(world.book(numbers[1]).round, deal="{}"))
    world = await restarted(world)
    assert not (await world.do("dan", c.ShowTable(numbers[1]))).ok
    await read_all(world)
    assert set(world.manager.session.tables) == {numbers[0], numbers[2]}
    await world.one_step(numbers[2])
    await world.stop()


async def test_without_the_memory_a_table_is_read_later() -> None:
    store = FailingStore()
    world, (number, *_) = await three_tables(store)
    name, action = waiting_at(world, number), world.choice(world.book(number), world.book(number).awaited[0].seat)
    world = await restarted(world)
    store.down = True
    said = c.PlayText(action_text(action), number, sure=True)
    assert code(await world.do(name, said, private=True)) == "store_unavailable"
    await world.advance(5.0)
    assert not world.manager.session.tables
    store.down = False
    assert (await world.do(name, said, private=True)).ok
    await world.advance(2.0)
    assert not world.manager.session.unread
    await world.stop()


async def test_two_who_need_a_table_at_once_read_it_once(monkeypatch: pytest.MonkeyPatch) -> None:
    world, (number, *_) = await three_tables(MemoryStore())
    world = await restarted(world)
    loads: list[int] = []
    load = stored.load

    async def counted(unit: UnitOfWork, row: TableRow) -> Book:
        loads.append(row.id)
        return await load(unit, row)

    monkeypatch.setattr(stored, "load", counted)
    origins = [world.origin(name, private=True) for name in PEOPLE[0]]
    for origin in origins:
        world.manager.session.tasks.start(world.manager.handle(origin, c.MyHand(number)))
    await world.settle()
    assert loads == [number]
    await world.stop()


async def test_tables_taken_over_from_another_worker_are_read_when_they_are_needed() -> None:
    crew = await Crew(MemoryStore(), workers="ab", read_at_once=0).begin()
    tables = [await crew.seated("a", *names) for names in PEOPLE]
    for table, (host, *_) in zip(tables, PEOPLE, strict=True):
        assert (await crew.do("a", host, c.DealCards(table))).ok
        await crew.worlds["a"].manager.part(table)
    assert await crew.claim("b") == tables
    session = crew.worlds["b"].manager.session
    assert not session.tables
    assert (await crew.do("a", PEOPLE[1][0], c.ShowTable(tables[1]))).ok
    assert set(session.tables) == {tables[1]}
    await crew.worlds["b"].manager.part(tables[0])
    assert await crew.owner(tables[0]) == ""
    await crew.advance(1.0)
    assert set(session.tables) == set(tables[1:])
    await crew.stop()
