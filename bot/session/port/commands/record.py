"""What every command stands on: its record, who asks it from where, and the words after its name.

A record says how a command is typed, what its button is called, who may give it, and who reads the answer; ``command``
puts it on the class. Grammar, buttons, the search for the meant table, menus, slash commands and the page read the
records; what carries a command out is listed in its room (``HANDLERS``), its texts in the catalogue."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields, replace
from hashlib import blake2s
from typing import Any, ClassVar, Final, Literal, TypeVar, dataclass_transform

from structlog.contextvars import bind_contextvars

from games import GAMES

__all__ = [
    "TABLE", "Argument", "ChatRef", "Command", "Elsewhere", "Form", "Given", "Origin", "Posted", "Record", "Typed", "Unreadable",
    "UserRef", "Words", "about", "begin_trace", "by_button", "by_name", "chosen", "command", "game_and_preset", "menu",
    "records", "usual_game",
]  # fmt: skip


def begin_trace(update: str) -> None:
    """Let all log lines from here to the answer name this update of a platform, at whichever worker."""
    bind_contextvars(trace=blake2s(update.encode(), digest_size=16).hexdigest())


@dataclass(frozen=True, slots=True)
class UserRef:
    """A person's account on a platform (``telegram``, ``discord``, ``web``). ``external`` is the platform's id."""

    platform: str
    external: str


@dataclass(frozen=True, slots=True)
class ChatRef:
    """A group channel. ``thread``: topic or thread inside it, ``""`` if none."""

    platform: str
    external: str
    thread: str = ""


@dataclass(frozen=True, slots=True)
class Posted:
    """When a message was posted, by the platform's clock, in seconds since 1970; 0: long ago. ``shows``: it shows a table or a
    hand, and its id is kept; it is no menu, no sentence with buttons, nor for one member of a group alone."""

    at: float
    shows: bool = False


@dataclass(frozen=True, slots=True)
class Origin:
    """Who asks, from where, in which update.

    ``update`` is the platform's id of the update or interaction: the same id a second time changes nothing and gets the
    same kind of answer. ``chat`` is ``None`` in a private conversation. ``admin``: the sender administers the group.
    ``locale``: the platform's hint of the person's language (``en-US``, ``zh-hans``). ``reachable``: ``True`` if the
    platform itself proves that this person can now be written to privately (a private message, /start), ``None`` if
    nothing is known. ``ephemeral``: the platform can answer this person alone inside a group (Discord), so the hand can
    be opened there. ``group``: what the chat is a part of (a server with all its channels), ``""`` where it is a group
    by itself; ``group_title`` its name."""

    update: str
    user: UserRef
    name: str
    chat: ChatRef | None = None
    chat_title: str = ""
    admin: bool = False
    locale: str = ""
    reachable: bool | None = None
    ephemeral: bool = False
    message: str | None = None  # For a pressed button: the platform's id of the message that carried it
    posted: Posted | None = None  # Of that message, or of the one with the words; ``None``: nobody knows, or just now
    answers: str = ""  # For words that answer a message of ours: the platform's id of that message
    home: ChatRef | None = None
    """The private chat with the bot, where tables of one's own may stand; ``None`` in a group and where the bot cannot
    post."""
    group: str = ""
    group_title: str = ""
    group_locale: str = ""
    """The platform's hint of the language that the group speaks; ``""`` where nobody has chosen one."""
    lacking: tuple[str, ...] = ()
    """Permissions that the bot needs in this chat and does not have, as far as the platform says; see ``protocols.ESSENTIAL``."""

    page: bool = False
    """Asked on the page, which speaks for any account that was proved: nothing follows from it about private messages, and
    no group reads along."""
    bot: str = ""  # Which of several bots on the platform heard it, ``""`` for the first

    single: bool = False  # The chat shows one table: whoever opens one where a table stands takes a seat at it

    @property
    def whole(self) -> ChatRef | None:
        """The group with all its channels and threads, in place of the one where this was asked; ``None`` in private."""
        return None if self.chat is None else ChatRef(self.chat.platform, self.group or self.chat.external)

    @property
    def place(self) -> ChatRef | None:
        """Where a table would stand: the group, or one's own private chat."""
        return self.chat or self.home


class Elsewhere(Exception):
    """Raised where a command means a table of another worker: nothing has been done, it is to be carried there.
    ``worker``: who has the table as far as is known, ``None`` while nobody does (it is between two owners)."""

    def __init__(self, table: int, worker: str | None = None) -> None:
        super().__init__(table)
        self.table, self.worker = table, worker


_PAIR: Final = re.compile(r"([^\s=]+)\s*=\s*(\S+)")  # An option with its value, as it is typed

_TABLE: Final = re.compile(r"[#＃]([0-9]{1,9})")


class Unreadable(Exception):
    """A part of a command that cannot be read, and what could."""

    def __init__(self, part: str, example: str) -> None:
        super().__init__(part)
        self.part, self.example = part, example


class Words:
    """The words after a command's name; whatever nobody takes is an error. ``#12`` among them names the table."""

    def __init__(self, name: str, text: str) -> None:
        self.name, self.said = name, text
        self.table: int | None = None
        self._words: list[str] = []
        for word in text.split():
            found = _TABLE.fullmatch(unicodedata.normalize("NFKC", word))
            if found is not None:
                self.table = int(found[1])
            else:
                self._words.append(word)

    def take(self) -> str:
        return self._words.pop(0) if self._words else ""

    def take_if(self, words: Mapping[str, object] | set[str]) -> str:
        """The next word if it is one of these (in lower case)."""
        return self.take().lower() if self._words and self._words[0].lower() in words else ""

    def take_number(self) -> int | None:
        if self._words and (word := unicodedata.normalize("NFKC", self._words[0])).isascii() and word.isdigit():
            self._words.pop(0)
            return int(word[:9])
        return None

    def take_match(self, pattern: re.Pattern[str]) -> str:
        """The next word if the whole of it fits the pattern."""
        fits = bool(self._words) and pattern.fullmatch(unicodedata.normalize("NFKC", self._words[0])) is not None
        return unicodedata.normalize("NFKC", self._words.pop(0)) if fits else ""

    def take_options(self, example: str) -> tuple[list[str], dict[str, str]]:
        """All words that are left, those with a value (``clock=60``) apart; ``Unreadable`` where name or value lacks."""
        plain, options = list[str](), dict[str, str]()
        for word in self._words:
            name, sign, value = unicodedata.normalize("NFKC", word).partition("=")
            if not sign:
                plain.append(word)
            elif name and value:
                options[name.lower()] = value
            else:
                raise Unreadable(word, example)
        self._words.clear()
        return plain, options

    def take_plain(self) -> bool:
        """Whether the one word that may stand there asks for plain notation."""
        flag = self.take_if({"plain", "纯文本"})
        self.done(f"{self.name} plain")
        return bool(flag)

    def rest(self) -> str:
        text = " ".join(self._words)
        self._words.clear()
        return text

    def done(self, example: str) -> None:
        """Raise ``Unreadable`` with this example if words are left over."""
        if self._words:
            raise Unreadable(self._words[0], example)


def game_and_preset(words: list[str], example: str) -> tuple[str, str]:
    """What these words name; ``Unreadable`` if they are more."""
    if len(words) > 2:
        raise Unreadable(words[2], example)
    game, preset = (*words, "", "")[:2]
    return game, unicodedata.normalize("NFKC", preset).lower()


def chosen(given: Given) -> tuple[str, str, dict[str, str]]:
    """Return game, preset and options of a form; a completion of the preset that was chosen before the game names that, too."""
    game, _, preset = str(given.get("preset", "")).rpartition(":")
    return given.get("game", "") or game, preset, dict(_PAIR.findall(given.get("options", "")))


def usual_game(*, several: bool = False) -> str:
    """The first game that is offered, for examples; with ``several``, the first that as many can play as like."""
    return next(key for key, game in GAMES.items() if not several or len(game.seats) > 1)


class Command:
    """Something asked of the manager. One about a table has a field ``table``: its number, ``None`` if it is left open."""

    __slots__ = ()
    record: ClassVar[Record]
    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]


C = TypeVar("C", bound=Command)
Given = Mapping[str, Any]  # Arguments by name, as a platform with forms sends them; what was left out is not there


@dataclass(frozen=True, slots=True)
class Argument:
    """One value of a typed command, for platforms that ask for each by name. ``field``: the field of the command that
    takes it, ``""`` if it has the same name. ``suggested``: completions are offered while it is typed. ``low``,
    ``high``: bounds of a number. ``choices``: what there is to choose from."""

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
    """One name under which a command can be typed. ``others``: further names, most of them Chinese. ``read`` makes the
    command of the words after the name, ``make`` of named arguments; without ``read`` nothing but a table may follow,
    without ``make`` each argument fills its field. ``menu``: where it stands in the command menus of platforms, in this
    order; 0: in none."""

    name: str
    others: tuple[str, ...] = ()
    menu: int = 0
    arguments: tuple[Argument, ...] = ()
    read: Callable[[Words], Command] | None = None
    make: Callable[[Given], Command] | None = None
    forms: tuple[Form, ...] = ()  # In place of ``arguments``


@dataclass(frozen=True, slots=True)
class Record:
    """All that is known of a command besides its texts and what carries it out."""

    kind: type[Any]  # The class of the command, a dataclass
    button: str
    """The letter that stands for it in the data of buttons; it never changes, as old buttons stay on people's screens."""
    typed: tuple[Typed, ...] = ()
    fields: tuple[str, ...] = ()  # The names of the command's fields, in the order of its button
    private: bool = False  # The answer, refusals included, is for the sender's eyes alone
    personal_reading: bool = False
    """Typed in a group, it is nevertheless read by its sender alone where the platform can keep it from the others' eyes."""
    seated: bool = True  # About a table: only for who sits there
    anywhere: bool = False  # About a table: in a group where the sender sits at none, their table elsewhere is meant
    first: tuple[str, ...] = ()
    """About a table: one in these phases is meant before any other, since only there it can be carried out."""
    admin: bool = False  # An administrator of the group may do with it what others may not
    opens: bool = False  # A table may come to stand in this chat, so what the bot may not do there matters
    personal: bool = False  # About the sender and not about the place: the page asks it as in a private chat
    sheet: bool = False  # The answer is something to read: the page lays it open, and does not say it in passing
    paged: bool = False  # Its answer has pages, and buttons for more of the same: they turn it where it stands
    deed: bool = False
    """What it does is seen at the table: a group in which the answer has to be asked for again would have it done again."""
    page: bool = False  # It leads to the page: nobody is offered it where people cannot reach that

    def read(self, typed: Typed, words: Words) -> Command:
        """The command of what was typed; ``Unreadable`` otherwise."""
        if typed.read is not None:
            return typed.read(words)
        words.done(words.name)
        made: Command = self.kind(**({"table": words.table} if "table" in self.fields else {}))
        return made

    def make(self, typed: Typed, given: Given) -> Command:
        if typed.make is not None:
            return typed.make(given)
        values = {entry.field or entry.name: given[entry.name] for entry in typed.arguments if entry.name in given}
        made: Command = self.kind(**values)
        return made


_NAMES: Final[dict[str, tuple[Record, Typed]]] = {}
_BUTTONS: Final[dict[str, Record]] = {}


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def command(button: str, *typed: Typed, **traits: Any) -> Callable[[type[C]], type[C]]:
    """Make a class the frozen dataclass of a command and give it its record; ``traits`` are further fields of ``Record``.
    ``ValueError`` for a name or letter in use."""

    def add(plain: type[C]) -> type[C]:
        kind = dataclass(frozen=True, slots=True)(plain)
        record = Record(kind, button, typed, tuple(entry.name for entry in fields(kind)), **traits)
        names = {name: (record, entry) for entry in typed for name in (entry.name, *entry.others)}
        if button in _BUTTONS or not names.keys().isdisjoint(_NAMES):
            raise ValueError(f"{kind.__name__}: its letter or one of its names is another command's")
        kind.record = _BUTTONS[button] = record
        _NAMES.update(names)
        return kind

    return add


def records() -> tuple[Record, ...]:
    return tuple(_BUTTONS.values())


def menu(*, page: bool = True) -> list[tuple[Record, Typed]]:
    """What stands in the command menus of platforms, in order; ``page``: people can reach the page."""
    offered = [record for record in records() if page or not record.page]
    listed = [(record, typed) for record in offered for typed in record.typed if typed.menu]
    return sorted(listed, key=lambda entry: entry[1].menu)


def about(command: C, user: UserRef | None) -> C:
    """The command with the person whom its message mentions, if it is about somebody and names no account yet."""
    said: Any = command
    if "user" not in command.record.fields or said.user is not None:
        return command
    named: C = replace(said, user=user)
    return named


by_name: Final = _NAMES.get  # The command that is typed so, in whichever of its names, ``None`` if there is none
by_button: Final = _BUTTONS.get  # The command whose buttons begin with this letter, ``None`` if there is none
