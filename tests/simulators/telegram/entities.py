"""`parse_mode=HTML` as the Bot API reads it: a few tags, all closed, everything else escaped."""

import html
import re
from dataclasses import dataclass, field

_TAGS = {
    "b": "bold", "strong": "bold", "i": "italic", "em": "italic", "u": "underline", "ins": "underline",
    "s": "strikethrough", "strike": "strikethrough", "del": "strikethrough", "span": "spoiler",
    "tg-spoiler": "spoiler", "a": "text_link", "code": "code", "pre": "pre", "blockquote": "blockquote",
    "tg-emoji": "custom_emoji",
}  # fmt: skip
_TAG = re.compile(r"<(/?)([a-zA-Z][a-zA-Z0-9-]*)((?:\s+[a-zA-Z-]+(?:=(?:\"[^\"]*\"|'[^']*'))?)*)\s*>")
_ATTRIBUTE = re.compile(r"([a-zA-Z-]+)(?:=(?:\"([^\"]*)\"|'([^']*)'))?")
_ESCAPE = re.compile(r"&(?:lt|gt|amp|quot|#\d+|#x[0-9a-fA-F]+);")
_PLAIN = re.compile(r"[^<&]+")
_COMMAND = re.compile(r"(?<![\w/@])/[a-zA-Z0-9_]{1,32}(?:@[a-zA-Z0-9_]{3,32})?(?![a-zA-Z0-9_])")
_MENTION_LINK = re.compile(r"tg://user\?id=(\d+)")


class EntityError(ValueError):
    """The text cannot be parsed; the message is what the Bot API says after "can't parse entities: "."""


@dataclass
class Parsed:
    """Text without mark-up, its entities as JSON objects, the links in it and the people it mentions."""

    text: str
    entities: list[dict[str, object]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    mentions: set[int] = field(default_factory=set)


def utf16_length(text: str) -> int:
    """Length in the units in which the platform counts offsets."""
    return len(text.encode("utf-16-le")) // 2


def _entity(tag: str, attributes: dict[str, str], offset: int, length: int) -> dict[str, object]:
    entity: dict[str, object] = {"type": _TAGS[tag], "offset": offset, "length": length}
    if tag == "a":
        entity["url"] = attributes.get("href", "")
    if tag == "blockquote" and "expandable" in attributes:
        entity["type"] = "expandable_blockquote"
    return entity


def parse_html(source: str) -> Parsed:
    """Read HTML mark-up; EntityError for unknown, unclosed or wrongly nested tags and for a bare `<`."""
    parsed = Parsed("")
    pieces: list[str] = []
    offset = 0
    open_tags: list[tuple[str, dict[str, str], int]] = []
    at = 0
    while at < len(source):
        character = source[at]
        if character not in "<&":
            plain = _PLAIN.match(source, at)
            assert plain is not None
            pieces.append(plain[0])
            offset += utf16_length(plain[0])
            at = plain.end()
            continue
        if character == "<":
            where = len(source[:at].encode())
            match = _TAG.match(source, at)
            if match is None:
                raise EntityError(f"Unsupported start tag at byte offset {where}")
            closing, tag = match[1], match[2].lower()
            if tag not in _TAGS:
                raise EntityError(f'Unsupported start tag "{tag}" at byte offset {where}')
            if not closing:
                attributes = {name: html.unescape(a or b or "") for name, a, b in _ATTRIBUTE.findall(match[3])}
                if tag == "span" and attributes.get("class") != "tg-spoiler":
                    raise EntityError(f'Tag "span" must have class "tg-spoiler" at byte offset {where}')
                open_tags.append((tag, attributes, offset))
            else:
                if not open_tags:
                    raise EntityError(f"Unexpected end tag at byte offset {where}")
                opened, attributes, start = open_tags.pop()
                if opened != tag:
                    raise EntityError(
                        f'Unmatched end tag at byte offset {where}, expected "</{opened}>", found "</{tag}>"'
                    )
                _close(parsed, tag, attributes, start, offset)
            at = match.end()
            continue
        escape = _ESCAPE.match(source, at)
        piece = html.unescape(escape[0]) if escape else character
        pieces.append(piece)
        offset += utf16_length(piece)
        at = escape.end() if escape else at + 1
    if open_tags:
        raise EntityError(
            f'Can\'t find end tag corresponding to start tag "{open_tags[-1][0]}" at byte offset {len(source.encode())}'
        )
    parsed.text = "".join(pieces)
    return parsed


def _close(parsed: Parsed, tag: str, attributes: dict[str, str], start: int, offset: int) -> None:
    if offset == start:
        return
    url = attributes.get("href", "") if tag == "a" else ""
    mention = _MENTION_LINK.fullmatch(url)
    if mention:
        parsed.mentions.add(int(mention[1]))
        return
    if url:
        parsed.links.append(url)
    parsed.entities.append(_entity(tag, attributes, start, offset - start))


def command_entities(text: str) -> list[dict[str, object]]:
    """`bot_command` entities as clients mark them in what a person typed."""
    return [
        {"type": "bot_command", "offset": utf16_length(text[: match.start()]), "length": utf16_length(match[0])}
        for match in _COMMAND.finditer(text)
    ]
