"""Fresh deals, positions and queries of the notation."""

from collections.abc import Sequence
from typing import Final

from games.base.actions import Pattern
from games.base.cards import make_card
from games.base.options import Options
from games.base.round import Carry, Deal, Dice, Step
from games.kit.match import dealt, in_turn, verify_open
from games.kit.position import ImpossiblePosition, finished, hands_of, numbers, one_of
from games.kit.position import seat as seat_key
from games.kit.queries import Queries
from paodekuai.kinds import Reading
from paodekuai.options import OPTIONS, HouseRules, house_rules
from paodekuai.play import COMBINATIONS
from paodekuai.state import NONE, PACK, SEATS, MatchSoFar, Playing, Setting, State

__all__ = ["deal", "query", "start"]

_THREE_OF_SPADES: Final = make_card(0, 0)
_KEYS: Final = ("phase", "leader", "opening", "plays", "finished")


def deal(options: Options, players: int, carry: Carry, dice: Dice) -> Deal:
    """16 cards each (PK-3); the holder of the 3 of spades leads (PK-20)."""
    hands = in_turn(dice.shuffled(PACK), SEATS)
    leader = next(seat for seat, hand in enumerate(hands) if _THREE_OF_SPADES in hand)
    return Deal(hands, keys={"leader": leader, "opening": True}, follows=MatchSoFar.of(carry, SEATS).rounds > 0)


def start(options: Options, deal: Deal, carry: Carry) -> Step[State]:
    """Begin a round, fresh or set up; ``ImpossiblePosition`` if it cannot be."""
    keys, rules, before = deal.keys, house_rules(options), MatchSoFar.of(carry, SEATS)
    hands = hands_of(deal, _KEYS, SEATS, PACK)
    one_of(keys, "phase", ("play",), "play")
    if deal.follows:
        verify_open(before.winner(rules), carry, "PK-31")
    if finished(keys, hands):
        raise ImpossiblePosition(
            "hands", "", "a card in every hand: the round ends with the first that has none (PK-30)"
        )
    leader, opening = seat_key(keys, "leader", SEATS), keys.get("opening", False)
    if not isinstance(opening, bool) or (opening and hands[leader][0] >= make_card(1)):
        raise ImpossiblePosition("opening", opening, "true only where the leader holds a 3, else false (PK-20)")
    plays, setting = numbers(keys, "plays", NONE, 0), Setting(options, rules, before)
    state = Playing(hands=hands, turn=leader, setting=setting, opening=opening, plays=plays)
    return Step(state, tuple(dealt(hands)))


class _Queries(Queries[Reading, HouseRules]):
    def may_pass(
        self, patterns: Sequence[Pattern], standing: Reading | None, rules: HouseRules, *, can_play: bool
    ) -> bool:
        """Whether something stands, and does not have to be beaten (PK-23)."""
        return standing is not None and not (can_play and rules.must_beat)


query: Final = _Queries(COMBINATIONS, OPTIONS, house_rules, lambda options: PACK)
