"""Queries of the notation (LJ-34)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.base.cards import Cards, full_pack, ranks_text, sort_cards
from games.base.errors import NotationError
from games.base.notation import place, read_cards
from games.contract import Json
from games.kit.position import ImpossiblePosition, known_keys, listed
from games.liujiatong.kinds import Reading, beats
from games.liujiatong.moves import legal_plays
from games.liujiatong.options import OPTIONS
from games.liujiatong.readings import in_force, makeup_of, named

__all__ = ["query"]

_PACK: Final = full_pack(4)
_EXTRA: Final = {"kind_of": ("as",), "beats": ("as",), "hand": ("to_beat",)}


def query(query: Mapping[str, Json]) -> Json:
    """Answer ``kind_of``, ``beats`` or ``hand`` with ``to_beat``; raise ``NotationError`` if it cannot be
    understood."""
    asked = [key for key in _EXTRA if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of kind_of, beats, hand")
    known_keys(query, (asked[0], "options", *_EXTRA[asked[0]]))
    options = query.get("options", {})
    if not isinstance(options, Mapping):
        raise ImpossiblePosition("options", options, "an object")
    OPTIONS.complete(options)  # no option changes an answer, but an unknown one is a mistake
    match asked[0]:
        case "kind_of":
            reading = _meant(query["kind_of"], "kind_of", None, query.get("as"))
            return None if reading is None else reading.kind.value
        case "beats":
            return _beats(query)
        case _:
            return _plays(query)


def _beats(query: Mapping[str, Json]) -> Json:
    pair = query["beats"]
    if not isinstance(pair, list | tuple) or len(pair) != 2:
        raise ImpossiblePosition("beats", pair, "two sets of cards")
    standing = _meant(pair[1], "beats", None, None)
    if standing is None:
        _meant(pair[0], "beats", None, query.get("as"))  # its cards must at least be readable
        return False
    challenger = _meant(pair[0], "beats", standing, query.get("as"))
    return challenger is not None and beats(challenger, standing)


def _plays(query: Mapping[str, Json]) -> Json:
    hand = _cards(query["hand"], "hand")
    if hand is None:
        raise ImpossiblePosition("hand", query["hand"], "no more of a card than the pack has")
    to_beat, standing = query.get("to_beat"), None
    if to_beat is not None:
        standing = _meant(to_beat, "to_beat", None, None)
        if standing is None:
            raise ImpossiblePosition("to_beat", to_beat, "a combination")
    found: list[Json] = [ranks_text(cards) for cards in listed(legal_plays(sort_cards(hand), standing))]
    return found if standing is None else [*found, "pass"]


def _meant(text: Json, key: str, standing: Reading | None, words: Json) -> Reading | None:
    """Return what cards are when they are played on ``standing``, by default or as named; ``None`` if that cannot
    be."""
    cards = _cards(text, key)
    if words is not None and not isinstance(words, str):
        raise ImpossiblePosition("as", words, "cards in notation")
    patterns = None if words is None else read_cards(words)
    if cards is None:
        return None
    made = makeup_of(cards)
    return in_force(made, standing) if patterns is None else named(made, patterns)


def _cards(text: Json, key: str) -> Cards | None:
    """Return the cards as written, ``None`` if the pack does not have them all."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    patterns = read_cards(text)
    try:
        return place([patterns], _PACK)[0]
    except NotationError:
        return None
