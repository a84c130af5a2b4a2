"""The statements about the owners of tables. The locks are for several workers; SQLite, which has one, leaves them out."""

from __future__ import annotations

from functools import lru_cache

from sqlalchemy import bindparam, delete, exists, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from storage.rows import OwnerRow
from storage.sql import schema
from storage.sql.statements.core import Query, Rows, Statement, given, in_group

__all__ = [
    "DISOWN", "ENROLL", "FORGET_CLOSED", "HOLD", "HOLD_ALL", "LOCK_USER", "OPEN_IN_GROUP", "OWN", "OWNED", "OWNED_BY", "OWNER",
    "RELEASE", "TAKE", "claimable",
]  # fmt: skip

_OWNERS = Rows(OwnerRow, schema.owners)
_o, _t = schema.owners.c, schema.tables.c
_played = (_t.state != "closed", _t.parked.is_(False))
_mine = given(schema.owners, "table", "worker", "fence")

OWNER = _OWNERS.one()
HOLD: Query[OwnerRow] = Query(select(*_OWNERS.columns).where(*_mine).with_for_update(read=True), _OWNERS.read)
_of_worker = select(*_OWNERS.columns).where(*given(schema.owners, "worker")).order_by(_o.table)
OWNED_BY: Query[OwnerRow] = Query(_of_worker, _OWNERS.read)
HOLD_ALL: Query[OwnerRow] = Query(_of_worker.with_for_update(read=True), _OWNERS.read)
_new = insert(schema.owners).values(
    {"table": bindparam("table"), "worker": bindparam("worker"), "fence": literal_column("1")}
)
OWN: Query[int] = Query(
    _new.on_conflict_do_update(
        index_elements=["table"], set_={"worker": _new.excluded.worker, "fence": _o.fence + literal_column("1")}
    ).returning(_o.fence),
    lambda line: int(line[0]),
)
DISOWN = Statement(delete(schema.owners).where(*given(schema.owners, "table")))
RELEASE = Statement(update(schema.owners).where(*_mine).values(worker=literal_column("''")))
TAKE: Query[OwnerRow] = Query(
    update(schema.owners)
    .where(*given(schema.owners, "table"))
    .values(worker=bindparam("worker"), fence=_o.fence + literal_column("1"))
    .returning(*_OWNERS.columns),
    _OWNERS.read,
)
_unknown = select(_t.id, literal_column("''"), literal_column("0")).where(
    _t.state != "closed", ~exists().where(_o.table == _t.id)
)
ENROLL = Statement(insert(schema.owners).from_select(["table", "worker", "fence"], _unknown).on_conflict_do_nothing())
FORGET_CLOSED = Statement(delete(schema.owners).where(exists().where(_t.id == _o.table, _t.state == "closed")))
OWNED: Query[tuple[str, int]] = Query(
    select(_o.worker, func.count()).where(_t.id == _o.table, *_played).group_by(_o.worker),
    lambda line: (str(line[0]), int(line[1])),
)


@lru_cache
def claimable(alive: int) -> Query[OwnerRow]:
    """Ask for tables that none of so many workers (``alive_0`` …) has, oldest first, and lock those that nobody else locks."""
    others = [_o.worker.not_in([bindparam(f"alive_{number}") for number in range(alive)])] if alive else []
    found = select(*_OWNERS.columns).where(_t.id == _o.table, *_played, *others).order_by(_o.table)
    return Query(
        found.limit(bindparam("limit")).with_for_update(of=schema.owners, skip_locked=True),
        _OWNERS.read,
    )


# -- what else several workers count or lock
OPEN_IN_GROUP: Query[int] = Query(select(func.count()).where(*_played, in_group(_t.chat)), lambda line: int(line[0]))
LOCK_USER: Query[int] = Query(
    select(schema.users.c.id).where(*given(schema.users, "id")).with_for_update(key_share=True),
    lambda line: int(line[0]),
)
