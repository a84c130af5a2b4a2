"""How a game is spoken to in numbers: what a learner is shown, plane by plane, and by which number it names an action.

One interface a game, found by ``arena.games.interface_of``; what all games share is added by ``observation``. An interface
sees what one seat may know and nothing else, but for the list of legal actions, which follows from the seat's own hand and
what is public.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from games import GAMES
from games.base.actions import Action, verb_of
from games.base.cards import Cards
from games.base.options import Options
from games.contract import CommonFacts, OwnFacts, RoundResult
from games.kit.history import History
from games.kit.native import Round

if TYPE_CHECKING:
    from arena.observation import Board

__all__ = [
    "CARDS", "OTHER", "CoreRound", "Face", "Interface", "Numbers", "Plane", "Running", "by_rank", "described",
    "described_width",
]  # fmt: skip

CARDS: Final = 54
"""Every card once: rank by rank from 3 to 2, in each spades, hearts, diamonds, clubs; then the small and the big joker."""

OTHER: Final = "other"  # Stands in ``kinds``, ``whys`` or ``verbs`` for all that is not named there

Numbers = NDArray[np.float32]  # Part of an observation, to be written to


@dataclass(frozen=True, slots=True)
class Plane:
    """A part of an observation: ``shape`` numbers from ``low`` to ``high``, in a ``unit`` (``cards``, ``points``,
    ``flag`` …). Where the first axis is ``seats``, index 0 is the observer, then the seats follow in order of play."""

    name: str
    shape: tuple[int, ...]
    high: float
    unit: str
    about: str
    low: float = 0.0

    @property
    def size(self) -> int:
        return prod(self.shape)


class Face(NamedTuple):
    """What one seat may know of a round: nothing hidden is in it."""

    seat: int
    hand: Cards
    public: CommonFacts
    own: OwnFacts | None
    why: str  # The question that this seat is asked, ``""`` if none


class Interface(Protocol):
    """One game with one set of options and one number of players, in numbers. ``actions``: how many numbers there are;
    each names the same action in every position if they are ``fixed``. ``suited``: whether a number tells suits too.
    ``kinds``: of standing plays. ``whys``: the questions that may be put. ``verbs``: of public deeds. ``planes``: what this
    game adds to the common ones."""

    game: str
    suited: bool
    actions: int
    kinds: tuple[str, ...]
    whys: tuple[str, ...]
    verbs: tuple[str, ...]
    planes: tuple[Plane, ...]
    fixed: bool = True
    most_points: float = 0.0
    """The most that a seat can win in a round, in games whose sheet says how rewards are shaped; 0 in the others."""
    mini_beside: int | None = None
    """How many cards lie beside the hands, as kitty or stock, in its mini game (``arena.mini``); ``None`` if it has none."""
    going_on: Callable[[Any], Round | None] | None = None
    """A round of the native core that goes on from a state in which nothing has been done yet, if the game has a core."""

    def __init__(self, options: Options, players: int) -> None: ...

    def legal(self, state: Any, seat: int) -> Sequence[int]:
        """The numbers of all legal actions of a seat that is asked, in any order."""
        ...

    def action(self, number: int, state: Any, seat: int) -> Action:
        """The action of a number, with cards of the seat's own hand; ``ValueError`` if the hand has none such."""
        ...

    def number(self, action: Action, state: Any, seat: int) -> int:
        """The number of an action; ``ValueError`` if it has none."""
        ...

    def step(self, state: Any, seat: int, number: int) -> Any:
        """The state after a number, ``IllegalAction`` if the rules refuse what it names; where an action of theirs takes several
        numbers, one after the other, a state that they take for the one before it."""
        return GAMES[self.game].apply(state, seat, self.action(number, state, seat)).state

    def face(self, state: Any, seat: int, why: str) -> Face:
        """What a seat may know."""
        view = GAMES[self.game].view(state, seat)
        return Face(seat, view.hand or (), view.public, view.own, why)

    def history(self, state: Any) -> History:
        """The public deeds of the round."""
        history: History = state.history
        return history

    def write(self, face: Face, order: NDArray[np.intp], out: Sequence[Numbers]) -> None:
        """Fill the game's own planes, which are all zero, for one seat; ``order``: the seats as it counts them, itself first."""
        ...

    def rewards(self, state: Any, result: RoundResult) -> tuple[float, ...]:
        """Return by seat what a round that ended in ``state`` is worth, as the sheet says *for learning agents*: its points,
        unless a game says otherwise."""
        return tuple(map(float, result.points))

    def potential(self, laid: Numbers) -> float:
        """Return how far a seat has come, where rewards are shaped: ``laid``: how many cards each has laid, itself first."""
        return 0.0

    def running(self, state: Any, board: Board) -> Running | None:
        """Return a round that goes on from a state in which nothing has been done yet, faster than by the rules and the same;
        ``None`` if none can, for want of a native core. ``board`` is as new, and the round may keep it."""
        core = self.going_on(state) if self.going_on else None
        return CoreRound(self, core) if core else None


class Running(Protocol):
    """A round in play, in numbers; it changes in place. Seats see what the rules let them see."""

    @property
    def asked(self) -> Mapping[int, str]:
        """Who may act now, ascending, and the question put to each (``Interface.whys``); empty once the round is over."""
        ...

    def legal(self, seat: int) -> NDArray[np.intp]:
        """The numbers of all legal actions of a seat that is asked, each once, in any order; not to be written to."""
        ...

    def step(self, seat: int, number: int) -> None:
        """Let a seat that is asked do something legal; nothing is checked."""
        ...

    def observe(self, seat: int) -> NDArray[np.float32]:
        """What a seat observes now, a vector of its own."""
        ...

    def features(self, seat: int, numbers: NDArray[np.intp], verbs: Sequence[str]) -> Numbers | None:
        """Return a line for each legal action (``observation.described``); ``None`` if the rules have to be asked."""
        ...

    def rewards(self) -> tuple[float, ...]:
        """Return by seat what the round is worth, once it is over (``Interface.rewards``)."""
        ...

    def won(self) -> tuple[int, ...]:
        """The seats that have won the round, once it is over."""
        ...


class CoreRound:
    """``Running`` by a core, whose round this keeps."""

    def __init__(self, interface: Interface, core: Round) -> None:
        self._whys, self._size, self._core = interface.whys, core.rules().size(), core

    @property
    def asked(self) -> Mapping[int, str]:
        return {seat: self._whys[why] for seat, why in self._core.asked().items()}

    def legal(self, seat: int) -> NDArray[np.intp]:
        return np.frombuffer(self._core.legal(seat), dtype=np.int32).astype(np.intp)

    def step(self, seat: int, number: int) -> None:
        self._core.step(seat, number)

    def observe(self, seat: int) -> NDArray[np.float32]:
        found = np.empty(self._size, dtype=np.float32)
        self._core.observe(seat, found)
        return found

    def features(self, seat: int, numbers: NDArray[np.intp], verbs: Sequence[str]) -> Numbers | None:
        describe = getattr(self._core, "features", None)
        if describe is None:
            return None
        found = np.empty((len(numbers), described_width(verbs)), dtype=np.float32)
        describe(seat, len(verbs), numbers.astype(np.int32), found)
        return found

    def rewards(self) -> tuple[float, ...]:
        return tuple(map(float, self._core.points()))

    def won(self) -> tuple[int, ...]:
        won = self._core.won()
        return tuple(seat for seat in range(won.bit_length()) if won >> seat & 1)

    def tables(self, *given: Any) -> Any:
        """Many rounds that begin like this one, by ``tables.h``; ``None`` if the core has none such."""
        make = getattr(self._core, "tables", None)
        return make and make(*given)


def by_rank(lines: Numbers) -> Numbers:
    """How many cards of each rank the actions lay that lines describe."""
    found: Numbers = np.add.reduceat(lines[:, :CARDS], [*range(0, CARDS - 2, 4), CARDS - 2, CARDS - 1], axis=1)
    return found


def described_width(verbs: Sequence[str]) -> int:
    return CARDS + len(verbs) + 1


def described(actions: Sequence[Action], verbs: Sequence[str]) -> Numbers:
    """A line for each action: copies of each card that it lays, then which verb it is; a bid also has its amount, in the last
    place."""
    found: Numbers = np.zeros((len(actions), described_width(verbs)), dtype=np.float32)
    for row, action in zip(found, actions, strict=True):
        for card in getattr(action, "cards", ()):
            row[card] += 1.0
        row[CARDS + verbs.index(verb_of(action))] = 1.0
        row[-1] = getattr(action, "amount", 0)
    return found
