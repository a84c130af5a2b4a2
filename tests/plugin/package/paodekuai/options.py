"""House rules of Pao De Kuai."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from games.base.options import OptionSet, Preset, number, typed

__all__ = ["OPTIONS", "PRESETS", "HouseRules", "house_rules"]


@dataclass(frozen=True, slots=True)
class HouseRules:
    """The options. ``must_beat``: who can beat has to (PK-23). ``rounds``: so many are a match, 0: no end (PK-31)."""

    must_beat: bool = True
    rounds: int = number(0, 1_000_000, 6)


OPTIONS: Final = OptionSet.of(HouseRules)
PRESETS: Final = (Preset("standard", {}), Preset("free", {"must_beat": False}))
house_rules: Final = partial(typed, HouseRules)
