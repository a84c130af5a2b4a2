"""The statements about the places of tables."""

from __future__ import annotations

from typing import Any

from sqlalchemy import and_, bindparam, delete, select, update
from sqlalchemy.sql.elements import BindParameter

from storage.places import PlaceRow
from storage.rows import TableRow
from storage.sql import schema
from storage.sql.statements.core import TABLES, Query, Rows, Statement, given

__all__ = [
    "FOLLOW_CHAT",
    "GUESTS_IN",
    "PLACES",
    "PLACES_OF",
    "PLACES_OF_PERSON",
    "PUT_PLACE",
    "REMOVE_PLACE",
    "TIDY_CHAT",
]

_p, _t, _s = schema.places.c, schema.tables.c, schema.seats.c
_other: BindParameter[Any] = bindparam("other")
_mine: BindParameter[Any] = bindparam("mine")

PLACES = Rows(PlaceRow, schema.places)
PLACES_OF = PLACES.all(*given(schema.places, "table"), order=[_p.since, _p.chat])
PLACES_OF_PERSON = PLACES.all(*given(schema.places, "person"), order=[_p.table, _p.chat])
PUT_PLACE, REMOVE_PLACE = PLACES.put(), Statement(delete(schema.places).where(PLACES.is_key))
GUESTS_IN: Query[TableRow] = Query(
    select(*TABLES.columns)
    .where(_t.id == _p.table, _t.state != "closed", *given(schema.places, "chat"))
    .order_by(_t.id),
    TABLES.read,
)

# -- two rows of one group become one: what stood in both stands there once
_there_too = select(_p.table).where(_p.chat == _mine).scalar_subquery()
_at_home = select(_t.id).where(_t.chat == _mine).scalar_subquery()
FOLLOW_CHAT = (
    Statement(delete(schema.places).where(and_(_p.chat == _other, _p.table.in_(_there_too)))),
    Statement(update(schema.places).where(_p.chat == _other).values(chat=_mine)),
    Statement(update(schema.seats).where(_s.place == _other).values(place=_mine)),
)
TIDY_CHAT = Statement(delete(schema.places).where(and_(_p.chat == _mine, _p.table.in_(_at_home))))
