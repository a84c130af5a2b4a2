"""What actions are worth, and what a deal was worth: the judgement on which reviews rest.

The strongest player's first judgement says which actions are near one another. Those are compared on the same sampled worlds:
what the seat cannot see is drawn again, worlds in which others would hardly have done what they did count less, and each is
played on to its end by habit, with the same chances for all. Both judgements are weighed by how far their *differences* are off.
Worlds are added until more would hardly change the grade. Without a native core the rules play on, and worlds are few."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import sqrt
from operator import mul, sub
from random import Random
from statistics import fmean, pstdev
from typing import Any, Final, Literal, TypeVar

from games.base.actions import Action, Bid, verb_of
from games.base.cards import rank_counts
from games.base.notation import read_action
from games.base.options import Options
from games.contract import Estimate, Game, Judge, Scale
from games.kit.native import Round
from games.record import RoundRecord
from games.simulate import SeededDice

__all__ = ["Grade", "Heard", "Verdict", "Worth", "dealt", "grade_of", "weighed"]

_REACH: Final = 2.5  # So many errors of a difference behind the best an action is still near
_NEAR: Final = 4  # So many actions are compared on worlds, besides the one that is asked about
_FIRST_EFFORT: Final = 4.0  # How carefully the first judgement is made, where that is drawn
_BEGIN: Final = 8  # After one in so many of the worlds it is looked whether they are enough, then each time there are
_MORE: Final = 1.5  # so many times as many
_CLEAR: Final = 2.5  # By so many standard errors a loss lies off what would be graded otherwise, once they are
_OUT: Final = 3.0  # So many behind the best, an action that is not asked about is left out
_FEWEST: Final = 6  # So many worlds say how much worlds differ
_SPREAD: Final = (
    0.25  # As if one world more differed by so much of what a usual round moves: a few may be alike by chance
)
_WORLDS_BY_RULES: Final = 2  # So many, for what was done and what is best at first sight, where there is no native core
_SHARPNESS: Final = 3.0  # How much people prefer what they like, in parts a turn
_SOFT: Final = 1.2  # The same where it is asked what others might have done
_HEARD: Final = 8  # So many of the latest passes and bids of others are weighed
_LEAST: Final = 0.1  # However unlikely a deed seems in a world, it may have been done there
_DEALS: Final = 64  # So often the real deal is played on
_DEALS_BY_RULES: Final = 4

# -- grades
Grade = Literal["best", "fine", "mistake", "blunder"]

_BEST: Final = 0.03
_FINE: Final = 0.06
_MISTAKE: Final = 0.15  # What an action may lose to be called so, in parts of what a usual round moves


def grade_of(lost: float, error: float, stake: float) -> Grade:
    """What a loss is called. What is smaller than its standard error may as well be none."""
    if lost <= _BEST * stake:
        return "best"
    if lost <= _FINE * stake or lost < error:
        return "fine"
    return "blunder" if lost > _MISTAKE * stake else "mistake"


# -- decisions
W = TypeVar("W", "Worth", Estimate)


@dataclass(frozen=True, slots=True)
class Heard:
    """A deed of another seat that tells of its hand: what it did in which state."""

    state: Any
    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class Worth:
    """How much less an action is worth than the best, in what the game is judged by, and how far that may be off;
    ``by_chance``: how far other worlds might have told otherwise."""

    action: Action
    lost: float
    error: float
    by_chance: float = 0.0


@dataclass(frozen=True, slots=True)
class Verdict:
    """The actions weighed, the best first, and what that is worth."""

    best: float
    worths: tuple[Worth, ...]
    scale: Scale

    def of(self, action: Action) -> Worth:
        """What was asked about is among what was weighed."""
        return _meant(self.worths, action)

    def is_clear(self, action: Action) -> bool:
        """Whether other worlds would hardly change the grade of an action."""
        asked, next_best = self.of(action), self.worths[1]
        ahead = asked if asked.lost else next_best
        lost, far = asked.lost or -next_best.lost, _CLEAR * ahead.by_chance
        grades = {grade_of(lost + step, ahead.error, self.scale.stake) for step in (-far, far)}
        return len(grades) == 1


def _meant(some: Iterable[W], action: Action) -> W:
    """What is told of an action: of itself, or else of one that is the same up to cards of the same rank."""
    return min(some, key=lambda one: 0 if one.action == action else 1 if _alike(one.action, action) else 2)


def _alike(one: Action, other: Action) -> bool:
    """Whether two actions are the same up to cards of the same rank, one for the other."""
    if one == other:
        return True
    ours, theirs = getattr(one, "cards", ()), getattr(other, "cards", ())
    return verb_of(one) == verb_of(other) and bool(ours) and rank_counts(ours) == rank_counts(theirs)


def weighed(game: Game[Any], state: Any, seat: int, seed: str, asked: Action, heard: Sequence[Heard] = ()) -> Verdict:
    """What the sensible actions of a seat that is asked are worth, and ``asked`` among them. Nothing is looked at in the state
    but what the seat may know. Slow: some hundredths of a second, without a native core seconds."""
    judge, view = _judge(game), game.view(state, seat)
    first, scale = judge.estimate(view, SeededDice(seed), _FIRST_EFFORT, asked), judge.scale(view)
    natively = judge.playing_on(state) is not None
    near = [one for one in first if first[0].worth - one.worth <= _REACH * scale.off][: _NEAR if natively else 1]
    mine = _meant(first, asked)
    near += [] if mine in near else [mine]
    if len(near) == 1:
        return Verdict(first[0].worth, tuple(_behind(first, first, scale)), scale)
    table = _Table(game, state, seat, near, heard, Random(seed))
    most = judge.worlds if natively else _WORLDS_BY_RULES
    wanted = max(most // _BEGIN, _FEWEST) if natively else most
    behind = _behind(first, [one for one in first if one not in near], scale)
    while True:
        table.look_on(wanted)
        best, found = _both(table, scale, most)
        verdict, looked = Verdict(best, (*found, *behind), scale), len(table.weights)
        if looked >= most or verdict.is_clear(asked):
            return verdict
        out = [one for one in found if one.lost > _OUT * one.by_chance and one.action != mine.action]
        behind += out
        table.leave([one.action for one in out])
        wanted = round(looked * _MORE) if looked * _MORE**2 < most else most


def _behind(first: Sequence[Estimate], some: Iterable[Estimate], scale: Scale) -> list[Worth]:
    """Actions as far behind the best as they were at first sight."""
    lost = [(one.action, max(first[0].worth - one.worth, 0.0)) for one in some]
    return [Worth(action, less, scale.off if less else 0.0) for action, less in lost]


def _both(table: _Table, scale: Scale, most: int) -> tuple[float, list[Worth]]:
    """Both judgements of what is compared, as they can be relied on when so many worlds have been looked at: what the best is
    worth, and all, the best first. So what looks clear with few worlds stays so."""
    near, off, habit = table.near, scale.off**2, scale.habit_off**2
    common = [sum(row) / len(near) for row in zip(*table.outcomes, strict=True)]
    level, hoped = table.mean(common), fmean(one.worth for one in near)
    noise = habit + fmean(table.variance(common, outcome) for outcome in table.outcomes) * len(common) / most
    trust = off / (off + noise)
    worths = [
        level + (1 - trust) * (one.worth - hoped) + trust * (table.mean(outcome) - level)
        for one, outcome in zip(near, table.outcomes, strict=True)
    ]
    found, best = [], max(range(len(near)), key=worths.__getitem__)
    for at in sorted(range(len(near)), key=lambda at: (at != best, -worths[at])):
        chance = table.variance(table.outcomes[best], table.outcomes[at])
        error = sqrt(off * (habit + chance) / (off + habit + chance)) if at != best else 0.0
        found.append(Worth(near[at].action, worths[best] - worths[at], error, trust * sqrt(chance)))
    return worths[best], found


# -- worlds
class _Table:
    """The same worlds for some actions, more and more of them: how likely each is, and by action what it comes to in each."""

    def __init__(
        self, game: Game[Any], state: Any, seat: int, near: Sequence[Estimate], heard: Sequence[Heard], chance: Random
    ) -> None:
        self._game, self._judge, self._chance = game, _judge(game), chance
        self._state, self._seat, self.near = state, seat, [*near]
        scale = self._judge.scale(game.view(state, seat))
        self._by_points, self._spread = scale.measure == "points", _SPREAD * scale.stake
        self.natively = self._judge.playing_on(state) is not None
        self.weights, self.outcomes = list[float](), [list[float]() for _ in near]
        self._begun: list[tuple[Round, bytes] | None] = []
        self._told = [*filter(None, map(self._told_by, heard[-_HEARD:]))] if self.natively else []

    def mean(self, values: Iterable[float]) -> float:
        return float(sum(map(mul, self.weights, values)) / sum(self.weights))

    def variance(self, one: Sequence[float], other: Sequence[float]) -> float:
        """The square of the standard error of the mean of a difference."""
        values = list(map(sub, one, other))
        mean = self.mean(values)
        squares = ((weight * (value - mean)) ** 2 for weight, value in zip(self.weights, values, strict=True))
        return float(sum(squares) / sum(self.weights) ** 2) + (self._spread / len(values)) ** 2

    def leave(self, actions: Sequence[Action]) -> None:
        """Look at some of the actions no longer."""
        for at in reversed([at for at, one in enumerate(self.near) if one.action in actions]):
            for row in (self.near, self.outcomes, self._begun):
                del row[at : at + 1]

    def look_on(self, wanted: int) -> None:
        """Look at more worlds, until there are so many."""
        for world in self._judge.worlds_like(self._state, self._seat, self._chance, wanted - len(self.weights)):
            seed, hands = self._chance.getrandbits(60), [*map(bytes, self._judge.stacks(world))]
            self._begun = self._begun or [self._begin(world, one.action) for one in self.near]
            self.weights.append(self._likelihood(hands))
            for (action, _), begun, outcome in zip(self.near, self._begun, self.outcomes, strict=True):
                if begun is None:
                    state = self._game.apply(world, self._seat, action).state
                    ends = _ends(self._game, state, seed, self._judge.repeats if self.natively else 1)
                else:
                    hands[self._seat] = begun[1]
                    ends = _played_on(begun[0], len(self._game.hands(world)), self._judge.repeats, seed, tuple(hands))
                outcome.append(sum(map(self._gain, ends)) / len(ends))

    def _gain(self, rewards: Sequence[float]) -> float:
        if self._by_points:
            return self._judge.gain(rewards, self._seat)
        return 1.0 if rewards[self._seat] > 0 else 0.0 if rewards[self._seat] < 0 else 0.5

    def _begin(self, world: Any, action: Action) -> tuple[Round, bytes] | None:
        """The round after an action, for other hands to be put into, and what is left of the own one. ``None`` where an action
        does more than lay cards, so that it has to be done anew in each world."""
        state = self._game.apply(world, self._seat, action).state
        if self._game.result(state) is not None or (core := self._judge.playing_on(state)) is None:
            return None
        sizes, left = [*map(len, self._judge.stacks(world))], self._judge.stacks(state)
        sizes[self._seat] -= len(getattr(action, "cards", ()))
        return (core, bytes(left[self._seat])) if sizes == [*map(len, left)] else None

    def _told_by(self, one: Heard) -> tuple[Round, int, int, bytes, bytes] | None:
        """The state in which somebody did something, the seat, what it did, and what it has laid and got since."""
        now, before = (Counter(self._game.hands(state)[one.seat]) for state in (self._state, one.state))
        got, laid = now - before, before - now
        core = self._judge.playing_on(one.state)
        if core is None or one.seat not in core.asked() or got - Counter(self._judge.known(self._state)[one.seat]):
            return None  # It has drawn cards since, and nobody knows which
        number = one.action.amount if isinstance(one.action, Bid) else 0
        return core, one.seat, number, bytes(laid.elements()), bytes(got.elements())

    def _likelihood(self, hands: Sequence[bytes]) -> float:
        """How likely others were to do with these hands what they have done, as far as it tells."""
        likely: float = 1
        for core, seat, number, laid, got in self._told:
            held = bytearray(hands[seat] + laid)
            for card in got:
                held.remove(card)
            likely *= max(core.chance(seat, number, _SOFT, bytes(held)), _LEAST)
        return likely


def _ends(game: Game[Any], state: Any, seed: int, number: int) -> Sequence[Sequence[float]]:
    """What each seat gets where a round is played on from a state so often."""
    judge = _judge(game)
    over = game.result(state)
    if over is not None:
        return [judge.rewards(over)]
    core = judge.playing_on(state)
    if core is None:
        return [_played_by_rules(game, state, SeededDice(seed + one)) for one in range(number)]
    return _played_on(core, len(game.hands(state)), number, seed)


def _played_on(core: Round, seats: int, number: int, seed: int, hands: tuple[bytes, ...] = ()) -> list[array[int]]:
    out = array("q", bytes(8 * seats * number))
    core.played_on(number, seed, _SHARPNESS, out, hands)
    return [out[at : at + seats] for at in range(0, len(out), seats)]


def _played_by_rules(game: Game[Any], state: Any, dice: SeededDice) -> Sequence[float]:
    while (over := game.result(state)) is None:
        seat = game.awaited(state)[0].seat
        state = game.apply(state, seat, game.think(game.view(state, seat), "easy", dice)).state
    return _judge(game).rewards(over)


def _judge(game: Any) -> Judge[Any]:
    judge: Judge[Any] = game  # ``bot.reviews.can_judge`` has asked
    return judge


# -- luck
def dealt(
    game: Game[Any], options: Options, record: RoundRecord, seed: str
) -> tuple[tuple[float, ...], tuple[float, ...], tuple[float, ...]]:
    """By seat: what the real deal brings where all play on alike, by habit; how far that mean may be off; and what came of it."""
    state = game.start(options, record.deal, record.carry).state
    natively = _judge(game).playing_on(state) is not None
    ends = _ends(game, state, Random(seed).getrandbits(60), _DEALS if natively else _DEALS_BY_RULES)
    for seat, text in record.actions:
        state = game.apply(state, seat, read_action(text)).state
    over = game.result(state)
    assert over is not None, "a finished round"
    by_seat = list(zip(*ends, strict=True))
    errors = tuple(pstdev(one) / sqrt(len(ends)) for one in by_seat)
    return tuple(map(fmean, by_seat)), errors, tuple(map(float, _judge(game).rewards(over)))
