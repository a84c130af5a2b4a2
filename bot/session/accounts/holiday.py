"""Going away for some days: said once, for all tables."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Final

from bot.session.accounts.personal import write
from bot.session.people.dates import read_until
from bot.session.people.directory import Person
from bot.session.people.zones import likely, local, read_zone, zone_of
from bot.session.play import holidays, turns
from bot.session.port import commands as c
from bot.session.port.buttons import fits
from bot.session.port.replies import Body, Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.port.workers import News
from bot.session.seats import foreign
from bot.session.tables.request import Change, Direct, Refused
from bot.session.tables.session import Session

__all__ = ["HANDLERS", "end_holiday"]

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
    tables = await foreign.of_person(session, person.user)
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
    holidays.follow(session, person.user)
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
        await unit.lock_user(person.user)
        row = await unit.user(person.user)
        prefs = {} if row is None else json.loads(row.prefs or "{}")
        said = holidays.holiday_of(prefs)
        ended = row is not None and said is not None and until in (None, said.until)
        if row is not None and ended:
            del prefs["holiday"]
            row = replace(row, prefs=json.dumps(prefs))
            await unit.put_user(row)
            await unit.commit()
    if row is not None:
        session.people.choose(row)
    if ended:
        session.announce(News(people=frozenset({person.ref})))
    holidays.follow(session, person.user)
    return ended


async def _come_back(session: Session, origin: c.Origin, person: Person, command: c.Back) -> Notice | None:
    """End the sender's holiday at all tables; ``None`` if they have none, so that one table is meant."""
    if holidays.holiday_of(person.prefs) is None or not await end_holiday(session, person):
        return None
    return Notice("holiday_ended")


HANDLERS: Final = (Direct(c.GoAway, go_away), Change(c.Back, turns.back, first=_come_back))
