"""Which of several bots a group belongs to, and by which of them a person can be reached."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"


def upgrade() -> None:
    op.add_column("chats", sa.Column("bot", sa.Text(), nullable=False, server_default=""))
    op.add_column("identities", sa.Column("bots", sa.Text(), nullable=False, server_default=""))
