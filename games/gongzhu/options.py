"""House rules of Gong Zhu (section 7 of the rule sheet) and the presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast

from games.base.options import Choice, Flag, Options, OptionSet, Preset

__all__ = ["OPTIONS", "PRESETS", "HouseRules", "house_rules"]

OPTIONS: Final = OptionSet(
    (
        Choice("expose_rounds", (0, 1, 2), 1),
        Choice("plus_1000", ("off", "ends", "loses"), "off"),
        Flag("diamond_queen", False),
        Flag("all_cards_win", False),
        Flag("teams", False),
        Flag("swap_jack_queen", False),
    )
)

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


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options as the rules use them; the meaning of each is in the rule sheet."""

    expose_rounds: int
    plus_1000: Literal["off", "ends", "loses"]
    diamond_queen: bool
    all_cards_win: bool
    teams: bool
    swap_jack_queen: bool


def house_rules(options: Options) -> HouseRules:
    """Return typed house rules from complete options."""
    return HouseRules(
        expose_rounds=cast("int", options["expose_rounds"]),
        plus_1000=cast("Literal['off', 'ends', 'loses']", options["plus_1000"]),
        diamond_queen=bool(options["diamond_queen"]),
        all_cards_win=bool(options["all_cards_win"]),
        teams=bool(options["teams"]),
        swap_jack_queen=bool(options["swap_jack_queen"]),
    )
