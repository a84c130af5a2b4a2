"""Which of several workers has a table, and the fence that keeps those out who had it before."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.create_table(
        "owners",
        sa.Column("table", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("worker", sa.Text(), nullable=False),
        sa.Column("fence", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("table", name="pk_owners"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_owners_table_tables"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_owners_worker", "owners", ["worker"])
