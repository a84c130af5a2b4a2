"""What stood in the JSON text ``tables.extra`` has columns and tables of its own."""

import json
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"

_EMPTY: Mapping[Any, Any] = {
    sa.Text: sa.text("''"),
    sa.Boolean: sa.false(),
    sa.Integer: sa.text("0"),
    sa.Double: sa.text("0"),
}
_COLUMNS: Mapping[str, Any] = {
    "usual_clock": sa.Boolean, "level": sa.Text, "ratings": sa.Text, "counter": sa.Boolean, "private": sa.Boolean,
    "adrift": sa.Boolean, "lacking": sa.Text, "invite": sa.Text, "lobby_until": sa.Double, "lobby_over": sa.Boolean,
    "draws": sa.Integer, "rewound_to": sa.Integer, "rewound": sa.Text,
}  # fmt: skip
_KINDS = {"waiters": "waiting", "wishes": "sit_in", "kept": "lent", "cast": "dealt_in"}
"""What the lists of persons with seats were called, and what they are called now."""


def upgrade() -> None:
    for name, kind in _COLUMNS.items():
        op.add_column("tables", sa.Column(name, kind(), nullable=False, server_default=_EMPTY[kind]))
    op.add_column("seats", sa.Column("stand_in", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.create_table(
        "participants",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external", sa.Text(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("table", "kind", "number", name="pk_participants"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_participants_table_tables"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_participants_user_users"),
        sa.ForeignKeyConstraint(["place"], ["chats.id"], name="fk_participants_place_chats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_participants_user", "participants", ["user"])
    op.create_table(
        "regulars",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("user", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("ephemeral", sa.Boolean(), nullable=False),
        sa.Column("tally", sa.Integer()),
        sa.Column("holiday", sa.Double()),
        sa.PrimaryKeyConstraint("table", "user", name="pk_regulars"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_regulars_table_tables"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_regulars_user_users"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_regulars_user", "regulars", ["user"])
    op.create_table(
        "contests",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("tournament", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("members", sa.Integer(), nullable=False),
        sa.Column("sat", sa.Text(), nullable=False),
        sa.Column("won", sa.Text(), nullable=False),
        sa.Column("entries", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_contests"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_contests_table_tables"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_contests_tournament_tournaments"),
        sqlite_with_rowid=False,
    )
    _move_all()
    op.execute("ALTER TABLE tables DROP COLUMN extra")


def _move_all() -> None:
    database = op.get_bind()
    users, chats = (set(database.scalars(sa.text(f"SELECT id FROM {name}"))) for name in ("users", "chats"))
    for table, text in database.execute(sa.text("SELECT id, extra FROM tables ORDER BY id")).all():
        extra = json.loads(text or "{}")
        _move_columns(table, extra)
        for seat in extra.get("stand_ins", ()):
            database.execute(
                sa.text('UPDATE seats SET stand_in = :yes WHERE "table" = :table AND seat = :seat'),
                {"table": table, "seat": seat, "yes": True},
            )
        _move_participants(table, extra, users, chats)
        _move_regulars(table, extra, users)
        if contest := extra.get("contest"):
            lists = {name: json.dumps(contest.get(name, ())) for name in ("sat", "won", "entries")}
            _add("contests", {"table": table, **contest, **lists})


def _move_columns(table: int, extra: Mapping[str, Any]) -> None:
    until, over = extra.get("lobby", (0.0, False))
    seq, resolved = extra.get("takeback") or (0, ())
    values = {
        "usual_clock": extra.get("usual_clock", False), "level": extra.get("level", ""),
        "ratings": extra.get("ratings") or "on", "counter": extra.get("counter", "on") == "on",
        "private": extra.get("private", False), "adrift": extra.get("adrift", False),
        "lacking": json.dumps(extra.get("lacking", ())), "invite": extra.get("invite", ""), "lobby_until": until,
        "lobby_over": over, "draws": extra.get("draws", 0), "rewound_to": seq, "rewound": json.dumps(resolved),
    }  # fmt: skip
    changes = ", ".join(f"{name} = :{name}" for name in values)
    op.get_bind().execute(sa.text(f"UPDATE tables SET {changes} WHERE id = :table"), {"table": table, **values})


def _move_participants(table: int, extra: Mapping[str, Any], users: set[int], chats: set[int]) -> None:
    for old, kind in _KINDS.items():
        kept = [entry for entry in extra.get(old, ()) if entry[1] in users]
        for number, (seat, user, platform, external, *more) in enumerate(kept):
            joined_at, *place = more if old == "kept" else [0.0, *more]
            values = {
                "table": table, "kind": kind, "number": number, "seat": seat, "user": user, "platform": platform,
                "external": external, "place": place[0] if place and place[0] in chats else None, "joined_at": joined_at,
            }  # fmt: skip
            _add("participants", values)


def _move_regulars(table: int, extra: Mapping[str, Any], users: set[int]) -> None:
    seen = set(extra.get("ephemeral", ()))
    tally = dict(extra.get("tally") or extra.get("one", ()))  # as step 0005 has called it for a time
    holidays = dict(extra.get("holidays", ()))
    for user in sorted((seen | tally.keys() | holidays.keys()) & users):
        values = {
            "table": table, "user": user, "ephemeral": user in seen, "tally": tally.get(user), "holiday": holidays.get(user)
        }  # fmt: skip
        _add("regulars", values)


def _add(table: str, values: Mapping[str, Any]) -> None:
    names, given = ", ".join(f'"{name}"' for name in values), ", ".join(f":{name}" for name in values)
    op.get_bind().execute(sa.text(f"INSERT INTO {table} ({names}) VALUES ({given})"), values)
