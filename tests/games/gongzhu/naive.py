"""What may be played, what wins and what it is worth, straight from the rule sheet, over cards as two letters.

Shares no line with the room. A hand is a list of texts such as ``["Qs", "Th"]``."""

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

ORDER = "23456789TJQKA"
SPECIAL = ("Qs", "Jd", "Tc", "Ah")
HEARTS = tuple(f"{rank}h" for rank in reversed(ORDER))
POINT_CARDS = ("Qs", "Jd", "Tc", *HEARTS)
PACK = tuple(rank + suit for suit in "shdc" for rank in ORDER)
WORTH = {"A": -50, "K": -40, "Q": -30, "J": -20, "4": 0, "3": 0, "2": 0}


def wins_over(new: str, old: str) -> bool:
    """GZ-4, GZ-6: whether a card takes the trick from the card of the suit led that is winning it."""
    return new[1] == old[1] and ORDER.index(new[0]) > ORDER.index(old[0])


def winner_of(cards: Sequence[str]) -> int:
    """GZ-6: which of the cards of a trick, in order of play, has won so far."""
    ranked = [(ORDER.index(card[0]), at) for at, card in enumerate(cards) if card[1] == cards[0][1]]
    return max(ranked)[1]


def playable(hand: Collection[str], led: str | None, exposed: Collection[str], opened: Collection[str]) -> set[str]:
    """GZ-14, GZ-15: ``led`` is the card that leads the trick, ``opened`` the suits led in earlier tricks."""
    may = set()
    for card in hand:
        others = [other for other in hand if other != card and other[1] == card[1]]
        if led is not None and card[1] != led[1]:
            if any(other[1] == led[1] for other in hand):
                continue
        elif card in exposed and card[1] not in opened and others:
            continue
        may.add(card)
    return may


def choices_to_expose(hand: Collection[str], exposed: Collection[str]) -> Iterator[tuple[str, ...]]:
    """GZ-9: everything that may be exposed, the empty choice (to decline) included."""
    free = [card for card in SPECIAL if card in hand and card not in exposed]
    for size in range(len(free) + 1):
        yield from combinations(free, size)


def score(taken: Collection[str], exposed: Collection[str], *, swapped: bool = False) -> int:
    """GZ-21, steps 1 to 5, with GZ-35."""
    dodged, wanted = ("Jd", "Qs") if swapped else ("Qs", "Jd")
    hearts = [card for card in taken if card[1] == "h"]
    every = len(hearts) == 13
    total = 200 if every else sum(WORTH.get(card[0], -10) for card in hearts)
    if "Ah" in exposed:
        total *= 2
    if dodged in taken:
        total += (100 if every else -100) * (2 if dodged in exposed else 1)
    if wanted in taken:
        total += 200 if wanted in exposed else 100
    if "Tc" not in taken:
        return total
    factor = 2 if "Tc" in exposed else 1
    if sum(card in POINT_CARDS for card in taken) == 1:
        return 50 * factor
    return total * 2 * factor
