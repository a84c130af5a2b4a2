"""A round of Dou Dizhu: ``Bidding`` → ``Playing`` → ``Over``, or ``Bidding`` → ``Over`` when nobody bids.

Invariants: hands are sorted; the pack is the hands, the kitty until it is taken, and what was played; before ``Over``
exactly one seat is to act; only a leader may not pass."""

from dataclasses import dataclass
from typing import Final

from games.base.cards import RANKS, Cards
from games.base.options import Options
from games.doudizhu.combos import Reading
from games.doudizhu.options import HouseRules
from games.kit import climb
from games.kit.climb import Climbing
from games.kit.history import UNTOLD, History
from games.kit.match import CountedMatch

__all__ = ["SEATS", "Bidding", "MatchSoFar", "Over", "Playing", "Setting", "StandingPlay", "State", "following"]

SEATS: Final = 3


def following(seat: int) -> int:
    """The next seat in order of play (DZ-1)."""
    return (seat + 1) % SEATS


@dataclass(frozen=True, slots=True)
class MatchSoFar(CountedMatch):
    """What earlier rounds left behind (DZ-60): totals, counted deals, and who went out last."""

    out: int | None = None


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same through a round."""

    options: Options
    rules: HouseRules
    before: MatchSoFar


class StandingPlay(climb.StandingPlay[Reading]):
    """The play to beat, with the reading that it was played in."""

    __slots__ = ()

    @property
    def rank(self) -> str:
        return RANKS[self.reading.top]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing(Climbing[StandingPlay]):
    """Tricks. ``kitty`` is ``None`` in a set-up position. ``bombs`` and ``plays`` are by seat; ``bombs_before`` were
    played by nobody knows whom before a set-up position."""

    setting: Setting
    kitty: Cards | None
    landlord: int
    bid: int
    bombs_before: int = 0
    bombs: tuple[int, ...] = (0, 0, 0)
    rockets: tuple[int, ...] = (0, 0, 0)
    plays: tuple[int, ...] = (0, 0, 0)

    @property
    def all_bombs(self) -> int:
        """Bombs and rockets played so far, by whichever seat (DZ-51)."""
        return self.bombs_before + sum(self.bombs) + sum(self.rockets)


@dataclass(frozen=True, slots=True)
class Over:
    """A round that has ended: by a seat that went out, or void (``out`` and ``landlord`` are ``None``)."""

    setting: Setting
    hands: tuple[Cards, ...]
    kitty: Cards | None
    landlord: int | None
    bid: int
    out: int | None
    bombs_before: int
    bombs: tuple[int, ...]
    rockets: tuple[int, ...]
    plays: tuple[int, ...]
    spring: str | None
    multiplier: int
    points: tuple[int, ...]
    after: MatchSoFar
    trick: int
    history: History

    @property
    def void(self) -> bool:
        """Whether nobody wanted to be landlord (DZ-56)."""
        return self.landlord is None

    @property
    def all_bombs(self) -> int:
        return self.bombs_before + sum(self.bombs) + sum(self.rockets)


State = Bidding | Playing | Over
