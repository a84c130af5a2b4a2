"""Lessons of Gong Zhu: decisions of rounds in which every seat searches, and what the search found each card to come to.

The odds of ``games.gongzhu.ai.odds`` are fitted to these figures: a card that comes to a few points less is played less often.
In the first turn tables are played out by rule of thumb, in each later one by the odds learned so far.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import exp
from random import Random
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from games.gongzhu import GAME
from games.gongzhu.ai.odds import CLASS, CONTEXTS, FEW, PHASES, SHARPNESS, SIZE, Odds, pot_of, standings
from games.gongzhu.ai.player import different
from games.gongzhu.ai.policy import follow, lead, roles_of, throw_off, worths
from games.gongzhu.ai.strong import weigh_cards
from games.gongzhu.ai.table import Table
from games.gongzhu.fast_round import (
    ACE_BIT,
    BIT,
    GOAT_BIT,
    LOWER,
    PIG_BIT,
    SUIT_BITS,
    SUIT_MASKS,
    TRANSFORMER_BIT,
    FastRound,
)  # fmt: skip
from games.gongzhu.options import HouseRules, house_rules
from games.kit.network import Network
from games.simulate import SeededDice

__all__ = ["Row", "contexts", "fitted", "learn", "lessons", "table_at"]

_EFFORT: Final = 0.75
"""How much is searched, 1 as in play."""
_TEMPTATION: Final = 20
"""Once in so many decisions another card is played, so that all sorts of positions come up."""
_EXPOSED: Final = 8
"""One in so many special cards is exposed."""
_LENIENCE: Final = 10.0
"""So many points worse, a card shall be played *e* times less often."""
_PACE: Final = 0.15
_TIMES: Final = 5
"""How often every row is learned from."""


class Row(NamedTuple):
    """A decision: by card, which factors tell how likely it is, and what it came to in points."""

    contexts: NDArray[np.intp]
    values: NDArray[np.float64]


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Return the odds learned in so many turns of so many rounds."""
    rules = house_rules(GAME.option_set.complete({}))
    weights: NDArray[np.float64] | None = None
    for turn in range(turns):
        factors = None if weights is None else tuple(exp(SHARPNESS * weight) for weight in weights)
        rows = [row for number in range(rounds) for row in lessons(f"{seed}/{turn}/{number}", rules, factors)]
        weights = fitted(rows, seed)
    assert weights is not None, "at least one turn"
    about = f"logarithms of the odds of Gong Zhu: {turns} turns of {rounds} rounds, seed {seed}"
    return {"odds": Network([((tuple(map(float, weights)),), (0.0,))], about)}


def lessons(seed: str, rules: HouseRules, factors: Sequence[float] | None) -> Iterator[Row]:
    """Yield the decisions of one round; ``factors``: the odds by which tables are played out, ``None`` for the rule of thumb."""
    chance = Random(seed)
    hands = GAME.deal(GAME.option_set.complete({}), 4, {}, SeededDice(seed)).hands
    round_ = FastRound.dealt(hands, rules, chance.randrange(4))
    while round_.deciding:
        held = max(round_.legal())
        round_.step(held if not chance.randrange(_EXPOSED) else min(round_.legal()))
    odds = None if factors is None else Odds(factors, round_.exposed, rules)
    void = [0] * 4
    while not round_.is_over:
        legal, seat = round_.legal(), round_.turn
        place = legal[0]
        if len(legal) > 1:
            table = table_at(round_, rules, void)
            found = weigh_cards(table, different(list(legal), table), chance, _EFFORT, odds)
            place = found[0][0] if chance.randrange(_TEMPTATION) else chance.choice(found)[0]
            worth = {card: one.mean for card, one in found}
            like = [max(card for card in worth if card <= other) for other in legal]
            if len(found) > 1:
                yield Row(np.array(contexts(table, legal), np.intp), np.array([worth[card] for card in like]))
        led = SUIT_BITS[round_.trick[0]] if round_.trick else SUIT_BITS[place]
        if not BIT[place] & led or BIT[place] & round_.waiting & led:
            void[seat] |= led
        round_.step(place)


def contexts(table: Table, legal: Sequence[int]) -> list[list[int]]:
    """Return, by card that may be played, which factors (places in the file) make up its chance."""
    seat, hand, taken, trick = table.seat, table.hand, table.taken[table.seat], table.trick
    others = table.unseen | sum(table.known)
    pile, led = sum(BIT[place] for place in trick), SUIT_BITS[trick[0]] if trick else 0
    kind = 0 if not trick else 1 if BIT[legal[0]] & led else 2
    worth, roles = worths(table.exposed, roles_of(table.rules)), roles_of(table.rules)
    pot = sum(worth[place] for place in trick)
    on_table = len(trick) * 5 + pot_of(pot)
    best = max((place for place in trick if BIT[place] & led), default=-1)
    free = sum(BIT[place] for place in legal)
    rule = (
        lead(free, hand, others, roles) if kind == 0
        else follow(free, best, len(trick) == 3, pot, others, roles) if kind == 1
        else throw_off(hand, others, roles)
    )  # fmt: skip
    pig, goat = (
        (2 if table.exposed & bit else 1) if hand & bit else (4 if table.exposed & bit else 3) if others & bit
        else 5 if pile & bit else 0
        for bit in (PIG_BIT, GOAT_BIT)
    )  # fmt: skip
    bit = TRANSFORMER_BIT
    transformer = 0 if hand & bit else 1 if others & bit else 2 if pile & bit else 3 if taken & bit else 4
    holder = 1 if hand & PIG_BIT else 2 if others & PIG_BIT else 0
    mine, hearts = divmod(standings(table.taken)[seat], 6)
    later = {0: (1, 2, 3), 1: range(1, 4 - len(trick)), 2: ()}[kind]
    losing = max((place for place in legal if place < best), default=-1)
    begins = dict(zip(CONTEXTS, np.cumsum([0, *CONTEXTS.values()]).tolist(), strict=False))
    found: list[list[int]] = []
    for place in legal:
        mask = SUIT_MASKS[place // 13]
        held, there = min((hand & mask).bit_count(), 5), others & mask
        void = sum(1 for step in later if table.void[(seat + step) % 4] & mask)
        below, above = (there & LOWER[place]).bit_count(), (there & ~LOWER[place]).bit_count()
        asked = {
            "pig": (kind * 6 + pig) * 52 + place,
            "goat": (kind * 6 + goat) * 52 + place,
            "transformer": (kind * 5 + transformer) * 52 + place,
            "phase": (kind * 5 + PHASES[hand.bit_count()]) * 52 + place,
            "mine": (kind * 6 + mine) * 52 + place,
            "hearts": (kind * 6 + hearts) * 52 + place,
            "suit": ((kind * 6 + held) * 5 + FEW[there.bit_count()]) * 52 + place,
            "table": (kind * 20 + on_table) * 52 + place,
            "void": ((kind * 4 + void) * 3 + holder) * 52 + place,
            "rule": kind * 2 + (place == rule),
            "ace": (kind * 2 + int(table.exposed & ACE_BIT != 0)) * 52 + place,
            "card": kind * 52 + place,
        }
        places = [begins[name] + at for name, at in asked.items()]
        if kind == 0:
            places.append(begins["lead"] + CLASS[place] * 147 + (min(below, 6) * 7 + min(above, 6)) * 3 + holder)
        elif kind == 1:
            relation = (int(place > best) * 4 + min(above, 3)) * 2 + (place == losing)
            at = (CLASS[place] * 3 + len(trick) - 1) * 5 + pot_of(pot)
            places.append(begins["follow"] + at * 48 + relation * 3 + holder)
        else:
            places.append(begins["card"] + asked["card"])  # every row is as wide
        found.append(places)
    return found


def table_at(round_: FastRound, rules: HouseRules, void: Sequence[int]) -> Table:
    """Return what the seat to act knows; ``void``: by seat, the suits of which it has shown to hold nothing."""
    seat, hands = round_.turn, round_.hands
    known = tuple(0 if other == seat else hand & round_.exposed for other, hand in enumerate(hands))
    unseen = sum(hands) - hands[seat] - sum(known)
    return Table(
        seat, rules, hands[seat], round_.leader, tuple(round_.trick), tuple(round_.taken), tuple(round_.bonus),
        round_.exposed, round_.waiting, unseen, known, tuple(void), tuple(hand.bit_count() for hand in hands), (0, 0, 0, 0),
    )  # fmt: skip


def fitted(rows: Sequence[Row], seed: int) -> NDArray[np.float64]:
    """Return the logarithms of factors under which cards are as likely as their values say, learned row by row."""
    weights, moved = np.zeros(SIZE), np.ones(SIZE)
    chance = Random(seed)
    for time in range(_TIMES):
        pace = _PACE * (1 - time / _TIMES)
        for at in chance.sample(range(len(rows)), len(rows)):
            asked, values = rows[at]
            wanted = np.exp((values - values.max()) / _LENIENCE)
            sums = weights[asked].sum(axis=1)
            likely = np.exp(sums - sums.max())
            step = np.repeat(wanted / wanted.sum() - likely / likely.sum(), asked.shape[1])
            where = asked.ravel()
            np.add.at(moved, where, step * step)
            np.add.at(weights, where, pace * step / np.sqrt(moved[where]))
    return weights
