"""Whoever is forgotten leaves no trace but results without a name."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import Any

from bot.session.port import commands as c
from bot.session.port.replies import Menu
from bot.session.port.updates import Notice
from storage.api import Store, Unavailable, UnitOfWork
from storage.databases import open_store
from tests.databases import database_in
from tests.memory import MemoryStore
from tests.session.club.test_linking import DISCORD, TELEGRAM, joined, on, plays, two_platforms, user_of
from tests.session.world import RecordingFrontend, World, code

SURE = c.Forget(sure=True)


def everything_in(path: Path) -> str:
    with closing(sqlite3.connect(path)) as database:
        names = [name for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        return "\n".join(repr(line) for name in names for line in database.execute(f'SELECT * FROM "{name}"'))


def bytes_in(folder: Path) -> bytes:
    """The database's files as they lie on the disk."""
    return b"".join(file.read_bytes() for file in folder.glob("paiju.db*"))


async def test_nothing_in_the_database_names_who_was_forgotten(tmp_path: Path) -> None:
    store = await open_store(database_in(tmp_path))
    world = await two_platforms(store)
    name, account = "Zaphodine", "zzz4711"
    who = c.UserRef("telegram", account)
    await joined(world, account, "dan")
    origin = replace(world.origin(account), user=who, name=name, chat=TELEGRAM)
    assert (await world.manager.handle(origin, c.ShowHelp())).ok
    assert name in everything_in(tmp_path / "paiju.db")
    await plays(world, TELEGRAM, account)
    # a table put aside with a seat, and one closed long ago
    for _ in range(2):
        opened = await on(world, TELEGRAM, account, c.NewTable("doudizhu"))
        assert isinstance(opened.body, Notice)
    await world.advance(world.settings.park_after + 120)
    assert account in everything_in(tmp_path / "paiju.db")
    asked = await on(world, TELEGRAM, account, c.Forget(), private=True)
    assert isinstance(asked.body, Menu)
    assert code(await on(world, TELEGRAM, account, SURE, private=True)) == "forgotten"
    left = everything_in(tmp_path / "paiju.db")
    assert account not in left
    assert account.title() not in left
    assert name not in left
    assert "dan" not in left
    # nor in what the disk still has of rows that are not there any more
    raw = bytes_in(tmp_path)
    assert account.encode() not in raw
    assert account.title().encode() not in raw
    assert name.encode() not in raw
    await world.stop()
    await store.close()


async def test_all_joined_accounts_are_forgotten_and_come_back_as_somebody_new(store: Store) -> None:
    world = await two_platforms(store)
    await plays(world, TELEGRAM, "ann")
    await joined(world)
    before = await user_of(world, TELEGRAM, "ann")
    assert code(await on(world, DISCORD, "dan", SURE, private=True)) == "forgotten"
    assert await user_of(world, TELEGRAM, "ann") is None
    assert await user_of(world, DISCORD, "dan") is None
    assert code(await on(world, TELEGRAM, "ann", c.Stats(), private=True)) == "no_results"
    assert await user_of(world, TELEGRAM, "ann") not in (None, before)


async def test_a_seat_at_a_table_put_aside_falls_to_an_ai_player(store: Store) -> None:
    world = await World(store).start()
    number = await world.dealt("ann", "bob")
    await world.advance(world.settings.park_after + 120)
    assert number not in world.manager.session.tables
    assert code(await world.do("ann", SURE, private=True)) == "forgotten"
    async with store.begin() as unit:
        row, seats = await unit.tables.get(number), await unit.tables.seats(number)
        bob = await unit.people.identity("chat", "bob")
    assert row is not None
    assert bob is not None
    assert row.host == bob.user
    assert [seat.ai is not None for seat in seats] == [True, False, True]
    assert (await world.do("bob", c.NewTable(resume=number))).ok
    await world.play_on(number)


async def test_nobody_is_forgotten_while_a_seat_is_kept_for_them(world: World) -> None:
    number = await world.dealt("ann")
    assert code(await world.do("bob", c.Join(number))) == "joined_next_round"
    assert code(await world.do("bob", SURE, private=True)) == "forget_seated"
    await world.do("bob", c.Leave(number))
    assert code(await world.do("bob", SURE, private=True)) == "forgotten"


async def test_a_closed_table_keeps_no_account(store: Store) -> None:
    world = await World(store).start()
    number = await world.dealt("ann")
    assert code(await world.do("bob", c.Join(number), ephemeral=True)) == "joined_next_round"
    async with store.begin() as unit:
        assert "bob" in [row.who.external for row in await unit.tables.participants(number)]
    await world.end("ann", number)
    await world.end("ann", number)
    async with store.begin() as unit:
        row = await unit.tables.get(number)
    assert row is not None
    assert row.state == "closed"
    async with store.begin() as unit:
        assert not await unit.tables.participants(number)
        assert not await unit.tables.regulars(number)


async def test_updates_of_the_page_are_forgotten_with_the_account_in_their_ids(store: Store) -> None:
    world = await World(store, frontends=(RecordingFrontend("web"),)).start()
    number = await world.seated("wann")
    await world.do("wann", c.Leave(number), update="wann:1")
    assert code(await world.do("wann", c.Join(number), update="wann:2")) == "table_is_closed"
    async with store.begin() as unit:
        assert await unit.updates.seen("web", "wann:1") is not None
    assert code(await world.do("wann", SURE, private=True, update="wann:3")) == "forgotten"
    async with store.begin() as unit:
        assert await unit.updates.seen("web", "wann:1") is None
        assert await unit.updates.seen("web", "wann:2") is None


class Forgetful(MemoryStore):
    """A store whose commits can fail at the last moment."""

    failing = False

    @asynccontextmanager
    async def _guarded(self) -> AsyncIterator[UnitOfWork]:
        async with super().begin() as unit:
            if self.failing:
                unit.commit = self._refuse  # type: ignore[method-assign]
            yield unit

    async def _refuse(self) -> None:
        raise Unavailable("the disk is full")

    def begin(self) -> Any:
        return self._guarded()


async def test_no_table_forgets_anybody_before_it_is_committed() -> None:
    store = Forgetful()
    world = await World(store).start()
    number = await world.seated("ann", "bob", "cat", deals="3")
    assert (await world.do("bob", c.DealCards(number))).ok
    await world.play_on(number)
    assert (await world.do("cat", c.Leave(number))).ok
    user = next(one.user for one in world.book(number).play.dealt_in if one.external == "cat")
    before, shown = world.book(number), len(world.chat.tables)
    assert user in before.score.tally
    store.failing = True
    assert code(await world.do("cat", SURE, private=True)) == "store_unavailable"
    assert world.book(number) is before
    assert user in before.score.tally
    assert user in {one.user for one in before.play.dealt_in}
    assert world.manager.session.people.at("chat", "cat") is not None
    assert len(world.chat.tables) == shown
    store.failing = False
    assert code(await world.do("cat", SURE, private=True)) == "forgotten"
    after = world.book(number)
    assert user not in after.score.tally
    assert user not in {one.user for one in after.play.dealt_in}
    assert world.chat.tables[-1].table.id == number
    assert "Cat" not in repr(world.chat.tables[-1])
    world = await world.restarted()
    assert world.book(number).play.dealt_in == after.play.dealt_in
    assert world.book(number).score.tally == after.score.tally
    await world.stop()
