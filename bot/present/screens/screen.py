"""A screen: what a message or a page shows, before any platform's markup.

``present`` makes screens once; a frontend turns them into HTML and keyboards, embeds and components, or JSON. All texts
in a screen are plain (nothing is escaped yet) and already in the reader's language."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from hashlib import blake2s
from typing import TypeVar

from bot.session.port.commands import Command
from games.base.cards import Card

Shown = TypeVar("Shown")

__all__ = [
    "Button", "Checklist", "Deadline", "Document", "Faces", "Line", "Mention", "Moment", "Picture", "Rows", "Screen", "Select",
    "Span", "Whereabouts", "pictured", "plain_text",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Span:
    """A piece of text. ``style``: ``""``, ``bold``, ``italic``, ``code`` (cards, ids), ``block`` (whole lines
    for machines, letter by letter as they are), ``strike``."""

    text: str
    style: str = ""


@dataclass(frozen=True, slots=True)
class Deadline(Span):
    """When something ends, for platforms that count down by themselves: ``at`` in seconds since 1970, 0 if that is not
    known. Everywhere else ``text`` is read, which must stay true while nobody counts: how much time there is in all."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class Moment(Span):
    """A time of a day: ``at`` in seconds since 1970, for platforms that write it as the reader's clock shows it."""

    at: int = 0


@dataclass(frozen=True, slots=True)
class Whereabouts(Span):
    """The title of a chat, for platforms that can refer to theirs: ``platform``/``external`` as in ``ChatRef``."""

    platform: str = ""
    external: str = ""


@dataclass(frozen=True, slots=True)
class Faces(Span):
    """Cards, for platforms that can show them: ``faces`` are cards as they lie, and words between them; everywhere else ``text``
    is read. ``coloured``: words with coloured suits, where these matter. ``large``: what everybody looks at."""

    faces: tuple[Card | str, ...] = ()
    coloured: str = ""
    large: bool = False


@dataclass(frozen=True, slots=True)
class Mention:
    """A person's name that notifies where the platform can: ``platform``/``external`` as in ``UserRef``."""

    name: str
    platform: str
    external: str


Line = tuple[Span | Mention, ...]  # One line; an empty tuple is a blank line


@dataclass(frozen=True, slots=True)
class Button:
    """A button: a label (at most 40 characters), the command it sends, or a link.

    ``style``: ``primary`` (the main thing to do), ``secondary``, ``success``, ``danger``; meaning never rests on it
    alone. ``key`` names the button for tests and keyboards (``play``, ``pass``, ``offer0``, ``rank7`` …). The one with
    the key ``group`` has neither command nor address: it leads back to the table's message, to which the frontend knows
    the link; without one it is left out."""

    label: str
    command: Command | None = None
    url: str = ""
    style: str = "secondary"
    key: str = ""
    start: int | str | None = None
    """Open the private chat for the table with this id, or with this payload (the frontend knows the link)."""
    share: str = ""
    """Hand a link on to other people: one that opens the private chat with this payload. Left out where there is none."""
    bring: str = ""  # Choose a group in which the bot is to hear this payload. Left out where there is no such link.
    inline: str = ""  # Choose any chat, where this is asked of the bot. Left out where there is no such thing
    form: bool = False  # Its command lacks words, for which a form asks: left out where platforms have none
    listed: bool = False  # A select of the screen has it, or does the same: left out where platforms show these
    note: str = ""  # What stands beside it in a select
    card: Card | None = None
    """What platforms that can show cards put on it, before ``beside``, or else before ``label``."""
    beside: str | None = None


Rows = tuple[tuple[Button, ...], ...]  # Buttons as they stand, row by row: at most 5 a row


@dataclass(frozen=True, slots=True)
class Select:
    """A list to choose one entry from, for platforms that have such lists. ``chosen``: the command of the one that holds now."""

    label: str
    entries: tuple[Button, ...]
    chosen: Command | None = None


@dataclass(frozen=True, slots=True)
class Checklist:
    """A list to choose any number of entries from at once, for platforms that have such lists: (label, what stands for it in the
    command's ``taken``, whether it is taken now, what it looks like)."""

    label: str
    command: Command
    entries: tuple[tuple[str, str, bool, Card], ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """An image that adorns the text: ``make`` draws it (PNG bytes; may take some 10 ms: ``pictures.drawn`` calls it in
    a thread). ``alt`` says what it shows; ``key`` is equal for equal pictures, for caching. ``animated``: it is a GIF
    that moves, which takes seconds to draw."""

    make: Callable[[], bytes]
    alt: str
    key: str
    animated: bool = False


def pictured(kind: str, draw: Callable[[Shown], bytes], shown: Shown, alt: str) -> Picture:
    """The picture that ``draw`` makes of a value, with a key that follows from it."""
    return Picture(partial(draw, shown), alt, f"{kind}-{blake2s(repr(shown).encode(), digest_size=12).hexdigest()}")


@dataclass(frozen=True, slots=True)
class Document:
    """A file that comes with a message."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Screen:
    """Lines, rows of buttons (at most 5 a row; a frontend re-flows), and perhaps a picture. ``title`` is a short first
    line (embeds, page headings). ``language`` is that of the texts."""

    language: str
    title: str
    lines: tuple[Line, ...]
    rows: Rows = ()
    picture: Picture | None = None
    document: Document | None = None
    selects: tuple[Select | Checklist, ...] = ()


def plain_text(screen: Screen) -> str:
    """The text alone, for logs of what was said, terminals and tests."""
    body = ("".join(part.name if isinstance(part, Mention) else part.text for part in line) for line in screen.lines)
    return "\n".join([screen.title, *body]) if screen.title else "\n".join(body)
