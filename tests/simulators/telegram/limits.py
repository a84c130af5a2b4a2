"""Documented limits of the Bot API, and the rates that the platform keeps."""

import json
import math
import re
import time
from collections import defaultdict, deque
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs, urlsplit

from .entities import utf16_length
from .errors import violation

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_CALLBACK_ANSWER = 200
MAX_CALLBACK_DATA = 64
MAX_BUTTONS = 100
MAX_BUTTONS_IN_ROW = 8
MAX_KEYBOARD_BYTES = 10_000
MAX_COMMANDS = 100
MAX_INLINE_RESULTS = 50
MAX_RESULT_ID = 64
MAX_PHOTO_BYTES = 10 * 1024 * 1024
MAX_FILE_BYTES = 50 * 1024 * 1024
RATED = ("send", "edit", "forward", "copy")
UNRATED = {"sendChatAction"}

_COMMAND = re.compile(r"[a-z0-9_]{1,32}")
_START_PAYLOAD = re.compile(r"[A-Za-z0-9_-]{1,64}")
_DIRECT = re.compile(r"[A-Za-z0-9_-]{1,512}")
_LANGUAGE = re.compile(r"([a-z]{2})?")


def check_text(text: str) -> None:
    """1–4096 characters after entities."""
    if not text.strip():
        raise violation("message text is empty")
    if utf16_length(text) > MAX_TEXT:
        raise violation("message is too long")


def check_caption(caption: str) -> None:
    """0–1024 characters after entities."""
    if utf16_length(caption) > MAX_CAPTION:
        raise violation("message caption is too long")


def check_keyboard(rows: list[list[dict[str, Any]]], bot_username: str, private: bool) -> None:
    """Count, size and kind of the buttons of an inline keyboard."""
    buttons = [button for row in rows for button in row]
    if len(buttons) > MAX_BUTTONS or len(json.dumps(rows).encode()) > MAX_KEYBOARD_BYTES:
        raise violation("reply markup is too long")
    if any(len(row) > MAX_BUTTONS_IN_ROW for row in rows):
        raise violation("too many buttons in a row")
    if any(not row for row in rows):
        raise violation("a row of the inline keyboard is empty")
    for button in buttons:
        _check_button(button, bot_username, private)


def _check_button(button: dict[str, Any], bot_username: str, private: bool) -> None:
    if not button["text"].strip():
        raise violation("inline keyboard button text must be non-empty")
    kinds = set(button) - {"text", "icon_custom_emoji_id", "style"}
    if len(kinds) != 1:
        raise violation("text buttons are unallowed in the inline keyboard")
    if "callback_data" in button and not 1 <= len(button["callback_data"].encode()) <= MAX_CALLBACK_DATA:
        raise violation("BUTTON_DATA_INVALID")
    if "web_app" in button and not private:
        raise violation("BUTTON_TYPE_INVALID")
    if "web_app" in button and urlsplit(button["web_app"]["url"]).scheme != "https":
        raise violation(
            f"inline keyboard button Web App URL '{button['web_app']['url']}' is invalid: only HTTPS links are allowed"
        )
    if button.get("style") not in {None, "danger", "success", "primary"}:
        raise violation("button style is invalid")
    if "url" in button:
        check_link(button["url"], bot_username)


def check_link(url: str, bot_username: str) -> None:
    """A link must be one; a deep link to this bot needs a payload that a client would carry."""
    split = urlsplit(url)
    if split.scheme not in {"http", "https", "tg"} or not (split.netloc or split.path):
        raise violation(f"inline keyboard button URL '{url}' is invalid: Wrong HTTP URL")
    query = parse_qs(split.query, keep_blank_values=True)
    if "startapp" in query and not _DIRECT.fullmatch(query["startapp"][0]):
        raise violation("startapp parameter is invalid")
    if start_payload(url, bot_username) is None and ("start" in query and is_own_link(url, bot_username)):
        raise violation("start parameter is invalid")


def is_own_link(url: str, bot_username: str) -> bool:
    """Does this link open a chat with the bot?"""
    split = urlsplit(url)
    return split.netloc in {"t.me", "telegram.me"} and split.path.strip("/").lower() == bot_username.lower()


def start_payload(url: str, bot_username: str, *, group: bool = False) -> str | None:
    """The payload of a deep link to the bot, or (``group``) of one that lets choose a group; "" without one, None if the link is
    none or its payload is wrong."""
    if not is_own_link(url, bot_username):
        return None
    payload = parse_qs(urlsplit(url).query, keep_blank_values=True).get("startgroup" if group else "start", [None])[0]
    if payload is None:
        return ""
    return payload if _START_PAYLOAD.fullmatch(payload) else None


def check_start_payload(payload: str) -> None:
    """A virtual user cannot press a link that no client would open."""
    if payload and not _START_PAYLOAD.fullmatch(payload):
        raise AssertionError(f"no client sends the start payload {payload!r}")


def check_commands(commands: list[dict[str, str]]) -> None:
    """Names `[a-z0-9_]{1,32}`, descriptions of 1–256 characters, at most 100."""
    if len(commands) > MAX_COMMANDS:
        raise violation("BOT_COMMANDS_TOO_MUCH")
    names = [command["command"] for command in commands]
    if len(set(names)) != len(names):
        raise violation("BOT_COMMAND_DUPLICATE")
    for command in commands:
        if not _COMMAND.fullmatch(command["command"]):
            raise violation("BOT_COMMAND_INVALID")
        if not 1 <= len(command["description"]) <= 256:
            raise violation("BOT_COMMAND_DESCRIPTION_INVALID")


def check_language(code: str) -> None:
    """Two letters or nothing."""
    if not _LANGUAGE.fullmatch(code):
        raise violation("language code is invalid")


class Rates:
    """The published rates: about 1 message/s in a chat with small bursts, 20/min in a group, 30/s in all. `pace` is a
    factor on all of them (2.0: twice as many), `burst` how many messages a rested chat takes at once. Edits count like
    new messages. Refused calls do not count."""

    def __init__(self, pace: float, burst: int = 3, clock: Callable[[], float] = time.monotonic) -> None:
        self.pace = pace
        self.burst = burst
        self._clock = clock
        self._tokens: dict[int, tuple[float, float]] = {}
        self._group: dict[int, deque[float]] = defaultdict(deque)
        self._all: deque[float] = deque()

    def take(self, chat_id: int, group: bool) -> int | None:
        """Count one message; or, where it is too much, the whole seconds to wait."""
        now = self._clock()
        tokens, at = self._tokens.get(chat_id, (float(self.burst), now))
        tokens = min(float(self.burst), tokens + (now - at) * self.pace)
        waits = [
            (1.0 - tokens) / self.pace,
            self._window_wait(self._all, 30, 1.0, now),
            self._window_wait(self._group[chat_id], 20, 60.0, now) if group else 0.0,
        ]
        wait = max(waits)
        if wait > 1e-9:
            self._tokens[chat_id] = (tokens, now)
            return max(1, math.ceil(wait))
        self._tokens[chat_id] = (tokens - 1.0, now)
        self._all.append(now)
        if group:
            self._group[chat_id].append(now)
        return None

    def _window_wait(self, times: deque[float], most: int, seconds: float, now: float) -> float:
        length = seconds / self.pace
        while times and times[0] <= now - length:
            times.popleft()
        return times[0] + length - now if len(times) >= most else 0.0
