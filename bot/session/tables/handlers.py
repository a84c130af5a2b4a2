"""What carries a command out: a change of a table, a look at one, or an answer without one.

Each room of the session lists its own (``HANDLERS``), and ``bot.session.handlers`` gathers them.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeAlias, TypeVar

from bot.session.port.commands import Command, Origin
from bot.session.port.updates import Body
from bot.session.state.book import Book
from bot.session.tables.people import Person
from bot.session.tables.request import Answer, Question, Request
from bot.session.tables.session import Session
from storage.api import UnitOfWork

__all__ = ["Change", "Direct", "Handler", "Look"]

C = TypeVar("C", bound=Command)


@dataclass(frozen=True, slots=True)
class Change(Generic[C]):
    """Works on the draft of the table that is meant, in its mailbox; what it did is saved, then told."""

    kind: type[C]
    run: Callable[[Request, Book, UnitOfWork, C], Awaitable[Answer]]
    first: Callable[[Session, Origin, Person, C], Awaitable[Body | None]] | None = None
    """Asked before a table is looked for: where it says something, that is the answer."""


@dataclass(frozen=True, slots=True)
class Look(Generic[C]):
    """Looks at the table that is meant; nothing is saved."""

    kind: type[C]
    run: Callable[[Question, C], Awaitable[Answer]]
    slow: bool = False
    """It takes its time, and enters the table's mailbox by itself for what it needs of it."""


@dataclass(frozen=True, slots=True)
class Direct(Generic[C]):
    """Needs no table; a command in place of an answer is carried out next."""

    kind: type[C]
    run: Callable[[Session, Origin, Person, C], Awaitable[Body | Command | None]]


Handler: TypeAlias = Change[Any] | Look[Any] | Direct[Any]
