"""The owners of tables, without a disk."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from storage.memory.ratings import MemoryRatings
from storage.rows import OwnerRow, TableRow

__all__ = ["MemoryOwners"]


class MemoryOwners(MemoryRatings):
    """The methods of the unit of work about owners."""

    async def owner(self, table: int) -> OwnerRow | None:
        return self._rows.owners.get(table)

    async def hold(self, table: int, worker: str, fence: int) -> bool:
        return self._rows.owners.get(table) == OwnerRow(table, worker, fence)

    async def hold_all(self, worker: str) -> Sequence[OwnerRow]:
        return await self.owned_by(worker)

    async def own(self, table: int, worker: str) -> int:
        self._need(self._rows.tables, table)
        before = self._rows.owners.get(table)
        row = OwnerRow(table, worker, 1 if before is None else before.fence + 1)
        self._set(self._rows.owners, table, row)
        return row.fence

    async def disown(self, table: int) -> None:
        self._delete(self._rows.owners, table)

    async def release(self, tables: Sequence[tuple[int, int]], worker: str) -> None:
        for table, fence in tables:
            row = OwnerRow(table, worker, fence)
            if self._rows.owners.get(table) == row:
                self._set(self._rows.owners, table, replace(row, worker=""))

    async def claim(self, worker: str, alive: Collection[str], limit: int) -> Sequence[OwnerRow]:
        rows = [row for row in self._played_owners() if row.worker not in alive]
        taken = [OwnerRow(row.table, worker, row.fence + 1) for row in rows[: max(limit, 0)]]
        for row in taken:
            self._set(self._rows.owners, row.table, row)
        return taken

    async def enroll(self) -> None:
        for table in self._rows.tables.values():
            if table.state == "closed":
                self._delete(self._rows.owners, table.id)
            elif table.id not in self._rows.owners:
                self._set(self._rows.owners, table.id, OwnerRow(table.id, "", 0))

    async def owned(self) -> Mapping[str, int]:
        return dict(Counter(row.worker for row in self._played_owners()))

    async def owned_by(self, worker: str) -> Sequence[OwnerRow]:
        return [row for _, row in sorted(self._rows.owners.items()) if row.worker == worker]

    def _played_owners(self) -> list[OwnerRow]:
        return [row for table, row in sorted(self._rows.owners.items()) if _is_played(self._rows.tables[table])]

    async def open_in_group(self, chat: int) -> int:
        here = self._group_of(chat)
        return sum(_is_played(row) and row.chat in here for row in self._rows.tables.values())

    async def lock_user(self, user: int) -> None:
        """Do nothing: units take turns here."""


def _is_played(row: TableRow) -> bool:
    return row.state != "closed" and not row.parked
