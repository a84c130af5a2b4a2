"""Until when, as people write it: ``until 3 August``, ``2026-08-03``, ``3d``, ``到8月3日``, ``明天``."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, timedelta
from typing import Final

__all__ = ["read_until"]

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
