"""Browsers that are told of a turn while their page is closed."""

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"


def upgrade() -> None:
    names = ("endpoint", "platform", "external", "p256dh", "auth")
    op.create_table(
        "doorbells",
        *(sa.Column(name, sa.Text(), nullable=False) for name in names),
        sa.Column("since", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("endpoint", name="pk_doorbells"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_doorbells_platform_external", "doorbells", ["platform", "external"])
