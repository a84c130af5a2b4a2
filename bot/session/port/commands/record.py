"""A command is one record: how it is typed, what its button is called, who may give it, and who reads the answer.

``command`` stands on the class of each command. Grammar, buttons, the search for the meant table, menus, slash commands
and the page read the records; what carries a command out is listed in its room (``HANDLERS``), its texts in the catalogue.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, Final, Literal, TypeVar

from bot.session.port.commands.words import Words
from bot.session.port.origin import UserRef

__all__ = [
    "TABLE",
    "Argument",
    "Command",
    "Form",
    "Given",
    "Record",
    "Typed",
    "about",
    "by_button",
    "by_name",
    "command",
    "menu",
    "record_of",
    "records",
]


class Command:
    """Something asked of the manager. One about a table has a field ``table``: its number, ``None`` if it is left open."""

    __slots__ = ()


C = TypeVar("C", bound=Command)
Given = Mapping[str, Any]
"""Arguments by name, as a platform with forms sends them; what was left out is not there."""


@dataclass(frozen=True, slots=True)
class Argument:
    """One value of a typed command, for platforms that ask for each by name.

    ``field``: the field of the command that takes it, ``""`` if it has the same name. ``suggested``: completions are
    offered while it is typed. ``low``, ``high``: bounds of a number. ``choices``: what there is to choose from.
    """

    name: str
    kind: Literal["text", "number", "switch", "person"] = "text"
    field: str = ""
    required: bool = False
    suggested: bool = False
    low: int | None = None
    high: int | None = None
    choices: Literal["", "games", "levels", "languages"] = ""


TABLE: Final = Argument("table", "number", low=1, suggested=True)


@dataclass(frozen=True, slots=True)
class Form:
    """One of several things that a command does, for platforms that keep them apart: ``make`` finds its name as ``form``."""

    name: str
    arguments: tuple[Argument, ...] = ()


@dataclass(frozen=True, slots=True)
class Typed:
    """One name under which a command can be typed.

    ``others``: further names, most of them Chinese. ``read`` makes the command of the words after the name, ``make`` of
    named arguments; without ``read`` nothing but a table may follow, without ``make`` each argument fills its field.
    ``menu``: where it stands in the command menus of platforms, in this order; 0: in none.
    """

    name: str
    others: tuple[str, ...] = ()
    menu: int = 0
    arguments: tuple[Argument, ...] = ()
    read: Callable[[Words], Command] | None = None
    make: Callable[[Given], Command] | None = None
    forms: tuple[Form, ...] = ()
    """In place of ``arguments``."""


@dataclass(frozen=True, slots=True)
class Record:
    """All that is known of a command besides its texts and what carries it out."""

    kind: type[Any]
    """The class of the command, a dataclass."""
    button: str
    """The letter that stands for it in the data of buttons; it never changes, as old buttons stay on people's screens."""
    typed: tuple[Typed, ...] = ()
    private: bool = False
    """The answer, refusals included, is for the sender's eyes alone."""
    seated: bool = True
    """About a table: only for who sits there."""
    anywhere: bool = False
    """About a table: in a group where the sender sits at none, their table elsewhere is meant."""
    first: tuple[str, ...] = ()
    """About a table: one in these phases is meant before any other, since only there it can be carried out."""
    admin: bool = False
    """An administrator of the group may do with it what others may not."""
    opens: bool = False
    """A table may come to stand in this chat, so what the bot may not do there matters."""
    personal: bool = False
    """About the sender and not about the place: the page asks it as in a private chat."""
    sheet: bool = False
    """The answer is something to read: the page lays it open, and does not say it in passing."""
    paged: bool = False
    """Its answer has pages, and buttons for more of the same: they turn it where it stands."""
    deed: bool = False
    """What it does is seen at the table: a group in which the answer has to be asked for again would have it done again."""
    page: bool = False
    """It leads to the page: nobody is offered it where people cannot reach that."""

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the command's fields, in the order of its button."""
        return tuple(entry.name for entry in fields(self.kind))

    def read(self, typed: Typed, words: Words) -> Command:
        """Return the command of what was typed; ``Unreadable`` otherwise."""
        if typed.read is not None:
            return typed.read(words)
        words.done(words.name)
        made: Command = self.kind(**({"table": words.table} if "table" in self.fields else {}))
        return made

    def make(self, typed: Typed, given: Given) -> Command:
        """Return the command of named arguments."""
        if typed.make is not None:
            return typed.make(given)
        values = {entry.field or entry.name: given[entry.name] for entry in typed.arguments if entry.name in given}
        made: Command = self.kind(**values)
        return made


_RECORDS: Final[dict[type[Command], Record]] = {}
_NAMES: Final[dict[str, tuple[Record, Typed]]] = {}
_BUTTONS: Final[dict[str, Record]] = {}


def command(button: str, *typed: Typed, **traits: Any) -> Callable[[type[C]], type[C]]:
    """Give a command its record; ``traits`` are further fields of ``Record``. ``ValueError`` for a name or letter in use."""

    def add(kind: type[C]) -> type[C]:
        record = Record(kind, button, typed, **traits)
        names = {name: (record, entry) for entry in typed for name in (entry.name, *entry.others)}
        if button in _BUTTONS or not names.keys().isdisjoint(_NAMES):
            raise ValueError(f"{kind.__name__}: its letter or one of its names is another command's")
        _RECORDS[kind], _BUTTONS[button] = record, record
        _NAMES.update(names)
        return kind

    return add


def records() -> tuple[Record, ...]:
    """Return all commands there are."""
    return tuple(_RECORDS.values())


def menu(*, page: bool = True) -> list[tuple[Record, Typed]]:
    """Return what stands in the command menus of platforms, in order; ``page``: people can reach the page."""
    offered = [record for record in records() if page or not record.page]
    listed = [(record, typed) for record in offered for typed in record.typed if typed.menu]
    return sorted(listed, key=lambda entry: entry[1].menu)


def record_of(command: Command | type[Command]) -> Record:
    """Return the record of what is asked, or of a command's class."""
    return _RECORDS[command if isinstance(command, type) else type(command)]


def about(command: C, user: UserRef | None) -> C:
    """Return the command with the person whom its message mentions, if it is about somebody and names no account
    yet.
    """
    said: Any = command
    if "user" not in record_of(command).fields or said.user is not None:
        return command
    named: C = replace(said, user=user)
    return named


def by_name(name: str) -> tuple[Record, Typed] | None:
    """Return the command that is typed so, in whichever of its names."""
    return _NAMES.get(name)


def by_button(letter: str) -> Record | None:
    """Return the command whose buttons begin with this letter."""
    return _BUTTONS.get(letter)
