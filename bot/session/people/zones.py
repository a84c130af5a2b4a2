"""Time zones as people name them: by IANA name, by city, or by the hours to UTC."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo
from functools import cache
from typing import Final
from zoneinfo import ZoneInfo, available_timezones

__all__ = ["likely", "local", "read_zone", "zone_of"]

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
    """Return the zones to offer first to somebody who reads this language."""
    return _LIKELY.get(language, _LIKELY["en"])


def read_zone(text: str) -> str | None:
    """Return the zone that somebody means: ``Asia/Shanghai``, ``berlin``, ``北京``, ``UTC+8``; ``None`` if there is none."""
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
    """Return a zone by the name that ``read_zone`` gave; UTC for one that is not known here (any more)."""
    try:
        return ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return UTC


def local(at: float, zone: str) -> datetime:
    """Return the day and the time that a moment (seconds since 1970) is somewhere."""
    return datetime.fromtimestamp(at, UTC).astimezone(zone_of(zone))
