"""Positions of the notation (LJ-32), and fresh deals."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from games.base.cards import Cards, full_pack, sort_cards
from games.base.events import EVERYONE
from games.base.options import Options
from games.contract import Carry, Deal, Dice, Json, Step
from games.kit.match import dealt, verify_open
from games.kit.position import ImpossiblePosition, known_keys, numbers, one_of, within_pack
from games.kit.position import seat as seat_key
from games.liujiatong.events import LeaderSet
from games.liujiatong.options import house_rules
from games.liujiatong.play import go_on
from games.liujiatong.scoring import match_winner
from games.liujiatong.state import SEATS, MatchSoFar, Playing, Setting, State, following, side_out

__all__ = ["PACK", "deal", "start"]

PACK: Final = full_pack(4)
_KEYS: Final = ("phase", "leader", "finished", "taken")


def deal(options: Options, carry: Carry, dice: Dice) -> Deal:
    """Deal 36 cards each (LJ-3), and draw a leader where LJ-21 wants it."""
    cards = dice.shuffled(PACK)
    hands = tuple(sort_cards(cards[seat::SEATS]) for seat in range(SEATS))
    drawn = MatchSoFar.of(carry, SEATS).settled_leader(house_rules(options)) is None
    return Deal(hands, keys={"leader": dice.below(SEATS)} if drawn else {})


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    """Begin a round, fresh or set up; raise ``ImpossiblePosition`` if it cannot be."""
    rules, before, keys = house_rules(options), MatchSoFar.of(carry, SEATS), deal.keys
    known_keys(keys, _KEYS)
    verify_open(match_winner(before.scores, rules.target), carry, "LJ-30")
    one_of(keys, "phase", ("play",), "play")
    if deal.stock:
        raise ImpossiblePosition("stock", len(deal.stock), "no stock: all cards are dealt")
    if len(deal.hands) != SEATS:
        raise ImpossiblePosition("hands", len(deal.hands), f"{SEATS} hands")
    within_pack(deal.hands, PACK)
    hands = tuple(sort_cards(hand) for hand in deal.hands)
    if side_out(hands) is not None:
        raise ImpossiblePosition("hands", "", "cards on both sides: the round is over when one is out")
    finished = _finished(keys, hands)
    settled = before.settled_leader(rules)
    leader = _leader(keys, hands, settled or 0)
    why = "drawn" if "leader" in keys or settled is None else rules.first_lead
    events = dealt(hands)
    events.append(LeaderSet(audience=EVERYONE, seat=leader, why=why))
    taken = numbers(keys, "taken", (0,) * SEATS, 0)
    setting = Setting(options, rules, before, leader)
    return go_on(Playing(setting=setting, hands=hands, turn=leader, finished=finished, taken=taken), events)


def _leader(keys: Mapping[str, Json], hands: tuple[Cards, ...], settled: int) -> int:
    leader = seat_key(keys, "leader", SEATS, settled)
    if not hands[leader] and "leader" in keys:
        raise ImpossiblePosition("leader", leader, "a seat that holds cards")
    while not hands[leader]:
        leader = following(leader)
    return leader


def _finished(keys: Mapping[str, Json], hands: tuple[Cards, ...]) -> tuple[int, ...]:
    empty = tuple(seat for seat, hand in enumerate(hands) if not hand)
    finished = numbers(keys, "finished", empty, 0, SEATS - 1)
    if sorted(finished) != list(empty):
        raise ImpossiblePosition("finished", keys["finished"], "the seats with empty hands")
    return finished
