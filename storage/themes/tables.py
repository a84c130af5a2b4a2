"""Tables: who sits there, who else has to do with one, what is voted on, and the places besides its home where it is shown."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Self

from sqlalchemy import CheckConstraint, ForeignKeyConstraint, Index, bindparam, column, func, select, update

from storage.sql import All, Numbered, One, PersonField, Put, Query, Remove, Rows, Statement, Stored, first_number
from storage.themes.chats import in_group

__all__ = [
    "PARTICIPANTS", "PLACES", "PLAYED", "REGULARS", "SEATS", "TABLES", "ContestRow", "Home", "LobbyTimes",
    "ParticipantRow", "PlaceRow", "RegularRow", "Rewind", "SeatRow", "StoredTables", "TableRow", "Terms", "VoteRow",
    "Waiter",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Terms:
    """What is agreed at a table beside the options of its game."""

    clock: int  # The time to act in seconds, 0 for none
    seed: str = field(default="", repr=False)  # JSON, set while deals are reproducible
    usual_clock: bool = False
    """Nobody chose the clock: it rests while one person is alone with AI players, see ``Book.clock``."""
    level: str = ""  # Of AI players who are asked for without saying how strong; ``""``: the usual one
    ratings: str = "on"  # The table's word on ratings: ``on``, ``people`` (not with AI players) or ``off``
    counter: bool = True  # People may ask which cards are still out


@dataclass(frozen=True, slots=True)
class Home:
    """How a table stands in the chat where it was opened, and how others come to it."""

    private: bool = False  # The home is a private chat
    adrift: bool = False
    """It cannot be written to any more, and there is no other place: the table goes on in the panels of its people alone."""
    lacking: frozenset[str] = frozenset()  # Permissions missing there, of which the host has been told
    invite: str = field(default="", repr=False)
    """The secret part of the table's invitation; ``""`` as long as nobody has asked for one."""


@dataclass(frozen=True, slots=True)
class LobbyTimes:
    """How people gather before the first deal."""

    until: float = field(default=0.0, metadata={"column": "lobby_until"})
    """When the time ends in which they may come, by the wall clock; 0: it does not, and a full table waits to be dealt."""
    over: bool = field(default=False, metadata={"column": "lobby_over"})  # It has ended once, with seats free
    draws: int = 0  # How often seats have been drawn


@dataclass(frozen=True, slots=True)
class Rewind:
    """What was taken back in a round: since then its log was begun anew at place ``seq``. ``resolved``: by seat how many
    decisions have been made besides those that the log tells of; no decision is ever called as an earlier one was. Empty as long
    as nothing was taken back."""

    seq: int = field(default=0, metadata={"column": "rewound_to"})
    resolved: tuple[int, ...] = field(default=(), metadata={"column": "rewound"})


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. ``state``: ``lobby``, ``playing``, ``between``, ``over``, ``closed``; a parked table keeps its state.
    ``options`` is JSON of the complete options. ``message`` is the platform's id of the current table message and
    ``message_at`` when it was posted. ``touched_at``: the last deed of a person. ``shows``: what the table message
    shows, as one word of the session and the digest of what the frontend sent; ``""`` if that is not known."""

    id: int
    chat: int
    game: str
    options: str
    preset: str
    players: int
    state: str
    host: Annotated[int | None, PersonField(of="chat", forgotten="keep")]
    terms: Terms
    match: int | None = None
    round: int = 0
    parked: bool = False
    message: str | None = None
    message_at: float | None = None
    created_at: float = 0.0
    touched_at: float = 0.0
    shows: str = ""
    home: Home = Home()
    lobby: LobbyTimes = LobbyTimes()
    rewind: Rewind = Rewind()


TABLES = Rows(
    TableRow,
    "tables",
    # A match names its table, a table its running match: the second link is added once both exist.
    ForeignKeyConstraint(["match"], ["matches.id"], use_alter=True),
    Index(None, "chat"),
    key="id",
    refers={"chat": "chats", "host": "users"},
    later="shows usual_clock level ratings counter private adrift lacking invite lobby_until lobby_over draws"
    " rewound_to rewound",
)
_OPEN = TABLES.c.state != "closed"
PLAYED = (_OPEN, TABLES.c.parked.is_(False))  # The conditions that a table is neither closed nor put aside
_ADD = TABLES.insert_new()
_OPEN_IN_CHAT = TABLES.all(_OPEN, "chat", order="id")
_OPEN_IN_GROUP: Query[int] = Query(select(func.count()).where(*PLAYED, in_group(TABLES.c.chat)), first_number)


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where. Exactly one of ``user`` and ``ai`` (a level) is set.

    ``away``: an AI player acts for the person. ``stand_in``: the AI player took over for somebody who left.
    ``timeouts``: clock answers in a row. ``remaining``: seconds left to act when last written (heartbeat), ``None``
    while not awaited. ``autopass``: JSON of a standing pass in advance, ``""`` if none. ``message``: the platform's id
    of the private panel message, ``shows`` what it shows, see ``TableRow``. ``place``: the chat through which its
    person came (``PlaceRow``), ``None`` for the table's home."""

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
    external: Annotated[str, PersonField(holds="account")] = ""
    shows: str = ""
    place: int | None = None
    stand_in: bool = False
    beside: str = field(default="", repr=False)
    """How the frontend finds the panel inside a group; there may be a token in it."""


SEATS = Rows(
    SeatRow,
    "seats",
    CheckConstraint(column("user").is_(None) != column("ai").is_(None), name="user_or_ai"),
    key="table seat",
    refers={"table": "tables", "user": "users", "place": "chats"},
    index="user",
    later="shows stand_in beside",
)
_SEATS_AT, _SEATS_OF = SEATS.all("table", order="seat"), SEATS.all("user", order="table seat")
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
class Waiter:
    """Somebody with a seat that is theirs at another time than now: when the round is over, or in the round that was. ``place``
    as in ``SeatRow``; ``joined_at`` where they sat before."""

    seat: int
    user: Annotated[int, PersonField(of="table", forgotten="remove")]
    platform: str
    external: Annotated[str, PersonField(holds="account")]
    place: int | None = None
    joined_at: float = 0.0

    def sit_down(self, table: int, now: float) -> SeatRow:
        """Return their seat when it is theirs."""
        return SeatRow(
            table, self.seat, self.user, None, now, platform=self.platform, external=self.external, place=self.place
        )


@dataclass(frozen=True, slots=True)
class ParticipantRow:
    """Who has to do with a table besides those who sit there, ``number`` of its ``kind`` from 0: ``waiting`` (gets a seat when
    the round is over), ``sit_in`` (has asked to sit in for a missing person), ``lent`` (whose seat somebody else plays for a
    round), ``dealt_in`` (was dealt into the round that is played or was played last)."""

    table: int
    kind: str
    number: int
    who: Waiter


PARTICIPANTS = Rows(
    ParticipantRow,
    "participants",
    key="table kind number",
    refers={"table": "tables", "user": "users", "place": "chats"},
    index="user",
)
_FORGET_PARTICIPANT = PARTICIPANTS.remove("table", "user")


@dataclass(frozen=True, slots=True)
class RegularRow:
    """What a table knows of a person, whoever sits there now. ``ephemeral``: the platform can show them their hand inside the
    group. ``tally``: what they have won here in all matches. ``holiday``: until when (in seconds since 1970) an AI player acts
    for them, by their own word."""

    table: int
    user: Annotated[int, PersonField(forgotten="remove")]
    ephemeral: bool = False
    tally: int | None = None
    holiday: float | None = None

    def joined(self, other: Self) -> Self:
        """The same as another person's, who may have been known already."""
        tallies = [one for one in (self.tally, other.tally) if one is not None]
        tally, holiday = sum(tallies) if tallies else None, self.holiday if other.holiday is None else other.holiday
        ephemeral = self.ephemeral or other.ephemeral
        return replace(self, user=other.user, ephemeral=ephemeral, tally=tally, holiday=holiday)


REGULARS = Rows(RegularRow, "regulars", key="table user", refers={"table": "tables", "user": "users"}, index="user")


@dataclass(frozen=True, slots=True)
class ContestRow:
    """The place of a table in its tournament, field by field as ``bot.tournaments.TournamentTable`` has it."""

    table: int
    tournament: int
    stage: int
    number: int
    first: int
    deals: int
    members: int
    sat: tuple[int, ...]
    won: tuple[int, ...]
    entries: tuple[int, ...] = ()


CONTESTS = Rows(ContestRow, "contests", key="table", refers={"table": "tables", "tournament": "tournaments"})


@dataclass(frozen=True, slots=True)
class VoteRow:
    """One seated person's vote. ``motion``: ``end`` or ``kick:SEAT``. ``expires_at``: when the motion would lapse by the
    wall clock; a running process goes by the seconds that have really passed."""

    table: int
    motion: str
    seat: int
    expires_at: float


VOTES = Rows(VoteRow, "votes", key="table motion seat", refers={"table": "tables"})


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


class StoredTables(Stored):
    """What is asked about tables."""

    async def add(self, row: TableRow) -> TableRow:
        """Add a table. ``row.id`` is ignored; the new id is a small number, never used again."""
        return replace(row, id=await self._unit.the(_ADD, **TABLES.values(row)))

    get = One[[int], TableRow](TABLES.one())
    put = Put(TABLES, TABLES.update())  # Change a table that is there
    open = All[[], TableRow](TABLES.all(_OPEN, order="id"))
    open_in = All[[int], TableRow](_OPEN_IN_CHAT)  # Return tables of a chat that are not closed, oldest first

    async def count_in_group(self, chat: int) -> int:
        """How many tables of a chat's group are neither closed nor parked."""
        return await self._unit.the(_OPEN_IN_GROUP, of_chat=chat)

    # -- seats
    seats = All[[int], SeatRow](_SEATS_AT)
    seats_of = All[[int], SeatRow](_SEATS_OF)  # Return the seats of a person, those at parked tables too
    put_seat = Put(SEATS)
    remove_seat = Remove[[int, int]](SEATS.remove())

    async def put_remaining(self, remaining: Sequence[tuple[int, int, float]]) -> None:
        """Write (table, seat, seconds left to act) of many seats at once: the heartbeat of the clocks."""
        last = {(table, seat): left for table, seat, left in remaining}
        beats = [
            {"of_table": table, "of_seat": seat, "remaining": left} for (table, seat), left in sorted(last.items())
        ]
        self._unit.write(_PUT_REMAINING, beats)

    # -- who else has to do with a table
    participants = All[[int], ParticipantRow](PARTICIPANTS.all("table", order="kind number"))
    participants_of = All[[int], ParticipantRow](PARTICIPANTS.all("user", order="table kind number"))
    put_participant = Put(PARTICIPANTS)
    remove_participant = Put(PARTICIPANTS, PARTICIPANTS.remove())
    regulars = All[[int], RegularRow](REGULARS.all("table", order="user"))
    regulars_of = All[[int], RegularRow](REGULARS.all("user", order="table"))
    put_regular = Put(REGULARS)
    remove_regular = Remove[[int, int]](REGULARS.remove())

    async def forget_person(self, table: int, user: int) -> None:
        self._unit.write(_FORGET_PARTICIPANT, {"of_table": table, "of_user": user})
        await self.remove_regular(table, user)

    contest = One[[int], ContestRow](CONTESTS.one())
    put_contest = Put(CONTESTS)

    # -- votes
    votes = All[[int], VoteRow](VOTES.all("table", order="motion seat"))
    put_vote = Put(VOTES)
    clear_votes = Remove[[int]](VOTES.remove("table"))

    # -- places besides the home
    places = All[[int], PlaceRow](PLACES.all("table", order="since chat"))
    """The places of a table besides its home, in the order in which they came."""
    places_of = All[[int], PlaceRow](PLACES.all("person", order="table chat"))
    """The places that are a person's private chat, by table."""
    guests_in = All[[int], TableRow](
        TABLES.all(TABLES.c.id == PLACES.c.table, _OPEN, *PLACES.given("chat"), order="id")
    )
    """Return tables with their home elsewhere that are shown in a chat and not closed, oldest first."""
    put_place = Put(PLACES)
    remove_place = Remove[[int, int]](PLACES.remove())
