"""The native core of Liu Jia Tong, where it has been built: what it is told of house rules and states (``core.c``)."""

from functools import lru_cache
from typing import Final

from games.kit.native import Round, Rules, copies, core_of
from games.liujiatong.kinds import Kind
from games.liujiatong.options import HouseRules
from games.liujiatong.state import SEATS, Playing

__all__ = ["CORE", "going_on", "rules_of"]

CORE: Final = core_of(__name__)
_KINDS: Final = tuple(Kind)
_NOBODY: Final = -1
_LARGEST: Final = 36  # Cards of a hand: no larger play has a number


@lru_cache(maxsize=64)
def rules_of(house: HouseRules) -> Rules | None:
    """The rules as the core has them; ``None`` where there is no core."""
    return CORE.Rules([house.leftover == "out_side"]) if CORE else None


def going_on(state: Playing) -> Round | None:
    """A round of the core that goes on from a state, and has heard nothing of what was done before. ``None`` where there is no
    core, and where hands are larger than any that is dealt."""
    setting, standing = state.setting, state.standing
    rules = rules_of(setting.rules)
    if not CORE or not rules or max(map(len, state.hands)) > _LARGEST:
        return None
    stands = [_NOBODY, 0, 0]
    if standing is not None:
        stands = [standing.seat, _KINDS.index(standing.reading.kind), standing.reading.rank]
    places = [state.finished.index(seat) + 1 if seat in state.finished else 0 for seat in range(SEATS)]
    numbers = [setting.leader, state.turn, state.pot, *stands, *places, *state.taken, *setting.before.scores]
    hands = [count for hand in state.hands for count in copies(hand)]
    return CORE.Round(rules, [*numbers, *hands, *copies(() if standing is None else standing.cards)])
