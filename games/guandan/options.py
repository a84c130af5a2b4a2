"""House rules of Guandan (section 10 of the rule sheet) and the presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast

from games.base.cards import RANKS, Rank
from games.base.options import Choice, Flag, Number, Options, OptionSet, Preset, Text
from games.guandan.combinations.kinds import ComboRules

__all__ = ["OPTIONS", "PRESETS", "HouseRules", "house_rules"]

OPTIONS: Final = OptionSet(
    (
        Choice("start_level", tuple("23456789TJQK"), "2"),
        Number("rounds", 0, 99, 0),
        Number("a_tries", 0, 9, 3),
        Choice("a_win", ("not_last", "any", "second"), "not_last"),
        Choice("match_point", ("own", "any"), "own"),
        Text("stops", "3456789TJQK", ""),
        Flag("play_out", False),
        Choice("wind", ("partner", "next"), "partner"),
        Flag("tribute", True),
        Choice("return_max", ("T", "any"), "T"),
        Choice("tie_to_first", ("third", "left"), "third"),
        Choice("flush_over", (4, 5, 6), 5),
        Flag("joker_full_house", True),
        Flag("wild_with_jokers", False),
    )
)

PRESETS: Final = (
    Preset("standard", {}),
    Preset("federation", {"tie_to_first": "left"}),
    Preset("short", {"rounds": 4}),
    Preset("from_ten", {"start_level": "T"}),
    Preset("hard", {"stops": "5TK"}),
    Preset("double_at_a", {"a_win": "second"}),
    Preset("play_out", {"play_out": True}),
    Preset("no_tribute", {"tribute": False}),
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options as the rules use them; the meaning of each is in the rule sheet."""

    start_level: Rank
    rounds: int
    a_tries: int
    a_win: Literal["not_last", "any", "second"]
    match_point: Literal["own", "any"]
    stops: frozenset[Rank]
    play_out: bool
    wind: Literal["partner", "next"]
    tribute: bool
    return_max: Literal["T", "any"]
    tie_to_first: Literal["third", "left"]
    flush_over: int
    joker_full_house: bool
    wild_with_jokers: bool

    def combos(self, level: Rank) -> ComboRules:
        """Return what combinations depend on in a round at this level."""
        return ComboRules(level, self.flush_over, self.joker_full_house, self.wild_with_jokers)


def house_rules(options: Options) -> HouseRules:
    """Return typed house rules from complete options."""
    return HouseRules(
        start_level=Rank(RANKS.index(cast("str", options["start_level"]))),
        rounds=cast("int", options["rounds"]),
        a_tries=cast("int", options["a_tries"]),
        a_win=cast("Literal['not_last', 'any', 'second']", options["a_win"]),
        match_point=cast("Literal['own', 'any']", options["match_point"]),
        stops=frozenset(Rank(RANKS.index(rank)) for rank in cast("str", options["stops"])),
        play_out=bool(options["play_out"]),
        wind=cast("Literal['partner', 'next']", options["wind"]),
        tribute=bool(options["tribute"]),
        return_max=cast("Literal['T', 'any']", options["return_max"]),
        tie_to_first=cast("Literal['third', 'left']", options["tie_to_first"]),
        flush_over=cast("int", options["flush_over"]),
        joker_full_house=bool(options["joker_full_house"]),
        wild_with_jokers=bool(options["wild_with_jokers"]),
    )
