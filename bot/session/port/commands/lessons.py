"""Commands about lessons: a step, an answer to it, a word, and the round that is played afterwards."""

from __future__ import annotations

import re
from typing import Final

from bot.session.port.commands.record import Argument, Command, Typed, Words, command

__all__ = ["Explain", "FirstRound", "Learn"]

_STEP: Final = re.compile(r"(.*?)\s+([0-9]{1,3})")
_GAME: Final = Argument("game", choices="games")


def _learn(words: Words) -> Command:
    step = words.take_number()
    name = words.rest()
    if step is None and (found := _STEP.fullmatch(name)) is not None:
        return Learn(found[1], int(found[2]))
    return Learn(name, step or 0)


@command(
    "E",
    Typed("learn", ("学牌", "教程"), menu=185, arguments=(_GAME,), read=_learn),
    personal=True,
    sheet=True,
    paged=True,
)
class Learn(Command):
    """Learn a game on real positions. ``game`` empty: the lessons there are. ``step`` counts from 1, 0: where one left
    off. ``answer``: what the step asked for, in notation, with ``_`` for spaces so that it fits on a button."""

    game: str = ""
    step: int = 0
    answer: str = ""


@command("1", opens=True)
class FirstRound(Command):
    """Play a first round against easy AI players, here and now."""

    game: str


@command("X")
class Explain(Command):
    """A word of a game in one sentence, with its rule; ``term``: its code."""

    game: str
    term: str
