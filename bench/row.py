"""A line of the table of ``make bench``."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

__all__ = ["Figures", "Row"]

Figures = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Row:
    """One figure. ``ratio`` is to what the name says; ``aim`` and ``reached`` are empty where nothing was aimed at."""

    section: str
    name: str
    value: str
    ratio: str = ""
    aim: str = ""
    reached: bool | None = None

    def as_json(self) -> dict[str, Any]:
        """The row as plain data."""
        return asdict(self)
