"""What persons have achieved, and which months groups have been told about."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"


def upgrade() -> None:
    op.create_table(
        "achievements",
        sa.Column("user", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("user", "key", name="pk_achievements"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_achievements_user_users"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_achievements_match_matches"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_achievements_match", "achievements", ["match", "round"])
    op.create_table(
        "season_posts",
        sa.Column("scope", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("sent", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("scope", "season", name="pk_season_posts"),
        sqlite_with_rowid=False,
    )
