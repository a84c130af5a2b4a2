"""Who sits where with each deal of a stage: entries move on by one place, so that each has every place equally often.

*Places* (counted from 0) are counted from the seat that is asked first in a deal. So each entry of a table of Dou Dizhu is the
first to bid once in three deals, whoever the cards make the first bidder.
"""

from __future__ import annotations

from collections.abc import Sequence

from bot.tournaments.plan import Shape

__all__ = ["place_of", "seat_of", "seating"]


def place_of(position: int, deal: int, shape: Shape) -> int:
    """Return the place of the entry at this position of its table, with the ``deal`` of the stage (from 0)."""
    return (position + deal) % shape.sides


def seat_of(place: int, member: int, first: int, shape: Shape) -> int:
    """Return the seat of a place; members of one entry sit as far apart as partners do. ``first``: the seat asked first."""
    return (first + place + member * shape.sides) % shape.seats


def seating(deal: int, first: int, shape: Shape) -> Sequence[int]:
    """Return by seat who sits there: the number of a player of the table, position by position, member by member."""
    held = [0] * shape.seats
    for position in range(shape.sides):
        for member in range(shape.members):
            seat = seat_of(place_of(position, deal, shape), member, first, shape)
            held[seat] = position * shape.members + member
    return held
