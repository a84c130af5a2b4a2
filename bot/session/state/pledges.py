"""Promised deals at a table: what is pledged before a deal, the words people add, and what is shown when.

A table that waits for a deal has an open pledge: its commitment was stored before anybody could see it, and stays the
same over restarts. Dealing takes the pledge; a void deal that is dealt again at once takes the next secret of the same
chain, to which the first commitment bound it. Tables whose deals are reproducible (``PAIJU_SEED``) pledge nothing.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from bot.session.port.updates import Fairness
from bot.session.state.fairness import FairDice, chain, commitment_of, forgotten_word, new_root
from storage.api import LuckRow, PledgeRow, SeatRow, UnitOfWork

if TYPE_CHECKING:
    from collections.abc import Callable

    from bot.session.state.book import Book
    from games.contract import Dice

__all__ = ["can_go_on", "forget_words", "forget_words_at", "read", "renew", "shown", "take"]

LINKS: Final = 31
"""So many times a void deal is dealt again at once under one commitment; then the table waits for somebody to deal."""
_WAITING: Final = ("lobby", "between", "over")


def renew(draft: Book, now: float) -> None:
    """Give a table that waits for a deal a pledge, to be written with whatever else has changed."""
    if draft.pledge is not None or draft.contest is not None or draft.row.state not in _WAITING:
        return
    number = draft.deals + 1
    root = new_root()
    secret = chain(draft.id, number, root, LINKS)
    draft.pledge = PledgeRow(draft.id, number, commitment_of(draft.id, number, secret), secret, root, LINKS, now)
    draft.luck = ()
    draft.new_pledges.append(draft.pledge)


async def read(unit: UnitOfWork, book: Book) -> None:
    """Read what is stored of a table's pledges: the open one, and that of its last round."""
    last = await unit.last_pledge(book.id)
    book.deals = 0 if last is None else last.number if last.match is not None else last.number - 1
    if last is not None and last.match is None:
        book.pledge, book.luck = last, tuple(await unit.luck(last.table, last.number))
    if book.round is not None:
        book.dealt = await unit.pledge_of(book.round.match, book.round.round)
    if book.dealt is not None:
        book.dealt_luck = tuple(await unit.luck(book.dealt.table, book.dealt.number))


# -- dealing


def can_go_on(draft: Book) -> bool:
    """Tell whether a void deal can be dealt again at once under what was promised."""
    return draft.dealt is not None and draft.dealt.left > 0


def take(draft: Book, match: int, round_number: int, now: float) -> Dice:
    """Return the dice for a deal: of the open pledge, else of the next secret in the chain of the deal before."""
    pledge, words = draft.pledge, draft.luck
    if pledge is None:
        assert draft.dealt is not None, "a deal was promised"
        pledge, words = _next_link(draft.dealt, now), draft.dealt_luck
        words = tuple(replace(word, number=pledge.number) for word in words)
        draft.new_luck += words
    draft.dealt = replace(pledge, match=match, round=round_number)
    draft.dealt_luck, draft.pledge, draft.luck = words, None, ()
    draft.deals = pledge.number
    draft.new_pledges.append(draft.dealt)
    return FairDice(pledge.table, pledge.number, pledge.secret, (word.word for word in words))


def _next_link(before: PledgeRow, now: float) -> PledgeRow:
    number, left = before.number + 1, before.left - 1
    secret = chain(before.table, number, before.root, left)
    assert commitment_of(before.table, number, secret) == before.secret, "the chain that was promised"
    return PledgeRow(before.table, number, before.secret, secret, before.root, left, now)


# -- words


async def forget_words(unit: UnitOfWork, user: int) -> None:
    """Take the name from somebody's words and leave only digests of these; deals can still be checked."""
    for row in await unit.luck_of(user):
        await unit.put_luck(_without_author(row))


def forget_words_at(draft: Book, user: int) -> None:
    """Forget them at an open table too: the words of who has left it may still count there."""
    draft.luck = tuple(_without_author(row) if row.user == user else row for row in draft.luck)
    draft.dealt_luck = tuple(_without_author(row) if row.user == user else row for row in draft.dealt_luck)


def _without_author(row: LuckRow) -> LuckRow:
    return replace(row, user=None, word=forgotten_word(row.word))


# -- what everybody may see


def shown(book: Book, name_of: Callable[[SeatRow], str]) -> Fairness | None:
    """Return the public side of a table's pledges; a secret is part of it only when its round is over.

    ``name_of`` names whoever holds a seat.
    """
    if book.pledge is None and book.dealt is None:
        return None
    names = {held.user: name_of(held) for held in book.seats.values()}
    told = Fairness(
        commitment="" if book.pledge is None else book.pledge.commitment,
        words=tuple(("" if word.user is None else names.get(word.user, ""), word.word) for word in book.luck),
    )
    if book.dealt is None or book.round is None:
        return told
    return replace(
        told,
        id=f"M{book.dealt.match}.{book.dealt.round}",
        dealt=book.dealt.commitment,
        secret="" if book.round.status == "open" else book.dealt.secret,
    )
