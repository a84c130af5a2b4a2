"""The first version: people, chats, tables, matches, rounds, the log, results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    # A match names its table, a table its running match. SQLite cannot add the second link later, others cannot before.
    late = op.get_bind().dialect.name != "sqlite"
    running = sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_tables_match_matches")
    op.create_table(
        "chats",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("language", sa.Text()),
        sa.PrimaryKeyConstraint("id", name="pk_chats"),
        sa.UniqueConstraint("platform", "external", "thread", name="uq_chats_platform_external_thread"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "updates",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("update", sa.Text(), nullable=False),
        sa.Column("effect", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "update", name="pk_updates"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("language", sa.Text()),
        sa.Column("prefs", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_users"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "identities",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external", sa.Text(), nullable=False),
        sa.Column("user", sa.Integer(), nullable=False),
        sa.Column("reachable", sa.Boolean()),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_identities_user_users"),
        sa.PrimaryKeyConstraint("platform", "external", name="pk_identities"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_identities_user", "identities", ["user"])
    op.create_table(
        "tables",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("host", sa.Integer()),
        sa.Column("clock", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer()),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("parked", sa.Boolean(), nullable=False),
        sa.Column("message", sa.Text()),
        sa.Column("message_at", sa.Double()),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("extra", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("touched_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name="fk_tables_chat_chats"),
        sa.ForeignKeyConstraint(["host"], ["users.id"], name="fk_tables_host_users"),
        *([] if late else [running]),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tables_chat", "tables", ["chat"])
    op.create_table(
        "matches",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double()),
        sa.Column("winner", sa.Text()),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name="fk_matches_chat_chats"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_matches_table_tables"),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_matches_chat_started_at", "matches", ["chat", "started_at"])
    op.create_index("ix_matches_started_at", "matches", ["started_at"])
    op.create_index("ix_matches_table", "matches", ["table"])
    if late:
        op.create_foreign_key("fk_tables_match_matches", "tables", "matches", ["match"], ["id"])
    op.create_table(
        "seats",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("user", sa.Integer()),
        sa.Column("ai", sa.Text()),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("ready", sa.Boolean(), nullable=False),
        sa.Column("timeouts", sa.Integer(), nullable=False),
        sa.Column("remaining", sa.Double()),
        sa.Column("reminded", sa.Boolean(), nullable=False),
        sa.Column("autopass", sa.Text(), nullable=False),
        sa.Column("message", sa.Text()),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external", sa.Text(), nullable=False),
        sa.CheckConstraint('("user" IS NULL) != (ai IS NULL)', name=op.f("ck_seats_user_or_ai")),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_seats_table_tables"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_seats_user_users"),
        sa.PrimaryKeyConstraint("table", "seat", name="pk_seats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seats_user", "seats", ["user"])
    op.create_table(
        "votes",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("motion", sa.Text(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_votes_table_tables"),
        sa.PrimaryKeyConstraint("table", "motion", "seat", name="pk_votes"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "actions",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.Column("cause", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_actions_match_matches"),
        sa.PrimaryKeyConstraint("match", "seq", name="pk_actions"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "results",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("user", sa.Integer()),
        sa.Column("ai", sa.Text()),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("place", sa.Integer()),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("feats", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name="fk_results_chat_chats"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_results_match_matches"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_results_user_users"),
        sa.PrimaryKeyConstraint("match", "round", "seat", name="pk_results"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_results_chat_game", "results", ["chat", "game"])
    op.create_index("ix_results_game", "results", ["game"])
    op.create_index("ix_results_user_at", "results", ["user", "at"])
    op.create_table(
        "rounds",
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Text(), nullable=False),
        sa.Column("carry_in", sa.Text(), nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double()),
        sa.Column("carry_out", sa.Text()),
        sa.Column("result", sa.Text()),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_rounds_match_matches"),
        sa.PrimaryKeyConstraint("match", "round", name="pk_rounds"),
    )
