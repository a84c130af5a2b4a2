"""Values that never change: events, facts, the phases of a round. What derives from ``Value`` is a frozen dataclass, whose fields
are named wherever they are filled."""

from dataclasses import FrozenInstanceError, dataclass, field
from inspect import get_annotations
from typing import Any, Never, dataclass_transform

__all__ = ["Value"]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(field,))
class Value:
    """The root of all values. Who writes the decorator over a class all the same gets what it asks for."""

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        if "__dataclass_fields__" in vars(cls):  # made anew, with slots, of a class that has been here
            return
        # What a field says of itself stays on the class for a decorator to read; a field that says nothing inherits nothing.
        said = {name: vars(cls).get(name, field()) for name in get_annotations(cls) if hasattr(cls, name)}
        for name, one in said.items():
            setattr(cls, name, one)
        dataclass(frozen=True, kw_only=True)(cls)
        for name, one in said.items():
            setattr(cls, name, one)
        del cls.__setattr__, cls.__delattr__  # which it would not overwrite

    def __setattr__(self, name: str, value: Any) -> Never:
        raise FrozenInstanceError(f"{name} of {type(self).__name__} never changes")

    def __delattr__(self, name: str) -> Never:
        raise FrozenInstanceError(f"{name} of {type(self).__name__} never changes")
