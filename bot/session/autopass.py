"""Answers that a person has given in advance: the standing pass of a trick, and declining by preference.

They only ever answer what the rules mark as such: ``Awaited.autopass`` for the pass, questions named by a verb that
the person never wants for the preference. When they answer is drawn without looking at a hand.
"""

from __future__ import annotations

import json
from collections.abc import Set

from bot.session.book import Book
from games.actions import Action, Pass
from games.contract import Awaited, View
from games.errors import IllegalAction

__all__ = ["advance_id", "answer_in_advance", "can_advance", "may_pass", "order_text", "standing_order"]


def order_text(book: Book, trick: int) -> str:
    """A pass in advance for one trick, as it is kept with the seat."""
    return json.dumps({"round": book.row.round, "trick": trick})


def standing_order(book: Book, seat: int, trick: int) -> bool:
    """Whether this seat has a pass in advance that is still good: of this round and this trick."""
    held = book.seats.get(seat)
    return held is not None and bool(held.autopass) and book.playing and held.autopass == order_text(book, trick)


def can_advance(view: View, seat: int) -> bool:
    """Whether there is something to pass on: a play stands that is another seat's, and this one still holds cards."""
    return view.standing is not None and view.standing.seat != seat and view.seats[seat].count > 0


def advance_id(book: Book, seat: int, trick: int) -> str:
    """The question that a pass in advance answers: the decision and the trick."""
    return f"{book.decision(seat)}.{trick}"


def may_pass(book: Book, seat: int) -> bool:
    """Whether a pass would be accepted now."""
    try:
        book.game.check(book.state, seat, Pass())
    except IllegalAction:
        return False
    return True


def answer_in_advance(book: Book, waited: Awaited, trick: int, never: Set[str]) -> Action | None:
    """What answers an awaited seat in its person's place, ``None`` if the person is asked."""
    seat = waited.seat
    if waited.why in never:
        return book.game.fallback(book.state, seat)
    if book.game.provable_pass(book.state, seat) or (waited.autopass and standing_order(book, seat, trick)):
        return Pass() if may_pass(book, seat) else None
    return None
