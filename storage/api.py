"""What the rest of the project may ask of the memory: plain rows and one port, without SQL.

Everything is text, numbers and booleans; times are seconds since 1970 (UTC, float). Texts that hold structure are
JSON made by the caller. ``Store`` has two shipped implementations, SQL and in memory, proved by one suite.

Durability: when ``UnitOfWork.commit`` returns, the change survives a crash of the process and of the machine.
Leaving the ``async with`` block without ``commit`` undoes everything.

::

    StoreError
    ├─ StaleSequence   another action already has this (match, seq): read again, apply again
    ├─ Unavailable     locked, disk full, read-only, connection lost: nothing was changed
    └─ WrongVersion    the database was made by a newer version of the program
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol

__all__ = [
    "ActionRow", "ChatRow", "IdentityRow", "MatchRow", "PlayedSeat", "ResultRow", "RoundRow", "SeatRow", "StaleSequence",
    "Store", "StoreError", "TableRow", "Unavailable", "UnitOfWork", "UserRow", "VoteRow", "WrongVersion",
]  # fmt: skip


class StoreError(Exception):
    """Base of all storage errors. Messages never hold row contents."""


class StaleSequence(StoreError):
    """The key (match, seq) is taken."""


class Unavailable(StoreError):
    """The database cannot be used now; ``str(error)`` is one clear line for the host."""


class WrongVersion(StoreError):
    """The database belongs to a newer version of the program."""


@dataclass(frozen=True, slots=True)
class UserRow:
    """A person. ``language`` is ``en``/``zh`` once chosen; ``prefs`` is JSON of personal answers."""

    id: int
    name: str
    language: str | None = None
    prefs: str = "{}"


@dataclass(frozen=True, slots=True)
class IdentityRow:
    """A person's account on one platform. ``reachable``: ``None`` unknown, else whether private messages arrive."""

    platform: str
    external: str
    user: int
    reachable: bool | None = None


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A group channel (with its topic or thread, if any) where tables stand."""

    id: int
    platform: str
    external: str
    thread: str = ""
    title: str = ""
    language: str | None = None


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table. ``state``: ``lobby``, ``playing``, ``between``, ``over``, ``closed``; a parked table keeps its state.

    ``options`` is JSON of the complete options. ``message`` is the platform's id of the current table message and
    ``message_at`` when it was posted. ``clock`` is the time to act in seconds, 0 for none. ``seed``: JSON or ``""``,
    set while deals are reproducible. ``extra`` is JSON for what the session keeps besides (never a card).
    ``touched_at``: the last deed of a person.
    """

    id: int
    chat: int
    game: str
    options: str
    preset: str
    players: int
    state: str
    host: int | None
    clock: int
    match: int | None = None
    round: int = 0
    parked: bool = False
    message: str | None = None
    message_at: float | None = None
    seed: str = ""
    extra: str = "{}"
    created_at: float = 0.0
    touched_at: float = 0.0


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits where. Exactly one of ``user`` and ``ai`` (a level) is set.

    ``away``: an AI player acts for the person. ``stand_in``: level of the AI player that finishes a round for
    somebody who left. ``timeouts``: clock answers in a row. ``remaining``: seconds left to act when last written
    (heartbeat), ``None`` while not awaited. ``autopass``: JSON of a standing pass in advance, ``""`` if none.
    ``message``: the platform's id of the private panel message.
    """

    table: int
    seat: int
    user: int | None
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
    external: str = ""


@dataclass(frozen=True, slots=True)
class MatchRow:
    """Linked rounds at one table. ``status``: ``open``, ``over``, ``ended`` (by people). ``winner``: JSON list of seats."""

    id: int
    table: int
    chat: int
    game: str
    options: str
    status: str
    started_at: float
    ended_at: float | None = None
    winner: str | None = None


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One deal. ``deal``, ``carry_in``, ``carry_out``, ``result`` are JSON; the deal is secret until the round is over.

    ``status``: ``open``, ``over``, ``void`` (rules or a vote), ``aborted``. ``seats`` is JSON: who sat where.
    """

    match: int
    round: int
    rules_version: int
    deal: str
    carry_in: str
    seats: str
    status: str
    started_at: float
    ended_at: float | None = None
    carry_out: str | None = None
    result: str | None = None


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One line of the log. ``seq`` counts from 0 within the match; ``line`` is exact notation, never typed text.

    ``cause``: ``player``, ``ai`` (of an AI player), ``stand_in`` (an AI player for a person), ``clock``, ``auto`` (a
    pass in advance or another standing order).
    """

    match: int
    seq: int
    round: int
    seat: int
    line: str
    cause: str
    at: float


@dataclass(frozen=True, slots=True)
class ResultRow:
    """What one seat got out of one finished, counted round (``round`` > 0) or match (``round`` 0)."""

    match: int
    round: int
    seat: int
    game: str
    chat: int
    user: int | None
    ai: str | None
    role: str
    points: int
    won: bool
    place: int | None
    at: float
    feats: str = "{}"


@dataclass(frozen=True, slots=True)
class PlayedSeat:
    """A line of a leaderboard, summed in the database: counted rounds of one player in one scope."""

    user: int | None
    ai: str | None
    name: str
    rounds: int
    rounds_won: int
    matches: int
    matches_won: int
    points: int


@dataclass(frozen=True, slots=True)
class VoteRow:
    """One seated person's vote. ``motion``: ``end`` or ``kick:SEAT``; the motion lapses at ``expires_at``."""

    table: int
    motion: str
    seat: int
    expires_at: float


class UnitOfWork(Protocol):
    """One transaction. Reads see its own writes. ``add_*`` methods return the row with its new id."""

    async def commit(self) -> None:
        """Make everything durable. ``StaleSequence`` or ``Unavailable``: nothing was changed."""
        ...

    # -- platform updates, for telling a redelivered one
    async def seen(self, platform: str, update: str) -> str | None:
        """The effect stored with an update id, ``None`` if it is new."""
        ...

    async def remember(self, platform: str, update: str, effect: str, at: float) -> None:
        """Store an update's effect (a short text) with its id."""
        ...

    # -- people
    async def identity(self, platform: str, external: str) -> IdentityRow | None: ...
    async def identities(self, user: int) -> Sequence[IdentityRow]: ...
    async def add_user(self, name: str, platform: str, external: str) -> UserRow: ...
    async def user(self, user: int) -> UserRow | None: ...
    async def users(self, ids: Sequence[int]) -> Sequence[UserRow]: ...
    async def put_user(self, row: UserRow) -> None: ...
    async def put_identity(self, row: IdentityRow) -> None: ...
    async def remove_identity(self, platform: str, external: str) -> None:
        """An account is nobody's any more; its next message makes a new person. Nothing happens if it is unknown."""
        ...

    # -- chats
    async def chat(self, chat: int) -> ChatRow | None: ...
    async def find_chat(self, platform: str, external: str, thread: str) -> ChatRow | None: ...
    async def add_chat(self, platform: str, external: str, thread: str, title: str) -> ChatRow: ...
    async def put_chat(self, row: ChatRow) -> None: ...
    async def move_chat(self, platform: str, old: str, new: str) -> None:
        """A group got another id on its platform: all its rows (every thread) follow."""
        ...

    # -- tables and seats
    async def add_table(self, row: TableRow) -> TableRow:
        """``row.id`` is ignored; the new id is a small number, never used again."""
        ...

    async def table(self, table: int) -> TableRow | None: ...
    async def put_table(self, row: TableRow) -> None: ...
    async def open_tables(self) -> Sequence[TableRow]:
        """Every table that is not closed, parked ones included."""
        ...

    async def tables_in(self, chat: int) -> Sequence[TableRow]:
        """Tables of a chat that are not closed, oldest first."""
        ...

    async def seats(self, table: int) -> Sequence[SeatRow]: ...
    async def put_seat(self, row: SeatRow) -> None: ...
    async def remove_seat(self, table: int, seat: int) -> None: ...
    async def beat(self, remaining: Sequence[tuple[int, int, float]]) -> None:
        """Heartbeat: write (table, seat, seconds left) of many seats at once."""
        ...

    async def votes(self, table: int) -> Sequence[VoteRow]: ...
    async def put_vote(self, row: VoteRow) -> None: ...
    async def clear_votes(self, table: int) -> None: ...

    # -- matches, rounds, the log
    async def add_match(self, row: MatchRow) -> MatchRow: ...
    async def match(self, match: int) -> MatchRow | None: ...
    async def put_match(self, row: MatchRow) -> None: ...
    async def add_round(self, row: RoundRow) -> None: ...
    async def put_round(self, row: RoundRow) -> None: ...
    async def round(self, match: int, round: int) -> RoundRow | None: ...
    async def rounds(self, match: int) -> Sequence[RoundRow]: ...
    async def append(self, row: ActionRow) -> None:
        """Add a line to the log. Its key is the compare-and-set: ``StaleSequence`` if it is taken (here or at commit)."""
        ...

    async def actions(self, match: int, round: int | None = None) -> Sequence[ActionRow]:
        """The log of a match or of one of its rounds, in order."""
        ...

    async def next_seq(self, match: int) -> int: ...

    # -- results
    async def add_results(self, rows: Sequence[ResultRow]) -> None: ...
    async def leaderboard(self, *, game: str | None, chat: int | None, least: int, limit: int) -> Sequence[PlayedSeat]:
        """Persons with at least ``least`` counted rounds, best mean points first; AI players are left out."""
        ...

    async def standings(self, *, game: str | None, chat: int | None, ai: bool) -> Sequence[PlayedSeat]:
        """All sums of a scope, of persons or of AI players, in no particular order."""
        ...

    async def results_of(self, user: int, *, game: str | None, chat: int | None, limit: int) -> Sequence[ResultRow]:
        """A person's results, newest first, rounds and matches alike."""
        ...

    async def matches_in(self, chat: int | None, user: int | None, *, limit: int, offset: int) -> Sequence[MatchRow]:
        """Finished or open matches of a chat or a person, newest first."""
        ...


class Store(Protocol):
    """Where units of work come from."""

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """A new transaction."""
        ...

    async def ping(self) -> None:
        """Return if the database answers, else ``Unavailable``."""
        ...

    async def close(self) -> None:
        """Let go of the database."""
        ...
