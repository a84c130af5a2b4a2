"""Positions of the notation (section 10 of the rule sheet), and fresh deals."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from games.base.cards import Cards, full_pack, sort_cards
from games.base.events import EVERYONE
from games.base.options import Options
from games.contract import Carry, Deal, Dice, Json, Step
from games.gandengyan.events import BankerSet
from games.gandengyan.options import house_rules
from games.gandengyan.state import SEATS, MatchSoFar, Playing, Setting, State
from games.kit.match import dealt
from games.kit.position import ImpossiblePosition, known_keys, number, numbers, one_of, within_pack
from games.kit.position import seat as seat_key

__all__ = ["deal", "pack_of", "start"]

_KEYS: Final = ("phase", "leader", "banker", "multiplier", "plays", "finished")
_EACH: Final = 5


def pack_of(options: Options) -> Cards:
    """Return all cards in use, whatever the number of players (GY-2)."""
    return full_pack(house_rules(options).packs)


def deal(options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    """Deal 5 cards each and 6 to the banker, the rest is the stock (GY-3); draw the first banker (GY-4)."""
    before = MatchSoFar.of(carry, players)
    cards = dice.shuffled(pack_of(options))
    banker = dice.below(players) if before.banker is None else before.banker
    dealt = _EACH * players
    hands = [cards[(seat - banker) % players : dealt : players] for seat in range(players)]
    hands[banker] = (*hands[banker], cards[dealt])
    keys: dict[str, Json] = {"banker": banker}
    sorted_hands = tuple(map(sort_cards, hands))
    return Deal(sorted_hands, stock=cards[dealt + 1 :], keys=keys, follows=before.banker is not None)


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    """Begin a round, fresh or set up; raise ``ImpossiblePosition`` if it cannot be."""
    seats = len(deal.hands)
    if seats not in SEATS:
        raise ImpossiblePosition("hands", seats, f"{SEATS[0]} to {SEATS[-1]} hands")
    rules, keys = house_rules(options), deal.keys
    before = MatchSoFar.of(carry, seats)
    before.verify_open(rules, "GY-61")
    known_keys(keys, _KEYS)
    one_of(keys, "phase", ("play",), "play")
    numbers(keys, "finished", ())
    within_pack((*deal.hands, deal.stock), pack_of(options))
    if not all(deal.hands):
        raise ImpossiblePosition(
            "hands", "", "a card in every hand: the round ends with the first that has none (GY-50)"
        )
    hands = tuple(sort_cards(hand) for hand in deal.hands)
    banker = seat_key(keys, "banker", seats, before.banker or 0)
    none = (0,) * seats
    state = Playing(
        setting=Setting(options, rules, replace(before, banker=banker), banker),
        hands=hands,
        stock=deal.stock,
        turn=seat_key(keys, "leader", seats, banker),
        multiplier=number(keys, "multiplier", 1, 1),
        plays=numbers(keys, "plays", none, 0),
        bombs=none,
        rockets=none,
        drawn=(None,) * seats,
    )
    events = dealt(hands)
    events.append(BankerSet(audience=EVERYONE, seat=banker))
    return Step(state, tuple(events))
