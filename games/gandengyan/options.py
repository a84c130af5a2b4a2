"""House rules of Gan Deng Yan (section 9 of the rule sheet) and the presets."""

from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal

from games.base.options import Preset, number, several, typed
from games.gandengyan.kinds import ComboRules

__all__ = ["PRESETS", "HouseRules", "house_rules"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options, in the order of the rule sheet, which says what each means."""

    packs: Literal[1, 2] = 1
    draw: Literal["winner", "all"] = "winner"
    trio: Literal["bomb", "set"] = "bomb"
    rocket: Literal["top", "trio"] = "top"
    bomb_factor: Literal["double", "size"] = "double"
    unplayed: Literal["double", "banker", "off"] = "double"
    leftover: tuple[str, ...] = several("jokers", "twos", "bombs")
    alarm_free: bool = False
    cap: int = number(0, 1_000_000, 0)
    deals: int = number(0, 1_000_000, 10)
    target: int = number(0, 1_000_000, 0)
    combos: ComboRules = field(init=False)

    def __post_init__(self) -> None:
        combos = ComboRules(trio_set=self.trio == "set", rocket_top=self.rocket == "top")
        object.__setattr__(self, "combos", combos)


PRESETS: Final = (
    Preset("standard", {}),
    Preset("draw_all", {"draw": "all"}),
    Preset("trio_set", {"trio": "set"}),
    Preset("two_packs", {"packs": 2}),
    Preset("all_doubles", {"bomb_factor": "size", "leftover": ("jokers", "twos", "bombs")}),
    Preset("gentle", {"unplayed": "off", "alarm_free": True, "cap": 20}),
)
house_rules: Final = partial(typed, HouseRules)
"""Complete options as ``HouseRules``."""
