"""Lessons of Gan Deng Yan: rounds of ``normal`` players and of ones that choose by a learned value, and what came of decisions.

Every decision is a row: the numbers of ``Features`` and what the seat then won or lost, as a multiple of the multiplier of
the moment. Now and then an action is drawn at random, so that it becomes known what others would have brought.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from math import exp
from random import Random
from typing import Final

import numpy as np
from numpy.typing import NDArray

from games.gandengyan import GAME
from games.gandengyan.ai.deeds import Deeds
from games.gandengyan.ai.features import Features, Option, Scene
from games.gandengyan.ai.strong import normal_worths
from games.gandengyan.combos import pack, with_small_jokers
from games.gandengyan.fast_round import PASS, FastRound
from games.gandengyan.options import PRESETS, HouseRules, house_rules
from games.kit.network import Network

__all__ = ["Lesson", "Pupils", "fresh", "learn", "lessons", "play"]

_LIMIT: Final = 120.0
"""Results further from zero count as this."""
_TOGETHER: Final = 200
"""So many rounds are played side by side."""
_WIDE: Final = (128, 32)
"""The hidden layers."""
_TEMPTATION: Final = 2.0
"""So many points worse, an option is drawn *e* times less often."""
_PASS: Final = Option(PASS, None)
_PASS_ALONE: Final = (PASS,)
Rows = NDArray[np.float32]


class Pupils:
    """How seats choose: ``None``, as ``normal``; a network, by its value of each action. Many decisions are weighed at once."""

    def __init__(self, network: Network | None) -> None:
        self.layers = None
        if network is not None:
            self.layers = [
                (np.array(rows, np.float32).T, np.array(biases, np.float32)) for rows, biases in network.layers
            ]

    def values(self, rows: Rows) -> Rows:
        """Return the value of each row."""
        assert self.layers is not None, "a network"
        for place, (weights, biases) in enumerate(self.layers):
            rows = (np.maximum(rows, 0.0) if place else rows) @ weights + biases
        return rows[:, 0]


@cache
def _features(rules: HouseRules) -> Features:
    return Features(rules)


@dataclass(slots=True)
class Lesson:
    """One round that is being played. ``learners``: by seat, whether it chooses by the network."""

    round: FastRound
    whole: int
    learners: tuple[bool, ...]
    deeds: Deeds
    rows: list[tuple[int, int, list[float]]] = field(default_factory=list)
    """Seat, multiplier and numbers of each decision."""

    def do(self, option: Option) -> None:
        """Let the seat to act do this, and let the deeds be heard."""
        round_, deeds, seat = self.round, self.deeds, self.round.turn
        stood, before = round_.standing, len(round_.stock)
        round_.step(option.play, option.meaning)
        if option.meaning is not None:
            deeds.played(seat, option.meaning.reading.kind, option.meaning.reading.top, option.play)
        elif stood is not None:
            deeds.passed(seat)
        for step in range(before - len(round_.stock)):
            deeds.drew((round_.turn + step) % round_.seats)


def fresh(random: Random, learners: float, *, mixed: float) -> Lesson:
    """Return a round that has just been dealt: of four seats under the standard rules, but ``mixed`` of all of any."""
    given, seats = {}, 4
    if random.random() < mixed:
        given = dict(random.choice(PRESETS).options)
        seats = random.choice((2, 3, 4, 5, 6))
    options = GAME.option_set.complete(given)
    whole = [with_small_jokers(pack([card])) for card in GAME.pack(options, seats)]
    random.shuffle(whole)
    banker = random.randrange(seats)
    hands = [sum(whole[(seat - banker) % seats : 5 * seats : seats]) for seat in range(seats)]
    hands[banker] += whole[5 * seats]
    round_ = FastRound(hands, whole[: 5 * seats : -1], house_rules(options), banker)
    return Lesson(round_, sum(whole), tuple(random.random() < learners for _ in range(seats)), Deeds(seats))


def tempted(worths: Sequence[float], random: Random) -> int:
    """Return an option drawn by chance, a better one more often."""
    best = max(worths)
    return random.choices(range(len(worths)), [exp((worth - best) / _TEMPTATION) for worth in worths])[0]


def going_out(scene: Scene, options: Sequence[Option]) -> int | None:
    """Return which option ends the round, the dearest for the others; ``None`` if none does."""
    ends = [
        (option.meaning.factor, -place)
        for place, option in enumerate(options)
        if option.play == scene.hand and option.meaning
    ]
    return -max(ends)[1] if ends else None


def play(batch: list[Lesson], pupils: Pupils, random: Random, stray: float) -> None:
    """Play rounds to their ends side by side; of ``stray`` of all decisions the action is drawn at random."""
    while batch:
        asked: list[tuple[Lesson, Scene, list[Option], list[list[float]]]] = []
        for lesson in batch:
            if lesson.round.legal() == _PASS_ALONE:
                lesson.do(_PASS)
                continue
            scene = Scene.of_round(lesson.round, lesson.deeds, lesson.whole)
            features = _features(scene.rules)
            options = features.options(scene)
            if len(options) == 1:
                lesson.do(options[0])
                continue
            ends = going_out(scene, options)
            if ends is not None:
                lesson.do(options[ends])
                continue
            by_value = lesson.learners[lesson.round.turn]
            drawn = random.random() < stray
            if by_value and not drawn:
                shared = features.shared(scene)
                asked.append((lesson, scene, options, [[*shared, *features.own(scene, option)] for option in options]))
                continue
            weighed = normal_worths(scene, options)
            place = tempted(weighed, random) if drawn else weighed.index(max(weighed))
            numbers = [*features.shared(scene), *features.own(scene, options[place])]
            lesson.rows.append((lesson.round.turn, lesson.round.multiplier, numbers))
            lesson.do(options[place])
        if asked:
            values = pupils.values(np.array([row for entry in asked for row in entry[3]], np.float32))
            at = 0
            for lesson, _, options, rows in asked:
                place = int(values[at : at + len(rows)].argmax())
                at += len(rows)
                lesson.rows.append((lesson.round.turn, lesson.round.multiplier, rows[place]))
                lesson.do(options[place])
        batch[:] = [lesson for lesson in batch if not lesson.round.is_over]


def lessons(
    seed: int | str,
    rounds: int,
    network: Network | None,
    *,
    learners: float = 0.5,
    stray: float = 0.15,
    mixed: float = 0.3,
) -> tuple[NDArray[np.float16], Rows]:
    """Return the rows of so many rounds, and what came of each. Without a network all play as ``normal``."""
    random, pupils = Random(f"gandengyan {seed}"), Pupils(network)
    found: list[NDArray[np.float16]] = []
    results: list[float] = []
    for start in range(0, rounds, _TOGETHER):
        batch = [
            fresh(random, learners if network else 0.0, mixed=mixed) for _ in range(min(_TOGETHER, rounds - start))
        ]
        played = list(batch)
        play(batch, pupils, random, stray)
        rows = []
        for lesson in played:
            points = lesson.round.points()
            for seat, multiplier, numbers in lesson.rows:
                rows.append(numbers)
                results.append(max(-_LIMIT, min(_LIMIT, points[seat] / multiplier)))
        found.append(np.array(rows, np.float16))
    return np.concatenate(found), np.array(results, np.float32)


def learn(seed: int, rounds: int, turns: int) -> dict[str, Network]:
    """Return the networks of this game by their names, learned in so many turns of so many rounds: the first among ``normal``
    players, each further one with players by what was learned until then."""
    from arena.fitting import fit  # needs PyTorch

    network: Network | None = None
    features: list[NDArray[np.float16]] = []
    results: list[Rows] = []
    for turn in range(turns):
        rows, told = lessons(f"{seed}/{turn}", rounds, network)
        features.append(rows)
        results.append(told)
        numbers, wanted = np.concatenate(features).astype(np.float32), np.concatenate(results)
        about = f"gandengyan: {len(wanted)} decisions"
        network = fit(numbers, wanted, hidden=_WIDE, epochs=4, seed=turn, about=about).network
    assert network is not None, "at least one turn"
    return {"value": network}
