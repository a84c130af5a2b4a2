"""What to type where buttons cannot be shown."""

from __future__ import annotations

from collections.abc import Iterable

from bot.present.screens.screen import Button
from bot.present.words.catalogue import say
from bot.session.port.commands.record import record_of

__all__ = ["typed_instead"]


def typed_instead(rows: Iterable[Iterable[Button]], language: str) -> str:
    """Return one line with the commands that do what these buttons do; ``""`` where there is none."""
    commands = [button.command for row in rows for button in row if button.command is not None]
    words = dict.fromkeys(f"/{record_of(command).instead}" for command in commands if record_of(command).instead)
    return say(language, "place.typed", commands=" ".join(words)) if words else ""
