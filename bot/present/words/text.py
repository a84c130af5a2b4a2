"""Cards, names, numbers and times as people read them. Texts are plain: frontends escape."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Final

from bot.present.words.catalogue import LANGUAGES, has, say
from bot.session.port.updates import Player
from games.base.cards import RANKS, SUITS, Card, Cards, make_card, rank_of, suit_of
from games.contract import View

__all__ = [
    "SUIT_SIGNS",
    "as_written",
    "by_suit",
    "by_suit_key",
    "card_word",
    "chat_title",
    "clean",
    "day",
    "grouped",
    "held_words",
    "in_order",
    "is_ai_name",
    "marked",
    "name_of",
    "names_of",
    "one_line",
    "pieces",
    "rank_word",
    "read_cards",
    "row_words",
    "seat_no",
    "shorten",
    "side_by_side",
    "signed",
    "sort_key",
    "span",
    "spoken",
    "unmarked",
    "width",
]

SUIT_SIGNS = "♠♥♦♣"
"""By suit 0…3 (``s h d c``)."""
_SUIT_ORDER = (0, 1, 3, 2)
"""Suits as hands show them: ♠ ♥ ♣ ♦, so that black and red alternate."""
_NAME_WIDTH = 20
_BLANKS = "\u115f\u1160\u2800\u3164\uffa0"
"""Letters and signs that take place and show nothing."""
_CALL = re.compile(r"@(?=\w)")
_COMMAND = re.compile(r"(?<![\w/<>])/(?=\w)")
_TAG = re.compile(r"(?<!\w)[#$](?=\w)")
_LINK = re.compile(r"(?<=\w)\.(?=[^\W\d_]{2})|(?<=\w):(?=//)")
_LETTER = re.compile(r"(?<![a-z])[a-z][\W_]*$")
"""A letter of its own at the end, as AI players of tournaments have one."""
_MARK = re.compile(r"⟨([^|⟨⟩]+)\|([^⟨⟩]*)⟩")
_WIDE = str.maketrans("@/#$.:", "＠／＃＄．：")
_GLUED: Final = 5
"""The most equal letters in a row: more cannot be counted at a glance, and are written as a number."""
_DOTTED: Final = 3
"""The most ``10`` in a row."""


def rank_word(rank: int | str, language: str, *, short: bool = False) -> str:
    """A rank (0…14, or its letter) in words: ``7``, ``10``, ``A``, ``小王``. ``short`` for buttons."""
    index = RANKS.find(rank) if isinstance(rank, str) else rank
    if not 0 <= index < len(RANKS):
        return str(rank)
    if index >= 13:
        size = "small" if index == 13 else "big"
        return say(language, f"card.joker_{size}{'_short' if short else ''}")
    return "10" if RANKS[index] == "T" else RANKS[index]


def card_word(card: Card, language: str) -> str:
    """One card with its suit: ``♠7``, ``♥10``, ``🃏大王``."""
    suit = suit_of(card)
    return rank_word(rank_of(card), language) if suit is None else SUIT_SIGNS[suit] + rank_word(rank_of(card), language)


def read_cards(text: str) -> Cards:
    """Cards from their exact notation (``7s Th x``), as facts and refusals carry them."""
    return tuple(make_card(RANKS.index(word[0]), SUITS.find(word[1:]) if word[1:] else 0) for word in text.split())


def as_written(text: str, language: str) -> str:
    """Cards of a text in notation, each as it stands there: ``♠Q 10 小王`` for ``Qs T x``; other words stay as
    they are.
    """
    return " ".join(_word_as_written(word, language) for word in text.split())


def _word_as_written(word: str, language: str) -> str:
    rank, suit = word[:1], SUITS.find(word[1:]) if len(word) > 1 else -1
    if rank not in RANKS or (len(word) > 1 and suit < 0):
        return word
    return (SUIT_SIGNS[suit] if suit >= 0 else "") + rank_word(rank, language)


def sort_key(card: Card) -> tuple[int, int]:
    """Sorts cards ascending by rank, then by suit as hands show them."""
    suit = suit_of(card)
    return rank_of(card), -1 if suit is None else _SUIT_ORDER.index(suit)


def by_suit_key(card: Card) -> tuple[int, int]:
    """Sorts cards by suit as hands show them, each from 2 to the ace; jokers last."""
    suit = suit_of(card)
    return (len(_SUIT_ORDER), rank_of(card)) if suit is None else (_SUIT_ORDER.index(suit), (rank_of(card) + 1) % 13)


def grouped(cards: Cards, language: str) -> str:
    """Cards by rank, ascending: ``3 ×2 · 7 ×3 · 🃏小王``; a dash for none."""
    return " · ".join(held_words(cards, language)) or "–"


def in_order(view: View, language: str, cards: Cards | None = None) -> str:
    """A hand (or other ``cards``) by rank as cards count in this round, low to high; what the round lifts is
    marked ``▲``, wild cards ``★``: of ``▲3 ×3 (★♥3)`` one is wild. A rank counts as on its button.
    """
    shown = (view.hand or ()) if cards is None else cards
    if not view.order:
        return grouped(shown, language)
    words = []
    for rank in view.order:
        of_rank = [card for card in shown if rank_of(card) == rank]
        plain = [card for card in of_rank if card not in view.wild]
        wild = [card for card in of_rank if card in view.wild]
        name = rank_word(rank, language)
        sign = "▲" if rank == view.high else ""
        star = f"★{card_word(wild[0], language)}" + (f" ×{len(wild)}" if len(wild) > 1 else "") if wild else ""
        if plain:
            words.append(
                sign + name + (f" ×{len(of_rank)}" if len(of_rank) > 1 else "") + (f" ({star})" if star else "")
            )
        elif star:
            words.append(star)
    return " · ".join(words) or "–"


def held_words(cards: Cards, language: str) -> list[str]:
    """One word a rank: ``3 ×2``."""
    counts: dict[int, int] = {}
    for card in sorted(cards):
        counts[rank_of(card)] = counts.get(rank_of(card), 0) + 1
    return [rank_word(rank, language) + (f" ×{count}" if count > 1 else "") for rank, count in counts.items()]


def row_words(cards: Cards, language: str, between: str = " ") -> str:
    """Cards without suits in ascending order, each on its own: ``7 9 J``."""
    return between.join(rank_word(rank_of(card), language) for card in sorted(cards))


def by_suit(cards: Cards, language: str) -> str:
    """Cards by suit, ascending from 2 to the ace: ``♠ 3 10 A · ♥ Q``; jokers last."""
    parts = []
    for suit in _SUIT_ORDER:
        held = sorted((card for card in cards if suit_of(card) == suit), key=by_suit_key)
        if held:
            parts.append(f"{SUIT_SIGNS[suit]} " + " ".join(rank_word(rank_of(card), language) for card in held))
    parts += held_words(tuple(card for card in cards if suit_of(card) is None), language)
    return " · ".join(parts) or "–"


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
    shows.

    What chat programs would take for a call (``@somebody``), a command (``/leave``), a tag or a link is written in wide signs,
    so that a name neither rings for others nor leads anywhere when it is tapped.
    """
    text = one_line(name)
    for active in (_CALL, _COMMAND, _TAG):
        text = active.sub(_widened, text)
    return shorten(text, columns) if width(text) else ""


def chat_title(chat: str) -> str:
    """What a chat is called in the same way, at most 60 columns wide: where there is room for a sentence it is not cut."""
    return clean(chat, 60)


def one_line(text: str) -> str:
    """Foreign text on one line, without control and direction marks, our own signs for bold and for what is typed,
    and addresses that a tap would open.
    """
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
    an empty seat.

    People whose names look alike are told apart by their seats: ``Bob (2)``. A person who goes by an AI player's name is
    called by a word for a person.
    """
    player = next((player for player in players if player.seat == seat), None)
    if player is None or player.kind == "empty":
        return say(language, "seat.empty_name", n=seat_no(seat))
    name = clean(player.name)
    if player.kind == "ai":
        return "🤖 " + say(language, "seat.ai_name", n=name or seat_no(seat))
    if not name or is_ai_name(name):
        return say(language, "seat.person_name", n=seat_no(seat))
    twin = any(_look(other) == _look(player) for other in players if other.seat != seat and other.kind == "person")
    return f"{name} ({seat_no(seat)})" if twin else name


@lru_cache(maxsize=4096)
def is_ai_name(name: str) -> bool:
    """Whether a name reads like an AI player's, in whichever language, number, letter, case or form of its letters."""
    folded = _folded(name)
    stems = {_bare(folded).rstrip("0123456789"), _bare(_LETTER.sub("", folded))}
    return any(_folded(say(known, "seat.ai_name", n="")).strip() in stems for known in LANGUAGES)


def _bare(folded: str) -> str:
    return "".join(letter for letter in folded if letter.isalnum())


def _folded(text: str) -> str:
    """A text without what the eye overlooks: case, and forms of a letter that look the same."""
    return unicodedata.normalize("NFKC", text).casefold()


def names_of(players: Sequence[Player], seats: Iterable[int], language: str) -> str:
    """Several names, side by side."""
    return say(language, "list.comma").join(name_of(players, seat, language) for seat in seats)


def _look(player: Player) -> str:
    return _folded(clean(player.name))


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
