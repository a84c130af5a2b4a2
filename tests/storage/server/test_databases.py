"""A PostgreSQL server that cannot, databases that cannot be used, texts, and the shell."""

import asyncio
import secrets
import subprocess
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from storage import databases
from storage.api import Unavailable, UnitOfWork
from storage.postgres.address import Address
from storage.postgres.opening import migrate
from storage.themes import metadata
from storage.themes.people import UserRow
from storage.themes.updates import EPOCH
from storage.versions import SCHEMA_VERSION
from tests.postgres import Server, as_server
from tests.storage.server.opened import SECRET, cut_others, log_of, name_of, opened, until_it_writes
from tests.storage.store_rows import action_row, attempt, committed_scene, refused, why_not
from tests.storage.test_store_health import Heard


# -- a server that cannot
async def test_a_read_only_database_says_so_until_it_is_not(server: Server, url: str) -> None:
    name = name_of(url)
    async with opened(url, shared=True) as store:
        heard = Heard(store)
        scene = await committed_scene(store)
        try:
            await server.asked(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
            await cut_others(server, url)
            error = await refused(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
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
            await unit.matches.append(action_row(scene.match, 0))
            await unit.matches.append(action_row(scene.match, 1, line=large))

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
        async with one.change() as unit:
            await unit.people.user(scene.user.id)
            error = await refused(two, lambda other: other.people.put_user(UserRow(scene.user.id, "Eve")))
            assert str(error) == "the database does not answer"
        await attempt(two, lambda other: other.people.put_user(UserRow(scene.user.id, "Eve")))


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
        async with store.change() as unit:
            users = [await unit.people.add_user(name, "telegram", str(number)) for number, name in enumerate(names)]
        async with store.begin() as unit:
            found = [row.name for row in await unit.people.users([user.id for user in users])]
        assert found == [*names[:-1], "a\ufffdb"]
        error = await refused(store, lambda unit: unit.people.add_user("\ud800", "telegram", "x"))
        assert "the database refused a value or a statement" in str(error)


async def test_errors_and_their_histories_tell_nothing_that_was_stored(
    url: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    async with opened(url, shared=True) as store:
        scene = await committed_scene(store)
        await attempt(store, lambda unit: unit.matches.append(action_row(scene.match, 0, line=SECRET)))
        for change in (
            lambda unit: unit.matches.append(action_row(scene.match, 0, line=SECRET)),
            lambda unit: unit.matches.append(action_row(99, 0, line=SECRET)),
            lambda unit: unit.people.add_user(SECRET, "telegram", "1"),
        ):
            error = await refused(store, change)
            assert SECRET not in repr(error) + repr(error.__context__) + repr(error.__cause__)
    assert SECRET not in caplog.text


# -- from a shell
async def test_the_shell_makes_and_checks_a_database(server: Server, tmp_path: Path) -> None:
    name = await server.empty()
    own = server.url(name)
    assert (await asyncio.to_thread(databases.check, own)).problems == (
        "the database is of an older version: run `paiju db upgrade` first",
    )
    assert (await asyncio.to_thread(databases.upgrade, own)).before is None
    await asyncio.to_thread(databases.probe, own)
    async with opened(own) as store:
        scene = await committed_scene(store)
        await attempt(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
        assert (await asyncio.to_thread(databases.upgrade, own)).before == SCHEMA_VERSION
        found = await asyncio.to_thread(databases.check, own)
        assert found.sound
        assert (found.rows["actions"], found.rows["users"], found.rows["votes"]) == (1, 1, 0)
        with pytest.raises(Unavailable, match="pg_dump"):
            databases.backup(own, tmp_path / "copy")
    await server.asked("ALTER TABLE identities DROP CONSTRAINT fk_identities_user_users", database=name)
    await server.asked('UPDATE identities SET "user" = 99', database=name)
    await server.asked("SELECT setval('users_id_seq', 1, false), setval('chats_id_seq', 1)", database=name)
    await server.asked("INSERT INTO users (id, name, prefs) VALUES (50, '', '{}')", database=name)
    assert (await asyncio.to_thread(databases.check, own)).problems == (
        "a row of identities refers to a row of users that does not exist",
        "the next row of users would get a number that is taken",
    )


async def test_a_copy_of_a_database_begins_an_epoch_once(server: Server) -> None:
    name = await server.empty()
    seen = []
    for url in (server.url(name), server.url(f"{name}_again"), server.url(f"{name}_again")):
        async with opened(url) as store, store.begin() as unit:
            seen.append(await unit.marks.get(EPOCH))
        if len(seen) == 1:
            await server.asked(f"CREATE DATABASE {name}_again TEMPLATE {name}")
    assert seen[0] is None
    assert seen[1] == seen[2] is not None
