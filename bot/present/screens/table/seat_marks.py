"""Marks beside the seats of a table: words, or signs where more than four sit there, so that a seat fits a line of a phone."""

from __future__ import annotations

from typing import Final

from bot.present.presentation import presentation_of
from bot.present.words.catalogue import first, say
from bot.present.words.text import width
from games.contract import SeatView, View

__all__ = ["asked_together", "is_crowded", "mark_words"]

_ROOMY: Final = 4
"""With more seats than this each has to do with one line of a phone."""
_SIGN: Final = 2
"""Columns that a mark may take to be a sign."""


def is_crowded(view: View) -> bool:
    """Whether so many sit at the table that each has to do with one line of a phone."""
    return len(view.seats) > _ROOMY


def mark_words(view: View, seat: SeatView, language: str, *, brief: bool = False) -> list[str]:
    """What stands beside a seat: ``🎯 opened``, or the signs alone, side by side."""
    codes = presentation_of(view.game).marks(view, seat)
    if not brief:
        return [say(language, f"mark.{code}", view.game) for code in codes]
    words = [first(language, (f"mark_brief.{code}",)) or say(language, f"mark.{code}", view.game) for code in codes]
    signs = "".join(word for word in words if width(word) <= _SIGN)
    return [signs] * bool(signs) + [word for word in words if width(word) > _SIGN]


def asked_together(view: View) -> str:
    """The question that three and more are asked at once, which need not be said beside each of them; else
    ``""``.
    """
    why = {question.why for question in view.awaited}
    return why.pop() if len(view.awaited) > 2 and len(why) == 1 else ""
