"""The words after a typed command's name, taken one by one into its arguments."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Final

from games import GAMES

__all__ = ["PAIR", "Unreadable", "Words", "usual_game"]

PAIR: Final = re.compile(r"([^\s=]+)\s*=\s*(\S+)")
"""An option with its value, as it is typed."""

_TABLE: Final = re.compile(r"[#＃]([0-9]{1,9})")


class Unreadable(Exception):
    """A part of a command that cannot be read, and what could."""

    def __init__(self, part: str, example: str) -> None:
        super().__init__(part)
        self.part, self.example = part, example


class Words:
    """The words after a command's name; whatever nobody takes is an error. ``#12`` among them names the table."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.table: int | None = None
        self._words: list[str] = []
        for word in text.split():
            found = _TABLE.fullmatch(unicodedata.normalize("NFKC", word))
            if found is not None:
                self.table = int(found[1])
            else:
                self._words.append(word)

    def take(self) -> str:
        """Return the next word, ``""`` if there is none."""
        return self._words.pop(0) if self._words else ""

    def take_if(self, words: Mapping[str, object] | set[str]) -> str:
        """Return the next word if it is one of these (in lower case)."""
        return self.take().lower() if self._words and self._words[0].lower() in words else ""

    def take_number(self) -> int | None:
        """Return the next word if it is a number."""
        if self._words and (word := unicodedata.normalize("NFKC", self._words[0])).isascii() and word.isdigit():
            self._words.pop(0)
            return int(word[:9])
        return None

    def take_match(self, pattern: re.Pattern[str]) -> str:
        """Return the next word if the whole of it fits the pattern."""
        fits = bool(self._words) and pattern.fullmatch(unicodedata.normalize("NFKC", self._words[0])) is not None
        return unicodedata.normalize("NFKC", self._words.pop(0)) if fits else ""

    def take_plain(self) -> bool:
        """Tell whether the one word that may stand there asks for plain notation."""
        flag = self.take_if({"plain", "纯文本"})
        self.done(f"{self.name} plain")
        return bool(flag)

    def rest(self) -> str:
        """Return all words that are left, as one text."""
        text = " ".join(self._words)
        self._words.clear()
        return text

    def done(self, example: str) -> None:
        """Raise ``Unreadable`` with this example if words are left over."""
        if self._words:
            raise Unreadable(self._words[0], example)


def usual_game(*, several: bool = False) -> str:
    """Return the first game that is offered, for examples; with ``several``, the first that as many can play as
    like.
    """
    return next(key for key, game in GAMES.items() if not several or len(game.seats) > 1)
