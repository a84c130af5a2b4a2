"""What a game says lies in its own folder or among the texts that games share, never in the folder of another game."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

import bot.present
from bot.present.presentation import presentation_of
from bot.present.words import text as catalogue
from games import GAMES
from games.base.events import Event
from games.contract import Game, View
from games.registry import entries
from games.simulate import SeededDice
from tests.strategies import random_options

_ROUNDS = 6


def played(game: Game[Any]) -> Iterator[tuple[View, tuple[Event, ...]]]:
    """Random rounds, most of them under random house rules, two in a row."""
    random = Random(game.key)
    for number in range(_ROUNDS):
        options, carry = random_options(game, random) if number % 3 else game.option_set.complete({}), dict[str, Any]()
        for half in range(2):
            deal = game.deal(options, game.seats[-1], carry, SeededDice(f"{number} {half}"))
            step = game.start(options, deal, carry)
            while True:
                yield game.view(step.state, None), step.events
                if not (awaited := game.awaited(step.state)):
                    break
                seat = random.choice(awaited).seat
                step = game.apply(step.state, seat, random.choice(list(islice(game.legal(step.state, seat), 80))))
            result = game.result(step.state)
            assert result is not None
            carry = dict(result.carry)
            if result.winner is not None:
                break


def said(game: Game[Any]) -> Iterator[tuple[str, ...]]:
    """Every code that rounds of a game need, each with those that may stand in for it."""

    def own(code: str) -> tuple[str, str]:
        return f"{code}.{game.key}", code

    yield from (own(f"verb.{verb}") for verb in game.verbs)
    yield from (own(f"prefer.{question}") for question in game.preferences)
    for view, events in played(game):
        for event in events:
            yield own(f"event.{event.code}")
            if isinstance(why := getattr(event, "why", None), str):
                yield own(f"void.{why}")
        for asked in view.awaited:
            yield from (own(f"why.{asked.why}"), own(f"why_you.{asked.why}"))
        for seat in view.seats:
            yield from (own(f"mark.{mark}") for mark in seat.marks)
            yield from (own(f"role.{role}") for role in (seat.role,) if role)
        yield from (own(f"pile.{pile.name}") for pile in view.piles)
        for act in view.acts[-1:]:
            if act.kind and act.verb == "play" and act.kind not in presentation_of(game.key).unnamed:
                yield f"kind.{game.key}.{act.kind}", f"kind.{act.kind}"
            if act.verb not in {"play", "pass", "bid"}:
                yield f"deed.{act.verb}.{act.kind or game.key}", *own(f"deed.{act.verb}")


@pytest.mark.parametrize("key", sorted(GAMES))
def test_a_game_needs_no_other_games_words(key: str) -> None:
    shared = catalogue.texts_of(Path(bot.present.__path__[0]) / "locales", "en", "*.toml")
    own = catalogue.texts_of(entries("paiju.presentations")[key].folder(), "en", "texts*.toml", "en*.toml")
    assert {codes[0] for codes in said(GAMES[key]) if not any(code in shared or code in own for code in codes)} == set()
