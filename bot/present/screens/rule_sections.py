"""Which part of the rule card explains a rule: from its number on the sheet (``DZ-44``) to a few sentences that fit a phone."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

__all__ = ["section_of"]

_RULE: Final = re.compile(r"([A-Z]{2})-([0-9]{1,3})[a-z]?")
_SECTIONS: Final[Mapping[str, tuple[tuple[int, str], ...]]] = {
    "DZ": ((1, "aim"), (4, "order"), (10, "kinds"), (20, "beats"), (30, "bidding"), (40, "beats"), (50, "points")),
    "GD": (
        (1, "aim"), (8, "order"), (25, "kinds"), (26, "order"), (33, "play"), (35, "bombs"), (50, "tribute"), (60, "play"),
        (70, "aim"), (80, "ace"),
    ),
    "GJ": (
        (1, "aim"), (3, "sets"), (6, "gouji"), (7, "sets"), (9, "before"), (10, "tribute"), (11, "before"), (18, "turns"),
        (23, "gouji"), (27, "turns"), (28, "burn"), (36, "sets"), (37, "aim"), (41, "tribute"), (42, "aim"),
    ),
    "GZ": (
        (1, "aim"), (4, "play"), (8, "expose"), (13, "play"), (15, "expose"), (16, "play"), (19, "points"), (24, "aim"),
        (35, "points"),
    ),
    "LJ": (
        (1, "aim"), (5, "order"), (6, "kinds"), (8, "bombs"), (9, "kinds"), (14, "bombs"), (15, "jokers"), (19, "play"),
        (27, "aim"),
    ),
    "GY": ((1, "aim"), (5, "order"), (10, "kinds"), (20, "play"), (50, "points"), (60, "aim")),
}  # fmt: skip
"""By the letters of a sheet: from which number on a part of the rule card (``rules.<game>.<part>``) says it."""


def section_of(rule: str) -> str:
    """The part of the rule card that explains a rule, ``""`` if that is not known."""
    found = _RULE.fullmatch(rule)
    parts = _SECTIONS.get(found[1], ()) if found is not None else ()
    return next((part for first, part in reversed(parts) if found is not None and int(found[2]) >= first), "")
