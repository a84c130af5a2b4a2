"""People over days: where it is their turn, and going away for a while, said once for all tables. At each an AI player acts
until the day that was named, then people are back by themselves.

What a person has said stands among their preferences; each of their tables follows it, whoever has it, and marks in its book
until when. Whoever acts at a table is back there, and is not sent away again by the same holiday.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from typing import Any, Final

from bot.session.club.members.preferences import write
from bot.session.host import change
from bot.session.host.change import queue
from bot.session.host.request import Change, Direct, Refused
from bot.session.host.session import Session
from bot.session.host.table import Table
from bot.session.people.directory import Person
from bot.session.people.quiet import likely, local, read_zone, zone_of
from bot.session.play import lookup
from bot.session.play.lookup import Seen, put_aside
from bot.session.play.turns import back
from bot.session.port import commands as c
from bot.session.port.buttons import fits
from bot.session.port.replies import Body, Menu, MenuEntry
from bot.session.port.updates import Notice, Turn
from bot.session.port.workers import News
from bot.session.state.book import Book
from bot.session.state.guests import place_of
from storage.api import UnitOfWork

__all__ = [
    "HANDLERS",
    "Holiday",
    "end_holiday",
    "follow",
    "follow_all",
    "holiday_of",
    "read_until",
    "turns_of",
    "way_to",
]


@dataclass(frozen=True, slots=True)
class Holiday:
    """Away from ``since`` until ``until``, in seconds since 1970."""

    until: float
    since: float


def holiday_of(prefs: Mapping[str, Any]) -> Holiday | None:
    """Return the holiday among somebody's preferences, ``None`` if they have none."""
    found = prefs.get("holiday")
    return Holiday(*found) if found else None


def follow(session: Session, user: int) -> None:
    """Let our tables follow what somebody has said about their holiday; returns at once."""
    for table in session.tables_of(user):
        _look(session, table)


def follow_all(session: Session) -> None:
    """Look at every table of ours whether somebody goes or comes; returns at once."""
    if not session.wall.doubted(session.uptime()):
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
    """Carry that out (runs in the mailbox)."""

    async def work(draft: Book, unit: UnitOfWork) -> None:
        for seat, said in _moves(session, draft).items():
            held, holidays = draft.seats[seat], dict(draft.people.holidays)
            assert held.user is not None
            if said is not None:
                clock = session.clocks.of(draft.id, seat)
                left = None if clock is None else clock.remaining(session.uptime())
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
    "tomorrow": 1,
    "明天": 1,
    "明日": 1,
    "后天": 2,
    "大后天": 3,
    "one week": 7,
    "a week": 7,
    "一周": 7,
    "一个星期": 7,
}


def read_until(text: str, today: date) -> date | timedelta | None:
    """Return the day until which somebody will be away, or for how long from now; ``None`` if it is neither.

    A day without a year is the next one of that name; ``today`` is the day where they are.
    """
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


_LISTED: Final = 19
"""So many tables a message has buttons for."""


async def turns(session: Session, origin: c.Origin, person: Person, command: c.MyTurns) -> Menu | Notice:
    """Return the tables that wait for the sender, each with a button; whose time is over first comes first."""
    found = await turns_of(session, person.user)
    if not found:
        seated = [table for table in await lookup.of_person(session, person.user) if table.book.row.state != "over"]
        if seated:
            return Notice("turns_none", {"tables": len(seated)})
        return await put_aside(session, origin, person, mine=True) or Notice("turns_nowhere")
    entries = tuple(MenuEntry("menu.turn", way_to(turn), {"turn": turn}) for turn in found[:_LISTED])
    return Menu(Notice("turns_waiting", {"count": len(found), "turns": tuple(found[:_LISTED])}), entries)


async def turns_of(session: Session, user: int, *, coming_back: bool = False) -> list[Turn]:
    """Return the tables that wait for somebody who acts there themselves (``coming_back``: or soon will), the least time left
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
    left = session.seconds_left(table).get(seat) if isinstance(table, Table) else _written(table, seat)
    number = place_of(book, book.seats[seat])
    private = book.places[number].person is not None if number in book.places else book.home.private or book.home.adrift
    title = "" if private else table.guests.get(number, table.chat).title
    return Turn(table.id, book.row.game, title, left, ready)


def _written(table: lookup.Foreign, seat: int) -> int | None:
    """Return what another worker has written last of the time left."""
    book = table.book
    left = book.seats[seat].remaining
    return round(book.clock if left is None else left) if book.clock else None


def way_to(turn: Turn) -> c.Command:
    """Return the command that leads from a list to the table."""
    return c.Ready(turn.table) if turn.ready else c.MyHand(turn.table)


_BACK: Final = time(8)
"""At this hour of the day that they have named people are back."""

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
    """End somebody's holiday, the one ``until`` then if it is named; ``False`` if there is none (any more).

    One of several workers does it, whoever is first.
    """
    async with session.store.begin() as unit:
        await unit.people.lock_user(person.user)
        row = await unit.people.user(person.user)
        prefs = {} if row is None else json.loads(row.prefs or "{}")
        said = holiday_of(prefs)
        ended = row is not None and said is not None and until in (None, said.until)
        if row is not None and ended:
            del prefs["holiday"]
            row = replace(row, prefs=json.dumps(prefs))
            await unit.people.put_user(row)
            await unit.commit()
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


HANDLERS: Final = (
    Direct(c.MyTurns, turns),
    Direct(c.GoAway, go_away),
    Change(c.Back, back, first=_come_back),
)
