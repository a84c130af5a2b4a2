"""Autocompletion of /play and /do: the sender's own legal plays that fit what is typed so far."""

from itertools import islice
from typing import Any

from bot.session.host.panel import named
from bot.session.host.session import Session, Table
from bot.session.people.directory import Person
from bot.session.play import lookup
from bot.session.play.places import code_of
from bot.session.port.commands import Origin
from bot.session.port.updates import AtHand, Completion, PlayWords, Verbs
from bot.session.state.answers import verbs_now
from bot.session.state.book import Book
from games.base.actions import Action, Bid, Do, Play, Said
from games.base.cards import Cards, cards_text, rank_counts, ranks_text
from games.base.errors import AmbiguousPlay, IllegalAction, NotationError
from games.contract import Notation
from games.meant import by_shape, meant
from games.typed import Typed, typed

__all__ = ["at_hand", "completions", "verbs"]

_MOST = 25  # Platforms take no more
_LOOK_AT = 3000  # So many legal plays are looked at for such as fit
_NAMED = 300  # Of so many it is found out what they are called
_RANKS = 15


def completions(table: Table, person: Person, text: str, words: PlayWords) -> list[Completion]:
    """Legal plays: first just the cards that were typed, then of each shape one before there are two of any, those
    suggested first; empty unless it is the person's turn. ``words`` are those by which a play may be named in place of
    cards. A text that begins with another verb of the game (``burn``, ``return`` …) is completed with what that verb
    may take; ``bid`` with every bid, its amount in place of a rank."""
    book = table.book
    seat = book.seat_of(person.user)
    if seat is None or not book.playing or all(waited.seat != seat for waited in book.awaited):
        return []
    why = next(waited.why for waited in book.awaited if waited.seat == seat)
    said = _said_so_far(text, book.game, why)
    verb, wanted = ("play", [0] * _RANKS) if said is None else (said.said.verb, _counts(said.said))
    legal = islice(book.game.legal(book.play.state, seat), _LOOK_AT)
    if text == "bid":
        bids = (action.amount for action in legal if isinstance(action, Bid) and action.amount)
        return [Completion(f"bid {amount}", book.row.game, (), "bid", str(amount)) for amount in bids]
    kinds = () if said is None else said.kinds
    name = text.strip().casefold() if verb == "play" and not any(wanted) else ""
    actions = (*_exact(book, seat, said), *islice(book.game.suggest(book.play.state, seat), _MOST), *legal)
    fitting = dict[str, tuple[Action, Cards]]()
    for action in actions:
        cards = _cards_for(action, verb)
        if cards and all(need <= have for need, have in zip(wanted, rank_counts(cards), strict=True)):
            fitting.setdefault(_as_typed(book, action, cards), (action, cards))
    found: list[Completion] = []
    for typed_text in by_shape({one: cards for one, (_, cards) in fitting.items()}, wanted)[:_NAMED]:
        action, cards = fitting[typed_text]
        kind, rank = named(book, seat, action)
        if not name or kind in kinds or any(name in word.casefold() for word in words(book.row.game, kind, cards)):
            found.append(Completion(typed_text, book.row.game, cards, kind, rank))
        if len(found) == _MOST:
            break
    return found


def _counts(said: Said) -> list[int]:
    """How many cards of each rank have been typed so far."""
    counts = [0] * _RANKS
    for pattern in said.cards:
        counts[pattern.rank] += 1
    return counts


def _exact(book: Book, seat: int, said: Typed | None) -> list[Action]:
    """What would be played if nothing more were typed, as far as it is legal."""
    if said is None or not said.said.cards:
        return []
    try:
        read: tuple[Action, ...] = (meant(book.game, book.play.state, seat, said),)
    except AmbiguousPlay as several:
        read = several.choices
    except (NotationError, IllegalAction):
        return []
    return [action for action in read if _is_legal(book, seat, action)]


def _is_legal(book: Book, seat: int, action: Action) -> bool:
    try:
        book.game.check(book.play.state, seat, action)
    except (NotationError, IllegalAction):
        return False
    return True


def _as_typed(book: Book, action: Action, cards: Cards) -> str:
    text = cards_text(cards) if book.game.suited else ranks_text(cards)
    if isinstance(action, Do):
        return f"{action.verb} {text}"
    return f"{text} as {action.reading}" if isinstance(action, Play) and action.reading else text


async def at_hand(session: Session, origin: Origin, person: Person) -> AtHand:
    """Return the tables where somebody sits, and those of this group."""
    here = [] if origin.chat is None else await lookup.in_chat(session, origin.chat)
    mine = await lookup.of_person(session, person.user)
    tables = {table.id: table.book.row for table in (*mine, *here)}
    codes = {one.id: code_of(one.book) for one in mine if one.book.home.invite and one.book.contest is None}
    return AtHand(tuple((number, row.game, row.state) for number, row in tables.items()), codes=codes)


def verbs(table: Table, person: Person) -> Verbs | None:
    """What the person may do now, all verbs of the game before a round is on; ``None`` for who does not sit there."""
    book = table.book
    seat = book.seat_of(person.user)
    if seat is None:
        return None
    why = next((waited.why for waited in book.awaited if waited.seat == seat), "")
    return Verbs(book.row.game, verbs_now(book, seat) if why or not book.playing else (), why)


def _cards_for(action: Action, verb: str) -> Cards:
    match action:
        case Play(cards) if verb == "play":
            return cards
        case Do(own, cards) if verb == own:
            return cards
        case _:
            return ()


def _said_so_far(text: str, game: Notation[Any], why: str) -> Typed | None:
    try:
        return typed(text, game, why)
    except NotationError:
        return None
