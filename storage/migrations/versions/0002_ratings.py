"""Ratings: sides of results, the order of endings, ratings and their course, who wants to be named everywhere."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("users", sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.add_column("results", sa.Column("side", sa.Integer()))
    # The games of the first version: two sides across the table, or the landlord against the others.
    op.execute(
        "UPDATE results SET side = CASE WHEN game IN ('guandan', 'gouji') THEN seat % 2"
        " WHEN role = 'landlord' THEN 0 ELSE 1 END WHERE round > 0"
    )
    op.drop_index("ix_results_user_at", "results")
    op.create_index(
        "ix_results_of_user",
        "results",
        ["user", "at", "chat", "game", "role", "place", "won", "points", "side", "feats"],
    )
    op.create_table(
        "endings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("counts", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_endings_match_matches"),
        sa.PrimaryKeyConstraint("id", name="pk_endings"),
        sa.UniqueConstraint("match", "round", name="uq_endings_match_round"),
        sqlite_autoincrement=True,
    )
    op.execute(
        'INSERT INTO endings ("match", round, counts)'
        ' SELECT "match", round, \'on\' FROM results WHERE round > 0 GROUP BY "match", round'
        ' ORDER BY min(at), "match", round'
    )
    op.create_table(
        "ratings",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("scope", sa.Integer(), nullable=False),
        sa.Column("season", sa.Text(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("user", sa.Integer()),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("won", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_ratings_user_users"),
        sa.PrimaryKeyConstraint("game", "board", "scope", "season", "player", name="pk_ratings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_ratings_scope_game_board_season", "ratings", ["scope", "game", "board", "season"])
    op.create_table(
        "rating_points",
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("board", sa.Text(), nullable=False),
        sa.Column("scope", sa.Integer(), nullable=False),
        sa.Column("player", sa.Text(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("mu", sa.Double(), nullable=False),
        sa.Column("sigma", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("game", "board", "scope", "player", "rounds", name="pk_rating_points"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "marks",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_marks"),
        sqlite_with_rowid=False,
    )
