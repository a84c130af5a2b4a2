"""The recipe of a fair deal, as ``docs/fairness.md`` publishes it: pure functions from a secret and words to dice.

A secret is 32 bytes in hexadecimal. Its commitment is public before anybody adds a word, the secret itself once the
round is over; whoever has both, and the words, computes the whole deal again.
"""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from collections.abc import Iterable
from hashlib import sha256
from typing import Final

from games.base.cards import Cards

__all__ = ["FairDice", "chain", "clean_word", "commitment_of", "forgotten_word", "lot_of", "new_root", "word_of_press"]

_LONGEST_WORD: Final = 40
_FORGOTTEN: Final = "sha256:"
_RANGE: Final = 2**64


def new_root() -> str:
    """Return a fresh secret out of the operating system's generator."""
    return secrets.token_hex(32)


def commitment_of(table: int | str, number: int, secret: str) -> str:
    """Return what is shown before deal ``number`` of a table, and binds it to ``secret``. A tournament, whose tables play the
    same deals, is named by a text in place of a table's number."""
    return sha256(f"paiju pledge {table} {number} {secret}".encode()).hexdigest()


def chain(table: int | str, number: int, root: str, left: int) -> str:
    """Return the secret of deal ``number`` out of the ``root`` that belongs to deal ``number + left``.

    Each secret is the commitment of the deal after it, so that the commitment of the first binds all of them, and a
    secret that is shown tells nothing of the next.
    """
    secret = root
    for later in range(number + left, number, -1):
        secret = commitment_of(table, later, secret)
    return secret


def lot_of(word: str) -> str:
    """Return what of a word goes into the deal: its digest, which stays when the word itself is forgotten."""
    return word.removeprefix(_FORGOTTEN) if word.startswith(_FORGOTTEN) else sha256(word.encode()).hexdigest()


def forgotten_word(word: str) -> str:
    """Return what is kept in place of a word that its author wants to be forgotten; the deal can still be computed
    again.
    """
    return _FORGOTTEN + lot_of(word)


def clean_word(text: str) -> str:
    """Return a typed word as it is shown and counted: one line of at most 40 visible characters, ``""`` if nothing
    is left.
    """
    plain = unicodedata.normalize("NFC", text).replace("`", "")
    seen = "".join(" " if letter.isspace() else letter for letter in plain if _is_visible(letter))
    word = " ".join(seen.split())[:_LONGEST_WORD].rstrip()
    return "" if word.startswith(_FORGOTTEN) else word


def _is_visible(letter: str) -> bool:
    return letter.isspace() or not unicodedata.category(letter).startswith("C")


def word_of_press(platform: str, update: str) -> str:
    """Return the word that a press of the button adds: made of the platform's own number of the press, which we do
    not choose.
    """
    return sha256(f"paiju press {platform} {update}".encode()).hexdigest()[:12]


class FairDice:
    """``Dice`` that follow from a secret and words: a counter through HMAC-SHA256, without bias."""

    __slots__ = ("_seed", "_step")

    def __init__(self, table: int | str, number: int, secret: str, words: Iterable[str]) -> None:
        text = " ".join(["paiju deal", str(table), str(number), secret, *sorted(map(lot_of, words))])
        self._seed = sha256(text.encode()).digest()
        self._step = 0

    def shuffled(self, cards: Cards) -> Cards:
        """Return the cards in a random order (Fisher–Yates from the end)."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            pick = self.below(last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)

    def below(self, limit: int) -> int:
        """Return a number from 0 to ``limit`` - 1, all equally likely: numbers of an incomplete last span are drawn
        again.
        """
        whole = _RANGE - _RANGE % limit
        while True:
            block = hmac.digest(self._seed, self._step.to_bytes(8, "big"), "sha256")
            self._step += 1
            number = int.from_bytes(block[:8], "big")
            if number < whole:
                return number % limit
