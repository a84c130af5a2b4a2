"""Cards as small integers, and their text.

A card is an ``int`` from 0 to 53: ``rank * 4 + suit`` for the 52 suited cards, then the small and the big
joker. Ranks run 0…12 for ``3 4 5 6 7 8 9 T J Q K A 2`` (the order of most climbing games), 13 is the small
joker ``x``, 14 the big joker ``X``; suits run 0…3 for ``s h d c``. Several packs repeat the same integers:
copies of one card are not told apart. Sorting integers sorts by rank, then by suit.
"""

from typing import NewType

__all__ = [
    "BIG_JOKER", "RANKS", "SMALL_JOKER", "SUITS", "SUITS_SHOWN", "Card", "Cards", "Rank", "by_suit_key", "card_text",
    "cards_text", "full_pack", "make_card", "rank_counts", "rank_of", "ranks_text", "sort_cards", "sort_key", "suit_of",
]  # fmt: skip

Card = NewType("Card", int)
Rank = NewType("Rank", int)
Cards = tuple[Card, ...]
"""Cards in any order unless a docstring says otherwise; hands are kept sorted."""

RANKS = "3456789TJQKA2xX"
SUITS = "shdc"
SUITS_SHOWN = (0, 1, 3, 2)
"""Suits as hands show them: ♠ ♥ ♣ ♦, so that black and red alternate."""
SMALL_JOKER = Card(52)
BIG_JOKER = Card(53)

_RANK_OF = tuple(Rank(card >> 2) for card in range(52)) + (Rank(13), Rank(14))
_TEXT = tuple(RANKS[card >> 2] + SUITS[card & 3] for card in range(52)) + ("x", "X")


def make_card(rank: Rank | int, suit: int = 0) -> Card:
    """The card of a rank (0…14) and a suit (0…3; ignored for jokers).

    >>> card_text(make_card(4, 1)), card_text(make_card(14, 3))
    ('7h', 'X')
    """
    return Card(rank * 4 + suit) if rank < 13 else Card(39 + rank)


def rank_of(card: Card) -> Rank:
    """A card's rank, 0…14."""
    return _RANK_OF[card]


def suit_of(card: Card) -> int | None:
    """A card's suit, 0…3 for ``s h d c``; ``None`` for a joker."""
    return card & 3 if card < 52 else None


def card_text(card: Card) -> str:
    """A card in notation: ``7s``, ``Th``, ``x``."""
    return _TEXT[card]


def cards_text(cards: Cards | list[Card]) -> str:
    """Cards in notation, in the given order, separated by spaces: ``7s 7h x``."""
    return " ".join(_TEXT[card] for card in cards)


def ranks_text(cards: Cards | list[Card]) -> str:
    """The ranks of cards alone, in the given order: ``7 7 x``."""
    return " ".join(RANKS[_RANK_OF[card]] for card in cards)


def sort_cards(cards: Cards | list[Card]) -> Cards:
    """The same cards by rank, then by suit, ascending."""
    return tuple(sorted(cards))


def rank_counts(cards: Cards | list[Card]) -> list[int]:
    """How many cards there are of each of the 15 ranks."""
    counts = [0] * 15
    for card in cards:
        counts[_RANK_OF[card]] += 1
    return counts


def full_pack(packs: int = 1, *, jokers: bool = True) -> Cards:
    """All cards of so many packs, ascending.

    >>> len(full_pack()), len(full_pack(2, jokers=False))
    (54, 104)
    """
    return tuple(Card(card) for card in range(54 if jokers else 52) for _ in range(packs))


def sort_key(card: Card, suits: tuple[int, ...] = SUITS_SHOWN) -> tuple[int, int]:
    """Sorts cards ascending by rank, then by suit as hands show them, or as ``suits`` stand from low to high."""
    suit = suit_of(card)
    return rank_of(card), -1 if suit is None else suits.index(suit)


def by_suit_key(card: Card) -> tuple[int, int]:
    """Sorts cards by suit as hands show them, each from 2 to the ace; jokers last."""
    suit = suit_of(card)
    return (len(SUITS_SHOWN), rank_of(card)) if suit is None else (SUITS_SHOWN.index(suit), (rank_of(card) + 1) % 13)
