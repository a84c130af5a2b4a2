"""What the rest of the project may ask of the memory: plain rows and one port, without SQL.

Everything is text, numbers and booleans; times are seconds since 1970 (UTC, float). Texts that hold structure are
JSON made by the caller. ``Store`` has two shipped implementations, SQL and in memory, proved by one suite.

Durability: when ``UnitOfWork.commit`` returns, the change survives a crash of the process and of the machine.
Leaving the ``async with`` block without ``commit`` undoes everything.

::

    StoreError
    ├─ StaleSequence   another action already has this (match, seq): read again, apply again
    ├─ Unavailable     locked, disk full, read-only, connection lost: nothing was changed
    │  └─ Lost         the files are not those that were opened any more: nothing counts until a restart
    └─ WrongVersion    the database was made by a newer version of the program
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Protocol

__all__ = [
    "ActionRow", "ChatRow", "Company", "EndingRow", "IdentityRow", "LinkRow", "Lost", "LuckRow", "MatchRow", "Played",
    "PledgeRow", "RankedRow", "RatedList", "RatingKey", "RatingPointRow", "RatingRow", "ResultRow", "RoundRow", "Scope",
    "SeatRow", "StaleSequence", "Store", "StoreError", "TableRow", "Tally", "Unavailable", "UnitOfWork", "UserRow", "VoteRow",
    "WrongVersion",
]  # fmt: skip


class StoreError(Exception):
    """Base of all storage errors. Messages never hold row contents."""


class StaleSequence(StoreError):
    """The key (match, seq) is taken."""


class Unavailable(StoreError):
    """The database cannot be used now; ``str(error)`` is one clear line for the host."""


class Lost(Unavailable):
    """The database's files were deleted, moved or replaced; what was written since then is in no file that lasts."""


class WrongVersion(StoreError):
    """The database belongs to a newer version of the program."""


@dataclass(frozen=True, slots=True)
class UserRow:
    """A person. ``language`` is ``en``/``zh`` once chosen; ``prefs`` is JSON of personal answers. ``listed``: may be named in
    lists that reach beyond the groups where the person plays."""

    id: int
    name: str
    language: str | None = None
    prefs: str = "{}"
    listed: bool = False


@dataclass(frozen=True, slots=True)
class IdentityRow:
    """A person's account on one platform. ``reachable``: ``None`` unknown, else whether private messages arrive. ``name``:
    what the person is called there; ``UserRow.name`` is the name under which they were seen last, anywhere."""

    platform: str
    external: str
    user: int
    reachable: bool | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class LinkRow:
    """What a person does about joining accounts. ``digest``: of the one standing code (``""``: none), good until
    ``expires_at``. ``made`` codes and ``tries`` that failed are counted from ``since`` on."""

    user: int
    digest: str = ""
    expires_at: float = 0.0
    made: int = 0
    tries: int = 0
    since: float = 0.0


@dataclass(frozen=True, slots=True)
class ChatRow:
    """A group channel (with its topic or thread, if any) where tables stand. ``group``: the platform's id of what it is a
    part of and shares results, ratings and limits with (a server with all its channels; else ``external``), ``group_title``
    what that is called, ``""`` where it is the chat's own title."""

    id: int
    platform: str
    external: str
    thread: str = ""
    title: str = ""
    language: str | None = None
    group: str = ""
    group_title: str = ""


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
class PledgeRow:
    """What a table has promised about one deal. ``number`` counts the deals of the table from 1, void ones included.

    ``commitment`` is public as soon as it is stored; ``secret`` is one until the round is over, ``root`` for ever: the
    secrets of ``left`` further deals follow from it. ``match`` and ``round`` are set once it is dealt.
    """

    table: int
    number: int
    commitment: str
    secret: str = field(repr=False)
    root: str = field(repr=False)
    left: int
    made_at: float
    match: int | None = None
    round: int | None = None


@dataclass(frozen=True, slots=True)
class LuckRow:
    """A word that somebody added to a deal. ``place`` counts the words of the deal from 0; ``user`` may be forgotten."""

    table: int
    number: int
    place: int
    user: int | None
    word: str


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
    """What one seat got out of one finished, counted round (``round`` > 0) or match (``round`` 0).

    Seats with the same ``side`` win together; ``None`` in results of matches.
    """

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
    side: int | None = None


@dataclass(frozen=True, slots=True)
class EndingRow:
    """A round that has results. ``id`` rises in the order of commits, in which ratings are computed.

    ``round`` as in ``ResultRow`` (never 0). ``counts``: the table's word on ratings, ``on``, ``people`` or ``off``.
    """

    id: int
    match: int
    round: int
    counts: str


@dataclass(frozen=True, slots=True)
class RatingKey:
    """One player in one list. ``scope``: the chat that stands for a group, 0 for everywhere. ``board``: ``people`` or ``ai``.
    ``season``: a calendar month ``2026-11`` (UTC), ``""`` for all time. ``player``: ``u12`` a person, ``ai:easy`` a level,
    ``role:landlord`` a role."""

    game: str
    board: str
    scope: int
    season: str
    player: str


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating: ``RatingKey`` and what is believed of the player after so many rounds, the last one at ``at``.

    Everybody has one rating, that of everywhere. A row of a group says who belongs to its list, and counts the rounds played
    there; its ``mu`` and ``sigma`` are those of everywhere when it was written, and nobody reads them.
    """

    game: str
    board: str
    scope: int
    season: str
    player: str
    user: int | None
    mu: float
    sigma: float
    rounds: int
    won: int
    at: float

    @property
    def key(self) -> RatingKey:
        """Whose rating it is, in which list."""
        return RatingKey(self.game, self.board, self.scope, self.season, self.player)


@dataclass(frozen=True, slots=True)
class RatingPointRow:
    """A point of a rating's course in a list of all time: what it was after so many rounds."""

    game: str
    board: str
    scope: int
    player: str
    rounds: int
    at: float
    mu: float
    sigma: float


@dataclass(frozen=True, slots=True)
class RankedRow:
    """A line of a leaderboard: a person's name and rating. ``place`` counts from 1."""

    place: int
    name: str
    rating: RatingRow


@dataclass(frozen=True, slots=True)
class RatedList:
    """A list in which persons are rated: how many, and when somebody's last round in it ended."""

    game: str
    board: str
    season: str
    players: int
    at: float


@dataclass(frozen=True, slots=True)
class Scope:
    """Which results of a person are meant: of one game or all, of a chat's group, of the groups where ``viewer`` has played."""

    user: int
    game: str | None = None
    chat: int | None = None
    viewer: int | None = None


@dataclass(frozen=True, slots=True)
class Tally:
    """Counted rounds (or matches, then ``seat`` is -1) of a person that are alike, summed in the database."""

    game: str
    role: str
    seat: int
    place: int | None
    rounds: int
    won: int
    points: int


@dataclass(frozen=True, slots=True)
class Played:
    """One counted round of a person, in the order of time."""

    at: float
    won: bool
    points: int


@dataclass(frozen=True, slots=True)
class Company:
    """Another person in the same rounds: on the same side or against. ``won``: rounds that the first person won."""

    user: int
    name: str
    partner: bool
    rounds: int
    won: int


@dataclass(frozen=True, slots=True)
class VoteRow:
    """One seated person's vote. ``motion``: ``end`` or ``kick:SEAT``. ``expires_at``: when the motion would lapse by the
    wall clock; a running process goes by the seconds that have really passed."""

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

    # -- one person, several accounts
    async def link(self, user: int) -> LinkRow | None: ...
    async def find_link(self, digest: str) -> LinkRow | None:
        """The row with this standing code; ``digest`` is not empty."""
        ...

    async def put_link(self, row: LinkRow) -> None: ...
    async def remove_link(self, user: int) -> None: ...
    async def met(self, one: int, other: int) -> bool:
        """Whether two persons have results of the same match."""
        ...

    async def move_results(self, user: int, to: int, platform: str | None = None) -> None:
        """A person's results become another's: all of them, or those from the chats of one platform."""
        ...

    async def rounds_naming(self, piece: str) -> Sequence[RoundRow]:
        """Every round in whose ``seats`` this text occurs. Reads all rounds: not for the course of play."""
        ...

    async def seats_of(self, user: int) -> Sequence[SeatRow]:
        """Where a person sits, at parked tables too."""
        ...

    async def forget_updates(self, platform: str, start: str) -> None:
        """Forget the updates of a platform whose ids begin with ``start``: some hold the number of an account."""
        ...

    # -- chats
    async def chat(self, chat: int) -> ChatRow | None: ...
    async def find_chat(self, platform: str, external: str, thread: str) -> ChatRow | None: ...
    async def add_chat(self, platform: str, external: str, thread: str, title: str) -> ChatRow:
        """A chat that is a group by itself, until ``put_chat`` says otherwise."""
        ...

    async def put_chat(self, row: ChatRow) -> None: ...
    async def home(self, chat: int) -> int:
        """The chat that stands for the whole group to which a chat belongs: the one of it that was known first."""
        ...

    async def move_chat(self, platform: str, old: str, new: str) -> None:
        """A group got another id on its platform: all its rows (every thread) follow, and what it is a part of."""
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
    # -- what was promised about deals
    async def put_pledge(self, row: PledgeRow) -> None: ...
    async def last_pledge(self, table: int) -> PledgeRow | None:
        """The one with the highest number; it is for the next deal while its ``match`` is not set."""
        ...

    async def pledge_of(self, match: int, round: int) -> PledgeRow | None: ...
    async def put_luck(self, row: LuckRow) -> None: ...
    async def luck(self, table: int, number: int) -> Sequence[LuckRow]:
        """The words added to one deal, in the order of their places."""
        ...

    async def luck_of(self, user: int) -> Sequence[LuckRow]:
        """Every word of a person."""
        ...

    async def append(self, row: ActionRow) -> None:
        """Add a line to the log. Its key is the compare-and-set: ``StaleSequence`` if it is taken (here or at commit)."""
        ...

    async def actions(self, match: int, round: int | None = None) -> Sequence[ActionRow]:
        """The log of a match or of one of its rounds, in order."""
        ...

    async def next_seq(self, match: int) -> int: ...

    # -- results
    async def add_results(self, rows: Sequence[ResultRow]) -> None: ...
    async def add_ending(self, row: EndingRow) -> EndingRow:
        """``row.id`` is ignored. The results of the round are added in the same transaction."""
        ...

    async def endings(self, *, after: int, limit: int) -> Sequence[EndingRow]:
        """Endings with a higher id than ``after``, in order."""
        ...

    async def ended(self, *, after: int, last: int) -> Sequence[ResultRow]:
        """The results of the rounds of these endings (``after`` < id <= ``last``), in their order, then by seat."""
        ...

    async def results_of(self, user: int, *, game: str | None, chat: int | None, limit: int) -> Sequence[ResultRow]:
        """A person's results, newest first, rounds and matches alike. ``chat``: of all chats of its group, here and below."""
        ...

    async def matches_in(self, chat: int | None, user: int | None, *, limit: int, offset: int) -> Sequence[MatchRow]:
        """Finished or open matches of a chat or a person, newest first."""
        ...

    # -- ratings
    async def ratings(self, keys: Sequence[RatingKey]) -> Sequence[RatingRow]:
        """Those that exist, in the order of ``keys``."""
        ...

    async def put_ratings(self, rows: Sequence[RatingRow]) -> None: ...
    async def put_rating_points(self, rows: Sequence[RatingPointRow]) -> None: ...
    async def clear_ratings(self) -> None:
        """Forget all ratings and their points, to put them anew."""
        ...

    async def all_ratings(self) -> Sequence[RatingRow]:
        """Every rating, in the order of its key."""
        ...

    async def rated_lists(self, scope: int, viewer: int | None) -> Sequence[RatedList]:
        """The lists of a scope that have persons in them, the most recent first; ``viewer`` as in ``ranked``."""
        ...

    async def ranked(
        self, *, game: str, board: str, scope: int, season: str, viewer: int | None, limit: int, offset: int
    ) -> Sequence[RankedRow]:
        """Named persons of a list with their ratings of everywhere, by ``mu`` - 3 ``sigma``, best first. ``viewer``: only
        those who are listed, and this person."""
        ...

    async def ranked_above(self, row: RatingRow, *, scope: int, viewer: int | None) -> int:
        """How many of those whom ``ranked`` lists stand before this rating (of everywhere) of a person."""
        ...

    async def rating_points(self, game: str, board: str, scope: int, player: str) -> Sequence[RatingPointRow]:
        """The course of a rating, in order."""
        ...

    async def rated_others(self, *, game: str, board: str, scope: int, season: str) -> Sequence[RatingRow]:
        """Ratings (of everywhere) of those in a list who are no persons: AI players and roles, in the order of their names."""
        ...

    # -- statistics
    async def tallies(self, scope: Scope) -> Sequence[Tally]:
        """Rounds by game, role, seat and place, then matches by game, in the order of these."""
        ...

    async def feats(self, scope: Scope) -> Sequence[tuple[str, str, int]]:
        """(game, JSON of deeds, how many counted rounds had exactly these), in the order of the two texts."""
        ...

    async def played(self, scope: Scope, *, latest: int) -> Sequence[Played]:
        """The ``latest`` counted rounds, oldest first."""
        ...

    async def company(self, scope: Scope, *, least: int, latest: int) -> Sequence[Company]:
        """Named persons met in at least ``least`` of the ``latest`` counted rounds, on one side or the other, in the order
        of ids."""
        ...

    async def find_players(self, name: str, *, chat: int | None, viewer: int | None) -> Sequence[UserRow]:
        """People of this name (in any case of letters) with results in the chat's group, or in groups where the viewer has."""
        ...

    # -- marks
    async def mark(self, name: str) -> str | None:
        """A short text that the program has left for itself, ``None`` if it has not."""
        ...

    async def put_mark(self, name: str, value: str) -> None: ...


class Store(Protocol):
    """Where units of work come from."""

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """A new transaction."""
        ...

    async def ping(self) -> None:
        """Return if the database answers and takes what is written, else ``Unavailable``."""
        ...

    async def erase(self) -> None:
        """Take what has been deleted out of the files, where nobody may find it any more."""
        ...

    async def close(self) -> None:
        """Let go of the database."""
        ...
