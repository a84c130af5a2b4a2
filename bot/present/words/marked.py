"""Texts in which words of a game are marked: ``[burns](burn)`` names the term that explains it.

The page makes a button of each; elsewhere the words stand alone.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["pieces", "unmarked"]

_MARK: Final = re.compile(r"\[([^\[\]]+)\]\(([a-z_]+)\)")


def unmarked(text: str) -> str:
    """The text as it is read where nothing can be tapped."""
    return _MARK.sub(r"\1", text)


def pieces(text: str) -> tuple[tuple[str, str], ...]:
    """The text in pieces, each with the code of its term, ``""`` for none."""
    found: list[tuple[str, str]] = []
    at = 0
    for match in _MARK.finditer(text):
        found += [(text[at : match.start()], ""), (match[1], match[2])]
        at = match.end()
    return tuple(piece for piece in [*found, (text[at:], "")] if piece[0])
