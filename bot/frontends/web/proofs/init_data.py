"""Telegram's proof: what the Mini App is told about its person, signed with a key that follows from the bot's token."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from typing import Final
from urllib.parse import parse_qsl

from bot.session.port.origin import UserRef
from bot.session.port.page import Proof

__all__ = ["GOOD_SECONDS", "NoProof", "read_init_data"]

GOOD_SECONDS: Final = 3600.0
"""So long what was signed is good."""
_AHEAD_SECONDS: Final = 10.0
"""So far the clocks of two machines may differ."""
_LONGEST: Final = 8192
_MOST_FIELDS: Final = 32
_NAME: Final = re.compile(r"[a-z_]{1,32}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_MOST_ID: Final = 2**52
"""Telegram's ids have at most 52 bits."""


class NoProof(Exception):
    """Nothing is proved; the text never says what was shown."""


def read_init_data(text: str, token: str, now: float) -> Proof:
    """Whom ``initData`` proves; ``NoProof`` if it is not signed with this token, or not signed just now."""
    fields = _fields(text)
    given = fields.pop("hash", "")
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    # The field "signature" is for others, who do not know the token, and stays in what is signed here.
    signed = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    right = hmac.new(key, signed.encode(), hashlib.sha256).hexdigest()
    if not _HASH.fullmatch(given) or not hmac.compare_digest(right, given):
        raise NoProof("not signed with the token")
    date = fields.get("auth_date", "")
    if not re.fullmatch(r"[0-9]{1,12}", date) or not -_AHEAD_SECONDS <= now - int(date) <= GOOD_SECONDS:
        raise NoProof("not signed within the last hour")
    return _person(fields.get("user", ""), given, int(date) + GOOD_SECONDS)


def _fields(text: str) -> dict[str, str]:
    if len(text) > _LONGEST:
        raise NoProof("too long")
    try:
        pairs = parse_qsl(
            text, keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=_MOST_FIELDS
        )
    except ValueError:
        raise NoProof("no fields") from None
    fields = dict(pairs)
    if len(fields) != len(pairs) or not all(_NAME.fullmatch(name) for name in fields):
        raise NoProof("fields that are none, or twice")
    return fields


def _person(text: str, digest: str, expires_at: float) -> Proof:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NoProof("no person") from None
    number = found.get("id") if isinstance(found, dict) else None
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < _MOST_ID or found.get("is_bot"):
        raise NoProof("no person")
    name = " ".join(part for part in (found.get("first_name"), found.get("last_name")) if isinstance(part, str))
    locale = found.get("language_code")
    return Proof(UserRef("telegram", str(number)), name, locale if isinstance(locale, str) else "", digest, expires_at)
