"""Positions and queries of the notation (section 10 of the rule sheet), and fresh deals."""

from collections.abc import Mapping
from typing import Final

from games.base.cards import Cards, full_pack, sort_cards, suit_of
from games.base.events import EVERYONE, Event, RoleTaken, WentOut
from games.base.options import Options
from games.base.round import Carry, Deal, Dice, Json, Step
from games.doudizhu.kinds import Kind, Reading
from games.doudizhu.options import HouseRules, house_rules
from games.doudizhu.scoring import settle
from games.doudizhu.state import NONE, SEATS, Bidding, MatchSoFar, Playing, Setting, State
from games.kit.match import dealt, in_turn
from games.kit.position import ImpossiblePosition, finished, hands_of, number, numbers, one_of
from games.kit.position import seat as seat_key
from games.kit.queries import Queries

__all__ = ["PACK", "Questions", "deal", "start"]

PACK: Final = full_pack()
_HEARTS: Final = 1
_KEYS: Final = ("phase", "leader", "landlord", "bid", "bombs", "plays", "finished")


def deal(options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    """Deal 17 cards each and a kitty of 3 (DZ-3); draw the first bidder where the house rules want it (DZ-30)."""
    rules = house_rules(options)
    cards = dice.shuffled(PACK)
    keys: dict[str, Json] = {"phase": "bid"}
    out = MatchSoFar.of(carry, SEATS).out
    if rules.first_bidder == "random" or (rules.first_bidder == "winner" and out is None):
        keys["leader"] = dice.below(SEATS)
    return Deal(in_turn(cards[:51], SEATS), stock=cards[51:], keys=keys)


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    rules, keys = house_rules(options), deal.keys
    before = MatchSoFar.of(carry, SEATS)
    before.verify_open(rules, "DZ-61")
    setting = Setting(options, rules, before)
    hands = hands_of(deal, _KEYS, SEATS, PACK, stock=True)
    told = tuple(dealt(hands))
    if one_of(keys, "phase", ("bid", "play"), "play") == "play":
        return _start_in_play(setting, hands, deal, told)
    _only_in_play(keys)
    if not all(hands):
        raise ImpossiblePosition("hands", "", "a card in every hand before the bidding")
    first = seat_key(keys, "leader", SEATS, _first_bidder(setting, hands))
    return Step(Bidding(setting, hands, deal.stock, first=first, turn=first), told)


def _only_in_play(keys: Mapping[str, Json]) -> None:
    empty: dict[str, Json] = {"bombs": 0, "plays": [0] * SEATS, "finished": []}
    for key in ("landlord", "bid", "bombs", "plays", "finished"):
        if key in keys and not (key in empty and keys[key] == empty[key]):
            raise ImpossiblePosition(key, keys[key], "this key only in phase play")


def _first_bidder(setting: Setting, hands: tuple[Cards, ...]) -> int:
    """Who is asked first if no ``leader`` is given (DZ-30)."""
    if setting.rules.first_bidder == "winner":
        return setting.before.out or 0
    if setting.rules.first_bidder == "three_of_hearts":
        hearts = [(card, seat) for seat, hand in enumerate(hands) for card in hand if suit_of(card) == _HEARTS]
        return min(hearts)[1] if hearts else 0
    return 0


def _start_in_play(setting: Setting, hands: tuple[Cards, ...], deal: Deal, told: tuple[Event, ...]) -> Step[State]:
    keys = deal.keys
    landlord = seat_key(keys, "landlord", SEATS)
    if sum(map(len, (*hands, deal.stock))) == len(PACK):  # a whole deal: the landlord has the kitty already (DZ-34)
        hands = tuple(sort_cards(hand + deal.stock) if seat == landlord else hand for seat, hand in enumerate(hands))
    elif deal.stock:
        raise ImpossiblePosition("stock", len(deal.stock), "a kitty only in phase bid")
    out = finished(keys, hands)
    if len(out) > 1:
        raise ImpossiblePosition("hands", "", "at most one empty hand: the round ends with the first (DZ-50)")
    state = Playing(
        setting=setting,
        hands=hands,
        kitty=None,
        landlord=landlord,
        bid=number(keys, "bid", 1, 1, 3),
        turn=seat_key(keys, "leader", SEATS, landlord),
        bombs_before=number(keys, "bombs", 0, 0, 14),
        plays=numbers(keys, "plays", NONE, 0, 54),
        finished=out,
    )
    role = RoleTaken(audience=EVERYONE, seat=landlord, role="landlord", stake=state.bid)
    if not out:
        return Step(state, (*told, role))
    over, ending = settle(state)
    return Step(over, (*told, role, WentOut(audience=EVERYONE, seat=out[0], place=1), *ending))


class Questions(Queries[Reading, HouseRules]):
    """``to_beat_as`` names a kind."""

    standing_as = "to_beat_as"
    kinds = frozenset(Kind)
