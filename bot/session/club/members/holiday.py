"""People over days: going away for a while, said once for all tables, and what they hear at an hour of their day.

At each table of somebody who is away an AI player acts until the day that was named, then people are back by themselves. What
a person has said stands among their preferences; each of their tables follows it, whoever has it, and marks in its book until
when. Whoever acts at a table is back there, and is not sent away again by the same holiday.

It is told where it is their turn when their quiet hours are over or the hour comes that they have chosen, and before the night
if their time will be over in it. That somebody has been told is stored before they are, so that neither a restart nor another
worker tells them again. All of it goes by the hour where they are; a wall clock that has just been set is not trusted.
"""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from bot.session.host import change
from bot.session.host.change import aside, queue
from bot.session.host.clocks import Due
from bot.session.host.request import Change, Direct, Refused, write
from bot.session.host.session import Foreign, Seen, Session, Table
from bot.session.host.tell import tell_person
from bot.session.people.directory import Person
from bot.session.people.quiet import likely, local, quiet_hours, read_hour, read_zone, zone_of
from bot.session.play import lookup
from bot.session.play.lookup import put_aside
from bot.session.play.turns import back, time_up
from bot.session.port import commands as c
from bot.session.port.buttons import fits
from bot.session.port.commands import MyTurns
from bot.session.port.protocols import News
from bot.session.port.replies import Body, Menu, MenuEntry
from bot.session.port.updates import Notice, Turn
from bot.session.state.book import Book
from bot.session.state.guests import place_of
from storage.api import UnitOfWork

__all__ = [
    "HANDLERS", "Holiday", "end_holiday", "follow", "follow_all", "holiday_of", "look", "read_until",
    "remind_before_night", "turns_of", "way_to",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Holiday:
    """Away from ``since`` until ``until``, in seconds since 1970."""

    until: float
    since: float


def holiday_of(prefs: Mapping[str, Any]) -> Holiday | None:
    found = prefs.get("holiday")
    return Holiday(*found) if found else None


def follow(session: Session, user: int) -> None:
    """Let our tables follow what somebody has said about their holiday; returns at once."""
    for table in session.tables.of(user):
        _look(session, table)


def follow_all(session: Session) -> None:
    """Look at every table of ours whether somebody goes or comes; returns at once."""
    if not session.clocks.day_is_doubted():
        for table in list(session.tables.values()):
            _look(session, table)


def _look(session: Session, table: Table) -> None:
    if not table.broken and _moves(session, table.book):
        queue(session, table, _move)


def _moves(session: Session, book: Book) -> dict[int, Holiday | None]:
    """Return by seat who goes on a holiday now, and who (``None``) comes back from one."""
    now, moves = session.clock.now(), dict[int, Holiday | None]()
    for seat, held in book.persons.items():
        person = session.people.in_seat(held)
        if person is None or held.user is None:
            continue
        said, marked = holiday_of(person.prefs), book.people.holidays.get(held.user)
        if said is not None and said.until != marked and said.until > now and held.joined_at <= said.since:
            moves[seat] = said
        elif marked is not None and (said is None or said.until != marked):
            moves[seat] = None
    return moves


async def _move(session: Session, table: Table) -> None:
    async def work(draft: Book, unit: UnitOfWork) -> None:
        for seat, said in _moves(session, draft).items():
            held, holidays = draft.seats[seat], dict(draft.people.holidays)
            assert held.user is not None
            if said is not None:
                clock = session.clocks.of(draft.id, seat)
                left = None if clock is None else clock.remaining(session.clocks.uptime())
                draft.seats[seat] = replace(held, away=True, remaining=left)
                holidays[held.user] = said.until
            else:
                draft.seats[seat] = replace(held, away=False, timeouts=0)
                del holidays[held.user]
            draft.people = replace(draft.people, holidays=holidays)

    if session.tables.get(table.id) is table and _moves(session, table.book):
        await change.change(session, table, work)


_MONTHS: Final = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")

_MONTH: Final = (
    "(january|february|march|april|may|june|july|august|september|october|november|december"
    "|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)"
)

_DAY: Final = r"(\d{1,2})(?:st|nd|rd|th)?"

_YEAR: Final = r"(?: ?(\d{4}))?"

_ISO: Final = re.compile(r"(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})")

_DAY_FIRST: Final = re.compile(rf"{_DAY}\.? ?(?:of )?{_MONTH}\.?,?{_YEAR}")

_MONTH_FIRST: Final = re.compile(rf"{_MONTH}\.? ?{_DAY},?{_YEAR}")

_CHINESE: Final = re.compile(r"(?:(\d{4})年)?(\d{1,2})月(\d{1,2})[日号]?")

_SPAN: Final = re.compile(r"(\d{1,3}) ?(?:(h|hours?|小时|个小时)|(d|days?|天)|(w|weeks?|周|个?星期))")

_BEFORE: Final = re.compile(r"^(?:(?:until|till|til|to|for)\s+|(?:直到|到|至)\s*)")

_WEEKDAYS: Final = ("一", "二", "三", "四", "五", "六", "日")

_NAMES: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")

_NEAR: Final = {
    "tomorrow": 1, "明天": 1, "明日": 1, "后天": 2, "大后天": 3, "one week": 7, "a week": 7, "一周": 7, "一个星期": 7,
}  # fmt: skip


def read_until(text: str, today: date) -> date | timedelta | None:
    """The day until which somebody will be away, or for how long from now; ``None`` if it is neither. A day
    without a year is the next one of that name; ``today`` is the day where they are."""
    plain = " ".join(unicodedata.normalize("NFKC", text).lower().split())
    plain = _BEFORE.sub("", plain.removesuffix("为止").removesuffix("回来")).strip()
    if plain in _NEAR:
        return today + timedelta(days=_NEAR[plain])
    if (found := _SPAN.fullmatch(plain)) is not None:
        hours = int(found[1]) * (1 if found[2] else 24 if found[3] else 7 * 24)
        return timedelta(hours=hours)
    if (weekday := _weekday(plain)) is not None:
        return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    return _day(plain, today)


def _weekday(plain: str) -> int | None:
    for sign in ("下周", "周", "星期", "礼拜"):
        if plain.startswith(sign):
            name = plain.removeprefix(sign).replace("天", "日")
            return _WEEKDAYS.index(name) if name in _WEEKDAYS else None
    bare = plain.removeprefix("next ")
    return next((number for number, name in enumerate(_NAMES) if bare in (name, name[:3])), None)


def _day(plain: str, today: date) -> date | None:
    if (found := _ISO.fullmatch(plain)) is not None:
        return _made(int(found[1]), int(found[2]), int(found[3]))
    if (found := _CHINESE.fullmatch(plain)) is not None:
        year, month, day = found[1], int(found[2]), int(found[3])
    elif (found := _DAY_FIRST.fullmatch(plain)) is not None:
        year, month, day = found[3], _MONTHS.index(found[2][:3]) + 1, int(found[1])
    elif (found := _MONTH_FIRST.fullmatch(plain)) is not None:
        year, month, day = found[3], _MONTHS.index(found[1][:3]) + 1, int(found[2])
    else:
        return None
    if year:
        return _made(int(year), month, day)
    this = _made(today.year, month, day)
    return this if this is not None and this > today else _made(today.year + 1, month, day)


def _made(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


_LISTED: Final = 19  # So many tables a message has buttons for


async def turns(session: Session, origin: c.Origin, person: Person, command: c.MyTurns) -> Menu | Notice:
    """The tables that wait for the sender, each with a button; whose time is over first comes first."""
    found = await turns_of(session, person.user)
    if not found:
        seated = [table for table in await lookup.of_person(session, person.user) if table.book.row.state != "over"]
        if seated:
            return Notice("turns_none", {"tables": len(seated)})
        return await put_aside(session, origin, person, mine=True) or Notice("turns_nowhere")
    entries = tuple(MenuEntry("menu.turn", way_to(turn), {"turn": turn}) for turn in found[:_LISTED])
    return Menu(Notice("turns_waiting", {"count": len(found), "turns": tuple(found[:_LISTED])}), entries)


async def turns_of(session: Session, user: int, *, coming_back: bool = False) -> list[Turn]:
    """The tables that wait for somebody who acts there themselves (``coming_back``: or soon will), the least time left
    first."""
    found = []
    for table in await lookup.of_person(session, user):
        seat = table.book.seat_of(user)
        if seat is not None and (coming_back or not table.book.seats[seat].away):
            turn = _turn(session, await lookup.whole(session, table), seat)
            if turn is not None:
                found.append(turn)
    return sorted(found, key=lambda turn: (turn.seconds is None, turn.seconds, turn.table))


def _turn(session: Session, table: Seen, seat: int) -> Turn | None:
    book = table.book
    ready = seat in book.missing
    if not ready and all(entry.seat != seat for entry in book.awaited):
        return None
    left = session.clocks.seconds_left(table.book).get(seat) if isinstance(table, Table) else _written(table, seat)
    number = place_of(book, book.seats[seat])
    private = book.places[number].person is not None if number in book.places else book.home.private or book.home.adrift
    title = "" if private else table.guests.get(number, table.chat).title
    return Turn(table.id, book.row.game, title, left, ready)


def _written(table: Foreign, seat: int) -> int | None:
    """What another worker has written last of the time left."""
    book = table.book
    left = book.seats[seat].remaining
    return round(book.clock if left is None else left) if book.clock else None


def way_to(turn: Turn) -> c.Command:
    """The command that leads from a list to the table."""
    return c.Ready(turn.table) if turn.ready else c.MyHand(turn.table)


_BACK: Final = time(8)  # At this hour of the day that they have named people are back

_MOST: Final = timedelta(days=366)


async def go_away(session: Session, origin: c.Origin, person: Person, command: c.GoAway) -> Body:
    """Let an AI player act for the sender at all their tables until a day, or for some hours or days."""
    now = session.clock.now()
    zone = read_zone(command.zone) or person.prefs.get("zone")
    said = read_until(command.until, local(now, zone or "").date())
    if said is None:
        raise Refused("until_unreadable", part=command.until[:40])
    tables = await lookup.of_person(session, person.user)
    if not tables:
        raise Refused("not_seated_anywhere")
    if isinstance(said, timedelta):
        until = now + said.total_seconds()
    elif zone:
        until = datetime.combine(said, _BACK, zone_of(zone)).timestamp()
    else:
        return _which_zone(session, person, command, said.isoformat())
    if not now < until <= now + _MOST.total_seconds():
        raise Refused("until_past" if until <= now else "until_far")
    there = local(until, zone or "Etc/UTC")
    prefs = {**person.prefs, "holiday": [until, now], **({"zone": zone} if zone else {})}
    await write(session, replace(person, prefs=prefs))
    follow(session, person.user)
    data: dict[str, object] = {
        "at": round(until),
        "day": there.date().isoformat(),
        "hour": f"{there.hour}:{there.minute:02}",
        "tables": len(tables),
    }
    return Notice("holiday_set", {**data, "zone": zone or "Etc/UTC"}, (("back", c.Back()),))


def _which_zone(session: Session, person: Person, command: c.GoAway, day: str) -> Menu:
    """Ask where somebody is, as a day begins elsewhere at another time."""
    said = command if fits(replace(command, zone="America/Los_Angeles")) else replace(command, until=day)
    zones = likely(session.language_for(person, None))
    entries = tuple(MenuEntry("menu.zone", replace(said, zone=zone), {"zone": zone}) for zone in zones)
    return Menu(Notice("which_zone", {"example": "zone Europe/Paris"}), entries)


async def end_holiday(session: Session, person: Person, until: float | None = None) -> bool:
    """End somebody's holiday, the one ``until`` then if it is named; ``False`` if there is none (any more). One of
    several workers does it, whoever is first."""
    async with session.store.change() as unit:
        await unit.people.lock_user(person.user)
        row = await unit.people.user(person.user)
        prefs = {} if row is None else json.loads(row.prefs or "{}")
        said = holiday_of(prefs)
        ended = row is not None and said is not None and until in (None, said.until)
        if row is not None and ended:
            del prefs["holiday"]
            row = replace(row, prefs=json.dumps(prefs))
            await unit.people.put_user(row)
    if row is not None:
        session.people.choose(row)
    if ended:
        session.announce(News(people=frozenset({person.ref})))
    follow(session, person.user)
    return ended


async def _come_back(session: Session, origin: c.Origin, person: Person, command: c.Back) -> Notice | None:
    """End the sender's holiday at all tables; ``None`` if they have none, so that one table is meant."""
    if holiday_of(person.prefs) is None or not await end_holiday(session, person):
        return None
    return Notice("holiday_ended")


_LATE: Final = 6 * 60  # Up to so many minutes after its hour a digest is still worth sending

_IN_A_DIGEST: Final = 8  # So many tables are listed; all others are behind the button


def look(session: Session) -> None:
    """Tell everybody at our tables whose hour has come; returns at once."""
    if session.clocks.day_is_doubted():
        return
    people = {
        held.user: person
        for table in session.tables.values()
        for held in table.book.persons.values()
        if (person := session.people.in_seat(held)) is not None
    }
    now = session.clock.now()
    for person in people.values():
        holiday = holiday_of(person.prefs)
        if holiday is not None and holiday.until <= now:
            aside(session, _welcome(session, person, holiday))
        if due := _due(session, person):
            aside(session, _tell(session, person, due))


async def _welcome(session: Session, person: Person, holiday: Holiday) -> None:
    """Tell somebody, once, that their holiday is over and they act themselves again."""
    if await end_holiday(session, person, holiday.until):
        turns = await turns_of(session, person.user, coming_back=True)
        language = session.language_for(person, None)
        if turns:
            tell_person(session, person.ref, _list("holiday_over_turns", turns), language)
        else:
            tell_person(session, person.ref, Notice("holiday_over"), language)


def _list(code: str, turns: Sequence[Turn]) -> Notice:
    way = ("ready" if turns[0].ready else "my_hand", way_to(turns[0])) if len(turns) == 1 else ("turns", MyTurns())
    return Notice(code, {"turns": tuple(turns[:_IN_A_DIGEST])}, (way,))


def _due(session: Session, person: Person) -> dict[str, date]:
    """What somebody is to be told now, with the day that it is for."""
    now, prefs = session.clock.now(), person.prefs
    quiet, hour = quiet_hours(prefs), read_hour(str(prefs.get("digest", "")))
    due = {}
    if quiet is not None and quiet.holds(now):
        return {}
    if quiet is not None and person.wants("alerts"):
        due["quiet"] = quiet.ended(now)
    if hour is not None:
        there = local(now, str(prefs.get("zone", "")))
        if 0 <= there.hour * 60 + there.minute - hour < _LATE:
            due["digest"] = there.date()
    return _untold(prefs.get("told", {}), due)


def _untold(told: Mapping[str, str], due: Mapping[str, date]) -> dict[str, date]:
    """What has not been told for its day. A day far ahead was a wall clock that went wrong."""
    return {
        kind: day
        for kind, day in due.items()
        if not day <= date.fromisoformat(told.get(kind, "2000-01-01")) <= day + timedelta(days=1)
    }


async def _tell(session: Session, person: Person, due: Mapping[str, date]) -> None:
    due = await _claim(session, person, due)
    if not due:
        return
    turns = await turns_of(session, person.user)
    if "digest" not in due:
        turns = [turn for turn in turns if _was_hushed(session, person, turn)]
    if not turns:
        return
    code = "turns_digest" if "digest" in due else "turns_after_quiet"
    tell_person(session, person.ref, _list(code, turns), session.language_for(person, None))


async def _claim(session: Session, person: Person, due: Mapping[str, date]) -> dict[str, date]:
    """Store that somebody is told for these days; return those for which nobody else has, at another worker or before."""
    async with session.store.change() as unit:
        await unit.people.lock_user(person.user)
        row = await unit.people.user(person.user)
        if row is None:
            return {}
        prefs = json.loads(row.prefs or "{}")
        told = prefs.get("told", {})
        mine = _untold(told, due)
        if mine:
            prefs["told"] = told | {kind: day.isoformat() for kind, day in mine.items()}
            row = replace(row, prefs=json.dumps(prefs))
            await unit.people.put_user(row)
    session.people.choose(row)
    if mine:
        session.announce(News(people=frozenset({person.ref})))
    return mine


def _was_hushed(session: Session, person: Person, turn: Turn) -> bool:
    """Whether the question may have come in somebody's quiet hours: after a restart nobody knows, but where there are days
    to answer nothing is said too often by this."""
    table = session.tables.get(turn.table)
    seat = None if table is None else table.book.seat_of(person.user)
    if table is None or seat is None or table.book.slow:
        return True
    return table.attention.asked_quietly.get(seat) == table.book.questions.get(seat, "")


_BEFORE_NIGHT: Final = 30  # So many minutes before the quiet hours they are reminded


def remind_before_night(session: Session) -> None:
    """Remind those whose time ends in the quiet hours that are about to begin; returns at once."""
    if session.clocks.day_is_doubted():
        return
    for table in session.tables.values():
        if table.book.slow and table.book.playing and not table.held:
            for entry in table.book.awaited:
                _remind_before_night(session, table, entry.seat)


def _remind_before_night(session: Session, table: Table, seat: int) -> None:
    clock = session.clocks.of(table.id, seat)
    person = session.people.in_seat(table.book.seats[seat])
    hours = None if person is None else quiet_hours(person.prefs)
    now = session.clock.now()
    if clock is None or not clock.reminders or hours is None or hours.holds(now):
        return
    there = local(now, hours.zone)
    before = (hours.start - there.hour * 60 - there.minute) % (24 * 60)
    if before <= _BEFORE_NIGHT and clock.remaining(session.clocks.uptime()) <= (before + hours.length) * 60:
        clock.reminders = ()  # this was the last one
        due = Due(table.id, seat, clock.question, "remind")
        queue(session, table, time_up, due)


HANDLERS: Final = (Direct(c.MyTurns, turns), Direct(c.GoAway, go_away), Change(c.Back, back, first=_come_back))
