"""The statements about groups: what they play by themselves, who may not sit there, who wants to be called."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, or_, select

from storage.groups import BanRow, CallRow, HouseRow
from storage.sql import schema
from storage.sql.statements.core import Query, Rows, Statement, given

__all__ = [
    "BAN", "BANS", "BANS_OF", "BAN_ROWS", "CALLS", "CALLS_IN", "CALLS_OF", "CALL_ROWS", "HOUSE", "HOUSE_ROWS", "PUT_BAN",
    "PUT_CALL", "PUT_HOUSE", "REMOVE_BAN", "REMOVE_CALL", "REMOVE_HOUSE", "TABLES_OF_BANNED",
]  # fmt: skip

HOUSE_ROWS = Rows(HouseRow, schema.houses)
HOUSE = HOUSE_ROWS.all(*given(schema.houses, "platform", "group"), order=[schema.houses.c.game])
PUT_HOUSE = HOUSE_ROWS.put()
REMOVE_HOUSE = Statement(delete(schema.houses).where(HOUSE_ROWS.is_key))

BAN_ROWS = Rows(BanRow, schema.bans)
BAN, PUT_BAN = BAN_ROWS.one(), BAN_ROWS.put()
_b = schema.bans.c
BANS = BAN_ROWS.all(*given(schema.bans, "platform", "group"), order=[_b.since, _b.who])
BANS_OF = BAN_ROWS.all(*given(schema.bans, "user"), order=[_b.platform, _b.group])
_t, _s, _h = schema.tables.c, schema.seats.c, schema.chats.c
TABLES_OF_BANNED: Query[int] = Query(
    select(_t.id)
    .where(_s.user == _b.user, _t.id == _s.table, _h.id == _t.chat, _h.platform == _b.platform, _h.group == _b.group)
    .where(_t.state != "closed", _t.parked.is_(False))
    .distinct()
    .order_by(_t.id),
    lambda line: int(line[0]),
)
REMOVE_BAN = Statement(delete(schema.bans).where(BAN_ROWS.is_key))

CALL_ROWS = Rows(CallRow, schema.calls)
PUT_CALL = CALL_ROWS.put()
_c = schema.calls.c
CALLS_IN = CALL_ROWS.all(*given(schema.calls, "platform", "group"), order=[_c.since, _c.user, _c.game])
_wanted = or_(_c.game == "", _c.game == bindparam("of_game"))
CALLS = CALL_ROWS.all(*given(schema.calls, "platform", "group"), _wanted, order=[_c.since, _c.user, _c.game])
CALLS_OF = CALL_ROWS.all(*given(schema.calls, "user"), order=[_c.platform, _c.group, _c.game])
REMOVE_CALL = Statement(delete(schema.calls).where(CALL_ROWS.is_key))
