"""Chats besides its own to which a tournament has been brought, and through which of them each player came."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"


def upgrade() -> None:
    op.create_table(
        "venues",
        sa.Column("tournament", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("chat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("message", sa.Text()),
        sa.Column("message_at", sa.Double()),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("person", sa.Integer()),
        sa.PrimaryKeyConstraint("tournament", "chat", name="pk_venues"),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_venues_tournament_tournaments"),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name="fk_venues_chat_chats"),
        sa.ForeignKeyConstraint(["person"], ["users.id"], name="fk_venues_person_users"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_venues_chat", "venues", ["chat"])
    op.create_index("ix_venues_person", "venues", ["person"])
    # Written out, as SQLite takes a reference to another table only with the column itself.
    op.execute("ALTER TABLE entrants ADD COLUMN place INTEGER CONSTRAINT fk_entrants_place_chats REFERENCES chats (id)")
    op.add_column("tournaments", sa.Column("invite", sa.Text(), nullable=False, server_default=sa.text("''")))
