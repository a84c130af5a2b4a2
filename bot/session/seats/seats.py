"""Taking seats, giving them up, AI players, and removing people."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from bot.session.people.directory import is_banned
from bot.session.places import guests
from bot.session.places.place import chats_of
from bot.session.port.commands import FillAi, Join, Leave, ShowTable
from bot.session.port.updates import Notice, Player
from bot.session.seats import opening, places, substitutes
from bot.session.state import rounds
from bot.session.state.book import Book, Waiter
from bot.session.tables.display import players
from bot.session.tables.request import Answer, Change, Refused, Request
from storage.api import SeatRow, UnitOfWork

__all__ = ["HANDLERS", "close", "fill_ai", "join", "leave", "vacate"]

_KNOWN_LEVELS = ("easy", "normal", "strong")


async def join(request: Request, draft: Book, unit: UnitOfWork, command: Join) -> Answer:
    """Take a seat, or move to another before the first deal. With a code, the place of the sender comes to the table as well."""
    guest = (
        {} if request.in_group else await chats_of(unit, draft)
    )  # who comes from another group comes under its rule alone
    banned = await is_banned(unit, request.origin, request.person, request.chat, *guest.values())
    if banned and draft.seat_of(request.person.user) is None:
        raise Refused("banned_here")
    if not command.code or command.alone or draft.contest is not None:
        return _join(request, draft, command)
    known = set(draft.places)
    here = await places.bring(request, draft, unit)
    guests.settle(draft, request.person.user, here.through)
    if draft.places.keys() == known:
        return _join(here, draft, command)
    data = {"table": draft.id, "game": draft.row.game}
    if draft.seat_of(request.person.user) is not None:
        return Answer(Notice("place_brought", data))
    if not _takeable(here, draft) and not rounds.may_come(draft):
        return Answer(Notice("place_brought_full", data))
    answer = _join(here, draft, command)
    seat = draft.seat_of(request.person.user)
    if here.in_group and seat is not None and isinstance(answer.body, Notice) and answer.body.code == "joined":
        return Answer(Notice("place_joined", {**data, "seat": seat + 1}))
    return answer


def _join(request: Request, draft: Book, command: Join) -> Answer:
    mine = draft.seat_of(request.person.user)
    if mine is None and (back := substitutes.reclaim(request, draft)) is not None:
        return back
    if mine is None and draft.contest is not None:
        raise Refused("tournament_table_join", tournament=draft.contest.tournament)
    if command.seat is not None and command.seat not in range(draft.row.players):
        raise Refused("no_such_seat", seat=command.seat + 1, seats=draft.row.players)
    if mine is not None:
        return _move(request, draft, mine, command.seat)
    if command.seat is not None and substitutes.is_owner_away(draft, command.seat):
        return substitutes.ask_to_sit_in(request, draft, command.seat)
    if command.seat is None and not _takeable(request, draft) and rounds.may_come(draft):
        opening.hello(draft, request.origin, request.person, request.place or request.chat)
        return _come(request, draft)
    seat = _choose(request, draft, command.seat)
    opening.hello(draft, request.origin, request.person, request.place or request.chat)
    ref = request.origin.user
    if draft.playing and seat in draft.seats:
        waiting = Waiter(seat, request.person.user, ref.platform, ref.external, request.through)
        draft.people = replace(draft.people, waiters=(*_others_waiting(request, draft), waiting))
        return Answer(Notice("joined_next_round", {"table": draft.id, "seat": seat + 1}))
    now = request.session.clock.now()
    draft.seats[seat] = SeatRow(
        draft.id,
        seat,
        request.person.user,
        None,
        now,
        platform=ref.platform,
        external=ref.external,
        place=request.through,
    )
    draft.people = replace(draft.people, stand_ins=draft.people.stand_ins - {seat})
    if draft.row.host is None:
        draft.row = replace(draft.row, host=request.person.user)
    if request.origin.ephemeral and (request.place is not None or not command.code):
        draft.people = replace(draft.people, ephemeral=draft.people.ephemeral | {request.person.user})
    return Answer(_welcome(request, draft, seat, invited=bool(command.code)))


def _come(request: Request, draft: Book) -> Answer:
    """Note somebody for a seat of their own from the next deal on."""
    ref = request.origin.user
    seat = max([draft.row.players - 1, *(waiter.seat for waiter in draft.newcomers)]) + 1
    coming = Waiter(seat, request.person.user, ref.platform, ref.external, request.through)
    draft.people = replace(draft.people, waiters=(*_others_waiting(request, draft), coming))
    return Answer(Notice("joined_new_match", {"table": draft.id, "players": rounds.next_number(draft)}))


def _welcome(request: Request, draft: Book, seat: int, *, invited: bool) -> Notice:
    data = {"table": draft.id, "seat": seat + 1}
    if request.session.reach.can_see(draft, draft.seats[seat]):
        if invited and not request.shown_there:
            told = {**data, "game": draft.row.game}
            return Notice("joined_by_code", told, actions=(("table", ShowTable(draft.id)),))
        return Notice("joined", data)
    if request.person.reachable is None:
        return Notice("joined_start", data, start_link=draft.id)
    return Notice("joined_unreachable", {**data, "platform": request.origin.user.platform}, start_link=draft.id)


def _move(request: Request, draft: Book, mine: int, seat: int | None) -> Answer:
    if seat is None or seat == mine:
        raise Refused("already_seated", table=draft.id, seat=mine + 1)
    if draft.row.match is not None:
        raise Refused("moving_too_late", seat=mine + 1)
    if seat in draft.seats:
        raise Refused("seat_taken", seat=seat + 1, name=_holder(request, draft, seat))
    draft.seats[seat] = replace(draft.seats.pop(mine), seat=seat)
    return Answer(Notice("moved", {"table": draft.id, "seat": seat + 1}))


def _holder(request: Request, draft: Book, seat: int) -> Player:
    """Return whoever holds the seat, to be named as at the table."""
    return players(request.session, draft)[seat]


def _others_waiting(request: Request, draft: Book) -> tuple[Waiter, ...]:
    return tuple(waiter for waiter in draft.people.waiters if waiter.user != request.person.user)


def _takeable(request: Request, draft: Book) -> list[int]:
    """Return seats that are no person's and promised to nobody else."""
    promised = {waiter.seat for waiter in _others_waiting(request, draft)}
    return [n for n in range(draft.row.players) if n not in draft.persons and n not in promised]


def _choose(request: Request, draft: Book, seat: int | None) -> int:
    """Return the seat to take: the one asked for if it is no person's, else the lowest empty one, else an AI
    player's.
    """
    takeable = _takeable(request, draft)
    if seat is not None:
        if seat not in takeable:
            held = draft.seats.get(seat)
            raise Refused("seat_taken", seat=seat + 1, name="" if held is None else _holder(request, draft, seat))
        return seat
    if not takeable:
        raise Refused("table_full", table=draft.id)
    return min(takeable, key=lambda n: (n in draft.seats, n not in draft.people.stand_ins, n))


async def leave(request: Request, draft: Book, unit: UnitOfWork, command: Leave) -> Answer:
    """Give the seat up for good; in a match an AI player takes over at once."""
    seat = draft.seat_of(request.person.user)
    if seat is None and any(waiter.user == request.person.user for waiter in draft.people.waiters):
        draft.people = replace(draft.people, waiters=_others_waiting(request, draft))
        return Answer(Notice("left", {"table": draft.id}))
    if seat is None and request.place is not None and not guests.people_of(draft, request.place.id):
        return places.take_away(draft, request.place)
    if seat is None:
        raise Refused("not_seated", table=draft.id)
    playing = draft.playing
    vacate(draft, seat, request.session.clock.now())
    if draft.row.state == "closed":
        return Answer(Notice("table_closed", {"table": draft.id}))
    if rounds.next_number(draft) < draft.row.players:
        return Answer(Notice("left_smaller", {"table": draft.id, "players": rounds.next_number(draft)}))
    code = "left" if seat not in draft.people.stand_ins else "left_stand_in" if playing else "left_between"
    return Answer(Notice(code, {"table": draft.id}))


def vacate(draft: Book, seat: int, now: float) -> None:
    """Take a seat from whoever holds it. In a match an AI player sits down there, so that the others can go on.

    Without any person left the table is closed. A host who leaves is followed by whoever has sat longest, of the home if anybody
    of it is left.
    """
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
        oldest = min(draft.persons.values(), key=lambda row: (_is_guest(draft, row), row.joined_at, row.seat))
        draft.row = replace(draft.row, host=oldest.user)
        draft.tell(oldest, Notice("you_are_host", {"table": draft.id}))


def _is_guest(draft: Book, held: SeatRow) -> bool:
    return guests.place_of(draft, held) != draft.row.chat


def close(draft: Book, now: float) -> None:
    """Close the table for good; an open match ends as it stands."""
    if draft.match is not None and draft.match.status == "open":
        rounds.end_match(draft, "ended", now)
    draft.row = replace(draft.row, state="closed")
    draft.votes = ()
    draft.people = replace(draft.people, waiters=(), sit_ins=(), lent=())
    draft.promises = replace(draft.promises, pledge=None, words=())  # no deal comes any more


async def fill_ai(request: Request, draft: Book, unit: UnitOfWork, command: FillAi) -> Answer:
    """Put AI players on empty seats."""
    request.seat(draft)
    level, known = command.level.strip().lower() or draft.terms.level or "normal", draft.game.levels
    if level not in (*known, "random"):
        code = "level_later" if level in _KNOWN_LEVELS else "unknown_level"
        raise Refused(code, level=level, allowed=" | ".join(known))
    free = draft.free_seats
    if not free:
        raise Refused("no_free_seats", table=draft.id)
    now = request.session.clock.now()
    chosen = free if command.count is None else free[: max(1, command.count)]
    for seat in chosen:
        draft.seats[seat] = SeatRow(draft.id, seat, None, level, now)
    return Answer(Notice("ai_seated", {"table": draft.id, "count": len(chosen), "level": level}))


HANDLERS: Final = (
    Change(Join, join),
    Change(Leave, leave),
    Change(FillAi, fill_ai),
)
