"""Combinations by definition, over rank letters, sharing no line with the room: every choice of cards is looked at by
itself, and every rank is tried for every joker.

Cards are a text of rank letters (``77x``), a reading is the text of the ranks that they stand for, ascending (``777``;
the rocket stands for nothing but itself and reads as ``xX``)."""

from collections.abc import Mapping
from functools import cache
from itertools import combinations_with_replacement

from tests.strategies import choices

ORDER = "3456789TJQKA2xX"
RUN = "3456789TJQKA"  # The ranks that a chain may have (GY-11)
STRENGTH = ("rocket", "bomb", "trio", "pair_chain", "chain", "pair", "solo")  # GY-15, the strongest kind first
Rules = Mapping[str, object]


def ascending(cards: str) -> str:
    """The same cards from 3 to 2, jokers last."""
    return "".join(sorted(cards, key=ORDER.index))


@cache
def kind_as(meant: str, trio_is_set: bool) -> str | None:
    """GY-10, GY-11: what these ranks are, ascending and without jokers."""
    ranks = sorted(set(meant), key=ORDER.index)
    if len(ranks) == 1:
        size = len(meant)
        if size <= 2:
            return ("solo", "pair")[size - 1]
        return "trio" if size == 3 and trio_is_set else "bomb"
    if "".join(ranks) not in RUN:
        return None
    amounts = {meant.count(rank) for rank in ranks}
    if amounts == {1} and len(ranks) >= 3:
        return "chain"
    return "pair_chain" if amounts == {2} else None


@cache
def _readings(cards: str, trio_is_set: bool) -> tuple[tuple[str, str], ...]:
    natural = cards.rstrip("xX")
    jokers = len(cards) - len(natural)
    if not natural:
        return (("rocket", "xX"),) if jokers == 2 else ()
    found: list[tuple[str, str]] = []
    for stood_for in combinations_with_replacement(ORDER[:13], jokers):
        meant = ascending(natural + "".join(stood_for))
        kind = kind_as(meant, trio_is_set)
        if kind is not None:
            found.append((kind, meant))
    return tuple(sorted(found, key=lambda reading: (STRENGTH.index(reading[0]), -ORDER.index(reading[1][-1]))))


def readings(cards: str, rules: Rules) -> tuple[tuple[str, str], ...]:
    """Every (kind, reading) of some cards, the strongest first (GY-12 to GY-15)."""
    return _readings(ascending(cards), rules.get("trio") == "set")


def kind(cards: str, rules: Rules) -> str | None:
    """The kind of the default reading as if led."""
    found = readings(cards, rules)
    return found[0][0] if found else None


def beats(new: tuple[str, str], old: tuple[str, str], rules: Rules) -> bool:
    """GY-20 to GY-24, of two readings."""
    (new_kind, new_ranks), (old_kind, old_ranks) = new, old
    small_rocket = rules.get("rocket") == "trio"
    if old_kind == "rocket":
        return small_rocket and new_kind == "bomb" and len(new_ranks) >= 4
    if new_kind == "rocket":
        return not (small_rocket and old_kind == "bomb" and len(old_ranks) >= 4)
    new_top, old_top = ORDER.index(new_ranks[-1]), ORDER.index(old_ranks[-1])
    if new_kind == "bomb":
        return old_kind != "bomb" or (len(new_ranks), new_top) > (len(old_ranks), old_top)
    if new_kind != old_kind or len(new_ranks) != len(old_ranks):
        return False
    if new_kind == "trio":
        return new_top > old_top
    if new_kind in ("solo", "pair") and new_ranks[0] == "2":
        return old_ranks[0] != "2"
    return new_top == old_top + 1


def beating(cards: str, old: tuple[str, str] | None, rules: Rules) -> tuple[tuple[str, str], ...]:
    """The readings of some cards that may be played now, the strongest first; ``None``: they would be led."""
    return tuple(new for new in readings(cards, rules) if old is None or beats(new, old, rules))


def plays(hand: str, old: tuple[str, str] | None, rules: Rules) -> set[str]:
    """Every choice of cards that may be played on a reading, or led."""
    return {cards for cards in choices(hand) if beating(cards, old, rules)}


def answers(hand: str, old: tuple[str, str] | None, rules: Rules) -> set[str]:
    """The whole list of legal actions: a pass too when following, and for a leader who has nothing to lead (GY-36)."""
    found = plays(hand, old, rules)
    return found | {"pass"} if old is not None or not found else found
