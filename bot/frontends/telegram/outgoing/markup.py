"""Screens as Telegram shows them: HTML text in pages that fit, and inline keyboards."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from html import escape
from typing import Any, Final
from urllib.parse import quote

from bot.present.screens.screen import Button, Faces, Line, Mention, Picture, Screen, Span
from bot.session.port import buttons
from bot.session.port.page import PagePlace

__all__ = ["Drawn", "Links", "draw", "units"]

MOST_UNITS: Final = 4000  # A page stays a little below the platform's 4096
MOST_IN_ROW: Final = 8
MOST_BUTTONS: Final = 100
_TAGS: Final = {"bold": "b", "italic": "i", "code": "code", "block": "code", "strike": "s"}
_STYLES: Final = {"primary", "success", "danger"}
_DIGITS: Final = 24  # Of a digest: it tells contents apart that nobody chose to be alike

Key = dict[str, Any]
Keyboard = dict[str, list[list[Key]]]


@dataclass(frozen=True, slots=True)
class Links:
    """Addresses that only the frontend knows. ``group``: the table message, ``""`` if it has none. ``page``: where people
    reach the page. ``private``: what is drawn stands in a private chat, where the page can be opened as a Mini App. ``inline``:
    tables are offered to other chats. ``by_start``: hands can be shown in private chats alone, where a seat is taken, too."""

    username: str
    group: str = ""
    page: PagePlace | None = None
    private: bool = False
    inline: bool = False
    by_start: bool = False

    def start(self, table: int | str) -> str:
        """The private chat, with a payload that says for which table (or else for what) it is opened."""
        payload = table if isinstance(table, str) else f"t{table}"
        return f"https://t.me/{self.username}?start={payload}"

    def share(self, payload: str) -> str:
        """The address of Telegram's own choice of a chat, into which a link to the private chat with this
        payload is written."""
        return "https://t.me/share/url?url=" + quote(f"https://t.me/{self.username}?start={payload}", safe="")

    def bring(self, payload: str) -> str:
        """The address of Telegram's own choice of a group, where the bot then hears this payload (and is let in)."""
        return f"https://t.me/{self.username}?startgroup={payload}"

    def mini_app(self, table: int | None) -> str:
        """The page as a Mini App that shows this table first; ``""`` where it cannot be opened as one."""
        if self.page is None or not self.private:
            return ""
        return f"{self.page.url}/app" + (f"?table={table}" if table is not None else "")

    def direct(self, table: int) -> str:
        """The registered Mini App at this table, for groups; ``""`` without one."""
        if self.page is None or not self.page.telegram_app:
            return ""
        return f"https://t.me/{self.username}/{self.page.telegram_app}?startapp=t{table}"

    def to_message(self, chat: int, message: int, thread: str = "") -> str:
        """The address of a message in a supergroup; basic groups have none."""
        digits = str(chat)
        if not digits.startswith("-100"):
            return ""
        inner = digits.removeprefix("-100")
        topic = f"{quote(thread)}/" if thread else ""
        return f"https://t.me/c/{inner}/{topic}{message}"


@dataclass(frozen=True)
class Drawn:
    """A screen ready to be sent: pages of HTML, the keyboard of the last one as the platform reads it."""

    pages: tuple[str, ...]
    keyboard: Keyboard | None
    picture: Picture | None = None

    @cached_property
    def single(self) -> str:
        """The text for a message that is edited in place: one page, cut if it must be."""
        return self.pages[0] if len(self.pages) == 1 else f"{self.pages[0]}\n…"

    @cached_property
    def digest(self) -> str:
        """Equal for equal messages."""
        return hashlib.sha256(json.dumps([self.single, self.keyboard]).encode()).hexdigest()[:_DIGITS]


def units(text: str) -> int:
    """The length in UTF-16 units, in which the platform counts."""
    return len(text) if text.isascii() else len(text.encode("utf-16-le")) // 2


@lru_cache(maxsize=4096)  # the same words and cards stand on screen after screen
def _written(text: str) -> tuple[str, int]:
    """A text as HTML, and its length without."""
    return escape(text), units(text)


def draw(screen: Screen, links: Links) -> Drawn:
    lines = _marked_up(screen.lines)
    if screen.title:
        title, length = _written(screen.title)
        lines.insert(0, (f"<b>{title}</b>", length))
    return Drawn(_pages(lines), _keyboard(screen, links), screen.picture)


def _marked_up(lines: Sequence[Line]) -> list[tuple[str, int]]:
    """Return lines with mark-up, each with its length without."""
    done: list[tuple[str, int]] = []
    for line in lines:
        parts: list[str] = []
        length = 0
        for part in line:
            seen = type(part) is Faces and part.large and part.coloured
            text = part.name if isinstance(part, Mention) else seen or part.text
            written, size = _written(text)
            if size > MOST_UNITS - length:
                text = text[: max(0, (MOST_UNITS - length) // 2 - 1)] + "…"
                written, size = _written(text)
            length += size
            if isinstance(part, Span):
                tag = "b" if seen else _TAGS.get(part.style)
                parts.append(f"<{tag}>{written}</{tag}>" if tag and text.strip() else written)
            elif part.platform == "telegram":
                parts.append(f'<a href="tg://user?id={quote(part.external)}">{written}</a>')
            else:
                parts.append(f"<b>{written}</b>")
            if MOST_UNITS - length <= 1:
                break
        done.append(("".join(parts), length))
    return done


def _pages(lines: list[tuple[str, int]]) -> tuple[str, ...]:
    pages: list[list[str]] = [[]]
    room = MOST_UNITS
    for html, length in lines:
        if length + 1 > room and pages[-1]:
            pages.append([])
            room = MOST_UNITS
        pages[-1].append(html)
        room -= length + 1
    texts = ["\n".join(page).strip("\n") for page in pages]
    return tuple([text for text in texts if text.strip()]) or ("…",)


def _keyboard(screen: Screen, links: Links) -> Keyboard | None:
    rows: list[list[Key]] = []
    left = MOST_BUTTONS
    for row in screen.rows:
        keys: list[Key] = []
        for button in row:
            key = _key(button, links) if len(keys) < left else None
            if key is not None:
                keys.append(key)
        left -= len(keys)
        for at in range(0, len(keys), MOST_IN_ROW):
            rows.append(keys[at : at + MOST_IN_ROW])
    return {"inline_keyboard": rows} if rows else None


def _key(button: Button, links: Links) -> Key | None:
    if button.form:
        return None
    key: Key = {"text": button.label.strip() or "·"}
    if button.style in _STYLES:
        key["style"] = button.style
    if button.command is not None and not (links.by_start and button.start):
        if button.command.record.page and (mini_app := links.mini_app(getattr(button.command, "table", None))):
            return key | {"web_app": {"url": mini_app}}
        try:
            return key | {"callback_data": buttons.encode(button.command)}
        except ValueError:
            return None
    url = button.url or (links.start(button.start) if button.start is not None else "")
    if button.share:
        url = links.share(button.share)
    if button.bring:
        url = links.bring(button.bring)
    if button.inline and links.inline:
        return key | {"switch_inline_query": button.inline}
    if not url and button.key == "group":
        url = links.group
    return key | {"url": url} if url else None
