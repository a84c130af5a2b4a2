"""What people hear at an hour of their day: where it is their turn when their quiet hours are over or the hour comes that
they have chosen, and a word before the night if their time will be over in it.

That somebody has been told is stored before they are, so that neither a restart nor another worker tells them again. All of
it goes by the hour where they are; a wall clock that has just been set is not trusted.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date, timedelta
from typing import Final

from bot.session.club.members.holiday import Holiday, end_holiday, holiday_of, turns_of, way_to
from bot.session.host.change import aside, queue
from bot.session.host.clocks import Due
from bot.session.host.session import Session
from bot.session.host.table import Table
from bot.session.host.tell import tell_person
from bot.session.people.directory import Person
from bot.session.people.quiet import local, quiet_hours, read_hour
from bot.session.play import turns
from bot.session.port.commands import MyTurns
from bot.session.port.updates import Notice, Turn
from bot.session.port.workers import News

__all__ = ["look", "remind_before_night"]

_LATE: Final = 6 * 60
"""Up to so many minutes after its hour a digest is still worth sending."""

_LISTED: Final = 8
"""So many tables are listed; all others are behind the button."""


def look(session: Session) -> None:
    """Tell everybody at our tables whose hour has come; returns at once."""
    if session.wall.doubted(session.uptime()):
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
    """Return a list of tables, with the way to them."""
    way = ("ready" if turns[0].ready else "my_hand", way_to(turns[0])) if len(turns) == 1 else ("turns", MyTurns())
    return Notice(code, {"turns": tuple(turns[:_LISTED])}, (way,))


def _due(session: Session, person: Person) -> dict[str, date]:
    """Return what somebody is to be told now, with the day that it is for."""
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
    """Return what has not been told for its day. A day far ahead was a wall clock that went wrong."""
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
    async with session.store.begin() as unit:
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
            await unit.commit()
    session.people.choose(row)
    if mine:
        session.announce(News(people=frozenset({person.ref})))
    return mine


def _was_hushed(session: Session, person: Person, turn: Turn) -> bool:
    """Tell whether the question may have come in somebody's quiet hours: after a restart nobody knows, but where there are days
    to answer nothing is said too often by this."""
    table = session.tables.get(turn.table)
    seat = None if table is None else table.book.seat_of(person.user)
    if table is None or seat is None or table.book.slow:
        return True
    return table.asked_quietly.get(seat) == table.book.questions.get(seat, "")


_BEFORE: Final = 30
"""So many minutes before the quiet hours they are reminded."""


def remind_before_night(session: Session) -> None:
    """Remind those whose time ends in the quiet hours that are about to begin; returns at once."""
    if session.wall.doubted(session.uptime()):
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
    if before <= _BEFORE and clock.remaining(session.uptime()) <= (before + hours.length) * 60:
        clock.reminders = ()  # this was the last one
        due = Due(table.id, seat, clock.question, "remind")
        queue(session, table, turns.time_up, due)
