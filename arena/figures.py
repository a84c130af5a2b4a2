"""Figures of many games that can be added up: means and shares with their 95 % intervals, and how long moves took.

The unit of chance is a *trial*: all tables at which the same cards were played. Rounds of one trial are not independent
of each other, so that intervals are reckoned from the trials' means."""

from collections import Counter
from dataclasses import dataclass, field
from math import ceil, exp, inf, log, sqrt
from typing import Final

__all__ = ["Interval", "Mean", "Share", "Times", "wilson"]

_Z: Final = 1.96
_STEP: Final = log(1.02)  # Times are kept to two per cent


@dataclass(frozen=True, slots=True)
class Interval:
    """A figure and where the true one lies with 95 % confidence."""

    value: float
    low: float
    high: float

    def to_list(self) -> list[float | None]:
        """Return value, low and high for JSON; an end that nobody knows is ``None``."""
        return [round(number, 6) if abs(number) < inf else None for number in (self.value, self.low, self.high)]

    @property
    def reach(self) -> str:
        """How far the ends are from the value, in words; a dash where that is unknown, as of a single trial."""
        return f"{self.high - self.value:.3f}" if self.high < inf else "–"


@dataclass(slots=True)
class Mean:
    """The mean over all rounds, weighed by trials: of each its sum and how many rounds it had."""

    trials: int = 0
    rounds: float = 0.0
    total: float = 0.0
    squares: float = 0.0
    products: float = 0.0
    sizes: float = 0.0

    def add(self, total: float, rounds: float) -> None:
        if not rounds:
            return
        self.trials += 1
        self.rounds += rounds
        self.total += total
        self.squares += total * total
        self.products += total * rounds
        self.sizes += rounds * rounds

    @property
    def value(self) -> float:
        """The mean, 0 of nothing."""
        return self.total / self.rounds if self.rounds else 0.0

    @property
    def error(self) -> float:
        """The standard error of a ratio of sums over trials; infinite of fewer than two."""
        if self.trials < 2:
            return inf
        mean, size = self.value, self.rounds / self.trials
        spread = self.squares - 2 * mean * self.products + mean * mean * self.sizes
        return sqrt(max(spread, 0.0) / (self.trials * (self.trials - 1))) / size

    @property
    def interval(self) -> Interval:
        return Interval(self.value, self.value - _Z * self.error, self.value + _Z * self.error)


@dataclass(slots=True)
class Share(Mean):
    """A mean of things that happen or do not."""

    @property
    def interval(self) -> Interval:
        """The share with Wilson's interval for as many independent rounds as its error is worth."""
        share, error = self.value, self.error
        if not self.rounds:
            return Interval(0.0, 0.0, 1.0)
        worth = share * (1 - share) / (error * error) if 0 < error < inf else 0.0
        tried = worth or float(max(self.trials, 1))
        low, high = wilson(share * tried, tried)
        return Interval(share, low, high)


@dataclass(slots=True)
class Times:
    """How long moves took, in seconds: exact in sum and maximum, else to two per cent."""

    count: int = 0
    total: float = 0.0
    longest: float = 0.0
    steps: Counter[int] = field(default_factory=Counter)

    def add(self, seconds: float) -> None:
        self.count += 1
        self.total += seconds
        self.longest = max(self.longest, seconds)
        self.steps[ceil(log(max(seconds, 1e-9)) / _STEP)] += 1

    @property
    def mean(self) -> float:
        """The mean, 0 of nothing."""
        return self.total / self.count if self.count else 0.0

    def percentile(self, share: float) -> float:
        """The time below which this share of the moves stayed, 0 of nothing."""
        left = share * self.count
        for step in sorted(self.steps):
            left -= self.steps[step]
            if left <= 0:
                return min(exp(step * _STEP), self.longest)
        return self.longest


def wilson(won: float, tried: float, z: float = _Z) -> tuple[float, float]:
    """Return Wilson's interval for a share, at 95 % unless told otherwise; (0, 1) if nothing was tried."""
    if tried == 0:
        return 0.0, 1.0
    share = won / tried
    spread = z * sqrt(share * (1 - share) / tried + z * z / (4 * tried * tried))
    centre = share + z * z / (2 * tried)
    scale = 1 + z * z / tried
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)
