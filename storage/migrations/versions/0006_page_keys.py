"""What browsers show to speak for an account: sessions, links to them, and proofs that have been exchanged."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "page_keys",
        sa.Column("digest", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("external", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("expires_at", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_page_keys"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_page_keys_expires_at", "page_keys", ["expires_at"])
    op.create_index("ix_page_keys_platform_external", "page_keys", ["platform", "external"])
