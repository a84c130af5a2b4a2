"""Text and cards: the notation of scenario files and records.

Two strictnesses over one vocabulary. ``read`` takes the notation of ``docs/notation.md`` and nothing else, so that
what is written down once means the same for ever; ``games.typed`` takes what people type on a phone.

Both give a ``Said``, in which suits that were left out are still open; ``held`` closes them against a hand.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from games.base.actions import Action, Bid, Do, Pass, Pattern, Play, Said, action_text
from games.base.cards import RANKS, SUITS, Card, Cards, make_card, rank_of, suit_of
from games.base.errors import IllegalAction, NotationError, Refusal

__all__ = [
    "held", "matches", "pattern_text", "patterns_text", "place", "read", "read_action", "read_cards",
    "read_exact", "read_step", "said_of", "said_text",
]  # fmt: skip

_VERB: Final = re.compile(r"[a-z][a-z_]*")
_NUMBER: Final = re.compile(r"-?(?:0|[1-9][0-9]{0,8})")
_STEP: Final = re.compile(r"\s*(-?[0-9]{1,9})\s*:\s*(.*)", re.DOTALL)
_EXAMPLE: Final = "play 7s 7h"


# --- the strict notation -------------------------------------------------------------------------------------------
def read(text: str) -> Said:
    """Read an action in strict notation, without the seat: ``play 7 7 as pair``, ``bid 2``, ``pass``, ``return 5 5``.

    Verbs are not checked against a game: that is a matter of its rules. ``NotationError`` says which part fails.

    >>> read("play 7 7h as pair")
    Said(verb='play', cards=(Pattern(rank=4, suit=None), Pattern(rank=4, suit=1)), number=None, reading='pair')
    >>> read("play 7z")
    Traceback (most recent call last):
    games.base.errors.NotationError: cannot read '7z'
    """
    words = text.split()
    if not words:
        raise NotationError(text, "", _EXAMPLE)
    verb, rest = words[0], words[1:]
    if not _VERB.fullmatch(verb):
        raise NotationError(text, verb, _EXAMPLE)
    if verb == "pass":
        if rest:
            raise NotationError(text, " ".join(rest), "pass")
        return Said("pass")
    if verb == "bid":
        if len(rest) != 1 or not _NUMBER.fullmatch(rest[0]):
            raise NotationError(text, " ".join(rest), "bid 2")
        return Said("bid", number=int(rest[0]))
    words_as = [at for at in range(1, len(rest) - 1) if rest[at] == "as"]
    if len(words_as) > 1:
        raise NotationError(text, "as", "play 8s 8d 2h as 8 8 8")
    reading = " ".join(rest[words_as[0] + 1 :]) if words_as else None
    cards = rest[: words_as[0]] if words_as else rest
    return Said(verb, tuple(_strict_card(text, word) for word in cards), reading=reading)


def read_cards(text: str) -> tuple[Pattern, ...]:
    """Read cards in strict notation, separated by spaces; none for an empty text."""
    return tuple(_strict_card(text, word) for word in text.split())


def read_exact(text: str) -> Cards:
    """Read cards in strict notation with all suits written, in the given order; ``NotationError`` if one has none."""
    try:
        return tuple([_EXACT[word] for word in text.split()])
    except KeyError:
        return _exact(text, read_cards(text))  # which says what is wrong


def read_action(text: str) -> Action:
    """Read an action with all suits written: the inverse of ``action_text``."""
    said = read(text)
    match said.verb:
        case "play":
            return Play(_exact(text, said.cards), said.reading)
        case "pass":
            return Pass()
        case "bid":
            assert said.number is not None
            return Bid(said.number)
        case verb:
            if said.reading is not None:
                raise NotationError(text, f"as {said.reading}", f"{verb} 7s")
            return Do(verb, _exact(text, said.cards))


def read_step(text: str) -> tuple[int, str]:
    """Split a step into the seat, which need not be one of the table's, and the rest.

    >>> read_step("0: play 3 3")
    (0, 'play 3 3')
    """
    found = _STEP.fullmatch(text)
    if found is None:
        raise NotationError(text, text, f"0: {_EXAMPLE}")
    return int(found[1]), found[2].strip()


_EXACT: Final = {
    RANKS[rank] + SUITS[suit]: make_card(rank, suit) for rank in range(13) for suit in range(len(SUITS))
} | {RANKS[rank]: make_card(rank, 0) for rank in (13, 14)}
"""The cards by their names, which is how every stored deal is read."""


def _strict_card(text: str, word: str) -> Pattern:
    rank = RANKS.find(word[0])
    if rank >= 0 and len(word) == 1:
        return Pattern(rank)
    if 0 <= rank < 13 and len(word) == 2 and word[1] in SUITS:
        return Pattern(rank, SUITS.index(word[1]))
    raise NotationError(text, word, "7s 7 Td T x X")


def _exact(text: str, patterns: Sequence[Pattern]) -> Cards:
    for pattern in patterns:
        if pattern.suit is None and pattern.rank < 13:
            raise NotationError(text, pattern_text(pattern), pattern_text(pattern) + "s")
    return tuple(make_card(pattern.rank, pattern.suit or 0) for pattern in patterns)


# --- writing -------------------------------------------------------------------------------------------------------
def pattern_text(pattern: Pattern) -> str:
    """A card as it was written: ``7``, ``7s``, ``x``."""
    return RANKS[pattern.rank] + ("" if pattern.suit is None else SUITS[pattern.suit])


def patterns_text(patterns: Iterable[Pattern]) -> str:
    """Several cards as they were written, separated by spaces."""
    return " ".join(map(pattern_text, patterns))


def said_text(said: Said) -> str:
    """The notation of what was said; ``read`` turns it back into an equal value."""
    if said.verb == "bid":
        return f"bid {said.number}"
    text = f"{said.verb} {patterns_text(said.cards)}".rstrip()
    return f"{text} as {said.reading}" if said.reading else text


def said_of(action: Action) -> Said:
    """An action as if somebody had written it out in full."""
    return read(action_text(action))


# --- open suits ----------------------------------------------------------------------------------------------------
def held(patterns: Sequence[Pattern], hand: Cards, rule: str) -> Cards:
    """The cards of a hand that somebody means, in the order named.

    A card written without a suit is the first of ``s h d c`` that the hand holds and that is not named otherwise.
    ``IllegalAction`` under the given rule number: ``not_in_hand`` (``cards``: what the hand lacks, as it was written), or
    ``too_few_held`` (``cards``: what it holds of the cards named) where it holds some of what it lacks.

    >>> from games.base.cards import cards_text
    >>> hand = read_exact("7s 7h 7d Kc")
    >>> cards_text(held(read_cards("7 7s"), hand, "DZ-40"))
    '7h 7s'
    >>> held(read_cards("K K"), hand, "DZ-40")
    Traceback (most recent call last):
    games.base.errors.IllegalAction: too_few_held (DZ-40)
    """
    left = list(hand)
    taken: dict[int, Card] = {}
    missing: list[Pattern] = []
    open_last = sorted(enumerate(patterns), key=lambda entry: entry[1].suit is None and entry[1].rank < 13)
    for at, pattern in open_last:
        card = next((card for card in sorted(left) if _fits(pattern, card)), None)
        if card is None:
            missing.append(pattern)
        else:
            left.remove(card)
            taken[at] = card
    if missing:
        there = [pattern for at, pattern in enumerate(patterns) if at in taken]
        if not set(there).isdisjoint(missing):
            raise IllegalAction(Refusal.TOO_FEW_HELD, rule, cards=patterns_text(there))
        raise IllegalAction(Refusal.NOT_IN_HAND, rule, cards=patterns_text(dict.fromkeys(missing)))
    return tuple(taken[at] for at in range(len(patterns)))


def place(groups: Sequence[Sequence[Pattern]], pack: Cards) -> tuple[Cards, ...]:
    """Take hands (or other piles) out of one pack; the cards of each stand in the order in which they were written.

    Cards with suits are taken first, then each open one takes the first of its rank that is left in the pack, so that no card
    is there more often than the pack has it. ``NotationError`` names a card of which there are too many.
    """
    left = Counter(pack)
    placed: list[list[Card | None]] = [[None] * len(group) for group in groups]
    for want_open in (False, True):
        for group, cards in zip(groups, placed, strict=True):
            for at, pattern in enumerate(group):
                is_open = pattern.suit is None and pattern.rank < 13
                if is_open is not want_open:
                    continue
                suits = range(4) if is_open else [pattern.suit or 0]
                card = next((c for suit in suits if left[c := make_card(pattern.rank, suit)] > 0), None)
                if card is None:
                    raise NotationError(
                        patterns_text(group), pattern_text(pattern), "no more of a card than the pack has"
                    )
                left[card] -= 1
                cards[at] = card
    return tuple(tuple(card for card in cards if card is not None) for cards in placed)


def matches(patterns: Sequence[Pattern], cards: Cards) -> bool:
    """Whether these are the same cards in any order; where a suit was left out only the rank counts."""
    if len(patterns) != len(cards):
        return False
    left = list(cards)
    for pattern in sorted(patterns, key=lambda pattern: pattern.suit is None):
        card = next((card for card in left if _fits(pattern, card)), None)
        if card is None:
            return False
        left.remove(card)
    return True


def _fits(pattern: Pattern, card: Card) -> bool:
    return rank_of(card) == pattern.rank and (pattern.suit is None or suit_of(card) == pattern.suit)
