"""What a play means under some house rules, worked out once, then looked up."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final

from games.gandengyan.combos import legal_plays
from games.gandengyan.kinds import Reading, beats, readings
from games.gandengyan.options import HouseRules
from games.gandengyan.scoring import factor_of

__all__ = ["Meaning", "Tables", "tables"]


@dataclass(frozen=True, slots=True)
class Meaning:
    """One reading under some rules. ``factor``: by how much it raises the multiplier (GY-51)."""

    reading: Reading
    rules: HouseRules
    factor: int

    def beaten_by(self, reading: Reading) -> bool:
        return beats(reading, self.reading, self.rules.combos)


class Tables:
    """Plays and their meanings under one set of house rules; get it from ``tables``."""

    def __init__(self, rules: HouseRules) -> None:
        self.rules = rules
        self.meaning: Final[Callable[[Reading], Meaning]] = cache(
            lambda one: Meaning(one, rules, factor_of(one, rules))
        )
        self.meanings: Final[Callable[[int], tuple[Meaning, ...]]] = cache(
            lambda play: tuple(map(self.meaning, readings(play, rules.combos)))
        )
        """All that packed cards can be, strongest first (GY-15)."""

    def meant(self, play: int, standing: Meaning | None) -> Meaning:
        """What a play means when it is played on this: the strongest reading that is legal (GY-15)."""
        known = self.meanings(play)
        return next(meaning for meaning in known if standing is None or standing.beaten_by(meaning.reading))

    def plays(self, hand: int, standing: Meaning | None) -> tuple[int, ...]:
        """All plays of a hand that may be led, or that beat what stands."""
        return tuple(legal_plays(hand, None if standing is None else standing.reading, self.rules.combos))


@lru_cache(maxsize=16)
def tables(rules: HouseRules) -> Tables:
    """The tables for some rules, made once and shared; they grow with use, within the number of combinations."""
    return Tables(rules)
