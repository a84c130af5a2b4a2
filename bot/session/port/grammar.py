"""Typed commands: a name and the text after it become a ``Command``, once for all platforms.

``#12`` anywhere among the words names the table. People count seats from 1. Names are understood in English and in
Chinese; each command's record says how the rest is read. What cannot be read becomes a ``Notice`` with an example that can.
"""

import unicodedata
from contextlib import suppress

from bot.session.port import commands as c
from bot.session.port.commands.record import Unreadable, Words, by_name
from bot.session.port.updates import Notice
from games import GAMES
from games.base.errors import NotationError
from games.base.words import begins_with
from games.typed import typed

__all__ = ["is_spoken", "read_command", "read_line", "read_talk"]


def read_command(name: str, text: str = "") -> c.Command | Notice:
    """A command by its name (without slash) and the text after it; a ``Notice`` says what cannot be read."""
    plain = unicodedata.normalize("NFKC", name).strip().lstrip("/").partition("@")[0].lower()
    found = by_name(plain)
    if found is None and is_spoken(f"{name} {text}", verb=plain.isascii()):
        return read_talk(f"{name} {text}")
    if found is None:
        return Notice("unknown_command", {"name": plain[:40], "example": "help"})
    record, entry = found
    try:
        return record.read(entry, Words(entry.name, text))
    except Unreadable as error:
        return Notice("unreadable_command", {"part": error.part[:40], "example": f"/{error.example}"})


def read_talk(text: str) -> c.PlayText:
    """What somebody says at a table without a command: ``777 3``, ``让``, ``burn 5 x``; ``#12`` names the table
    here too."""
    words = Words("play", text)
    return c.PlayText(words.rest(), words.table)


def is_spoken(text: str, *, verb: bool = False) -> bool:
    """Whether a text is an action of some game: a verb in any of its words, with nothing or cards after it, or a combination
    or card by what that game calls them. ``verb``: it has to begin with one."""
    plain = read_talk(unicodedata.normalize("NFKC", text).strip().lstrip("/")).text
    for game in GAMES.values():
        with suppress(NotationError):
            said = typed(plain, game)
            named = said.kinds or said.word == "lowest" or any(name in plain.lower() for name in game.called)
            if begins_with(plain, game.words) is not None or (named and not verb):
                return True
    return False


def read_line(line: str) -> c.Command | Notice | None:
    """A whole line: ``/play 77 #12``, ``出 77``, ``过``; ``None`` if it does not begin with the name of a command.
    A line that begins with a slash is always a command."""
    head, _, rest = line.strip().partition(" ")
    slashed = head.startswith(("/", "／"))
    plain = unicodedata.normalize("NFKC", head).lstrip("/").partition("@")[0].lower()
    if slashed or by_name(plain) is not None:
        return read_command(plain, rest)
    return None
