"""How a hand that stands inside a group is found again after a restart."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"


def upgrade() -> None:
    op.add_column("seats", sa.Column("beside", sa.Text(), nullable=False, server_default=""))
