"""Autocompletion of /play: the sender's own legal plays that fit what is typed so far."""

from __future__ import annotations

from itertools import islice

from bot.session.people import Person
from bot.session.show import named
from bot.session.table import Table
from bot.session.updates import Completion
from games.actions import Pass, Play
from games.errors import NotationError
from games.kit.cards import cards_text, rank_counts, ranks_text
from games.notation import typed

__all__ = ["completions"]

_MOST = 25
"""Platforms take no more."""
_LOOK_AT = 3000
"""So many legal plays are looked at for such as fit."""


def completions(table: Table, person: Person, text: str) -> list[Completion]:
    """Legal plays, those suggested first; empty unless it is the person's turn."""
    book = table.book
    seat = book.seat_of(person.user)
    if seat is None or not book.playing or all(waited.seat != seat for waited in book.awaited):
        return []
    wanted = _ranks(text)
    if wanted is None:
        return []
    found: dict[str, Completion] = {}
    suggested = list(islice(book.game.suggest(book.state, seat), _MOST)) if not text.strip() else []
    for action in (*suggested, *islice(book.game.legal(book.state, seat), _LOOK_AT)):
        if isinstance(action, Pass) or not isinstance(action, Play):
            continue
        counts = rank_counts(action.cards)
        if any(need > have for need, have in zip(wanted, counts, strict=True)):
            continue
        cards = cards_text(action.cards) if book.game.suited else ranks_text(action.cards)
        typed_text = cards + (f" as {action.reading}" if action.reading else "")
        if typed_text not in found:
            kind, rank = named(book, seat, action)
            found[typed_text] = Completion(typed_text, book.row.game, action.cards, kind, rank)
        if len(found) == _MOST:
            break
    return list(found.values())


def _ranks(text: str) -> list[int] | None:
    """How many cards of each rank have been typed so far; ``None`` if it cannot be read."""
    if not text.strip():
        return [0] * 15
    try:
        said = typed(text).said
    except NotationError:
        return None
    counts = [0] * 15
    for pattern in said.cards:
        counts[pattern.rank] += 1
    return counts
