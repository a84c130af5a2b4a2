"""Several processes on one PostgreSQL database, and one that is to be alone there."""

import asyncio
import os
from dataclasses import replace

import pytest

from storage.api import Conflict, FilesLost, StaleSequence, Unavailable
from storage.postgres import process
from storage.postgres.address import Address
from storage.postgres.opening import open_server
from storage.postgres.process import Gate
from storage.postgres.store import ServerStore
from storage.themes.ratings import EndingRow
from tests.patience import patience, patient
from tests.postgres import Server
from tests.storage.server.opened import cut_others, log_of, name_of, opened, until_it_writes
from tests.storage.store_rows import action_row, attempt, committed_scene, result_row, why_not
from tests.storage.test_store_disk import child, line_of
from tests.storage.test_store_health import Heard


# -- several processes on one database
async def test_two_processes_that_append_at_once_are_told_apart_by_the_key(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)
        async with one.begin() as first, two.begin() as second:
            await first.matches.append(action_row(scene.match, 0, line="one"))
            assert len(await first.matches.actions(scene.match)) == 1
            await second.matches.append(action_row(scene.match, 0, line="two"))
            waiting = asyncio.create_task(second.commit())
            await first.commit()
            with pytest.raises(StaleSequence):
                await waiting
        assert await log_of(two, scene) == [0]


async def test_an_update_that_two_processes_get_at_once_acts_once(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)

        async def press(store: ServerStore, seq: int) -> None:
            async with store.change() as unit:
                assert await unit.updates.seen("telegram", "7") is None
                both.release()
                await patient(go.wait())
                await unit.matches.append(action_row(scene.match, seq))
                await unit.updates.remember("telegram", "7", "played", 1.0)

        both, go = asyncio.Semaphore(0), asyncio.Event()
        presses = [asyncio.create_task(press(store, seq)) for seq, store in enumerate((one, two))]
        for _ in presses:
            await both.acquire()
        go.set()
        outcomes = await asyncio.gather(*presses, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {type(None), Conflict}
        assert len(await log_of(one, scene)) == 1


async def test_two_processes_that_meet_a_person_at_once_make_one_of_them(url: str) -> None:
    async def meet(store: ServerStore) -> int:
        async with store.begin() as unit:
            known = await unit.people.identity("telegram", "1")
            user = known.user if known is not None else (await unit.people.add_user("Ann", "telegram", "1")).id
            await unit.commit()
            return user

    async def meet_at_last(store: ServerStore) -> int:
        try:
            return await meet(store)
        except Conflict:
            return await meet(store)

    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        users = await asyncio.gather(*(meet_at_last(store) for store in [one, two] * 8))
        assert len(set(users)) == 1


async def test_what_one_has_read_of_a_person_another_changes_afterwards(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)

        async def count(store: ServerStore) -> None:
            async with store.change() as unit:
                user = await unit.people.user(scene.user.id)
                assert user is not None
                await unit.people.put_user(replace(user, prefs=str(int(user.prefs) + 1)))

        await attempt(one, lambda unit: unit.people.put_user(replace(scene.user, prefs="0")))
        await asyncio.gather(*(count(store) for store in [one, two] * 20))
        async with two.begin() as unit:
            assert await unit.people.user(scene.user.id) == replace(scene.user, prefs="40")


async def test_endings_are_seen_in_their_order_without_holes(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)

        async def end(store: ServerStore, round: int) -> None:
            async with store.change() as unit:
                await unit.ratings.add_ending(EndingRow(0, scene.match, round, "on"))
                await unit.results.add([result_row(scene.match, round, 0, scene.chat, user=scene.user.id)])
                await asyncio.sleep(0)

        async def follow() -> list[int]:
            """What a fold over endings sees: always only what comes after the last one."""
            seen: list[int] = []
            while len(seen) < 30:
                async with two.begin() as unit:
                    rows = await unit.ratings.endings(after=max(seen, default=0), limit=100)
                seen += [row.id for row in rows]
            return seen

        async with patience():
            ends = (end(store, number + 1) for number, store in enumerate([one, two] * 15))
            following = asyncio.create_task(follow())
            await asyncio.gather(*ends)
            seen = await following
        assert seen == sorted(seen)
        async with one.begin() as unit:
            assert [row.id for row in await unit.ratings.endings(after=0, limit=100)] == seen


async def test_the_heartbeat_waits_for_nobody(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)
        from tests.storage.store_rows import ai_at

        async with one.change() as unit:
            for seat in range(3):
                await unit.tables.put_seat(ai_at(scene.table, seat))
        async with one.change() as unit:
            await unit.tables.put_seat(replace(ai_at(scene.table, 1), away=True))
            assert len(await unit.tables.seats(scene.table)) == 3
            await attempt(
                two, lambda other: other.tables.put_remaining([(scene.table, seat, 5.0) for seat in (2, 1, 0)])
            )
        async with two.begin() as unit:
            assert [row.remaining for row in await unit.tables.seats(scene.table)] == [5.0, None, 5.0]


async def test_units_that_wait_for_each_other_do_not_wait_for_ever(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        people = []
        for name in "12":
            async with one.change() as unit:
                people.append((await unit.people.add_user(name, "telegram", name)).id)

        async def change(store: ServerStore, first: int, second: int) -> None:
            async with store.change() as unit:
                await unit.people.user(first)
                both.release()
                await patient(go.wait())
                await unit.people.user(second)

        both, go = asyncio.Semaphore(0), asyncio.Event()
        tasks = [asyncio.create_task(change(one, *people)), asyncio.create_task(change(two, *people[::-1]))]
        for _ in tasks:
            await both.acquire()
        go.set()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {type(None), Conflict}


# -- one process alone
@pytest.mark.process
async def opened_at_last(url: str) -> ServerStore:
    async with patience():
        while True:
            try:
                return await open_server(url)
            except Unavailable:  # the server has not yet noticed
                await asyncio.sleep(0.02)


async def test_a_second_process_is_refused_and_let_in_when_the_first_is_killed(url: str) -> None:
    with child("hold", url) as process:
        assert line_of(process) == "open"
        line = await why_not(url)
        assert f"already in use by another Paiju (process {process.pid})" in line
        assert name_of(url) in line
    store = await opened_at_last(url)
    async with opened(url, beside=True) as command:
        scene = await committed_scene(command)
        assert await log_of(store, scene) == []
    await store.close()


async def test_who_plays_on_another_database_of_the_server_is_not_named(server: Server, url: str) -> None:
    there = server.url(await server.made())
    async with opened(there, shared=True), opened(there, shared=True), opened(url):
        assert f"already in use by another Paiju (process {os.getpid()})" in await why_not(url)


async def test_a_lock_that_was_lost_is_held_again_and_nothing_is_written_meanwhile(server: Server, url: str) -> None:
    async with opened(url) as store:
        heard = Heard(store)
        scene = await committed_scene(store)
        await cut_others(server, url)
        await until_it_writes(store)
        assert "already in use" in await why_not(url)
        await attempt(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
        assert heard.faults[-1] == "well"
        assert len(heard.faults) == 2


async def test_who_ends_while_the_lock_is_taken_back_lets_the_next_in(
    server: Server, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND objid = 77 AND NOT granted"
    async with opened(url):
        blocker = await Address.of(url).connect()
        await blocker.execute("SELECT pg_advisory_lock(77)")
        monkeypatch.setattr(process, "_STANDS", "SELECT pg_advisory_lock(77)::text, '', '', ''")
        await cut_others(server, url, only=f"pid <> {await blocker.fetchval('SELECT pg_backend_pid()')}")
        async with patience():
            while not await server.asked(waits):  # noqa: ASYNC110 # the server tells nobody
                await asyncio.sleep(0.02)  # the lock is held, and it is asked whose the database is
    monkeypatch.undo()
    blocker.terminate()
    await (await opened_at_last(url)).close()


async def test_a_process_that_was_cut_off_while_another_played_writes_nothing_more(server: Server, url: str) -> None:
    async with opened(url) as store:
        scene = await committed_scene(store)
        async with store.begin() as unit:
            await unit.matches.append(action_row(scene.match, 0))
            assert len(await unit.matches.actions(scene.match)) == 1
            # Another process takes its place, as it would once the server had given up the connection with the lock.
            other = Gate(Address.of(url), store._health)
            await other.claim()
            with pytest.raises(FilesLost, match="taken over"):
                await unit.commit()
        await cut_others(server, url)
        async with patience():
            while True:
                with pytest.raises(Unavailable) as caught:
                    await store.ping()
                if isinstance(caught.value, FilesLost):
                    break
                await asyncio.sleep(0.02)
        with pytest.raises(FilesLost):
            await committed_scene(store)


@pytest.mark.parametrize("prepared", ["on", "off"])
async def test_a_proxy_between_transactions_is_borne(server: Server, url: str, prepared: str) -> None:
    own = server.url(name_of(url), prepared_statements=prepared)
    async with opened(own) as store:
        scene = await committed_scene(store)
        await attempt(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
        async with store._connections.one() as connection:
            found = await connection.fetch("SELECT 1 FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'")
        assert bool(found) == (prepared == "on")
        assert "already in use" in await why_not(own)
    async with opened(own) as store:
        assert await log_of(store, scene) == [0]
