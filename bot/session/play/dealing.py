"""Being ready and the deal itself; the time between two rounds.

Whoever is not ready while somebody is has the table's time to act. Half of it over, they are reminded; all of it over,
they are away: an AI player acts for them until they act themselves, and the next round is dealt."""

from dataclasses import replace
from typing import Final

from bot.session.host.request import Answer, Change, Refused, Request
from bot.session.host.session import Session, Surroundings
from bot.session.play import contests as contest_deals
from bot.session.port.commands import Ready
from bot.session.port.updates import Notice
from bot.session.state import guests, rounds
from bot.session.state.book import Book
from storage.api import UnitOfWork
from storage.themes.tables import SeatRow

__all__ = ["HANDLERS", "begin", "close", "go_on", "ready", "vacate"]


async def begin(session: Surroundings, draft: Book, unit: UnitOfWork, asked: int | None = None) -> None:
    """Deal the next round, of the match or of a new one; ``Refused`` if that cannot be now. ``asked``: who asks for it."""
    if draft.playing:
        raise Refused("round_running", table=draft.id)
    if session.people.hosting.maintenance:
        raise Refused("maintenance")
    rounds.regroup(draft, session.clock.now())
    if draft.free_seats:
        code = "seats_missing_private" if draft.home.private else "seats_missing"
        raise Refused(code, table=draft.id, missing=len(draft.free_seats))
    present = [held for _, held in sorted(draft.persons.items()) if not held.away]
    unseen = [held for held in present if not session.reach.can_see(draft.people.ephemeral, held)]
    if unseen:
        names = ", ".join(session.people.name_of(held) for held in unseen)
        missing = asked in {held.user for held in unseen}  # a way into the private chat helps nobody else
        raise Refused("unreachable_players", names=names, start_link=draft.id if missing else None)
    now = session.clock.now()
    draft.people = replace(draft.people, sit_ins=())
    if draft.contest is not None:
        if draft.row.state in ("over", "closed"):
            raise Refused("tournament_table_done", table=draft.id, tournament=draft.contest.tournament)
        await contest_deals.deal_contest(draft, unit, now, session.dice)
        return
    if draft.row.state in ("lobby", "over"):
        await rounds.begin_match(draft, unit, now)
    rounds.begin_round(draft, session.dice, now)


async def ready(request: Request, draft: Book, unit: UnitOfWork, command: Ready) -> Answer:
    """Ready for the next round: it starts when all present persons are."""
    seat = request.seat(draft)
    if draft.row.state not in ("between", "over"):
        raise Refused("round_running" if draft.playing else "not_dealt_yet", table=draft.id)
    if not any(held.ready for held in draft.persons.values()):  # from now on the others' time runs
        draft.seats = {other: replace(held, remaining=None) for other, held in draft.seats.items()}
    draft.seats[seat] = replace(draft.seats[seat], ready=True, away=False)
    waiting = sum(not (held.ready or held.away) for held in draft.persons.values())
    if waiting == 0:
        await begin(request.session, draft, unit, request.person.user)
        return Answer(Notice("dealt", {"table": draft.id, "round": draft.row.round}))
    return Answer(Notice("ready_noted", {"table": draft.id, "waiting": waiting}))


# -- between two rounds
async def go_on(session: Session, before: Book, draft: Book, unit: UnitOfWork) -> None:
    """Play on between rounds, where nobody is waited for any more: whoever was has left, or lets an AI player act."""
    ready = any(held.ready for held in draft.persons.values())
    if not (before.missing and ready) or draft.missing or draft.free_seats or session.people.hosting.maintenance:
        return
    present = [held for held in draft.persons.values() if not held.away]
    if all(session.reach.can_see(draft.people.ephemeral, held) for held in present):
        await begin(session, draft, unit)


HANDLERS: Final = (Change(Ready, ready),)


def vacate(draft: Book, seat: int, now: float) -> None:
    """Take a seat from whoever holds it. In a match an AI player sits down there, so that the others can go on. Without
    any person left the table is closed. A host who leaves is followed by whoever has sat longest, of the home if
    anybody of it is left."""
    held = draft.seats.pop(seat)
    draft.people = replace(draft.people, stand_ins=draft.people.stand_ins - {seat})
    if draft.row.state in ("playing", "between") and held.user is not None:
        level = rounds.stand_in_level(draft)
        draft.seats[seat] = SeatRow(draft.id, seat, None, level, now, remaining=None)
        draft.people = replace(draft.people, stand_ins=draft.people.stand_ins | {seat})
    draft.people = replace(draft.people, ephemeral=draft.people.ephemeral - {held.user})
    if not draft.persons and draft.contest is None:
        close(draft, now)
    elif held.user is not None and draft.row.host == held.user and draft.persons:
        home = draft.row.chat
        oldest = min(
            draft.persons.values(), key=lambda row: (guests.place_of(draft, row) != home, row.joined_at, row.seat)
        )
        draft.row = replace(draft.row, host=oldest.user)
        draft.tell(oldest, Notice("you_are_host", {"table": draft.id}))


def close(draft: Book, now: float) -> None:
    """Close the table for good; an open match ends as it stands."""
    if draft.match is not None and draft.match.status == "open":
        rounds.end_match(draft, "ended", now)
    draft.row = replace(draft.row, state="closed")
    draft.votes = ()
    draft.people = replace(draft.people, waiters=(), sit_ins=(), lent=())
    draft.promises = replace(draft.promises, pledge=None, words=())  # no deal comes any more
