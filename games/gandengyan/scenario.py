"""Positions and queries of the notation (section 10 of the rule sheet), and fresh deals."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from games.base.actions import Pattern
from games.base.cards import Cards, full_pack, sort_cards
from games.base.events import EVERYONE
from games.base.options import Options
from games.base.round import Carry, Deal, Dice, Json, Step
from games.gandengyan.events import BankerSet
from games.gandengyan.kinds import Reading
from games.gandengyan.options import HouseRules, house_rules
from games.gandengyan.state import SEATS, MatchSoFar, Playing, Setting, State
from games.kit.match import dealt
from games.kit.position import ImpossiblePosition, finished, hands_of, number, numbers, one_of
from games.kit.position import seat as seat_key
from games.kit.queries import Queries

__all__ = ["Questions", "deal", "pack_of", "start"]

_KEYS: Final = ("phase", "leader", "banker", "multiplier", "plays", "finished")
_EACH: Final = 5


def pack_of(options: Options) -> Cards:
    """All cards in use, whatever the number of players (GY-2)."""
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
    seats = len(deal.hands)
    if seats not in SEATS:
        raise ImpossiblePosition("hands", seats, f"{SEATS[0]} to {SEATS[-1]} hands")
    rules, keys = house_rules(options), deal.keys
    before = MatchSoFar.of(carry, seats)
    before.verify_open(rules, "GY-61")
    hands = hands_of(deal, _KEYS, seats, pack_of(options), stock=True)
    one_of(keys, "phase", ("play",), "play")
    if finished(keys, hands):
        raise ImpossiblePosition(
            "hands", "", "a card in every hand: the round ends with the first that has none (GY-50)"
        )
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


class Questions(Queries[Reading, HouseRules]):
    """``to_beat_as`` names ranks (GY-15); nobody asks about an empty hand."""

    standing_as = "to_beat_as"

    def plays(
        self, patterns: Sequence[Pattern], standing: Reading | None, pack: Cards, rules: HouseRules
    ) -> list[str] | None:
        if not patterns:
            raise ImpossiblePosition("hand", "", "at least one card")
        return super().plays(patterns, standing, pack, rules)

    def may_pass(
        self, patterns: Sequence[Pattern], standing: Reading | None, rules: HouseRules, *, can_play: bool
    ) -> bool:
        """Whether something stands, or the hand is a lone joker, which cannot be led (GY-32, GY-36)."""
        return standing is not None or (len(patterns) == 1 and not can_play)
