"""Time where somebody is: zones as people name them, and the hours in which they want to hear nothing (``23-8``, ``22:30-7``)."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from functools import cache
from typing import Any, Final
from zoneinfo import ZoneInfo, available_timezones

__all__ = [
    "QuietHours", "hour_text", "likely", "local", "quiet_hours", "read_hour", "read_hours", "read_zone", "zone_of",
]  # fmt: skip

_LIKELY: Final = {
    "en": (
        "Europe/London", "Europe/Berlin", "America/New_York", "America/Chicago", "America/Los_Angeles", "Asia/Singapore",
        "Asia/Shanghai", "Australia/Sydney",
    ),
    "zh": (
        "Asia/Shanghai", "Asia/Hong_Kong", "Asia/Taipei", "Asia/Singapore", "America/New_York", "America/Los_Angeles",
        "Europe/London", "Australia/Sydney",
    ),
}  # fmt: skip
_OFFSET: Final = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2})(?::?00)?")
_CITIES: Final = {
    "北京": "Asia/Shanghai", "上海": "Asia/Shanghai", "中国": "Asia/Shanghai", "beijing": "Asia/Shanghai",
    "香港": "Asia/Hong_Kong", "澳门": "Asia/Macau", "台北": "Asia/Taipei", "台湾": "Asia/Taipei", "新加坡": "Asia/Singapore",
    "吉隆坡": "Asia/Kuala_Lumpur", "东京": "Asia/Tokyo", "首尔": "Asia/Seoul", "伦敦": "Europe/London", "巴黎": "Europe/Paris",
    "柏林": "Europe/Berlin", "纽约": "America/New_York", "洛杉矶": "America/Los_Angeles", "旧金山": "America/Los_Angeles",
    "多伦多": "America/Toronto", "温哥华": "America/Vancouver", "悉尼": "Australia/Sydney", "墨尔本": "Australia/Melbourne",
    "utc": "Etc/UTC", "gmt": "Etc/UTC",
}  # fmt: skip
"""Names that no zone has of itself."""


def likely(language: str) -> tuple[str, ...]:
    """The zones to offer first to somebody who reads this language."""
    return _LIKELY.get(language, _LIKELY["en"])


def read_zone(text: str) -> str | None:
    """The zone that somebody means: ``Asia/Shanghai``, ``berlin``, ``北京``, ``UTC+8``; ``None`` if there is none."""
    plain = "_".join(unicodedata.normalize("NFKC", text).lower().removesuffix("时间").split()).replace("−", "-")
    offset = _OFFSET.fullmatch(plain)
    if offset is not None:
        hours = int(offset[2]) * (1 if offset[1] == "+" else -1)
        # In these names the sign says how to come back to UTC.
        return _names().get(f"etc/gmt{-hours:+d}") if hours else "Etc/UTC"
    return _CITIES.get(plain) or _names().get(plain)


@cache
def _names() -> Mapping[str, str]:
    """Return the zones by their names in lower case, and by the city alone where only one has it."""
    known = sorted(name for name in available_timezones() if "/" in name and not name.startswith(("posix", "right")))
    found: dict[str, str] = {}
    for name in known:
        found.setdefault(name.rpartition("/")[2].lower(), name)
    return found | {name.lower(): name for name in known}


@cache
def zone_of(name: str) -> tzinfo:
    """A zone by the name that ``read_zone`` gave; UTC for one that is not known here (any more)."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


def local(at: float, zone: str) -> datetime:
    return datetime.fromtimestamp(at, UTC).astimezone(zone_of(zone))


_DAY: Final = 24 * 60
_HOUR: Final = re.compile(r"(\d{1,2})(?::(\d{2}))?(?:点(半)?|h)?")


@dataclass(frozen=True, slots=True)
class QuietHours:
    """From ``start`` to ``end``, in minutes since midnight, every day. ``start`` is later where a midnight is among them."""

    start: int
    end: int
    zone: str

    def holds(self, at: float) -> bool:
        now = local(at, self.zone)
        return (now.hour * 60 + now.minute - self.start) % _DAY < self.length

    @property
    def length(self) -> int:
        return (self.end - self.start) % _DAY

    def ended(self, at: float) -> date:
        """The day on which they ended last before a moment that is none of them."""
        now = local(at, self.zone)
        today = now.date()
        return today if now.hour * 60 + now.minute >= self.end else today - timedelta(days=1)

    @property
    def text(self) -> str:
        """The hours as they are read: ``23:00–8:00``."""
        return f"{hour_text(self.start)}–{hour_text(self.end)}"


def quiet_hours(prefs: Mapping[str, Any]) -> QuietHours | None:
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
    """A time of day in minutes since midnight: ``9``, ``9:30``, ``9点半``; 24 is midnight."""
    found = _HOUR.fullmatch(unicodedata.normalize("NFKC", text).strip().lower())
    if found is None:
        return None
    hour, minute = int(found[1]), 30 if found[3] else int(found[2] or 0)
    return (hour % 24) * 60 + minute if hour <= 24 and minute < 60 else None


def hour_text(minutes: int) -> str:
    """A time of day as it is read and typed: ``9:30``."""
    return f"{minutes // 60}:{minutes % 60:02}"
