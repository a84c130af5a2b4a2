"""A whole database moved to another one, from a file to a server and back."""

import asyncio
import hashlib
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage import databases, transfer
from storage.api import StoreError, Unavailable, WrongVersion
from storage.databases import open_store
from storage.themes import metadata
from storage.transfer import copy_all
from tests.postgres import Server
from tests.storage.store_rows import committed_scene, table_row, url_of

SAMPLE = Path(__file__).parent / "samples" / "schema_0005.sql"


def contents(path: Path) -> dict[str, str]:
    """A digest of every table of a file, made without the program."""
    with closing(sqlite3.connect(path)) as database:
        return {
            table.name: hashlib.sha256(
                repr(database.execute(f'SELECT * FROM "{table.name}" ORDER BY 1, 2').fetchall()).encode()
            ).hexdigest()
            for table in metadata.sorted_tables
        }


@pytest.fixture
def played(tmp_path: Path) -> Path:
    """A file with all six games in the middle of a round."""
    path = tmp_path / "played.db"
    with closing(sqlite3.connect(path)) as database:
        database.executescript(SAMPLE.read_text(encoding="utf-8"))
    databases.upgrade(url_of(path))
    return path


async def test_a_database_with_rounds_in_the_middle_goes_to_a_server_and_back(
    server: Server, played: Path, tmp_path: Path
) -> None:
    there, back = server.url(await server.empty()), tmp_path / "back.db"
    heard: list[tuple[int, int]] = []
    copied = await copy_all(url_of(played), there, lambda done, total: heard.append((done, total)))
    assert copied.rows["matches"] > 5
    assert heard[-1] == (2 * sum(copied.rows.values()),) * 2
    assert (await asyncio.to_thread(databases.check, there)).sound
    assert (await copy_all(there, url_of(back))).rows == copied.rows
    assert contents(back) == contents(played)
    assert (await asyncio.to_thread(databases.check, url_of(back))).sound
    for url in (there, url_of(back)):
        store = await open_store(url)
        async with store.change() as unit:
            added = await unit.tables.add(table_row(1))
        await store.close()
        with closing(sqlite3.connect(played)) as database:
            (last,) = database.execute("SELECT seq FROM sqlite_sequence WHERE name = 'tables'").fetchone()
        assert added.id == last + 1


async def test_a_target_with_rows_is_refused_and_stays_as_it_is(server: Server, played: Path, tmp_path: Path) -> None:
    there, full = server.url(await server.used()), tmp_path / "full.db"
    for url in (there, url_of(full)):
        store = await open_store(url)
        await committed_scene(store)
        await store.close()
        with pytest.raises(Unavailable, match="the target is not empty: it has rows in"):
            await copy_all(url_of(played), url)
        assert (await asyncio.to_thread(databases.check, url)).rows["users"] == 1
    with pytest.raises(Unavailable, match="already in use"):
        await copy_all(url_of(played), url_of(played))


async def test_nothing_is_copied_under_a_running_bot(server: Server, tmp_path: Path) -> None:
    there, here = server.url(await server.used()), url_of(tmp_path / "here.db")
    for source, target in ((there, here), (here, there)):
        store = await open_store(source)
        with pytest.raises(Unavailable, match="already in use"):
            await copy_all(source, target)
        await store.close()
    for source, target in ((there, here), (here, there)):
        store = await open_store(target)
        with pytest.raises(Unavailable, match="already in use"):
            await copy_all(source, target)
        await store.close()


@pytest.mark.parametrize("to_server", [True, False])
async def test_a_target_on_which_something_fails_is_left_empty(
    server: Server, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, to_server: bool
) -> None:
    target = server.url(await server.empty()) if to_server else url_of(tmp_path / "copy.db")
    with closing(sqlite3.connect(played)) as database, database:  # references are not checked here
        database.execute("INSERT INTO identities VALUES ('telegram', 'lost', 99999, NULL, '', '')")
    with pytest.raises(StoreError, match="refers to"):
        await copy_all(url_of(played), target)
    with closing(sqlite3.connect(played)) as database, database:
        database.execute("DELETE FROM identities WHERE external = 'lost'")
    assert set((await asyncio.to_thread(databases.check, target)).rows.values()) <= {0, 1}

    with monkeypatch.context() as patched:
        patched.setattr(transfer._Digest, "text", property(id))  # what arrived is never what was sent
        with pytest.raises(StoreError, match="is not what was sent"):
            await copy_all(url_of(played), target)
    assert (await copy_all(url_of(played), target)).rows["matches"] > 5


async def test_what_cannot_be_copied_is_said_in_a_line(played: Path, tmp_path: Path) -> None:
    target = url_of(tmp_path / "copy.db")
    with pytest.raises(Unavailable, match="there is no database at"):
        await copy_all(url_of(tmp_path / "gone.db"), target)
    with pytest.raises(Unavailable, match="in memory"):
        await copy_all("sqlite+aiosqlite://", target)
    with closing(sqlite3.connect(played)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    with pytest.raises(Unavailable, match="paiju db upgrade"):
        await copy_all(url_of(played), target)
    with closing(sqlite3.connect(played)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(WrongVersion, match="newer version"):
        await copy_all(url_of(played), target)
