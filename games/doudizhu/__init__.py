"""Dou Dizhu (斗地主): one landlord against two peasants. The door of the room: everything else is behind ``GAME``."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from games.base.actions import Action, Bid, Pass, Play, Said
from games.base.words import BID, COMMON_KINDS, PASS, PLAY
from games.contract import Game
from games.doudizhu import facts, play, scenario, scoring
from games.doudizhu.kinds import Kind
from games.doudizhu.options import PRESETS, HouseRules
from games.doudizhu.state import Bidding, Playing, State
from games.kit.climb import to_beat
from games.kit.counts import pack, take
from games.kit.door import ALL_LEVELS, ClimbingDoor, Phase, RuleNumbers

__all__ = ["GAME"]

_KINDS: Final = {
    Kind.TRIO_SINGLE: ("三带一", "trio with a single", "three with one", "trio+1"),
    Kind.TRIO_PAIR: ("三带二", "三带一对", "三带对", "trio with a pair", "full house", "trio+2"),
    Kind.AIRPLANE: ("飞机", "三顺", "airplane", "plane"),
    Kind.AIRPLANE_SMALL: ("飞机带小翼", "airplane with wings", "飞机", "airplane", "plane"),
    Kind.AIRPLANE_LARGE: ("飞机带大翼", "airplane with big wings", "飞机", "airplane", "plane"),
    Kind.FOUR_TWO_SINGLES: ("四带二", "four with two", "4+2"),
    Kind.FOUR_TWO_PAIRS: ("四带两对", "四带对", "four with two pairs", "4+2+2"),
    Kind.SHUTTLE: ("航天飞机", "航天", "space shuttle", "shuttle"),
    Kind.SHUTTLE_SMALL: ("航天飞机带小翼", "shuttle with wings", "space shuttle with wings", "航天飞机", "shuttle"),
    Kind.SHUTTLE_LARGE: ("航天飞机带大翼", "shuttle with big wings", "space shuttle with big wings", "航天飞机", "shuttle"),
    Kind.ROCKET: ("王炸", "火箭", "核弹", "rocket", *COMMON_KINDS["bomb"], "nuke", "king bomb"),
}  # fmt: skip
_CALLED: Final = {
    "hook": "J", "circle": "Q", "tip": "A", "spear": "A", "pointy": "A", "ruler": "?",
    "black and white joker": "x", "black-and-white joker": "x", "b&w joker": "x",
    "nuke": "x X", "king bomb": "x X",
}  # fmt: skip


class _DouDizhu(ClimbingDoor[State]):
    """The contract, spoken by this room."""

    key = "doudizhu"
    stake = 4.0
    levels = ALL_LEVELS
    parts = (facts, scenario, scoring)
    queries = scenario.Questions
    house, presets = HouseRules, PRESETS
    seats = range(3, 4)
    cards = scenario.PACK
    words = (PLAY, PASS, *BID)
    kinds = MappingProxyType({kind: _KINDS.get(kind) or COMMON_KINDS[kind] for kind in Kind})
    fewest = MappingProxyType({Kind.ROCKET: 2})
    called = MappingProxyType(_CALLED)
    samples = MappingProxyType({"": "play 7 7", "bid": "bid 2"})
    rules = RuleNumbers(seats="DZ-1", turn="DZ-44", over="DZ-50", hand="DZ-40", verbs="DZ-44")
    tricks = play.TRICKS
    phases = MappingProxyType(
        {Bidding: Phase(play.check_call, play.apply_call, play.legal_calls, "bid"), Playing: play.TRICKS}
    )

    def read_verb(self, state: State, seat: int, said: Said) -> Action:
        """Read a bid (DZ-31)."""
        match said:
            case Said(verb="bid", number=int(amount)):
                return Bid(amount)
            case _:
                raise self.wrong_verb(state, said)

    def suggested(self, state: Playing) -> Iterator[Action]:
        from games.doudizhu.ai.player import suggested_plays  # loaded only where somebody wants suggestions

        hand = state.hands[state.turn]
        plays = suggested_plays(pack(hand), to_beat(state), state.setting.rules.combos)
        yield from (Play(take(hand, play)) for play in plays)
        if not plays:
            yield Pass()


GAME: Final[Game[State]] = _DouDizhu()
