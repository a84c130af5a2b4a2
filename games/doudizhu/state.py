"""A round of Dou Dizhu: ``Bidding`` → ``Playing`` → ``Over``, or ``Bidding`` → ``Over`` when nobody bids.

Invariants: hands are sorted; the pack is the hands, the kitty until it is taken, and what was played; before ``Over``
exactly one seat is to act; only a leader may not pass."""

from dataclasses import dataclass
from typing import Final

from games.base.cards import Cards
from games.doudizhu.kinds import Reading
from games.doudizhu.options import HouseRules
from games.kit import phases
from games.kit.climb import Climbing
from games.kit.history import UNTOLD, History
from games.kit.match import CountedMatch

__all__ = ["NONE", "SEATS", "Bidding", "MatchSoFar", "Over", "Playing", "Setting", "State", "following"]

SEATS: Final = 3
NONE: Final = (0,) * SEATS


def following(seat: int) -> int:
    """The next seat in order of play (DZ-1)."""
    return (seat + 1) % SEATS


@dataclass(frozen=True, slots=True)
class MatchSoFar(CountedMatch):
    """What earlier rounds left behind (DZ-60): totals, counted deals, and who went out last."""

    out: int | None = None


class Setting(phases.Setting[HouseRules, MatchSoFar]):
    """What stays the same through a round."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Bidding:
    """Calls in turn. ``calls`` are (seat, amount), 0 for a pass."""

    setting: Setting
    hands: tuple[Cards, ...]
    kitty: Cards
    first: int
    turn: int
    calls: tuple[tuple[int, int], ...] = ()
    history: History = UNTOLD

    @property
    def bid(self) -> int:
        """The highest bid so far, 0 if none."""
        return max([amount for _, amount in self.calls], default=0)


class Playing(Climbing[Reading]):
    """Tricks. ``kitty`` is ``None`` in a set-up position. ``bombs`` and ``plays`` are by seat; ``bombs_before`` were
    played by nobody knows whom before a set-up position."""

    setting: Setting
    kitty: Cards | None
    landlord: int
    bid: int
    bombs_before: int = 0
    bombs: tuple[int, ...] = NONE
    rockets: tuple[int, ...] = NONE
    plays: tuple[int, ...] = NONE

    @property
    def all_bombs(self) -> int:
        """Bombs and rockets played so far, by whichever seat (DZ-51)."""
        return self.bombs_before + sum(self.bombs) + sum(self.rockets)


class Over(phases.Ended[Bidding | Playing, MatchSoFar]):
    """A round that has ended: by a seat that went out, or void, while they bid (DZ-56)."""

    spring: str | None = None
    multiplier: int = 1


State = Bidding | Playing | Over
