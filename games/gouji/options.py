"""House rules of Gou Ji (section 9 of the rule sheet) and the presets."""

from dataclasses import dataclass, field
from functools import partial
from typing import Final, Literal

from games.base.options import Preset, number, typed
from games.gouji.kinds import SetRules

__all__ = ["PRESETS", "HouseRules", "house_rules"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options, in the order of the rule sheet, which says what each means."""

    joker_gouji: Literal["any", "threshold"] = "any"
    two_gouji: Literal["threshold", "any"] = "threshold"
    open_with_twos: bool = False
    joker_compare: Literal["cover", "each_card"] = "cover"
    joker_base: Literal["needed", "free"] = "needed"
    two_big_kill_one: Literal["off", "pair", "on"] = "off"
    natural_open: bool = True
    open_fours: Literal["nullify", "force"] = "nullify"
    burn: bool = True
    burn_window: Literal["after", "before"] = "after"
    burn_when: Literal["any", "after_open", "before_own_open"] = "any"
    burn_needs_play: bool = False
    counter_burn: bool = False
    revolution: bool = True
    two_revolts: Literal["redeal", "allow"] = "redeal"
    revolt_try: bool = False
    revolter_third: bool = False
    point_challenge: bool = True
    counter_challenge: bool = True
    challenge_both: Literal[4, 2, "split"] = 4
    challenge_tie: Literal["waive", "exchange"] = "waive"
    point_tie: Literal["waive", "exchange"] = "waive"
    buy_fours: bool = False
    tribute: bool = True
    decline_tribute: bool = False
    drop_within_team: bool = True
    stifled: Literal["beaten", "left"] = "beaten"
    lead_next: Literal["head", "last", "rotate"] = "head"
    scoring: Literal["standard", "small", "team2", "none"] = "standard"
    match_end: Literal["score", "rounds", "sweeps", "single", "lead"] = "score"
    target_score: int = number(1, 10**6, 20)
    match_rounds: int = number(1, 10**6, 8)
    sweep_target: int = number(1, 10**6, 3)
    target_lead: int = number(1, 10**6, 10)
    sets: SetRules = field(init=False)

    def __post_init__(self) -> None:
        sets = SetRules(
            joker_threshold=self.joker_gouji == "threshold",
            any_two=self.two_gouji == "any",
            open_with_twos=self.open_with_twos,
            each_card=self.joker_compare == "each_card",
            two_big_kill_one=self.two_big_kill_one,
            free_base=self.joker_base == "free",
        )
        object.__setattr__(self, "sets", sets)

    @property
    def scored(self) -> bool:
        """Whether the table keeps points (GJ-39)."""
        return self.scoring != "none"


PRESETS: Final = (
    Preset("standard", {}),
    Preset(
        "qingdao",
        {"joker_compare": "each_card", "two_big_kill_one": "on", "burn_when": "after_open", "buy_fours": True},
    ),
    Preset(
        "by_the_book",
        {
            "joker_gouji": "threshold", "joker_base": "free", "two_big_kill_one": "pair", "burn_window": "before",
            "stifled": "left", "buy_fours": True, "revolt_try": True, "decline_tribute": True,
        },
    ),
    Preset("popular", {"scoring": "none"}),
    Preset("evening", {"match_end": "rounds", "match_rounds": 4}),
    Preset("quick", {"match_end": "single", "revolution": False, "point_challenge": False}),
)  # fmt: skip
house_rules: Final = partial(typed, HouseRules)
"""Complete options as ``HouseRules``."""
