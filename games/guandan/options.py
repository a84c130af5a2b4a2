"""House rules of Guandan (section 10 of the rule sheet) and the presets."""

from dataclasses import dataclass
from functools import partial
from typing import Final, Literal

from games.base.cards import RANKS, Rank
from games.base.options import Preset, choice, letters, number, typed
from games.guandan.combinations.kinds import ComboRules

__all__ = ["PRESETS", "HouseRules", "house_rules"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options, in the order of the rule sheet, which says what each means."""

    start_level: str = choice("2", *"23456789TJQK")
    rounds: int = number(0, 99, 0)
    a_tries: int = number(0, 9, 3)
    a_win: Literal["not_last", "any", "second"] = "not_last"
    match_point: Literal["own", "any"] = "own"
    stops: str = letters("3456789TJQK")
    play_out: bool = False
    wind: Literal["partner", "next"] = "partner"
    tribute: bool = True
    return_max: Literal["T", "any"] = "T"
    tie_to_first: Literal["third", "left"] = "third"
    flush_over: Literal[4, 5, 6] = 5
    joker_full_house: bool = True
    wild_with_jokers: bool = False

    @property
    def first_level(self) -> Rank:
        """The level at which both sides begin."""
        return Rank(RANKS.index(self.start_level))

    def combos(self, level: Rank) -> ComboRules:
        """What combinations depend on in a round at this level."""
        return ComboRules(level, self.flush_over, self.joker_full_house, self.wild_with_jokers)


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
house_rules: Final = partial(typed, HouseRules)
"""Complete options as ``HouseRules``."""
