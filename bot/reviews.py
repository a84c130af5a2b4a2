"""Finished rounds judged: what the strongest player would have done with what each seat knew, and what the deal was worth.

Pure values and functions: no clock, chat or storage. Whoever judges runs ``jobs`` one by one, wherever there is time.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from math import exp
from typing import Final, Literal

from games import GAMES
from games.base.actions import Action, action_text, verb_of
from games.base.cards import rank_counts
from games.base.notation import read_action
from games.base.options import Options
from games.contract import Judge
from games.record import RoundRecord
from games.simulate import SeededDice, chooser, play_round

__all__ = [
    "EXPECTED_ROUNDS", "VERSION", "Decision", "Grade", "Review", "SeatScore", "can_judge", "decisions_of",
    "expected_points", "judged",
]  # fmt: skip

VERSION: Final = 2  # Rises when a review that was kept would be judged otherwise now
_FORGIVING: Final = 0.25
"""An action that loses, beyond the noise, so much of what a usual round moves counts 37 per cent (1/e) of the best one."""
_MOMENTS: Final = 3


@dataclass(frozen=True, slots=True)
class SeatScore:
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

    def score(self, seat: int) -> SeatScore:
        own = [one for one in self.decisions if one.seat == seat]
        kept = [exp(-one.counted / (_FORGIVING * self.stake)) for one in own]
        grades = [one.grade for one in own]
        return SeatScore(
            len(own), sum(kept) / len(kept) if kept else 1.0, grades.count("mistake"), grades.count("blunder")
        )

    @property
    def moments(self) -> tuple[Decision, ...]:
        """The decisions that cost most, at most three, in the order in which they came."""
        costly = [one for one in self.decisions if one.grade in ("mistake", "blunder")]
        costly.sort(key=lambda one: -one.lost)
        return tuple(sorted(costly[:_MOMENTS], key=lambda one: one.step))

    def written(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Review:
        kept = json.loads(text)
        decisions: Sequence[Decision] = [Decision(**one) for one in kept["decisions"]]
        return cls(tuple(decisions), tuple(kept["expected"]), kept["stake"])


Grade = Literal["best", "fine", "mistake", "blunder"]

_BEST: Final = 0.02
_FINE: Final = 0.08
_MISTAKE: Final = 0.2  # What an action may lose to be called so, in parts of what a usual round moves (``Judge.stake``)
_SURE: Final = 2.0
"""A loss counts as a mistake if it is so many standard errors large: what is smaller may as well be none."""
EXPECTED_ROUNDS: Final = 8  # So often a deal is played by the strongest players to say what it was worth


@dataclass(frozen=True, slots=True)
class Decision:
    """``step``: of the replay, 1 for the first action. ``done`` and ``best``: actions in the notation. ``points``: what may be
    expected after each of them; ``lost``: how much less after what was done, and ``error`` the standard error of that."""

    step: int
    seat: int
    done: str
    best: str
    points: float
    best_points: float
    lost: float
    error: float
    grade: Grade

    @property
    def told_apart(self) -> bool:
        """Whether what was lost is more than the noise of the estimates."""
        return self.lost >= _SURE * self.error

    @property
    def counted(self) -> float:
        """What was lost beyond what the estimates may be off."""
        return max(self.lost - self.error, 0.0)


def can_judge(game: str) -> bool:
    """Whether a game has a player that says what actions are worth."""
    return isinstance(GAMES[game], Judge)


def decisions_of(game: str, options: Options, record: RoundRecord) -> tuple[int, ...]:
    """The steps at which somebody had a choice, ascending: what the rules leave no choice in is not judged."""
    rules = GAMES[game]
    state = rules.start(options, record.deal, record.carry).state
    steps = []
    for step, (seat, text) in enumerate(record.actions, start=1):
        if len(tuple(islice(rules.legal(state, seat), 2))) > 1:
            steps.append(step)
        state = rules.apply(state, seat, read_action(text)).state
    return tuple(steps)


def judged(game: str, options: Options, record: RoundRecord, step: int, effort: float = 2.0) -> Decision | None:
    """What the decision at a step was worth, ``None`` if nobody can say. Slow: up to seconds."""
    rules = GAMES[game]
    assert isinstance(rules, Judge), "somebody says what actions are worth"
    state = rules.start(options, record.deal, record.carry).state
    for seat, text in record.actions[: step - 1]:
        state = rules.apply(state, seat, read_action(text)).state
    seat, text = record.actions[step - 1]
    action = read_action(text)
    found = rules.estimate(rules.view(state, seat), SeededDice(f"{step}"), effort, action)
    done = next((one for one in found if _alike(one.action, action)), None)
    if done is None:
        return None
    best = found[0]
    lost = max(best.points - done.points, 0.0)
    error = (best.error**2 + done.error**2) ** 0.5
    grade = _grade(lost, error, rules.stake, done is best)
    return Decision(step, seat, text, action_text(best.action), done.points, best.points, lost, error, grade)


def _alike(one: Action, other: Action) -> bool:
    """Whether two actions are the same up to cards of the same rank, one for the other."""
    if one == other:
        return True
    ours, theirs = getattr(one, "cards", ()), getattr(other, "cards", ())
    return verb_of(one) == verb_of(other) and bool(ours) and rank_counts(ours) == rank_counts(theirs)


def _grade(lost: float, error: float, stake: float, first: bool) -> Grade:
    """What a loss is called. A mistake is more than noise; a blunder is one even if the estimates are off against it."""
    share = lost / stake
    if first or share <= _BEST:
        return "best"
    if share <= _FINE or lost < _SURE * error:
        return "fine"
    return "blunder" if lost - error > _MISTAKE * stake else "mistake"


def expected_points(game: str, options: Options, record: RoundRecord, number: int) -> tuple[float, ...]:
    """Return by seat what the strongest players make of the deal, one time of several (``number`` says which). Slow: a whole
    round of them."""
    rules = GAMES[game]
    level = rules.levels[-1]
    dice = [SeededDice(f"{number}/{seat}") for seat in range(len(record.deal.hands))]
    choosers = [chooser(rules, level, one) for one in dice]
    run = play_round(rules, options, record.deal, record.carry, choosers, SeededDice(f"{number}/order"))
    return tuple(map(float, run.result.points))
