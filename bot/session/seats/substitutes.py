"""A missing person's seat for one round: an AI player or somebody else plays it, if the host agrees.

The seat stays its owner's. An AI player in it is the person being *away*: it ends with any action of theirs. Somebody
else *sits in*: they are dealt the round, its result is theirs, and when it is over the owner has the seat again.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.session.port.commands import Consent, Substitute
from bot.session.port.updates import Notice
from bot.session.seats import opening
from bot.session.state import rounds
from bot.session.state.book import Book, Waiter
from bot.session.tables.request import Answer, Change, Refused, Request
from storage.api import SeatRow, UnitOfWork

__all__ = ["HANDLERS", "ask_to_sit_in", "consent", "decider", "is_owner_away", "reclaim", "substitute"]


def _host_only(request: Request, draft: Book) -> None:
    """Refuse anybody but the host; for the host's own seat, or where there is no host, anybody but who has sat longest."""
    if request.admin or request.person.user == draft.row.host:
        return
    raise Refused("guest_admin" if request.guest_admin else "host_only", table=draft.id)


def decider(draft: Book, seat: int) -> SeatRow | None:
    """Return who is asked about a seat: the host, or for the host's own seat the person who has sat longest besides."""
    others = [held for number, held in draft.persons.items() if number != seat]
    host = next((held for held in others if held.user == draft.row.host), None)
    return host or min(others, key=lambda held: (held.joined_at, held.seat), default=None)


def is_owner_away(draft: Book, seat: int) -> bool:
    """Tell whether somebody may be asked for in this person's place: between rounds, and the person is not ready."""
    held = draft.seats.get(seat)
    return draft.row.state == "between" and held is not None and held.user is not None and not held.ready


async def substitute(request: Request, draft: Book, unit: UnitOfWork, command: Substitute) -> Answer:
    """Return the host lets an AI player act for a missing person from now on, until they act themselves."""
    _host_only(request, draft)
    held = draft.persons.get(command.seat)
    if held is None or not is_owner_away(draft, command.seat):
        raise Refused("nobody_missing", seat=command.seat + 1)
    draft.seats[command.seat] = replace(held, away=True)
    told = Notice("ai_for_you", {"table": draft.id, "seat": command.seat + 1})
    draft.tell(held, told)
    return Answer(Notice("ai_instead", {"table": draft.id, "seat": command.seat + 1}))


def ask_to_sit_in(request: Request, draft: Book, seat: int) -> Answer:
    """Return somebody who does not sit here wants to play a missing person's next round: the host is asked."""
    asked = decider(draft, seat)
    if asked is None:
        raise Refused("seat_taken", seat=seat + 1, name=request.session.people.name_of(draft.seats[seat]))
    opening.hello(draft, request.origin, request.person, request.place or request.chat)
    ref = request.origin.user
    wish = Waiter(seat, request.person.user, ref.platform, ref.external, request.through)
    others = (other for other in draft.people.sit_ins if seat != other.seat and other.user != wish.user)
    draft.people = replace(draft.people, sit_ins=(*others, wish))
    question = Notice(
        "sit_in_asked",
        {"table": draft.id, "seat": seat + 1, "name": request.person.name},
        actions=(("let_play", Consent(draft.id, seat)), ("not_now", Consent(draft.id, seat, yes=False))),
    )
    draft.tell(asked, question)
    return Answer(Notice("sit_in_wished", {"table": draft.id, "seat": seat + 1}))


async def consent(request: Request, draft: Book, unit: UnitOfWork, command: Consent) -> Answer:
    """Return the answer to a wish to sit in."""
    wish = next((other for other in draft.people.sit_ins if other.seat == command.seat), None)
    asked = decider(draft, command.seat)
    if not request.admin and (asked is None or asked.user != request.person.user):
        raise Refused("host_only", table=draft.id)
    if wish is None or not is_owner_away(draft, command.seat) or draft.seat_of(wish.user) is not None:
        draft.people = replace(
            draft.people, sit_ins=tuple(other for other in draft.people.sit_ins if other.seat != command.seat)
        )
        raise Refused("nobody_missing", seat=command.seat + 1)
    draft.people = replace(draft.people, sit_ins=tuple(other for other in draft.people.sit_ins if other is not wish))
    data = {"table": draft.id, "seat": command.seat + 1}
    if not command.yes:
        draft.tell(wish, Notice("sit_in_refused", data))
        return Answer(Notice("sit_in_declined", data))
    owner = draft.seats[command.seat]
    assert owner.user is not None, "a missing person"
    lender = Waiter(command.seat, owner.user, owner.platform, owner.external, owner.place, owner.joined_at)
    draft.people = replace(draft.people, lent=(*draft.people.lent, lender))
    now = request.session.clock.now()
    draft.seats[command.seat] = wish.sit_down(draft.id, now)
    draft.tell(wish, Notice("sit_in_granted", data))
    draft.tell(owner, Notice("seat_kept", data))
    return Answer(Notice("sit_in_allowed", data))


def reclaim(request: Request, draft: Book) -> Answer | None:
    """Return the owner of a lent seat is back: at once between rounds, else when the round is over. ``None``: owns
    none.
    """
    kept = next((lent for lent in draft.people.lent if lent.user == request.person.user), None)
    if kept is None:
        return None
    data = {"table": draft.id, "seat": kept.seat + 1}
    if draft.playing:
        return Answer(Notice("seat_comes_back", data))
    rounds.give_back(draft, only=kept.user)
    return Answer(Notice("joined", data))


HANDLERS: Final = (
    Change(Substitute, substitute),
    Change(Consent, consent),
)
