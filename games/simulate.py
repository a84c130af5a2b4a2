"""Matches without any chat: choosers drive any game through its contract.

The one place of the rules that makes chance: every generator is an instance with a seed, so that a run can be repeated
exactly. There is no clock here; whoever wants speeds measures around it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.base.actions import Action, action_text
from games.base.cards import Card, Cards
from games.base.options import Options
from games.contract import Carry, Deal, Game, Level, RoundResult, Rules
from games.record import Record, RoundRecord

__all__ = ["Chooser", "MatchRun", "RoundRun", "SeededDice", "chooser", "play_match", "play_round", "teams_of"]

Chooser = Callable[[Game[Any], Any, int], Action]
"""Chooses for a seat of a state; fair ones look at the seat's view only."""
_MOST_ACTIONS = 20_000
_MOST_ROUNDS = 1_000


class SeededDice:
    """Chance from a seed (any number or text)."""

    def __init__(self, seed: int | str) -> None:
        self._random = Random(seed)

    def shuffled(self, cards: Cards) -> Cards:
        order: list[Card] = list(cards)
        self._random.shuffle(order)
        return tuple(order)

    def below(self, limit: int) -> int:
        return self._random.randrange(limit)


def teams_of(game: Game[Any], options: Options, players: int) -> list[int]:
    """The team of each seat, counted from that of the first; empty where nobody plays with the same people in every round.
    A trial deal tells, and is thrown away."""
    deal = game.deal(options, players, {}, SeededDice(0))
    teams = [seat.team for seat in game.view(game.start(options, deal, {}).state, None).seats]
    order = list(dict.fromkeys(teams))
    return [] if None in teams or len(order) == players else [order.index(team) for team in teams]


def chooser(game: Game[Any], level: Level, dice: SeededDice) -> Chooser:
    """An AI player of this level; ``random`` is uniform over the legal actions. ``ValueError`` for an unknown level."""
    if level == "random":

        def uniform(game: Rules[Any], state: Any, seat: int) -> Action:
            legal = list(game.legal(state, seat))
            return legal[dice.below(len(legal))]

        return uniform
    if level not in game.levels:
        raise ValueError(f"no level {level!r} in {game.key}: {', '.join(('random', *game.levels))}")

    def thinking(game: Game[Any], state: Any, seat: int) -> Action:
        return game.think(game.view(state, seat), level, dice)

    return thinking


@dataclass(frozen=True, slots=True)
class RoundRun:
    """A round that was played to its end."""

    record: RoundRecord
    result: RoundResult


@dataclass(frozen=True, slots=True)
class MatchRun:
    """Rounds in sequence. ``levels`` by seat; ``winner`` is ``None`` if the match was cut off."""

    game: str
    options: Options
    levels: tuple[Level, ...]
    rounds: tuple[RoundRun, ...]
    winner: tuple[int, ...] | None

    @property
    def moves(self) -> int:
        return sum(len(run.record.actions) for run in self.rounds)

    def record(self, title: str = "a match") -> Record:
        return Record(self.game, self.options, tuple(run.record for run in self.rounds), title)


def play_round(
    game: Game[Any], options: Options, deal: Deal, carry: Carry, choosers: Sequence[Chooser], dice: SeededDice
) -> RoundRun:
    """Play one round to its end. Where several seats may act, the dice say which goes first."""
    state = game.start(options, deal, carry).state
    actions: list[tuple[int, str]] = []
    while (result := game.result(state)) is None:
        waiting = game.awaited(state)
        seat = waiting[dice.below(len(waiting)) if len(waiting) > 1 else 0].seat
        action = choosers[seat](game, state, seat)
        state = game.apply(state, seat, action).state
        actions.append((seat, action_text(action)))
        assert len(actions) < _MOST_ACTIONS, "the round does not end"
    return RoundRun(RoundRecord(deal, carry, tuple(actions)), result)


def play_match(
    game: Game[Any], options: Options, levels: Sequence[Level], dice: SeededDice, *, rounds: int = _MOST_ROUNDS
) -> MatchRun:
    """Play rounds until the match is won, or until so many counted rounds are over."""
    choosers = [chooser(game, level, dice) for level in levels]
    carry: Carry = {}
    runs: list[RoundRun] = []
    counted = 0
    winner: tuple[int, ...] | None = None
    while winner is None and counted < rounds and len(runs) < 10 * _MOST_ROUNDS:
        deal = game.deal(options, len(levels), carry, dice)
        if runs:
            deal = Deal(deal.hands, deal.stock, deal.keys, follows=True)
        run = play_round(game, options, deal, carry, choosers, dice)
        runs.append(run)
        counted += not run.result.void
        carry, winner = run.result.carry, run.result.winner
    return MatchRun(game.key, options, tuple(levels), tuple(runs), winner)
