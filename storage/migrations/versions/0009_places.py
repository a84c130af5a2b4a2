"""The places besides its home where a table is shown, and through which of them each person came."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "places",
        sa.Column("table", sa.Integer(), nullable=False),
        sa.Column("chat", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text()),
        sa.Column("message_at", sa.Double()),
        sa.Column("shows", sa.Text(), nullable=False),
        sa.Column("since", sa.Double(), nullable=False),
        sa.Column("person", sa.Integer()),
        sa.PrimaryKeyConstraint("table", "chat", name="pk_places"),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name="fk_places_table_tables"),
        sa.ForeignKeyConstraint(["chat"], ["chats.id"], name="fk_places_chat_chats"),
        sa.ForeignKeyConstraint(["person"], ["users.id"], name="fk_places_person_users"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_places_chat", "places", ["chat"])
    op.create_index("ix_places_person", "places", ["person"])
    # Written out, as SQLite takes a reference to another table only with the column itself.
    op.execute("ALTER TABLE seats ADD COLUMN place INTEGER CONSTRAINT fk_seats_place_chats REFERENCES chats (id)")
