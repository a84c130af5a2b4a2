"""Facts in the notation of the rule sheets, derived from the fields of a game's own dataclasses.

A field is written under its name; its type says how: cards as text (``7s 7h x``), a rank as its sign (``T``), a seat or
number as it is, several as a list, a dataclass of its own as an object. ``named`` gives a field another key, ``unless_none``
leaves it out while there is nothing to say, ``written`` writes its values in a way of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import field, fields, is_dataclass
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from games.base.cards import RANKS, Card, Rank, card_text, cards_text

__all__ = ["fact_keys", "named", "notation_of", "unless_none", "written"]

Writer = Callable[[Any], Any]


def named(key: str) -> Any:
    """A dataclass field that the notation calls by another name (``from``)."""
    return field(metadata={"key": key})


def unless_none() -> Any:
    """A dataclass field that is left out of the notation while it is ``None``, instead of being written as ``null``."""
    return field(default=None, metadata={"absent": True})


def written(write: Writer) -> Any:
    """A dataclass field whose values ``write`` puts into notation, whatever their type."""
    return field(metadata={"write": write})


def notation_of(facts: object) -> dict[str, Any]:
    """All fields of a dataclass under the sheet's keys, as plain JSON values. ``TypeError`` if a field's type has no notation.

    >>> from dataclasses import dataclass
    >>> from games.base.cards import make_card
    >>> @dataclass
    ... class PublicFacts:
    ...     kitty: tuple[Card, ...]
    ...     leader: int
    ...     giver: int | None = unless_none()
    >>> notation_of(PublicFacts(kitty=(make_card(4), make_card(13)), leader=2))
    {'kitty': '7s x', 'leader': 2}
    """
    return {
        key: write(value)
        for name, key, absent, write in _writers(type(facts))  # type: ignore[arg-type]  # a class is hashable
        if not ((value := getattr(facts, name)) is None and absent)
    }


def fact_keys(kind: type[Any]) -> frozenset[str]:
    """All keys that this dataclass can be written with, those of ``unless_none`` included."""
    return frozenset(key for _, key, _, _ in _writers(kind))  # type: ignore[arg-type]  # a class is hashable


@cache
def _writers(kind: type[Any]) -> tuple[tuple[str, str, bool, Writer], ...]:
    hints = get_type_hints(kind)
    return tuple(
        (
            one.name,
            one.metadata.get("key", one.name),
            bool(one.metadata.get("absent")),
            one.metadata.get("write") or _writer(hints[one.name]),
        )
        for one in fields(kind)
    )


def _writer(kind: Any) -> Writer:
    """How values of a type are written."""
    if get_origin(kind) in (Union, UnionType):
        inner = [one for one in get_args(kind) if one is not NoneType]
        if len(inner) != 1:
            raise TypeError(f"no notation for {kind}")
        write = _writer(inner[0])
        return lambda value: None if value is None else write(value)
    if get_origin(kind) is tuple:
        (inner_kind, *rest) = get_args(kind)
        if rest != [Ellipsis] and {*rest} != {inner_kind}:
            raise TypeError(f"no notation for {kind}")
        if inner_kind is Card:
            return cards_text
        inner_write = _writer(inner_kind)
        return lambda values: [inner_write(value) for value in values]
    if kind is Card:
        return card_text
    if kind is Rank:
        return lambda rank: RANKS[rank]
    if get_origin(kind) is Mapping:
        _, value_kind = get_args(kind)
        value_write = _writer(value_kind)
        return lambda values: {str(key): value_write(value) for key, value in values.items()}
    kind = getattr(kind, "__supertype__", kind)
    if is_dataclass(kind):
        return notation_of
    if isinstance(kind, type) and issubclass(kind, Enum):
        return lambda value: value.value
    if kind in (bool, int, str):
        return lambda value: value
    raise TypeError(f"no notation for {kind}")
