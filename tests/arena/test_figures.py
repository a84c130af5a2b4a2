"""Means and intervals: known ones, those of parts added up, and trials whose rounds go together."""

import math
from random import Random

import pytest

from arena.figures import Mean, Share, Times, wilson


def test_wilson_interval_of_known_shares() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(10, 10)[1] == 1.0
    assert wilson(0, 10)[0] == 0.0


def test_the_interval_of_a_mean_holds_the_true_one_nineteen_times_of_twenty() -> None:
    rng, held = Random(1), 0
    for _ in range(400):
        mean = Mean()
        for _ in range(60):
            luck = rng.gauss(0, 3)  # the cards of a trial, which all of its rounds share
            mean.add(sum(2 + luck + rng.gauss(0, 1) for _ in range(4)), 4)
        held += mean.interval.low <= 2 <= mean.interval.high
    assert 0.91 <= held / 400 <= 0.98


def test_a_share_of_independent_rounds_has_the_interval_of_wilson() -> None:
    share = Share()
    for number in range(400):
        share.add(float(number % 4 == 0), 1)
    low, high = wilson(100, 400)
    assert share.interval.low == pytest.approx(low, abs=1e-3)
    assert share.interval.high == pytest.approx(high, abs=1e-3)


def test_rounds_that_go_together_are_worth_fewer() -> None:
    alone, together = Share(), Share()
    for number in range(100):
        for _ in range(4):
            alone.add(float(number % 2), 1)
        together.add(4.0 * (number % 2), 4)
    assert together.interval.high - together.interval.low > 1.8 * (alone.interval.high - alone.interval.low)


@pytest.mark.parametrize("won", [0.0, 1.0])
def test_a_share_that_never_varied_is_not_certain(won: float) -> None:
    share = Share()
    for _ in range(10):
        share.add(won, 1)
    assert 0.2 < share.interval.high - share.interval.low < 0.4


def test_times_are_kept_to_two_per_cent() -> None:
    times = Times()
    for number in range(1, 1001):
        times.add(number / 1000)
    assert times.percentile(0.5) == pytest.approx(0.5, rel=0.021)
    assert times.percentile(0.95) == pytest.approx(0.95, rel=0.021)
    assert times.percentile(1.0) == times.longest == 1.0
    assert times.mean == pytest.approx(0.5005)


def test_nothing_has_no_figures() -> None:
    assert Mean().value == 0.0
    assert math.isinf(Mean().interval.high)
    assert (Share().interval.low, Share().interval.high) == (0.0, 1.0)
    assert Times().percentile(0.5) == 0.0
