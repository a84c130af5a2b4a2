"""What passes in and out of a round: who sits where, what was dealt, who is asked, what happened, how it ended."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Generic, Literal, NamedTuple, NewType, Protocol, TypeVar

from games.base.actions import Action
from games.base.cards import Cards
from games.base.events import Event

__all__ = [
    "Act", "Awaited", "Carry", "Deal", "Dice", "Json", "Level", "Recognised", "RoundResult", "Scale", "Seat", "Step",
]  # fmt: skip

Seat = NewType("Seat", int)
"""0…n-1 in order of play: all that the rules know of a person."""
Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"] | tuple["Json", ...] | Mapping[str, "Json"]
Carry = Mapping[str, Json]
"""What earlier rounds left behind, in the keys of ``previous`` of the rule sheet. Empty before the first round."""
Level = str
"""Strength of an AI player: ``easy``, ``normal``, ``strong``; ``random`` is uniform over ``Game.legal``."""

S = TypeVar("S", covariant=True)


class Dice(Protocol):
    """Where chance comes from. The rules never make one."""

    def shuffled(self, cards: Cards) -> Cards:
        """The same cards in a random order."""

    def below(self, limit: int) -> int:
        """A number from 0 to ``limit`` - 1, all equally likely."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A round's beginning: either freshly dealt, or a position that somebody set up.

    ``hands`` by seat; ``stock`` as the sheet says (kitty, draw pile; top first); ``keys`` holds every other key
    of the sheet's ``start``/``deal`` in notation form (``phase``, ``leader``, ``turned`` …).
    ``follows`` is true for a round that continues a match (a ``deal`` step), where a sheet tells them apart.
    """

    hands: tuple[Cards, ...]
    stock: Cards = ()
    keys: Mapping[str, Json] = field(default_factory=dict)
    follows: bool = False


@dataclass(frozen=True, slots=True)
class Step(Generic[S]):
    """A new state, and what happened on the way to it, in order."""

    state: S
    events: tuple[Event, ...]


@dataclass(frozen=True, slots=True)
class Awaited:
    """A seat that may act now, and why.

    ``why`` is a code that presentation turns into words (``bid``, ``lead``, ``follow``, ``duel``, ``tribute`` …).
    ``private``: the answer is hidden until others have answered too (or shows cards that others may not see), so
    it is taken in private only. ``autopass``: an ordinary turn to follow, which a pass in advance may answer.
    ``seconds``: a clock of its own for short questions, else ``None`` for the table's. ``preference`` is the name in
    ``Game.preferences`` under which a person can have the question answered by itself, ``why`` itself if ``None``.
    ``plain``: what ``why`` is for a person who never wants the extra choice that the question offers (then under the
    table's clock, and not answered by itself); ``None``: such a person's answer is ``Game.fallback``.
    """

    seat: int
    why: str
    private: bool = False
    autopass: bool = False
    seconds: int | None = None
    preference: str | None = None
    plain: str | None = None


@dataclass(frozen=True, slots=True)
class Act:
    """One public deed of the round, in order: ``verb`` ``play``, ``pass``, ``bid`` or any other.

    ``auto``: done by the engine. ``lead``: the first play of a trick. ``trick`` counts tricks from 0; deeds before
    the play have -1.
    """

    seat: int
    verb: str
    cards: Cards = ()
    kind: str = ""
    rank: str = ""
    number: int | None = None
    auto: bool = False
    lead: bool = False
    trick: int = -1


@dataclass(frozen=True, slots=True)
class Recognised:
    """What chosen cards would be if played now.

    ``action`` is the play in its default reading, ``None`` if there is none; ``kind`` and ``rank`` name it. While
    another verb with cards is wanted (``tribute``, ``return`` …) it is that ``Do`` with the chosen cards, without a kind.
    ``legal`` says whether it may be played at this moment; ``others`` are the further readings that may.
    """

    action: Action | None
    kind: str | None = None
    rank: str | None = None
    legal: bool = False
    others: tuple[tuple[Action, str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundResult:
    """How a round ended.

    ``points`` by seat; ``won`` the seats that won the round (empty if void); ``places`` 1… by seat or ``None`` where
    the game has no places; ``roles`` by seat (codes, ``""`` if none); ``void``: it does not count; ``carry`` into the
    next round; ``winner``: seats that have won the *match*, ``None`` while it goes on; ``feats``: countable deeds by
    seat for statistics (``bombs`` …). ``sides``: by seat a number that those who win together have in common, where
    that changes from round to round; empty where it does not (``SeatView.team``, or each for themselves). ``scored``: the
    table keeps points; if not, ``points`` are shown to nobody, and only weigh the round for programs that have to.
    """

    points: tuple[int, ...]
    won: tuple[int, ...]
    carry: Carry
    void: bool = False
    places: tuple[int | None, ...] = ()
    roles: tuple[str, ...] = ()
    winner: tuple[int, ...] | None = None
    feats: tuple[Mapping[str, int], ...] = ()
    sides: tuple[int, ...] = ()
    scored: bool = True


class Scale(NamedTuple):
    """What a decision is judged by: the chance of winning (0 to 1), or the points of the round. ``stake``: what a usual round
    moves, beside which it is seen how large a loss is; ``off`` and ``habit_off``: how far first estimates and rounds played on by
    habit are off where two actions are compared."""

    measure: Literal["chance", "points"]
    stake: float
    off: float
    habit_off: float
