"""Messages that show how far a review is, and are to show it once it is there."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"


def upgrade() -> None:
    op.create_table(
        "pending_reviews",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("user", sa.Text(), nullable=False),
        sa.Column("chat", sa.Text(), nullable=False),
        sa.Column("thread", sa.Text(), nullable=False),
        sa.Column("language", sa.Text(), nullable=False),
        sa.Column("seen_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "message", name="pk_pending_reviews"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_pending_reviews_match_matches"),
        sqlite_with_rowid=False,
    )
