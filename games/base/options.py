"""House rules as data: which options a game has, which values they take, and the named presets."""

from collections.abc import Callable, Mapping
from dataclasses import Field, dataclass, field, fields
from typing import Any, Self, TypeVar, get_args, get_type_hints

from games.base.errors import OptionError

__all__ = [
    "Choice", "Flag", "ListOf", "Number", "Option", "OptionSet", "OptionValue", "Options", "Preset", "Text",
    "choice", "letters", "number", "several", "typed",
]  # fmt: skip

R = TypeVar("R")

OptionValue = str | int | bool | tuple[str, ...]
Options = Mapping[str, OptionValue]
"""Complete: every option of the game is a key. Immutable by convention, and picklable: it crosses processes."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One of several named values (texts or small integers)."""

    name: str
    values: tuple[str | int, ...]
    default: str | int

    def read(self, value: object) -> OptionValue:
        """The value that is meant, also by its text; true and false are ``on`` and ``off``. ``OptionError`` if it is
        none of ``values``.
        """
        text = ("on" if value else "off") if isinstance(value, bool) else str(value).strip()
        for known in self.values:
            if str(known) == text:
                return known
        raise OptionError(self.name, value, self.allowed)

    @property
    def allowed(self) -> str:
        """What may be given, for a message."""
        return " | ".join(str(value) for value in self.values)


@dataclass(frozen=True, slots=True)
class Flag:
    """On or off: ``true``/``on``/``yes``/``1`` and ``false``/``off``/``no``/``0``."""

    name: str
    default: bool

    def read(self, value: object) -> OptionValue:
        """The value that is meant, also by its text; ``OptionError`` if it is neither."""
        if isinstance(value, bool):
            return value
        text = value.strip().lower() if isinstance(value, str) else ""
        if text in {"true", "on", "yes", "1", "开"}:
            return True
        if text in {"false", "off", "no", "0", "关"}:
            return False
        raise OptionError(self.name, value, self.allowed)

    @property
    def allowed(self) -> str:
        """What may be given, for a message."""
        return "on | off"


@dataclass(frozen=True, slots=True)
class Number:
    """A whole number from ``low`` to ``high``."""

    name: str
    low: int
    high: int
    default: int

    def read(self, value: object) -> OptionValue:
        """The number that is meant, also by its text; ``OptionError`` if it is none, or out of bounds."""
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise OptionError(self.name, value, self.allowed)
        try:
            number = int(value)
        except ValueError:
            raise OptionError(self.name, value, self.allowed) from None
        if not self.low <= number <= self.high:
            raise OptionError(self.name, value, self.allowed)
        return number

    @property
    def allowed(self) -> str:
        """What may be given, for a message."""
        return f"{self.low} … {self.high}"


@dataclass(frozen=True, slots=True)
class Text:
    """A text made of the characters of ``alphabet`` (order and repetition do not matter)."""

    name: str
    alphabet: str
    default: str

    def read(self, value: object) -> OptionValue:
        """The text with each of its characters once, in the order of ``alphabet``; ``OptionError`` if there are others.

        >>> Text("bombs", "abc", "").read("cca")
        'ac'
        """
        if not isinstance(value, str) or any(letter not in self.alphabet for letter in value):
            raise OptionError(self.name, value, self.allowed)
        return "".join(letter for letter in self.alphabet if letter in value)

    @property
    def allowed(self) -> str:
        """What may be given, for a message."""
        return f"letters out of {self.alphabet}"


@dataclass(frozen=True, slots=True)
class ListOf:
    """Any of several named values, none twice."""

    name: str
    values: tuple[str, ...]
    default: tuple[str, ...] = ()

    def read(self, value: object) -> OptionValue:
        """The values in their declared order, from a list or from a text with commas or spaces; ``OptionError`` if one
        is unknown.
        """
        if isinstance(value, str):
            parts = [part.strip() for part in value.replace(",", " ").split()]
        elif isinstance(value, list | tuple):
            parts = [str(part) for part in value]
        else:
            raise OptionError(self.name, value, self.allowed)
        if any(part not in self.values for part in parts):
            raise OptionError(self.name, value, self.allowed)
        return tuple(known for known in self.values if known in parts)

    @property
    def allowed(self) -> str:
        """What may be given, for a message."""
        return "any of " + ", ".join(self.values)


Option = Choice | Flag | Number | Text | ListOf


def choice(default: str | int, *values: str | int) -> Any:
    """A field of house rules: one of these values. (A ``Literal`` in its type says the same.)"""
    return _said(default, lambda name: Choice(name, values, default))


def number(low: int, high: int, default: int) -> Any:
    """A field of house rules: a whole number within these bounds."""
    return _said(default, lambda name: Number(name, low, high, default))


def letters(alphabet: str, default: str = "") -> Any:
    """A field of house rules: a text of these characters."""
    return _said(default, lambda name: Text(name, alphabet, default))


def several(*values: str) -> Any:
    """A field of house rules: any of these values, none unless a table says so."""
    return _said((), lambda name: ListOf(name, values))


def _said(default: object, option: Callable[[str], Option]) -> Any:
    return field(default=default, metadata={"option": option})


def _option(one: Field[Any], kind: Any) -> Option:
    if "option" in one.metadata:
        made: Option = one.metadata["option"](one.name)
        return made
    default: Any = one.default
    return Flag(one.name, default) if kind is bool else Choice(one.name, get_args(kind), default)


def typed(rules: type[R], options: Options) -> R:
    """Complete options as the dataclass of which ``OptionSet.of`` made them."""
    return rules(**{one.name: options[one.name] for one in fields(rules) if one.init})  # type: ignore[arg-type]  # it is one


@dataclass(frozen=True, slots=True)
class Preset:
    """A named set of options; what it leaves out has its default."""

    key: str
    options: Mapping[str, OptionValue]


@dataclass(frozen=True, slots=True)
class OptionSet:
    """All options of one game, in the order of its rule sheet."""

    options: tuple[Option, ...]

    @classmethod
    def of(cls, rules: type[Any]) -> Self:
        """The options that are the fields of a dataclass of house rules: a ``bool`` is a flag, a ``Literal`` a choice, others say
        what they are by ``choice``, ``number``, ``letters`` or ``several``. What it works out itself (``init=False``) is none.

        >>> @dataclass
        ... class HouseRules:
        ...     spring: bool = True
        ...     share: str = choice("equal", "equal", "winner")
        ...     deals: int = number(0, 20, 8)
        >>> OptionSet.of(HouseRules).complete({"deals": "12"})
        {'spring': True, 'share': 'equal', 'deals': 12}
        """
        hints = get_type_hints(rules)
        return cls(tuple(_option(one, hints[one.name]) for one in fields(rules) if one.init))

    def complete(self, given: Mapping[str, object]) -> Options:
        """These options with their values read, and every other option at its default; ``OptionError`` if anything is off.

        >>> rules = OptionSet((Flag("spring", True), Number("deals", 0, 20, 8)))
        >>> rules.complete({"deals": "12"})
        {'spring': True, 'deals': 12}
        >>> rules.complete({"deals": 21})
        Traceback (most recent call last):
        games.base.errors.OptionError: deals=21: expected 0 … 20
        """
        known = {option.name: option for option in self.options}
        for name in given:
            if name not in known:
                raise OptionError(name, given[name], "one of " + ", ".join(known))
        return {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}
