"""Finished rounds judged: what would have been better with what each seat knew, and what the deal was worth.

Pure values and functions: no clock, chat or storage. Whoever judges asks piece by piece, wherever there is time; what actions are
worth, ``games.judging`` says."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from itertools import islice
from statistics import fmean
from typing import Any, Final, Literal, Self

from games import GAMES
from games.base.actions import Bid, Pass, action_text
from games.base.notation import read_action
from games.base.options import Options
from games.contract import Judge
from games.judging import Grade, Heard, dealt, grade_of, weighed
from games.record import RoundRecord

__all__ = [
    "VERSION", "Decision", "Fortune", "Grade", "Review", "SeatScore", "can_judge", "decisions_of", "fortune_of", "judged",
]  # fmt: skip

VERSION: Final = 4  # Rises when a review that was kept would be judged otherwise now
_MOMENTS: Final = 3
_LEAST_AT_STAKE: Final = 0.03  # Less than this blindly given away counts as this, in parts of what a usual round moves


@dataclass(frozen=True, slots=True)
class SeatScore:
    """How well one seat decided over ``decisions``, and how many of them were not good. ``accuracy``: 1 if nothing was given
    away, 0 if as much as by who takes any sensible action blindly, or more."""

    decisions: int
    accuracy: float
    mistakes: int
    blunders: int


@dataclass(frozen=True, slots=True)
class Fortune:
    """By seat: what the deal was worth, how far that may be off (a standard error), and what came of it: points, of the side
    where sides get them together."""

    deal: tuple[float, ...]
    error: tuple[float, ...]
    result: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Decision:
    """``step``: of the replay, 1 for the first action. ``done`` and ``best``: actions in the notation. ``worth``: what may be
    expected after each of them, in its ``measure``; ``lost``: how much less after what was done, and ``error`` the standard error
    of that; ``stake`` as in ``Scale``; ``blindly``: how much less than the best the sensible actions are
    worth, one as another."""

    step: int
    seat: int
    done: str
    best: str
    worth: float
    best_worth: float
    lost: float
    error: float
    measure: Literal["chance", "points"]
    stake: float
    blindly: float

    @property
    def told_apart(self) -> bool:
        """Whether what was lost is more than the noise of the estimates."""
        return self.lost >= self.error

    @property
    def counted(self) -> float:
        """What was lost, if it is more than noise."""
        return self.lost if self.told_apart else 0.0

    @property
    def share(self) -> float:
        """The same beside what a usual round moves."""
        return self.counted / self.stake

    @property
    def grade(self) -> Grade:
        return grade_of(self.lost, self.error, self.stake)


@dataclass(frozen=True, slots=True)
class Review:
    """``decisions`` in order."""

    decisions: tuple[Decision, ...]
    fortune: Fortune

    def score(self, seat: int) -> SeatScore:
        own = [one for one in self.decisions if one.seat == seat]
        lost, blindly = sum(one.share for one in own), sum(one.blindly / one.stake for one in own)
        grades = [one.grade for one in own]
        return SeatScore(
            len(own),
            max(0.0, 1 - lost / max(blindly, _LEAST_AT_STAKE)),
            grades.count("mistake"),
            grades.count("blunder"),
        )

    def given_away(self, seat: int) -> float:
        """What a seat's own decisions have cost, in points; a chance of winning is worth what the round was about."""
        about = 2 * abs(self.fortune.result[seat])
        own = [one for one in self.decisions if one.seat == seat]
        return sum(one.counted * (about if one.measure == "chance" else 1.0) for one in own)

    @property
    def moments(self) -> tuple[Decision, ...]:
        """The decisions that cost most, at most three, in the order in which they came."""
        costly = [one for one in self.decisions if one.grade in ("mistake", "blunder")]
        costly.sort(key=lambda one: -one.share)
        return tuple(sorted(costly[:_MOMENTS], key=lambda one: one.step))

    def written(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"))

    @classmethod
    def read(cls, text: str) -> Self:
        kept = json.loads(text)
        decisions: Sequence[Decision] = [Decision(**one) for one in kept["decisions"]]
        return cls(tuple(decisions), Fortune(**{key: tuple(values) for key, values in kept["fortune"].items()}))


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


def judged(game: str, options: Options, record: RoundRecord, step: int, seed: str = "") -> Decision:
    """What the decision at a step was worth. Slow: some hundredths of a second, seconds where there is no native core."""
    rules, heard = GAMES[game], list[Heard]()
    state: Any = rules.start(options, record.deal, record.carry).state
    for seat, text in record.actions[: step - 1]:
        action = read_action(text)
        if isinstance(action, Bid | Pass):
            heard.append(Heard(state, seat, action))
        state = rules.apply(state, seat, action).state
    seat, text = record.actions[step - 1]
    action = read_action(text)
    others = [one for one in heard if one.seat != seat]
    verdict = weighed(rules, state, seat, f"{seed}{step}", action, others)
    done, best, scale = verdict.of(action), verdict.best, verdict.scale
    if scale.measure == "chance":
        best += max(0.0, done.lost - best) - max(0.0, best - 1)
    return Decision(
        step,
        seat,
        text,
        action_text(verdict.worths[0].action),
        best - done.lost,
        best,
        done.lost,
        done.error,
        scale.measure,
        scale.stake,
        fmean(one.lost for one in verdict.worths),
    )


def fortune_of(game: str, options: Options, record: RoundRecord, seed: str = "") -> Fortune:
    """What the deal was worth, and what came of it. Slow, as above."""
    return Fortune(*dealt(GAMES[game], options, record, seed))
