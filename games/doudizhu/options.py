"""House rules of Dou Dizhu (section 9 of the rule sheet) and the presets."""

from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal

from games.base.options import Preset, number, typed
from games.doudizhu.kinds import ComboRules

__all__ = ["PRESETS", "HouseRules", "house_rules"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options, in the order of the rule sheet, which says what each means."""

    first_bidder: Literal["random", "three_of_hearts", "winner"] = "random"
    bidding: Literal["once", "until_passed"] = "once"
    all_pass: Literal["redeal", "force"] = "redeal"
    scoring: Literal["stake", "cards_left"] = "stake"
    share: Literal["equal", "winner"] = "equal"
    spring: Literal[1, 2, 3] = 2
    joker_kickers: Literal["none", "one", "both"] = "one"
    equal_kickers: bool = True
    shuttles: bool = True
    deals: int = number(0, 1_000_000, 6)
    target: int = number(0, 1_000_000, 0)
    combos: ComboRules = field(init=False)

    def __post_init__(self) -> None:
        jokers = ("none", "one", "both").index(self.joker_kickers)
        object.__setattr__(self, "combos", ComboRules(jokers, self.equal_kickers, self.shuttles))


PRESETS: Final = (
    Preset("standard", {}),
    Preset("cards_left", {"scoring": "cards_left", "share": "equal"}),
    Preset("cards_left_winner", {"scoring": "cards_left", "share": "winner"}),
    Preset("strict_wings", {"equal_kickers": False, "joker_kickers": "none"}),
    Preset("no_shuttles", {"shuttles": False}),
    Preset("open_bidding", {"bidding": "until_passed"}),
    Preset("three_of_hearts", {"first_bidder": "three_of_hearts"}),
    Preset("endless", {"deals": 0, "target": 0}),
)
house_rules: Final = partial(typed, HouseRules)
"""Complete options as ``HouseRules``."""
