"""A disk that takes nothing, a locked database, files taken away under a running program: all noticed, said once, over again."""

import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

import storage.sqlite.opening
from storage.api import FilesLost, Store, Unavailable, UnitOfWork
from storage.sqlite.opening import open_file as open_store
from storage.sqlite.store import SqliteStore
from tests.databases import database_in
from tests.patience import patience
from tests.storage.store_rows import action_row, attempt, committed_scene, path_of

LARGE = "x" * 100_000


@pytest.fixture
def url(tmp_path: Path) -> str:
    return database_in(tmp_path)


class Heard:
    """What a store says of its health."""

    def __init__(self, store: Store) -> None:
        self.faults: list[str] = []
        store.tell_health(lambda fault: self.faults.append("well" if fault is None else str(fault)))


async def red(store: SqliteStore) -> Unavailable:
    async with patience():
        with pytest.raises(Unavailable) as caught:
            await store.ping()
    return caught.value


async def pragma(store: SqliteStore, text: str) -> int:
    found: int = await store._writer.connection.visit(lambda database: database.execute(f"PRAGMA {text}").fetchone()[0])
    return found


async def test_a_full_disk_is_told_once_and_health_is_bad_until_something_was_written(file_store: SqliteStore) -> None:
    heard = Heard(file_store)
    scene = await committed_scene(file_store)

    async def play(unit: UnitOfWork) -> None:
        await unit.matches.append(action_row(scene.match, 0, line=LARGE))

    pages = await pragma(file_store, "page_count")
    await pragma(file_store, f"max_page_count = {pages}")
    for _ in range(3):
        with pytest.raises(Unavailable, match="the disk is full"):
            await attempt(file_store, play)
    assert heard.faults == ["the database cannot grow: the disk is full"]
    await pragma(file_store, "max_page_count = 100000")
    await attempt(file_store, play)
    await attempt(file_store, lambda unit: unit.matches.append(action_row(scene.match, 1)))
    await file_store.ping()
    assert heard.faults[1:] == ["well"]


async def test_while_nobody_plays_a_trial_finds_out_that_the_database_is_not_locked_any_more(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(storage.sqlite.opening, "_BUSY_SECONDS", 0.02)
    store = await open_store(url)
    heard = Heard(store)
    scene = await committed_scene(store)
    with closing(sqlite3.connect(path_of(url), isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(Unavailable):
            await attempt(store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
        assert {str(await red(store)) for _ in range(3)} == {"the database is locked by another program"}
        other.execute("ROLLBACK")
    await store.ping()
    assert heard.faults == ["the database is locked by another program", "well"]
    await store.close()


async def test_looking_something_up_does_not_prove_that_writing_works(file_store: SqliteStore) -> None:
    scene = await committed_scene(file_store)

    async def play(unit: UnitOfWork) -> None:
        await unit.matches.append(action_row(scene.match, 0, line=LARGE))

    await pragma(file_store, f"max_page_count = {await pragma(file_store, 'page_count')}")
    with pytest.raises(Unavailable):
        await attempt(file_store, play)
    async with file_store.change() as unit:
        assert await unit.matches.actions(scene.match) == []
    assert file_store._writer.health.fault is not None


async def test_a_refused_row_is_no_illness(file_store: SqliteStore) -> None:
    heard = Heard(file_store)
    scene = await committed_scene(file_store)
    await attempt(file_store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
    with pytest.raises(Exception, match="this place in the log"):
        await attempt(file_store, lambda unit: unit.matches.append(action_row(scene.match, 0)))
    await file_store.ping()
    assert heard.faults == []


def deleted(path: Path) -> None:
    path.unlink()


def replaced(path: Path) -> None:
    copy = path.with_name("copy")
    shutil.copy(path, copy)
    copy.replace(path)


def moved(path: Path) -> None:
    path.rename(path.with_name("elsewhere.db"))


def log_deleted(path: Path) -> None:
    path.with_name(path.name + "-wal").unlink()


def all_deleted(path: Path) -> None:
    for file in path.parent.glob(f"{path.name}*"):
        file.unlink()


@pytest.mark.parametrize("taken", [deleted, replaced, moved, log_deleted, all_deleted])
@pytest.mark.parametrize("asked", [False, True], ids=["a play", "a question for its health"])
async def test_files_that_are_taken_away_refuse_play_until_a_restart(
    url: str, taken: Callable[[Path], None], asked: bool
) -> None:
    store = await open_store(url)
    heard = Heard(store)
    scene = await committed_scene(store)

    async def play(unit: UnitOfWork) -> None:
        await unit.matches.append(action_row(scene.match, 0))

    taken(path_of(url))
    if asked:
        assert isinstance(await red(store), FilesLost)
    for _ in range(2):
        with pytest.raises(FilesLost, match="deleted, moved or replaced"):
            await attempt(store, play)
    assert isinstance(await red(store), FilesLost)
    assert len(heard.faults) == 1
    await store.close()
    store = await open_store(url)  # a restart: whatever is there now
    await attempt(store, a_newcomer)
    await store.close()


async def a_newcomer(unit: UnitOfWork) -> None:
    await unit.people.add_user("Ann", "telegram", "new")


async def test_a_play_that_goes_into_a_file_taken_away_meanwhile_is_not_acknowledged(
    file_store: SqliteStore, url: str
) -> None:
    scene = await committed_scene(file_store)

    async def play(unit: UnitOfWork) -> None:
        assert len(await unit.matches.actions(scene.match)) == 0
        deleted(path_of(url))
        await unit.matches.append(action_row(scene.match, 0))

    with pytest.raises(FilesLost):
        await attempt(file_store, play)


# -- what is deleted is gone from the files
NAME, ACCOUNT = "Zaphodine-Beeblebrox", "zzz4711-0815"


def bytes_of(path: Path) -> bytes:
    return b"".join(file.read_bytes() for file in path.parent.glob(f"{path.name}*"))


async def test_what_is_deleted_is_in_no_file_any_more(file_store: SqliteStore, url: str) -> None:
    async with file_store.change() as unit:
        people = [
            await unit.people.add_user(f"{NAME} {number}", "telegram", f"{ACCOUNT}-{number}") for number in range(300)
        ]
    assert bytes_of(path_of(url)).count(NAME.encode()) >= 300
    async with file_store.change() as unit:
        for number, person in enumerate(people):
            await unit.people.put_user(type(person)(person.id, ""))
            await unit.people.remove_identity("telegram", f"{ACCOUNT}-{number}")
    await file_store.erase()
    left = bytes_of(path_of(url))
    assert NAME.encode() not in left
    assert ACCOUNT.encode() not in left


async def test_a_reader_puts_the_erasing_off_until_it_has_gone(file_store: SqliteStore, url: str) -> None:
    async with file_store.change() as unit:
        person = await unit.people.add_user(NAME, "telegram", ACCOUNT)
    with closing(sqlite3.connect(path_of(url), isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM users").fetchone()
        async with file_store.change() as unit:
            await unit.people.put_user(type(person)(person.id, ""))
            await unit.people.remove_identity("telegram", ACCOUNT)
        await file_store.erase()
        assert NAME.encode() in bytes_of(path_of(url))
        reader.execute("ROLLBACK")
    await file_store.ping()
    assert NAME.encode() not in bytes_of(path_of(url))


async def test_a_database_of_an_older_program_is_rid_of_what_was_deleted_in_it(url: str) -> None:
    store = await open_store(url)
    async with store.change() as unit:
        await unit.people.add_user(NAME, "telegram", ACCOUNT)
    await store.close()
    with closing(sqlite3.connect(path_of(url))) as old, old:
        old.execute("PRAGMA secure_delete = OFF")  # some builds of SQLite overwrite by themselves
        old.execute("DELETE FROM identities")
        old.execute("DELETE FROM users")
        old.execute("PRAGMA user_version = 0")
    assert NAME.encode() in bytes_of(path_of(url))
    store = await open_store(url)
    assert NAME.encode() not in bytes_of(path_of(url))
    await store.close()
