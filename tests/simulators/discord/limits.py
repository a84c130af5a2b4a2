"""Documented limits that the published schemas do not carry: totals, combinations, and what makes sense."""

import base64
import re
import struct
import unicodedata
from collections.abc import Container, Iterator
from typing import Any

from .schema import Flaw
from .world import COMPONENTS_V2, walk_components

JSON = dict[str, Any]

CONTENT = 2000
ROWS = 5
V2_COMPONENTS = 40
V2_TEXT = 4000
COMMAND_TOTAL = 8000

LOCALES = frozenset(
    {"id", "da", "de", "en-GB", "en-US", "es-ES", "es-419", "fr", "hr", "it", "lt", "hu", "nl", "no", "pl", "pt-BR"}
    | {"ro", "fi", "sv-SE", "vi", "tr", "cs", "el", "bg", "ru", "uk", "hi", "th", "zh-CN", "ja", "zh-TW", "ko"}
)
_NAME_EXTRAS = frozenset("-_'ʼ")
_ROW, _BUTTON, _CONTAINER = 1, 2, 17
_SELECTS = frozenset({3, 5, 6, 7, 8})
_V2_ONLY = frozenset({9, 10, 11, 12, 13, 14, 17})
_CUSTOM_EMOJI = re.compile(r"<a?:\w+:(\d+)>")
_CUSTOM_EMOJI_FREE = re.compile(r"^[\w\s]*$")


def is_emoji(text: str) -> bool:
    """Whether the platform takes `text` as a button's emoji; playing cards other than 🃏 it does not."""
    if not text or _CUSTOM_EMOJI_FREE.match(text.replace("\u20e3", "").replace("\ufe0f", "")):
        return text.endswith("\u20e3")
    if any(0x1F0A0 <= ord(c) <= 0x1F0FF and ord(c) != 0x1F0CF for c in text):
        return False
    return any(unicodedata.category(c) in ("So", "Sk", "Sm") for c in text)


def _button(where: tuple[str | int, ...], button: JSON) -> Iterator[Flaw]:
    if button["style"] == 5:
        if not button.get("url") or button.get("custom_id"):
            yield Flaw(where, "BUTTON_COMPONENT_LINK_URL_REQUIRED", "A link button has a url and no custom_id")
    elif button["style"] != 6 and not button.get("custom_id"):
        yield Flaw((*where, "custom_id"), "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id or url is required")
    if not button.get("label") and not button.get("emoji"):
        yield Flaw(where, "BUTTON_COMPONENT_INVALID_LABEL_OR_EMOJI", "A button must have a label and/or an emoji")
    emoji = button.get("emoji") or {}
    if emoji and not emoji.get("id") and not is_emoji(emoji.get("name") or ""):
        yield Flaw((*where, "emoji"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def _row(where: tuple[str | int, ...], row: JSON) -> Iterator[Flaw]:
    kinds = [component["type"] for component in row["components"]]
    if any(kind in _SELECTS for kind in kinds) and len(kinds) > 1:
        yield Flaw(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "A select fills its row")
    if len(kinds) > 5:
        yield Flaw(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "Five buttons fill a row")


def _components(components: list[JSON], flags: int) -> Iterator[Flaw]:
    everything = list(walk_components(components))
    seen: set[str] = set()
    for index, component in enumerate(everything):
        where = ("components", index)
        if component["type"] == _ROW:
            yield from _row(where, component)
        if component["type"] == _BUTTON:
            yield from _button(where, component)
        custom_id = component.get("custom_id")
        if custom_id:
            if custom_id in seen:
                yield Flaw(
                    (*where, "custom_id"), "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated"
                )
            seen.add(custom_id)
        if component["type"] in _SELECTS:
            values = [option["value"] for option in component.get("options") or []]
            if len(values) != len(set(values)):
                yield Flaw(
                    (*where, "options"),
                    "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED",
                    "The specified option value is already used",
                )
            least, most = component.get("min_values", 1), component.get("max_values", 1)
            if not least <= most <= len(values):
                yield Flaw((*where, "max_values"), "BASE_TYPE_BAD_INT", "Must be between min_values and the options")
            if sum(bool(option.get("default")) for option in component["options"]) > most:
                yield Flaw((*where, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT", "Too many defaults")
    if not flags & COMPONENTS_V2:
        if len(components) > ROWS:
            yield Flaw(("components",), "BASE_TYPE_MAX_LENGTH", "Must be 5 or fewer in length.")
        if any(component["type"] in _V2_ONLY for component in everything):
            yield Flaw(("components",), "COMPONENT_V2_WITHOUT_FLAG", "Needs the components v2 flag")
        return
    if len(everything) > V2_COMPONENTS:
        yield Flaw(("components",), "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", "Must be 40 or fewer in total.")
    if sum(len(c.get("content") or "") for c in everything if c["type"] == 10) > V2_TEXT:
        yield Flaw(("components",), "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", "Displayable text exceeds 4000")


def message_flaws(body: JSON, *, has_files: bool, creating: bool, flags: int) -> list[Flaw]:
    """What the documented limits find wrong with the body of a message; its shape is already valid. `flags` are the
    message's flags (those of the message being edited, for an edit)."""
    found: list[Flaw] = []
    content = body.get("content") or ""
    if len(content) > CONTENT:
        found.append(Flaw(("content",), "BASE_TYPE_MAX_LENGTH", "Must be 2000 or fewer in length."))
    if body.get("embeds"):
        found.append(Flaw(("embeds",), "NOT_SIMULATED", "embeds"))
    found.extend(_components(body.get("components") or [], flags))
    if flags & COMPONENTS_V2 and content:
        found.append(
            Flaw(
                ("content",),
                "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2",
                "The 'content' field cannot be used when using MessageFlags.IS_COMPONENTS_V2",
            )
        )
    mentions = body.get("allowed_mentions") or {}
    for key in ("users", "roles"):
        if mentions.get(key) and key in (mentions.get("parse") or []):
            found.append(Flaw(("allowed_mentions",), "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", f"parse or {key}"))
    if creating and not (content or body.get("components") or has_files):
        found.append(Flaw((), "EMPTY_MESSAGE", "Cannot send an empty message"))
    return found


def emoji_flaws(name: str, image: str) -> list[Flaw]:
    """A new emoji: a name of letters, digits and underscores, and an image of at most 256 KiB and 128 pixels a side."""
    found = []
    if not re.fullmatch(r"[A-Za-z0-9_]{2,32}", name):
        found.append(Flaw(("name",), "STRING_TYPE_REGEX", "Must be alphanumeric or underscores"))
    data = base64.b64decode(image.removeprefix("data:image/png;base64,")) if image.startswith("data:") else b""
    if not data.startswith(b"\x89PNG") or max(struct.unpack(">II", data[16:24])) > 128:
        found.append(Flaw(("image",), "IMAGE_INVALID", "Invalid Asset"))
    if len(data) > 256 << 10:
        found.append(Flaw(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb."))
    return found


def unknown_emojis(components: list[JSON], known: Container[int]) -> list[Flaw]:
    """Custom emojis that do not exist: the platform shows them as words in a text, and takes no button with one."""
    found = []
    for component in walk_components(components):
        text = " ".join(str(component.get(key) or "") for key in ("content", "label", "placeholder"))
        marks = [component.get("emoji") or {}, *(one.get("emoji") or {} for one in component.get("options") or [])]
        named = [*_CUSTOM_EMOJI.findall(text), *(mark["id"] for mark in marks if mark.get("id"))]
        found += [Flaw(("emoji",), "UNKNOWN_EMOJI", f"no emoji {one}") for one in named if int(one) not in known]
        if component["type"] != 10 and _CUSTOM_EMOJI.search(text):
            found.append(Flaw(("label",), "EMOJI_IN_LABEL", "A label shows an emoji as words"))
    return found


def choice_flaws(choices: list[JSON]) -> list[Flaw]:
    """Completion choices: at most 25, names of 1–100 characters, no empty values."""
    found = []
    if len(choices) > 25:
        found.append(Flaw(("choices",), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length."))
    for index, choice in enumerate(choices):
        for key in ("name", "value"):
            if isinstance(choice.get(key), str) and not 1 <= len(choice[key]) <= 100:
                found.append(Flaw(("choices", index, key), "BASE_TYPE_BAD_LENGTH", "Must be 1 to 100 long."))
    return found


def _is_command_name(name: str) -> bool:
    return (
        1 <= len(name) <= 32
        and all(c in _NAME_EXTRAS or unicodedata.category(c)[0] in "LN" for c in name)
        and name == name.lower()
    )


def _named(where: tuple[str | int, ...], item: JSON, *, is_choice: bool) -> Iterator[Flaw]:
    names = {"name": item.get("name", ""), **(item.get("name_localizations") or {})}
    for key, name in names.items():
        if key != "name" and key not in LOCALES:
            yield Flaw((*where, "name_localizations", key), "BASE_TYPE_CHOICES", "Not a locale")
        if is_choice:
            if not 1 <= len(name) <= 100:
                yield Flaw((*where, "name"), "BASE_TYPE_BAD_LENGTH", "Must be 1 to 100 long.")
        elif not _is_command_name(name):
            yield Flaw((*where, "name"), "APPLICATION_COMMAND_INVALID_NAME", f"Command name is invalid: {name}")
    for key in item.get("description_localizations") or {}:
        if key not in LOCALES:
            yield Flaw((*where, "description_localizations", key), "BASE_TYPE_CHOICES", "Not a locale")


def _length(item: JSON) -> int:
    """Characters that count towards a command's total: the longest localisation of each text."""
    total = 0
    for key in ("name", "description"):
        texts = [item.get(key) or "", *(item.get(f"{key}_localizations") or {}).values()]
        total += max(map(len, texts))
    total += len(item["value"]) if isinstance(item.get("value"), str) else 0
    return total + sum(map(_length, [*(item.get("options") or []), *(item.get("choices") or [])]))


def _options(where: tuple[str | int, ...], options: list[JSON]) -> Iterator[Flaw]:
    optional_seen = False
    names = [option["name"] for option in options]
    if len(names) != len(set(names)):
        yield Flaw(where, "APPLICATION_COMMAND_OPTIONS_NAME_INVALID", "Option names must be unique")
    for index, option in enumerate(options):
        here = (*where, "options", index)
        yield from _named(here, option, is_choice=False)
        if option.get("required") and optional_seen:
            yield Flaw(
                here,
                "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID",
                "Required options must be placed before non-required options",
            )
        optional_seen = optional_seen or not option.get("required")
        if option.get("autocomplete") and option.get("choices"):
            yield Flaw(here, "APPLICATION_COMMAND_AUTOCOMPLETE_CHOICES", "autocomplete excludes choices")
        for number, choice in enumerate(option.get("choices") or []):
            yield from _named((*here, "choices", number), choice, is_choice=True)
        if option["type"] in (1, 2):
            yield from _options(here, option.get("options") or [])


def command_flaws(commands: list[JSON]) -> list[Flaw]:
    """Names, localisations and totals of a full set of commands."""
    found: list[Flaw] = []
    names = [(command["name"], command.get("type", 1)) for command in commands]
    if len(names) != len(set(names)):
        found.append(Flaw((), "APPLICATION_COMMANDS_DUPLICATE_NAME", "Application command names must be unique"))
    if len(commands) > 100:
        found.append(Flaw((), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length."))
    for index, command in enumerate(commands):
        where: tuple[str | int, ...] = (index,)
        found.extend(_named(where, command, is_choice=False))
        found.extend(_options(where, command.get("options") or []))
        if command.get("type", 1) == 1 and not 1 <= len(command.get("description") or "") <= 100:
            found.append(Flaw((*where, "description"), "BASE_TYPE_BAD_LENGTH", "Must be 1 to 100 long."))
        if _length(command) > COMMAND_TOTAL:
            found.append(Flaw(where, "APPLICATION_COMMAND_TOO_LARGE", f"Command exceeds {COMMAND_TOTAL}"))
    return found
