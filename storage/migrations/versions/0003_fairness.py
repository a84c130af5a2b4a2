"""What tables promise about their deals before they are dealt, and the words that people add to them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "pledges",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("secret", sa.Text(), nullable=False),
        sa.Column("root", sa.Text(), nullable=False),
        sa.Column("left", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.Column("match", sa.Integer()),
        sa.Column("round", sa.Integer()),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_pledges_table_tables"),
        sa.ForeignKeyConstraint(["match"], ["matches.id"], name="fk_pledges_match_matches"),
        sa.PrimaryKeyConstraint("table", "number", name="pk_pledges"),
        sa.UniqueConstraint("match", "round", name="uq_pledges_match_round"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "luck",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user", sa.Integer()),
        sa.Column("word", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table", "number"], ["pledges.table", "pledges.number"], name="fk_luck_table_number_pledges"
        ),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_luck_user_users"),
        sa.PrimaryKeyConstraint("table", "number", "place", name="pk_luck"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_luck_user", "luck", ["user"])
