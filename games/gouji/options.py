"""House rules of Gou Ji (section 9 of the rule sheet) and the presets."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, cast

from games.base.options import Choice, Flag, Number, Options, OptionSet, Preset
from games.gouji.kinds import SetRules

__all__ = ["OPTIONS", "PRESETS", "HouseRules", "house_rules"]

OPTIONS: Final = OptionSet(
    (
        Choice("joker_gouji", ("any", "threshold"), "any"),
        Choice("two_gouji", ("threshold", "any"), "threshold"),
        Flag("open_with_twos", False),
        Choice("joker_compare", ("cover", "each_card"), "cover"),
        Choice("joker_base", ("needed", "free"), "needed"),
        Choice("two_big_kill_one", ("off", "pair", "on"), "off"),
        Flag("natural_open", True),
        Choice("open_fours", ("nullify", "force"), "nullify"),
        Flag("burn", True),
        Choice("burn_window", ("after", "before"), "after"),
        Choice("burn_when", ("any", "after_open", "before_own_open"), "any"),
        Flag("burn_needs_play", False),
        Flag("counter_burn", False),
        Flag("revolution", True),
        Choice("two_revolts", ("redeal", "allow"), "redeal"),
        Flag("revolt_try", False),
        Flag("revolter_third", False),
        Flag("point_challenge", True),
        Flag("counter_challenge", True),
        Choice("challenge_both", (4, 2, "split"), 4),
        Choice("challenge_tie", ("waive", "exchange"), "waive"),
        Choice("point_tie", ("waive", "exchange"), "waive"),
        Flag("buy_fours", False),
        Flag("tribute", True),
        Flag("decline_tribute", False),
        Flag("drop_within_team", True),
        Choice("stifled", ("beaten", "left"), "beaten"),
        Choice("lead_next", ("head", "last", "rotate"), "head"),
        Choice("scoring", ("standard", "small", "team2", "none"), "standard"),
        Choice("match_end", ("score", "rounds", "sweeps", "single", "lead"), "score"),
        Number("target_score", 1, 10**6, 20),
        Number("match_rounds", 1, 10**6, 8),
        Number("sweep_target", 1, 10**6, 3),
        Number("target_lead", 1, 10**6, 10),
    )
)

PRESETS: Final = (
    Preset("standard", {}),
    Preset(
        "qingdao",
        {"joker_compare": "each_card", "two_big_kill_one": "on", "burn_when": "after_open", "buy_fours": True},
    ),
    Preset(
        "by_the_book",
        {
            "joker_gouji": "threshold",
            "joker_base": "free",
            "two_big_kill_one": "pair",
            "burn_window": "before",
            "stifled": "left",
            "buy_fours": True,
            "revolt_try": True,
            "decline_tribute": True,
        },
    ),
    Preset("popular", {"scoring": "none"}),
    Preset("evening", {"match_end": "rounds", "match_rounds": 4}),
    Preset("quick", {"match_end": "single", "revolution": False, "point_challenge": False}),
)


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options as the rules use them; the meaning of each is in the rule sheet."""

    sets: SetRules
    natural_open: bool
    open_fours: Literal["nullify", "force"]
    burn: bool
    burn_window: Literal["after", "before"]
    burn_when: Literal["any", "after_open", "before_own_open"]
    burn_needs_play: bool
    counter_burn: bool
    revolution: bool
    two_revolts: Literal["redeal", "allow"]
    revolt_try: bool
    revolter_third: bool
    point_challenge: bool
    counter_challenge: bool
    challenge_both: Literal[4, 2, "split"]
    challenge_tie: Literal["waive", "exchange"]
    point_tie: Literal["waive", "exchange"]
    buy_fours: bool
    tribute: bool
    decline_tribute: bool
    drop_within_team: bool
    stifled: Literal["beaten", "left"]
    lead_next: Literal["head", "last", "rotate"]
    scoring: Literal["standard", "small", "team2", "none"]
    match_end: Literal["score", "rounds", "sweeps", "single", "lead"]
    target_score: int
    match_rounds: int
    sweep_target: int
    target_lead: int

    @property
    def scored(self) -> bool:
        """Whether the table keeps points (GJ-39)."""
        return self.scoring != "none"


def house_rules(options: Options) -> HouseRules:
    """Read complete options as typed house rules."""
    return HouseRules(
        sets=SetRules(
            joker_threshold=options["joker_gouji"] == "threshold",
            any_two=options["two_gouji"] == "any",
            open_with_twos=bool(options["open_with_twos"]),
            each_card=options["joker_compare"] == "each_card",
            two_big_kill_one=cast("Literal['off', 'pair', 'on']", options["two_big_kill_one"]),
            free_base=options["joker_base"] == "free",
        ),
        natural_open=bool(options["natural_open"]),
        open_fours=cast("Literal['nullify', 'force']", options["open_fours"]),
        burn=bool(options["burn"]),
        burn_window=cast("Literal['after', 'before']", options["burn_window"]),
        burn_when=cast("Literal['any', 'after_open', 'before_own_open']", options["burn_when"]),
        burn_needs_play=bool(options["burn_needs_play"]),
        counter_burn=bool(options["counter_burn"]),
        revolution=bool(options["revolution"]),
        two_revolts=cast("Literal['redeal', 'allow']", options["two_revolts"]),
        revolt_try=bool(options["revolt_try"]),
        revolter_third=bool(options["revolter_third"]),
        point_challenge=bool(options["point_challenge"]),
        counter_challenge=bool(options["counter_challenge"]),
        challenge_both=cast("Literal[4, 2, 'split']", options["challenge_both"]),
        challenge_tie=cast("Literal['waive', 'exchange']", options["challenge_tie"]),
        point_tie=cast("Literal['waive', 'exchange']", options["point_tie"]),
        buy_fours=bool(options["buy_fours"]),
        tribute=bool(options["tribute"]),
        decline_tribute=bool(options["decline_tribute"]),
        drop_within_team=bool(options["drop_within_team"]),
        stifled=cast("Literal['beaten', 'left']", options["stifled"]),
        lead_next=cast("Literal['head', 'last', 'rotate']", options["lead_next"]),
        scoring=cast("Literal['standard', 'small', 'team2', 'none']", options["scoring"]),
        match_end=cast("Literal['score', 'rounds', 'sweeps', 'single', 'lead']", options["match_end"]),
        target_score=cast("int", options["target_score"]),
        match_rounds=cast("int", options["match_rounds"]),
        sweep_target=cast("int", options["sweep_target"]),
        target_lead=cast("int", options["target_lead"]),
    )
