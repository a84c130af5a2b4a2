"""A round of Liu Jia Tong: ``Playing`` → ``Over`` (LJ-20).

Invariants: hands are sorted; hands and played cards are the pack (of a set-up position: what it began with); in
``Playing`` neither side is out, exactly one seat is to act, it holds cards and the standing play is not its own."""

from dataclasses import dataclass
from typing import Final, Literal, Self

from games.base.cards import Cards, rank_of
from games.base.facts import unless_none
from games.base.round import Carry
from games.kit import phases
from games.kit.climb import Climbing
from games.kit.match import Match
from games.kit.position import numbers
from games.liujiatong.kinds import Reading
from games.liujiatong.options import HouseRules

__all__ = [
    "SEATS", "MatchSoFar", "Over", "Playing", "Setting", "State", "points_in", "side_out", "team_of", "team_sums",
]  # fmt: skip

SEATS: Final = 6
_WORTH: Final = (0, 0, 5, 0, 0, 0, 0, 10, 0, 0, 10, 0, 0, 0, 0)  # Points of a card by rank: 5, T and K (LJ-4)


def team_of(seat: int) -> int:
    """The side of a seat: 0 for the even seats, 1 for the odd ones (LJ-1)."""
    return seat % 2


def team_sums(values: tuple[int, ...]) -> tuple[int, int]:
    """The sum of each side's three seats."""
    return sum(values[0::2]), sum(values[1::2])


def points_in(cards: Cards) -> int:
    """What the scoring cards among these are worth (LJ-4)."""
    return sum(_WORTH[rank_of(card)] for card in cards)


def side_out(hands: tuple[Cards, ...]) -> int | None:
    """The side all of whose seats are out, ``None`` if there is none (LJ-27)."""
    return next((team for team in (0, 1) if not any(hands[team::2])), None)


@dataclass(frozen=True, slots=True)
class MatchSoFar(Match):
    """What earlier rounds left behind (LJ-30): totals by seat; who led the last deal and who went out first in it, as far
    as ``first_lead`` asks for it."""

    leader: int | None = unless_none()
    first_out: int | None = unless_none()

    @classmethod
    def of(cls, carry: Carry, seats: int) -> Self:
        """Read it from ``previous``; raise ``ImpossiblePosition`` if it is malformed, or a total is below 0: points
        are taken, not paid."""
        numbers(carry, "scores", (0,) * seats, 0)
        return super(MatchSoFar, cls).of(carry, seats)  # named: a class with slots is made anew

    def settled_leader(self, rules: HouseRules) -> int | None:
        """Who leads the next deal by LJ-21, ``None`` where it is drawn."""
        return {"same": self.leader, "first_out": self.first_out, "random": None}[rules.first_lead]


@dataclass(frozen=True, slots=True)
class Setting(phases.Setting[HouseRules, MatchSoFar]):
    """What stays the same through a round. ``leader`` led its first trick."""

    leader: int


class Playing(Climbing[Reading]):
    """Tricks. ``taken`` are the points got so far by seat; ``pot`` those played in this trick."""

    setting: Setting
    taken: tuple[int, ...] = (0,) * SEATS
    pot: int = 0


class Over(phases.Ended[Playing, MatchSoFar]):
    """A round that has ended. ``points`` are those from tricks with the ``leftover`` (LJ-28); ``round_winner`` is the side that
    won (LJ-29)."""

    leftover: int
    round_winner: Literal[0, 1]

    @property
    def taken(self) -> tuple[int, ...]:
        """The points from tricks."""
        return self.last.taken


State = Playing | Over
