"""Autocompletion of /play and /do: the sender's own legal plays that fit what is typed so far."""

from __future__ import annotations

from itertools import islice

from bot.session.people.directory import Person
from bot.session.port.updates import Completion, Verbs
from bot.session.state.samples import verbs_now
from bot.session.tables.display import named
from bot.session.tables.table import Table
from games.base.actions import Action, Do, Play
from games.base.cards import Cards, cards_text, rank_counts, ranks_text
from games.base.errors import NotationError
from games.base.words import VerbWords
from games.typed import typed

__all__ = ["completions", "verbs"]

_MOST = 25
"""Platforms take no more."""
_LOOK_AT = 3000
"""So many legal plays are looked at for such as fit."""


def completions(table: Table, person: Person, text: str) -> list[Completion]:
    """Legal plays, those suggested first; empty unless it is the person's turn.

    A text that begins with another verb of the game (``burn``, ``return`` …) is completed with what that verb may take.
    """
    book = table.book
    seat = book.seat_of(person.user)
    if seat is None or not book.playing or all(waited.seat != seat for waited in book.awaited):
        return []
    why = next(waited.why for waited in book.awaited if waited.seat == seat)
    said = _said_so_far(text, book.game.words, why)
    if said is None:
        return []
    verb, wanted = said
    found: dict[str, Completion] = {}
    suggested = [] if any(wanted) else list(islice(book.game.suggest(book.state, seat), _MOST))
    for action in (*suggested, *islice(book.game.legal(book.state, seat), _LOOK_AT)):
        cards = _cards_for(action, verb)
        counts = rank_counts(cards)
        if not cards or any(need > have for need, have in zip(wanted, counts, strict=True)):
            continue
        typed_text = cards_text(cards) if book.game.suited else ranks_text(cards)
        if isinstance(action, Do):
            typed_text = f"{verb} {typed_text}"
        elif isinstance(action, Play) and action.reading:
            typed_text += f" as {action.reading}"
        if typed_text not in found:
            kind, rank = named(book, seat, action)
            found[typed_text] = Completion(typed_text, book.row.game, cards, kind, rank)
        if len(found) == _MOST:
            break
    return list(found.values())


def verbs(table: Table, person: Person) -> Verbs | None:
    """Return what the person may do now, all verbs of the game before a round is on; ``None`` for who does not sit
    there.
    """
    book = table.book
    seat = book.seat_of(person.user)
    if seat is None:
        return None
    why = next((waited.why for waited in book.awaited if waited.seat == seat), "")
    return Verbs(book.row.game, verbs_now(book, seat) if why or not book.playing else (), why)


def _cards_for(action: Action, verb: str) -> Cards:
    """Return the cards of an action of this verb; empty for every other action."""
    match action:
        case Play(cards) if verb == "play":
            return cards
        case Do(own, cards) if verb == own:
            return cards
        case _:
            return ()


def _said_so_far(text: str, words: tuple[VerbWords, ...], why: str) -> tuple[str, list[int]] | None:
    """Return the verb, and how many cards of each rank have been typed so far; ``None`` if it cannot be read."""
    counts = [0] * 15
    if not text.strip():
        return "play", counts
    try:
        said = typed(text, words, why).said
    except NotationError:
        return None
    for pattern in said.cards:
        counts[pattern.rank] += 1
    return said.verb, counts
