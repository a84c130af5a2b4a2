"""What a host does from a shell: upgrade, check, backup, also while the bot plays."""

import asyncio
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import databases
from storage.api import Store, Unavailable, WrongVersion
from storage.databases import open_store
from storage.sqlite.file import ProcessLock
from storage.sqlite.store import SqliteStore
from storage.versions import SCHEMA_VERSION
from tests.storage.store_rows import Scene, action_row, committed_scene, path_of, url_of


def names_in(folder: Path) -> set[str]:
    return {file.name for file in folder.iterdir()}


async def play_out(store: Store, scene: Scene, first: int, count: int) -> None:
    for seq in range(first, first + count):
        async with store.change() as unit:
            await unit.matches.append(action_row(scene.match, seq))
            await unit.updates.remember("telegram", str(seq), "played", 1.0)


# -- before a start
async def test_a_look_before_the_start_changes_nothing_and_works_beside_a_bot(url: str) -> None:
    databases.probe(url)
    databases.probe("sqlite+aiosqlite://")
    assert names_in(path_of(url).parent) == set()
    store = await open_store(url)
    databases.probe(url)
    await store.close()


def test_a_look_before_the_start_finds_what_the_start_would(url: str) -> None:
    with pytest.raises(Unavailable, match="folder of the database does not exist"):
        databases.probe(url.replace("paiju.db", "gone/paiju.db"))
    path_of(url).write_bytes(b"nonsense" * 1000)
    with pytest.raises(Unavailable, match=r"not a database: .*paiju\.db"):
        databases.probe(url)
    path_of(url).unlink()
    databases.upgrade(url)
    make_newer(url)
    with pytest.raises(WrongVersion, match="newer version"):
        databases.probe(url)


def make_newer(url: str) -> None:
    with closing(sqlite3.connect(path_of(url))) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
        database.execute("DELETE FROM marks")  # it says of no version that it could play on it


# -- upgrade
def test_upgrade_makes_a_database_and_is_content_with_it(url: str) -> None:
    assert databases.upgrade(url) == databases.Upgraded(str(path_of(url)), None, SCHEMA_VERSION)
    assert databases.upgrade(url) == databases.Upgraded(str(path_of(url)), SCHEMA_VERSION, SCHEMA_VERSION)


async def test_upgrade_beside_a_running_bot_has_nothing_to_do(file_store: SqliteStore, url: str) -> None:
    assert databases.upgrade(url).before == SCHEMA_VERSION


def test_upgrade_does_not_change_the_ground_under_a_running_bot(url: str) -> None:
    lock = ProcessLock(path_of(url))
    with pytest.raises(Unavailable, match="already in use"):
        databases.upgrade(url)
    lock.release()
    assert databases.upgrade(url).before is None


def test_upgrade_refuses_a_newer_database(url: str) -> None:
    databases.upgrade(url)
    make_newer(url)
    with pytest.raises(WrongVersion, match="newer version"):
        databases.upgrade(url)
    with pytest.raises(WrongVersion, match="newer version"):
        databases.check(url)


# -- check
async def test_check_beside_a_running_bot_finds_a_sound_database(file_store: SqliteStore, url: str) -> None:
    scene = await committed_scene(file_store)
    await play_out(file_store, scene, 0, 3)
    found = await asyncio.to_thread(databases.check, url)
    assert found.sound
    assert found.version == SCHEMA_VERSION
    assert (found.rows["actions"], found.rows["users"], found.rows["votes"]) == (3, 1, 0)


async def test_check_finds_a_row_that_points_at_nothing_without_quoting_it(url: str) -> None:
    databases.upgrade(url)
    with closing(sqlite3.connect(path_of(url))) as database, database:  # references are not checked here
        for external in ("secret-1", "secret-2"):
            database.execute("INSERT INTO identities VALUES ('telegram', ?, 99, NULL, '', '')", (external,))
    found = databases.check(url)
    assert found.problems == ("a row of identities refers to a row of users that does not exist",)
    assert not found.sound


async def test_check_finds_damage(url: str) -> None:
    store = await open_store(url)
    scene = await committed_scene(store)
    await play_out(store, scene, 0, 300)
    await store.close()
    damaged = bytearray(path_of(url).read_bytes())
    page = damaged.rindex(b"play ") // 4096 * 4096  # with lines of the log, and not what says where everything is
    damaged[page : page + 4096] = b"\xff" * 4096
    path_of(url).write_bytes(damaged)
    assert not databases.check(url).sound


def test_check_says_when_an_upgrade_is_due(url: str) -> None:
    path_of(url).touch()
    found = databases.check(url)
    assert (found.version, len(found.problems)) == (None, 1)
    assert "paiju db upgrade" in found.problems[0]


@pytest.mark.parametrize(
    "command", [databases.check, lambda url: databases.backup(url, path_of(url).with_name("copy.db"))]
)
def test_a_file_that_is_no_database_is_named(url: str, command: object) -> None:
    assert callable(command)
    with pytest.raises(Unavailable, match=r"no database at .*paiju\.db"):
        command(url)
    path_of(url).write_bytes(b"nonsense" * 1000)
    with pytest.raises(Unavailable, match=r"not a database: .*paiju\.db"):
        command(url)
    assert not path_of(url).with_name("copy.db").exists()


def test_a_database_in_memory_has_no_file_to_check() -> None:
    with pytest.raises(Unavailable, match="in memory"):
        databases.check("sqlite+aiosqlite://")


# -- backup
async def test_a_backup_taken_while_people_play_is_one_moment_of_it(url: str, tmp_path: Path) -> None:
    store = await open_store(url)
    scene = await committed_scene(store)
    await play_out(store, scene, 0, 50)
    playing = asyncio.create_task(play_out(store, scene, 50, 200))
    copy = await asyncio.to_thread(databases.backup, url, tmp_path / "copy.db")
    await playing
    await store.close()

    assert databases.check(url_of(copy)).sound
    assert names_in(tmp_path) == {"paiju.db", "paiju.db.lock", "copy.db"}
    restored = await open_store(url_of(copy))
    async with restored.begin() as unit:
        count = len(await unit.matches.actions(scene.match))
        assert 50 <= count <= 250
        assert [row.seq for row in await unit.matches.actions(scene.match)] == list(range(count))
        assert await unit.updates.seen("telegram", str(count - 1)) == "played"
        assert await unit.updates.seen("telegram", str(count)) is None
    await restored.close()


def test_a_backup_keeps_hands_from_other_accounts(url: str, tmp_path: Path) -> None:
    databases.upgrade(url)
    copy = databases.backup(url, tmp_path / "copy.db")
    assert copy.stat().st_mode & 0o077 == 0


def test_a_backup_never_writes_over_a_file(url: str, tmp_path: Path) -> None:
    databases.upgrade(url)
    target = tmp_path / "copy.db"
    target.write_text("precious")
    with pytest.raises(Unavailable, match="exists already"):
        databases.backup(url, target)
    with pytest.raises(Unavailable, match="exists already"):
        databases.backup(url, path_of(url))
    assert target.read_text() == "precious"


def test_a_backup_into_a_missing_folder_is_refused(url: str, tmp_path: Path) -> None:
    databases.upgrade(url)
    with pytest.raises(Unavailable, match="folder"):
        databases.backup(url, tmp_path / "gone" / "copy.db")


def test_a_copied_backup_is_a_database_like_any_other(url: str, tmp_path: Path) -> None:
    databases.upgrade(url)
    copy = databases.backup(url, tmp_path / "copy.db")
    moved = tmp_path / "moved.db"
    shutil.copyfile(copy, moved)
    assert databases.upgrade(url_of(moved)).before == SCHEMA_VERSION
