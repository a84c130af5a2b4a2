"""What a position is worth to a seat after its decision, in points a round at the multiplier of the moment.

A play is worth what its hand would be worth if the trick came back to the seat (``kept``) and if somebody beat it
(``beaten``), mixed by the odds; a pass what the hand is worth while others go on (``waiting``). Each of the three is a
weighted sum of the same few numbers; the weights are those that best foretold the results of thousands of rounds.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from games.gandengyan.ai.odds import chance_beaten
from games.gandengyan.ai.plan import Planner
from games.gandengyan.ai.weights import BEATEN, FACTS, KEPT, NEVER_PLAYED, WAITING
from games.gandengyan.combos import (
    DEUCE,
    ComboRules,
    Reading,
    beats,
    held_of,
    is_bomb,
    joker_count,
    legal_plays,
    naturals,
    readings,
    size_of,
)

__all__ = ["PASS", "Choice", "Situation", "Weigher"]

PASS: Final = 0
"""The play of no cards."""
_OUT: Final = 1_000.0
"""What going out is worth: more than anything else."""
_EARLY_BOMB: Final = 1.5
"""What a bomb or rocket costs for every play but one that the rest of the hand still needs: it is better kept for later."""
_MANY: Final = 60
"""Of more plays than these only the larger ones are weighed."""


@dataclass(frozen=True, slots=True)
class Situation:
    """What one seat knows when it is to act, by rank."""

    hand: int
    others: tuple[int, ...]
    """Cards in the other hands, in order of play."""
    unseen: int
    """All cards that are neither in the own hand nor played."""
    stock: int
    standing: Reading | None
    """What must be beaten; ``None`` when leading."""
    played: bool
    """Whether the seat has made a play in this round."""
    rules: ComboRules


@dataclass(frozen=True, slots=True, order=True)
class Choice:
    """A play with its reading (``None`` for a pass), and what it is worth."""

    worth: float
    play: int
    reading: Reading | None


class Weigher:
    """Weighs choices under some rules. It remembers what it has worked out about hands, so one should serve for long."""

    def __init__(self, rules: ComboRules) -> None:
        self._planner = Planner(rules)

    def choices(self, seen: Situation) -> Iterator[Choice]:
        """Yield every sensible play in every reading that is legal, and a pass where one may pass."""
        plays = list(legal_plays(seen.hand, seen.standing, seen.rules))
        if len(plays) > _MANY:
            plays = sorted(plays, key=size_of)[-_MANY:]
        for play in plays:
            for reading in readings(play, seen.rules):
                if seen.standing is None or beats(reading, seen.standing, seen.rules):
                    yield self.choice(seen, play, reading)
        if seen.standing is not None or not plays:
            yield self.choice(seen, PASS, None)

    def choice(self, seen: Situation, play: int, reading: Reading | None) -> Choice:
        """Weigh a legal play in one of its readings, or a pass."""
        worth = self._waiting(seen) if reading is None else self._played(seen, play, reading)
        return Choice(worth, play, reading)

    def _played(self, seen: Situation, play: int, reading: Reading) -> float:
        left = seen.hand - play
        factor = 2 if is_bomb(reading) else 1
        if not left:
            return factor * _OUT
        risk = chance_beaten(reading, seen.unseen, seen.others, seen.rules)
        facts = self._facts(left, seen)
        goes_out = not seen.stock and self._planner.plan(left).plays == 1  # nothing is drawn that would spoil it
        kept = float(sum(seen.others)) if goes_out else _sum(KEPT, facts)
        early = _EARLY_BOMB * (self._planner.plan(left).plays - 1) if factor > 1 else 0.0
        return factor * ((1.0 - risk) * kept + risk * _sum(BEATEN, facts)) - early

    def _waiting(self, seen: Situation) -> float:
        return _sum(WAITING, self._facts(seen.hand, seen)) + (0.0 if seen.played else NEVER_PLAYED)

    def _facts(self, hand: int, seen: Situation) -> tuple[float, ...]:
        """Return the numbers that ``FACTS`` names for a hand, in that order."""
        cards, jokers, twos = size_of(hand), joker_count(hand), held_of(hand, DEUCE)
        plan, ranks = self._planner.plan(hand), [rank for rank, _ in naturals(hand)]
        one, whole = cards == 1 and not jokers, plan.plays == 1 and cards > 1
        strong, nearest = twos + plan.bombs, min(seen.others)
        facts = (
            1, cards, plan.plays, plan.loose, one and not twos, one and twos, whole and not plan.bombs,
            whole and plan.bombs > 0, cards == 1 and jokers, jokers, twos, plan.bombs, 1 / nearest, (nearest == 1) * cards,
            not seen.stock, sum(seen.others) / 10, sum(ranks) / max(1, len(ranks)), strong / len(seen.others),
            plan.plays == 2 and strong > 0, plan.plays / nearest,
        )  # fmt: skip
        assert len(facts) == len(FACTS)
        return tuple(map(float, facts))


def _sum(weights: tuple[float, ...], facts: tuple[float, ...]) -> float:
    return sum(weight * fact for weight, fact in zip(weights, facts, strict=True))
