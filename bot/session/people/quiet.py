"""Hours in which somebody wants to hear nothing, as they say them: ``23-8``, ``22:30-7``."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from bot.session.people.zones import local

__all__ = ["QuietHours", "hour_text", "quiet_hours", "read_hour", "read_hours"]

_DAY: Final = 24 * 60
_HOUR: Final = re.compile(r"(\d{1,2})(?::(\d{2}))?(?:点(半)?|h)?")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From ``start`` to ``end``, in minutes since midnight, every day. ``start`` is later where a midnight is among them."""

    start: int
    end: int
    zone: str

    def holds(self, at: float) -> bool:
        """Tell whether a moment (seconds since 1970) is one of them."""
        now = local(at, self.zone)
        return (now.hour * 60 + now.minute - self.start) % _DAY < self.length

    @property
    def length(self) -> int:
        """How many minutes they last."""
        return (self.end - self.start) % _DAY

    def ended(self, at: float) -> date:
        """Return the day on which they ended last before a moment that is none of them."""
        now = local(at, self.zone)
        today = now.date()
        return today if now.hour * 60 + now.minute >= self.end else today - timedelta(days=1)

    @property
    def text(self) -> str:
        """The hours as they are read: ``23:00–8:00``."""
        return f"{hour_text(self.start)}–{hour_text(self.end)}"


def quiet_hours(prefs: Mapping[str, Any]) -> QuietHours | None:
    """Return the quiet hours among somebody's preferences, ``None`` if they have none."""
    found = read_hours(str(prefs.get("quiet", "")))
    return None if found is None else QuietHours(*found, str(prefs.get("zone", "")))


def read_hours(text: str) -> tuple[int, int] | None:
    """Return beginning and end in minutes since midnight; ``None`` if this is no span of hours."""
    plain = unicodedata.normalize("NFKC", text).strip().lower().replace(" ", "")
    parts = re.split(r"[-–—~到至]", plain)
    hours = [read_hour(part) for part in parts]
    if len(hours) != 2 or hours[0] is None or hours[1] is None or hours[0] == hours[1]:
        return None
    return hours[0], hours[1]


def read_hour(text: str) -> int | None:
    """Return a time of day in minutes since midnight: ``9``, ``9:30``, ``9点半``; 24 is midnight."""
    found = _HOUR.fullmatch(unicodedata.normalize("NFKC", text).strip().lower())
    if found is None:
        return None
    hour, minute = int(found[1]), 30 if found[3] else int(found[2] or 0)
    return (hour % 24) * 60 + minute if hour <= 24 and minute < 60 else None


def hour_text(minutes: int) -> str:
    """Return a time of day as it is read and typed: ``9:30``."""
    return f"{minutes // 60}:{minutes % 60:02}"
