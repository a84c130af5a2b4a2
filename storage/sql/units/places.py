"""The part of a transaction over SQL that is about the places of tables."""

from __future__ import annotations

from collections.abc import Sequence

from storage.places import PlaceRow
from storage.rows import TableRow
from storage.sql.statements import places as statements
from storage.sql.units.owners import OwnersUnit

__all__ = ["PlacesUnit"]


class PlacesUnit(OwnersUnit):
    """The methods of ``SqlUnit`` about places."""

    async def places(self, table: int) -> Sequence[PlaceRow]:
        return await self._all(statements.PLACES_OF, of_table=table)

    async def put_place(self, row: PlaceRow) -> None:
        self._write(statements.PUT_PLACE, statements.PLACES.values(row))

    async def remove_place(self, table: int, chat: int) -> None:
        self._write(statements.REMOVE_PLACE, {"key_table": table, "key_chat": chat})

    async def places_of(self, person: int) -> Sequence[PlaceRow]:
        return await self._all(statements.PLACES_OF_PERSON, of_person=person)

    async def guests_in(self, chat: int) -> Sequence[TableRow]:
        return await self._all(statements.GUESTS_IN, of_chat=chat)
