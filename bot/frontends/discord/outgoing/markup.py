"""Screens as Discord messages: components v2 (one container with text, buttons, perhaps a picture).

A button's ``custom_id`` is ``<source><n>:<command>``: ``source`` says on what kind of message it sits (``h`` a hand
panel, ``t`` a table, ``m`` anything else), ``n`` keeps equal commands on one message apart, the rest is the command as
``bot.session.port.buttons`` writes it. Nothing about a button is kept in memory, so all of them survive a restart."""

import hashlib
import io
import json
import re
from collections.abc import Iterable, Mapping, Sequence
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final, NamedTuple, Self

import discord
from discord import ui

from bot.present.pictures.views import Kept, drawn
from bot.present.screens import screen as screens
from bot.present.words.text import say
from bot.session.port import grammar
from bot.session.port.buttons import decode, encode, fits
from bot.session.port.commands import Choose, Command, MyHand
from games.base.cards import Card

__all__ = [
    "MENU", "PANEL", "TABLE", "WORDS", "CardSigns", "Content", "Pressed", "content", "form", "pressed", "sentence",
]  # fmt: skip

PANEL: Final = "h"
TABLE: Final = "t"
MENU: Final = "m"

_TEXT: Final = 3900  # Characters of text in one message, of the 4000 that Discord takes
_ROOM: Final = 3700  # The most of it with emojis, of some thirty characters each; else cards are written in words
_LARGE: Final = 11  # So many cards stand side by side on a phone as a heading
_COMPONENTS: Final = 40
_FENCE: Final = "```"
_ROW: Final = 5
_LABEL: Final = 80
_OPTIONS: Final = 25
_DESCRIPTION: Final = 100
_TYPED: Final = 200
_STYLES: Final = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}
_LINK: Final = 5
_ACTION_ROW, _BUTTON, _SELECT, _TEXT_DISPLAY, _MEDIA_GALLERY, _FILE, _CONTAINER = 1, 2, 3, 10, 12, 13, 17
"""Kinds of components."""
_JSON = dict[str, Any]
_MARKS: Final = {"bold": "**", "italic": "*", "strike": "~~", "code": "`"}
_CUSTOM_ID = re.compile(r"([htm])(\d*):(.*)", re.DOTALL)
_REFERENCE = re.compile(r"<(?=[@#:/a-z])")
_ACCENT: Final = {PANEL: 0x2E7D5B, TABLE: 0x8C2F2F, MENU: 0x5865F2}


COMMANDS: Final[dict[str, str]] = {}
"""How a text refers to each of our commands, by its name: known from the first login on. What our texts write as ``/name`` is
written so here, and nowhere else."""
APART: Final[ContextVar[dict[str, str] | None]] = ContextVar("commands of one of several applications", default=None)
"""The same for all but the first of several applications, in the tasks of its frontend."""
_COMMAND = re.compile(r"(?<![\w/<>])/([a-z]+)( [a-z]+)?(?![\w/])")

_KEPT: Final = 12 << 20
_pictures = Kept(_KEPT)
"""Pictures by key, so many bytes of them: a hand is shown anew whenever its person is to act, and rarely changes between."""


class CardSigns(NamedTuple):
    """What shows cards: ``texts`` among words, ``marks`` on a button or an entry of a list."""

    texts: Mapping[Card | str, str]
    marks: Mapping[Card | None, _JSON]


WORDS: Final = CardSigns({}, {})  # Cards are written in words


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a pressed button or a chosen entry says: the command, and on what kind of message it sits."""

    source: str
    command: Command

    @property
    def asks(self) -> bool:
        """Whether a form asks for the words of the command first."""
        return getattr(self.command, "text", None) == ""


@dataclass(frozen=True, slots=True)
class Content:
    """A message ready to be sent. ``digest`` is equal for messages that look and act the same."""

    text: str
    source: str
    mentions: tuple[int, ...]
    picture: screens.Picture | None
    digest: str
    made: tuple[_JSON, ...] = ()  # The rows as Discord takes them
    document: screens.Document | None = None

    @property
    def picture_name(self) -> str:
        """The file name of the picture: the same for the same picture, "" without one."""
        if self.picture is None:
            return ""
        kind = "gif" if self.picture.animated else "png"
        return f"cards-{hashlib.sha256(self.picture.key.encode()).hexdigest()[:16]}.{kind}"

    def without_picture(self) -> Self:
        return replace(self, picture=None)

    def view(self, *, picture: bool = False) -> ui.LayoutView:
        inside: list[_JSON] = [{"type": _TEXT_DISPLAY, "content": self.text or "…"}]
        if picture and self.picture is not None:
            media = {"url": f"attachment://{self.picture_name}"}
            inside.append({"type": _MEDIA_GALLERY, "items": [{"media": media, "description": self.picture.alt[:1024]}]})
        if (picture or self.picture is None) and self.document is not None:
            inside.append({"type": _FILE, "file": {"url": f"attachment://{self.document.name}"}})
        return _Made({"type": _CONTAINER, "accent_color": _ACCENT[self.source], "components": [*inside, *self.made]})

    async def file(self) -> discord.File | None:
        """The picture as an upload, drawn outside the event loop; ``None`` without one, or if it cannot be drawn."""
        if self.picture is None:
            return None
        data = _pictures.get(self.picture.key)
        if data is None:
            data = await drawn(self.picture)
            if data is None:
                return None
            _pictures.put(self.picture.key, data)
        return discord.File(io.BytesIO(data), self.picture_name, description=self.picture.alt[:1024])

    async def files(self) -> list[discord.File]:
        """Return all uploads, drawn outside the event loop: the picture, and the file; none where the picture lacks."""
        file = await self.file()
        files = [] if file is None else [file]
        if self.document is not None and (file is not None or self.picture is None):
            files.append(discord.File(io.BytesIO(self.document.text.encode()), self.document.name))
        return files

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Who may be rung: exactly those whom the screen calls."""
        return discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=[discord.Object(user) for user in self.mentions]
        )


def content(
    screen: screens.Screen, source: str, signs: CardSigns = WORDS, *, link: str = "", called: Iterable[int] = ()
) -> Content:
    """The message for a screen. ``signs``: what cards are shown by, if there is room; ``link``: address of the
    table message, for the way back; ``called``: ring them too."""
    lines = _marked_up(screen.lines, signs.texts)
    if sum(map(len, lines)) + len(lines) > _ROOM:
        lines = _marked_up(screen.lines, {})
    if screen.title:
        lines.insert(0, f"**{_plain(screen.title)}**")
    mentions = tuple(dict.fromkeys((*called, *_mentioned(screen.lines))))
    missing = [user for user in mentions if not any(f"<@{user}>" in line for line in lines)]
    if missing:
        lines.append(" ".join(f"<@{user}>" for user in missing))
    text = _cut(lines)
    ids = _Ids(source, signs.marks)
    lists = [_row([one]) for select in screen.selects for one in _selects(select, ids)]
    rows = [[button for button in row if not button.listed] for row in screen.rows] if lists else screen.rows
    made = [*lists, *_items(_usable(rows, screen.language, link), ids, _COMPONENTS - 4 - 2 * len(lists))]
    seen = [text, source, screen.picture.key if screen.picture else "", mentions, made]
    digest = hashlib.blake2s(json.dumps(seen, ensure_ascii=False).encode(), digest_size=12).hexdigest()
    return Content(text, source, mentions, screen.picture, digest, tuple(made), screen.document)


def sentence(text: str) -> ui.LayoutView:
    return _Made({"type": _TEXT_DISPLAY, "content": _said(text)[:_TEXT]})


class _Made(ui.LayoutView):
    """Components that are ready to be sent: building the library's own objects takes longer than all the rest. A
    finished view is not kept for dispatching: presses are recognised by their custom_id alone."""

    def __init__(self, *made: _JSON) -> None:
        super().__init__(timeout=None)
        self._made = list(made)
        self.stop()

    def to_components(self) -> list[_JSON]:
        return self._made

    def has_components_v2(self) -> bool:
        return True


def pressed(data: dict[str, Any]) -> Pressed | None:
    """What a pressed component or a form that was filled in asks for; ``None`` if it is none of ours or from another
    version."""
    chosen = data.get("values")
    found = _CUSTOM_ID.fullmatch(str(data.get("custom_id", "")))
    if found is not None and isinstance(many := decode(found[3]), Choose):
        return Pressed(found[1], replace(many, taken=",".join(chosen or ())))
    if chosen:
        found = _CUSTOM_ID.fullmatch(str(chosen[0]))
    if found is None:
        return None
    command = decode(found[3])
    if command is None:
        return None
    if "components" in data:
        command = _typed(data["components"][0]["component"]["value"], getattr(command, "table", None))
    return Pressed(found[1], command)


def form(custom_id: str, language: str) -> ui.Modal:
    """A form that asks for what somebody would type at the table: the words of the button with this ``custom_id``."""
    modal = ui.Modal(title=say(language, "panel.type"), custom_id=custom_id, timeout=None)
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id="words", placeholder=say(language, "panel.type_such"), min_length=1, max_length=_TYPED
    )
    modal.add_item(ui.Label(text=say(language, "panel.type_what"), component=field))
    modal.stop()  # what comes back is recognised by its custom_id alone
    return modal


def _typed(words: str, table: int | None) -> Command:
    line = grammar.read_line(words)
    command = line if isinstance(line, Command) else grammar.read_talk(words)
    return replace(command, table=table) if getattr(command, "table", 0) is None else command


# -- text
@lru_cache(maxsize=4096)
def _plain(text: str) -> str:
    """Return text that Discord shows as it is: no markup, no mention, no link to a channel."""
    escaped = discord.utils.escape_markdown(text, ignore_links=False)
    return _REFERENCE.sub("<\u200b", discord.utils.escape_mentions(escaped))


def _said(text: str) -> str:
    """Return text with its commands as Discord refers to them; those of names and titles are none, see ``clean``."""
    plain = _plain(text)
    return _COMMAND.sub(_command, plain) if "/" in plain else plain


def _command(found: re.Match[str]) -> str:
    name, more = found[1], found[2] or ""
    commands = known_commands()
    if more and (whole := commands.get(name + more)):
        return whole
    alone = commands.get(name, f"/{name}")
    return commands.get(f"{name} …", alone) + more if more else alone


def known_commands() -> dict[str, str]:
    """How texts of the application that is at work refer to its commands."""
    apart = APART.get()
    return COMMANDS if apart is None else apart


def _faces(part: screens.Faces, texts: Mapping[Card | str, str]) -> str:
    shown = [texts.get(one) or _plain(str(one)) for one in part.faces]
    if part.large and len(shown) <= _LARGE:
        shown.insert(0 if part.faces[0] in texts else 1, "\n# ")
    return "".join(shown).rstrip()


def _marked_up(lines: Sequence[screens.Line], texts: Mapping[Card | str, str]) -> list[str]:
    """Return lines with their marks, cards by their emojis if there are any. What is for machines stands in fences, where no
    letter is a mark."""
    found: list[str] = []
    within = False
    for line in lines:
        block = len(line) == 1 and isinstance(line[0], screens.Span) and line[0].style == "block"
        if block != within:
            found.append(_FENCE)
        written = ""
        for part in line:
            if isinstance(part, screens.Mention):
                written += f"<@{part.external}>" if part.platform == "discord" else f"**{_plain(part.name)}**"
            elif block:
                written += part.text.replace("`", "ˋ")
            elif texts and type(part) is screens.Faces:
                written += _faces(part, texts)
            elif type(part) is screens.Span and part.style not in _MARKS and "/" not in part.text:
                written += _plain(part.text)
            else:
                written += _span(part)
        found.append(written)
        within = block
    return [*found, _FENCE] if within else found


def _span(part: screens.Span) -> str:
    if isinstance(part, screens.Deadline) and part.at:
        return f" · ⏳ <t:{part.at}:R>"
    if isinstance(part, screens.Moment):
        return f"<t:{part.at}:f>"
    if isinstance(part, screens.Whereabouts) and part.platform == "discord" and part.external.isdecimal():
        return f"<#{part.external}>"
    mark, inner = _MARKS.get(part.style, ""), part.text.strip()
    if mark == "`":
        return "`" + part.text.replace("`", "ˋ") + "`" if inner else part.text
    text = _said(part.text)
    inner = text.strip()
    if not mark or not inner:
        return text
    # Markers have to touch the words they mark.
    start = text.index(inner)
    return text[:start] + mark + inner + mark + text[start + len(inner) :]


def _mentioned(lines: Sequence[screens.Line]) -> list[int]:
    return [
        int(part.external)
        for line in lines
        for part in line
        if isinstance(part, screens.Mention) and part.platform == "discord" and part.external.isdigit()
    ]


def _cut(lines: Sequence[str]) -> str:
    """Return as many whole lines as fit, with a mark where something had to be left out."""
    room = _TEXT
    kept: list[str] = []
    for line in lines:
        if len(line) + 1 > room:
            kept.append(line[: max(room - 2, 0)] + "…" if not kept else "…")
            break
        kept.append(line)
        room -= len(line) + 1
    text = "\n".join(kept).strip("\n")
    return f"{text}\n{_FENCE}" if text.count(_FENCE) % 2 else text


# -- buttons
def _usable(
    rows: Sequence[Sequence[screens.Button]], language: str, link: str
) -> tuple[tuple[screens.Button, ...], ...]:
    """The buttons that can be pressed here: links that are known, the private chat as the hand opened here."""
    usable: list[tuple[screens.Button, ...]] = []
    for row in rows:
        kept: list[screens.Button] = []
        for button in row:
            if button.key == "group":
                if link:
                    kept.append(screens.Button(button.label, url=link, key="group"))
            elif isinstance(button.start, int) and button.command is None:
                label = say(language, "button.my_hand")
                kept.append(screens.Button(label, MyHand(button.start), style=button.style, key=button.key))
            elif button.url or (button.command is not None and fits(button.command)):
                kept.append(button)
        if kept:
            usable.append(tuple(kept))
    return tuple(usable)


class _Ids:
    """Makes the custom_ids of one message, each once."""

    def __init__(self, source: str, marks: Mapping[Card | None, _JSON]) -> None:
        self.source, self.marks = source, marks
        self.count = 0
        self._used: dict[str, int] = {}

    def make(self, command: Command) -> str:
        code = encode(command)
        count = self._used.get(code, 0)
        self._used[code] = count + 1
        self.count += 1
        return f"{self.source}{count or ''}:{code}"


def _items(rows: Sequence[Sequence[screens.Button]], ids: _Ids, room: int) -> list[_JSON]:
    """Return action rows of at most five buttons; closed up, and the rest as a menu, where there are too many."""
    split = [row[start : start + _ROW] for row in rows for start in range(0, len(row), _ROW)]
    rest: list[screens.Button] = []
    if len(split) + sum(map(len, split)) > room:
        every = [button for row in rows for button in row]
        if len(every) > room * _ROW // (_ROW + 1):
            most = (room - 2) * _ROW // (_ROW + 1)
            every, rest = every[:most], every[most : most + _OPTIONS]
        split = [every[start : start + _ROW] for start in range(0, len(every), _ROW)]
    made = [_row([_button(button, ids) for button in row]) for row in split]
    if rest:
        options = [
            {"label": _label(button), "value": ids.make(button.command)}
            for button in rest
            if button.command is not None
        ]
        made.append(
            _row([{"type": _SELECT, "custom_id": f"{ids.source}:more", "placeholder": "…", "options": options}])
        )
    return made


def _selects(select: screens.Select | screens.Checklist, ids: _Ids) -> list[_JSON]:
    """A list as selects of at most 25 entries each."""
    made: list[_JSON] = []
    if isinstance(select, screens.Checklist):
        ticks = [
            {"label": label, "value": value, "default": taken}
            | ({"emoji": ids.marks[card]} if card in ids.marks else {})
            for label, value, taken, card in select.entries
        ]
        body = {"type": _SELECT, "custom_id": ids.make(select.command), "placeholder": select.label, "options": ticks}
        return [body | {"min_values": 0, "max_values": len(ticks)}]
    for start in range(0, len(select.entries), _OPTIONS):
        entries = select.entries[start : start + _OPTIONS]
        options = [
            {"label": _label(one), "value": ids.make(one.command), "default": one.command == select.chosen}
            | ({"emoji": ids.marks[one.card]} if one.card in ids.marks else {})
            | ({"description": one.note[:_DESCRIPTION]} if one.note else {})
            for one in entries
            if one.command is not None
        ]
        body = {
            "type": _SELECT,
            "custom_id": f"{ids.source}:{ids.count}",
            "placeholder": select.label,
            "options": options,
        }
        made.append(body)
    return made


def _row(components: list[_JSON]) -> _JSON:
    return {"type": _ACTION_ROW, "components": components}


def _label(button: screens.Button) -> str:
    label = button.label.strip() or "…"
    return label if len(label) <= _LABEL else label[: _LABEL - 1] + "…"


def _button(button: screens.Button, ids: _Ids) -> _JSON:
    if button.url or button.command is None:
        return {"type": _BUTTON, "label": _label(button), "style": _LINK, "url": button.url}
    style = _STYLES.get(button.style, _STYLES["secondary"])
    made = {"type": _BUTTON, "style": style, "custom_id": ids.make(button.command)}
    if button.card not in ids.marks:
        return made | {"label": _label(button)}
    label = _label(button) if button.beside is None else button.beside
    return made | {"emoji": ids.marks[button.card]} | ({"label": label} if label else {})
