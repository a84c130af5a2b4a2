"""Lessons of Gou Ji: rounds that a team plays by a rule of thumb and by what it has learned, and what came of its decisions.

Points come late and hang on all six hands, so a *critic* that sees them all learns first what a lead is worth; a decision is
judged by what the next leads were worth to it. Now and then an action is drawn at random, so that it becomes known what others
would have brought; those decisions count for more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.gouji.ai.learned.moves import plain_choice, sensible
from games.gouji.ai.learned.sight import Sight, hand_numbers
from games.gouji.fast_round import FastRound
from games.gouji.options import OPTIONS, house_rules
from games.gouji.scenario import PACK
from games.gouji.twin.modes import COUNTER, DECLARE, LEAD
from games.gouji.twin.numbers import DECLINE
from games.kit.network import Network

__all__ = ["Lesson", "Pupils", "learn", "lessons", "whole"]

_SEATS: Final = 6
_TOGETHER: Final = 64
"""So many rounds are played side by side."""
_GAIN: Final = 0.15
"""So many points better than the rule of thumb's an action has to be."""
_NEAR: Final = 0.5
"""What is less than so many points worse than the best is drawn, too, half of the times."""
_STRAY: Final = 0.14
_FOLLOWED: Final = 0.16
"""Of so many decisions that were not drawn at random rows are kept."""
_LATER: Final = 0.5
"""How much of what a decision is worth comes from later leads than the next."""
_HANDS: Final = 46
_POINTS: Final = (4, 2, 0, 0, -2, -4)
Rows = NDArray[np.float32]


class Pupils:
    """A network that weighs many rows at once."""

    def __init__(self, network: Network) -> None:
        self._layers = [(np.array(rows, np.float32).T, np.array(biases, np.float32)) for rows, biases in network.layers]

    def values(self, rows: Rows) -> Rows:
        """Return the value of each row."""
        for place, (weights, biases) in enumerate(self._layers):
            rows = (np.maximum(rows, 0.0) if place else rows) @ weights + biases
        return rows[:, 0]


@dataclass(slots=True)
class Lesson:
    """One round that is being played: decisions with their seat and the number of leads until then, and the leads."""

    round: FastRound
    rows: list[tuple[int, int, list[float]]] = field(default_factory=list)
    leads: list[tuple[int, list[float]]] = field(default_factory=list)


def whole(round_: FastRound) -> list[float]:
    """Return the whole position at a lead, from the leader's side: for the critic, who sees all hands."""
    me, active, finished = round_.turn, round_.active, round_.finished
    seen: list[float] = []
    for step in range(_SEATS):
        seat = (me + step) % _SEATS
        if not active >> seat & 1:
            seen += [0.0] * _HANDS
            continue
        left = round_.left[seat]
        seen += hand_numbers(round_.hands[seat])
        seen += [1.0, left / 18, float(round_.opened >> seat & 1), float(round_.forfeited >> seat & 1)]
        seen += [float(left <= few) for few in (2, 5, 9, 14)]
    ahead = sum(points if (seat - me) % 2 == 0 else -points for points, seat in zip(_POINTS, finished, strict=False))
    sweeping = len(finished) == 2 and (finished[0] - finished[1]) % 2 == 0
    us = sweeping and (finished[0] - me) % 2 == 0
    seen += [float(round_.entangled), active.bit_count() / 6, ahead / 4, len(finished) / 3]
    return [*seen, float(us), float(sweeping and not us)]


def _fresh(random: Random) -> Lesson:
    """Return a round that has just been dealt, under the standard rules; nobody declares anything."""
    cards = list(PACK)
    random.shuffle(cards)
    rules = house_rules(OPTIONS.complete({}))
    round_ = FastRound.dealt(rules, [tuple(cards[seat::_SEATS]) for seat in range(_SEATS)], random.randrange(_SEATS))
    while round_.mode in (DECLARE, COUNTER):
        round_.step(DECLINE)
    return Lesson(round_)


def _choices(lesson: Lesson) -> list[int]:
    """Let happen what has no alternative, and return what there is to choose then; nothing once the round is over."""
    round_ = lesson.round
    while not round_.is_over:
        if round_.mode == LEAD:
            lesson.leads.append((round_.turn, whole(round_)))
        choices = sensible(round_)
        if len(choices) > 1:
            return choices
        round_.step(choices[0])
    return []


def _decide(values: Rows | None, choices: Sequence[int], plain: int, random: Random) -> tuple[int, bool]:
    """Return which action is done, and whether a row is kept of it."""
    if random.random() < _STRAY:
        near = list(range(len(choices)))
        if values is not None and random.random() < 0.5:
            near = [place for place in near if values[place] > values.max() - _NEAR]
        return random.choice(near), True
    place = choices.index(plain)
    if values is not None and values.max() - values[place] >= _GAIN:
        place = int(values.argmax())
    return place, random.random() < _FOLLOWED


def lessons(seed: int | str, rounds: int, network: Network | None) -> list[Lesson]:
    """Return so many rounds that have been played by what was learned, or by the rule of thumb alone."""
    random = Random(f"gouji {seed}")
    pupils = None if network is None else Pupils(network)
    played: list[Lesson] = []
    for start in range(0, rounds, _TOGETHER):
        batch = [_fresh(random) for _ in range(min(_TOGETHER, rounds - start))]
        played += batch
        while batch:
            asked = [(lesson, choices) for lesson in batch if (choices := _choices(lesson))]
            batch = [lesson for lesson, _ in asked]
            rows, plains = [], []
            for lesson, choices in asked:
                round_ = lesson.round
                others = [hand for seat, hand in enumerate(round_.hands) if seat != round_.turn]
                sight = Sight(round_, [sum(counts) for counts in zip(*others, strict=True)])
                plain, shared = plain_choice(round_, choices), sight.shared()
                plains.append(plain)
                rows.append([[*shared, *sight.own(one, plain=one == plain)] for one in choices])
            values = None
            if pupils is not None and rows:
                values = pupils.values(np.array([row for several in rows for row in several], np.float32))
            at = 0
            for (lesson, choices), several, plain in zip(asked, rows, plains, strict=True):
                weighed = None if values is None else values[at : at + len(choices)]
                at += len(choices)
                place, kept = _decide(weighed, choices, plain, random)
                if kept:
                    lesson.rows.append((lesson.round.turn, len(lesson.leads), several[place]))
                lesson.round.step(choices[place])
    return played


def _sign(seat: int) -> int:
    return -1 if seat % 2 else 1


def _judged(played: Sequence[Lesson], critic: Network) -> tuple[Rows, Rows]:
    """Return all decisions, and what each was worth to the team that made it."""
    pupils = Pupils(critic)
    rows, worth = [], []
    for lesson in played:
        result = float(lesson.round.points()[0])
        leads = pupils.values(np.array([seen for _, seen in lesson.leads], np.float32))
        later, returns = result, [result]
        for (seat, _), value in zip(reversed(lesson.leads), reversed(leads), strict=True):
            later = (1 - _LATER) * _sign(seat) * float(value) + _LATER * later
            returns.append(later)
        returns.reverse()
        for seat, lead, row in lesson.rows:
            rows.append(row)
            worth.append(_sign(seat) * returns[lead])
    return np.array(rows, np.float32), np.array(worth, np.float32)


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Return the network of this game by its name, learned in so many turns of so many rounds, each by players who have
    learned from those before."""
    from arena.fitting import fit  # needs PyTorch

    network: Network | None = None
    played: list[Lesson] = []
    for turn in range(turns):
        played = [*played[-2 * rounds :], *lessons(f"{seed}/{turn}", rounds, network)]
        seen = np.array([lead for lesson in played for _, lead in lesson.leads], np.float32)
        came = [_sign(seat) * lesson.round.points()[0] for lesson in played for seat, _ in lesson.leads]
        critic = fit(seen, np.array(came, np.float32), hidden=(96, 32), epochs=4, seed=turn).network
        rows, worth = _judged(played, critic)
        about = f"gouji: the team's points of the round, from {len(worth)} decisions"
        network = fit(rows, worth, hidden=(128, 32), epochs=6, seed=turn, about=about).network
    assert network is not None, "at least one turn"
    return {"strong": network}
