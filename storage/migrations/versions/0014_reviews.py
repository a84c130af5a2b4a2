"""Finished rounds as the strongest player has judged them."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("match", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("round", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("text", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("match", "round", name="pk_reviews"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_reviews_match_matches"),
        sqlite_with_rowid=False,
    )
