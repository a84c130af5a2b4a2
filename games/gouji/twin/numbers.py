"""All actions of Gou Ji by number."""

from itertools import combinations_with_replacement
from typing import Final

from games.gouji.kinds import DEUCE, JOKERS_ONLY, THREE, Makeup

__all__ = [
    "ACTIONS", "BASE", "BIG", "BLOCK", "BURN", "BUY", "CHALLENGE", "DECLINE", "FIRST", "MAKEUPS", "MOST_RETURNED",
    "NATURAL", "NUMBER_OF", "PASS", "PLAY", "RETURN", "RETURNED", "RETURN_OF", "REVOLT", "REVOLT_WITH", "SETS", "SIZE",
    "SMALL", "TWOS", "VERBS", "WILD", "YIELD", "place_in_block", "wild_number",
]  # fmt: skip

VERBS: Final = ("pass", "yield", "decline", "challenge", "revolt", "buy")
"""What may be done without cards, in the order of their numbers."""
PASS, YIELD, DECLINE, CHALLENGE, REVOLT, BUY = range(6)
_OF_A_RANK: Final = 16
_JOKERS: Final = 4
_HAND: Final = 36
MOST_RETURNED: Final = 4
"""The most cards that are returned at once: more, which only a chain of burns brings about, are chosen one by one (GJ-41)."""

_HUNG: Final = [
    (twos, small, big)
    for twos in range(_OF_A_RANK + 1)
    for small in range(_JOKERS + 1)
    for big in range(_JOKERS + 1)
]  # fmt: skip
_IN_BLOCK: Final = {
    entry: place
    for place, entry in enumerate(
        (natural, *main) for natural in range(1, _OF_A_RANK + 1) for main in _HUNG if natural + sum(main) <= _HAND
    )
}
BLOCK: Final = len(_IN_BLOCK)  # How many sets there are on one natural rank but 3


def _made(base: int, natural: int, twos: int, small: int, big: int) -> Makeup:
    return Makeup(base, natural + twos + small + big, twos, small, big)


_SETS: Final = (
    *(_made(THREE, natural, 0, 0, 0) for natural in range(1, _OF_A_RANK + 1)),
    *(_made(base, *entry) for base in range(THREE + 1, DEUCE) for entry in _IN_BLOCK),
    *(_made(DEUCE if main[0] else JOKERS_ONLY, 0, *main) for main in _HUNG if any(main)),
)
SETS: Final = len(_SETS)  # How many sets there are
PLAY: Final = len(VERBS)  # The number from which on sets are played
BURN: Final = PLAY + SETS
REVOLT_WITH: Final = BURN + SETS
RETURN: Final = REVOLT_WITH + SETS
MAKEUPS: Final[tuple[Makeup, ...]] = _SETS  # By number of a play less ``PLAY``: the set
FIRST: Final = (PLAY, *(PLAY + _OF_A_RANK + BLOCK * block for block in range(DEUCE - 1)))
"""By natural rank: the number at which its plays begin."""
WILD: Final = FIRST[-1] + BLOCK - 1
"""The number of a play of wild cards alone is this plus its place among all that may be hung."""

_NONE: Final = bytes(PLAY)
SIZE: Final = _NONE + bytes(made.size for made in _SETS)
"""By number of a play: cards of the set; in the same way all that follow."""
BASE: Final = _NONE + bytes(made.base for made in _SETS)
TWOS: Final = _NONE + bytes(made.twos for made in _SETS)
SMALL: Final = _NONE + bytes(made.small for made in _SETS)
BIG: Final = _NONE + bytes(made.big for made in _SETS)
NATURAL: Final = _NONE + bytes(made.size - made.twos - made.jokers for made in _SETS)
NUMBER_OF: Final = {made: PLAY + place for place, made in enumerate(_SETS)}  # The number of the play of a set
RETURNED: Final = tuple(
    ranks for few in range(1, MOST_RETURNED + 1) for ranks in combinations_with_replacement(range(15), few)
)
"""By number less ``RETURN``: the ranks that are sent back, ascending."""
RETURN_OF: Final = {ranks: RETURN + place for place, ranks in enumerate(RETURNED)}
ACTIONS: Final = RETURN + len(RETURNED)  # How many numbers there are


def place_in_block(natural: int, twos: int, small: int, big: int) -> int:
    """The place of a set among those on the same natural rank."""
    return _IN_BLOCK[natural, twos, small, big]


def wild_number(twos: int, small: int, big: int) -> int:
    """The number of a play of wild cards alone."""
    return WILD + twos * 25 + small * 5 + big
