"""House rules of Dou Dizhu (section 9 of the rule sheet) and the presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast

from games.base.options import Choice, Flag, Number, Options, OptionSet, Preset
from games.doudizhu.combos import ComboRules

__all__ = ["OPTIONS", "PRESETS", "HouseRules", "house_rules"]

OPTIONS: Final = OptionSet(
    (
        Choice("first_bidder", ("random", "three_of_hearts", "winner"), "random"),
        Choice("bidding", ("once", "until_passed"), "once"),
        Choice("all_pass", ("redeal", "force"), "redeal"),
        Choice("scoring", ("stake", "cards_left"), "stake"),
        Choice("share", ("equal", "winner"), "equal"),
        Choice("spring", (1, 2, 3), 2),
        Choice("joker_kickers", ("none", "one", "both"), "one"),
        Flag("equal_kickers", True),
        Flag("shuttles", True),
        Number("deals", 0, 1_000_000, 6),
        Number("target", 0, 1_000_000, 0),
    )
)

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

_JOKERS: Final = {"none": 0, "one": 1, "both": 2}


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options as the rules use them; the meaning of each is in the rule sheet."""

    first_bidder: Literal["random", "three_of_hearts", "winner"]
    bidding: Literal["once", "until_passed"]
    all_pass: Literal["redeal", "force"]
    scoring: Literal["stake", "cards_left"]
    share: Literal["equal", "winner"]
    spring: int
    combos: ComboRules
    deals: int
    target: int


def house_rules(options: Options) -> HouseRules:
    """Return typed house rules from complete options."""
    return HouseRules(
        first_bidder=cast("Literal['random', 'three_of_hearts', 'winner']", options["first_bidder"]),
        bidding=cast("Literal['once', 'until_passed']", options["bidding"]),
        all_pass=cast("Literal['redeal', 'force']", options["all_pass"]),
        scoring=cast("Literal['stake', 'cards_left']", options["scoring"]),
        share=cast("Literal['equal', 'winner']", options["share"]),
        spring=cast("int", options["spring"]),
        combos=ComboRules(
            joker_kickers=_JOKERS[cast("str", options["joker_kickers"])],
            equal_kickers=bool(options["equal_kickers"]),
            shuttles=bool(options["shuttles"]),
        ),
        deals=cast("int", options["deals"]),
        target=cast("int", options["target"]),
    )
