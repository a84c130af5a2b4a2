"""The SQL store on real files: what survives a crash, who may come in, what a broken disk looks like."""

import asyncio
import io
import logging
import os
import sqlite3
import subprocess
import sys
import traceback
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

import storage.sqlite.opening
from storage.api import Store, StoreError, Unavailable, UnitOfWork
from storage.sql import Call
from storage.sqlite.opening import open_file as open_store
from storage.sqlite.store import SqliteStore
from storage.themes import matches
from storage.themes.people import IdentityRow, UserRow
from storage.versions import SCHEMA_VERSION
from tests.patience import patience
from tests.storage.store_rows import (
    action_row,
    attempt,
    committed_scene,
    match_row,
    path_of,
    result_row,
    round_row,
    table_row,
    why_not,
)

ROOT = Path(__file__).parents[2]


@contextmanager
def child(what: str, url: str) -> Iterator[subprocess.Popen[str]]:
    """A second process; killed with the block, its worker (if any) ends as its input is closed."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    pipe = subprocess.PIPE
    command = [sys.executable, "-m", "tests.storage.store_child", what, url]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment) as process:
        try:
            yield process
        finally:
            process.kill()


def line_of(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


async def opens(url: str) -> None:
    store = await open_store(url)
    await store.close()


# -- durability
@pytest.mark.process
async def test_what_was_told_survives_kill_9(url: str) -> None:
    with child("play_on", url) as process:
        told = [line_of(process) for _ in range(300)]
        process.kill()
        assert process.stdout is not None
        rest = process.stdout.read()
    told += rest.split("\n")[:-1]  # the last line may be cut off
    store = await open_store(url)
    async with store.begin() as unit:
        logs = {match: await unit.matches.actions(match) for match in range(1, 5)}
        for match, log in logs.items():
            assert [row.seq for row in log] == list(range(len(log)))
            for row in log:
                assert await unit.updates.seen("telegram", f"{match}-{row.seq}") == "played"
            assert await unit.updates.seen("telegram", f"{match}-{len(log)}") is None
    for line in told:
        match, seq = map(int, line.split())
        assert seq < len(logs[match])
    await store.close()


async def test_the_database_is_written_as_it_must_be(file_store: SqliteStore) -> None:

    def ask(database: sqlite3.Connection) -> dict[str, object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout", "secure_delete")
        return {name: database.execute(f"PRAGMA {name}").fetchone()[0] for name in names}

    found = await file_store._writer.connection.visit(ask)
    assert found == {
        "journal_mode": "wal",
        "synchronous": 2,
        "foreign_keys": 1,
        "busy_timeout": 3000,
        "secure_delete": 1,
    }


async def test_everything_is_there_after_a_restart(url: str) -> None:
    store = await open_store(url)
    scene = await committed_scene(store)
    await store.close()
    await store.close()  # twice is harmless
    store = await open_store(url)
    async with store.begin() as unit:
        assert await unit.people.user(scene.user.id) == scene.user
        assert (await unit.tables.add(table_row(scene.chat))).id == scene.table + 1
    await store.close()
    assert {file.name for file in path_of(url).parent.iterdir()} == {"paiju.db", "paiju.db.lock"}


async def test_a_database_in_memory_needs_no_file() -> None:
    store = await open_store("sqlite+aiosqlite://")
    scene = await committed_scene(store)
    async with store.begin() as unit:
        assert await unit.people.user(scene.user.id) == scene.user
    await store.close()


async def test_closing_lets_those_in_the_queue_end(url: str) -> None:
    store = await open_store(url)
    scene = await committed_scene(store)

    async def play(seq: int) -> None:
        async with store.begin() as unit:
            await unit.matches.append(action_row(scene.match, seq))
            await unit.commit()

    plays = [asyncio.create_task(play(seq)) for seq in range(10)]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*plays)
    store = await open_store(url)
    async with store.begin() as unit:
        assert len(await unit.matches.actions(scene.match)) == 10
    await store.close()


async def test_the_database_answers_while_somebody_has_the_turn(file_store: SqliteStore) -> None:
    async with file_store.begin() as unit:
        await unit.people.add_user("Ann", "telegram", "1")
        await file_store.ping()


async def test_the_database_is_its_owners_alone(file_store: SqliteStore, url: str) -> None:
    await committed_scene(file_store)
    assert {file.stat().st_mode & 0o777 for file in path_of(url).parent.iterdir()} == {0o600}


# -- one process alone
@pytest.mark.process
async def test_a_second_process_is_refused_and_let_in_when_the_first_is_killed(url: str) -> None:
    with child("hold", url) as process:
        assert line_of(process) == "open"
        assert f"already in use by another Paiju (process {process.pid})" in await why_not(url)
    await opens(url)


@pytest.mark.process
async def test_a_worker_that_outlives_a_killed_bot_does_not_keep_the_next_one_out(url: str) -> None:
    with child("hold_with_worker", url) as process:
        assert line_of(process) == "open"
        assert "already in use" in await why_not(url)
        process.kill()
        process.wait()
        await opens(url)  # the worker still lives: its standard input is open


@pytest.mark.process
def test_a_program_that_forgets_to_close_still_ends(url: str) -> None:
    with child("leave_open", url) as process:
        assert line_of(process) == "open"
        assert process.wait() == 0


async def test_opening_twice_in_one_process_is_refused(url: str) -> None:
    store = await open_store(url)
    assert "already in use by this process" in await why_not(url)
    await store.close()
    await opens(url)


async def test_a_failed_start_lets_go_of_the_lock(url: str) -> None:
    path_of(url).write_bytes(b"not a database, but long enough to be looked at" * 100)
    assert "not a database" in await why_not(url)
    path_of(url).unlink()
    await opens(url)


async def test_other_commands_read_and_write_beside_a_running_bot(url: str) -> None:
    bot = await open_store(url)
    scene = await committed_scene(bot)
    command = await open_store(url, beside=True)
    async with command.begin() as unit:
        assert await unit.people.user(scene.user.id) == scene.user
        await unit.matches.append(action_row(scene.match, 0))
        await unit.commit()
    async with bot.begin() as unit:
        assert len(await unit.matches.actions(scene.match)) == 1
    await command.close()
    await bot.close()


async def test_a_command_beside_the_bot_creates_nothing(url: str) -> None:
    assert "there is no database at" in await why_not(url, beside=True)
    assert list(path_of(url).parent.iterdir()) == []


async def test_a_command_beside_the_bot_does_not_migrate(url: str) -> None:
    path_of(url).touch()
    assert "paiju db upgrade" in await why_not(url, beside=True)


# -- databases that cannot be used
async def test_a_newer_database_is_refused(url: str) -> None:
    await opens(url)
    with closing(sqlite3.connect(path_of(url))) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    for beside in (False, True):
        line = await why_not(url, beside=beside)
        assert "newer version" in line
        assert "9999" in line
        assert SCHEMA_VERSION in line


async def test_another_programs_database_is_refused_untouched(url: str) -> None:
    with closing(sqlite3.connect(path_of(url))) as database, database:
        database.execute("CREATE TABLE recipes (name TEXT)")
    before = path_of(url).read_bytes()
    assert "belongs to another program" in await why_not(url)
    assert path_of(url).read_bytes() == before


async def test_a_read_only_file_is_refused(url: str) -> None:
    await opens(url)
    path_of(url).chmod(0o444)
    assert "is read-only" in await why_not(url)


async def test_a_read_only_folder_is_refused(url: str) -> None:
    folder = path_of(url).parent
    folder.chmod(0o555)
    try:
        assert "folder of the database is read-only" in await why_not(url)
    finally:
        folder.chmod(0o755)


async def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    line = await why_not(f"sqlite+aiosqlite:///{tmp_path}/gone/paiju.db")
    assert line == f"the folder of the database does not exist: {tmp_path}/gone"


async def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert "not a file" in await why_not(f"sqlite+aiosqlite:///{tmp_path}")


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://me:s3cret@db/paiju", "must look like"),
        ("sqlite+aiosqlite://me:s3cret@host/paiju.db", "must look like"),
        ("sqlite+aiosqlite:///s3cret.db?mode=ro", "must look like"),
        ("s3cret", "cannot be read"),
        ("postgresql+asyncpg://me:s3cret@db:port/paiju", "cannot be read"),
        ("", "cannot be read"),
        ("sqlite+aiosqlite:///s3cret\0.db", "cannot exist"),
        ("sqlite+aiosqlite:///~s3cret-nobody/paiju.db", "cannot exist"),
    ],
)
async def test_an_address_that_does_not_fit_is_refused_without_repeating_it(url: str, says: str) -> None:
    line = await why_not(url)
    assert says in line
    assert line.startswith("DATABASE_URL")
    assert "s3cret" not in line


async def test_a_database_locked_by_another_program_says_so(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage.sqlite.opening, "_BUSY_SECONDS", 0.05)
    store = await open_store(url)
    scene = await committed_scene(store)

    async def play(unit: UnitOfWork) -> None:
        await unit.matches.append(action_row(scene.match, 0))

    with closing(sqlite3.connect(path_of(url), isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(Unavailable, match="locked by another program"):
            await attempt(store, play)
        async with patience():
            with pytest.raises(Unavailable, match="locked by another program"):
                await store.ping()  # reading would work, writing is tried
        other.execute("ROLLBACK")
    await attempt(store, play)
    await store.close()


@pytest.mark.process
def test_a_full_disk_changes_nothing_and_play_goes_on_when_there_is_room(url: str) -> None:
    with child("run_out_of_disk", url) as process:
        assert line_of(process) == "start refused"
        assert set(line_of(process).split()) == {"Unavailable"}
        assert line_of(process) == "readers saw what is stored"
        assert line_of(process) in {"the disk reported an error", "the database cannot grow: the disk is full"}
        assert line_of(process) == "1 stored"
        assert line_of(process) == "2 stored"
        assert process.wait() == 0


# -- secrets
SECRET = "JokerOfSpades"


async def _broken_changes(store: Store) -> list[object]:
    scene = await committed_scene(store)
    return [
        lambda unit: unit.people.put_user(UserRow(99, SECRET, SECRET, SECRET)),
        lambda unit: unit.people.add_user(SECRET, "telegram", "1"),
        lambda unit: unit.people.put_identity(IdentityRow(SECRET, SECRET, 99)),
        lambda unit: unit.matches.add_round(round_row(99, deal=SECRET)),
        lambda unit: unit.matches.put_round(round_row(99, deal=SECRET)),
        lambda unit: unit.matches.append(action_row(99, 0, line=SECRET)),
        lambda unit: unit.matches.append(action_row(scene.match, 2**70, line=SECRET)),
        lambda unit: unit.matches.append(action_row(scene.match, 0, line=SECRET + "\ud800")),
        lambda unit: unit.results.add([result_row(99, 1, 0, 1, ai=SECRET)]),
        lambda unit: unit.matches.add(match_row(99, 99, game=SECRET)),
        lambda unit: unit.people.user(SECRET * 2 + "\ud800"),
    ]


async def test_no_error_and_no_log_line_holds_what_was_stored(url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    store = await open_store(url)
    for change in await _broken_changes(store):
        with pytest.raises(StoreError) as caught:
            await attempt(store, change)  # type: ignore[arg-type]  # one of them is wrong on purpose
        report = io.StringIO()
        traceback.print_exception(caught.value, file=report)
        assert SECRET not in repr(caught.value) + repr(caught.value.__context__) + report.getvalue()
    await store.close()
    assert caplog.records
    assert SECRET not in caplog.text


def test_a_statement_with_its_values_tells_nothing_when_printed() -> None:
    assert SECRET not in repr(Call(matches._APPEND, matches.ACTIONS.values(action_row(1, 1, line=SECRET))))
