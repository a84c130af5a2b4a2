"""What a message shows, as one short word: the same as long as nothing has happened that it tells of.

It is stored with the message's id. After a restart a message whose word is still the same is still right, and is left alone.
"""

from __future__ import annotations

from hashlib import blake2s

from bot.session.state.book import Book

__all__ = ["is_called", "is_told", "seat_moment", "table_moment", "unstored"]

_BESIDE = "-"


def table_moment(book: Book) -> str:
    """Return the word of the table message."""
    row = book.row
    seats = [
        (seat, held.user, held.ai, held.away, held.ready, seat in book.people.stand_ins)
        for seat, held in sorted(book.seats.items())
    ]
    votes = [(vote.motion, vote.seat) for vote in book.votes]
    promised = (None if book.promises.pledge is None else book.promises.pledge.commitment, len(book.promises.words))
    places = [row.chat, *book.places] if book.places else []
    more = ["lobby"] if book.lobby.over and row.state == "lobby" else []
    return _word(
        *(
            row.state,
            row.parked,
            row.match,
            row.round,
            book.play.seq,
            row.options,
            row.clock,
            row.host,
            seats,
            votes,
            promised,
        ),
        *places,
        *more,
    )


def seat_moment(book: Book, seat: int) -> str:
    """Return the word of a seat's panel: what is asked of its person, and what they have said themselves."""
    row, held = book.row, book.seats[seat]
    said = (held.user, held.away, held.ready, held.autopass, seat in book.people.stand_ins)
    more = ["adrift"] if book.home.adrift else []
    return _word(
        row.state, row.parked, row.match, row.round, book.decision(seat), book.questions.get(seat), said, *more
    )


def is_told(shows: str, moment: str) -> bool:
    """Tell whether a message of which ``shows`` is stored shows this moment."""
    return shows.partition(" ")[0] == moment


def unstored(moment: str) -> str:
    """Return what is stored of a panel that shows this moment, and with it what is not stored."""
    return f"{_BESIDE}{moment}"


def is_called(shows: str, moment: str) -> bool:
    """Tell whether its panel has shown somebody this moment, whatever else it shows."""
    return is_told(shows.removeprefix(_BESIDE), moment)


def _word(*parts: object) -> str:
    return blake2s(repr(parts).encode(), digest_size=6).hexdigest()
