"""Running the place: what hosts ask of open tables, and what people complain of to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sqlalchemy import bindparam, delete

from storage.sql import All, Call, One, PersonField, Query, Remove, Rows, Statement, Stored

__all__ = ["OrderRow", "ReportRow", "StoredHosts"]


@dataclass(frozen=True, slots=True)
class OrderRow:
    """Something that whoever has a table is to do there: ``what`` is ``end``, or ``tell`` with the ``text``, which may be
    ``about`` a moment. The row goes in the transaction in which that is done. ``since``: when it was asked for."""

    id: int
    table: int
    what: str
    text: str
    about: float | None
    since: float


ORDERS = Rows(OrderRow, "orders", key="id", refers={"table": "tables"})
_ADD_ORDER = ORDERS.insert_new()
_TAKE_ORDER: Query[OrderRow] = Query(
    delete(ORDERS.table).where(*ORDERS.given("id")).returning(*ORDERS.columns), ORDERS.read
)


@dataclass(frozen=True, slots=True)
class ReportRow:
    """What a person complains of, about a round of a match at a table."""

    id: int
    table: int
    match: int
    round: int
    user: Annotated[int, PersonField(of="table", forgotten="remove")]
    text: str
    at: float


_REPORTED = {"table": "tables", "match": "matches", "user": "users"}
REPORTS = Rows(ReportRow, "reports", key="id", refers=_REPORTED, index="user")
_ADD_REPORT = REPORTS.insert_new()


class StoredHosts(Stored):
    """What is asked about running the place. The ids of rows that are added are ignored."""

    async def add_orders(self, rows: Sequence[OrderRow]) -> None:
        await self._unit.run([Call(_ADD_ORDER, ORDERS.values(row)) for row in rows])

    orders = All[[], OrderRow](ORDERS.all(order="id"))
    """What is still to be done, in the order in which it was asked for."""
    take_order = One[[int], OrderRow](_TAKE_ORDER)
    """Return something that is to be done and take it away: of several that ask at once, one gets it."""
    drop_orders = Remove[[float]](Statement(delete(ORDERS.table).where(ORDERS.c.since < bindparam("before"))))
    """Forget what was asked for before a moment, and nobody has done."""

    async def add_report(self, row: ReportRow) -> None:
        await self._unit.the(_ADD_REPORT, **REPORTS.values(row))

    reports = All[[int], ReportRow](REPORTS.some(order="-id"))  # So many of the latest complaints, the newest first
    reports_of = All[[int], ReportRow](REPORTS.all("user", order="id"))
