"""Positions and queries of the notation (LJ-32), and fresh deals."""

from collections.abc import Mapping
from typing import Final

from games.base.cards import Cards, full_pack
from games.base.events import EVERYONE
from games.base.options import Options
from games.base.round import Carry, Deal, Dice, Json, Step
from games.kit.climb import next_holding
from games.kit.match import dealt, in_turn, verify_open
from games.kit.position import ImpossiblePosition, finished, hands_of, numbers, one_of
from games.kit.position import seat as seat_key
from games.kit.queries import Queries
from games.liujiatong.events import LeaderSet
from games.liujiatong.kinds import Reading
from games.liujiatong.options import house_rules
from games.liujiatong.play import TRICKS
from games.liujiatong.scoring import match_winner
from games.liujiatong.state import SEATS, MatchSoFar, Playing, Setting, State, side_out

__all__ = ["PACK", "Questions", "deal", "start"]

PACK: Final = full_pack(4)
_KEYS: Final = ("phase", "leader", "finished", "taken")


def deal(options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    """Deal 36 cards each (LJ-3), and draw a leader where LJ-21 wants it."""
    hands = in_turn(dice.shuffled(PACK), SEATS)
    drawn = MatchSoFar.of(carry, SEATS).settled_leader(house_rules(options)) is None
    return Deal(hands, keys={"leader": dice.below(SEATS)} if drawn else {})


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    rules, before, keys = house_rules(options), MatchSoFar.of(carry, SEATS), deal.keys
    verify_open(match_winner(before.scores, rules.target), carry, "LJ-30")
    one_of(keys, "phase", ("play",), "play")
    hands = hands_of(deal, _KEYS, SEATS, PACK)
    if side_out(hands) is not None:
        raise ImpossiblePosition("hands", "", "cards on both sides: the round is over when one is out")
    out = finished(keys, hands)
    settled = before.settled_leader(rules)
    leader = _leader(keys, hands, settled or 0)
    why = "drawn" if "leader" in keys or settled is None else rules.first_lead
    events = dealt(hands)
    events.append(LeaderSet(audience=EVERYONE, seat=leader, why=why))
    taken = numbers(keys, "taken", (0,) * SEATS, 0)
    setting = Setting(options, rules, before, leader)
    return TRICKS.go_on(Playing(setting=setting, hands=hands, turn=leader, finished=out, taken=taken), events)


def _leader(keys: Mapping[str, Json], hands: tuple[Cards, ...], settled: int) -> int:
    leader = seat_key(keys, "leader", SEATS, settled)
    if not hands[leader] and "leader" in keys:
        raise ImpossiblePosition("leader", leader, "a seat that holds cards")
    return leader if hands[leader] else next_holding(hands, leader)


class Questions(Queries[Reading, object]):
    """``as`` names a complete combination (LJ-18)."""

    new_as = "as"
