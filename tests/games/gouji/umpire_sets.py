"""Sets as the rule sheet words them, for the umpire: cards are a text of ranks, low to high, suits left out."""

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

__all__ = ["RANKS", "Rules", "in_order", "kind", "level", "on", "sets_of", "tops", "unbeatable"]

RANKS = "3456789TJQKA2xX"
Rules = Mapping[str, Any]  # House rules by name, as the sheet's list of options has them
_ENOUGH = {"T": 5, "J": 4, "Q": 3, "K": 2, "A": 2}


def on(rules: Rules, name: str) -> bool:
    return rules[name] is True or rules[name] == "on"


def in_order(cards: str) -> str:
    return "".join(sorted(cards, key=RANKS.index))


def _base(cards: str) -> int:
    """GJ-4: the index of the rank that the set counts as; above that of the 2 if there is none."""
    lowest = min(RANKS.index(card) for card in cards)
    return lowest if lowest < 13 else 13


def kind(cards: str, rules: Rules) -> str | None:
    """GJ-6; none if the cards make no set (GJ-4, GJ-5)."""
    natural = set(cards) - set("2xX")
    if not cards or len(natural) > 1:
        return None
    if natural == {"3"}:
        return "threes" if set(cards) == {"3"} else None
    jokers = cards.count("x") + cards.count("X")
    if not natural:
        return "gouji"
    enough = len(cards) - jokers >= _ENOUGH.get(natural.pop(), 99)
    twos = cards.count("2")
    if jokers:
        high = rules["joker_gouji"] == "any" or enough or (twos and rules["two_gouji"] == "any")
        return "gouji" if high else "plain"
    if enough:
        return "open" if not twos or on(rules, "open_with_twos") else "gouji"
    return "gouji" if twos and rules["two_gouji"] == "any" else "plain"


def level(cards: str, rules: Rules) -> bool:
    """Whether the set is gouji-level."""
    return kind(cards, rules) in ("open", "gouji")


def tops(new: str, old: str, rules: Rules) -> bool:
    """GJ-7: whether the new set beats the old one."""
    if kind(new, rules) in (None, "threes") or kind(old, rules) is None:
        return False
    two_kill = str(rules["two_big_kill_one"])
    kills = two_kill in ("pair", "on", "True")
    if kills and new == "XX" and (old == "X" or (len(old) == 2 and old != "XX")):
        return True
    if len(new) != len(old):
        return False
    small, big = old.count("x"), old.count("X")
    higher = _base(new) > _base(old)
    any_base = rules["joker_base"] == "free" and rules["joker_compare"] != "each_card"
    free = small + big == len(old) or any_base
    if two_kill in ("on", "True") and big:
        return new.count("X") >= 2 * big + small and (higher or free)
    if rules["joker_compare"] == "each_card":
        return all(mine > theirs for mine, theirs in zip(_values(new), _values(old), strict=True))
    if small + big == 0:
        return higher or "x" in new or "X" in new
    return not big and new.count("X") >= small and (higher or free)


def _values(cards: str) -> list[int]:
    base = _base(cards)
    return sorted(({"x": 20, "X": 21}.get(card, base) for card in cards), reverse=True)


def unbeatable(cards: str, rules: Rules) -> bool:
    """GJ-8."""
    big = cards.count("X")
    match str(rules["two_big_kill_one"]):
        case "pair":
            return big > 0 and not (big == 1 and len(cards) <= 2)
        case "on" | "True":
            return big > 1
        case _:
            return big > 0


def sets_of(hand: Counter[str]) -> Iterator[str]:
    """All sets that the hand could lead, each once."""
    if hand["3"] and hand["3"] == hand.total():
        yield "3" * hand["3"]
        return
    wild = [range(hand[card] + 1) for card in "2xX"]
    for twos, small, big in product(*wild):
        tail = "2" * twos + "x" * small + "X" * big
        if tail:
            yield tail
        for rank in RANKS[1:12]:
            for number in range(1, hand[rank] + 1):
                yield rank * number + tail
