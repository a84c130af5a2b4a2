"""The schema: migrations lead exactly to it, and PostgreSQL would take it."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine
from sqlalchemy.dialects import postgresql
from sqlalchemy.pool import NullPool
from sqlalchemy.schema import CreateIndex, CreateTable

from storage.errors import StoreError
from storage.sql import Query
from storage.sqlite.opening import migrate
from storage.themes import chats, matches, metadata, owners, people, pledges, ratings, results, tables, updates
from storage.versions import SCHEMA_VERSION, alembic_config
from tests.cases import each

TABLES = sorted(metadata.tables)


def shape(database: sqlite3.Connection, table: str) -> dict[str, object]:
    """All that SQLite knows of a table, regardless of how its creation was written."""

    def ask(pragma: str) -> list[tuple[object, ...]]:
        return database.execute(f"PRAGMA {pragma}").fetchall()

    (text,) = database.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchone()
    return {
        "columns": ask(f'table_info("{table}")'),
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


def test_the_version_of_the_program_is_that_of_its_last_migration() -> None:
    scripts = ScriptDirectory.from_config(alembic_config())
    assert scripts.get_heads() == [SCHEMA_VERSION]
    assert all(len(step.revision) == 4 and step.revision.isdigit() for step in scripts.walk_revisions())


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


@pytest.mark.parametrize(
    "query",
    [
        updates._SEEN,
        chats._FIND,
        people._IDENTITIES_OF,
        people._FIND_LINK,
        people._PAGE_KEY,
        tables._SEATS_AT,
        tables._SEATS_OF,
        tables._OPEN_IN_CHAT,
        tables._OPEN_IN_GROUP,
        owners._HOLD,
        owners._HOLD_ALL,
        matches._ACTIONS_IN,
        matches._NEXT_SEQ,
        matches._latest(chat=True, user=False),
        matches._latest(chat=False, user=False),
        pledges._LAST,
        pledges._OF_ROUND,
        pledges._LUCK_IN,
        pledges._LUCK_OF,
        results._of_person(game=False, chat=False),
        results._sums(game=False, chat=True, viewer=False),
        results._played(game=True, chat=False, viewer=True),
        ratings._RATING,
        ratings._RESULTS_OF_ENDINGS,
        ratings._POINTS,
        ratings._OTHERS,
        ratings._lists(viewer=True),
        ratings._ranked(viewer=True),
        ratings._ranked_above(viewer=False),
    ],
    ids=lambda query: query.sql.split("FROM")[1].split()[0],
)
def test_what_is_asked_in_play_is_found_by_an_index(tmp_path: Path, query: Query[object]) -> None:
    path = tmp_path / "paiju.db"
    migrate(path)
    values = dict.fromkeys(names_in(query.sql), 1)
    with closing(sqlite3.connect(path)) as database:
        plan = [line[3] for line in database.execute(f"EXPLAIN QUERY PLAN {query.sql}", query.values(values))]
    assert not [step for step in plan if step.startswith("SCAN") and "USING" not in step], plan
