"""The native core of Dou Dizhu, where it has been built: what it is told of house rules and states (``core.c``)."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from games.doudizhu.kinds import Kind, Reading
from games.doudizhu.options import HouseRules
from games.doudizhu.state import NONE, Bidding, Playing
from games.kit.native import Round, Rules, copies, core_of, stands

__all__ = ["CORE", "going_on", "played_on", "rules_of"]

CORE: Final = core_of(__name__)
_KINDS: Final = tuple(Kind)
_NOBODY: Final = -1
_LARGEST: Final = 20  # Cards of the landlord's hand: no larger set has a number


@lru_cache(maxsize=64)
def rules_of(house: HouseRules) -> Rules | None:
    """The rules as the core has them; ``None`` where there is no core."""
    combos = house.combos
    options = (
        house.bidding == "until_passed", house.all_pass == "force", house.scoring == "cards_left", house.share == "winner",
        house.spring, combos.joker_kickers, combos.equal_kickers, combos.shuttles, house.first_bidder == "three_of_hearts",
    )  # fmt: skip
    return CORE.Rules(options) if CORE else None


def going_on(state: Bidding | Playing) -> Round | None:
    """A round of the core that goes on from a state, and has heard nothing of what was done before. ``None`` where there is no
    core, and where hands are larger than any that is dealt."""
    house, before = state.setting.rules, state.setting.before
    rules = rules_of(house)
    if not CORE or not rules or max(map(len, state.hands)) > _LARGEST:
        return None
    left = [max(house.deals - before.deals - counted, 0) for counted in (0, 1)]
    hands = [count for hand in state.hands for count in copies(hand)]
    if isinstance(state, Bidding):
        caller = next((seat for seat, amount in state.calls if amount and amount == state.bid), _NOBODY)
        called = [state.first, len(state.calls), state.calls[-1][1] if state.calls else 0, caller]
        numbers = [_NOBODY, state.turn, state.bid, 0, *left, *NONE, *before.scores, _NOBODY, 0, 0, 0, *called]
        return CORE.Round(rules, [*numbers, *hands, *copies(state.kitty), *copies(())])
    standing = state.standing
    numbers = [state.landlord, state.turn, state.bid, state.all_bombs, *left, *state.plays, *before.scores]
    numbers += [*stands(state, _KINDS), state.landlord, 0, 0, state.landlord]
    return CORE.Round(rules, [*numbers, *hands, *copies(()), *copies(() if standing is None else standing.cards)])


def played_on(
    hands: Iterable[tuple[int, ...]],
    landlord: int,
    seat: int,
    known: int,
    stands: tuple[Reading | None, int, int],
    plays: Sequence[int],
    house: HouseRules,
) -> tuple[int, ...] | None:
    """With how many of these hands each play of a seat wins where all play on as ``normal`` would (``thumb.h``); ``None`` where
    there is no core. ``known``: what peasants know of the landlord's hand; ``stands``: what is to be beaten, whose it is, and how
    many have passed on it."""
    rules = rules_of(house)
    if rules is None:
        return None
    standing, owner, passes = stands
    to_beat = [len(_KINDS), 0, 0] if standing is None else [_KINDS.index(standing.kind), standing.top, standing.size]
    drawn = list(hands)
    asked = [landlord, seat, known, owner, passes, *to_beat, len(plays), len(drawn), *plays]
    return rules.answer([*asked, *(hand for dealt in drawn for hand in dealt)])
