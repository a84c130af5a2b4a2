"""Pairs of positions that somebody cannot tell apart: what they hold unseen is dealt to the others anew, and hidden answers are
given otherwise."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from typing import Any, NamedTuple

from games import GAMES
from games.base.cards import Cards, sort_cards
from games.contract import Game
from games.scenario import usual_players
from games.simulate import SeededDice
from tests.seeds import seeds

__all__ = ["Pair", "pairs", "seats", "with_hands"]

SEEDS = seeds(1, 30)
EVERY = 12  # One state of so many is looked at, and the first of each phase
BEFORE: dict[str, dict[str, Any]] = {"guandan": {"places": [0, 2, 1, 3]}}
"""What the second round begins with besides what the first left behind: here, that two seats owe a tribute."""


class Pair(NamedTuple):
    """Two states that are the same to the viewers: what differs is named by ``hidden``."""

    one: Any
    other: Any
    viewers: tuple[int | None, ...]
    hidden: str


@cache
def pairs(key: str) -> tuple[Pair, ...]:
    return tuple(pair for seed in SEEDS for pair in _pairs(GAMES[key], seed))


def _pairs(game: Game[Any], seed: int) -> Iterator[Pair]:
    """From two rounds in sequence: tributes and the like begin with the second."""
    random, dice, carry = Random(seed), SeededDice(seed), dict[str, Any]()
    options, phases = game.option_set.complete({}), set[str]()
    for _ in range(2):
        state = game.start(options, game.deal(options, usual_players(game), carry, dice), carry).state
        at = 0
        while awaited := game.awaited(state):
            asked, phase = random.choice(awaited), game.phase(state)
            if at % EVERY == 0 or phase not in phases:
                yield from _dealt_anew(game, state, random)
            phases.add(phase)
            actions = list(islice(game.legal(state, asked.seat), 60))
            action = random.choice(actions)
            before, state = state, game.apply(state, asked.seat, action).state
            if asked.private and len(awaited) > 1 and len(game.awaited(state)) == len(awaited) - 1:
                strangers = tuple(viewer for viewer in (None, *seats(game, state)) if viewer != asked.seat)
                for other in random.sample(actions, min(len(actions), 3)):
                    if other != action:
                        yield Pair(state, game.apply(before, asked.seat, other).state, strangers, "answer")
            at += 1
        result = game.result(state)
        assert result is not None
        carry = {**result.carry, **BEFORE.get(game.key, {})}


def _dealt_anew(game: Game[Any], state: Any, random: Random) -> Iterator[Pair]:
    """For the channel and every seat: the same state with what the others hold unseen mixed and dealt to them again."""
    hands = game.hands(state)
    shown = [entry.shown for entry in game.view(state, None).seats]
    for viewer in (None, *seats(game, state)):
        unseen = [
            Counter() if seat == viewer else Counter(hand) - Counter(shown[seat]) for seat, hand in enumerate(hands)
        ]
        pool = [card for one in unseen for card in one.elements()]
        random.shuffle(pool)
        mixed = tuple(
            sort_cards([*(Counter(hand) - one).elements(), *(pool.pop() for _ in range(one.total()))])
            for hand, one in zip(hands, unseen, strict=True)
        )
        if mixed != hands:
            yield Pair(state, with_hands(state, mixed), (viewer,), "cards")


def seats(game: Game[Any], state: Any) -> range:
    return range(len(game.hands(state)))


def with_hands(state: Any, hands: tuple[Cards, ...]) -> Any:
    """A state with other hands, wherever it keeps them."""
    change: Callable[..., Any] = getattr(state, "_replace", None) or (lambda **changes: replace(state, **changes))
    return change(hands=hands) if hasattr(state, "hands") else change(round=replace(state.round, hands=hands))
