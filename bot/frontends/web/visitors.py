"""Visitors of the page: who proved no account of a chat is the holder of an unguessable token, kept in a cookie that no
script can read.

The token is the whole proof. What the rest of the program learns is a one-way digest of it, so that no record, log
or page can give anybody else's seat away.
"""

from __future__ import annotations

import re
import secrets
from hashlib import sha256

from bot.session.port.commands import ChatRef, UserRef

__all__ = [
    "COOKIE", "PAGE_COOKIE", "PLATFORM", "is_table_key", "is_token", "key_at", "new_token",
    "number_of", "table_chat", "user_of",
]  # fmt: skip

PLATFORM = "web"
COOKIE = "paiju_seat"
PAGE_COOKIE = "paiju_page"
"""The token of a session: this browser speaks for an account of a chat."""
_TOKEN = re.compile(r"[A-Za-z0-9_-]{43}")
_TABLE_KEY = re.compile(r"(?!table-)[A-Za-z0-9_-]{8,64}|table-[1-9][0-9]{0,8}")
_CHAT_TABLE = "table-"


def new_token() -> str:
    """A fresh token of 256 bits."""
    return secrets.token_urlsafe(32)


def is_token(text: str | None) -> bool:
    """Whether a text has the shape of a token."""
    return text is not None and _TOKEN.fullmatch(text) is not None


def is_table_key(text: object) -> bool:
    """Whether something has the shape of a table key."""
    return isinstance(text, str) and _TABLE_KEY.fullmatch(text) is not None


def key_at(chat: ChatRef | None, table: int) -> str:
    """The key of a table in one of its places: a room of the page, or for any other its number, which opens nothing
    to strangers.
    """
    return chat.external if chat is not None and chat.platform == PLATFORM else f"{_CHAT_TABLE}{table}"


def number_of(table_key: str | None) -> int | None:
    """The number of a table of a chat; ``None`` for a room of the page."""
    if table_key is None or not table_key.startswith(_CHAT_TABLE):
        return None
    return int(table_key.removeprefix(_CHAT_TABLE))


def user_of(token: str) -> UserRef:
    """The account of a token's holder."""
    return UserRef(PLATFORM, "w" + sha256(b"seat:" + token.encode()).hexdigest()[:30])


def table_chat(token: str, update: str) -> ChatRef:
    """The chat of the table that a request opens. Its key is as unguessable as the token, and the same when
    the request comes again.
    """
    return ChatRef(PLATFORM, sha256(f"room:{token}:{update}".encode()).hexdigest()[:24])
