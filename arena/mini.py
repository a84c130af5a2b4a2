"""Mini games for programs that learn, never for tables of people: the 24 cards from 3 to 8 and a few in each hand, so that every
position can be visited."""

from copy import copy
from functools import partial
from typing import Any, Final

from arena.interface import Interface
from games.base.cards import full_pack, sort_cards
from games.base.options import Options
from games.contract import Carry, Deal, Dice, Game
from games.kit.match import in_turn

__all__ = ["longest", "mini"]

_PACK: Final = full_pack()[:24]


def mini(game: Game[Any], interface: Interface, each: int, players: int) -> Game[Any]:
    """Return a game that deals so many cards to each hand, to the banker's one more; ``ValueError`` if it cannot."""
    beside = interface.mini_beside
    if beside is None:
        raise ValueError(f"mini: {game.key} has no mini game")
    most = (len(_PACK) - beside - 1) // players
    if not 1 <= each <= most:
        raise ValueError(f"mini: 1 to {most} cards for each of {players}, not {each}")
    small = copy(game)
    vars(small).update(pack=lambda options, players: _PACK, deal=partial(_deal, game, each, beside))
    return small


def longest(each: int, players: int) -> int:
    """Return how many deeds a round has at most: bids, draws, and each card laid by itself while all others pass."""
    return players * (each * players + 3) + players + 2


def _deal(game: Game[Any], each: int, beside: int, options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    whole = game.deal(options, players, carry, dice)  # who begins is drawn as ever
    cards = dice.shuffled(_PACK)
    hands, at = list(in_turn(cards[: each * players], players)), each * players
    banker = whole.keys.get("banker")
    if isinstance(banker, int):
        hands[banker] = sort_cards((*hands[banker], cards[at]))
        at += 1
    return Deal(tuple(hands), stock=cards[at : at + beside], keys=whole.keys, follows=whole.follows)
