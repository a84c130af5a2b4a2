"""Big Two (锄大地): four players, every card higher or lower than any other, and whoever has none left first wins."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar, Final

from bigtwo.kinds import DIAMOND_THREE, NAMES, SIZES, SUITS_UP, Reading, height, reading_of
from games.base.cards import Cards, full_pack, sort_cards
from games.base.options import Preset, number
from games.contract import Game
from games.kit.climb import ClimbRules
from games.kit.combinations import Combinations
from games.kit.door import OfRound, RuleNumbers
from games.kit.shedding import Playing, Shedding, State

__all__ = ["GAME"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options. ``pass_binds``: who has passed is out of the trick (BT-22). ``deals``, ``target``: BT-31."""

    pass_binds: bool = False
    deals: int = number(0, 1_000_000, 5)
    target: int = number(0, 1_000_000, 0)


class _Combinations(Combinations[Reading, HouseRules]):
    """What cards are and what beats what, whatever the house rules."""

    def readings(self, cards: Cards, rules: HouseRules) -> tuple[Reading, ...]:
        found = reading_of(cards)
        return () if found is None else (found,)

    def beats(self, reading: Reading, standing: Reading, rules: HouseRules) -> bool:
        return reading.size == standing.size and reading.order > standing.order  # BT-12, BT-21

    def plays(self, hand: Cards, standing: Reading | None, rules: HouseRules) -> Iterator[Cards]:
        """Every play, card by card; few cards and low ones first."""
        for size in SIZES if standing is None else (standing.size,):
            found = [(reading_of(cards), cards) for cards in combinations(sorted(hand, key=height), size)]
            known = [(one.order, cards) for one, cards in found if one is not None]
            yield from (
                sort_cards(cards) for order, cards in sorted(known) if standing is None or order > standing.order
            )


class _BigTwo(Shedding):
    """The contract, spoken by this room."""

    key = "bigtwo"
    house = HouseRules
    presets = (Preset("standard", {}), Preset("strict", {"pass_binds": True}))
    seats = range(4, 5)
    cards = full_pack(jokers=False)
    suited = True
    always: ClassVar[OfRound] = {"suits": SUITS_UP}
    kinds = NAMES
    rules = RuleNumbers(seats="BT-1", turn="BT-1", over="BT-30", hand="BT-21", verbs="BT-21")
    course = ClimbRules(lead="BT-22", hand="BT-21", verbs="BT-21", combinations="BT-10", named="BT-11", beats="BT-21")
    first, opens_by, ends_by, match_by = DIAMOND_THREE, "BT-20", "BT-30", "BT-31"
    combinations = _Combinations()

    def binds(self, rules: HouseRules) -> bool:
        return rules.pass_binds

    def paid(self, state: Playing, seat: int) -> int:
        """A point a card, twice with ten or more, three times with all (BT-30)."""
        left = len(state.hands[seat])
        return left * (3 if left == 13 else 2 if left >= 10 else 1)


GAME: Final[Game[State]] = _BigTwo()
