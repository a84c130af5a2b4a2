"""/played: what has been played in the round at a table, and what is still out, as far as the asker can know it."""

from __future__ import annotations

from typing import Final

from bot.session.port.commands import PlayedCards, TurnPlayed
from bot.session.port.replies import PlayedCard
from bot.session.state.book import Book
from bot.session.tables.display import cast, table_info
from bot.session.tables.request import Answer, Look, Question, Refused
from games.base.cards import Cards
from games.contract import View
from games.kit.memory import still_out

__all__ = ["HANDLERS", "played"]


async def played(request: Question, command: PlayedCards) -> Answer:
    """Return the newest tricks of the round, with what is still out."""
    return _card(request, None)


async def turn(request: Question, command: TurnPlayed) -> Answer:
    """Return other tricks of a round; of a round that is over and gone the newest ones of the one that is on."""
    row = request.table.book.row
    upto = command.upto if command.round == f"{row.match}-{row.round}" else None
    return _card(request, upto, picture=command.picture)


def _card(request: Question, upto: int | None, *, picture: bool = False) -> Answer:
    """Return what is known of the round: from the seat of who plays it, from nobody's for others."""
    book = request.table.book
    if book.play.state is None or book.row.match is None:
        raise Refused("not_dealt_yet" if book.row.match is None else "no_round_now", table=book.id)
    if book.contest is not None and book.seat_of(request.person.user) is None:
        raise Refused("not_seated", table=book.id)  # other tables may still be playing these cards
    if request.in_group:
        request.unsaved.watch(request.person.user)
    seat = book.seat_of(request.person.user)
    if seat is not None and book.showing and not book.has_seen(seat):
        seat = None  # who has come since saw as much of it as everybody
    view = book.public_view if seat is None else book.game.view(book.play.state, seat)
    return Answer(
        PlayedCard(
            table=table_info(request.session, book),
            view=view,
            players=cast(request.session, book),
            round=f"{book.row.match}-{book.row.round}",
            upto=upto,
            out=_out(book, view),
            seated=seat is not None,
            picture=picture,
            theme=str(request.person.prefs.get("pictures", "dark")),
        )
    )


def _out(book: Book, view: View) -> Cards | None:
    """Return what is still out, if the table lets people ask and it matters any more."""
    if not book.terms.counter or not book.playing:
        return None
    return still_out(view, book.game.pack(book.options, book.row.players))


HANDLERS: Final = (Look(PlayedCards, played), Look(TurnPlayed, turn))
