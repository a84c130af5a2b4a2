"""What people at a table say to each other besides playing: a few phrases and faces, never free text.

They are worth a moment only. So they are not stored, change nothing, and go to platforms that can show what passes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Protocol, runtime_checkable

from bot.session.port.origin import ChatRef

__all__ = ["FACES", "PHRASES", "Audience", "Said"]

PHRASES: Final = (
    "hello", "nice", "wow", "thanks", "sorry", "hurry", "think", "wait", "yours", "luck", "close", "again",
)  # fmt: skip
"""Codes of phrases, in the order in which they are offered: texts ``web.phrase.<code>``."""
FACES: Final = ("laugh", "cool", "thumb", "flower", "puzzled", "sweat", "cry", "angry")
"""Codes of faces: names ``web.face.<code>``, each drawn by the page."""


@dataclass(frozen=True, slots=True)
class Said:
    """Somebody at a table says something: who sits at ``seat`` of ``table``, which stands in ``chat``."""

    table: int
    chat: ChatRef
    seat: int
    phrase: str


@runtime_checkable
class Audience(Protocol):
    """A platform that can show what passes. Messages in a chat stay and cost, so chats are no audience."""

    def hear(self, said: Said) -> None:
        """Show it to everybody who looks at the table; returns at once."""
        ...
