"""A round of Gong Zhu: ``Exposing`` → ``Playing`` → ``Over``, without the first where nothing is exposed.

Invariants: hands are sorted; hands, trick and cards taken are different cards, all 52 of them in a dealt round; hands
differ by at most one card in number, and only within a trick; the seat to act always has a legal card."""

from dataclasses import dataclass
from typing import Final, NamedTuple

from games.base.cards import Cards
from games.gongzhu.options import HouseRules
from games.kit import phases
from games.kit.history import UNTOLD, History
from games.kit.match import Match

__all__ = ["SEATS", "Exposing", "Hidden", "MatchSoFar", "Over", "Playing", "Setting", "State", "partner"]

SEATS: Final = 4


def partner(seat: int) -> int:
    """The seat opposite (GZ-28)."""
    return (seat + 2) % SEATS


@dataclass(frozen=True, slots=True)
class MatchSoFar(Match):
    """What earlier rounds left behind (GZ-29): totals, and who took the pig, ``None`` before the first round. If nobody
    took it, which happens in set-up positions only, ``pig`` is the seat that led the round first: all that depends on
    it is who leads (GZ-12)."""

    pig: int | None = None


@dataclass(frozen=True, slots=True)
class Setting(phases.Setting[HouseRules, MatchSoFar]):
    """What stays the same through a round. ``leader``: who leads first, ``None`` if the two of spades says so (GZ-12)."""

    leader: int | None = None


@dataclass(frozen=True, slots=True)
class Hidden:
    """A decision that its seat alone knows until all have decided (GZ-9); no cards: it declined."""

    seat: int
    cards: Cards = ()


@dataclass(frozen=True, slots=True)
class Exposing:
    """All four seats decide, hidden from each other (GZ-9); ``number`` is 2 in a second round of exposing (GZ-11).
    ``led`` and ``taken`` come from a set-up position."""

    setting: Setting
    hands: tuple[Cards, ...]
    exposed: Cards
    number: int = 1
    answers: tuple[Hidden, ...] = ()
    led: int = 0
    taken: tuple[Cards, ...] = ((),) * SEATS
    history: History = UNTOLD

    @property
    def waiting(self) -> tuple[int, ...]:
        decided = {answer.seat for answer in self.answers}
        return tuple(seat for seat in range(SEATS) if seat not in decided)


class Playing(NamedTuple):
    """Tricks. A named tuple, as every card played makes one and these are made fastest. ``turn`` is the seat to act;
    ``trick`` are the cards on the table from the leader on, ``led`` the suits led in earlier tricks as bits. ``taken``
    are the cards won so far, ``won`` the tricks, ``queen`` the bonus of GZ-26 by seat; ``first`` led the round's first
    trick, ``number`` counts tricks from 0."""

    setting: Setting
    hands: tuple[Cards, ...]
    exposed: Cards
    first: int
    leader: int
    turn: int
    led: int = 0
    trick: Cards = ()
    taken: tuple[Cards, ...] = ((),) * SEATS
    won: tuple[int, ...] = (0,) * SEATS
    queen: tuple[int, ...] = (0,) * SEATS
    number: int = 0
    history: History = UNTOLD


class Over(phases.Ended[Playing, MatchSoFar]):
    """A round that has ended. ``losers`` are those of the match; nobody has won it if every seat has lost (GZ-24). ``swept``:
    one seat took all point cards (GZ-27)."""

    losers: tuple[int, ...] = ()
    swept: bool = False


State = Exposing | Playing | Over
