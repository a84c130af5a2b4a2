"""House rules of Liu Jia Tong (section 8 of the rule sheet) and the presets."""

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from games.base.options import Preset, number, typed

__all__ = ["PRESETS", "HouseRules", "house_rules"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options, in the order of the rule sheet, which says what each means."""

    first_lead: Literal["random", "same", "first_out"] = "random"
    leftover: Literal["none", "out_side"] = "none"
    target: int = number(0, 1_000_000, 0)


PRESETS: Final = (
    Preset("standard", {}),
    Preset("leftover_to_out", {"leftover": "out_side"}),
    Preset("first_out_leads", {"first_lead": "first_out"}),
    Preset("same_leader", {"first_lead": "same"}),
    Preset("to_1000", {"target": 1000}),
)
house_rules: Final = partial(typed, HouseRules)
"""Complete options as ``HouseRules``."""
