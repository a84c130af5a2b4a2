"""A whole round judged: what each person decided, the moments that decided it, and how much of the result was the deal's."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import exp
from typing import Final

from bot.reviews.judgement import Decision

__all__ = ["VERSION", "Review", "Score"]

VERSION: Final = 2
"""Rises when a review that was kept would be judged otherwise now."""
_FORGIVING: Final = 0.25
"""An action that loses, beyond the noise, so much of what a usual round moves counts 37 per cent (1/e) of the best one."""
_MOMENTS: Final = 3


@dataclass(frozen=True, slots=True)
class Score:
    """How well one seat decided: ``accuracy`` from 0 to 1 over ``decisions``, and how many of them were not good."""

    decisions: int
    accuracy: float
    mistakes: int
    blunders: int


@dataclass(frozen=True, slots=True)
class Review:
    """``decisions`` in order; ``expected`` by seat, what the deal was worth; ``stake`` as in ``Judge``."""

    decisions: tuple[Decision, ...]
    expected: tuple[float, ...]
    stake: float

    def score(self, seat: int) -> Score:
        """Return how well a seat decided."""
        own = [one for one in self.decisions if one.seat == seat]
        kept = [exp(-one.counted / (_FORGIVING * self.stake)) for one in own]
        grades = [one.grade for one in own]
        return Score(len(own), sum(kept) / len(kept) if kept else 1.0, grades.count("mistake"), grades.count("blunder"))

    @property
    def moments(self) -> tuple[Decision, ...]:
        """The decisions that cost most, at most three, in the order in which they came."""
        costly = [one for one in self.decisions if one.grade in ("mistake", "blunder")]
        costly.sort(key=lambda one: -one.lost)
        return tuple(sorted(costly[:_MOMENTS], key=lambda one: one.step))

    def written(self) -> str:
        """Return the review as text to be kept."""
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Review:
        """Return a review from its text."""
        kept = json.loads(text)
        decisions: Sequence[Decision] = [Decision(**one) for one in kept["decisions"]]
        return cls(tuple(decisions), tuple(kept["expected"]), kept["stake"])
