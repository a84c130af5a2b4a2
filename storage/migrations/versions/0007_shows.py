"""What messages show: after a restart those that are still right are left alone."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    for table in ("tables", "seats"):
        op.add_column(table, sa.Column("shows", sa.Text(), nullable=False, server_default=sa.text("''")))
