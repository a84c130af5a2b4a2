"""Where deals come from: dice that repeat themselves, or promised deals; and how a deal is written down.

A table that waits for a deal has an open pledge: its commitment was stored before anybody could see it, and stays the
same over restarts. Dealing takes the pledge; a void deal that is dealt again at once takes the next secret of the same
chain, to which the first commitment bound it. Tables whose deals are reproducible (``PAIJU_SEED``) pledge nothing."""

import hmac
import json
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Final

from games.base.cards import Cards
from games.contract import Deal, Dice
from games.record import deal_keys, deal_of
from games.simulate import SeededDice
from storage.themes.pledges import LuckRow

__all__ = [
    "DiceFactory", "FairDice", "chain", "clean_word", "commitment_of", "deal_text", "dice_for", "draw_dice",
    "forgotten_word", "lot_of", "new_root", "read_deal", "seeded_dice", "without_author", "word_of_press",
]  # fmt: skip

DiceFactory = Callable[[int, int], Dice]  # (table id, round number) → the dice for that deal


def seeded_dice(seed: int | str) -> DiceFactory:
    """Dice that repeat themselves: every deal follows from the seed, the table's id and the round."""

    def make(table: int, round_number: int) -> Dice:
        return SeededDice(f"{seed}/{table}/{round_number}")

    return make


def draw_dice(factory: DiceFactory | None, table: int, number: int) -> Dice:
    """The dice for drawing seats for the so-manieth time: those that repeat themselves where deals do, else from
    a seed of the operating system's that nobody keeps."""
    return SeededDice(secrets.token_hex(32)) if factory is None else factory(table, -number)


def dice_for(seed: int | None) -> DiceFactory | None:
    """What the setting ``PAIJU_SEED`` asks for; ``None``: secret deals, promised beforehand."""
    return None if seed is None else seeded_dice(seed)


_LONGEST_WORD: Final = 40
_FORGOTTEN: Final = "sha256:"
_RANGE: Final = 2**64


def new_root() -> str:
    """A fresh secret out of the operating system's generator."""
    return secrets.token_hex(32)


def commitment_of(table: int | str, number: int, secret: str) -> str:
    """Return what is shown before deal ``number`` of a table, and binds it to ``secret``. A tournament, whose tables play the
    same deals, is named by a text in place of a table's number."""
    return sha256(f"paiju pledge {table} {number} {secret}".encode()).hexdigest()


def chain(table: int | str, number: int, root: str, left: int) -> str:
    """The secret of deal ``number`` out of the ``root`` that belongs to deal ``number + left``. Each secret is
    the commitment of the deal after it, so that the commitment of the first binds all of them, and a secret that is
    shown tells nothing of the next."""
    secret = root
    for later in range(number + left, number, -1):
        secret = commitment_of(table, later, secret)
    return secret


def lot_of(word: str) -> str:
    """What of a word goes into the deal: its digest, which stays when the word itself is forgotten."""
    return word.removeprefix(_FORGOTTEN) if word.startswith(_FORGOTTEN) else sha256(word.encode()).hexdigest()


def forgotten_word(word: str) -> str:
    """What is kept in place of a word that its author wants to be forgotten; the deal can still be computed again."""
    return _FORGOTTEN + lot_of(word)


def without_author(row: LuckRow) -> LuckRow:
    """What is kept of a word whose author is to be forgotten."""
    return replace(row, user=None, word=forgotten_word(row.word))


def clean_word(text: str) -> str:
    """A typed word as it is shown and counted: one line of at most 40 visible characters, ``""`` if nothing is left."""
    plain = unicodedata.normalize("NFC", text).replace("`", "")
    seen = "".join(" " if letter.isspace() else letter for letter in plain if _is_visible(letter))
    word = " ".join(seen.split())[:_LONGEST_WORD].rstrip()
    return "" if word.startswith(_FORGOTTEN) else word


def _is_visible(letter: str) -> bool:
    return letter.isspace() or not unicodedata.category(letter).startswith("C")


def word_of_press(platform: str, update: str) -> str:
    """The word that a press of the button adds: made of the platform's own number of the press, which we do not
    choose."""
    return sha256(f"paiju press {platform} {update}".encode()).hexdigest()[:12]


class FairDice:
    """``Dice`` that follow from a secret and words: a counter through HMAC-SHA256, without bias."""

    __slots__ = ("_seed", "_step")

    def __init__(self, table: int | str, number: int, secret: str, words: Iterable[str]) -> None:
        text = " ".join(["paiju deal", str(table), str(number), secret, *sorted(map(lot_of, words))])
        self._seed = sha256(text.encode()).digest()
        self._step = 0

    def shuffled(self, cards: Cards) -> Cards:
        """The cards in a random order (Fisher–Yates from the end)."""
        order = list(cards)
        for last in range(len(order) - 1, 0, -1):
            pick = self.below(last + 1)
            order[last], order[pick] = order[pick], order[last]
        return tuple(order)

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1, all equally likely: numbers of an incomplete last span are drawn again."""
        whole = _RANGE - _RANGE % limit
        while True:
            block = hmac.digest(self._seed, self._step.to_bytes(8, "big"), "sha256")
            self._step += 1
            number = int.from_bytes(block[:8], "big")
            if number < whole:
                return number % limit


# -- how a round is written down
def deal_text(deal: Deal) -> str:
    """A deal in the keys of the notation. It is a secret until the round is over."""
    keys = deal_keys(deal)
    return json.dumps({**keys, "follows": True} if deal.follows else keys)


def read_deal(text: str) -> Deal:
    """The reverse of ``deal_text``."""
    keys = json.loads(text)
    return deal_of(keys, follows=keys.pop("follows", False))
