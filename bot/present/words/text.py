"""Texts in Chinese and English: the message catalogue, and cards, names, numbers and times as people read them.

The catalogue has every sentence of the product by code. The texts that games share lie in ``locales/*.toml``, those of one game
beside its presentation, in ``texts*.toml``. Nested tables make dotted codes (``event.played``), and under each code its
languages stand together (``played.en``, ``played.zh``). A package may have a file of its own for each language instead
(``en*.toml``, ``zh*.toml``).

A text may hold fields: ``{name}`` is replaced by its value, ``{n|card|cards}`` by the first form for 1 and the second
otherwise. Nothing else is read from a text, so no value can reach into an object. A missing code or field never raises: the
reader gets English, and failing that the code in plain words. Texts are plain: frontends escape.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Final

import structlog

from bot.session.port.updates import Player
from games import GAMES
from games.base.cards import (
    RANKS,
    SUITS,
    SUITS_SHOWN,
    Card,
    Cards,
    Rank,
    by_suit_key,
    make_card,
    rank_counts,
    rank_of,
    suit_of,
)
from games.registry import entries

__all__ = [
    "LANGUAGES", "SUIT_SIGNS", "VARIANTS", "as_written", "by_suit", "card_word", "catalogue", "chat_title", "choose",
    "clean", "codes", "day", "fields", "fill", "first", "grouped", "has", "held_words", "humanise", "in_order",
    "is_ai_name", "marked", "name_of", "names_of", "one_line", "pieces", "rank_word", "read_cards", "row_words",
    "say", "seat_no", "shorten", "side_by_side", "side_names", "side_word", "signed", "span", "spoken", "team_sign",
    "texts_of", "unmarked", "width",
]  # fmt: skip

LANGUAGES: Final = ("en", "zh")  # The languages of the catalogue; the first one stands in where another has no text
VARIANTS: Final = MappingProxyType({"zh_tw": "zh"})
"""Languages in which only the menus of commands are written (Discord shows them so to who reads these), each with the one
that stands in where it has no text."""
_KNOWN: Final = frozenset((*LANGUAGES, *VARIANTS))

_log = structlog.get_logger(__name__)
_FIELD = re.compile(r"\{(\w+)(?:\|([^{}|]*)\|([^{}|]*))?\}")


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by code, in the order of their files. An unknown language has the texts of the first."""
    name = language if language in (*LANGUAGES, *VARIANTS) else LANGUAGES[0]
    found = texts_of(Path(__file__).parents[1] / "locales", name, "*.toml")
    presented = entries("paiju.presentations")
    for game in GAMES:
        if (entry := presented.get(game)) is None:
            continue
        try:
            found |= texts_of(entry.folder(), name, "texts*.toml", f"{name}*.toml", others=found)
        except Exception as error:  # of another package: its game does without, the others go on
            if entry.own:
                raise
            _log.error("texts.left_out", game=game, language=name, why=f"{type(error).__name__}: {error}")
    return MappingProxyType(found)


def texts_of(
    folder: Path, language: str, *patterns: str, others: Mapping[str, str] = MappingProxyType({})
) -> dict[str, str]:
    """The texts of some files in one language, by code; ``ValueError`` if one stands twice, here or among ``others``."""
    found: dict[str, str] = {}
    for file in sorted(file for pattern in patterns for file in folder.glob(pattern)):
        for code, text in _leaves(_read(file), language):
            if code in found or code in others:
                raise ValueError(f"{file.name}: the text {code} stands twice")
            found[code] = text
    return found


@cache
def _read(file: Path) -> Mapping[str, object]:
    """Read a file of texts; kept, as each language looks into it in turn."""
    return tomllib.loads(file.read_text(encoding="utf-8"))


def _leaves(table: Mapping[str, object], language: str, prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if not isinstance(value, dict):
            yield prefix + key, str(value)
        elif value.keys() <= _KNOWN and all(isinstance(text, str) for text in value.values()):
            if language in value:
                yield prefix + key, value[language]
        else:
            yield from _leaves(value, language, f"{prefix}{key}.")


def choose(hint: str, default: str = LANGUAGES[0]) -> str:
    """The language for a platform's hint: ``zh-hans``, ``zh_TW`` → ``zh``, ``en-US`` → ``en``, else ``default``."""
    start = hint.strip().lower().replace("_", "-").split("-")[0]
    return start if start in LANGUAGES else default


def has(code: str) -> bool:
    return code in catalogue(LANGUAGES[0])


def codes(prefix: str) -> tuple[str, ...]:
    """The codes that begin with ``prefix``, in the order of the files."""
    return tuple(code for code in catalogue(LANGUAGES[0]) if code.startswith(prefix))


def fields(template: str) -> frozenset[str]:
    return frozenset(match[1] for match in _FIELD.finditer(template))


def fill(template: str, data: Mapping[str, object]) -> str:
    """The text with its fields filled in; a field without a value becomes ``…``."""
    begin, fields = _taken_apart(template)
    words = [begin]
    for name, one, many, after in fields:
        word = str(data[name]) if name in data else "…"
        if one is not None and name in data:
            word = one if word in {"1", "+1", "-1", "−1"} else many
        words += (word, after)
    return "".join(words)


@lru_cache(maxsize=4096)
def _taken_apart(template: str) -> tuple[str, tuple[tuple[str, str | None, str, str], ...]]:
    """How a text begins; its fields, each with both forms and the words after it."""
    begin, *rest = _FIELD.split(template)
    return begin, tuple(zip(rest[::4], rest[1::4], rest[2::4], rest[3::4], strict=True))


def say(language: str, code: str, game: str = "", /, **data: object) -> str:
    """The sentence for a code: ``<code>.<game>`` if the game has its own, else ``<code>``, else English (of a variant what it
    is one of), else words."""
    texts = catalogue(language)
    for known in (f"{code}.{game}", code) if game else (code,):
        template = texts.get(known) or catalogue(VARIANTS.get(language, LANGUAGES[0])).get(known)
        if template is not None:
            return fill(template, data) if "{" in template else template
    return humanise(code)


def humanise(code: str) -> str:
    """What a reader gets where no language has a text: the last part of the code in plain words."""
    return code.rpartition(".")[2].replace("_", " ")


def first(language: str, candidates: tuple[str, ...], /, **data: object) -> str | None:
    """The sentence of the first candidate that the catalogue has, ``None`` if it has none of them."""
    texts = catalogue(LANGUAGES[0])
    for code in candidates:
        if code in texts:
            return say(language, code, **data)
    return None


SUIT_SIGNS = "♠♥♦♣"  # By suit 0…3 (``s h d c``)
_NAME_WIDTH = 20
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"  # Letters and signs that take place and show nothing
_CALL = re.compile(r"@(?=\w)")
_COMMAND = re.compile(r"(?<![\w/<>])/(?=\w)")
_TAG = re.compile(r"(?<!\w)[#$](?=\w)")
_LINK = re.compile(r"(?<=\w)\.(?=[^\W\d_]{2})|(?<=\w):(?=//)")
_LETTER = re.compile(r"(?<![a-z])[a-z][\W_]*$")  # A letter of its own at the end, as AI players of tournaments have one
_MARK = re.compile(r"⟨([^|⟨⟩]+)\|([^⟨⟩]*)⟩")
_WIDE = str.maketrans("@/#$.:", "＠／＃＄．：")
_GLUED: Final = 5  # The most equal letters in a row: more cannot be counted at a glance, and are written as a number
_DOTTED: Final = 3  # The most ``10`` in a row


def rank_word(rank: int | str, language: str, *, short: bool = False) -> str:
    """A rank (0…14, or its letter) in words: ``7``, ``10``, ``A``, ``小王``. ``short`` for buttons."""
    index = RANKS.find(rank) if isinstance(rank, str) else rank
    return rank_words(language, short)[index] if 0 <= index < len(RANKS) else str(rank)


@cache
def rank_words(language: str, short: bool = False) -> tuple[str, ...]:
    table = "card_short" if short else "card"
    suitless = (say(language, f"{table}.{letter}") for letter in RANKS[13:])
    return (*("10" if letter == "T" else letter for letter in RANKS[:13]), *suitless)


def card_word(card: Card, language: str) -> str:
    """One card with its suit: ``♠7``, ``♥10``, ``🃏大王``."""
    suit = suit_of(card)
    return rank_word(rank_of(card), language) if suit is None else SUIT_SIGNS[suit] + rank_word(rank_of(card), language)


def read_cards(text: str) -> Cards:
    """Cards from their exact notation (``7s Th x``), as facts and refusals carry them."""
    return tuple(make_card(RANKS.index(word[0]), SUITS.find(word[1:]) if word[1:] else 0) for word in text.split())


def as_written(text: str, language: str) -> str:
    """Cards of a text in notation, each as it stands there: ``♠Q 10 小王`` for ``Qs T x``; other words stay as they
    are."""
    return " ".join(_word_as_written(word, language) for word in text.split())


def _word_as_written(word: str, language: str) -> str:
    rank, suit = word[:1], SUITS.find(word[1:]) if len(word) > 1 else -1
    if rank not in RANKS or (len(word) > 1 and suit < 0):
        return word
    return (SUIT_SIGNS[suit] if suit >= 0 else "") + rank_word(rank, language)


def grouped(cards: Cards, language: str) -> str:
    """Cards by rank, ascending: ``3 ×2 · 7 ×3 · 🃏小王``; a dash for none."""
    return " · ".join(held_words(cards, language)) or "–"


def in_order(cards: Cards, language: str, order: Sequence[Rank], high: Rank | None, wild: Cards) -> str:
    """Cards by rank as they count in this round, low to high; what the round lifts is marked
    ``▲``, wild cards ``★``: of ``▲3 ×3 (★♥3)`` one is wild. A rank counts as on its button."""
    if not order:
        return grouped(cards, language)
    words = []
    for rank in order:
        of_rank = [card for card in cards if rank_of(card) == rank]
        plain = [card for card in of_rank if card not in wild]
        stars = [card for card in of_rank if card in wild]
        name = rank_word(rank, language)
        sign = "▲" if rank == high else ""
        star = f"★{card_word(stars[0], language)}" + (f" ×{len(stars)}" if len(stars) > 1 else "") if stars else ""
        if plain:
            words.append(
                sign + name + (f" ×{len(of_rank)}" if len(of_rank) > 1 else "") + (f" ({star})" if star else "")
            )
        elif star:
            words.append(star)
    return " · ".join(words) or "–"


def held_words(cards: Cards, language: str) -> list[str]:
    """One word a rank: ``3 ×2``."""
    counted = zip(rank_words(language), rank_counts(cards), strict=True)
    return [word + (f" ×{count}" if count > 1 else "") for word, count in counted if count]


def row_words(cards: Cards, language: str) -> str:
    """Cards without suits in ascending order, each on its own: ``7 9 J``."""
    return " ".join(rank_word(rank_of(card), language) for card in sorted(cards))


def by_suit(cards: Cards, language: str) -> str:
    """Cards by suit, ascending from 2 to the ace: ``♠ 3 10 A · ♥ Q``; jokers last."""
    parts = []
    for suit in SUITS_SHOWN:
        held = sorted((card for card in cards if suit_of(card) == suit), key=by_suit_key)
        if held:
            parts.append(f"{SUIT_SIGNS[suit]} " + " ".join(rank_word(rank_of(card), language) for card in held))
    parts += held_words(tuple(card for card in cards if suit_of(card) is None), language)
    return " · ".join(parts) or "–"


@lru_cache(maxsize=4096)  # labels and names come again and again
def width(text: str) -> int:
    """How many columns a text takes: two for a Chinese character or an emoji, none for a combining mark."""
    total = 0
    for letter in text:
        if unicodedata.combining(letter) or unicodedata.category(letter) == "Mn":
            continue
        total += 2 if unicodedata.east_asian_width(letter) in "WF" else 1
    return total


def shorten(text: str, columns: int) -> str:
    """The text cut to so many columns, with ``…`` at the end if it was longer."""
    if width(text) <= columns:
        return text
    kept = ""
    for letter in text:
        if width(kept + letter) > columns - 1:
            break
        kept += letter
    return kept.rstrip() + "…"


@lru_cache(maxsize=1024)  # the same few names stand on every screen of a table
def clean(name: str, columns: int = _NAME_WIDTH) -> str:
    """A name on one line, without control and direction marks, at most so many columns wide; ``""`` if nothing of it
    shows. What chat programs would take for a call (``@somebody``), a command (``/leave``), a tag or a link is written
    in wide signs, so that a name neither rings for others nor leads anywhere when it is tapped."""
    text = one_line(name)
    for active in (_CALL, _COMMAND, _TAG):
        text = active.sub(_widened, text)
    return shorten(text, columns) if width(text) else ""


def chat_title(chat: str) -> str:
    """What a chat is called in the same way, at most 60 columns wide: where there is room for a sentence it is not cut."""
    return clean(chat, 60)


def one_line(text: str) -> str:
    """Foreign text on one line, without control and direction marks, our own signs for bold and for what is typed, and
    addresses that a tap would open."""
    visible = "".join(" " if letter.isspace() else letter for letter in text if _is_visible(letter))
    plain = " ".join(visible.split()).replace("**", "＊＊").replace("``", "｀｀").replace("⟨", "〈").replace("⟩", "〉")
    return _LINK.sub(_widened, plain)


def _widened(found: re.Match[str]) -> str:
    return found[0].translate(_WIDE)


def _is_visible(letter: str) -> bool:
    if letter in _BLANKS:
        return False
    return letter.isspace() or letter == "\u200d" or unicodedata.category(letter) not in {"Cc", "Cf", "Cs", "Co", "Cn"}


def name_of(players: Sequence[Player], seat: int, language: str) -> str:
    """Who sits there: the person's name, ``🤖 AI 3`` for an AI player (by its seat, or what it is called by), a word for
    an empty seat. People whose names look alike are told apart by their seats: ``Bob (2)``. A person who goes by an AI
    player's name is called by a word for a person."""
    for player in players:
        if player.seat == seat:
            break
    else:
        return say(language, "seat.empty_name", n=seat_no(seat))
    if player.kind == "empty":
        return say(language, "seat.empty_name", n=seat_no(seat))
    name = clean(player.name)
    if player.kind == "ai":
        return "🤖 " + say(language, "seat.ai_name", n=name or seat_no(seat))
    if not name or is_ai_name(name):
        return say(language, "seat.person_name", n=seat_no(seat))
    look = _folded(name)
    for other in players:
        if other.kind == "person" and other.seat != seat and _folded(clean(other.name)) == look:
            return f"{name} ({seat_no(seat)})"
    return name


@lru_cache(maxsize=4096)
def is_ai_name(name: str) -> bool:
    """Whether a name reads like an AI player's, in whichever language, number, letter, case or form of its letters."""
    folded = _folded(name)
    stems = {_bare(folded).rstrip("0123456789"), _bare(_LETTER.sub("", folded))}
    return any(_folded(say(known, "seat.ai_name", n="")).strip() in stems for known in LANGUAGES)


def _bare(folded: str) -> str:
    return "".join(letter for letter in folded if letter.isalnum())


@lru_cache(maxsize=4096)
def _folded(text: str) -> str:
    """A text without what the eye overlooks: case, and forms of a letter that look the same."""
    return unicodedata.normalize("NFKC", text).casefold()


def names_of(players: Sequence[Player], seats: Iterable[int], language: str) -> str:
    return say(language, "list.comma").join(name_of(players, seat, language) for seat in seats)


def seat_no(seat: int) -> int:
    """The number of a seat as people count: from 1."""
    return seat + 1


def signed(points: int) -> str:
    """Points with their sign: ``+4``, ``−2``, ``0``."""
    if points == 0:
        return "0"
    return f"+{points}" if points > 0 else f"−{-points}"


def span(seconds: float, language: str) -> str:
    """How long, as it was chosen: ``14 s``, ``90 s``, ``2 min 30 s``, ``23 h 40 min``, ``72 h``."""
    whole = round(seconds)
    if whole < 100:
        return say(language, "time.seconds", n=whole)
    more, less, count = ("minutes", "seconds", whole) if whole < 3600 else ("hours", "minutes", round(whole / 60))
    units, rest = divmod(count, 60)
    word = say(language, f"time.{more}", n=units)
    return say(language, "time.and", more=word, less=say(language, f"time.{less}", n=rest)) if rest else word


def marked(what: str, words: str) -> str:
    """Words that platforms write in their own way: ``what`` is a moment in seconds since 1970, or a place as
    ``platform:id``."""
    return f"⟨{what}|{words}⟩"


def unmarked(text: str) -> str:
    """A text with the words of what is marked in it alone."""
    return _MARK.sub(r"\2", text)


def pieces(text: str) -> list[tuple[str, str]]:
    """A text in pieces, each with what it is marked as, ``""`` for none."""
    found: list[tuple[str, str]] = []
    at = 0
    for match in _MARK.finditer(text):
        found += [("", text[at : match.start()]), (match[1], match[2])]
        at = match.end()
    return [piece for piece in [*found, ("", text[at:])] if piece[1]]


def day(at: float, language: str) -> str:
    """The day and the minute of a moment (seconds since 1970), in UTC; marked as that moment."""
    when = datetime.fromtimestamp(at, UTC)
    words = say(language, "time.day", year=when.year, month=f"{when.month:02}", day=f"{when.day:02}",
                hour=f"{when.hour:02}", minute=f"{when.minute:02}")  # fmt: skip
    return marked(str(int(at)), words)


def side_by_side(rank: int | str, count: int, language: str) -> str:
    """Write equal cards as they stand in a row of ranks: ``777``, ``10·10·10``, ``8×6``, ``小王×2``."""
    word = rank_word(rank, language, short=True)
    if count == 1 or (len(word) == 1 and count <= _GLUED):
        return word * count
    if word == "10" and count <= _DOTTED:
        return "·".join([word] * count)
    return f"{word}×{count}"


def spoken(rank: int | str, count: int, language: str) -> str:
    """Write equal cards as they are called by themselves: ``single 5``, ``pair 5``, ``three 5s``, ``四个10``."""
    word = rank_word(rank, language)
    if count < 3:
        return say(language, f"alike.{count}", rank=word)
    number = say(language, f"number.{count}") if has(f"number.{count}") else str(count)
    return say(language, "alike.more", rank=word, count=number)


_TEAMS = ("🔵 ", "🟠 ")


def team_sign(team: int | None) -> str:
    """The sign before the name of a team's member; empty where there are no teams."""
    return "" if team is None else _TEAMS[team % len(_TEAMS)]


def side_word(team: int, viewer: int | None, language: str) -> str:
    """``🔵 We`` or ``🟠 They`` for somebody at the table, for everybody else the sign alone, as it stands before
    names."""
    if viewer is None:
        return team_sign(team).strip()
    return team_sign(team) + say(language, "side.us" if viewer % 2 == team else "side.them")


def side_names(team: int, viewer: int | None, players: Sequence[Player], language: str) -> str:
    """A team where it is named once: for a stranger with its members' names."""
    if viewer is not None:
        return side_word(team, viewer, language)
    return team_sign(team) + names_of(players, range(team, len(players), 2), language)
