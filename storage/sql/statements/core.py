"""Every statement of the store, written in SQLAlchemy Core and compiled once: for SQLite when the module is loaded, for
PostgreSQL when it is first used there.

A play must not wait for SQL to be built: what is left at run time is a text, a dictionary of values and one call.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache, lru_cache
from operator import attrgetter
from typing import Any, Final, Generic, TypeVar

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Integer,
    Table,
    and_,
    bindparam,
    case,
    delete,
    exists,
    func,
    literal_column,
    or_,
    select,
    update,
)
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import insert  # what it says of keys that are taken, SQLite understands as well
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

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
    UserRow,
    VoteRow,
)
from storage.sql import schema

T = TypeVar("T")
_DIALECT = sqlite.dialect(paramstyle="named")
_TAKEN: Final[Mapping[type[StoreError], str]] = {
    StaleSequence: "another action has this place in the log already",
    Conflict: "somebody else was first",
}
"""What is said of a key that is taken."""


class instr(GenericFunction[int]):  # noqa: N801  # SQL's own name
    """Where a text begins in another one, counted from 1."""

    type = Integer()
    inherit_cache = True


@compiles(instr, "postgresql")
def _strpos(element: instr, compiler: SQLCompiler, **kw: Any) -> str:
    return f"strpos{compiler.process(element.clause_expr, **kw)}"


@cache
def _postgresql() -> Dialect:
    """Return the dialect, whose module a program on SQLite need not load."""
    from sqlalchemy.dialects.postgresql import asyncpg

    dialect: Dialect = asyncpg.dialect()  # type: ignore[no-untyped-call]  # the library leaves it untyped
    return dialect


@dataclass(frozen=True, slots=True)
class Numbered:
    """A statement as PostgreSQL takes it: ``$1`` stands for the value of the first of ``names``. ``fixed``: values that are
    written into the statement. ``arrays``: each value is the list of many, and one call carries all out."""

    sql: str
    names: Sequence[str]
    fixed: Mapping[str, Any]
    arrays: bool = False

    def values(self, given: Mapping[str, Any]) -> list[Any]:
        """Return the values in their order. A zero byte, which PostgreSQL cannot store, becomes the sign for what cannot be
        shown."""
        every = {**given, **self.fixed}
        found = [every[name] for name in self.names]
        return [value.replace("\0", "\ufffd") if isinstance(value, str) and "\0" in value else value for value in found]


class Statement:
    """A compiled change. ``must_touch``: it is an error if no row was there to change. ``taken``: what it is if a key is
    taken, where that is no plain mistake. ``numbered``: how PostgreSQL is asked, where that is not the same."""

    __slots__ = ("_clause", "_fixed", "_numbered", "must_touch", "sql", "taken")

    def __init__(
        self,
        clause: ClauseElement,
        *,
        must_touch: bool = False,
        taken: type[StoreError] | None = None,
        numbered: Numbered | None = None,
    ) -> None:
        compiled = clause.compile(dialect=_DIALECT)
        self.sql = str(compiled)
        self.must_touch = must_touch
        self.taken = taken
        self._clause = clause
        self._numbered = numbered
        self._fixed = {name: value for name, value in compiled.params.items() if value is not None}

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """Return all values of the statement: those written into it and the given ones."""
        return {**self._fixed, **given}

    @property
    def numbered(self) -> Numbered:
        """The statement as PostgreSQL takes it."""
        if self._numbered is None:
            compiled = self._clause.compile(dialect=_postgresql())
            assert isinstance(compiled, SQLCompiler)
            fixed = {name: value for name, value in compiled.params.items() if value is not None}
            self._numbered = Numbered(str(compiled), tuple(compiled.positiontup or ()), fixed)
        return self._numbered

    def key_is_taken(self) -> StoreError:
        """Return what it means that a key is there already."""
        if self.taken is None:
            return StoreError("a row with this key exists already")
        return self.taken(_TAKEN[self.taken])


class Query(Statement, Generic[T]):
    """A compiled question; ``read`` makes one answer of one line of the database."""

    __slots__ = ("read",)

    def __init__(
        self, clause: ClauseElement, read: Callable[[Sequence[Any]], T], *, taken: type[StoreError] | None = None
    ) -> None:
        super().__init__(clause, taken=taken)
        self.read = read


class Call:
    """A statement with its values. It is no dataclass, so that its ``repr`` shows no values: drivers log what they are given."""

    __slots__ = ("many", "statement", "values")

    def __init__(self, statement: Statement, given: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
        self.statement = statement
        self.many = not isinstance(given, Mapping)
        self.values = statement.values(given) if isinstance(given, Mapping) else list(map(statement.values, given))


class Rows(Generic[T]):
    """Builds the statements of one kind of row, and reads and writes it as values."""

    def __init__(self, kind: type[T], table: Table) -> None:
        self.table = table
        self.names = tuple(field.name for field in fields(kind))  # type: ignore[arg-type]  # all kinds are dataclasses
        self.columns = [table.c[name] for name in self.names]
        self.keys = [column.name for column in table.primary_key]
        self.is_key = and_(*(table.c[name] == bindparam(f"key_{name}") for name in self.keys))
        self._kind = kind
        self._flags = [at for at, column in enumerate(self.columns) if isinstance(column.type, Boolean)]
        self._take = attrgetter(*self.names)

    def read(self, line: Sequence[Any]) -> T:
        """Return the row of a line that holds ``columns``."""
        if not self._flags:
            return self._kind(*line)
        values = list(line)
        for at in self._flags:
            if values[at] is not None:
                values[at] = bool(values[at])
        return self._kind(*values)

    def values(self, row: T) -> dict[str, Any]:
        """Return a row as values by column."""
        return dict(zip(self.names, self._take(row), strict=True))

    def keyed(self, row: T) -> dict[str, Any]:
        """Return a row as values, its key once more under the names that ``one`` and ``update`` ask for."""
        values = self.values(row)
        return {**values, **{f"key_{name}": values[name] for name in self.keys}}

    def one(self, *, hold: bool = False) -> Query[T]:
        """Read by primary key, values ``key_…``. ``hold``: where units run side by side, others wait with the row."""
        return self.all(self.is_key, order=[], hold=hold)

    def all(self, *where: ColumnElement[bool], order: Sequence[Any], hold: bool = False) -> Query[T]:
        """Read what fits, in order."""
        wanted = select(*self.columns).where(*where).order_by(*order)
        return Query(wanted.with_for_update(key_share=True) if hold else wanted, self.read)

    def insert(self, *, taken: type[StoreError] | None = None) -> Statement:
        """Add a row whose key must be free."""
        return Statement(insert(self.table).values({name: bindparam(name) for name in self.names}), taken=taken)

    def insert_new(self, *, taken: type[StoreError] | None = None) -> Query[int]:
        """Add a row and return the new id."""
        named: dict[str, Any] = {name: bindparam(name) for name in self.names if name != "id"}
        added = insert(self.table).values(named).returning(self.table.c.id)
        return Query(added, lambda line: int(line[0]), taken=taken)

    def update(self) -> Statement:
        """Change a row that must be there."""
        named: dict[str, Any] = {name: bindparam(name) for name in self.names if name not in self.keys}
        return Statement(update(self.table).where(self.is_key).values(named), must_touch=True)

    def put(self) -> Statement:
        """Add a row or change the one with its key."""
        change = insert(self.table).values({name: bindparam(name) for name in self.names})
        rest = {name: change.excluded[name] for name in self.names if name not in self.keys}
        return Statement(change.on_conflict_do_update(index_elements=self.keys, set_=rest))


def given(table: Table, *names: str) -> list[ColumnElement[bool]]:
    """Return conditions that these columns have the values ``of_…``."""
    return [table.c[name] == bindparam(f"of_{name}") for name in names]


# -- platform updates
_u = schema.updates.c
SEEN: Query[str] = Query(
    select(_u.effect).where(*given(schema.updates, "platform", "update")), lambda line: str(line[0])
)
REMEMBER = Statement(
    insert(schema.updates).values({column.name: bindparam(column.name) for column in _u}), taken=Conflict
)
_all = schema.updates.alias()
_newest = select(func.max(_all.c.at)).scalar_subquery()
_latest = select(_all.c.at).order_by(_all.c.at.desc()).limit(1).offset(bindparam("latest")).scalar_subquery()
# The latest ones stay whatever the time was said to be: a wall clock may have been years ahead for a minute.
FORGET = Statement(delete(schema.updates).where(_u.at < _newest - bindparam("seconds"), _u.at < _latest))

# -- people
USERS = Rows(UserRow, schema.users)
USER, USER_TO_SHOW, ADD_USER, PUT_USER = USERS.one(hold=True), USERS.one(), USERS.insert_new(), USERS.update()
IDENTITIES = Rows(IdentityRow, schema.identities)
IDENTITY, PUT_IDENTITY = IDENTITIES.one(hold=True), IDENTITIES.put()
ADD_IDENTITY = IDENTITIES.insert(taken=Conflict)
REMOVE_IDENTITY = Statement(delete(schema.identities).where(IDENTITIES.is_key))
IDENTITIES_OF = IDENTITIES.all(
    *given(schema.identities, "user"), order=[schema.identities.c.platform, schema.identities.c.external]
)

# -- one person, several accounts
LINKS = Rows(LinkRow, schema.links)
LINK, PUT_LINK = LINKS.one(hold=True), LINKS.put()
REMOVE_LINK = Statement(delete(schema.links).where(LINKS.is_key))
FIND_LINK = LINKS.all(*given(schema.links, "digest"), order=[], hold=True)
PAGE_KEYS = Rows(PageKeyRow, schema.page_keys)
PAGE_KEY = PAGE_KEYS.one()
ADD_PAGE_KEY: Query[str] = Query(
    insert(schema.page_keys)
    .values({name: bindparam(name) for name in PAGE_KEYS.names})
    .on_conflict_do_nothing()
    .returning(schema.page_keys.c.digest),
    lambda line: str(line[0]),
)
TAKE_PAGE_KEY = Query(delete(schema.page_keys).where(PAGE_KEYS.is_key).returning(*PAGE_KEYS.columns), PAGE_KEYS.read)
_of_account = given(schema.page_keys, "platform", "external")
REMOVE_PAGE_KEYS = Statement(delete(schema.page_keys).where(*_of_account))
REMOVE_PAGE_KEYS_OF_KIND = Statement(delete(schema.page_keys).where(*_of_account, *given(schema.page_keys, "kind")))
EXPIRE_PAGE_KEYS = Statement(delete(schema.page_keys).where(schema.page_keys.c.expires_at <= bindparam("now")))
FORGET_UPDATES = Statement(
    delete(schema.updates).where(
        _u.platform == bindparam("of_platform"), _u.update >= bindparam("start"), _u.update < bindparam("end")
    )
)

# -- chats
CHATS = Rows(ChatRow, schema.chats)
CHAT, ADD_CHAT, PUT_CHAT = CHATS.one(hold=True), CHATS.insert_new(taken=Conflict), CHATS.update()
FIND_CHAT = CHATS.all(*given(schema.chats, "platform", "external", "thread"), order=[], hold=True)
CHATS_OF = CHATS.all(*given(schema.chats, "platform", "external"), order=[schema.chats.c.id])
_here, _there = schema.chats.alias("here"), schema.chats.alias("there")
_OF_GROUP = (_here.c.id == bindparam("of_chat"), _there.c.platform == _here.c.platform, _there.c.group == _here.c.group)
HOME: Query[int] = Query(select(func.min(_there.c.id)).where(*_OF_GROUP), lambda line: int(line[0]))


def in_group(chat: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that the chat belongs to the same group as the one that is asked for."""
    return chat.in_(select(_there.c.id).where(*_OF_GROUP))


def in_groups_of_viewer(chat: ColumnElement[int]) -> ColumnElement[bool]:
    """Return the condition that the chat belongs to a group in which the viewer has results."""
    seen = schema.results.alias("seen")
    theirs = select(_there.c.id).where(
        seen.c.user == bindparam("of_viewer"),
        _here.c.id == seen.c.chat,
        _there.c.platform == _here.c.platform,
        _there.c.group == _here.c.group,
    )
    return chat.in_(theirs)


HAND_OVER = [
    Statement(update(table).where(table.c.chat == bindparam("other")).values(chat=bindparam("mine")))
    for table in (schema.tables, schema.matches, schema.results, schema.calls, schema.tournaments)
]
REMOVE_CHAT = Statement(delete(schema.chats).where(CHATS.is_key))

# -- tables and seats
TABLES = Rows(TableRow, schema.tables)
TABLE, ADD_TABLE, PUT_TABLE = TABLES.one(), TABLES.insert_new(), TABLES.update()
_open = schema.tables.c.state != "closed"
OPEN_TABLES = TABLES.all(_open, order=[schema.tables.c.id])
TABLES_IN = TABLES.all(_open, *given(schema.tables, "chat"), order=[schema.tables.c.id])
SEATS = Rows(SeatRow, schema.seats)
PUT_SEAT, REMOVE_SEAT = SEATS.put(), Statement(delete(schema.seats).where(SEATS.is_key))
SEATS_OF = SEATS.all(*given(schema.seats, "table"), order=[schema.seats.c.seat])
PUT_REMAINING = Statement(
    update(schema.seats).where(SEATS.is_key).values(remaining=bindparam("remaining")),
    # The heartbeat of thousands of clocks is one question there, and waits for nobody: a seat that somebody is changing just
    # now has its time written by them, or by the next beat.
    numbered=Numbered(
        'UPDATE seats SET remaining = beat.remaining FROM (SELECT s."table", s.seat, b.remaining'
        ' FROM unnest($1::integer[], $2::integer[], $3::float8[]) AS b ("table", seat, remaining)'
        ' JOIN seats AS s ON s."table" = b."table" AND s.seat = b.seat FOR NO KEY UPDATE OF s SKIP LOCKED) AS beat'
        ' WHERE seats."table" = beat."table" AND seats.seat = beat.seat',
        ("key_table", "key_seat", "remaining"),
        {},
        arrays=True,
    ),
)
SEATS_HELD = SEATS.all(*given(schema.seats, "user"), order=[schema.seats.c.table, schema.seats.c.seat])
VOTES = Rows(VoteRow, schema.votes)
PUT_VOTE = VOTES.put()
VOTES_OF = VOTES.all(*given(schema.votes, "table"), order=[schema.votes.c.motion, schema.votes.c.seat])
CLEAR_VOTES = Statement(delete(schema.votes).where(*given(schema.votes, "table")))

# -- matches, rounds, the log
MATCHES = Rows(MatchRow, schema.matches)
MATCH, ADD_MATCH, PUT_MATCH = MATCHES.one(), MATCHES.insert_new(), MATCHES.update()
ROUNDS = Rows(RoundRow, schema.rounds)
ROUND, ADD_ROUND, PUT_ROUND = ROUNDS.one(), ROUNDS.insert(), ROUNDS.update()
ROUNDS_OF = ROUNDS.all(*given(schema.rounds, "match"), order=[schema.rounds.c.round])
ROUNDS_NAMING = ROUNDS.all(
    instr(schema.rounds.c.seats, bindparam("piece")) > 0, order=[schema.rounds.c.match, schema.rounds.c.round]
)
PLEDGES = Rows(PledgeRow, schema.pledges)
PUT_PLEDGE = PLEDGES.put()
LAST_PLEDGE: Query[PledgeRow] = Query(
    select(*PLEDGES.columns)
    .where(*given(schema.pledges, "table"))
    .order_by(schema.pledges.c.number.desc())
    .limit(literal_column("1")),
    PLEDGES.read,
)
PLEDGE_OF = PLEDGES.all(*given(schema.pledges, "match", "round"), order=[])
LUCK = Rows(LuckRow, schema.luck)
PUT_LUCK = LUCK.put()
LUCK_IN = LUCK.all(*given(schema.luck, "table", "number"), order=[schema.luck.c.place])
LUCK_OF = LUCK.all(*given(schema.luck, "user"), order=[schema.luck.c.table, schema.luck.c.number, schema.luck.c.place])
ACTIONS = Rows(ActionRow, schema.actions)
APPEND = ACTIONS.insert(taken=StaleSequence)
CUT_LOG = Statement(
    delete(schema.actions).where(*given(schema.actions, "match"), schema.actions.c.seq >= bindparam("of_seq"))
)
ACTIONS_OF = ACTIONS.all(*given(schema.actions, "match"), order=[schema.actions.c.seq])
ACTIONS_IN = ACTIONS.all(*given(schema.actions, "match", "round"), order=[schema.actions.c.seq])
NEXT_SEQ: Query[int] = Query(
    select(func.coalesce(func.max(schema.actions.c.seq), -1) + 1).where(*given(schema.actions, "match")),
    lambda line: int(line[0]),
)

# -- results
RESULTS = Rows(ResultRow, schema.results)
ADD_RESULT = RESULTS.insert()
_r = schema.results.c
_mine, _theirs = schema.results.alias(), schema.results.alias()
HAVE_MET: Query[int] = Query(
    select(func.count()).where(
        exists().where(
            _mine.c.match == _theirs.c.match, _mine.c.user == bindparam("one"), _theirs.c.user == bindparam("other")
        )
    ),
    lambda line: int(line[0]),
)
_moved = update(schema.results).where(_r.user == bindparam("of_user")).values(user=bindparam("to"))
MOVE_RESULTS = Statement(_moved)
MOVE_RESULTS_OF = Statement(
    _moved.where(_r.chat.in_(select(schema.chats.c.id).where(schema.chats.c.platform == bindparam("of_platform"))))
)


def _scope(game: bool, chat: bool) -> list[ColumnElement[bool]]:
    return [*given(schema.results, *(["game"] if game else [])), *([in_group(_r.chat)] if chat else [])]


@lru_cache
def results_of(*, game: bool, chat: bool) -> Query[ResultRow]:
    """Ask for a person's results; where a round ended its match, the match's line comes first."""
    newest = [_r.at.desc(), _r.match.desc(), case((_r.round == 0, 0), else_=1), _r.round.desc(), _r.seat]
    mine = select(*RESULTS.columns).where(*given(schema.results, "user"), *_scope(game, chat)).order_by(*newest)
    return Query(mine.limit(bindparam("limit")), RESULTS.read)


@lru_cache
def matches_in(*, chat: bool, user: bool) -> Query[MatchRow]:
    """Ask for matches with results of a person, or open ones at the table where the person sits."""
    m, t, s = schema.matches.c, schema.tables.c, schema.seats.c
    where: list[ColumnElement[bool]] = [in_group(m.chat)] if chat else []
    if user:
        me: ColumnElement[Any] = bindparam("of_user")
        counted = m.id.in_(select(_r.match).where(_r.user == me))
        seated = exists().where(s.table == m.table, s.user == me, t.id == m.table, t.match == m.id)
        where.append(or_(counted, and_(m.status == "open", seated)))
    found = select(*MATCHES.columns).where(*where).order_by(m.started_at.desc(), m.id.desc())
    return Query(found.limit(bindparam("limit")).offset(bindparam("offset")), MATCHES.read)
