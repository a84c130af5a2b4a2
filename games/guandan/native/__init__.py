"""The native core of Guandan, where it has been built: what it is told of house rules and states (``core.c``)."""

from functools import lru_cache
from typing import Final

from games.base.cards import RANKS
from games.guandan.combinations.kinds import Kind
from games.guandan.options import HouseRules
from games.guandan.state import SEATS, Exchanging, Playing
from games.kit.native import Round, Rules, copies, core_of

__all__ = ["CORE", "going_on", "rules_of"]

CORE: Final = core_of(__name__)
_KINDS: Final = tuple(Kind)
_NOBODY: Final = -1
_PLAYING, _TRIBUTES, _RETURNS = range(3)
_WORST_PLACE: Final = {"second": 1, "not_last": 2, "any": 3}  # Of the winner's partner, from 0


@lru_cache(maxsize=64)
def rules_of(house: HouseRules) -> Rules | None:
    """The rules as the core has them; ``None`` where there is no core."""
    options = (
        house.play_out, house.wind == "partner", house.tribute, house.return_max == "any", house.tie_to_first == "left",
        house.flush_over, house.joker_full_house, house.wild_with_jokers, house.rounds, house.a_tries,
        _WORST_PLACE[house.a_win], house.match_point == "any", sum(1 << RANKS.index(rank) for rank in house.stops),
    )  # fmt: skip
    return CORE.Rules(options) if CORE else None


def going_on(state: Exchanging | Playing) -> Round | None:
    """A round of the core that goes on from a state, and has heard nothing of what was done before; ``None`` where there is no
    core."""
    setting = state.setting
    before, rules = setting.before, rules_of(setting.rules)
    if not CORE or not rules:
        return None
    phase, turn, resisted, owed = _PLAYING, 0, False, [_NOBODY] * 6
    finished, stands, standing = list[int](), [_NOBODY, 0, 0, 0], None
    if isinstance(state, Exchanging):
        phase, turn = _TRIBUTES if state.verb == "tribute" else _RETURNS, state.leader
        for at, (entry, named) in enumerate(zip(state.owed, state.named, strict=True)):
            owed[at::2] = [entry.seat, _NOBODY if entry.to is None else entry.to, _NOBODY if named is None else named]
    else:
        turn, resisted, finished, standing = state.turn, state.holders is not None, [*state.finished], state.standing
    if standing is not None:
        reading = standing.reading
        stands = [standing.seat, _KINDS.index(reading.kind), reading.rank, reading.size]
    numbers = [
        phase, setting.level, turn, resisted, _NOBODY if setting.declarer is None else setting.declarer, setting.number,
        *before.levels, *before.tries, *before.scores, *(before.places or [_NOBODY] * SEATS),
        *finished, *[_NOBODY] * (SEATS - len(finished)), *owed, *stands,
    ]  # fmt: skip
    hands = [count for hand in state.hands for count in copies(hand)]
    return CORE.Round(rules, [*numbers, *hands, *copies(() if standing is None else standing.cards)])
