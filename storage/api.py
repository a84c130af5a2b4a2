"""What the rest of the project may ask of the store: the rows of ``storage.rows`` and one port, without SQL.

``Store`` has two implementations, SQLite and PostgreSQL, proved by one suite.

Durability: when ``UnitOfWork.commit`` returns, the change survives a crash of the process and of the machine.
Leaving the ``async with`` block without ``commit`` undoes everything.

Units at the same time: in a file they take turns. On a server they run side by side, also those of other
processes; what a unit has read of a person, an account, a link or a chat by its key, nobody else changes until the unit
is over, and so with all ratings after ``hold_endings`` or ``add_ending``. Keys decide who was first.

::

    StoreError
    ├─ StaleSequence   another action already has this (match, seq): read again, apply again
    ├─ Unavailable     locked, disk full, read-only, connection lost: nothing was changed
    │  ├─ Conflict     somebody else was first, or in the way: done anew, it finds what the other did
    │  ├─ Unsure       the answer to a commit was lost: it is there, or nothing of it
    │  └─ FilesLost    the database is not the one that was opened any more: nothing counts until a restart
    └─ WrongVersion    the database was made by a newer version of the program
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from typing import Protocol

from storage.groups import BanRow, CallRow, GroupQueries, HouseRow
from storage.honours import AchievementRow, HonourQueries, SeasonPostRow
from storage.places import PlaceQueries, PlaceRow
from storage.reviews import PendingReviewRow, ReviewQueries, ReviewRow
from storage.rows import (
    ActionRow,
    ChatRow,
    EndingRow,
    IdentityRow,
    LinkRow,
    LuckRow,
    MatchRow,
    OwnerRow,
    PageKeyRow,
    PlayedRound,
    PledgeRow,
    RankedRow,
    RatedList,
    RatingKey,
    RatingPointRow,
    RatingRow,
    ResultFilter,
    ResultRow,
    ResultSum,
    RoundRow,
    SeatRow,
    SharedRounds,
    TableRow,
    UserRow,
    VoteRow,
)
from storage.tournaments import EntrantRow, PairingRow, ScoreRow, TournamentQueries, TournamentRow, VenueRow

__all__ = [
    "AchievementRow",
    "ActionRow",
    "BanRow",
    "CallRow",
    "ChatRow",
    "Conflict",
    "DurableStore",
    "EndingRow",
    "EntrantRow",
    "FilesLost",
    "HouseRow",
    "IdentityRow",
    "LinkRow",
    "LuckRow",
    "MatchRow",
    "OwnerRow",
    "PageKeyRow",
    "PairingRow",
    "PendingReviewRow",
    "PlaceRow",
    "PlayedRound",
    "PledgeRow",
    "RankedRow",
    "RatedList",
    "RatingKey",
    "RatingPointRow",
    "RatingRow",
    "ResultFilter",
    "ResultRow",
    "ResultSum",
    "ReviewQueries",
    "ReviewRow",
    "RoundRow",
    "ScoreRow",
    "SeasonPostRow",
    "SeatRow",
    "SharedRounds",
    "StaleSequence",
    "Store",
    "StoreError",
    "TableRow",
    "TournamentRow",
    "Unavailable",
    "UnitOfWork",
    "Unsure",
    "UserRow",
    "VenueRow",
    "VoteRow",
    "WrongVersion",
]  # fmt: skip


class StoreError(Exception):
    """Base of all storage errors. Messages never hold row contents."""


class StaleSequence(StoreError):
    """The key (match, seq) is taken."""


class Unavailable(StoreError):
    """The database cannot be used now; ``str(error)`` is one clear line for the host."""


class Conflict(Unavailable):
    """Somebody else has this update id, account or chat since a moment ago, or two units waited for each other. Nothing was
    changed; whoever does the same anew finds what the other did."""


class Unsure(Unavailable):
    """A commit whose answer was lost with the connection: all of it was done or nothing. Read before anything else is done;
    an update id or the log tells."""


class FilesLost(Unavailable):
    """The database's files were deleted, moved or replaced, so that what was written since then is in no file that lasts; or
    another process has taken the database over."""


class WrongVersion(StoreError):
    """The database belongs to a newer version of the program."""


class UnitOfWork(GroupQueries, HonourQueries, PlaceQueries, ReviewQueries, TournamentQueries, Protocol):
    """One transaction. Reads see its own writes.

    ``put_*`` adds a row or replaces the one with its key (of users, chats, tables, matches and rounds: it must exist), ``add_*``
    adds one and returns it with its new id where it has one.
    """

    async def commit(self) -> None:
        """Make everything durable. If it raises ``StaleSequence`` or ``Unavailable``, nothing was changed; after ``Unsure``
        nobody knows."""
        ...

    # -- platform updates, for telling a redelivered one
    async def seen(self, platform: str, update: str) -> str | None:
        """Return the effect stored with an update id, ``None`` if it is new."""
        ...

    async def remember(self, platform: str, update: str, effect: str, at: float) -> None:
        """Store an update's effect (a short text) with its id. ``Conflict`` if the id is there already (here or at commit):
        nothing is done twice."""
        ...

    # -- people
    async def identity(self, platform: str, external: str) -> IdentityRow | None: ...
    async def identities(self, user: int) -> Sequence[IdentityRow]: ...
    async def add_user(self, name: str, platform: str, external: str) -> UserRow:
        """Add a person with an account. ``Conflict`` if the account has a person already."""
        ...

    async def user(self, user: int) -> UserRow | None: ...
    async def users(self, ids: Sequence[int]) -> Sequence[UserRow]: ...
    async def put_user(self, row: UserRow) -> None: ...
    async def put_identity(self, row: IdentityRow) -> None: ...
    async def lock_user(self, user: int) -> None:
        """Let no other unit that asks for the same person go on before this one is over."""
        ...

    async def remove_identity(self, platform: str, external: str) -> None:
        """Take an account from its person; its next message makes a new person. Do nothing if it is unknown."""
        ...

    # -- one person, several accounts
    async def link(self, user: int) -> LinkRow | None: ...
    async def find_link(self, digest: str) -> LinkRow | None:
        """Return the row with this standing code; ``digest`` is not empty."""
        ...

    async def put_link(self, row: LinkRow) -> None: ...
    async def remove_link(self, user: int) -> None: ...
    # -- what browsers show
    async def page_key(self, digest: str) -> PageKeyRow | None: ...
    async def add_page_key(self, row: PageKeyRow) -> bool:
        """Add a key, or return ``False`` and leave the one that has its digest."""
        ...

    async def take_page_key(self, digest: str) -> PageKeyRow | None:
        """Return a key and take it away: of several that ask at once, one gets it."""
        ...

    async def remove_page_keys(self, platform: str, external: str, kind: str | None = None) -> None:
        """Take away the keys of an account: all of them, or those of one kind."""
        ...

    async def expire_page_keys(self, now: float) -> None:
        """Take away whatever is not good any more."""
        ...

    async def have_met(self, one: int, other: int) -> bool:
        """Return whether two persons have results of the same match."""
        ...

    async def move_results(self, user: int, to: int, platform: str | None = None) -> None:
        """Give a person's results to another: all of them, or those from the chats of one platform."""
        ...

    async def rounds_naming(self, piece: str) -> Sequence[RoundRow]:
        """Return every round in whose ``seats`` this text occurs. Reads all rounds: not for the course of play."""
        ...

    async def seats_of(self, user: int) -> Sequence[SeatRow]:
        """Return the seats of a person, those at parked tables too."""
        ...

    async def forget_updates(self, platform: str, start: str) -> None:
        """Forget the updates of a platform whose ids begin with ``start``: some hold the number of an account."""
        ...

    # -- chats
    async def chat(self, chat: int) -> ChatRow | None: ...
    async def find_chat(self, platform: str, external: str, thread: str) -> ChatRow | None: ...
    async def add_chat(self, platform: str, external: str, thread: str, title: str) -> ChatRow:
        """Add a chat that is a group by itself, until ``put_chat`` says otherwise. ``Conflict`` if it is known already."""
        ...

    async def put_chat(self, row: ChatRow) -> None: ...
    async def home(self, chat: int) -> int:
        """Return the chat that stands for the whole group to which a chat belongs: the one of it that was known
        first."""
        ...

    async def move_chat(self, platform: str, old: str, new: str) -> None:
        """Give a group its new id on its platform: all its rows (every thread) follow, and what it is a part of."""
        ...

    # -- tables and seats
    async def add_table(self, row: TableRow) -> TableRow:
        """Add a table. ``row.id`` is ignored; the new id is a small number, never used again."""
        ...

    async def table(self, table: int) -> TableRow | None: ...
    async def put_table(self, row: TableRow) -> None: ...
    async def open_tables(self) -> Sequence[TableRow]:
        """Return every table that is not closed, parked ones included."""
        ...

    async def tables_in(self, chat: int) -> Sequence[TableRow]:
        """Return tables of a chat that are not closed, oldest first."""
        ...

    async def open_in_group(self, chat: int) -> int:
        """Return how many tables of a chat's group are neither closed nor parked."""
        ...

    async def seats(self, table: int) -> Sequence[SeatRow]: ...
    async def put_seat(self, row: SeatRow) -> None: ...
    async def remove_seat(self, table: int, seat: int) -> None: ...
    async def put_remaining(self, remaining: Sequence[tuple[int, int, float]]) -> None:
        """Write (table, seat, seconds left to act) of many seats at once: the heartbeat of the clocks."""
        ...

    async def votes(self, table: int) -> Sequence[VoteRow]: ...
    async def put_vote(self, row: VoteRow) -> None: ...
    async def clear_votes(self, table: int) -> None: ...

    # -- which of several workers has a table; with one process alone there are no such rows
    async def owner(self, table: int) -> OwnerRow | None: ...
    async def hold(self, table: int, worker: str, fence: int) -> bool:
        """Return whether a table is this worker's by this fence; if so, nobody takes it before this unit is over."""
        ...

    async def hold_all(self, worker: str) -> Sequence[OwnerRow]:
        """Return all rows of a worker by table; nobody takes one of these tables before this unit is over."""
        ...

    async def own(self, table: int, worker: str) -> int:
        """Give a table to a worker (``""``: to nobody), whoever has it now; return its new fence."""
        ...

    async def disown(self, table: int) -> None:
        """Forget who had a table that is closed."""
        ...

    async def release(self, tables: Sequence[tuple[int, int]], worker: str) -> None:
        """Set tables (with their fences) free that are still this worker's; what is another's stays so."""
        ...

    async def claim(self, worker: str, alive: Collection[str], limit: int) -> Sequence[OwnerRow]:
        """Take at most ``limit`` tables, oldest first, that nobody has who is ``alive``; return their new rows.

        Closed and parked ones are nobody's to take. Of several workers that ask at once each gets others.
        """
        ...

    async def enroll(self) -> None:
        """Write for every open table that has none a row that says it is free, and forget those of closed ones: one process
        alone keeps no such rows."""
        ...

    async def owned(self) -> Mapping[str, int]:
        """Return how many tables that are neither closed nor parked each worker has; those that are free under ``""``."""
        ...

    async def owned_by(self, worker: str) -> Sequence[OwnerRow]:
        """Return all rows of a worker, by table."""
        ...

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
        """Return the one with the highest number; it is for the next deal while its ``match`` is not set."""
        ...

    async def pledge_of(self, match: int, round: int) -> PledgeRow | None: ...
    async def put_luck(self, row: LuckRow) -> None: ...
    async def luck(self, table: int, number: int) -> Sequence[LuckRow]:
        """Return the words added to one deal, in the order of their places."""
        ...

    async def luck_of(self, user: int) -> Sequence[LuckRow]:
        """Return every word of a person."""
        ...

    async def append(self, row: ActionRow) -> None:
        """Add a line to the log. Its key is the compare-and-set: raise ``StaleSequence`` if it is taken (here or at
        commit)."""
        ...

    async def cut_log(self, match: int, seq: int) -> None:
        """Take the lines from this place on out of the log of a match; the place is free again."""
        ...

    async def actions(self, match: int, round: int | None = None) -> Sequence[ActionRow]:
        """Return the log of a match or of one of its rounds, in order."""
        ...

    async def next_seq(self, match: int) -> int: ...

    # -- results
    async def add_results(self, rows: Sequence[ResultRow]) -> None: ...
    async def add_ending(self, row: EndingRow) -> EndingRow:
        """Record that a round has ended. ``row.id`` is ignored. The results of the round are added in the same
        transaction. No other round ends until this unit is over, so ids rise in the order of commits."""
        ...

    async def hold_endings(self) -> None:
        """Let no other round end, and no rating change, until this unit is over."""
        ...

    async def endings(self, *, after: int, limit: int) -> Sequence[EndingRow]:
        """Return endings with a higher id than ``after``, in order."""
        ...

    async def results_of_endings(self, *, after: int, last: int) -> Sequence[ResultRow]:
        """Return the results of the rounds of these endings (``after`` < id <= ``last``), in their order, then by
        seat."""
        ...

    async def results_of(self, user: int, *, game: str | None, chat: int | None, limit: int) -> Sequence[ResultRow]:
        """Return a person's results, newest first, rounds and matches alike. ``chat``: of all chats of its group,
        here and below."""
        ...

    async def matches_in(self, chat: int | None, user: int | None, *, limit: int, offset: int) -> Sequence[MatchRow]:
        """Return finished or open matches of a chat or a person, newest first."""
        ...

    # -- ratings
    async def ratings(self, keys: Sequence[RatingKey]) -> Sequence[RatingRow]:
        """Return the ratings that exist, in the order of ``keys``."""
        ...

    async def put_ratings(self, rows: Sequence[RatingRow]) -> None: ...
    async def put_rating_points(self, rows: Sequence[RatingPointRow]) -> None: ...
    async def clear_ratings(self) -> None:
        """Forget all ratings and their points, to put them anew."""
        ...

    async def all_ratings(self) -> Sequence[RatingRow]:
        """Return every rating, in the order of its key."""
        ...

    async def rated_lists(self, scope: int, viewer: int | None) -> Sequence[RatedList]:
        """Return the lists of a scope that have persons in them, the most recent first; ``viewer`` as in ``ranked``."""
        ...

    async def ranked(
        self, *, game: str, board: str, scope: int, season: str, viewer: int | None, limit: int, offset: int
    ) -> Sequence[RankedRow]:
        """Return named persons of a list with their ratings of everywhere, by ``mu`` - 3 ``sigma``, best first.
        ``viewer``: only those who are listed, and this person."""
        ...

    async def ranked_above(self, row: RatingRow, *, scope: int, viewer: int | None) -> int:
        """Return how many of those whom ``ranked`` lists stand before this rating (of everywhere) of a person."""
        ...

    async def rating_points(self, game: str, board: str, scope: int, player: str) -> Sequence[RatingPointRow]:
        """Return the course of a rating, in order."""
        ...

    async def rated_others(self, *, game: str, board: str, scope: int, season: str) -> Sequence[RatingRow]:
        """Return ratings (of everywhere) of those in a list who are no persons: AI players and roles, in the order
        of their names."""
        ...

    # -- statistics
    async def result_sums(self, wanted: ResultFilter) -> Sequence[ResultSum]:
        """Return sums of rounds by game, role, seat and place, then of matches by game, in the order of these."""
        ...

    async def feats(self, wanted: ResultFilter) -> Sequence[tuple[str, str, int]]:
        """Return (game, JSON of deeds, how many counted rounds had exactly these), in the order of the two texts."""
        ...

    async def played_rounds(self, wanted: ResultFilter, *, latest: int) -> Sequence[PlayedRound]:
        """Return the ``latest`` counted rounds, oldest first."""
        ...

    async def shared_rounds(self, wanted: ResultFilter, *, least: int, latest: int) -> Sequence[SharedRounds]:
        """Return the named persons met in at least ``least`` of the ``latest`` counted rounds, once for each side
        they were on, in the order of ids."""
        ...

    async def find_players(self, name: str, *, chat: int | None, viewer: int | None) -> Sequence[UserRow]:
        """Return people of this name (in any case of letters) with results in the chat's group, or in groups where
        the viewer has."""
        ...

    # -- marks
    async def mark(self, name: str) -> str | None:
        """Return a short text that the program has left for itself, ``None`` if it has not."""
        ...

    async def put_mark(self, name: str, value: str) -> None: ...


class Store(Protocol):
    """Where units of work come from."""

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """Begin a transaction, to be used in ``async with``."""
        ...

    async def ping(self) -> None:
        """Return if the database answers and takes what is written; raise ``Unavailable`` if not."""
        ...

    async def erase(self) -> None:
        """Take what has been deleted out of the files, so that nobody can find it there."""
        ...

    async def close(self) -> None:
        """Let go of the database."""
        ...


class DurableStore(Store, Protocol):
    """A store that outlives the process, and says how it is."""

    def tell_health(self, listener: Callable[[Unavailable | None], None]) -> None:
        """Call ``listener`` when writing begins to fail, with the reason, and with ``None`` when it works again."""
        ...

    async def forget_old_updates(self) -> None:
        """Drop update ids that no platform will deliver again."""
        ...
