"""Queries of the notation (section 11 of the rule sheet)."""

from __future__ import annotations

from collections.abc import Mapping

from games.base.actions import Pattern
from games.base.cards import RANKS, Cards, Rank, full_pack, make_card, sort_cards, suit_of
from games.base.errors import NotationError
from games.base.notation import place, read_cards
from games.contract import Json
from games.guandan.combinations.counts import UNITS, ranks_in
from games.guandan.combinations.kinds import ComboRules, Reading, beats
from games.guandan.combinations.readings import fitting, readings
from games.guandan.combinations.selection import Hand
from games.guandan.combinations.tables import tables
from games.guandan.options import OPTIONS, house_rules
from games.kit.position import ImpossiblePosition, one_of
from games.kit.position import known_keys as check_keys

__all__ = ["query"]

_PACK = full_pack(2)


def query(query: Mapping[str, Json]) -> Json:
    """Answer ``kind_of``, ``beats`` or ``hand`` with ``to_beat``; raise ``NotationError`` if it cannot be
    understood."""
    asked = [key for key in ("kind_of", "beats", "hand") if key in query]
    if len(asked) != 1:
        raise ImpossiblePosition("query", ", ".join(asked) or "nothing", "one of kind_of, beats, hand")
    extra = {"kind_of": (), "beats": ("b_as",), "hand": ("to_beat", "b_as")}[asked[0]]
    check_keys(query, (asked[0], "options", "level", *extra))
    options = query.get("options", {})
    if not isinstance(options, Mapping):
        raise ImpossiblePosition("options", options, "an object")
    level = Rank(RANKS.index(one_of(query, "level", tuple("23456789TJQKA"), "2")))
    rules = house_rules(OPTIONS.complete(options)).combos(level)
    if asked[0] == "kind_of":
        cards = _cards(query["kind_of"], "kind_of", rules)
        found = () if cards is None else readings(cards, rules)
        return found[0].kind.value if found else None
    if asked[0] == "beats":
        pair = query["beats"]
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            raise ImpossiblePosition("beats", pair, "two sets of cards")
        challenger = _cards(pair[0], "beats", rules)
        standing = _standing(pair[1], "beats", query.get("b_as"), rules)
        if challenger is None or standing is None:
            return False
        return any(beats(reading, standing, rules) for reading in readings(challenger, rules))
    return _plays(query, rules)


def _plays(query: Mapping[str, Json], rules: ComboRules) -> Json:
    """Return the legal plays of a hand by rank. A card without a suit counts for its rank and for no flush."""
    patterns = _patterns(query["hand"], "hand")
    if patterns is None:
        raise ImpossiblePosition("hand", query["hand"], "no more of a card than the pack has")
    to_beat = query.get("to_beat")
    standing = None
    if to_beat is not None:
        standing = _standing(to_beat, "to_beat", query.get("b_as"), rules)
        if standing is None:
            raise ImpossiblePosition("to_beat", to_beat, "a combination")
    elif "b_as" in query:
        raise ImpossiblePosition("b_as", query["b_as"], "something to beat")
    exact = [make_card(one.rank, one.suit or 0) for one in patterns if one.suit is not None or one.rank > 12]
    open_ranks = sum(UNITS[one.rank] for one in patterns if one.suit is None and one.rank <= 12)
    held = Hand(exact, rules).counted
    plays = tables(rules).plays(held._replace(natural=held.natural + open_ranks), standing)
    found: list[Json] = [" ".join(RANKS[rank] for rank in ranks_in(play)) for play in plays]
    return found if standing is None else [*found, "pass"]


def _standing(text: Json, key: str, named: Json, rules: ComboRules) -> Reading | None:
    """Return the reading of what is to be beaten: its strongest, or the one that is named."""
    cards = _cards(text, key, rules)
    if cards is None:
        return None
    found = readings(cards, rules)
    if named is not None:
        if not isinstance(named, str):
            raise ImpossiblePosition("b_as", named, "cards as after `as`")
        found = fitting(cards, read_cards(named), rules)
        if not found:
            raise ImpossiblePosition("b_as", named, "cards that these may stand for")
    return found[0] if found else None


def _patterns(text: Json, key: str) -> tuple[Pattern, ...] | None:
    """Return the cards as written, ``None`` if the pack does not have them all."""
    if not isinstance(text, str):
        raise ImpossiblePosition(key, text, "cards in notation")
    patterns = read_cards(text)
    try:
        place([patterns], _PACK)
    except NotationError:
        return None
    return patterns


def _cards(text: Json, key: str, rules: ComboRules) -> Cards | None:
    """Return the cards of one play: those without a suit are never wild and of mixed suits (section 11 of the
    sheet)."""
    patterns = _patterns(text, key)
    if patterns is None:
        return None
    taken = [make_card(one.rank, one.suit or 0) for one in patterns if one.suit is not None or one.rank > 12]
    # Neighbours in suit differ, and the first differs from a card that has a suit: no flush can come about.
    suit = next((suit + 1 for card in taken if card != rules.wild and (suit := suit_of(card)) is not None), 0)
    for pattern in patterns:
        if pattern.suit is None and pattern.rank <= 12:
            choices = [make_card(pattern.rank, (suit + step) % 4) for step in range(4)]
            free = [card for card in choices if card != rules.wild and taken.count(card) < 2]
            if not free:
                return None
            taken.append(free[0])
            suit += 1
    return sort_cards(taken)
