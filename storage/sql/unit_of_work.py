"""One transaction over SQL, in the methods of the port.

Changes are collected and written together: before the next question, or with the commit. A play costs two visits to the
database's thread, one for what it reads and one for all that it writes. Questions that are asked side by side while another is
under way go there together. How a statement reaches the database, and what a
transaction is there, ``Transaction`` knows.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any, Protocol, Self, TypeVar

from storage.api import (
    ActionRow,
    ChatRow,
    IdentityRow,
    LinkRow,
    LuckRow,
    MatchRow,
    PageKeyRow,
    PledgeRow,
    ResultRow,
    RoundRow,
    SeatRow,
    StoreError,
    TableRow,
    UserRow,
    VoteRow,
)
from storage.sql.statements import core as statements
from storage.sql.statements import places as statements_places
from storage.sql.statements import tournaments as statements_tournaments
from storage.sql.units.reviews import ReviewsUnit

__all__ = ["SqlUnit", "Transaction"]

T = TypeVar("T")
_Question = tuple[Sequence[statements.Call], asyncio.Future[list[list[Any]]]]
"""Statements of one question, and who waits for their lines."""


class Transaction(Protocol):
    """How a unit of work reaches its database. Errors are those of ``storage.api``."""

    async def run(self, calls: Sequence[statements.Call]) -> list[list[Any]]:
        """Carry out part of the unit; return its lines, call by call."""
        ...

    async def end(self, calls: Sequence[statements.Call], *, keep: bool) -> None:
        """Carry out the rest, then commit or undo all of it; return when that is durable, also if the caller is
        cancelled."""
        ...

    async def hold_endings(self) -> None:
        """Let no other round end until this unit is over."""
        ...


class SqlUnit(ReviewsUnit):
    """A ``UnitOfWork`` over SQL."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._pending: list[statements.Call] = []
        self._error: StoreError | None = None
        self._over = False
        self._asked: list[_Question] | None = None
        """What has been asked while another question is under way; ``None``: none is."""
        self._answering: asyncio.Task[None] | None = None

    # -- the transaction itself
    async def commit(self) -> None:
        self._check()
        self._over = True
        await self._transaction.end(self._pending, keep=True)

    async def leave(self) -> None:
        """End the unit: undo what was not committed. Does nothing after a commit."""
        if not self._over:
            self._over = True
            await self._transaction.end((), keep=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if error is None:
            await self.leave()
            return
        with suppress(StoreError):  # the reason to leave counts for more
            await self.leave()

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
        if self._over:
            raise StoreError("this unit of work is over")

    def _write(self, statement: statements.Statement, values: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
        self._check()
        self._pending.append(statements.Call(statement, values))

    async def _run(self, calls: Sequence[statements.Call]) -> list[list[Any]]:
        """Return the lines of ``calls``, after everything pending has been written."""
        self._check()
        if self._asked is not None:
            answer: asyncio.Future[list[list[Any]]] = asyncio.get_running_loop().create_future()
            self._asked.append((calls, answer))
            return await answer
        self._asked = []
        try:
            return await self._visit(calls)
        finally:
            self._go_on()

    def _go_on(self) -> None:
        """Ask what has been asked meanwhile, all at once."""
        asked, self._asked = self._asked, None
        if asked:
            self._asked = []
            self._answering = asyncio.create_task(self._answer(asked))

    async def _answer(self, asked: Sequence[_Question]) -> None:
        try:
            lines = await self._visit([call for calls, _ in asked for call in calls])
            for calls, answer in asked:
                found, lines = lines[: len(calls)], lines[len(calls) :]
                if not answer.done():
                    answer.set_result(found)
        except Exception as error:  # whatever it is, nobody waits for ever
            for _, answer in asked:
                if not answer.done():
                    answer.set_exception(error)
        finally:
            self._go_on()

    async def _visit(self, calls: Sequence[statements.Call]) -> list[list[Any]]:
        self._check()
        pending, self._pending = self._pending, []
        try:
            lines = await self._transaction.run([*pending, *calls])
        except StoreError as error:
            self._error = error
            raise
        return lines[len(pending) :]

    async def _all(self, query: statements.Query[T], **values: Any) -> list[T]:
        (lines,) = await self._run([statements.Call(query, values)])
        return [query.read(line) for line in lines]

    async def _one(self, query: statements.Query[T], **values: Any) -> T | None:
        found = await self._all(query, **values)
        return found[0] if found else None

    async def _add(self, query: statements.Query[int], values: Mapping[str, Any]) -> int:
        (lines,) = await self._run([statements.Call(query, values)])
        return query.read(lines[0])

    # -- platform updates
    async def seen(self, platform: str, update: str) -> str | None:
        return await self._one(statements.SEEN, of_platform=platform, of_update=update)

    async def remember(self, platform: str, update: str, effect: str, at: float) -> None:
        self._write(statements.REMEMBER, {"platform": platform, "update": update, "effect": effect, "at": at})

    # -- people
    async def identity(self, platform: str, external: str) -> IdentityRow | None:
        return await self._one(statements.IDENTITY, key_platform=platform, key_external=external)

    async def identities(self, user: int) -> Sequence[IdentityRow]:
        return await self._all(statements.IDENTITIES_OF, of_user=user)

    async def add_user(self, name: str, platform: str, external: str) -> UserRow:
        row = UserRow(0, name)
        row = replace(row, id=await self._add(statements.ADD_USER, statements.USERS.values(row)))
        await self._run(
            [
                statements.Call(
                    statements.ADD_IDENTITY,
                    statements.IDENTITIES.values(IdentityRow(platform, external, row.id, name=name)),
                )
            ]
        )
        return row

    async def user(self, user: int) -> UserRow | None:
        return await self._one(statements.USER, key_id=user)

    async def users(self, ids: Sequence[int]) -> Sequence[UserRow]:
        found = await self._run(
            [statements.Call(statements.USER_TO_SHOW, {"key_id": number}) for number in sorted(set(ids))]
        )
        return [statements.USER_TO_SHOW.read(line) for lines in found for line in lines]

    async def put_user(self, row: UserRow) -> None:
        self._write(statements.PUT_USER, statements.USERS.keyed(row))

    async def put_identity(self, row: IdentityRow) -> None:
        self._write(statements.PUT_IDENTITY, statements.IDENTITIES.values(row))

    async def remove_identity(self, platform: str, external: str) -> None:
        self._write(statements.REMOVE_IDENTITY, {"key_platform": platform, "key_external": external})

    # -- one person, several accounts
    async def link(self, user: int) -> LinkRow | None:
        return await self._one(statements.LINK, key_user=user)

    async def find_link(self, digest: str) -> LinkRow | None:
        return await self._one(statements.FIND_LINK, of_digest=digest)

    async def put_link(self, row: LinkRow) -> None:
        self._write(statements.PUT_LINK, statements.LINKS.values(row))

    async def remove_link(self, user: int) -> None:
        self._write(statements.REMOVE_LINK, {"key_user": user})

    # -- what browsers show
    async def page_key(self, digest: str) -> PageKeyRow | None:
        return await self._one(statements.PAGE_KEY, key_digest=digest)

    async def add_page_key(self, row: PageKeyRow) -> bool:
        return bool(await self._all(statements.ADD_PAGE_KEY, **statements.PAGE_KEYS.values(row)))

    async def take_page_key(self, digest: str) -> PageKeyRow | None:
        return await self._one(statements.TAKE_PAGE_KEY, key_digest=digest)

    async def remove_page_keys(self, platform: str, external: str, kind: str | None = None) -> None:
        of = {"of_platform": platform, "of_external": external}
        if kind is None:
            self._write(statements.REMOVE_PAGE_KEYS, of)
        else:
            self._write(statements.REMOVE_PAGE_KEYS_OF_KIND, {**of, "of_kind": kind})

    async def expire_page_keys(self, now: float) -> None:
        self._write(statements.EXPIRE_PAGE_KEYS, {"now": now})

    async def have_met(self, one: int, other: int) -> bool:
        (found,) = await self._all(statements.HAVE_MET, one=one, other=other)
        return bool(found)

    async def move_results(self, user: int, to: int, platform: str | None = None) -> None:
        if platform is None:
            self._write(statements.MOVE_RESULTS, {"of_user": user, "to": to})
        else:
            self._write(statements.MOVE_RESULTS_OF, {"of_user": user, "to": to, "of_platform": platform})

    async def rounds_naming(self, piece: str) -> Sequence[RoundRow]:
        return await self._all(statements.ROUNDS_NAMING, piece=piece)

    async def seats_of(self, user: int) -> Sequence[SeatRow]:
        return await self._all(statements.SEATS_HELD, of_user=user)

    async def forget_updates(self, platform: str, start: str) -> None:
        end = start + chr(0x10FFFF)
        self._write(statements.FORGET_UPDATES, {"of_platform": platform, "start": start, "end": end})

    # -- chats
    async def chat(self, chat: int) -> ChatRow | None:
        return await self._one(statements.CHAT, key_id=chat)

    async def find_chat(self, platform: str, external: str, thread: str) -> ChatRow | None:
        return await self._one(statements.FIND_CHAT, of_platform=platform, of_external=external, of_thread=thread)

    async def add_chat(self, platform: str, external: str, thread: str, title: str) -> ChatRow:
        row = ChatRow(0, platform, external, thread, title, group=external)
        return replace(row, id=await self._add(statements.ADD_CHAT, statements.CHATS.values(row)))

    async def put_chat(self, row: ChatRow) -> None:
        self._write(statements.PUT_CHAT, statements.CHATS.keyed(row))

    async def home(self, chat: int) -> int:
        home = await self._one(statements.HOME, of_chat=chat)
        return chat if home is None else home

    async def move_chat(self, platform: str, old: str, new: str) -> None:
        if old == new:
            return
        for row in await self._all(statements.CHATS_OF, of_platform=platform, of_external=old):
            newcomer = await self.find_chat(platform, new, row.thread)
            if newcomer is not None:  # somebody already wrote in the group under its new id
                both = {"mine": row.id, "other": newcomer.id}
                for hand_over in (
                    *statements_places.FOLLOW_CHAT,
                    *statements_tournaments.FOLLOW_CHAT,
                    *statements.HAND_OVER,
                ):
                    self._write(hand_over, both)
                for tidy in (statements_places.TIDY_CHAT, statements_tournaments.TIDY_CHAT):
                    self._write(tidy, {"mine": row.id})
                self._write(statements.REMOVE_CHAT, {"key_id": newcomer.id})
            await self.put_chat(replace(row, external=new, group=new if row.group == old else row.group))
        await self.move_group(platform, old, new)

    # -- tables and seats
    async def add_table(self, row: TableRow) -> TableRow:
        return replace(row, id=await self._add(statements.ADD_TABLE, statements.TABLES.values(row)))

    async def table(self, table: int) -> TableRow | None:
        return await self._one(statements.TABLE, key_id=table)

    async def put_table(self, row: TableRow) -> None:
        self._write(statements.PUT_TABLE, statements.TABLES.keyed(row))

    async def open_tables(self) -> Sequence[TableRow]:
        return await self._all(statements.OPEN_TABLES)

    async def tables_in(self, chat: int) -> Sequence[TableRow]:
        return await self._all(statements.TABLES_IN, of_chat=chat)

    async def seats(self, table: int) -> Sequence[SeatRow]:
        return await self._all(statements.SEATS_OF, of_table=table)

    async def put_seat(self, row: SeatRow) -> None:
        self._write(statements.PUT_SEAT, statements.SEATS.values(row))

    async def remove_seat(self, table: int, seat: int) -> None:
        self._write(statements.REMOVE_SEAT, {"key_table": table, "key_seat": seat})

    async def put_remaining(self, remaining: Sequence[tuple[int, int, float]]) -> None:
        last = {(table, seat): left for table, seat, left in remaining}
        self._write(
            statements.PUT_REMAINING,
            [{"key_table": table, "key_seat": seat, "remaining": left} for (table, seat), left in sorted(last.items())],
        )

    async def votes(self, table: int) -> Sequence[VoteRow]:
        return await self._all(statements.VOTES_OF, of_table=table)

    async def put_vote(self, row: VoteRow) -> None:
        self._write(statements.PUT_VOTE, statements.VOTES.values(row))

    async def clear_votes(self, table: int) -> None:
        self._write(statements.CLEAR_VOTES, {"of_table": table})

    # -- matches, rounds, the log
    async def add_match(self, row: MatchRow) -> MatchRow:
        return replace(row, id=await self._add(statements.ADD_MATCH, statements.MATCHES.values(row)))

    async def match(self, match: int) -> MatchRow | None:
        return await self._one(statements.MATCH, key_id=match)

    async def put_match(self, row: MatchRow) -> None:
        self._write(statements.PUT_MATCH, statements.MATCHES.keyed(row))

    async def add_round(self, row: RoundRow) -> None:
        self._write(statements.ADD_ROUND, statements.ROUNDS.values(row))

    async def put_round(self, row: RoundRow) -> None:
        self._write(statements.PUT_ROUND, statements.ROUNDS.keyed(row))

    async def round(self, match: int, round: int) -> RoundRow | None:
        return await self._one(statements.ROUND, key_match=match, key_round=round)

    async def rounds(self, match: int) -> Sequence[RoundRow]:
        return await self._all(statements.ROUNDS_OF, of_match=match)

    # -- what was promised about deals
    async def put_pledge(self, row: PledgeRow) -> None:
        self._write(statements.PUT_PLEDGE, statements.PLEDGES.values(row))

    async def last_pledge(self, table: int) -> PledgeRow | None:
        return await self._one(statements.LAST_PLEDGE, of_table=table)

    async def pledge_of(self, match: int, round: int) -> PledgeRow | None:
        return await self._one(statements.PLEDGE_OF, of_match=match, of_round=round)

    async def put_luck(self, row: LuckRow) -> None:
        self._write(statements.PUT_LUCK, statements.LUCK.values(row))

    async def luck(self, table: int, number: int) -> Sequence[LuckRow]:
        return await self._all(statements.LUCK_IN, of_table=table, of_number=number)

    async def luck_of(self, user: int) -> Sequence[LuckRow]:
        return await self._all(statements.LUCK_OF, of_user=user)

    async def append(self, row: ActionRow) -> None:
        self._write(statements.APPEND, statements.ACTIONS.values(row))

    async def cut_log(self, match: int, seq: int) -> None:
        self._write(statements.CUT_LOG, {"of_match": match, "of_seq": seq})

    async def actions(self, match: int, round: int | None = None) -> Sequence[ActionRow]:
        if round is None:
            return await self._all(statements.ACTIONS_OF, of_match=match)
        return await self._all(statements.ACTIONS_IN, of_match=match, of_round=round)

    async def next_seq(self, match: int) -> int:
        (number,) = await self._all(statements.NEXT_SEQ, of_match=match)
        return number

    # -- results
    async def hold_endings(self) -> None:
        await self._run([])
        try:
            await self._transaction.hold_endings()
        except StoreError as error:
            self._error = error
            raise

    async def add_results(self, rows: Sequence[ResultRow]) -> None:
        self._write(statements.ADD_RESULT, [statements.RESULTS.values(row) for row in rows])

    async def results_of(self, user: int, *, game: str | None, chat: int | None, limit: int) -> Sequence[ResultRow]:
        query = statements.results_of(game=game is not None, chat=chat is not None)
        return await self._all(query, of_user=user, of_game=game, of_chat=chat, limit=max(limit, 0))

    async def matches_in(self, chat: int | None, user: int | None, *, limit: int, offset: int) -> Sequence[MatchRow]:
        query = statements.matches_in(chat=chat is not None, user=user is not None)
        return await self._all(query, of_chat=chat, of_user=user, limit=max(limit, 0), offset=offset)
