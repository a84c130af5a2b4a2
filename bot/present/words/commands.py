"""Commands as people type them, in the reader's language: verbs in their usual words, cards as a phone writes them."""

from __future__ import annotations

from bot.present.games import presentation_of
from bot.present.words.catalogue import say
from bot.present.words.text import SUIT_SIGNS
from games import GAMES
from games.base.actions import Pattern
from games.base.cards import RANKS
from games.base.errors import NotationError
from games.base.notation import read

__all__ = ["command_text", "verb_word"]

_COMMANDS = {"play": "/play", "pass": "/pass", "bid": "/bid"}
"""Verbs with a command of their own; all others follow ``/do``."""


def verb_word(game: str, verb: str, language: str, why: str = "") -> str:
    """The word to type for a verb, while this question is open."""
    rules = GAMES.get(game)
    entries = [entry for entry in (() if rules is None else rules.words) if entry.verb == verb]
    entry = next((one for one in entries if why and one.why == why), next(iter(entries), None))
    if entry is None:
        return verb
    return (entry.zh if language == "zh" else entry.en)[0]


def command_text(game: str, notation: str, language: str, why: str = "") -> str:
    """An action (``return 5 5 x``) as somebody may type it: ``/do 还贡 5 5 小王``."""
    try:
        said = read(notation)
    except NotationError:
        return notation
    if said.number is not None:
        return f"/bid {said.number}"
    cards = " ".join(_card(game, pattern, language) for pattern in said.cards)
    reading = f" as {said.reading}" if said.reading else ""
    head = _COMMANDS.get(said.verb) or f"/do {verb_word(game, said.verb, language, why)}"
    return f"{head} {cards}".rstrip() + reading


def _card(game: str, pattern: Pattern, language: str) -> str:
    if pattern.rank >= 13:
        return say(language, f"card.joker_{'small' if pattern.rank == 13 else 'big'}_typed")
    rank = "10" if RANKS[pattern.rank] == "T" else RANKS[pattern.rank]
    suited = pattern.suit is not None and presentation_of(game).suited
    return (SUIT_SIGNS[pattern.suit] if suited and pattern.suit is not None else "") + rank
