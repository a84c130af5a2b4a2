"""The places besides its home where a table is shown, and what may be asked about them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from storage.rows import TableRow

__all__ = ["PlaceQueries", "PlaceRow"]


@dataclass(frozen=True, slots=True)
class PlaceRow:
    """A chat, not the home, in which a table is shown. ``message``, ``message_at`` and ``shows`` are of its message there, see
    ``TableRow``. ``since``: when the table came there. ``person``: whose private chat it is, ``None`` for a group."""

    table: int
    chat: int
    message: str | None = None
    message_at: float | None = None
    shows: str = ""
    since: float = 0.0
    person: int | None = None


class PlaceQueries(Protocol):
    """The part of a transaction about places."""

    async def places(self, table: int) -> Sequence[PlaceRow]:
        """Return the places of a table besides its home, in the order in which they came."""
        ...

    async def put_place(self, row: PlaceRow) -> None: ...
    async def remove_place(self, table: int, chat: int) -> None: ...
    async def places_of(self, person: int) -> Sequence[PlaceRow]:
        """Return the places that are a person's private chat, by table."""
        ...

    async def guests_in(self, chat: int) -> Sequence[TableRow]:
        """Return tables with their home elsewhere that are shown in a chat and not closed, oldest first."""
        ...
