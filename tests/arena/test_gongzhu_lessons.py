"""Lessons of Gong Zhu: the contexts that are learned from are those by which tables are played out, and something is learned."""

from __future__ import annotations

from math import prod
from random import Random

import numpy as np
import pytest

from arena.lessons.gongzhu import Row, contexts, fitted, learn, lessons, table_at
from games.gongzhu import GAME
from games.gongzhu.ai.odds import SIZE, Odds, standings
from games.gongzhu.fast_round import BIT, SUIT_BITS, FastRound
from games.gongzhu.options import house_rules
from games.simulate import SeededDice

RULES = house_rules(GAME.option_set.complete({}))


def chances(odds: Odds, round_: FastRound, void: list[int]) -> list[float]:
    """What the odds say of each legal card."""
    seat, hands, trick = round_.turn, round_.hands, round_.trick
    hand, others = hands[seat], sum(hands) - hands[seat]
    taken, standing = round_.taken[seat], standings(round_.taken)[seat]
    free, pile, pot = (
        sum(BIT[place] for place in round_.legal()),
        sum(BIT[p] for p in trick),
        sum(odds.worth[p] for p in trick),
    )
    nowhere = sum(1 << 4 * suit + one for suit in range(4) for one in range(4) if void[one] & SUIT_BITS[13 * suit])
    if round_.standing is None:
        places, sums = odds.leads(free, hand, others, taken, standing, nowhere & ~(0x1111 << seat))
    elif free & SUIT_BITS[trick[0]]:
        later = sum(1 for step in range(1, 4 - len(trick)) if void[(seat + step) % 4] & SUIT_BITS[trick[0]])
        best = round_.standing[1]
        places, sums = odds.follows(free, hand, others, pile, taken, standing, best, len(trick), pot, later)
    else:
        places, sums = odds.throws(hand, others, pile, taken, standing, len(trick), pot)
    assert tuple(places) == round_.legal()
    return [one - before for before, one in zip([0.0, *sums], sums, strict=False)]


def test_contexts_make_up_the_odds() -> None:
    random = Random(1)
    factors = [random.uniform(0.5, 2.0) for _ in range(SIZE)]
    for number in range(12):
        hands = GAME.deal(GAME.option_set.complete({}), 4, {}, SeededDice(number)).hands
        round_ = FastRound.dealt(hands, RULES, number % 4)
        while round_.deciding:
            round_.step(random.choice(round_.legal()))
        odds, void = Odds(factors, round_.exposed, RULES), [0] * 4
        while not round_.is_over:
            legal = round_.legal()
            if len(legal) > 1:
                rows = contexts(table_at(round_, RULES, void), legal)
                wanted = [prod(factors[at] for at in row) for row in rows]
                told = chances(odds, round_, void)
                shares = [one / sum(told) for one in told]
                assert shares == pytest.approx([one / sum(wanted) for one in wanted], rel=1e-6)
            place = random.choice(legal)
            led = SUIT_BITS[round_.trick[0] if round_.trick else place]
            if not BIT[place] & led or BIT[place] & round_.waiting & led:
                void[round_.turn] |= led
            round_.step(place)


def test_what_comes_to_more_is_played_more_often() -> None:
    rows = [Row(np.array([[0, 1], [2, 3]], np.intp), np.array([0.0, -40.0]))] * 50
    weights = fitted(rows, 1)
    assert weights[0] + weights[1] > weights[2] + weights[3] + 1.0


def test_a_lesson_makes_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arena.lessons.gongzhu._EFFORT", 0.05)
    made = learn(3, 1, 2)["odds"]
    assert made.sizes == (SIZE, 1)
    assert any(made.layers[0][0][0])


def test_a_seed_says_everything() -> None:
    one, other = (next(lessons("5", RULES, None)) for _ in range(2))
    assert (one.contexts == other.contexts).all()
    assert (one.values == other.values).all()
