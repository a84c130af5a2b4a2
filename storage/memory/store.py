"""The store without a disk: plain dictionaries, one unit of work at a time, a journal to undo what is not committed.

Shipped for short-lived tables, demonstrations and tests; it keeps every rule that the SQL store keeps (keys, parents
that must exist, ids never used again), so code that runs on one runs on the other. Nothing survives the process.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import replace
from typing import Any

from storage.api import (
    ActionRow,
    ChatRow,
    Conflict,
    IdentityRow,
    LinkRow,
    LuckRow,
    MatchRow,
    PageKeyRow,
    PledgeRow,
    ResultRow,
    RoundRow,
    SeatRow,
    StaleSequence,
    StoreError,
    TableRow,
    Unavailable,
    UnitOfWork,
    UserRow,
    VoteRow,
)
from storage.memory.reviews import MemoryReviews
from storage.memory.transaction import MemoryRows

__all__ = ["MemoryStore"]


class MemoryStore:
    """A ``Store`` that lives as long as its process."""

    def __init__(self) -> None:
        self._rows = MemoryRows()
        self._turn = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None
        self._closed = False

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """Begin a transaction; it waits until the one before it has ended."""
        return self._begin()

    async def ping(self) -> None:
        """Return while the store is open; raise ``Unavailable`` once it is closed."""
        if self._closed:
            raise Unavailable("the store is closed")

    async def erase(self) -> None:
        """Do nothing: what is deleted here is gone."""

    async def close(self) -> None:
        """Refuse new units of work; one in progress may end."""
        self._closed = True

    @asynccontextmanager
    async def _begin(self) -> AsyncIterator[UnitOfWork]:
        await self.ping()
        task = asyncio.current_task()
        if self._holder is not None and self._holder is task:
            raise RuntimeError("a unit of work was begun inside another one of the same task")
        await asyncio.sleep(0)  # others get between two units here as they do where a disk is waited for
        await self._turn.acquire()
        self._holder = task
        unit = _MemoryUnit(self._rows, self._release)
        try:
            yield unit
        finally:
            unit.end()

    def _release(self) -> None:
        self._holder = None
        self._turn.release()


class _MemoryUnit(MemoryReviews):
    """A ``UnitOfWork`` over dictionaries."""

    # -- platform updates
    async def seen(self, platform: str, update: str) -> str | None:
        return self._rows.updates.get((platform, update))

    async def remember(self, platform: str, update: str, effect: str, at: float) -> None:
        if (platform, update) in self._rows.updates:
            self._refuse(Conflict("this update has had its effect already"))
        self._set(self._rows.updates, (platform, update), effect)

    # -- people
    async def identity(self, platform: str, external: str) -> IdentityRow | None:
        return self._rows.identities.get((platform, external))

    async def identities(self, user: int) -> Sequence[IdentityRow]:
        mine = [row for row in self._rows.identities.values() if row.user == user]
        return sorted(mine, key=lambda row: (row.platform, row.external))

    async def add_user(self, name: str, platform: str, external: str) -> UserRow:
        if (platform, external) in self._rows.identities:
            self._refuse(Conflict("this account has a person already"))
        row = UserRow(self._new_id("user"), name)
        self._set(self._rows.users, row.id, row)
        self._set(self._rows.identities, (platform, external), IdentityRow(platform, external, row.id, name=name))
        return row

    async def user(self, user: int) -> UserRow | None:
        return self._rows.users.get(user)

    async def users(self, ids: Sequence[int]) -> Sequence[UserRow]:
        rows = self._rows.users
        return [rows[number] for number in sorted(set(ids)) if number in rows]

    async def put_user(self, row: UserRow) -> None:
        self._update(self._rows.users, row.id, row)

    async def put_identity(self, row: IdentityRow) -> None:
        self._need(self._rows.users, row.user)
        self._set(self._rows.identities, (row.platform, row.external), row)

    async def remove_identity(self, platform: str, external: str) -> None:
        self._delete(self._rows.identities, (platform, external))

    # -- one person, several accounts
    async def link(self, user: int) -> LinkRow | None:
        return self._rows.links.get(user)

    async def find_link(self, digest: str) -> LinkRow | None:
        return next((row for row in self._rows.links.values() if row.digest == digest), None)

    async def put_link(self, row: LinkRow) -> None:
        self._need(self._rows.users, row.user)
        self._set(self._rows.links, row.user, row)

    async def remove_link(self, user: int) -> None:
        self._delete(self._rows.links, user)

    # -- what browsers show
    async def page_key(self, digest: str) -> PageKeyRow | None:
        return self._rows.page_keys.get(digest)

    async def add_page_key(self, row: PageKeyRow) -> bool:
        if row.digest in self._rows.page_keys:
            return False
        self._set(self._rows.page_keys, row.digest, row)
        return True

    async def take_page_key(self, digest: str) -> PageKeyRow | None:
        row = self._rows.page_keys.get(digest)
        self._delete(self._rows.page_keys, digest)
        return row

    async def remove_page_keys(self, platform: str, external: str, kind: str | None = None) -> None:
        for row in list(self._rows.page_keys.values()):
            if (row.platform, row.external) == (platform, external) and kind in (None, row.kind):
                self._delete(self._rows.page_keys, row.digest)

    async def expire_page_keys(self, now: float) -> None:
        for row in list(self._rows.page_keys.values()):
            if row.expires_at <= now:
                self._delete(self._rows.page_keys, row.digest)

    async def have_met(self, one: int, other: int) -> bool:
        played: dict[int, set[int]] = {one: set(), other: set()}
        for row in self._rows.results.values():
            if row.user in played:
                played[row.user].add(row.match)
        return bool(played[one] & played[other])

    async def move_results(self, user: int, to: int, platform: str | None = None) -> None:
        self._need(self._rows.users, to)
        for key, row in list(self._rows.results.items()):
            if row.user == user and platform in (None, self._rows.chats[row.chat].platform):
                self._set(self._rows.results, key, replace(row, user=to))

    async def rounds_naming(self, piece: str) -> Sequence[RoundRow]:
        return [row for _, row in sorted(self._rows.rounds.items()) if piece in row.seats]

    async def seats_of(self, user: int) -> Sequence[SeatRow]:
        return [row for _, row in sorted(self._rows.seats.items()) if row.user == user]

    async def forget_updates(self, platform: str, start: str) -> None:
        for key in [key for key in self._rows.updates if key[0] == platform and key[1].startswith(start)]:
            self._delete(self._rows.updates, key)

    # -- chats
    async def chat(self, chat: int) -> ChatRow | None:
        return self._rows.chats.get(chat)

    async def find_chat(self, platform: str, external: str, thread: str) -> ChatRow | None:
        return self._find_chat(platform, external, thread)

    async def add_chat(self, platform: str, external: str, thread: str, title: str) -> ChatRow:
        if self._find_chat(platform, external, thread) is not None:
            self._refuse(Conflict("this chat is known already"))
        row = ChatRow(self._new_id("chat"), platform, external, thread, title, group=external)
        self._set(self._rows.chats, row.id, row)
        return row

    async def put_chat(self, row: ChatRow) -> None:
        other = self._find_chat(row.platform, row.external, row.thread)
        if other is not None and other.id != row.id:
            self._refuse(StoreError("a row with this key exists already"))
        self._update(self._rows.chats, row.id, row)

    async def home(self, chat: int) -> int:
        return min(self._group_of(chat), default=chat)

    async def move_chat(self, platform: str, old: str, new: str) -> None:
        if old == new:
            return
        for row in [row for row in self._rows.chats.values() if (row.platform, row.external) == (platform, old)]:
            newcomer = self._find_chat(platform, new, row.thread)
            if newcomer is not None:
                self._absorb(row.id, newcomer.id)
            group = new if row.group == old else row.group
            self._set(self._rows.chats, row.id, replace(row, external=new, group=group))
        await self.move_group(platform, old, new)

    def _absorb(self, chat: int, other: int) -> None:
        """Give everything of chat ``other`` to ``chat`` and remove ``other``."""
        self._absorb_places(chat, other)
        self._absorb_venues(chat, other)
        found = self._rows
        kinds: tuple[dict[Any, Any], ...] = (found.tables, found.matches, found.results, found.calls, found.tournaments)
        for rows in kinds:
            for key, row in [(key, row) for key, row in rows.items() if row.chat == other]:
                self._set(rows, key, replace(row, chat=chat))
        self._tidy_places(chat)
        self._delete(self._rows.chats, other)

    def _find_chat(self, platform: str, external: str, thread: str) -> ChatRow | None:
        wanted = (platform, external, thread)
        rows = self._rows.chats.values()
        return next((row for row in rows if (row.platform, row.external, row.thread) == wanted), None)

    # -- tables and seats
    async def add_table(self, row: TableRow) -> TableRow:
        self._table_parents(row)
        row = replace(row, id=self._new_id("table"))
        self._set(self._rows.tables, row.id, row)
        return row

    async def table(self, table: int) -> TableRow | None:
        return self._rows.tables.get(table)

    async def put_table(self, row: TableRow) -> None:
        self._table_parents(row)
        self._update(self._rows.tables, row.id, row)

    def _table_parents(self, row: TableRow) -> None:
        self._need(self._rows.chats, row.chat)
        self._need(self._rows.users, row.host)
        self._need(self._rows.matches, row.match)

    async def open_tables(self) -> Sequence[TableRow]:
        rows = self._rows.tables
        return [rows[number] for number in sorted(rows) if rows[number].state != "closed"]

    async def tables_in(self, chat: int) -> Sequence[TableRow]:
        return [row for row in await self.open_tables() if row.chat == chat]

    async def seats(self, table: int) -> Sequence[SeatRow]:
        return sorted((row for row in self._rows.seats.values() if row.table == table), key=lambda row: row.seat)

    async def put_seat(self, row: SeatRow) -> None:
        self._need(self._rows.tables, row.table)
        self._need(self._rows.users, row.user)
        self._need(self._rows.chats, row.place)
        if (row.user is None) == (row.ai is None):
            self._refuse(StoreError("a row contradicts itself"))
        self._set(self._rows.seats, (row.table, row.seat), row)

    async def remove_seat(self, table: int, seat: int) -> None:
        self._delete(self._rows.seats, (table, seat))

    async def put_remaining(self, remaining: Sequence[tuple[int, int, float]]) -> None:
        for table, seat, seconds in remaining:
            row = self._rows.seats.get((table, seat))
            if row is not None:
                self._set(self._rows.seats, (table, seat), replace(row, remaining=seconds))

    async def votes(self, table: int) -> Sequence[VoteRow]:
        mine = [row for row in self._rows.votes.values() if row.table == table]
        return sorted(mine, key=lambda row: (row.motion, row.seat))

    async def put_vote(self, row: VoteRow) -> None:
        self._need(self._rows.tables, row.table)
        self._set(self._rows.votes, (row.table, row.motion, row.seat), row)

    async def clear_votes(self, table: int) -> None:
        for key in [key for key in self._rows.votes if key[0] == table]:
            self._delete(self._rows.votes, key)

    # -- matches, rounds, the log
    async def add_match(self, row: MatchRow) -> MatchRow:
        self._match_parents(row)
        row = replace(row, id=self._new_id("match"))
        self._set(self._rows.matches, row.id, row)
        return row

    async def match(self, match: int) -> MatchRow | None:
        return self._rows.matches.get(match)

    async def put_match(self, row: MatchRow) -> None:
        self._match_parents(row)
        self._update(self._rows.matches, row.id, row)

    def _match_parents(self, row: MatchRow) -> None:
        self._need(self._rows.tables, row.table)
        self._need(self._rows.chats, row.chat)

    async def add_round(self, row: RoundRow) -> None:
        self._need(self._rows.matches, row.match)
        self._insert(self._rows.rounds, (row.match, row.round), row)

    async def put_round(self, row: RoundRow) -> None:
        self._update(self._rows.rounds, (row.match, row.round), row)

    async def round(self, match: int, round: int) -> RoundRow | None:
        return self._rows.rounds.get((match, round))

    async def rounds(self, match: int) -> Sequence[RoundRow]:
        return sorted((row for row in self._rows.rounds.values() if row.match == match), key=lambda row: row.round)

    # -- what was promised about deals
    async def put_pledge(self, row: PledgeRow) -> None:
        self._need(self._rows.tables, row.table)
        self._need(self._rows.matches, row.match)
        other = None if row.match is None or row.round is None else await self.pledge_of(row.match, row.round)
        if other is not None and (other.table, other.number) != (row.table, row.number):
            self._refuse(StoreError("a row with this key exists already"))
        self._set(self._rows.pledges, (row.table, row.number), row)

    async def last_pledge(self, table: int) -> PledgeRow | None:
        mine = [row for row in self._rows.pledges.values() if row.table == table]
        return max(mine, key=lambda row: row.number, default=None)

    async def pledge_of(self, match: int, round: int) -> PledgeRow | None:
        rows = self._rows.pledges.values()
        return next((row for row in rows if (row.match, row.round) == (match, round)), None)

    async def put_luck(self, row: LuckRow) -> None:
        self._need(self._rows.users, row.user)
        if (row.table, row.number) not in self._rows.pledges:
            self._refuse(StoreError("a row refers to one that does not exist"))
        self._set(self._rows.luck, (row.table, row.number, row.place), row)

    async def luck(self, table: int, number: int) -> Sequence[LuckRow]:
        return [row for key, row in sorted(self._rows.luck.items()) if key[:2] == (table, number)]

    async def luck_of(self, user: int) -> Sequence[LuckRow]:
        return [row for _, row in sorted(self._rows.luck.items()) if row.user == user]

    async def append(self, row: ActionRow) -> None:
        self._need(self._rows.matches, row.match)
        log = self._rows.actions[row.match]
        if row.seq in log:
            self._refuse(StaleSequence("another action has this place in the log already"))
        self._set(log, row.seq, row)

    async def cut_log(self, match: int, seq: int) -> None:
        log = self._rows.actions[match]
        for place in [place for place in log if place >= seq]:
            self._delete(log, place)

    async def actions(self, match: int, round: int | None = None) -> Sequence[ActionRow]:
        log = self._rows.actions[match]
        return [log[seq] for seq in sorted(log) if round is None or log[seq].round == round]

    async def next_seq(self, match: int) -> int:
        return max(self._rows.actions[match], default=-1) + 1

    # -- results
    async def add_results(self, rows: Sequence[ResultRow]) -> None:
        for row in rows:
            self._need(self._rows.matches, row.match)
            self._need(self._rows.chats, row.chat)
            self._need(self._rows.users, row.user)
            self._insert(self._rows.results, (row.match, row.round, row.seat), row)

    async def results_of(self, user: int, *, game: str | None, chat: int | None, limit: int) -> Sequence[ResultRow]:
        here = None if chat is None else self._group_of(chat)
        mine = [
            row
            for row in self._rows.results.values()
            if row.user == user and game in (None, row.game) and (here is None or row.chat in here)
        ]
        mine.sort(key=lambda row: (-row.at, -row.match, row.round != 0, -row.round, row.seat))
        return mine[: max(limit, 0)]

    async def matches_in(self, chat: int | None, user: int | None, *, limit: int, offset: int) -> Sequence[MatchRow]:
        here = None if chat is None else self._group_of(chat)
        found = [
            row
            for row in self._rows.matches.values()
            if (here is None or row.chat in here) and (user is None or self._took_part(user, row))
        ]
        found.sort(key=lambda row: (-row.started_at, -row.id))
        return found[offset : offset + max(limit, 0)]

    def _took_part(self, user: int, match: MatchRow) -> bool:
        if any(row.user == user and row.match == match.id for row in self._rows.results.values()):
            return True
        return (
            match.status == "open"
            and self._rows.tables[match.table].match == match.id
            and any(row.user == user and row.table == match.table for row in self._rows.seats.values())
        )
