"""The store on a real PostgreSQL server: many connections at once, and everything that can happen to them."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import subprocess
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from storage import admin
from storage.api import (
    Conflict,
    EndingRow,
    FilesLost,
    StaleSequence,
    StoreError,
    Unavailable,
    UnitOfWork,
    Unsure,
    UserRow,
    WrongVersion,
)
from storage.postgres import connections
from storage.postgres.address import Address
from storage.postgres.process import SoleProcess
from storage.postgres.store import ServerStore, open_server
from storage.postgres.version import migrate
from storage.sql.schema import SCHEMA_VERSION, metadata
from tests.postgres import Server, as_server
from tests.storage.store_rows import Scene, action_row, attempt, committed_scene, refused, result_row
from tests.storage.test_store_disk import child, line_of
from tests.storage.test_store_health import Heard

PATIENCE = 30.0
SECRET = "S-3-c-r-e-t"


@pytest.fixture
async def url(server: Server) -> str:
    """The address of a database without any row."""
    return server.url(await server.used())


@contextlib.asynccontextmanager
async def opened(url: str, *, shared: bool = False, beside: bool = False) -> AsyncIterator[ServerStore]:
    store = await open_server(url, shared=shared, beside=beside)
    try:
        yield store
    finally:
        await store.close()


async def why_not(url: str, *, beside: bool = False) -> str:
    """The one line with which opening is refused."""
    with pytest.raises(StoreError) as caught:
        await open_server(url, beside=beside)
    text = str(caught.value)
    assert "\n" not in text
    assert isinstance(caught.value, Unavailable | WrongVersion)
    return text


def name_of(url: str) -> str:
    return Address.of(url).database


async def cut_others(server: Server, url: str, *, only: str = "true") -> None:
    """End connections to a database from the server's side."""
    await server.asked(
        f"SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = '{name_of(url)}' AND {only}"
    )


async def until_it_writes(store: ServerStore) -> None:
    async with asyncio.timeout(PATIENCE):
        while True:
            with contextlib.suppress(Unavailable):
                return await store.ping()
            await asyncio.sleep(0.02)


async def log_of(store: ServerStore, scene: Scene) -> list[int]:
    async with store.begin() as unit:
        return [row.seq for row in await unit.actions(scene.match)]


# -- several processes on one database
async def test_two_processes_that_append_at_once_are_told_apart_by_the_key(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)
        async with one.begin() as first, two.begin() as second:
            await first.append(action_row(scene.match, 0, line="one"))
            assert await first.next_seq(scene.match) == 1
            await second.append(action_row(scene.match, 0, line="two"))
            waiting = asyncio.create_task(second.commit())
            await first.commit()
            with pytest.raises(StaleSequence):
                await waiting
        assert await log_of(two, scene) == [0]


async def test_an_update_that_two_processes_get_at_once_acts_once(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)

        async def press(store: ServerStore, seq: int) -> None:
            async with store.begin() as unit:
                assert await unit.seen("telegram", "7") is None
                both.release()
                await asyncio.wait_for(go.wait(), PATIENCE)
                await unit.append(action_row(scene.match, seq))
                await unit.remember("telegram", "7", "played", 1.0)
                await unit.commit()

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
            known = await unit.identity("telegram", "1")
            user = known.user if known is not None else (await unit.add_user("Ann", "telegram", "1")).id
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
            async with store.begin() as unit:
                user = await unit.user(scene.user.id)
                assert user is not None
                await unit.put_user(replace(user, prefs=str(int(user.prefs) + 1)))
                await unit.commit()

        await attempt(one, lambda unit: unit.put_user(replace(scene.user, prefs="0")))
        await asyncio.gather(*(count(store) for store in [one, two] * 20))
        async with two.begin() as unit:
            assert await unit.user(scene.user.id) == replace(scene.user, prefs="40")


async def test_endings_are_seen_in_their_order_without_holes(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)

        async def end(store: ServerStore, round: int) -> None:
            async with store.begin() as unit:
                await unit.add_ending(EndingRow(0, scene.match, round, "on"))
                await unit.add_results([result_row(scene.match, round, 0, scene.chat, user=scene.user.id)])
                await asyncio.sleep(0)
                await unit.commit()

        async def follow() -> list[int]:
            """What a fold over endings sees: always only what comes after the last one."""
            seen: list[int] = []
            while len(seen) < 30:
                async with two.begin() as unit:
                    rows = await unit.endings(after=max(seen, default=0), limit=100)
                seen += [row.id for row in rows]
            return seen

        async with asyncio.timeout(PATIENCE):
            ends = (end(store, number + 1) for number, store in enumerate([one, two] * 15))
            following = asyncio.create_task(follow())
            await asyncio.gather(*ends)
            seen = await following
        assert seen == sorted(seen)
        async with one.begin() as unit:
            assert [row.id for row in await unit.endings(after=0, limit=100)] == seen


async def test_the_heartbeat_waits_for_nobody(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)
        from tests.storage.store_rows import ai_at

        async with one.begin() as unit:
            for seat in range(3):
                await unit.put_seat(ai_at(scene.table, seat))
            await unit.commit()
        async with one.begin() as unit:
            await unit.put_seat(replace(ai_at(scene.table, 1), away=True))
            assert len(await unit.seats(scene.table)) == 3
            await attempt(two, lambda other: other.put_remaining([(scene.table, seat, 5.0) for seat in (2, 1, 0)]))
            await unit.commit()
        async with two.begin() as unit:
            assert [row.remaining for row in await unit.seats(scene.table)] == [5.0, None, 5.0]


async def test_units_that_wait_for_each_other_do_not_wait_for_ever(url: str) -> None:
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        people = []
        for name in "12":
            async with one.begin() as unit:
                people.append((await unit.add_user(name, "telegram", name)).id)
                await unit.commit()

        async def change(store: ServerStore, first: int, second: int) -> None:
            async with store.begin() as unit:
                await unit.user(first)
                both.release()
                await asyncio.wait_for(go.wait(), PATIENCE)
                await unit.user(second)
                await unit.commit()

        both, go = asyncio.Semaphore(0), asyncio.Event()
        tasks = [asyncio.create_task(change(one, *people)), asyncio.create_task(change(two, *people[::-1]))]
        for _ in tasks:
            await both.acquire()
        go.set()
        outcomes = await asyncio.gather(*tasks, return_exceptions=True)
        assert {type(outcome) for outcome in outcomes} == {type(None), Conflict}


# -- one process alone
@pytest.mark.process
async def test_a_second_process_is_refused_and_let_in_when_the_first_is_killed(url: str) -> None:
    with child("hold", url) as process:
        assert line_of(process) == "open"
        line = await why_not(url)
        assert f"already in use by another Paiju (process {process.pid})" in line
        assert name_of(url) in line
    async with asyncio.timeout(PATIENCE):
        while True:
            try:
                store = await open_server(url)
                break
            except Unavailable:  # the server has not yet noticed
                await asyncio.sleep(0.02)
    async with opened(url, beside=True) as command:
        scene = await committed_scene(command)
        assert await log_of(store, scene) == []
    await store.close()


async def test_a_lock_that_was_lost_is_held_again_and_nothing_is_written_meanwhile(server: Server, url: str) -> None:
    async with opened(url) as store:
        heard = Heard(store)
        scene = await committed_scene(store)
        await cut_others(server, url)
        await until_it_writes(store)
        assert "already in use" in await why_not(url)
        await attempt(store, lambda unit: unit.append(action_row(scene.match, 0)))
        assert heard.faults[-1] == "well"
        assert len(heard.faults) == 2


async def test_a_process_that_was_cut_off_while_another_played_writes_nothing_more(server: Server, url: str) -> None:
    async with opened(url) as store:
        scene = await committed_scene(store)
        async with store.begin() as unit:
            await unit.append(action_row(scene.match, 0))
            assert await unit.next_seq(scene.match) == 1
            # Another process takes its place, as it would once the server had given up the connection with the lock.
            other = SoleProcess(Address.of(url), store._health)
            await other.claim()
            with pytest.raises(FilesLost, match="taken over"):
                await unit.commit()
        await cut_others(server, url)
        async with asyncio.timeout(PATIENCE):
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
        await attempt(store, lambda unit: unit.append(action_row(scene.match, 0)))
        async with store._connections.one() as connection:
            found = await connection.fetch("SELECT 1 FROM pg_prepared_statements WHERE statement LIKE 'INSERT%'")
        assert bool(found) == (prepared == "on")
        assert "already in use" in await why_not(own)
    async with opened(own) as store:
        assert await log_of(store, scene) == [0]


# -- connections that end
async def test_a_connection_that_ends_in_the_middle_leaves_nothing_half_done(server: Server, url: str) -> None:
    async with opened(url, shared=True) as store:
        heard = Heard(store)
        scene = await committed_scene(store)

        async def play(unit: UnitOfWork) -> None:
            await unit.append(action_row(scene.match, 0))
            assert await unit.next_seq(scene.match) == 1
            await cut_others(server, url)
            await unit.append(action_row(scene.match, 1))

        error = await refused(store, play)
        assert isinstance(error, Unavailable)
        assert not isinstance(error, Unsure)
        assert await log_of(store, scene) == []
        await attempt(store, lambda unit: unit.append(action_row(scene.match, 0)))
        assert heard.faults == [str(error), "well"]


async def test_connections_that_ended_unnoticed_cost_nobody_anything(server: Server, url: str) -> None:
    async with opened(url, shared=True) as store:
        scene = await committed_scene(store)
        await asyncio.gather(*(log_of(store, scene) for _ in range(10)))
        await cut_others(server, url)
        await attempt(store, lambda unit: unit.append(action_row(scene.match, 0)))
        assert await log_of(store, scene) == [0]


class Wire:
    """A socket between the program and the server that loses what a test wants lost."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.folder = folder
        self._there = f"{server.folder}/.s.PGSQL.5432"
        self.lose: str | None = None
        """``answer``: the next commit arrives and its answer does not; ``commit``: it does not arrive; ``all``: nothing
        passes any more from then on."""
        self.shut = False
        self._writers: set[asyncio.StreamWriter] = set()

    def url(self, database: str) -> str:
        return f"postgresql+asyncpg://paiju@/{database}?host={self.folder}"

    async def __aenter__(self) -> Wire:
        self._server = await asyncio.start_unix_server(self._serve, f"{self.folder}/.s.PGSQL.5432")
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        self.cut()

    def cut(self) -> None:
        for writer in list(self._writers):
            writer.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self.shut:
            writer.close()
            return
        there, back = await asyncio.open_unix_connection(self._there)
        self._writers |= {writer, back}
        swallow = False

        async def out() -> None:
            nonlocal swallow
            while data := await reader.read(65536):
                if b"COMMIT\0" in data and self.lose is not None:
                    swallow, self.shut = self.lose != "commit", self.lose == "all"
                    self.lose = None
                    if not swallow:
                        break
                back.write(data)
                await back.drain()
            back.close()
            writer.close()

        async def home() -> None:
            while data := await there.read(65536):
                if swallow:
                    break
                writer.write(data)
                await writer.drain()
            back.close()
            writer.close()

        await asyncio.gather(out(), home(), return_exceptions=True)


@pytest.fixture
async def wire(server: Server, tmp_path: Path) -> AsyncIterator[Wire]:
    async with Wire(server, tmp_path) as made:
        yield made


async def test_a_commit_whose_answer_was_lost_is_asked_for(url: str, wire: Wire) -> None:
    async with opened(wire.url(name_of(url)), shared=True) as store:
        scene = await committed_scene(store)
        wire.lose = "answer"
        await attempt(store, lambda unit: unit.append(action_row(scene.match, 0)))
        assert await log_of(store, scene) == [0]


async def test_a_commit_that_was_lost_on_its_way_was_not_done(url: str, wire: Wire) -> None:
    async with opened(wire.url(name_of(url)), shared=True) as store:
        scene = await committed_scene(store)
        wire.lose = "commit"
        error = await refused(store, lambda unit: unit.append(action_row(scene.match, 0)))
        assert type(error) is Unavailable
        assert await log_of(store, scene) == []
        await attempt(store, lambda unit: unit.append(action_row(scene.match, 0)))


async def test_a_commit_of_which_nobody_can_tell_is_found_by_its_update(
    url: str, wire: Wire, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "_SETTLE_SECONDS", 0.2)
    async with opened(wire.url(name_of(url)), shared=True) as store:
        scene = await committed_scene(store)
        wire.lose = "all"

        async def play(unit: UnitOfWork) -> None:
            await unit.append(action_row(scene.match, 0))
            await unit.remember("telegram", "7", "played", 1.0)

        assert isinstance(await refused(store, play), Unsure)
        assert type(await refused(store, play)) is Unavailable
        wire.shut = False
        await until_it_writes(store)
        async with store.begin() as unit:
            assert await unit.seen("telegram", "7") == "played"


# -- a server that cannot
async def test_a_read_only_database_says_so_until_it_is_not(server: Server, url: str) -> None:
    name = name_of(url)
    async with opened(url, shared=True) as store:
        heard = Heard(store)
        scene = await committed_scene(store)
        try:
            await server.asked(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            await cut_others(server, url)
            error = await refused(store, lambda unit: unit.append(action_row(scene.match, 0)))
            assert str(error) == "the database is read-only"
            with pytest.raises(Unavailable, match="read-only"):
                await store.ping()
            assert await log_of(store, scene) == []
        finally:
            await server.asked(f"ALTER DATABASE {name} RESET default_transaction_read_only")
            await cut_others(server, url)
        await until_it_writes(store)
        assert heard.faults == ["the database is read-only", "well"]


async def test_a_full_disk_changes_nothing_and_play_goes_on_when_there_is_room(server: Server, url: str) -> None:
    async with opened(url, shared=True) as store:
        heard = Heard(store)
        scene = await committed_scene(store)
        large = secrets.token_hex(10_000_000)

        async def play(unit: UnitOfWork) -> None:
            await unit.append(action_row(scene.match, 0))
            await unit.append(action_row(scene.match, 1, line=large))

        async with store._connections.one() as connection:
            worker = await connection.fetchval("SELECT pg_backend_pid()")

        def allow(size: str) -> None:
            """No file of the server's process that we talk to may grow beyond this."""
            subprocess.run([*as_server(), "prlimit", "--pid", str(worker), f"--fsize={size}:"], check=True)

        allow(str(16 * 1024 * 1024 + 100))  # its log of changes is a little smaller
        assert str(await refused(store, play)) == "the database cannot grow: the disk is full"
        assert await log_of(store, scene) == []
        allow("unlimited")
        await attempt(store, play)
        assert heard.faults == ["the database cannot grow: the disk is full", "well"]


async def test_a_server_without_room_for_connections_says_so(server: Server, url: str) -> None:
    name = name_of(url)
    await server.asked(
        "DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$",
        f"ALTER DATABASE {name} CONNECTION LIMIT 0",
    )
    try:
        line = await why_not(url.replace("paiju@", "guest@"))
    finally:
        await server.asked(f"ALTER DATABASE {name} CONNECTION LIMIT -1")
    assert line.startswith("the server takes no more connections: PostgreSQL database")


async def test_a_statement_that_takes_too_long_is_given_up(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from storage.postgres import address

    monkeypatch.setattr(address.Address.arguments, "__kwdefaults__", {"seconds": 0.2})
    async with opened(url, shared=True) as one, opened(url, shared=True) as two:
        scene = await committed_scene(one)
        async with one.begin() as unit:
            await unit.user(scene.user.id)
            error = await refused(two, lambda other: other.put_user(UserRow(scene.user.id, "Eve")))
            assert str(error) == "the database does not answer"
            await unit.commit()
        await attempt(two, lambda other: other.put_user(UserRow(scene.user.id, "Eve")))


# -- databases that cannot be used
async def test_a_database_is_made_and_brought_up_to_date_by_whoever_comes_first(server: Server) -> None:
    own = server.url(await server.empty())
    assert "paiju db upgrade" in await why_not(own, beside=True)
    found = await asyncio.gather(*(migrate(Address.of(own)) for _ in range(3)))
    assert set(found) <= {None, SCHEMA_VERSION}
    async with opened(own) as store:
        await committed_scene(store)


async def test_migrations_lead_to_the_schema_with_texts_in_the_order_of_their_signs(server: Server, url: str) -> None:
    engine = create_async_engine(f"postgresql+asyncpg://paiju@/{name_of(url)}?host={server.folder}", poolclass=NullPool)

    def differences(connection: Any) -> Any:
        options = {"compare_type": True, "compare_server_default": True}
        return compare_metadata(MigrationContext.configure(connection, opts=options), metadata)

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []
    await engine.dispose()
    others = "SELECT count(*) FROM information_schema.columns WHERE data_type = 'text' AND table_schema = 'public'"
    assert await server.asked(f"{others} AND collation_name IS DISTINCT FROM 'C'", database=name_of(url)) == 0
    assert await server.asked(others, database=name_of(url)) > 50  # type: ignore[operator]  # a number


async def test_databases_that_are_not_ours_are_refused_untouched(server: Server) -> None:
    name = await server.empty()
    own = server.url(name)
    await server.asked("CREATE TABLE recipes (name TEXT)", database=name)
    assert "belongs to another program" in await why_not(own)
    await server.asked("CREATE TABLE alembic_version (version_num TEXT)", database=name)
    await server.asked("INSERT INTO alembic_version VALUES ('1975ea83b712')", database=name)
    assert "belongs to another program" in await why_not(own)
    await server.asked("UPDATE alembic_version SET version_num = '9999'", database=name)
    for beside in (False, True):
        line = await why_not(own, beside=beside)
        assert "newer version" in line
        assert "9999" in line
    assert await server.asked("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", database=name) == 2


async def test_an_account_without_rights_is_told_so(server: Server) -> None:
    name = await server.empty()
    await server.asked("DO $$ BEGIN CREATE ROLE guest LOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$")
    assert "this account may not do that" in await why_not(server.url(name).replace("paiju@", "guest@"))
    assert "does not let this account in" in await why_not(server.url(name).replace("paiju@", "nobody@"))
    assert "there is no database of this name" in await why_not(server.url("elsewhere"))


async def test_a_server_that_is_not_there_is_named_without_the_password(tmp_path: Path) -> None:
    line = await why_not(f"postgresql+asyncpg://me:{SECRET}@localhost:1/paiju")
    assert "the server cannot be reached" in line
    assert "PostgreSQL database paiju at localhost:1" in line
    assert SECRET not in line


@pytest.mark.parametrize(
    ("url", "says"),
    [
        (f"postgresql://me:{SECRET}@db/paiju", "must look like"),
        (f"postgresql+asyncpg://me:{SECRET}@db", "must look like"),
        (f"postgresql+asyncpg://me:{SECRET}@db:port/paiju", "cannot be read"),
        (f"postgresql+asyncpg://me:{SECRET}@db/paiju?poolsize=3", "'poolsize' is unknown"),
        (f"postgresql+asyncpg://me:{SECRET}@db/paiju?prepared_statements=no", "must be on or off"),
    ],
)
async def test_an_address_that_does_not_fit_is_refused_without_repeating_it(url: str, says: str) -> None:
    line = await why_not(url)
    assert says in line
    assert line.startswith("DATABASE_URL")
    assert SECRET not in line


# -- texts
async def test_any_text_comes_back_as_it_went_but_for_zero_bytes(url: str) -> None:
    names = ["王小明", "ÅSA åsa", "𝄞 \u202e", 'it\'s \\ "$1" %s', "a\0b"]
    async with opened(url, shared=True) as store:
        async with store.begin() as unit:
            users = [await unit.add_user(name, "telegram", str(number)) for number, name in enumerate(names)]
            await unit.commit()
        async with store.begin() as unit:
            found = [row.name for row in await unit.users([user.id for user in users])]
        assert found == [*names[:-1], "a\ufffdb"]
        error = await refused(store, lambda unit: unit.add_user("\ud800", "telegram", "x"))
        assert "the database refused a value or a statement" in str(error)


async def test_errors_and_their_histories_tell_nothing_that_was_stored(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    async with opened(url, shared=True) as store:
        scene = await committed_scene(store)
        await attempt(store, lambda unit: unit.append(action_row(scene.match, 0, line=SECRET)))
        for change in (
            lambda unit: unit.append(action_row(scene.match, 0, line=SECRET)),
            lambda unit: unit.append(action_row(99, 0, line=SECRET)),
            lambda unit: unit.add_user(SECRET, "telegram", "1"),
        ):
            error = await refused(store, change)
            assert SECRET not in repr(error) + repr(error.__context__) + repr(error.__cause__)
    assert SECRET not in caplog.text


# -- from a shell
async def test_the_shell_makes_and_checks_a_database(server: Server, tmp_path: Path) -> None:
    name = await server.empty()
    own = server.url(name)
    assert (await asyncio.to_thread(admin.check, own)).problems == (
        "the database is of an older version: run `paiju db upgrade` first",
    )
    assert (await asyncio.to_thread(admin.upgrade, own)).before is None
    await asyncio.to_thread(admin.probe, own)
    async with opened(own) as store:
        scene = await committed_scene(store)
        await attempt(store, lambda unit: unit.append(action_row(scene.match, 0)))
        assert (await asyncio.to_thread(admin.upgrade, own)).before == SCHEMA_VERSION
        found = await asyncio.to_thread(admin.check, own)
        assert found.sound
        assert (found.rows["actions"], found.rows["users"], found.rows["votes"]) == (1, 1, 0)
        with pytest.raises(Unavailable, match="pg_dump"):
            admin.backup(own, tmp_path / "copy")
    await server.asked("ALTER TABLE identities DROP CONSTRAINT fk_identities_user_users", database=name)
    await server.asked('UPDATE identities SET "user" = 99', database=name)
    await server.asked("SELECT setval('users_id_seq', 1, false), setval('chats_id_seq', 1)", database=name)
    await server.asked("INSERT INTO users (id, name, prefs) VALUES (50, '', '{}')", database=name)
    assert (await asyncio.to_thread(admin.check, own)).problems == (
        "a row of identities refers to a row of users that does not exist",
        "the next row of users would get a number that is taken",
    )
