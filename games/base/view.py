"""What one viewer may know of a round, as plain values: the same types for every game and every frontend."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from games.base.cards import Cards
from games.base.facts import notation_of, unless_none
from games.base.options import Options
from games.base.round import Act, Awaited, Json
from games.base.values import Value

__all__ = ["CommonFacts", "GameView", "OwnFacts", "Pile", "SeatView", "Standing", "View"]


@dataclass(frozen=True, slots=True)
class Standing:
    """The play to beat. ``rank`` is the compared rank as text; ``reading`` the cards that wild cards stand for, ``as`` in
    the notation, which has it only where there are any."""

    seat: int
    cards: Cards
    kind: str
    rank: str
    reading: str | None = field(default=None, metadata={"key": "as", "absent": True})


@dataclass(frozen=True, slots=True)
class SeatView:
    """What everybody may know of one seat.

    ``place`` counts from 1 once the seat is out. ``role`` (``banker`` …) and ``marks`` (``barred``, ``opened`` …)
    are codes. ``shown`` are cards that everybody knows to lie in this hand, ``taken`` the cards won in tricks as far
    as they matter.
    """

    seat: int
    count: int
    score: int
    place: int | None = None
    team: int | None = None
    role: str | None = None
    marks: tuple[str, ...] = ()
    shown: Cards = ()
    taken: Cards = ()


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards on the table that are in nobody's hand: ``cards`` is ``None`` while they lie face down."""

    name: str
    count: int
    cards: Cards | None


class CommonFacts(Value):
    """What everybody may know of a round, whatever the game; each game adds its own fields in a subclass, ``PublicFacts``.

    Written in the notation (``games.base.facts``) these are the public ``expect`` keys of the sheets. A fact that not
    everybody may know never stands here: it belongs into the game's ``OwnFacts`` (one seat's), or to the keys that
    ``Game.facts`` adds for files of positions.

    ``phase``: as in the notation. ``to_act``: the seats that may act. ``counts``: cards in each hand. ``finished``: seats
    that are out, in order. ``points``: of the round by seat, once it is over. ``scores``: of the match by seat, this round's
    included once it is over; ``None`` where no score is kept. ``team_points``: of the round by team, once it is over, where
    teams have points. ``winner``: seats that have won the match. ``standing``: the play to beat.
    """

    phase: str
    to_act: tuple[int, ...]
    counts: tuple[int, ...]
    finished: tuple[int, ...] = ()
    points: tuple[int, ...] | None = None
    scores: tuple[int, ...] | None
    winner: tuple[int, ...] | None = None
    team_points: tuple[int, ...] | None = unless_none()
    standing: Standing | None = None

    @property
    def round_number(self) -> int | None:
        """Which round of the match this is as people count, where a void deal is repeated and does not count; ``None``
        where every deal counts."""
        return None


class OwnFacts(Value):
    """What one seat knows besides its hand and the public facts; nothing, unless a game adds fields in a subclass."""


P = TypeVar("P", bound=CommonFacts, covariant=True)
O = TypeVar("O", bound=OwnFacts, covariant=True)  # noqa: E741 # the pair of P


@dataclass(frozen=True, slots=True)
class GameView(Generic[P, O]):
    """All that one viewer may know, built by inclusion; ``viewer`` ``None`` is the channel.

    ``public`` is what everybody may know, as the game's own ``PublicFacts``; ``own`` what this seat alone knows besides its
    hand (its hidden answers). ``acts`` is the public history of the
    round. ``order`` are the ranks 0…14 as they count for single cards in this round, low to high, where that is not the
    natural order of ``games.base.cards`` (empty: it is); ``high`` the rank that the round lifts above its place (the
    level), ``wild`` the cards that may stand for others, each once, ``hung`` the ranks that may be hung on cards of any other
    rank, ``suits`` the suits low to high where they decide between cards of one rank.
    Everything is plain, immutable and picklable.
    """

    game: str
    viewer: int | None
    phase: str
    options: Options
    seats: tuple[SeatView, ...]
    awaited: tuple[Awaited, ...]
    hand: Cards | None
    standing: Standing | None
    piles: tuple[Pile, ...]
    acts: tuple[Act, ...]
    trick: int
    public: P
    own: O
    order: tuple[int, ...] = ()
    high: int | None = None
    wild: Cards = ()
    hung: tuple[int, ...] = ()
    suits: tuple[int, ...] = ()

    @property
    def facts(self) -> Mapping[str, Json]:
        """The sheet's public ``expect`` keys in notation form (without ``hands`` and ``legal``)."""
        return notation_of(self.public)


View = GameView[Any, Any]
"""A view of whatever game. Each game has its own kind (``GameView[PublicFacts, OwnFacts]`` with its two dataclasses)."""
