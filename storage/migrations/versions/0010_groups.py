"""What groups play by themselves, who may not sit there, who wants to be called to a table."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.create_table(
        "houses",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("group", sa.Text(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("preset", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "group", "game", name="pk_houses"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "bans",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("group", sa.Text(), nullable=False),
        sa.Column("who", sa.Text(), nullable=False),
        sa.Column("user", sa.Integer(), nullable=True),
        sa.Column("since", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "group", "who", name="pk_bans"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_bans_user_users"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_bans_user", "bans", ["user"])
    op.create_table(
        "calls",
        sa.Column("platform", sa.Text(), nullable=False),
        sa.Column("group", sa.Text(), nullable=False),
        sa.Column("user", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("external", sa.Text(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.PrimaryKeyConstraint("platform", "group", "user", "game", name="pk_calls"),
        sa.ForeignKeyConstraint(["user"], ["users.id"], name="fk_calls_user_users"),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name="fk_calls_chat_chats"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_calls_user", "calls", ["user"])
