"""The part of a game that plays by itself."""

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from games.base.actions import Action
from games.base.cards import Cards
from games.base.round import Dice, Level, RoundResult, Scale
from games.base.view import View

__all__ = ["Estimate", "Judge", "Players"]

S = TypeVar("S")


class Players(Protocol):
    """AI players: they know what a person in their seat would know, and no state."""

    @property
    def levels(self) -> tuple[Level, ...]:
        """The AI levels that this game has, weakest first (without ``random``)."""

    def think(self, view: View, level: Level, dice: Dice) -> Action:
        """Choose for ``view.viewer``, from its view alone. May be slow: run it outside an event loop."""


class Estimate(NamedTuple):
    """What an action is worth at first sight, in what its decision is judged by (``Scale``), to its seat (or team)."""

    action: Action
    worth: float


@runtime_checkable
class Judge(Protocol[S]):
    """A game whose strongest player says what actions are worth: reviews and hints rest on it (``games.judging``)."""

    usual: Scale
    """What most decisions are judged by."""

    worlds: int  # On so many worlds actions are compared at most
    repeats: int  # So often each is played on, which costs less than another one

    def scale(self, view: View) -> Scale:
        """What the decision of ``view.viewer`` is judged by."""

    def estimate(self, view: View, dice: Dice, effort: float = 1.0, extra: Action | None = None) -> Sequence[Estimate]:
        """What the sensible actions of ``view.viewer`` are worth, the best first; never empty while it is asked.

        From its view alone. ``effort`` scales the work, 1 as in play; ``extra`` is an action that must be among them. May be
        slow: run it outside an event loop.
        """

    def promise(self, chance: float) -> float:
        """How often those really win who follow a first judgement of so much, where chances of winning are judged."""

    def rewards(self, result: RoundResult) -> Sequence[float]:
        """What a round that is over is worth by seat: its points, or those of its side."""

    def gain(self, rewards: Sequence[float], seat: int) -> float:
        """What these rewards are to a seat, where points are judged: also beside what others get."""

    def worlds_like(self, state: S, seat: int, chance: Random, number: int) -> Sequence[S]:
        """So many states that a seat cannot tell from this one: what it does not see is drawn again."""

    def stacks(self, state: S) -> tuple[Cards, ...]:
        """All hands, and last what lies face down, if that is played on with."""

    def known(self, state: S) -> Sequence[Cards]:
        """By seat the cards that everybody knows to be in its hand."""

    def playing_on(self, state: S) -> Any:
        """A round of the native core from here on (``games.kit.native``), if there is one that plays on by habit."""
