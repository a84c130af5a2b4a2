"""Tables whose number of players may change: who comes or goes between rounds makes a new match of the new number.

Until the next deal everything stays as it was: the result is shown, whoever comes is noted, and where somebody has left
an AI player sits. At the deal the match that was on ends as it stands, and the next begins with those who are there.
The table goes on counting what each person has won or lost at it, whichever match that was in.
"""

from __future__ import annotations

from dataclasses import replace

from bot.session.state import rounds
from bot.session.state.book import Book
from storage.api import SeatRow

__all__ = ["may_come", "next_number", "regroup", "varies"]


def varies(draft: Book) -> bool:
    """Tell whether this game can be played by more or fewer."""
    return len(draft.game.seats) > 1


def next_number(draft: Book) -> int:
    """Return how many will play the next deal."""
    if not varies(draft) or draft.row.state == "lobby":
        return draft.row.players
    staying = draft.row.players - len(draft.stand_ins) + len(draft.newcomers)
    return max(staying, draft.game.seats[0])


def may_come(draft: Book) -> bool:
    """Tell whether one more can join for the next deal. Before the first deal the table has the seats that were
    asked for.
    """
    return varies(draft) and draft.row.match is not None and next_number(draft) < draft.game.seats[-1]


def regroup(draft: Book, now: float) -> None:
    """Seat those who came and drop the seats of those who left, at a deal; the old match ends if the number changed.

    Where too few would be left, AI players stay in place of those who left.
    """
    if not varies(draft) or draft.row.state not in ("between", "over"):
        return
    coming = draft.newcomers
    number = next_number(draft)
    leaving = sorted(draft.stand_ins)[: draft.row.players + len(coming) - number]
    if not coming and not leaving:
        return
    if draft.match is not None and draft.match.status == "open":
        rounds.end_match(draft, "ended", now)
    staying = [row for seat, row in sorted(draft.seats.items()) if seat not in leaving]
    new = [
        SeatRow(
            draft.id,
            0,
            waiter.user,
            None,
            now,
            platform=waiter.platform,
            external=waiter.external,
            place=waiter.place,
        )
        for waiter in sorted(coming, key=lambda waiter: waiter.seat)
    ]
    was = {row.seat: seat for seat, row in enumerate(staying)}
    draft.stand_ins = frozenset(was[seat] for seat in draft.stand_ins if seat not in leaving)
    draft.seats = {seat: replace(row, seat=seat, message=None) for seat, row in enumerate([*staying, *new])}
    draft.waiters = tuple(waiter for waiter in draft.waiters if waiter not in coming)
    draft.votes = ()
    draft.row = replace(draft.row, players=number, state="over")
    draft.state, draft.result, draft.last, draft.totals = None, None, (), (0,) * number
