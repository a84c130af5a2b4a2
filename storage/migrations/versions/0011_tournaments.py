"""Tournaments: who has signed up, who met at which table, and what each deal brought there."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("members", sa.Integer(), nullable=False),
        sa.Column("clock", sa.Integer(), nullable=False),
        sa.Column("ratings", sa.Text(), nullable=False),
        sa.Column("fill", sa.Integer(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("opener", sa.Integer()),
        sa.Column("stages", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("root", sa.Text(), nullable=False),
        sa.Column("links", sa.Integer(), nullable=False),
        sa.Column("revision", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text()),
        sa.Column("message_at", sa.Double()),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("ended_at", sa.Double()),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name="fk_tournaments_chat_chats"),
        sa.ForeignKeyConstraint(["opener"], ["users.id"], name="fk_tournaments_opener_users"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_tournaments_chat", "tournaments", ["chat"])
    op.create_table(
        "entrants",
        sa.Column("tournament", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry", sa.Integer(), nullable=False),
        sa.Column("user", sa.Integer()),
        sa.Column("ai", sa.Text()),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external", sa.Text(), nullable=False),
        sa.Column("ephemeral", sa.Boolean(), nullable=False),
        sa.Column("away", sa.Boolean(), nullable=False),
        sa.Column("word", sa.Text(), nullable=False),
        sa.Column("joined_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_entrants"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_entrants_tournament_tournaments"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_entrants_user_users"),
        sa.CheckConstraint(
            sa.column("user").is_(None) != sa.column("ai").is_(None), name=op.f("ck_entrants_user_or_ai")
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_entrants_user", "entrants", ["user"])
    op.create_table(
        "pairings",
        sa.Column("tournament", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stage", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("entries", sa.Text(), nullable=False),
        sa.Column("first", sa.Integer(), nullable=False),
        sa.Column("deals", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "stage", "number", name="pk_pairings"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_pairings_tournament_tournaments"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_pairings_table_tables"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "scores",
        sa.Column("tournament", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("stage", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("points", sa.Text(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("tournament", "deal", "number", name="pk_scores"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_scores_tournament_tournaments"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_scores_match_matches"),
        sqlite_with_rowid=False,
    )
