"""Tables: who sits there, what is voted on, and the places besides its home where a table is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from sqlalchemy import (
    CheckConstraint,
    ForeignKeyConstraint,
    Index,
    bindparam,
    column,
    func,
    select,
    update,
)

from storage.sql import Numbered, PersonField, Query, Rows, Statement, Stored, first_number
from storage.themes.chats import in_group

__all__ = ["PLACES", "PLAYED", "SEATS", "TABLES", "PlaceRow", "SeatRow", "StoredTables", "TableRow", "VoteRow"]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. ``state``: ``lobby``, ``playing``, ``between``, ``over``, ``closed``; a parked table keeps its state.

    ``options`` is JSON of the complete options. ``message`` is the platform's id of the current table message and
    ``message_at`` when it was posted. ``clock`` is the time to act in seconds, 0 for none. ``seed``: JSON or ``""``,
    set while deals are reproducible. ``extra`` is JSON for what the session keeps besides (never a card).
    ``touched_at``: the last deed of a person. ``shows``: what the table message shows, as one word of the session and the
    digest of what the frontend sent; ``""`` if that is not known.
    """

    id: int
    chat: int
    game: str
    options: str
    preset: str
    players: int
    state: str
    host: Annotated[int | None, PersonField()]
    clock: int
    match: int | None = None
    round: int = 0
    parked: bool = False
    message: str | None = None
    message_at: float | None = None
    seed: str = ""
    extra: Annotated[str, PersonField()] = "{}"
    created_at: float = 0.0
    touched_at: float = 0.0
    shows: str = ""


TABLES = Rows(
    TableRow,
    "tables",
    # A match names its table, a table its running match: the second link is added once both exist.
    ForeignKeyConstraint(["match"], ["matches.id"], use_alter=True),
    Index(None, "chat"),
    key="id",
    refers={"chat": "chats", "host": "users"},
    later="shows",
)
_OPEN = TABLES.c.state != "closed"
PLAYED = (_OPEN, TABLES.c.parked.is_(False))
"""The conditions that a table is neither closed nor put aside."""
_TABLE, _ADD, _PUT = TABLES.one(), TABLES.insert_new(), TABLES.update()
_ALL_OPEN, _OPEN_IN_CHAT = TABLES.all(_OPEN, order="id"), TABLES.all(_OPEN, "chat", order="id")
_OPEN_IN_GROUP: Query[int] = Query(select(func.count()).where(*PLAYED, in_group(TABLES.c.chat)), first_number)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where. Exactly one of ``user`` and ``ai`` (a level) is set.

    ``away``: an AI player acts for the person. ``stand_in``: level of the AI player that finishes a round for
    somebody who left. ``timeouts``: clock answers in a row. ``remaining``: seconds left to act when last written
    (heartbeat), ``None`` while not awaited. ``autopass``: JSON of a standing pass in advance, ``""`` if none.
    ``message``: the platform's id of the private panel message, ``shows`` what it shows, see ``TableRow``. ``place``: the chat
    through which its person came (``PlaceRow``), ``None`` for the table's home.
    """

    table: int
    seat: int
    user: Annotated[int | None, PersonField(of="table")]
    ai: str | None
    joined_at: float
    away: bool = False
    ready: bool = False
    timeouts: int = 0
    remaining: float | None = None
    reminded: bool = False
    autopass: str = ""
    message: str | None = None
    platform: str = ""
    external: Annotated[str, PersonField()] = ""
    shows: str = ""
    place: int | None = None


SEATS = Rows(
    SeatRow,
    "seats",
    CheckConstraint(column("user").is_(None) != column("ai").is_(None), name="user_or_ai"),
    key="table seat",
    refers={"table": "tables", "user": "users", "place": "chats"},
    index="user",
    later="shows",
)
_SEATS_AT, _SEATS_OF = SEATS.all("table", order="seat"), SEATS.all("user", order="table seat")
_PUT_SEAT, _REMOVE_SEAT = SEATS.put(), SEATS.remove()
_PUT_REMAINING = Statement(
    update(SEATS.table).where(*SEATS.given("table", "seat")).values(remaining=bindparam("remaining")),
    # The heartbeat of thousands of clocks is one question there, and waits for nobody: a seat that somebody is changing just
    # now has its time written by them, or by the next beat.
    numbered=Numbered(
        'UPDATE seats SET remaining = beat.remaining FROM (SELECT s."table", s.seat, b.remaining'
        ' FROM unnest($1::integer[], $2::integer[], $3::float8[]) AS b ("table", seat, remaining)'
        ' JOIN seats AS s ON s."table" = b."table" AND s.seat = b.seat FOR NO KEY UPDATE OF s SKIP LOCKED) AS beat'
        ' WHERE seats."table" = beat."table" AND seats.seat = beat.seat',
        ("of_table", "of_seat", "remaining"),
        {},
        arrays=True,
    ),
)


@dataclass(frozen=True, slots=True)
class VoteRow:
    """One seated person's vote. ``motion``: ``end`` or ``kick:SEAT``. ``expires_at``: when the motion would lapse by the
    wall clock; a running process goes by the seconds that have really passed."""

    table: int
    motion: str
    seat: int
    expires_at: float


VOTES = Rows(VoteRow, "votes", key="table motion seat", refers={"table": "tables"})
_VOTES_AT, _PUT_VOTE, _CLEAR_VOTES = VOTES.all("table", order="motion seat"), VOTES.put(), VOTES.remove("table")


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
    person: Annotated[int | None, PersonField(of="chat")] = None


PLACES = Rows(
    PlaceRow,
    "places",
    key="table chat",
    refers={"table": "tables", "chat": "chats", "person": "users"},
    index="chat person",
)
_PLACES_OF, _PLACES_OF_PERSON = PLACES.all("table", order="since chat"), PLACES.all("person", order="table chat")
_PUT_PLACE, _REMOVE_PLACE = PLACES.put(), PLACES.remove()
_GUESTS_IN = TABLES.all(TABLES.c.id == PLACES.c.table, _OPEN, *PLACES.given("chat"), order="id")


class StoredTables(Stored):
    """What is asked about tables."""

    async def add(self, row: TableRow) -> TableRow:
        """Add a table. ``row.id`` is ignored; the new id is a small number, never used again."""
        return replace(row, id=await self._unit.the(_ADD, **TABLES.values(row)))

    async def get(self, table: int) -> TableRow | None:
        return await self._unit.one(_TABLE, of_id=table)

    async def put(self, row: TableRow) -> None:
        """Change a table that is there."""
        self._unit.write(_PUT, TABLES.keyed(row))

    async def open(self) -> Sequence[TableRow]:
        """Return every table that is not closed, parked ones included."""
        return await self._unit.all(_ALL_OPEN)

    async def open_in(self, chat: int) -> Sequence[TableRow]:
        """Return tables of a chat that are not closed, oldest first."""
        return await self._unit.all(_OPEN_IN_CHAT, of_chat=chat)

    async def count_in_group(self, chat: int) -> int:
        """Return how many tables of a chat's group are neither closed nor parked."""
        return await self._unit.the(_OPEN_IN_GROUP, of_chat=chat)

    # -- seats
    async def seats(self, table: int) -> Sequence[SeatRow]:
        return await self._unit.all(_SEATS_AT, of_table=table)

    async def seats_of(self, user: int) -> Sequence[SeatRow]:
        """Return the seats of a person, those at parked tables too."""
        return await self._unit.all(_SEATS_OF, of_user=user)

    async def put_seat(self, row: SeatRow) -> None:
        self._unit.write(_PUT_SEAT, SEATS.values(row))

    async def remove_seat(self, table: int, seat: int) -> None:
        self._unit.write(_REMOVE_SEAT, {"of_table": table, "of_seat": seat})

    async def put_remaining(self, remaining: Sequence[tuple[int, int, float]]) -> None:
        """Write (table, seat, seconds left to act) of many seats at once: the heartbeat of the clocks."""
        last = {(table, seat): left for table, seat, left in remaining}
        beats = [
            {"of_table": table, "of_seat": seat, "remaining": left} for (table, seat), left in sorted(last.items())
        ]
        self._unit.write(_PUT_REMAINING, beats)

    # -- votes
    async def votes(self, table: int) -> Sequence[VoteRow]:
        return await self._unit.all(_VOTES_AT, of_table=table)

    async def put_vote(self, row: VoteRow) -> None:
        self._unit.write(_PUT_VOTE, VOTES.values(row))

    async def clear_votes(self, table: int) -> None:
        self._unit.write(_CLEAR_VOTES, {"of_table": table})

    # -- places besides the home
    async def places(self, table: int) -> Sequence[PlaceRow]:
        """Return the places of a table besides its home, in the order in which they came."""
        return await self._unit.all(_PLACES_OF, of_table=table)

    async def places_of(self, person: int) -> Sequence[PlaceRow]:
        """Return the places that are a person's private chat, by table."""
        return await self._unit.all(_PLACES_OF_PERSON, of_person=person)

    async def guests_in(self, chat: int) -> Sequence[TableRow]:
        """Return tables with their home elsewhere that are shown in a chat and not closed, oldest first."""
        return await self._unit.all(_GUESTS_IN, of_chat=chat)

    async def put_place(self, row: PlaceRow) -> None:
        self._unit.write(_PUT_PLACE, PLACES.values(row))

    async def remove_place(self, table: int, chat: int) -> None:
        self._unit.write(_REMOVE_PLACE, {"of_table": table, "of_chat": chat})
