"""One person with several accounts: their names, the standing one-time codes. Closed tables keep nobody's account any more."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "links",
        sa.Column("user", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.Column("made", sa.Integer(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_links_user_users"),
        sa.PrimaryKeyConstraint("user", name="pk_links"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_links_digest", "links", ["digest"])
    op.add_column("identities", sa.Column("name", sa.Text(), nullable=False, server_default=sa.text("''")))
    op.execute("UPDATE tables SET extra = '{}' WHERE state = 'closed'")
