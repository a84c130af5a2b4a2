"""Comparing what a scenario expects with what is: facts, cards with open suits, lists of legal plays."""

from collections.abc import Mapping, Sequence

from games.base.actions import Action, Bid, Do, Pass, Pattern, Play
from games.base.cards import RANKS, SUITS
from games.base.notation import patterns_text, read, read_cards, said_of, said_text
from games.contract import Json
from games.scenario import ScenarioError

__all__ = ["action_key", "agrees", "named_plays", "same", "same_cards"]


def agrees(key: str, wanted: Json, got: Json) -> bool:
    """Whether the fact under this key is as wanted. Where a suit was left out only the rank of that card counts.
    Of ``standing`` only the inner keys that are given must hold; the order of ``due`` does not matter."""
    if key == "standing" and isinstance(wanted, Mapping):
        return _standing_agrees(wanted, got)
    if key == "due" and isinstance(wanted, list | tuple) and isinstance(got, list | tuple):
        left = list(got)
        for entry in wanted:
            found = next((at for at, other in enumerate(left) if same(entry, other)), None)
            if found is None:
                return False
            del left[found]
        return not left
    return same(wanted, got)


def _standing_agrees(wanted: Mapping[str, Json], got: Json) -> bool:
    for inner in wanted:
        if inner not in (got if isinstance(got, Mapping) else ("seat", "cards", "kind", "rank", "top", "as")):
            raise ScenarioError(f"unknown key {inner!r} in standing")
    if not isinstance(got, Mapping):
        return False
    return all(
        same_cards(value, got[inner]) if inner == "cards" else same(value, got[inner])
        for inner, value in wanted.items()
    )


def same(wanted: Json, got: Json) -> bool:
    """Whether two values are equal, lists in order, numbers and truth values kept apart."""
    match wanted, got:
        case list() | tuple(), list() | tuple():
            return len(wanted) == len(got) and all(same(*both) for both in zip(wanted, got, strict=True))
        case Mapping(), Mapping():
            return wanted.keys() == got.keys() and all(same(wanted[key], got[key]) for key in wanted)
        case str(), str():
            return wanted == got or _same_in_order(wanted, got)
        case _:
            return type(wanted) is type(got) and wanted == got


def _is_card(word: str) -> bool:
    return word[0] in RANKS and (len(word) == 1 or (len(word) == 2 and word[1] in SUITS))


def _same_in_order(wanted: str, got: str) -> bool:
    """Whether two texts are the same cards in the same order."""
    words, cards = wanted.split(), got.split()
    if len(words) != len(cards) or not all(map(_is_card, [*words, *cards])):
        return False
    return all(word in (card, card[0]) for word, card in zip(words, cards, strict=True))


def same_cards(wanted: Json, got: Json) -> bool:
    if not isinstance(wanted, str) or not isinstance(got, str):
        return False
    left = list(read_cards(got))
    for pattern in sorted(read_cards(wanted), key=lambda pattern: pattern.suit is None):
        fitting = (card for card in left if card.rank == pattern.rank and pattern.suit in (None, card.suit))
        card = next(fitting, None)
        if card is None:
            return False
        left.remove(card)
    return not left


def action_key(action: Action, suited: bool) -> str:
    """How a legal action is listed: cards alone (by rank unless ``suited``), else the verb."""
    match action:
        case Play(cards) | Do(_, cards) if cards:
            return _cards_key(said_of(action).cards, suited)
        case Pass() | Bid() | Do() | Play():
            return said_text(said_of(action))


def named_plays(plays: Sequence[Json], suited: bool) -> set[str]:
    """The same for plays as a file lists them; ``ScenarioError`` or ``NotationError`` if one cannot be read."""
    named = set()
    for text in plays:
        if not isinstance(text, str) or not text.strip():
            raise ScenarioError(f"plays: expected texts, not {text!r}")
        text = text.strip()
        if text[0].islower() and text[0] != "x":  # a verb
            said = read(text)
            named.add(_cards_key(said.cards, suited) if said.cards else said_text(said))
        else:
            named.add(_cards_key(read_cards(text), suited))
    return named


def _cards_key(cards: Sequence[Pattern], suited: bool) -> str:
    ordered = sorted(cards, key=lambda card: (card.rank, card.suit or 0))
    return patterns_text(ordered) if suited else " ".join(RANKS[card.rank] for card in ordered)
