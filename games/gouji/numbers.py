"""All actions of Gou Ji by number."""

from itertools import combinations_with_replacement, product
from typing import Final

from games.base.actions import Action, Do, Pass, Play
from games.base.cards import Cards, rank_of
from games.gouji.kinds import DEUCE, JOKERS_ONLY, THREE, Makeup, cards_by_rank, makeup_of

__all__ = [
    "ACTIONS", "BASE", "BIG", "BURN", "DECLINE", "MAKEUPS", "MOST_RETURNED", "NATURAL", "NUMBER_OF", "PASS", "PLAY", "RETURN",
    "RETURN_OF", "SIZE", "SMALL", "TWOS", "VERBS", "YIELD", "action_of", "number_of", "number_of_action", "set_number",
    "wild_number",
]  # fmt: skip

VERBS: Final = ("pass", "yield", "decline", "challenge", "revolt", "buy")
"""What may be done without cards, in the order of their numbers."""
PASS, YIELD, DECLINE = range(3)
_OF_A_RANK: Final = 16
_JOKERS: Final = 4
_HAND: Final = 36
MOST_RETURNED: Final = 4
"""The most cards that are returned at once: more, which only a chain of burns brings about, are chosen one by one (GJ-41)."""


def _made(base: int, natural: int, twos: int = 0, small: int = 0, big: int = 0) -> Makeup:
    return Makeup(base, natural + twos + small + big, twos, small, big)


_ALIKE: Final = range(1, _OF_A_RANK + 1)
_HUNG: Final = list(product(range(_OF_A_RANK + 1), range(_JOKERS + 1), range(_JOKERS + 1)))
_ON_A_RANK: Final = [(natural, *main) for natural in _ALIKE for main in _HUNG if natural + sum(main) <= _HAND]
MAKEUPS: Final = (
    *(_made(THREE, natural) for natural in _ALIKE),
    *(_made(base, *entry) for base in range(THREE + 1, DEUCE) for entry in _ON_A_RANK),
    *(_made(DEUCE if main[0] else JOKERS_ONLY, 0, *main) for main in _HUNG if any(main)),
)
"""By number of a play less ``PLAY``: the set."""
PLAY: Final = len(VERBS)  # The number from which on sets are played
BURN: Final = PLAY + len(MAKEUPS)
REVOLT_WITH: Final = BURN + len(MAKEUPS)
RETURN: Final = REVOLT_WITH + len(MAKEUPS)
NUMBER_OF: Final = {made: PLAY + place for place, made in enumerate(MAKEUPS)}  # The number of the play of a set

_NONE: Final = bytes(PLAY)
SIZE: Final = _NONE + bytes(made.size for made in MAKEUPS)
"""By number of a play: cards of the set; in the same way all that follow."""
BASE: Final = _NONE + bytes(made.base for made in MAKEUPS)
TWOS: Final = _NONE + bytes(made.twos for made in MAKEUPS)
SMALL: Final = _NONE + bytes(made.small for made in MAKEUPS)
BIG: Final = _NONE + bytes(made.big for made in MAKEUPS)
NATURAL: Final = _NONE + bytes(made.size - made.twos - made.jokers for made in MAKEUPS)
RETURNED: Final = tuple(
    ranks for few in range(1, MOST_RETURNED + 1) for ranks in combinations_with_replacement(range(15), few)
)
"""By number less ``RETURN``: the ranks that are sent back, ascending."""
RETURN_OF: Final = {ranks: RETURN + place for place, ranks in enumerate(RETURNED)}
ACTIONS: Final = RETURN + len(RETURNED)  # How many numbers there are

_WITH_CARDS: Final = (("return", RETURN), ("revolt", REVOLT_WITH), ("burn", BURN), ("play", PLAY))
"""What is done with cards, and at which number it begins."""


def set_number(base: int, natural: int, twos: int = 0, small: int = 0, big: int = 0) -> int:
    """The number of the play of a set."""
    return NUMBER_OF[_made(base, natural, twos, small, big)]


def wild_number(twos: int, small: int, big: int) -> int:
    """The number of the play of wild cards alone."""
    return set_number(DEUCE if twos else JOKERS_ONLY, 0, twos, small, big)


def number_of(verb: str, cards: Cards = ()) -> int:
    """The number of an action; ``KeyError`` or ``ValueError`` if it has none."""
    if verb == "return":
        return RETURN_OF[tuple(sorted(rank_of(card) for card in cards))]
    if not cards:
        return VERBS.index(verb)
    made = makeup_of(cards)
    if made is None:
        raise ValueError("no set")
    return NUMBER_OF[made] + {"play": 0, "burn": BURN - PLAY, "revolt": REVOLT_WITH - PLAY}[verb]


def number_of_action(action: Action) -> int:
    """The number of an action; ``KeyError`` or ``ValueError`` if it has none."""
    match action:
        case Pass():
            return PASS
        case Do(verb, cards):
            return number_of(verb, cards)
        case Play(cards, None):
            return number_of("play", cards)
    raise ValueError("no such action")


def action_of(number: int, hand: Cards) -> Action:
    """The action of a number, with the first cards of each rank in a hand; ``ValueError`` if that lacks some."""
    if number < PLAY:
        return Pass() if number == PASS else Do(VERBS[number])
    wanted = [0] * 15
    verb, first = next((verb, first) for verb, first in _WITH_CARDS if number >= first)
    if verb == "return":
        for rank in RETURNED[number - RETURN]:
            wanted[rank] += 1
    else:
        play = number - first + PLAY
        wanted[min(BASE[play], 14)] = NATURAL[play]
        wanted[12], wanted[13], wanted[14] = TWOS[play], SMALL[play], BIG[play]
    held = cards_by_rank(hand)
    taken = tuple(card for rank, few in enumerate(wanted) for card in held[rank][:few])
    if len(taken) < sum(wanted):
        raise ValueError(f"action {number}: the hand has no such cards")
    return Play(taken) if verb == "play" else Do(verb, taken)
