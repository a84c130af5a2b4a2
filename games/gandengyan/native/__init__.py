"""The native core of Gan Deng Yan, where it has been built: what it is told of house rules and states (``core.c``)."""

from functools import lru_cache
from typing import Final

from games.gandengyan.kinds import Kind
from games.gandengyan.options import HouseRules
from games.gandengyan.state import SEATS, Playing
from games.kit.native import Round, Rules, copies, core_of, stands

__all__ = ["CORE", "going_on", "rules_of"]

CORE: Final = core_of(__name__)
_KINDS: Final = tuple(Kind)
_MOST: Final = SEATS[-1]
_NOBODY: Final = -1


@lru_cache(maxsize=64)
def rules_of(house: HouseRules, seats: int) -> Rules | None:
    """The rules as the core has them; ``None`` where there is no core."""
    options = (
        house.packs, house.draw == "all", house.combos.trio_set, house.combos.rocket_top, house.bomb_factor == "size",
        ("double", "banker", "off").index(house.unplayed), *(name in house.leftover for name in ("jokers", "twos", "bombs")),
        house.alarm_free, house.cap, seats,
    )  # fmt: skip
    return CORE.Rules(options) if CORE else None


def going_on(state: Playing) -> Round | None:
    """A round of the core that goes on from a state, and has heard nothing of what was done before; ``None`` where there is no
    core."""
    house, before, free = state.setting.rules, state.setting.before, [0] * (_MOST - state.seats)
    rules = rules_of(house, state.seats)
    if not CORE or not rules:
        return None
    left = [max(house.deals - before.deals - counted, 0) for counted in (0, 1)]
    drawn = [_NOBODY if card is None else card for card in state.drawn]
    standing = state.standing
    return CORE.Round(
        rules,
        [
            state.turn, state.setting.banker, state.multiplier, *left, state.passes,
            *state.plays, *free, *before.scores, *free, *drawn, *free, *stands(state, _KINDS),
            *(count for hand in state.hands for count in copies(hand)), *free * 54,
            *copies(() if standing is None else standing.cards), *state.stock,
        ],
    )  # fmt: skip
