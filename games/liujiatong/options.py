"""House rules of Liu Jia Tong (section 8 of the rule sheet) and the presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast

from games.base.options import Choice, Number, Options, OptionSet, Preset

__all__ = ["OPTIONS", "PRESETS", "HouseRules", "house_rules"]

OPTIONS: Final = OptionSet(
    (
        Choice("first_lead", ("random", "same", "first_out"), "random"),
        Choice("leftover", ("none", "out_side"), "none"),
        Number("target", 0, 1_000_000, 0),
    )
)

PRESETS: Final = (
    Preset("standard", {}),
    Preset("leftover_to_out", {"leftover": "out_side"}),
    Preset("first_out_leads", {"first_lead": "first_out"}),
    Preset("same_leader", {"first_lead": "same"}),
    Preset("to_1000", {"target": 1000}),
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options as the rules use them; the meaning of each is in the rule sheet."""

    first_lead: Literal["random", "same", "first_out"]
    leftover: Literal["none", "out_side"]
    target: int


def house_rules(options: Options) -> HouseRules:
    """Return typed house rules from complete options."""
    return HouseRules(
        first_lead=cast("Literal['random', 'same', 'first_out']", options["first_lead"]),
        leftover=cast("Literal['none', 'out_side']", options["leftover"]),
        target=cast("int", options["target"]),
    )
