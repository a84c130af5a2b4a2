"""The contract that every game keeps with the rest of the project: its door, and that of the values it speaks in.

State + action → new state + events, and nothing else: no clock, no chat, no randomness of its own. States are
immutable values and opaque outside their room. What a seat may know is built in one place, ``Rules.view``, by
inclusion.

Chance comes in from outside as ``Dice``; what was drawn is a ``Deal``, a value that can be stored and dealt again.
What a round leaves to the next is a ``Carry``: plain data, exactly the ``previous`` of the scenario notation.

A game keeps four promises, each in a file of its own: ``Rules`` (what happens), ``Notation`` (how it is written),
``Help`` (what makes playing comfortable) and ``Players`` (AI players). Whoever needs one of them asks for that one.
"""

from typing import Final, Protocol, TypeVar

from games.base.round import Act, Awaited, Carry, Deal, Dice, Json, Level, Recognised, RoundResult, Scale, Seat, Step
from games.base.view import CommonFacts, GameView, OwnFacts, Pile, SeatView, Standing, View
from games.contract.help import Help
from games.contract.notation import Notation
from games.contract.players import Estimate, Judge, Players
from games.contract.rules import Rules

__all__ = [
    "CONTRACT", "Act", "Awaited", "Carry", "CommonFacts", "Deal", "Dice", "Estimate", "Game", "GameView", "Help", "Json",
    "Judge", "Level", "Notation", "OwnFacts", "Pile", "Players", "Recognised", "RoundResult", "Rules", "Scale",
    "Seat", "SeatView", "Standing", "Step", "View",
]  # fmt: skip

CONTRACT: Final = 1
"""The number of this contract: it rises when a game that was written for the last one would not do any more."""

S = TypeVar("S")


class Game(Rules[S], Notation[S], Help[S], Players, Protocol[S]):
    """One game. All methods are pure; none is slow unless it says so."""
