"""Queries of the notation (section 10 of the rule sheet)."""

from __future__ import annotations

from collections.abc import Mapping

from games.base.cards import RANKS, Cards
from games.base.errors import NotationError
from games.base.notation import place, read_cards
from games.contract import Json
from games.gandengyan.combos import (
    ComboRules,
    Reading,
    as_ranks,
    beats,
    joker_count,
    legal_plays,
    pack,
    readings,
    size_of,
)
from games.gandengyan.options import OPTIONS, house_rules
from games.gandengyan.play import reading_named
from games.gandengyan.scenario import pack_of
from games.kit.position import ImpossiblePosition, known_keys

__all__ = ["query"]


def query(query: Mapping[str, Json]) -> Json:
    """Answer ``kind_of``, ``beats`` or ``hand`` with ``to_beat``; raise ``NotationError`` if it cannot be
    understood."""
    asked = [key for key in ("kind_of", "beats", "hand") if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of kind_of, beats, hand")
    extra = {"kind_of": (), "beats": ("to_beat_as",), "hand": ("to_beat", "to_beat_as")}[asked[0]]
    known_keys(query, (asked[0], "options", *extra))
    given = query.get("options", {})
    if not isinstance(given, Mapping):
        raise ImpossiblePosition("options", given, "an object")
    options = OPTIONS.complete(given)
    rules, cards = house_rules(options).combos, pack_of(options)
    match asked[0]:
        case "kind_of":
            play = _counts("kind_of", query["kind_of"], cards)
            found = () if play is None else readings(play, rules)
            return found[0].kind.value if found else None
        case "beats":
            pair = query["beats"]
            if not isinstance(pair, list | tuple) or len(pair) != 2:
                raise ImpossiblePosition("beats", pair, "two sets of cards")
            challenger = _counts("beats", pair[0], cards)
            standing = _standing("beats", pair[1], query.get("to_beat_as"), cards, rules)
            if challenger is None or standing is None:
                return False
            return any(beats(reading, standing, rules) for reading in readings(challenger, rules))
        case _:
            return _plays(query, cards, rules)


def _plays(query: Mapping[str, Json], cards: Cards, rules: ComboRules) -> Json:
    """Return the legal plays of a hand by rank."""
    hand = _counts("hand", query["hand"], cards)
    if not hand:
        raise ImpossiblePosition("hand", query["hand"], "at least one card, and no more of a card than the pack has")
    to_beat, named = query.get("to_beat"), query.get("to_beat_as")
    standing = None
    if to_beat is not None:
        standing = _standing("to_beat", to_beat, named, cards, rules)
        if standing is None:
            raise ImpossiblePosition("to_beat", to_beat, "a combination")
    elif named is not None:
        raise ImpossiblePosition("to_beat_as", named, "something to beat")
    plays: list[Json] = [
        " ".join(RANKS[rank] for rank in as_ranks(play)) for play in legal_plays(hand, standing, rules)
    ]
    may_pass = standing is not None or (joker_count(hand) == size_of(hand) == 1)  # GY-32, GY-36
    return [*plays, "pass"] if may_pass else plays


def _standing(key: str, text: Json, named: Json, cards: Cards, rules: ComboRules) -> Reading | None:
    """Return the reading of what is to be beaten: its default, or the one that is named; ``None`` if it is no
    combination."""
    play = _counts(key, text, cards)
    found = () if play is None else readings(play, rules)
    if play is None or not found:
        return None
    if named is None:
        return found[0]
    meant = reading_named(play, named, rules) if isinstance(named, str) else None
    if meant is None:
        raise ImpossiblePosition("to_beat_as", named, "ranks that these cards may stand for")
    return meant


def _counts(key: str, text: Json, cards: Cards) -> int | None:
    """Return cards of a query as packed counts, or ``None`` if the pack does not have them all."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    patterns = read_cards(text)
    try:
        (placed,) = place([patterns], cards)
    except NotationError:
        return None
    return pack(placed)
