"""How themes of the store write their tables and statements, for SQLite and PostgreSQL alike, and how a unit of work asks.

Statements are written in SQLAlchemy Core and compiled once: for SQLite when their module is loaded, for PostgreSQL when they are
first used there. A play must not wait for SQL to be built: what is left at run time is a text, a dictionary of values and one
call.

Changes are collected and written together: before the next question, or with the commit. A play costs two visits to the
database's thread, one for what it reads and one for all that it writes. Questions that are asked side by side while another is
under way go there together. How a statement reaches the database, and what a transaction is there, ``Transaction`` knows.

Column names are the field names of the rows; a field that is a value of several fields (a dataclass) has a column for each of
these. A field that is a tuple or a set is a text of JSON. A change of a table needs a numbered file in
``storage/migrations/versions``; a test compares the two.
"""

import asyncio
import json
import typing
from collections.abc import Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from operator import attrgetter
from types import NoneType
from typing import Annotated, Any, ClassVar, Final, Generic, ParamSpec, Protocol, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy.dialects import sqlite
from sqlalchemy.dialects.postgresql import (  # what it says of keys that are taken, SQLite understands as well
    Insert,
    insert,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.ext.compiler import compiles
from sqlalchemy.schema import SchemaItem
from sqlalchemy.sql import ClauseElement
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.sql.functions import GenericFunction

from storage.errors import Conflict, StaleSequence, StoreError

__all__ = [
    "All", "Call", "Numbered", "One", "PersonField", "Put", "Query", "Remove", "Rows", "Statement", "Stored", "Transaction",
    "Visits", "first_number", "first_text", "instr", "metadata", "same_text",
]  # fmt: skip

T = TypeVar("T")
P = ParamSpec("P")
_DIALECT = sqlite.dialect(paramstyle="named")
_TAKEN: Final[Mapping[type[StoreError], str]] = {
    StaleSequence: "another action has this place in the log already",
    Conflict: "somebody else was first",
}
"""What is said of a key that is taken."""

_KINDS: Final[Mapping[Any, Any]] = {
    int: sa.Integer, float: sa.Double, bool: sa.Boolean, str: sa.Text, tuple: sa.Text, frozenset: sa.Text
}  # fmt: skip
"""The types of columns, by those of fields; a field that may be ``None`` is a column that may be empty."""

metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""All tables, once ``storage.themes`` is loaded."""


@compiles(sa.Text, "postgresql")
def _by_code_point(type_: sa.Text, compiler: object, **kw: object) -> str:
    """Write the type so that texts are in the order of their code points on every server, as they are in SQLite."""
    return 'TEXT COLLATE "C"'


class instr(GenericFunction[int]):  # noqa: N801  # SQL's own name
    """Where a text begins in another one, counted from 1."""

    type = sa.Integer()
    inherit_cache = True


@compiles(instr, "postgresql")
def _strpos(element: instr, compiler: SQLCompiler, **kw: Any) -> str:
    return f"strpos{compiler.process(element.clause_expr, **kw)}"


@cache
def _postgresql() -> Dialect:
    """The dialect, whose module a program on SQLite need not load."""
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
        every = {**given, **self.fixed}
        found = [every[name] for name in self.names]
        return [same_text(value) if isinstance(value, str) and "\0" in value else value for value in found]


def same_text(text: str) -> str:
    """A text as every database can hold it: a zero byte, which PostgreSQL cannot store, becomes the sign for what cannot
    be shown."""
    return text.replace("\0", "\ufffd")


class Statement:
    """A compiled change. ``asked``: the names of its values that are not written into it. ``must_touch``: it is an error if
    no row was there to change. ``taken``: what it is if a key is taken, where that is no plain mistake. ``numbered``: how
    PostgreSQL is asked, where that is not the same."""

    __slots__ = ("_clause", "_fixed", "_numbered", "asked", "must_touch", "sql", "taken")

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
        self.asked = tuple(name for name in compiled.params if name not in self._fixed)

    def values(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """All values of the statement: those written into it and the given ones."""
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
        """What it means that a key is there already."""
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


@dataclass(frozen=True, slots=True)
class PersonField:
    """Marks a field of a row that says who somebody is, by number or by account: what is to be looked at when persons
    become one, part or are forgotten.

    ``holds``: a ``number``, an ``account`` on the row's ``platform``, the name of a ``player`` (``u12``) or ``seats``,
    JSON of who was dealt in. ``of``: the column (``chat`` or ``table``) that leads to the platform where the row came
    about; it follows its account by ``traces.move``. ``forgotten``: ``keep`` (as a number that leads nowhere), or what
    ``traces.forget`` does, ``clear`` or ``remove``. What neither says is done by hand where accounts are joined and
    forgotten, as more than this field follows."""

    of: str = ""
    forgotten: str = ""
    holds: str = "number"


@dataclass(frozen=True, slots=True)
class _Flat:
    """A column of a row, by the ``path`` of attributes that leads to it."""

    name: str
    path: str
    type: Any
    empty: bool
    mark: PersonField | None
    secret: bool


def _flat(kind: type, path: str = "") -> Iterator[_Flat]:
    """Yield the columns of a row or of a value in it, in their order."""
    hints = typing.get_type_hints(kind, include_extras=True)
    for entry in fields(kind):
        told = hints[entry.name]
        hint, *marks = typing.get_args(told) if typing.get_origin(told) is Annotated else [told]
        if is_dataclass(hint):
            yield from _flat(hint, f"{path}{entry.name}.")  # type: ignore[arg-type]  # a class, not one of its values
            continue
        empty = NoneType in typing.get_args(hint)
        plain = typing.get_args(hint)[0] if empty else typing.get_origin(hint) or hint
        mark = next((one for one in marks if isinstance(one, PersonField)), None)
        yield _Flat(entry.metadata.get("column", entry.name), path + entry.name, plain, empty, mark, not entry.repr)


def _parts(kind: type) -> Iterator[tuple[int, int, Callable[..., Any]]]:
    """Yield the values in a row: where they begin once those before are put together, and of how many columns each is made."""
    for at, hint in enumerate(typing.get_type_hints(kind).values()):
        if is_dataclass(hint):
            yield at, len(fields(hint)), hint  # type: ignore[misc]  # a class, not one of its values


_READ: Final[Mapping[Any, Callable[[Any], Any]]] = {
    bool: bool,
    tuple: lambda text: tuple(json.loads(text or "[]")),
    frozenset: lambda text: frozenset(json.loads(text or "[]")),
}
_LATER: Final[Mapping[Any, Any]] = {
    sa.Boolean: sa.false(), sa.Text: sa.text("''"), sa.Integer: sa.text("0"), sa.Double: sa.text("0")
}  # fmt: skip
"""What older rows have in columns that came later."""


class Rows(Generic[T]):
    """Builds the statements of one kind of row, and reads and writes it as values. Where a column is asked for, a
    statement has the value ``of_COLUMN``."""

    every: ClassVar[list["Rows[Any]"]] = []

    def __init__(
        self,
        kind: type[T],
        name: str,
        *more: SchemaItem,
        key: str,
        refers: Mapping[str, str] | None = None,
        index: str = "",
        later: str = "",
        long: str = "",
        rowid: bool = False,
    ) -> None:
        """Make the table ``name`` with a column for each field. What names columns has them side by side: ``key``, those that
        have an ``index`` of their own, those that came ``later`` and are empty in older rows, those that hold ``long`` numbers.
        ``refers``: columns with the tables to whose ids they refer; ``more``: whatever else the table has; ``rowid``: SQLite
        numbers the rows, besides the key."""
        self.keys = key.split()
        self.refers = refers or {}
        kept: dict[str, Any] = (
            {"sqlite_autoincrement": True} if key == "id" else {} if rowid else {"sqlite_with_rowid": False}
        )
        flat = list(_flat(kind))
        columns = self._columns(flat, index.split(), later.split(), long.split())
        self.table = sa.Table(name, metadata, *columns, *more, **kept)
        self.c = self.table.c
        self.columns = list(self.c)
        self.names = tuple(self.c.keys())
        self.kind = kind
        self.persons = {one.name: one.mark for one in flat if one.mark is not None}
        """The columns that say who somebody is."""
        self.every.append(self)
        self._read = [(at, _READ[one.type]) for at, one in enumerate(flat) if one.type in _READ]
        self._lists = [one.name for one in flat if one.type in (tuple, frozenset)]
        self._secrets = {one.name for one in flat if one.secret}
        self._parts = list(_parts(kind))
        self._take = attrgetter(*(one.path for one in flat))

    def _columns(
        self, flat: Sequence[_Flat], index: Sequence[str], later: Sequence[str], long: Sequence[str]
    ) -> Iterator[sa.Column[Any]]:
        for one in flat:
            found = sa.BigInteger if one.name in long else _KINDS[one.type]
            yield sa.Column(
                one.name,
                found,
                *([sa.ForeignKey(f"{self.refers[one.name]}.id")] if one.name in self.refers else []),
                primary_key=one.name in self.keys,
                autoincrement="auto" if self.keys == ["id"] else False,
                nullable=one.empty,
                index=one.name in index,
                server_default=_LATER.get(found) if one.name in later else None,
            )

    def read(self, line: Sequence[Any]) -> T:
        if not self._read and not self._parts:
            return self.kind(*line)
        values = list(line)
        for at, read in self._read:
            if values[at] is not None:
                values[at] = read(values[at])
        for at, count, part in self._parts:
            values[at : at + count] = [part(*values[at : at + count])]
        return self.kind(*values)

    def values(self, row: T) -> dict[str, Any]:
        values = dict(zip(self.names, self._take(row), strict=True))
        for name in self._lists:
            values[name] = json.dumps(sorted(found) if isinstance(found := values[name], frozenset) else found)
        return values

    def told(self, row: T) -> dict[str, Any]:
        """A row as values by column, without its secrets."""
        return {name: value for name, value in self.values(row).items() if name not in self._secrets}

    def keyed(self, row: T) -> dict[str, Any]:
        """A row as values, its key once more under the names that ``update`` asks for."""
        values = self.values(row)
        return {**values, **{f"of_{name}": values[name] for name in self.keys}}

    def given(self, *names: str) -> list[sa.ColumnElement[bool]]:
        """The conditions that these columns have the values ``of_…``."""
        return [self.c[name] == sa.bindparam(f"of_{name}") for name in names]

    # -- questions
    def one(self, *, hold: bool = False) -> Query[T]:
        """Read by primary key. ``hold``: where units run side by side, others wait with the row."""
        return self.all(*self.keys, hold=hold)

    def all(self, *where: str | sa.ColumnElement[bool], order: str = "", hold: bool = False) -> Query[T]:
        """Read what fits. Columns by name are asked for; ``order`` names columns, those that count down with a ``-``."""
        found = self.found(*where, order=order)
        return Query(found.with_for_update(key_share=True) if hold else found, self.read)

    def some(self, *where: str | sa.ColumnElement[bool], order: str) -> Query[T]:
        """Read what fits as ``all`` does, but at most ``limit`` of it."""
        return Query(self.found(*where, order=order).limit(sa.bindparam("limit")), self.read)

    def found(self, *where: str | sa.ColumnElement[bool], order: str = "") -> sa.Select[Any]:
        """Begin a question in SQLAlchemy's words."""
        asked = [one for name in where for one in (self.given(name) if isinstance(name, str) else [name])]
        by = [self.c[name[1:]].desc() if name.startswith("-") else self.c[name] for name in order.split()]
        return sa.select(*self.columns).where(*asked).order_by(*by)

    # -- changes
    def insert(self, *, taken: type[StoreError] | None = None) -> Statement:
        """Add a row whose key must be free."""
        return Statement(self._insert(), taken=taken)

    def insert_new(self, *, taken: type[StoreError] | None = None) -> Query[int]:
        """Add a row and return the new id."""
        return Query(self._insert("id").returning(self.c.id), first_number, taken=taken)

    def insert_absent(self) -> Query[Any]:
        """Add a row and return the first value of its key, or leave the one that has this key and return nothing."""
        return Query(self._insert().on_conflict_do_nothing().returning(self.c[self.keys[0]]), lambda line: line[0])

    def put(self) -> Statement:
        """Add a row or change the one with its key."""
        change = self._insert()
        rest = {name: change.excluded[name] for name in self.names if name not in self.keys}
        return Statement(change.on_conflict_do_update(index_elements=self.keys, set_=rest))

    def update(self) -> Statement:
        """Change a row that must be there."""
        rest: dict[str, Any] = {name: sa.bindparam(name) for name in self.names if name not in self.keys}
        return Statement(sa.update(self.table).where(*self.given(*self.keys)).values(rest), must_touch=True)

    def remove(self, *names: str) -> Statement:
        """Remove what has these values, or the row with a key."""
        return Statement(sa.delete(self.table).where(*self.given(*(names or self.keys))))

    def _insert(self, *without: str) -> Insert:
        return insert(self.table).values({name: sa.bindparam(name) for name in self.names if name not in without})


def first_number(line: Sequence[Any]) -> int:
    return int(line[0])


def first_text(line: Sequence[Any]) -> str:
    return str(line[0])


_Question = tuple[Sequence[Call], asyncio.Future[list[list[Any]]]]
"""Statements of one question, and who waits for their lines."""


class Transaction(Protocol):
    """How a unit of work reaches its database. Errors are those of ``storage.errors``."""

    async def run(self, calls: Sequence[Call]) -> list[list[Any]]:
        """Carry out part of the unit; return its lines, call by call."""

    async def end(self, calls: Sequence[Call], *, keep: bool) -> None:
        """Carry out the rest, then commit or roll all of it back; return when that is durable, also if the caller is
        cancelled."""

    async def hold_endings(self) -> None:
        """Let no other round end until this unit is over."""


class Visits:
    """One transaction, as the themes use it."""

    def __init__(self, transaction: Transaction) -> None:
        self._transaction = transaction
        self._pending: list[Call] = []
        self._error: StoreError | None = None
        self._over = False
        self._asked: list[_Question] | None = None
        """What has been asked while another question is under way; ``None``: none is."""
        self._answering: asyncio.Task[None] | None = None

    async def commit(self) -> None:
        """Make everything durable. If it raises ``StaleSequence`` or ``Unavailable``, nothing was changed; after ``Unsure``
        nobody knows."""
        self._check()
        self._over = True
        await self._transaction.end(self._pending, keep=True)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """End the unit: roll back what was not committed."""
        if self._over:
            return
        self._over = True
        if error is None:
            await self._transaction.end((), keep=False)
            return
        with suppress(StoreError):  # the reason to leave counts for more
            await self._transaction.end((), keep=False)

    # -- what themes do
    def write(self, statement: Statement, values: Mapping[str, Any] | Sequence[Mapping[str, Any]]) -> None:
        """Carry out a change, before the next question is answered or with the commit; once for each of several values."""
        self._check()
        self._pending.append(Call(statement, values))

    async def all(self, query: Query[T], **values: Any) -> list[T]:
        """Ask a question and return all answers."""
        (lines,) = await self.run([Call(query, values)])
        return [query.read(line) for line in lines]

    async def one(self, query: Query[T], **values: Any) -> T | None:
        """Ask a question and return its first answer."""
        found = await self.all(query, **values)
        return found[0] if found else None

    async def the(self, query: Query[T], **values: Any) -> T:
        """Ask a question that has an answer in any case, or make a change that answers."""
        (lines,) = await self.run([Call(query, values)])
        return query.read(lines[0])

    async def each(self, query: Query[T], values: Sequence[Mapping[str, Any]]) -> list[T]:
        """Ask a question once for each of these values and return all answers."""
        found = await self.run([Call(query, given) for given in values])
        return [query.read(line) for lines in found for line in lines]

    async def run(self, calls: Sequence[Call]) -> list[list[Any]]:
        """The lines of ``calls``, after everything pending has been written."""
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

    async def hold_endings(self) -> None:
        """Let no other round end, and no rating change, until this unit is over."""
        await self.run([])
        try:
            await self._transaction.hold_endings()
        except StoreError as error:
            self._error = error
            raise

    def _check(self) -> None:
        if self._error is not None:
            raise self._error
        if self._over:
            raise StoreError("this unit of work is over")

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

    async def _visit(self, calls: Sequence[Call]) -> list[list[Any]]:
        self._check()
        pending, self._pending = self._pending, []
        try:
            lines = await self._transaction.run([*pending, *calls])
        except StoreError as error:
            self._error = error
            raise
        return lines[len(pending) :]


class Stored:
    """What a unit of work is asked about one subject."""

    def __init__(self, unit: Visits) -> None:
        self._unit = unit


class Put(Generic[T]):
    """A method of a theme that writes a row; unless told otherwise it adds the row, or changes the one with its key."""

    def __init__(self, rows: Rows[T], statement: Statement | None = None) -> None:
        self._statement, self._values = statement or rows.put(), rows.keyed

    def __get__(self, theme: Stored, owner: type) -> Callable[[T], Coroutine[Any, Any, None]]:
        async def put(row: T) -> None:
            theme._unit.write(self._statement, self._values(row))

        return put


class Remove(Generic[P]):
    """A method of a theme that removes what has the values that its statement asks for, in this order."""

    def __init__(self, statement: Statement) -> None:
        self._statement = statement

    def __get__(self, theme: Stored, owner: type) -> Callable[P, Coroutine[Any, Any, None]]:
        async def remove(*given: P.args, **_: P.kwargs) -> None:
            theme._unit.write(self._statement, dict(zip(self._statement.asked, given, strict=True)))

        return remove


class All(Generic[P, T]):
    """A method of a theme that asks for all rows with the values that its query asks for, in this order."""

    def __init__(self, query: Query[T]) -> None:
        self._query = query

    def __get__(self, theme: Stored, owner: type) -> Callable[P, Coroutine[Any, Any, Sequence[T]]]:
        def ask(*given: P.args, **_: P.kwargs) -> Coroutine[Any, Any, Sequence[T]]:
            return theme._unit.all(self._query, **dict(zip(self._query.asked, given, strict=True)))

        return ask


class One(Generic[P, T]):
    """A method of a theme that asks for the row with these values, ``None`` if there is none."""

    def __init__(self, query: Query[T]) -> None:
        self._query = query

    def __get__(self, theme: Stored, owner: type) -> Callable[P, Coroutine[Any, Any, T | None]]:
        def ask(*given: P.args, **_: P.kwargs) -> Coroutine[Any, Any, T | None]:
            return theme._unit.one(self._query, **dict(zip(self._query.asked, given, strict=True)))

        return ask
