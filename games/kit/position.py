"""Reading the keys with which somebody sets up a position, and saying what is wrong with them.

The keys come from a file or a stored deal and may be anything; every function here returns a value of the promised
type or raises ``ImpossiblePosition``, which names the key and what it may be.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from itertools import islice
from typing import Final, TypeVar

from games.base.cards import Cards, card_text, sort_cards
from games.base.errors import GameError, NotationError
from games.base.round import Deal, Json

__all__ = [
    "ImpossiblePosition", "finished", "hands_of", "known_keys", "listed", "number", "numbers", "one_of", "seat", "within_pack",
]  # fmt: skip

T = TypeVar("T")
_MOST_PLAYS: Final = 100_000


class ImpossiblePosition(NotationError):
    """A position that cannot be: ``part`` is the key (or card) at fault, ``example`` says what may stand there."""

    def __init__(self, part: str, given: object, expected: str) -> None:
        super().__init__(str(given), part, expected)
        self.args = (f"{part}: {given!r} is not possible, expected {expected}",)


def known_keys(keys: Mapping[str, Json], known: Collection[str]) -> None:
    """Raise ``ImpossiblePosition`` for a key that is not among ``known``."""
    for key in keys:
        if key not in known:
            raise ImpossiblePosition(key, keys[key], "one of the keys " + ", ".join(sorted(known)))


def number(keys: Mapping[str, Json], key: str, default: int, low: int, high: int = 10**9) -> int:
    """The whole number under a key, from ``low`` to ``high``; ``default`` if the key is not there.

    >>> number({"stake": 4}, "stake", 1, 1, 3)
    Traceback (most recent call last):
    games.kit.position.ImpossiblePosition: stake: 4 is not possible, expected a whole number from 1 to 3
    """
    value = keys.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise ImpossiblePosition(key, value, f"a whole number from {low} to {high}")
    return value


def seat(keys: Mapping[str, Json], key: str, seats: int, default: int = 0) -> int:
    """The seat under a key; ``default`` if the key is not there."""
    return number(keys, key, default, 0, seats - 1)


def numbers(
    keys: Mapping[str, Json], key: str, default: tuple[int, ...], low: int = -(10**9), high: int = 10**9
) -> tuple[int, ...]:
    """The whole numbers under a key, as many as ``default`` has, each from ``low`` to ``high``."""
    value = keys.get(key, default)
    fits = isinstance(value, list | tuple) and len(value) == len(default)
    if not fits or not all(type(entry) is int and low <= entry <= high for entry in value):  # type: ignore[union-attr]  # fits
        raise ImpossiblePosition(key, value, f"{len(default)} whole numbers from {low} to {high}")
    return tuple(value)  # type: ignore[arg-type]  # checked one by one


def listed(plays: Iterable[T]) -> list[T]:
    """All plays of a position as a list; ``GameError`` if there are more than anybody could read: who holds eight jokers may have
    millions.
    """
    found = list(islice(plays, _MOST_PLAYS + 1))
    if len(found) > _MOST_PLAYS:
        raise GameError(f"too many plays to list: more than {_MOST_PLAYS}")
    return found


def one_of(keys: Mapping[str, Json], key: str, values: Collection[str], default: str) -> str:
    """The word under a key, one of ``values``; ``default`` if the key is not there."""
    value = keys.get(key, default)
    if not isinstance(value, str) or value not in values:
        raise ImpossiblePosition(key, value, " or ".join(values))
    return value


def within_pack(piles: Iterable[Cards], pack: Cards) -> None:
    """Raise ``ImpossiblePosition`` for a card that lies in the piles more often than the pack has it."""
    left = Counter(pack)
    for pile in piles:
        for card in pile:
            left[card] -= 1
            if left[card] < 0:
                raise ImpossiblePosition("hands", card_text(card), "no more of a card than the pack has")


def hands_of(deal: Deal, keys: Collection[str], seats: int, pack: Cards, *, stock: bool = False) -> tuple[Cards, ...]:
    """The hands of a deal, sorted; ``ImpossiblePosition`` for a key that is not among ``keys``, another number of hands, more of
    a card than the pack has, or a stock where there is none."""
    known_keys(deal.keys, keys)
    if len(deal.hands) != seats:
        raise ImpossiblePosition("hands", len(deal.hands), f"{seats} hands")
    if deal.stock and not stock:
        raise ImpossiblePosition("stock", len(deal.stock), "no stock: all cards are dealt")
    within_pack((*deal.hands, deal.stock), pack)
    return tuple([sort_cards(hand) for hand in deal.hands])


def finished(keys: Mapping[str, Json], hands: tuple[Cards, ...]) -> tuple[int, ...]:
    """The seats with empty hands in the order of the key ``finished``, ascending if it is not there."""
    empty = tuple(at for at, hand in enumerate(hands) if not hand)
    order = numbers(keys, "finished", empty, 0, len(hands) - 1)
    if sorted(order) != list(empty):
        raise ImpossiblePosition("finished", keys["finished"], "the seats with empty hands")
    return order
