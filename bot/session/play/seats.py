"""Taking seats and giving them up, AI players, and people who are missing: sat in for, or gone from the group.

Groups say nothing, or not always, when somebody goes. So when a player acts in private the platform is asked now and
then whether they are still there; the answer comes as an ``Absent``."""

from dataclasses import replace
from typing import Final

from bot.session.host.request import Answer, Change, Refused, Request
from bot.session.host.tell import players
from bot.session.people.directory import is_banned
from bot.session.play import places
from bot.session.play.dealing import vacate
from bot.session.port.commands import ChatRef, Consent, FillAi, Join, Leave, ShowTable, Substitute
from bot.session.port.updates import Notice, Player
from bot.session.state import guests, rounds
from bot.session.state.book import Book
from bot.session.state.guests import chats_of, titled
from games.kit.door import ALL_LEVELS
from storage.api import UnitOfWork
from storage.themes.tables import SeatRow, Waiter

__all__ = [
    "HANDLERS", "ask_to_sit_in", "consent", "decider", "fill_ai", "is_owner_away", "join", "leave", "reclaim",
    "substitute",
]  # fmt: skip


# -- people who are missing
def _host_only(request: Request, draft: Book) -> None:
    """Refuse anybody but the host; for the host's own seat, or where there is no host, anybody but who has sat longest."""
    if request.admin or request.person.user == draft.row.host:
        return
    raise Refused("guest_admin" if request.guest_admin else "host_only", table=draft.id)


def decider(draft: Book, seat: int) -> SeatRow | None:
    """Who is asked about a seat: the host, or for the host's own seat the person who has sat longest besides."""
    others = [held for number, held in draft.persons.items() if number != seat]
    host = next((held for held in others if held.user == draft.row.host), None)
    return host or min(others, key=lambda held: (held.joined_at, held.seat), default=None)


def is_owner_away(draft: Book, seat: int) -> bool:
    """Tell whether somebody may be asked for in this person's place: between rounds, and the person is not ready."""
    held = draft.seats.get(seat)
    return draft.row.state == "between" and held is not None and held.user is not None and not held.ready


async def substitute(request: Request, draft: Book, unit: UnitOfWork, command: Substitute) -> Answer:
    """Let an AI player act for a missing person, as the host asks, until they act themselves."""
    _host_only(request, draft)
    held = draft.persons.get(command.seat)
    if held is None or not is_owner_away(draft, command.seat):
        raise Refused("nobody_missing", seat=command.seat + 1)
    draft.seats[command.seat] = replace(held, away=True)
    told = Notice("ai_for_you", {"table": draft.id, "seat": command.seat + 1})
    draft.tell(held, told)
    return Answer(Notice("ai_instead", {"table": draft.id, "seat": command.seat + 1}))


def ask_to_sit_in(request: Request, draft: Book, seat: int) -> Answer:
    """Ask the host whether somebody who does not sit here may play a missing person's next round."""
    asked = decider(draft, seat)
    if asked is None:
        raise Refused("seat_taken", seat=seat + 1, name=request.session.people.name_of(draft.seats[seat]))
    places.hello(draft, request.origin, request.person, request.place or request.chat)
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
    """The owner of a lent seat is back: at once between rounds, else when the round is over. ``None``: owns none."""
    kept = next((lent for lent in draft.people.lent if lent.user == request.person.user), None)
    if kept is None:
        return None
    data = {"table": draft.id, "seat": kept.seat + 1}
    if draft.playing:
        return Answer(Notice("seat_comes_back", data))
    rounds.give_back(draft, only=kept.user)
    return Answer(Notice("joined", data))


# -- seats


_SEATED: Final = ("joined", "joined_here")


async def join(request: Request, draft: Book, unit: UnitOfWork, command: Join) -> Answer:
    """Take a seat, or move to another before the first deal. With a code, the place of the sender comes to the table as well."""
    # Who comes from another group comes under its rule alone.
    guest = {} if request.origin.chat is not None else await chats_of(unit, draft)
    banned = await is_banned(unit, request.origin, request.person, request.chat, *guest.values())
    if banned and draft.seat_of(request.person.user) is None:
        raise Refused("banned_here")
    if not command.code or command.alone or draft.contest is not None:
        return _join(request, draft, command)
    known = {draft.row.chat, *draft.places}
    here = await places.bring(request, draft, unit)
    guests.settle(draft, request.person.user, here.through)
    if {draft.row.chat, *draft.places} == known:
        return _join(here, draft, command)
    data = {"table": draft.id, "game": draft.row.game}
    if draft.seat_of(request.person.user) is not None:
        return Answer(Notice("place_brought", data))
    if not _takeable(here, draft) and not rounds.may_come(draft):
        return Answer(Notice("place_brought_full", data))
    answer = _join(here, draft, command)
    seat = draft.seat_of(request.person.user)
    if (
        here.origin.chat is not None
        and seat is not None
        and isinstance(answer.body, Notice)
        and answer.body.code in _SEATED
    ):
        return Answer(Notice("place_joined", {**data, "seat": seat + 1}))
    return answer


def _join(request: Request, draft: Book, command: Join) -> Answer:
    mine = draft.seat_of(request.person.user)
    if mine is None and (back := reclaim(request, draft)) is not None:
        return back
    if mine is None and draft.contest is not None:
        raise Refused("tournament_table_join", tournament=draft.contest.tournament)
    if command.seat is not None and command.seat not in range(draft.row.players):
        raise Refused("no_such_seat", seat=command.seat + 1, seats=draft.row.players)
    if mine is not None:
        return _move(request, draft, mine, command.seat)
    if command.seat is not None and is_owner_away(draft, command.seat):
        return ask_to_sit_in(request, draft, command.seat)
    if command.seat is None and not _takeable(request, draft) and rounds.may_come(draft):
        places.hello(draft, request.origin, request.person, request.place or request.chat)
        return _come(request, draft)
    seat = _choose(request, draft, command.seat)
    places.hello(draft, request.origin, request.person, request.place or request.chat)
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
    return Answer(_welcome(request, draft, seat, command))


def _come(request: Request, draft: Book) -> Answer:
    """Note somebody for a seat of their own from the next deal on."""
    ref = request.origin.user
    seat = max([draft.row.players - 1, *(waiter.seat for waiter in draft.newcomers)]) + 1
    coming = Waiter(seat, request.person.user, ref.platform, ref.external, request.through)
    draft.people = replace(draft.people, waiters=(*_others_waiting(request, draft), coming))
    return Answer(Notice("joined_new_match", {"table": draft.id, "players": rounds.next_number(draft)}))


def _welcome(request: Request, draft: Book, seat: int, command: Join) -> Notice:
    data = {"table": draft.id, "seat": seat + 1}
    if request.session.reach.can_see(draft.people.ephemeral, draft.seats[seat]):
        if command.code and not request.shown_there:
            told, home = {**data, "game": draft.row.game}, request.chat
            if command.alone:
                back = (draft.id, ChatRef(home.platform, home.external, home.thread), draft.row.message)
                return Notice("joined_hello", told | {"chat": titled(home, home.group_title)}, back=back)
            return Notice("joined_by_code", told, actions=(("table", ShowTable(draft.id)),))
        reach, held = request.session.reach, draft.seats[seat]
        if request.origin.chat is not None and (
            reach.to_ping(held) is not None or (request.origin.ephemeral and reach.is_here(held))
        ):
            return Notice("joined_here", {**data, "platform": request.origin.user.platform})
        return Notice("joined", data)
    if request.person.reachable is None:
        return Notice("joined_start", data, start_link=draft.id)
    return Notice("joined_unreachable", {**data, "platform": request.origin.user.platform}, start_link=draft.id)


def _move(request: Request, draft: Book, mine: int, seat: int | None) -> Answer:
    if seat is None or seat == mine:
        if not request.session.reach.can_see(draft.people.ephemeral, draft.seats[mine]):
            return Answer(_welcome(request, draft, mine, Join()))  # there is one more step
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
    """The seat to take: the one asked for if it is no person's, else the lowest empty one, else an AI player's."""
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


async def fill_ai(request: Request, draft: Book, unit: UnitOfWork, command: FillAi) -> Answer:
    request.seat(draft)
    level, known = command.level.strip().lower() or draft.terms.level or "normal", draft.game.levels
    if level not in (*known, "random"):
        code = "level_later" if level in ALL_LEVELS else "unknown_level"
        raise Refused(code, level=level, allowed=" | ".join(known))
    free = draft.free_seats
    if not free:
        raise Refused("no_free_seats", table=draft.id)
    now = request.session.clock.now()
    most = len(free) if command.count is None else max(1, command.count)
    chosen = [command.seat] if command.seat in free else free[:most]
    for seat in chosen:
        draft.seats[seat] = SeatRow(draft.id, seat, None, level, now)
    return Answer(Notice("ai_seated", {"table": draft.id, "count": len(chosen), "level": level}))


# -- who has left the group


HANDLERS: Final = (
    Change(Substitute, substitute),
    Change(Consent, consent),
    Change(Join, join),
    Change(Leave, leave),
    Change(FillAi, fill_ai),
)
