"""What could be said at this moment: verbs that are wanted of a seat, and an example that would be understood."""

from __future__ import annotations

from itertools import islice

from bot.session.state.book import Book
from bot.session.state.standing_orders import may_pass
from games.base.actions import Bid, Pass, action_text, verb_of

__all__ = ["own_sample", "public_sample", "verbs_now"]

_LOOK_AT = 64
"""So many suggestions are looked at for the verbs that they use."""


def verbs_now(book: Book, seat: int) -> tuple[str, ...]:
    """Return the verbs with which the seat may act now, in the order of its suggestions; all of the game's while it
    is not asked.

    They depend on the hand, so they are for its owner alone.
    """
    if all(waited.seat != seat for waited in book.awaited):
        return tuple(dict.fromkeys(entry.verb for entry in book.game.words))
    found = dict.fromkeys(map(verb_of, islice(book.game.suggest(book.state, seat), _LOOK_AT)))
    if may_pass(book, seat):
        found.setdefault("pass")
    return tuple(found)


def own_sample(book: Book, seat: int) -> str:
    """Return a legal action of an awaited seat in exact notation, for its owner alone; rather something than a pass."""
    actions = list(islice(book.game.suggest(book.state, seat), _LOOK_AT))
    return action_text(next((action for action in actions if not isinstance(action, Pass)), actions[0]))


def public_sample(book: Book) -> str:
    """Return an action of this game that fits what is asked now, in notation; it follows from nobody's hand. Which bids may be
    made is known to all."""
    samples = book.game.samples
    for waited in book.awaited:
        bids = (one for one in book.game.legal(book.state, waited.seat) if isinstance(one, Bid) and one.amount)
        if waited.why == "bid" and (bid := next(bids, None)) is not None:
            return action_text(bid)
    return next((samples[waited.why] for waited in book.awaited if waited.why in samples), samples[""])
