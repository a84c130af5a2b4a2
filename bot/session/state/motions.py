"""A vote that is on: who has a say in it, how many have to agree, and what becomes of it when people come and go."""

from __future__ import annotations

from typing import Final

from bot.session.state.book import Book
from storage.themes.tables import SeatRow

__all__ = ["follow_seats", "needed", "standing", "target", "voters"]

_COMPANY: Final = 2
"""One person's wish is no vote: so many at least have to agree that somebody goes."""


def standing(book: Book) -> str:
    """Return the motion that is on, ``""`` for none."""
    return book.votes[0].motion if book.votes else ""


def target(motion: str) -> int | None:
    """Return the seat that a motion would empty, ``None`` if it is about something else."""
    kind, _, seat = motion.partition(":")
    return int(seat) if kind == "kick" and seat.isdecimal() else None


def voters(book: Book, motion: str) -> dict[int, SeatRow]:
    """Return who has a say, by seat: every person at the table but the one whom the motion is about."""
    about = target(motion)
    return {seat: held for seat, held in book.persons.items() if seat != about}


def needed(book: Book, motion: str) -> int:
    """Return how many votes carry a motion: the majority of those who have a say."""
    majority = len(voters(book, motion)) // 2 + 1
    return max(_COMPANY, majority) if target(motion) in book.persons else majority


def follow_seats(before: Book, draft: Book) -> None:
    """Follow seats that changed hands: votes stay only with who cast them, a motion only while it is about the same person."""
    if not draft.votes:
        return
    changed = {
        seat for seat in before.seats.keys() | draft.seats.keys() if _holder(before, seat) != _holder(draft, seat)
    }
    if not changed:
        return
    if target(standing(draft)) in changed:
        draft.votes = ()
    draft.votes = tuple(vote for vote in draft.votes if vote.seat not in changed)
    if draft.votes and len(voters(draft, standing(draft))) < needed(draft, standing(draft)):
        draft.votes = ()  # nobody is left who could agree


def _holder(book: Book, seat: int) -> tuple[int | None, str | None]:
    held = book.seats.get(seat)
    return (None, None) if held is None else (held.user, held.ai)
