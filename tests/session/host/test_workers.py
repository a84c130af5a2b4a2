"""Several workers share one store: each table has one owner, wherever a command comes in."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from bot.session.port import commands as c
from bot.session.port.commands.record import Elsewhere
from bot.session.port.replies import HelpCard, Menu
from bot.session.port.updates import Notice
from games.base.actions import action_text
from storage.api import Store, UnitOfWork
from storage.databases import open_store
from tests.databases import database_in
from tests.memory import MemoryStore
from tests.postgres import need_server
from tests.session.workers import Crew
from tests.session.world import OTHER_GROUP, World, code
from tests.storage.server.opened import Anywhere


class LateStore:
    """A store whose answers arrive late while ``answers`` is not set, when others may have changed what they tell."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.asked, self.answers = asyncio.Event(), asyncio.Event()
        self.is_late = True
        self.answers.set()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._store, name)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[UnitOfWork]:
        async with self._store.begin() as unit:
            yield unit
        self.asked.set()
        if self.is_late:
            await self.answers.wait()


async def test_a_round_is_played_while_its_table_moves_after_every_action(crew: Crew) -> None:
    table = await crew.seated("a", "ann", "bob")
    assert await crew.owner(table) == "a"
    assert (await crew.do("b", "ann", c.DealCards(table))).ok
    heard, homes = cycle("cab"), cycle("bca")
    for _ in range(400):
        if not crew.book(table).playing:
            break
        await crew.one_step(table, next(heard))
        await crew.move(table, next(homes))
    assert crew.book(table).row.state == "between"
    assert crew.carried > 5
    async with crew.store.begin() as unit:
        lines = await unit.matches.actions(crew.book(table).row.match)
        assert [line.seq for line in lines] == list(range(len(lines)))
        assert len(await unit.results.of_person(1, game=None, chat=None, limit=9)) == 1
    versions = [update.version for world in crew.worlds.values() for update in world.chat.tables]
    assert len(set(versions)) == len(versions), "no two workers show a table under the same number"


async def test_whoever_was_stopped_for_a_while_cannot_write_and_tells_nobody_anything(crew: Crew) -> None:
    table = await crew.seated("a", "ann", "bob")
    assert (await crew.do("a", "ann", c.DealCards(table))).ok
    crew.neighbours["a"].sure = False
    assert await crew.claim("b", "b", "c") == [table]
    stale = crew.worlds["a"].manager.session.tables[table]
    seat = stale.book.awaited[0].seat
    external = stale.book.seats[seat].external
    shown = [
        len(seen) for seen in (crew.worlds["a"].chat.tables, crew.worlds["a"].chat.hands, crew.worlds["a"].chat.told)
    ]
    action = action_text(crew.worlds["a"].choice(stale.book, seat))
    press = crew.worlds["a"].origin(external, private=True)
    with pytest.raises(Elsewhere) as raised:
        await crew.worlds["a"].manager.handle(press, c.MyHand(table))
    assert (raised.value.table, raised.value.worker) == (table, "b")
    assert crew.worlds["a"].chat.let_gone == [table], "nor is anybody told later what waits to be sent"
    assert table not in crew.worlds["a"].manager.session.tables
    reply = await crew.handle("a", press, c.PlayText(action, table))
    assert reply.ok
    assert shown == [
        len(seen) for seen in (crew.worlds["a"].chat.tables, crew.worlds["a"].chat.hands, crew.worlds["a"].chat.told)
    ]


@pytest.mark.parametrize("who", ["clock", "ai"])
async def test_clocks_and_ai_players_of_a_lost_table_stay_silent(crew: Crew, who: str) -> None:
    table = await crew.seated("a", "ann", *(["bob", "cyn"] if who == "clock" else []))
    assert (await crew.do("a", "ann", c.DealCards(table))).ok
    while who == "ai" and any(crew.book(table).seats[one.seat].user for one in crew.book(table).awaited):
        await crew.one_step(table, "a")
    a = crew.worlds["a"]
    match = a.book(table).row.match
    async with crew.store.change() as unit:
        await unit.owners.give(table, "")
        log = await unit.matches.actions(match)
    shown = len(a.chat.tables), len(a.chat.hands), len(a.chat.told)
    await crew.advance(200.0)
    assert table not in a.manager.session.tables
    assert shown == (len(a.chat.tables), len(a.chat.hands), len(a.chat.told))
    async with crew.store.begin() as unit:
        assert await unit.matches.actions(match) == log
    assert await crew.claim("b") == [table]
    await crew.advance(5.0)
    assert crew.book(table).playing


@pytest.fixture(params=["file", "server"])
async def stores(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[list[Store]]:
    """One database, opened three times: a file, and a server with locks of its own."""
    if request.param == "file":
        made = [await open_store(database_in(tmp_path), beside=beside) for beside in (False, True, True)]
    else:
        url = need_server().url(await need_server().used())
        made = [await open_store(url, meeting=Anywhere()) for _ in range(3)]
    yield [*made]
    for store in made:
        await store.close()


async def test_one_press_at_three_workers_at_once_counts_once(stores: list[Store]) -> None:
    crew = await Crew(*stores).begin()
    table = await crew.seated("a", "ann", "bob", "cyn")
    assert (await crew.do("b", "ann", c.DealCards(table))).ok
    for _ in range(3):
        book = crew.book(table)
        seat = book.awaited[0].seat
        action = c.PlayText(action_text(crew.worlds["a"].choice(book, seat)), table, sure=True)
        press = crew.worlds["a"].origin(book.seats[seat].external, private=True)
        replies = await asyncio.gather(*(crew.handle(at, press, action) for at in "abc"))
        assert all(reply.ok for reply in replies)
        assert crew.book(table).play.seq == book.play.seq + 1
        await crew.move(table, {"a": "b", "b": "c", "c": "a"}[await crew.owner(table)])
        again = await crew.handle("b", press, action)
        assert again.ok
        assert again.repeated
        assert crew.book(table).play.seq == book.play.seq + 1
    await crew.stop()


async def test_first_presses_on_one_message_at_three_workers_open_one_table(stores: list[Store]) -> None:
    crew = await Crew(*stores).begin()
    for place in ("new", "newer", "new"):
        here = {"chat": c.ChatRef("chat", place), "single": True}
        pressed = zip("abc", ("ann", "bob", "cyn"), strict=True)
        replies = await asyncio.gather(*(crew.do(at, name, c.NewTable("doudizhu"), **here) for at, name in pressed))
        assert all(reply.ok for reply in replies), replies
        async with crew.store.begin() as unit:
            chat = await unit.chats.find("chat", place, "")
            assert chat is not None
            (row,) = await unit.tables.open_in(chat.id)
        assert len(crew.book(row.id).persons) == 3
        at_hand = [await crew.worlds[at].manager.at_hand(crew.worlds[at].origin("ann", private=True)) for at in "abc"]
        assert len({found.codes[row.id] for found in at_hand}) == 1, "each worker can offer it"
        for name in ("ann", "bob", "cyn"):
            assert (await crew.do("a", name, c.Leave(row.id), private=True)).ok
    await crew.stop()


async def test_a_command_without_a_table_finds_those_of_all_workers(crew: Crew) -> None:
    first = await crew.seated("a", "ann", "bob")
    second = await crew.seated("b", "ann", "cyn", chat=OTHER_GROUP)
    reply = await crew.do("c", "ann", c.ShowTable(), private=True)
    assert isinstance(reply.body, Menu)
    assert [entry.data["table"] for entry in reply.body.entries] == [first, second]
    assert (await crew.do("c", "cyn", c.DealCards(), chat=OTHER_GROUP)).ok
    assert crew.book(second).playing
    assert (await crew.do("a", "bob", c.DealCards(), private=True)).ok
    assert crew.book(first).playing
    card = (await crew.do("c", "ann", c.ShowHelp(), private=True)).body
    assert isinstance(card, HelpCard)
    assert card.table in (first, second)
    assert card.next_steps[0] in ("play", "wait")
    with pytest.raises(Elsewhere):
        await crew.worlds["c"].manager.completions(crew.worlds["c"].origin("bob", private=True), "", None)
    assert code(await crew.do("c", "dan", c.Join(), chat=OTHER_GROUP)) != "no_table_here"


async def test_an_invitation_leads_to_the_table_of_another_worker(crew: Crew) -> None:
    table = await crew.seated("a", "ann")
    invited = (await crew.do("b", "ann", c.Invite(table), private=True)).body
    assert isinstance(invited, Notice)
    assert (await crew.do("c", "zoe", c.Join(code=str(invited.data["code"])), private=True)).ok
    assert crew.book(table).seat_of(2) is not None or crew.book(table).people.waiters
    wrong = await crew.do("c", "zoe", c.Join(code=f"{table}-AAAAAAAA"), private=True)
    assert code(wrong) == "invitation_unknown"


async def test_all_workers_tables_count_when_another_is_opened() -> None:
    crew = await Crew(MemoryStore(), tables_of_person=2, tables_of_group=3).begin()
    await crew.seated("a", "ann")
    await crew.seated("b", "ann")
    assert code(await crew.do("c", "ann", c.NewTable("doudizhu"))) == "tables_of_person"
    await crew.seated("c", "bob")
    assert code(await crew.do("a", "bob", c.NewTable("doudizhu"))) == "tables_of_group"
    await crew.stop()


async def test_who_takes_up_a_parked_table_has_it() -> None:
    crew = await Crew(MemoryStore(), park_after=120.0).begin()
    table = await crew.seated("a", "ann", "bob")
    assert (await crew.do("a", "ann", c.DealCards(table))).ok
    await crew.advance(250.0)
    assert await crew.owner(table) == ""
    assert await crew.claim("b") == []
    assert code(await crew.do("c", "ann", c.Ready(table))) == "table_is_parked"
    replies = await asyncio.gather(*(crew.do(at, "ann", c.NewTable(resume=table)) for at in "bc"))
    assert sorted(code(reply) for reply in replies) == ["not_parked", "resumed"]
    assert await crew.owner(table) in ("b", "c")
    assert crew.book(table).seat_of(1) is not None
    await crew.stop()


async def test_tables_opened_by_one_process_alone_are_found_and_unreadable_ones_left_alone() -> None:
    store = MemoryStore()
    alone = await World(store).start()
    first, second = await alone.seated("ann", "bob"), await alone.seated("cyn", "dan")
    assert (await alone.do("ann", c.DealCards(first))).ok
    assert (await alone.do("cyn", c.DealCards(second))).ok
    async with store.change() as unit:
        for line in await unit.matches.actions(alone.book(second).row.match):
            await unit.matches.cut_log(line.match, line.seq)
        broken = (await unit.matches.rounds(alone.book(second).row.match))[0]
        await unit.matches.put_round(
            type(broken)(**{**{f: getattr(broken, f) for f in broken.__slots__}, "deal": "{}"})
        )
    await alone.stop()
    crew = await Crew(store, workers="ab").begin()
    assert crew.worlds["a"].manager.held() == []
    assert await crew.claim("a") == [first, second]
    assert [table for table, _ in crew.worlds["a"].manager.held()] == [first]
    assert crew.worlds["a"].chat.table(first).table.state == "playing"
    await crew.worlds["a"].manager.reconcile()
    with pytest.raises(Elsewhere) as raised:
        await crew.worlds["b"].manager.handle(crew.worlds["b"].origin("ann"), c.ShowTable(first))
    assert raised.value.worker == "a"
    with pytest.raises(Elsewhere) as raised:
        await crew.worlds["a"].manager.handle(crew.worlds["a"].origin("cyn"), c.ShowTable(second))
    assert raised.value.worker is None
    await crew.stop()


async def test_clocks_are_not_charged_for_the_time_without_an_owner(crew: Crew) -> None:
    table = await crew.seated("a", "ann", "bob", "cyn")
    assert (await crew.do("a", "ann", c.DealCards(table))).ok
    await crew.advance(20.0)
    seat = crew.book(table).awaited[0].seat
    await crew.worlds["a"].manager.part(table)
    await crew.advance(500.0)
    assert await crew.claim("b") == [table]
    session = crew.worlds["b"].manager.session
    left = session.clocks.seconds_left(session.tables[table].book)[seat]
    assert 65 <= left <= 75
    await crew.advance(90.0)
    assert crew.book(table).play.seq >= 1


async def test_a_heartbeat_beside_a_play_does_not_bring_the_old_table_back(stores: list[Store]) -> None:
    crew = await Crew(*stores[:1], workers="a").begin()
    table = await crew.seated("a", "ann", "bob", "cyn")
    assert (await crew.do("a", "ann", c.DealCards(table))).ok
    ticker = crew.worlds["a"].manager._ticker
    for _ in range(12):
        book = crew.book(table)
        if not book.playing:
            break
        now = crew.worlds["a"].manager.session.clocks.uptime()
        await asyncio.gather(crew.one_step(table, "a"), *(ticker._beat(now) for _ in range(3)))
        assert crew.book(table).play.seq == book.play.seq + 1
    async with stores[0].begin() as unit:
        assert len(await unit.matches.actions(crew.book(table).row.match)) == crew.book(table).play.seq
    await crew.stop()


async def test_a_table_that_comes_while_the_store_is_asked_what_is_ours_is_kept() -> None:
    store = MemoryStore()
    late = LateStore(store)
    crew = await Crew(store, late, read_at_once=0).begin()
    table = await crew.seated("a", "ann", "bob")
    late.asked.clear()
    late.answers.clear()
    comparing = asyncio.create_task(crew.worlds["b"].manager.reconcile())
    await late.asked.wait()
    await crew.worlds["a"].manager.part(table)
    async with store.change() as unit:
        rows = await unit.owners.claim("b", tuple(crew.worlds), 100)
    late.is_late = False
    await crew.worlds["b"].manager.adopt(rows)
    late.answers.set()
    await comparing
    assert crew.worlds["b"].manager.numbers == {table}
    await crew.stop()
