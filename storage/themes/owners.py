"""Which of several workers has a table; with one process alone there are no such rows.

The locks are for several workers; SQLite, which has one, leaves them out."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from sqlalchemy import bindparam, delete, exists, func, literal_column, select, update
from sqlalchemy.dialects.postgresql import insert

from storage.sql import All, One, Query, Remove, Rows, Statement, Stored, first_number
from storage.themes.tables import PLAYED, TABLES

__all__ = ["OwnerRow", "StoredOwners"]


@dataclass(frozen=True, slots=True)
class OwnerRow:
    """Which of several workers has an open table, ``""`` while none has. ``fence`` grows with each change of owner, so that
    whoever had it before finds out before it writes."""

    table: int
    worker: str
    fence: int


OWNERS = Rows(OwnerRow, "owners", key="table", refers={"table": "tables"}, index="worker", long="fence")
_o, _t = OWNERS.c, TABLES.c
_mine = OWNERS.given("table", "worker", "fence")
_next_fence = _o.fence + literal_column("1")

_HOLD: Query[OwnerRow] = Query(OWNERS.found(*_mine).with_for_update(read=True), OWNERS.read)
_HOLD_ALL: Query[OwnerRow] = Query(OWNERS.found("worker", order="table").with_for_update(read=True), OWNERS.read)
_new = insert(OWNERS.table).values(
    {"table": bindparam("table"), "worker": bindparam("worker"), "fence": literal_column("1")}
)
_GIVE: Query[int] = Query(
    _new.on_conflict_do_update(
        index_elements=["table"], set_={"worker": _new.excluded.worker, "fence": _next_fence}
    ).returning(_o.fence),
    first_number,
)
_RELEASE = Statement(update(OWNERS.table).where(*_mine).values(worker=literal_column("''")))
_TAKE: Query[OwnerRow] = Query(
    update(OWNERS.table)
    .where(*OWNERS.given("table"))
    .values(worker=bindparam("worker"), fence=_next_fence)
    .returning(*OWNERS.columns),
    OWNERS.read,
)
_unknown = select(_t.id, literal_column("''"), literal_column("0")).where(
    _t.state != "closed", ~exists().where(_o.table == _t.id)
)
_ENROLL = Statement(insert(OWNERS.table).from_select(["table", "worker", "fence"], _unknown).on_conflict_do_nothing())
_FORGET_CLOSED = Statement(delete(OWNERS.table).where(exists().where(_t.id == _o.table, _t.state == "closed")))
_COUNTS: Query[tuple[str, int]] = Query(
    select(_o.worker, func.count()).where(_t.id == _o.table, *PLAYED).group_by(_o.worker),
    lambda line: (str(line[0]), int(line[1])),
)


@lru_cache
def _claimable(alive: int) -> Query[OwnerRow]:
    """Ask for tables that none of so many workers (``alive_0`` …) has, oldest first, and lock those that nobody else locks."""
    others = [_o.worker.not_in([bindparam(f"alive_{number}") for number in range(alive)])] if alive else []
    found = OWNERS.found(_t.id == _o.table, *PLAYED, *others, order="table").limit(bindparam("limit"))
    return Query(found.with_for_update(of=OWNERS.table, skip_locked=True), OWNERS.read)


class StoredOwners(Stored):
    """What is asked about the owners of tables."""

    get = One[[int], OwnerRow](OWNERS.one())

    async def hold(self, table: int, worker: str, fence: int) -> bool:
        """Whether a table is this worker's by this fence; if so, nobody takes it before this unit is over."""
        return await self._unit.one(_HOLD, of_table=table, of_worker=worker, of_fence=fence) is not None

    hold_all = All[[str], OwnerRow](_HOLD_ALL)
    """All rows of a worker by table; nobody takes one of these tables before this unit is over."""
    owned_by = All[[str], OwnerRow](OWNERS.all("worker", order="table"))  # Return all rows of a worker, by table

    async def counts(self) -> Mapping[str, int]:
        """How many tables that are neither closed nor parked each worker has; those that are free under ``""``."""
        return dict(await self._unit.all(_COUNTS))

    async def give(self, table: int, worker: str) -> int:
        """Give a table to a worker (``""``: to nobody), whoever has it now; return its new fence."""
        return await self._unit.the(_GIVE, table=table, worker=worker)

    forget = Remove[[int]](OWNERS.remove())  # Forget who had a table that is closed

    async def release(self, tables: Sequence[tuple[int, int]], worker: str) -> None:
        """Set tables (with their fences) free that are still this worker's; what is another's stays so."""
        mine = [{"of_table": table, "of_fence": fence, "of_worker": worker} for table, fence in tables]
        self._unit.write(_RELEASE, mine)

    async def claim(self, worker: str, alive: Collection[str], limit: int) -> Sequence[OwnerRow]:
        """Take at most ``limit`` tables, oldest first, that nobody has who is ``alive``; return their new rows. Closed
        and parked ones are nobody's to take. Of several workers that ask at once each gets others."""
        names = {f"alive_{number}": name for number, name in enumerate(sorted(set(alive)))}
        found = await self._unit.all(_claimable(len(names)), **names, limit=max(limit, 0))
        return await self._unit.each(_TAKE, [{"of_table": row.table, "worker": worker} for row in found])

    async def enroll(self) -> None:
        """Write for every open table that has none a row that says it is free, and forget those of closed ones: one process
        alone keeps no such rows."""
        self._unit.write(_ENROLL, {})
        self._unit.write(_FORGET_CLOSED, {})
