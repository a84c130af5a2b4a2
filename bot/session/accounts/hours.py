"""The hours of somebody's day: when nothing may ring, when they want to hear once what waits, and where on earth that is."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Final

from bot.session.people.directory import Person
from bot.session.people.quiet import QuietHours, hour_text, quiet_hours, read_hour, read_hours
from bot.session.people.zones import likely, local, read_zone
from bot.session.port.commands import Command
from bot.session.port.commands.anywhere import USUAL_HOURS
from bot.session.port.replies import Body, Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.tables.request import Refused
from bot.session.tables.session import Session

__all__ = ["HOURS", "hours_shown", "set_hours"]

HOURS: Final[Mapping[str, str]] = {"quiet": "23-8 | off", "digest": "9 | off", "zone": "Asia/Shanghai | Berlin | UTC+8"}
"""Preferences that are about hours, with what may be said."""
_OFF: Final = frozenset({"off", "关", "无", "none", "never"})
_CLOCK: Final = r"\d{1,2}(?::\d{2})?(?:点半?|h)?"
_SAID: Final = {
    "quiet": re.compile(rf"({_CLOCK}\s*[-–—~到至]\s*{_CLOCK})\s*(.*)"),
    "digest": re.compile(rf"({_CLOCK})\s*(.*)"),
    "zone": re.compile(r"()(.+)"),
}
"""The hours, and after them perhaps a time zone."""


def hours_shown(prefs: Mapping[str, Any]) -> dict[str, str]:
    """Return what somebody has chosen, for ``/prefer``."""
    quiet, digest = quiet_hours(prefs), read_hour(str(prefs.get("digest", "")))
    return {
        "quiet": "-" if quiet is None else quiet.text,
        "digest": "-" if digest is None else hour_text(digest),
        "zone": str(prefs.get("zone", "-")),
    }


async def set_hours(
    session: Session, person: Person, name: str, value: str, again: Callable[[str], Command]
) -> tuple[Person, Body]:
    """Return the person with the hours that they have said, and what to answer; where nobody knows the zone it is asked for, with
    buttons that say the same ``again`` with it."""
    prefs: dict[str, Any] = dict(person.prefs)
    if not value:
        return person, _choice(session, person, name, again)
    if value in _OFF and name != "zone":
        prefs.pop(name, None)
        return replace(person, prefs=prefs), Notice("quiet_off" if name == "quiet" else "digest_off")
    said = _SAID[name].fullmatch(value)
    hours = None if said is None else _hours(name, said[1])
    if said is None or hours is None:
        raise Refused("prefer_value", option=name, value=value, allowed=HOURS[name])
    zone = read_zone(said[2]) if said[2] else prefs.get("zone")
    if said[2] and zone is None:
        raise Refused("zone_unknown", part=said[2][:40])
    if not zone:
        return person, _which_zone(session, person, f"{name} {''.join(said[1].split())}", again)
    prefs["zone"] = zone
    if hours:
        prefs[name] = hours
        prefs["told"] = {**prefs.get("told", {}), **_passed(prefs, session.clock.now())}
    now = local(session.clock.now(), zone)
    data = {"zone": zone, "time": hour_text(now.hour * 60 + now.minute)}
    return replace(person, prefs=prefs), _answer(name, prefs, data)


def _answer(name: str, prefs: Mapping[str, Any], data: Mapping[str, str]) -> Notice:
    quiet = quiet_hours(prefs)
    if name == "quiet" and quiet is not None:
        return Notice("quiet_set", {**data, "hours": quiet.text, "end": hour_text(quiet.end)})
    if name == "digest":
        return Notice("digest_set", {**data, "hour": hours_shown(prefs)["digest"]})
    return Notice("zone_set", data)


def _passed(prefs: Mapping[str, Any], now: float) -> dict[str, str]:
    """Return the days for which nothing is told any more: their hours were over before they were chosen."""
    quiet, digest, there = quiet_hours(prefs), read_hour(str(prefs.get("digest", ""))), local(now, prefs["zone"])
    told = {} if quiet is None else {"quiet": quiet.ended(now).isoformat()}
    if digest is not None and there.hour * 60 + there.minute >= digest:
        told["digest"] = there.date().isoformat()
    return told


def _hours(name: str, text: str) -> str | None:
    """Return hours as they are stored; ``""`` where none are said; ``None`` for what is no time of day."""
    if name == "zone":
        return ""
    if name == "digest":
        hour = read_hour(text)
        return None if hour is None else hour_text(hour)
    span = read_hours(text)
    return None if span is None else QuietHours(*span, "").text.replace("–", "-")


def _choice(session: Session, person: Person, name: str, again: Callable[[str], Command]) -> Menu:
    """Return what people choose most, each with its button."""
    if name == "zone":
        return _which_zone(session, person, name, again)
    entries = [MenuEntry("menu.hours", again(f"{name} {said}"), {"hours": said}) for said in USUAL_HOURS[name]]
    return Menu(
        Notice("which_quiet" if name == "quiet" else "which_digest"),
        (*entries, MenuEntry("menu.off", again(f"{name} off"))),
    )


def _which_zone(session: Session, person: Person, said: str, again: Callable[[str], Command]) -> Menu:
    """Ask where somebody is: the likely zones of their language as buttons, any other typed."""
    zones = likely(session.language_for(person, None))
    entries = tuple(MenuEntry("menu.zone", again(f"{said} {zone}"), {"zone": zone}) for zone in zones)
    return Menu(Notice("which_zone", {"example": f"{said} Europe/Paris"}), entries)
