"""House rules of Gong Zhu (section 7 of the rule sheet) and the presets."""

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from games.base.options import Preset, typed

__all__ = ["PRESETS", "HouseRules", "house_rules"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options, in the order of the rule sheet, which says what each means."""

    expose_rounds: Literal[0, 1, 2] = 1
    plus_1000: Literal["off", "ends", "loses"] = "off"
    diamond_queen: bool = False
    all_cards_win: bool = False
    teams: bool = False
    swap_jack_queen: bool = False

    @property
    def pig_is_good(self) -> bool:
        """Whether pig and goat have switched their values (GZ-35)."""
        return self.swap_jack_queen


PRESETS: Final = (
    Preset("standard", {}),
    Preset("partners", {"teams": True}),
    Preset("plus_1000", {"plus_1000": "ends"}),
    Preset("diamond_queen", {"diamond_queen": True}),
    Preset("all_cards_win", {"all_cards_win": True}),
    Preset("pig_goat_swapped", {"swap_jack_queen": True}),
    Preset("expose_twice", {"expose_rounds": 2}),
    Preset("no_exposing", {"expose_rounds": 0}),
)
house_rules: Final = partial(typed, HouseRules)
"""Complete options as ``HouseRules``."""
