"""House rules of Gan Deng Yan (section 9 of the rule sheet) and the presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast

from games.base.options import Choice, Flag, ListOf, Number, Options, OptionSet, Preset
from games.gandengyan.kinds import ComboRules

__all__ = ["OPTIONS", "PRESETS", "HouseRules", "house_rules"]

OPTIONS: Final = OptionSet(
    (
        Choice("packs", (1, 2), 1),
        Choice("draw", ("winner", "all"), "winner"),
        Choice("trio", ("bomb", "set"), "bomb"),
        Choice("rocket", ("top", "trio"), "top"),
        Choice("bomb_factor", ("double", "size"), "double"),
        Choice("unplayed", ("double", "banker", "off"), "double"),
        ListOf("leftover", ("jokers", "twos", "bombs")),
        Flag("alarm_free", False),
        Number("cap", 0, 1_000_000, 0),
        Number("deals", 0, 1_000_000, 10),
        Number("target", 0, 1_000_000, 0),
    )
)

PRESETS: Final = (
    Preset("standard", {}),
    Preset("draw_all", {"draw": "all"}),
    Preset("trio_set", {"trio": "set"}),
    Preset("two_packs", {"packs": 2}),
    Preset("all_doubles", {"bomb_factor": "size", "leftover": ("jokers", "twos", "bombs")}),
    Preset("gentle", {"unplayed": "off", "alarm_free": True, "cap": 20}),
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options as the rules use them; the meaning of each is in the rule sheet."""

    packs: int
    draw: Literal["winner", "all"]
    combos: ComboRules
    bomb_factor: Literal["double", "size"]
    unplayed: Literal["double", "banker", "off"]
    leftover: tuple[str, ...]
    alarm_free: bool
    cap: int
    deals: int
    target: int


def house_rules(options: Options) -> HouseRules:
    """Return typed house rules from complete options."""
    return HouseRules(
        packs=cast("int", options["packs"]),
        draw=cast("Literal['winner', 'all']", options["draw"]),
        combos=ComboRules(trio_set=options["trio"] == "set", rocket_top=options["rocket"] == "top"),
        bomb_factor=cast("Literal['double', 'size']", options["bomb_factor"]),
        unplayed=cast("Literal['double', 'banker', 'off']", options["unplayed"]),
        leftover=cast("tuple[str, ...]", options["leftover"]),
        alarm_free=bool(options["alarm_free"]),
        cap=cast("int", options["cap"]),
        deals=cast("int", options["deals"]),
        target=cast("int", options["target"]),
    )
