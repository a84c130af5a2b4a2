"""Where deals come from: dice that repeat themselves, or promised deals.

A table that waits for a deal has an open pledge: its commitment was stored before anybody could see it, and stays the
same over restarts. Dealing takes the pledge; a void deal that is dealt again at once takes the next secret of the same
chain, to which the first commitment bound it. Tables whose deals are reproducible (``PAIJU_SEED``) pledge nothing.
"""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from collections.abc import Callable, Iterable
from dataclasses import replace
from hashlib import sha256
from typing import Final

from bot.session.port.updates import Fairness
from bot.session.state.book import Book, Promises
from games.base.cards import Cards
from games.contract import Dice
from games.simulate import SeededDice
from storage.api import UnitOfWork
from storage.themes.pledges import LuckRow, PledgeRow
from storage.themes.tables import SeatRow

__all__ = [
    "DiceFactory", "FairDice", "can_go_on", "chain", "clean_word", "commitment_of", "dice_for", "draw_dice",
    "forget_words", "forget_words_at", "forgotten_word", "lot_of", "new_root", "promise_next", "public_promises",
    "read_promises", "seeded_dice", "take_promised", "word_of_press",
]  # fmt: skip

DiceFactory = Callable[[int, int], Dice]
"""(table id, round number) → the dice for that deal."""


def seeded_dice(seed: int | str) -> DiceFactory:
    """Dice that repeat themselves: every deal follows from the seed, the table's id and the round."""

    def make(table: int, round_number: int) -> Dice:
        return SeededDice(f"{seed}/{table}/{round_number}")

    return make


def draw_dice(factory: DiceFactory | None, table: int, number: int) -> Dice:
    """Return the dice for drawing seats for the so-manieth time: those that repeat themselves where deals do, else from a
    seed of the operating system's that nobody keeps.
    """
    return SeededDice(secrets.token_hex(32)) if factory is None else factory(table, -number)


def dice_for(seed: int | None) -> DiceFactory | None:
    """Return what the setting ``PAIJU_SEED`` asks for; ``None``: secret deals, promised beforehand."""
    return None if seed is None else seeded_dice(seed)


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


LINKS: Final = 31
"""So many times a void deal is dealt again at once under one commitment; then the table waits for somebody to deal."""
_WAITING: Final = ("lobby", "between", "over")


def promise_next(draft: Book, now: float) -> None:
    """Give a table that waits for a deal a pledge, to be written with whatever else has changed."""
    if draft.promises.pledge is not None or draft.contest is not None or draft.row.state not in _WAITING:
        return
    number = draft.promises.deals + 1
    root = new_root()
    secret = chain(draft.id, number, root, LINKS)
    pledge = PledgeRow(draft.id, number, commitment_of(draft.id, number, secret), secret, root, LINKS, now)
    draft.promises = replace(draft.promises, pledge=pledge, words=())
    draft.writes.pledges.append(pledge)


async def read_promises(unit: UnitOfWork, book: Book) -> None:
    """Read what is stored of a table's pledges: the open one, and that of its last round."""
    last = await unit.pledges.last(book.id)
    is_open = last is not None and last.match is None
    dealt = None if book.round is None else await unit.pledges.of_round(book.round.match, book.round.round)
    book.promises = Promises(
        deals=0 if last is None else last.number - is_open,
        pledge=last if is_open else None,
        words=await _words(unit, last) if is_open else (),
        dealt=dealt,
        dealt_words=await _words(unit, dealt),
    )


async def _words(unit: UnitOfWork, pledge: PledgeRow | None) -> tuple[LuckRow, ...]:
    return () if pledge is None else tuple(await unit.pledges.luck(pledge.table, pledge.number))


# -- dealing


def can_go_on(draft: Book) -> bool:
    """Tell whether a void deal can be dealt again at once under what was promised."""
    return draft.promises.dealt is not None and draft.promises.dealt.left > 0


def take_promised(draft: Book, match: int, round_number: int, now: float) -> Dice:
    """Return the dice for a deal: of the open pledge, else of the next secret in the chain of the deal before."""
    promises = draft.promises
    pledge, words = promises.pledge, promises.words
    if pledge is None:
        assert promises.dealt is not None, "a deal was promised"
        pledge = _next_link(promises.dealt, now)
        words = tuple(replace(word, number=pledge.number) for word in promises.dealt_words)
        draft.writes.words += words
    dealt = replace(pledge, match=match, round=round_number)
    draft.promises = Promises(deals=pledge.number, dealt=dealt, dealt_words=words)
    draft.writes.pledges.append(dealt)
    return FairDice(pledge.table, pledge.number, pledge.secret, (word.word for word in words))


def _next_link(before: PledgeRow, now: float) -> PledgeRow:
    number, left = before.number + 1, before.left - 1
    secret = chain(before.table, number, before.root, left)
    assert commitment_of(before.table, number, secret) == before.secret, "the chain that was promised"
    return PledgeRow(before.table, number, before.secret, secret, before.root, left, now)


# -- words


async def forget_words(unit: UnitOfWork, user: int) -> None:
    """Take the name from somebody's words and leave only digests of these; deals can still be checked."""
    for row in await unit.pledges.luck_of(user):
        await unit.pledges.put_luck(_without_author(row))


def forget_words_at(draft: Book, user: int) -> None:
    """Forget them at an open table too: the words of who has left it may still count there."""
    words, dealt_words = (
        tuple(_without_author(row) if row.user == user else row for row in rows)
        for rows in (draft.promises.words, draft.promises.dealt_words)
    )
    draft.promises = replace(draft.promises, words=words, dealt_words=dealt_words)


def _without_author(row: LuckRow) -> LuckRow:
    return replace(row, user=None, word=forgotten_word(row.word))


# -- what everybody may see


def public_promises(book: Book, name_of: Callable[[SeatRow], str]) -> Fairness | None:
    """Return the public side of a table's pledges; a secret is part of it only when its round is over.

    ``name_of`` names whoever holds a seat.
    """
    if book.promises.pledge is None and book.promises.dealt is None:
        return None
    names = {held.user: name_of(held) for held in book.seats.values()}
    told = Fairness(
        commitment="" if book.promises.pledge is None else book.promises.pledge.commitment,
        words=tuple(("" if word.user is None else names.get(word.user, ""), word.word) for word in book.promises.words),
    )
    if book.promises.dealt is None or book.round is None:
        return told
    return replace(
        told,
        id=f"M{book.promises.dealt.match}.{book.promises.dealt.round}",
        dealt=book.promises.dealt.commitment,
        secret="" if book.round.status == "open" else book.promises.dealt.secret,
    )
