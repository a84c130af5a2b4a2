"""The schema: migrations lead exactly to it, PostgreSQL would take it, and what older versions stored goes on."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.engine import Connection
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable

from storage import health
from storage.api import Store, UnitOfWork
from storage.databases import open_store, upgrade
from storage.errors import StoreError, WrongVersion
from storage.sql import Query
from storage.sqlite.opening import _sqlalchemy_connection, migrate, version_of
from storage.themes import chats, matches, metadata, owners, people, pledges, ratings, results, tables, updates
from storage.themes.tables import ContestRow, Home, LobbyTimes, ParticipantRow, RegularRow, Rewind, Terms, Waiter
from storage.versions import FLOOR, READABLE_FROM, SCHEMA_VERSION, alembic_config
from tests.cases import each
from tests.databases import database_in
from tests.postgres import need_server

TABLES = sorted(metadata.tables)


def shape(database: sqlite3.Connection, table: str) -> dict[str, object]:
    """All that SQLite knows of a table, regardless of how its creation was written and in which order its columns came."""

    def ask(pragma: str) -> list[tuple[object, ...]]:
        return database.execute(f"PRAGMA {pragma}").fetchall()

    (text,) = database.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return {
        "columns": sorted(line[1:] for line in ask(f'table_info("{table}")')),
        "references": sorted(line[2:] for line in ask(f'foreign_key_list("{table}")')),
        "indexes": {line[1]: (line[2:], ask(f'index_info("{line[1]}")')) for line in ask(f'index_list("{table}")')},
        "without rowid": "WITHOUT ROWID" in text,
        "autoincrement": "AUTOINCREMENT" in text,
        "checks": sorted(line.strip(" ,\n").replace('"', "") for line in text.splitlines() if "CHECK" in line),
    }


def test_migrations_from_an_empty_file_lead_to_the_schema(tmp_path: Path) -> None:
    assert migrate(tmp_path / "migrated.db") is None
    engine = create_engine(f"sqlite:///{tmp_path}/migrated.db", poolclass=NullPool)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True, "compare_server_default": True})
        assert compare_metadata(context, metadata) == []
    created = create_engine(f"sqlite:///{tmp_path}/created.db", poolclass=NullPool)
    metadata.create_all(created)
    with (
        closing(sqlite3.connect(tmp_path / "migrated.db")) as one,
        closing(sqlite3.connect(tmp_path / "created.db")) as two,
    ):
        for table in TABLES:
            assert shape(one, table) == shape(two, table)


def test_migrating_again_changes_nothing(tmp_path: Path) -> None:
    path = tmp_path / "paiju.db"
    migrate(path)
    before = path.read_bytes()
    assert migrate(path) == SCHEMA_VERSION
    assert path.read_bytes() == before


def test_a_migration_that_fails_half_way_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "paiju.db"
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE VIEW votes AS SELECT 1")  # in the way of a table that comes after others
    with pytest.raises(StoreError):
        migrate(path)
    with closing(sqlite3.connect(path)) as database:
        assert database.execute("SELECT name FROM sqlite_master").fetchall() == [("votes",)]


def test_a_file_is_kept_as_it_was_before_its_upgrade_and_only_the_last_one(tmp_path: Path) -> None:
    path, older = tmp_path / "paiju.db", tmp_path / "paiju.db.before-0004"
    with closing(sqlite3.connect(path)) as database:
        database.executescript((Path(__file__).parent / "samples" / "schema_0005.sql").read_text())
    older.touch()
    done = upgrade(f"sqlite+aiosqlite:///{path}")
    assert (done.before, done.kept) == ("0005", tmp_path / f"paiju.db.before-{SCHEMA_VERSION}")
    assert done.kept is not None
    with closing(sqlite3.connect(done.kept)) as kept, closing(sqlite3.connect(path)) as database:
        assert (version_of(kept), version_of(database)) == ("0005", SCHEMA_VERSION)
    assert not older.exists()
    assert done.kept.stat().st_mode & 0o777 == 0o600


def test_the_version_of_the_program_is_that_of_its_last_migration() -> None:
    scripts = ScriptDirectory.from_config(alembic_config())
    assert scripts.get_heads() == [SCHEMA_VERSION]
    assert all(len(step.revision) == 4 and step.revision.isdigit() for step in scripts.walk_revisions())


def _columns(connection: Connection) -> dict[tuple[str, str], tuple[str, bool]]:
    """All columns with their types, and whether a row that says nothing of one is taken."""
    asked = sa.inspect(connection)
    return {
        (table, column["name"]): (str(column["type"]), bool(column["nullable"]) or column["default"] is not None)
        for table in asked.get_table_names()
        for column in asked.get_columns(table)
    }


def _disturbs(connection: Connection, step: str) -> list[tuple[str, str]]:
    """The columns by which a step would keep the version before from reading or writing what it knows."""
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, f"{int(step) - 1:04}")
    before = _columns(connection)
    command.upgrade(config, step)
    after = _columns(connection)
    old = {table for table, _ in before}
    changed = [name for name, (kind, _) in before.items() if after.get(name, ("",))[0] != kind]
    return changed + [name for name in after.keys() - before.keys() if name[0] in old and not after[name][1]]


def test_steps_that_the_version_before_may_see_only_add(tmp_path: Path) -> None:
    steps = [f"{number:04}" for number in range(int(READABLE_FROM), int(SCHEMA_VERSION) + 1)]
    with _sqlalchemy_connection(tmp_path / "paiju.db") as connection:
        assert _disturbs(connection, "0016") == [("tables", "extra")], "this one took a column away"
        assert [_disturbs(connection, step) for step in steps] == [[] for _ in steps]


def test_a_database_to_which_a_newer_version_has_only_added_can_be_played_on(tmp_path: Path) -> None:
    path = tmp_path / "paiju.db"
    migrate(path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE alembic_version SET version_num = '9998'")
        database.execute("UPDATE marks SET value = ? WHERE name = ?", (f"{SCHEMA_VERSION} 9998", FLOOR))
        assert (version_of(database), version_of(database, exact=True)) == (SCHEMA_VERSION, "9998")
        database.execute("UPDATE marks SET value = '9998 9998' WHERE name = ?", (FLOOR,))
        assert version_of(database) == "9998"
    with pytest.raises(WrongVersion):
        migrate(path)


@each("name", TABLES)
def test_postgresql_would_take_the_table(name: str) -> None:
    dialect = postgresql.dialect()  # type: ignore[no-untyped-call]  # the library leaves it untyped
    table = metadata.tables[name]
    text = str(CreateTable(table).compile(dialect=dialect))
    assert text.strip().startswith("CREATE TABLE")
    for index in table.indexes:
        assert str(CreateIndex(index).compile(dialect=dialect)).startswith("CREATE INDEX")
    for column in ("user", "table"):  # words that PostgreSQL keeps for itself
        if column in table.c:
            assert f'"{column}"' in text


def names_in(text: str) -> set[str]:
    return {part.split()[0].strip("(),") for part in text.split(":")[1:]}


@each(
    "query",
    [
        updates._SEEN, chats._FIND, people._IDENTITIES_OF, people._FIND_LINK, people._PAGE_KEY, tables._SEATS_AT,
        tables._SEATS_OF, tables._OPEN_IN_CHAT, tables._OPEN_IN_GROUP, owners._HOLD, owners._HOLD_ALL,
        matches._ACTIONS_IN, matches._latest(chat=True, user=False),
        matches._latest(chat=False, user=False), pledges._LAST, pledges._OF_ROUND, pledges._LUCK_IN,
        pledges._LUCK_OF, results._of_person(game=False, chat=False),
        results._sums(game=False, chat=True, viewer=False), results._played(game=True, chat=False, viewer=True),
        ratings._RATING, ratings._RESULTS_OF_ENDINGS, ratings._POINTS, ratings._OTHERS, ratings._lists(viewer=True),
        ratings._ranked(viewer=True), ratings._ranked_above(viewer=False),
    ],
)  # fmt: skip
def test_what_is_asked_in_play_is_found_by_an_index(tmp_path: Path, query: Query[object]) -> None:
    path = database_in(tmp_path).removeprefix("sqlite+aiosqlite:///")
    values = dict.fromkeys(names_in(query.sql), 1)
    with closing(sqlite3.connect(path)) as database:
        plan = [line[3] for line in database.execute(f"EXPLAIN QUERY PLAN {query.sql}", query.values(values))]
    assert not [step for step in plan if step.startswith("SCAN") and "USING" not in step], plan


FULL: dict[str, Any] = {
    "ephemeral": [1], "stand_ins": [2],
    "waiters": [[3, 1, "chat", "ann"], [4, 2, "chat", "ben", 1]], "wishes": [[0, 2, "chat", "ben", 77]],
    "kept": [[1, 1, "chat", "ann", 5.5], [2, 2, "chat", "ben", 6.5, 1]],
    "cast": [[0, 1, "chat", "ann"], [1, 99, "chat", "nobody"], [2, 2, "chat", "ben"]],
    "lacking": ["attach_files", "send_text"], "ratings": "people", "counter": "off", "usual_clock": True,
    "takeback": [7, [0, 2, 1]], "private": True, "adrift": True, "invite": "ABCD", "holidays": [[2, 99.5]], "level": "hard",
    "lobby": [12.5, True], "draws": 3, "tally": [[1, 6], [2, 0]],
}  # fmt: skip
"""Everything that one table can have known, with a person and a place that are not there any more."""
CONTEST = {
    "tournament": 1, "stage": 2, "number": 1, "first": 4, "deals": 3, "members": 1, "sat": [1, 2, 0],
    "won": [5, -3, -2],
}  # fmt: skip
STORED = {
    1: FULL,
    2: {},
    3: {"ratings": "off", "contest": CONTEST},
    4: {"contest": {**CONTEST, "entries": [3, 1, 2]}},
    5: {"one": [[2, -4]]},
}
"""By table: all of it, nothing, a closed one of a tournament before entries were kept and one since; a tally as it was called
for a time."""


def _fill(connection: Connection) -> None:
    config = alembic_config()
    config.attributes["connection"] = connection
    command.upgrade(config, "0015")
    for statement in (
        "INSERT INTO chats (id, platform, external, thread, title) VALUES (1, 'chat', '5', '', 'Club')",
        "INSERT INTO users (id, name, prefs) VALUES (1, 'Ann', '{}'), (2, 'Ben', '{}')",
        "INSERT INTO tournaments VALUES (1, 1, 'doudizhu', '{}', '', 3, 1, 90, 'on', 0, 'playing', 1, 3, 3, 2, 'c', 'r', 200, 1,"
        " NULL, NULL, 1.0, NULL, '')",
    ):
        connection.exec_driver_sql(statement)
    for table, extra in STORED.items():
        values = {"id": table, "state": "closed" if table == 3 else "playing", "extra": json.dumps(extra)}
        connection.execute(
            sa.text(
                "INSERT INTO tables (id, chat, game, options, preset, players, state, clock, round, parked, seed, extra,"
                " created_at, touched_at) VALUES (:id, 1, 'doudizhu', '{}', '', 3, :state, 90, 0, false, '7', :extra, 1.0, 1.0)"
            ),
            values,
        )
        seat = sa.text(
            'INSERT INTO seats ("table", seat, "user", ai, joined_at, away, ready, timeouts, reminded, autopass, platform,'
            " external) VALUES (:table, :seat, :user, :ai, 1.0, false, false, 0, false, '', '', '')"
        )
        for number, user, ai in ((0, 1, None), (1, 2, None), (2, None, "normal")):
            connection.execute(seat, {"table": table, "seat": number, "user": user, "ai": ai})


@pytest.mark.parametrize("kind", ["file", "server"])
async def test_what_stood_in_one_text_has_columns_of_its_own(kind: str, tmp_path: Path) -> None:
    if kind == "file":
        url = f"sqlite+aiosqlite:///{tmp_path}/paiju.db"
        with _sqlalchemy_connection(tmp_path / "paiju.db") as connection:
            _fill(connection)
            connection.commit()
    else:
        server = need_server()
        url = server.url(await server.empty())
        engine = create_async_engine(url)
        async with engine.begin() as served:
            await served.run_sync(_fill)
        await engine.dispose()
    store = await open_store(url)
    async with store.begin() as unit:
        await _look(unit)
    await store.close()


async def _look(unit: UnitOfWork) -> None:
    rows = {number: row for number in STORED if (row := await unit.tables.get(number)) is not None}
    assert rows[1].terms == Terms(90, "7", True, "hard", "people", counter=False)
    assert rows[1].home == Home(True, True, frozenset({"attach_files", "send_text"}), "ABCD")
    assert rows[1].lobby == LobbyTimes(12.5, True, 3)
    assert rows[1].rewind == Rewind(7, (0, 2, 1))
    for number in (2, 4, 5):
        assert rows[number].terms == Terms(90, "7")
        assert (rows[number].home, rows[number].lobby, rows[number].rewind) == (Home(), LobbyTimes(), Rewind())
    assert rows[3].terms.ratings == "off"
    assert [[seat.stand_in for seat in await unit.tables.seats(number)] for number in (1, 2)] == [
        [False, False, True],
        [False] * 3,
    ]
    people = [
        ("dealt_in", 0, Waiter(0, 1, "chat", "ann")), ("dealt_in", 1, Waiter(2, 2, "chat", "ben")),
        ("lent", 0, Waiter(1, 1, "chat", "ann", None, 5.5)), ("lent", 1, Waiter(2, 2, "chat", "ben", 1, 6.5)),
        ("sit_in", 0, Waiter(0, 2, "chat", "ben")),
        ("waiting", 0, Waiter(3, 1, "chat", "ann")), ("waiting", 1, Waiter(4, 2, "chat", "ben", 1)),
    ]  # fmt: skip
    assert await unit.tables.participants(1) == [ParticipantRow(1, *one) for one in people]
    assert await unit.tables.regulars(1) == [RegularRow(1, 1, True, 6, None), RegularRow(1, 2, False, 0, 99.5)]
    assert await unit.tables.regulars(5) == [RegularRow(5, 2, tally=-4)]
    assert await unit.tables.contest(3) == ContestRow(3, 1, 2, 1, 4, 3, 1, (1, 2, 0), (5, -3, -2))
    assert await unit.tables.contest(4) == ContestRow(4, 1, 2, 1, 4, 3, 1, (1, 2, 0), (5, -3, -2), (3, 1, 2))
    assert await unit.tables.contest(1) is None


DAY = 86_400.0


@pytest.mark.parametrize(("latest", "left"), [(10_000, {"old", "new", "ahead"}), (1, {"ahead", "new"})])
async def test_a_clock_that_was_years_ahead_makes_nobody_forget_what_came_last(
    store: Store, latest: int, left: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "_KEPT", {"seconds": 7 * DAY, "latest": latest})
    async with store.change() as unit:
        for name, at in (("old", 1 * DAY), ("new", 30 * DAY), ("ahead", 400 * DAY)):
            await unit.updates.remember("chat", name, name, at)
    assert isinstance(store, health.WatchedStore)
    await store.forget_old_updates()
    async with store.begin() as unit:
        assert {name for name in ("old", "new", "ahead") if await unit.updates.seen("chat", name) is not None} == left
