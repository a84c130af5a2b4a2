"""Matches, their rounds, and the log of what was done in them."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Annotated

from sqlalchemy import ColumnElement, Index, and_, bindparam, delete, exists, literal_column, or_, select, update

from storage.errors import StaleSequence
from storage.sql import All, One, PersonField, Put, Query, Remove, Rows, Statement, Stored, instr
from storage.themes.chats import in_group
from storage.themes.results import RESULTS
from storage.themes.tables import SEATS, TABLES

__all__ = ["MATCHES", "ActionRow", "MatchRow", "RoundRow", "StoredMatches"]


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


MATCHES = Rows(
    MatchRow,
    "matches",
    Index(None, "chat", "started_at"),
    Index(None, "started_at"),
    key="id",
    refers={"table": "tables", "chat": "chats"},
    index="table",
)
_ADD = MATCHES.insert_new()


@lru_cache
def _latest(*, chat: bool, user: bool) -> Query[MatchRow]:
    """Ask for matches with results of a person, or open ones at the table where the person sits."""
    m, r, t, s = MATCHES.c, RESULTS.c, TABLES.c, SEATS.c
    where: list[ColumnElement[bool]] = [in_group(m.chat)] if chat else []
    if user:
        counted = m.id.in_(select(r.match).where(*RESULTS.given("user")))
        seated = exists().where(s.table == m.table, *SEATS.given("user"), t.id == m.table, t.match == m.id)
        where.append(or_(counted, and_(m.status == "open", seated)))
    found = MATCHES.found(*where, order="-started_at -id")
    return Query(found.limit(bindparam("limit")).offset(bindparam("offset")), MATCHES.read)


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One deal. ``deal``, ``carry_in``, ``carry_out``, ``result`` are JSON; the deal is secret until the round is over, and
    ``""`` once it has been cleared away. ``status``: ``open``, ``over``, ``void`` (rules or a vote), ``aborted``. ``seats`` is
    JSON: who sat where."""

    match: int
    round: int
    rules_version: int
    deal: str = field(repr=False)
    carry_in: str
    seats: Annotated[str, PersonField(forgotten="keep", holds="seats")]
    status: str
    started_at: float
    ended_at: float | None = None
    carry_out: str | None = None
    result: str | None = None


ROUNDS = Rows(RoundRow, "rounds", key="match round", refers={"match": "matches"}, rowid=True)
_CLEARED: ColumnElement[str] = literal_column("''")
_ENDED_BEFORE = ROUNDS.some(
    ROUNDS.c.ended_at < bindparam("before"),
    ROUNDS.c.deal != _CLEARED,
    exists().where(MATCHES.c.id == ROUNDS.c.match, MATCHES.c.status != "open"),
    ~exists().where(TABLES.c.match == ROUNDS.c.match, TABLES.c.state != "closed"),
    order="match round",
)
_CLEAR = Statement(update(ROUNDS.table).where(*ROUNDS.given("match", "round")).values(deal=_CLEARED))


@dataclass(frozen=True, slots=True)
class ActionRow:
    """One line of the log. ``seq`` counts from 0 within the match; ``line`` is exact notation, never typed text.
    ``cause``: ``player``, ``ai`` (of an AI player), ``stand_in`` (an AI player for a person), ``clock``, ``auto`` (a
    pass in advance or another standing order)."""

    match: int
    seq: int
    round: int
    seat: int
    line: str
    cause: str
    at: float


ACTIONS = Rows(ActionRow, "actions", key="match seq", refers={"match": "matches"})
"""The log. Its key is the compare-and-set."""
_APPEND = ACTIONS.insert(taken=StaleSequence)
_CUT = Statement(delete(ACTIONS.table).where(*ACTIONS.given("match"), ACTIONS.c.seq >= bindparam("of_seq")))
_FORGET_ACTIONS = ACTIONS.remove("match", "round")
_ACTIONS, _ACTIONS_IN = ACTIONS.all("match", order="seq"), ACTIONS.all("match", "round", order="seq")


class StoredMatches(Stored):
    """What is asked about matches, rounds and the log."""

    async def add(self, row: MatchRow) -> MatchRow:
        """Add a match. ``row.id`` is ignored; the new id is never used again."""
        return replace(row, id=await self._unit.the(_ADD, **MATCHES.values(row)))

    get = One[[int], MatchRow](MATCHES.one())
    put = Put(MATCHES, MATCHES.update())  # Change a match that is there

    async def latest(self, chat: int | None, user: int | None, *, limit: int, offset: int) -> Sequence[MatchRow]:
        """Return finished or open matches of a chat's group or a person, newest first."""
        query = _latest(chat=chat is not None, user=user is not None)
        return await self._unit.all(query, of_chat=chat, of_user=user, limit=max(limit, 0), offset=offset)

    # -- rounds
    add_round = Put(ROUNDS, ROUNDS.insert())
    round = One[[int, int], RoundRow](ROUNDS.one())
    rounds = All[[int], RoundRow](ROUNDS.all("match", order="round"))
    put_round = Put(ROUNDS, ROUNDS.update())  # Change a round that is there
    rounds_naming = All[[str], RoundRow](ROUNDS.all(instr(ROUNDS.c.seats, bindparam("piece")) > 0, order="match round"))
    """Every round in whose ``seats`` this text occurs. Reads all rounds: not for the course of play."""

    ended_before = All[[float, int], RoundRow](_ENDED_BEFORE)
    """So many rounds that ended before a moment and whose deals are still kept; none of a match that goes on or is shown."""

    async def clear(self, match: int, round: int) -> None:
        """Forget the deal and the log of a round; who played it and what came of it stays."""
        key = {"of_match": match, "of_round": round}
        self._unit.write(_CLEAR, key)
        self._unit.write(_FORGET_ACTIONS, key)

    # -- the log
    append = Put(ACTIONS, _APPEND)
    """Add a line to the log. Its key is the compare-and-set: raise ``StaleSequence`` if it is taken (here or at
    commit)."""
    cut_log = Remove[[int, int]](_CUT)
    """Take the lines from this place on out of the log of a match; the place is free again."""

    async def actions(self, match: int, round: int | None = None) -> Sequence[ActionRow]:
        if round is None:
            return await self._unit.all(_ACTIONS, of_match=match)
        return await self._unit.all(_ACTIONS_IN, of_match=match, of_round=round)
