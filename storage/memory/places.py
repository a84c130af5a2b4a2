"""The places of tables, without a disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.memory.owners import MemoryOwners
from storage.places import PlaceRow
from storage.rows import TableRow

__all__ = ["MemoryPlaces"]


class MemoryPlaces(MemoryOwners):
    """The methods of the unit of work about places."""

    async def places(self, table: int) -> Sequence[PlaceRow]:
        mine = [row for row in self._rows.places.values() if row.table == table]
        return sorted(mine, key=lambda row: (row.since, row.chat))

    async def put_place(self, row: PlaceRow) -> None:
        self._need(self._rows.tables, row.table)
        self._need(self._rows.chats, row.chat)
        self._need(self._rows.users, row.person)
        self._set(self._rows.places, (row.table, row.chat), row)

    async def remove_place(self, table: int, chat: int) -> None:
        self._delete(self._rows.places, (table, chat))

    async def places_of(self, person: int) -> Sequence[PlaceRow]:
        return [row for _, row in sorted(self._rows.places.items()) if row.person == person]

    async def guests_in(self, chat: int) -> Sequence[TableRow]:
        numbers = sorted(table for table, there in self._rows.places if there == chat)
        return [row for number in numbers if (row := self._rows.tables[number]).state != "closed"]

    def _absorb_places(self, chat: int, other: int) -> None:
        """Give the places of chat ``other`` to ``chat``; what stood in both stands there once."""
        for table, there in list(self._rows.places):
            if there == other:
                row = self._rows.places[table, there]
                self._delete(self._rows.places, (table, there))
                if (table, chat) not in self._rows.places:
                    self._set(self._rows.places, (table, chat), replace(row, chat=chat))
        for key, seat in list(self._rows.seats.items()):
            if seat.place == other:
                self._set(self._rows.seats, key, replace(seat, place=chat))

    def _tidy_places(self, chat: int) -> None:
        """Forget places that have become their tables' home."""
        for table, there in list(self._rows.places):
            if there == chat and self._rows.tables[table].chat == chat:
                self._delete(self._rows.places, (table, there))
