"""What hosts ask of open tables, and what people complain of to them."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"

_ORDERS = {
    "id": sa.Integer,
    "table": sa.Integer,
    "what": sa.Text,
    "text": sa.Text,
    "about": sa.Double,
    "since": sa.Double,
}
_REPORTS = {
    "id": sa.Integer, "table": sa.Integer, "match": sa.Integer, "round": sa.Integer, "user": sa.Integer, "text": sa.Text,
    "at": sa.Double,
}  # fmt: skip
_REFERS = {"table": "tables", "match": "matches", "user": "users"}


def upgrade() -> None:
    for name, columns in (("orders", _ORDERS), ("reports", _REPORTS)):
        op.create_table(
            name,
            *(sa.Column(column, kind(), nullable=column == "about") for column, kind in columns.items()),
            *(
                sa.ForeignKeyConstraint([column], [f"{other}.id"], name=f"fk_{name}_{column}_{other}")
                for column, other in _REFERS.items()
                if column in columns
            ),
            sa.PrimaryKeyConstraint("id", name=f"pk_{name}"),
            sqlite_autoincrement=True,
        )
    op.create_index("ix_reports_user", "reports", ["user"])
