"""Chats know the group that they are a part of. Rounds that were broken off count for nobody any more, those of
demonstration tables for no rating; what a person has won at a table is kept for every game."""

import json
from collections import defaultdict

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    for name in ("group", "group_title"):
        op.add_column("chats", sa.Column(name, sa.Text(), nullable=False, server_default=sa.text("''")))
    op.create_index("ix_chats_platform_group", "chats", ["platform", "group"])
    op.execute('UPDATE chats SET "group" = external')  # a server says that it is one when it is next heard of
    op.execute("DELETE FROM endings WHERE round < 0")
    op.execute("DELETE FROM results WHERE round < 0")
    op.execute(
        "UPDATE endings SET counts = 'off' WHERE \"match\" IN"
        " (SELECT m.id FROM matches AS m JOIN tables AS t ON t.id = m.\"table\" WHERE t.seed <> '')"
    )
    _fill_tallies()


def _fill_tallies() -> None:
    """Sum what each person has won so far at a table that is not closed, from its counted rounds."""
    database = op.get_bind()
    sums: dict[int, dict[int, int]] = defaultdict(dict)
    found = database.execute(
        sa.text(
            'SELECT m."table", r."user", sum(r.points) FROM results AS r JOIN matches AS m ON m.id = r."match"'
            ' WHERE r.round > 0 AND r."user" IS NOT NULL GROUP BY m."table", r."user" ORDER BY 1, 2'
        )
    )
    for table, user, points in found:
        sums[table][user] = int(points)
    for table, text in database.execute(sa.text("SELECT id, extra FROM tables WHERE state <> 'closed'")).all():
        if table in sums:
            extra = {**json.loads(text or "{}"), "one": sorted(sums[table].items())}
            database.execute(
                sa.text("UPDATE tables SET extra = :extra WHERE id = :table"),
                {"extra": json.dumps(extra), "table": table},
            )
