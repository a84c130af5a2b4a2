"""Queries of the notation: kinds, comparisons, lists of legal plays (section 10 of the rule sheet)."""

from __future__ import annotations

from collections.abc import Mapping

from games.base.cards import Cards, ranks_text, sort_cards
from games.base.errors import NotationError
from games.base.notation import place, read_cards
from games.contract import Json
from games.gouji.kinds import Makeup, beats, kind_of, makeup_of
from games.gouji.options import OPTIONS, house_rules
from games.gouji.scenario import PACK
from games.gouji.sets import answers, leads
from games.kit.position import ImpossiblePosition
from games.kit.position import known_keys as check_keys

__all__ = ["query"]


def query(query: Mapping[str, Json]) -> Json:
    """Answer ``kind_of``, ``beats`` or ``hand`` with ``to_beat``; ``NotationError`` if it cannot be understood."""
    asked = [key for key in ("kind_of", "beats", "hand") if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of kind_of, beats, hand")
    check_keys(query, (asked[0], "options", *(("to_beat",) if asked[0] == "hand" else ())))
    options = query.get("options", {})
    if not isinstance(options, Mapping):
        raise ImpossiblePosition("options", options, "an object")
    rules = house_rules(OPTIONS.complete(options)).sets
    if asked[0] == "kind_of":
        made = _made(query["kind_of"], "kind_of")
        return None if made is None else kind_of(made, rules).value
    if asked[0] == "beats":
        pair = query["beats"]
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ImpossiblePosition("beats", pair, "two sets of cards")
        new, standing = _made(pair[0], "beats"), _made(pair[1], "beats")
        return new is not None and standing is not None and beats(new, standing, rules)
    hand = _cards(query["hand"], "hand")
    if hand is None:
        raise ImpossiblePosition("hand", query["hand"], "no more of a card than the pack has")
    to_beat = query.get("to_beat")
    if to_beat is None:
        return [ranks_text(cards) for _, cards in leads(hand)]
    standing = _made(to_beat, "to_beat")
    if standing is None:
        raise ImpossiblePosition("to_beat", to_beat, "a set")
    return [*(ranks_text(cards) for _, cards in answers(hand, standing, rules)), "pass"]


def _made(text: Json, key: str) -> Makeup | None:
    cards = _cards(text, key)
    return None if cards is None else makeup_of(cards)


def _cards(text: Json, key: str) -> Cards | None:
    """Read the cards, ``None`` if the pack does not have them all."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    patterns = read_cards(text)
    try:
        return sort_cards(place([patterns], PACK)[0])
    except NotationError:
        return None
