"""A round of Gan Deng Yan: ``Playing`` → ``Over``.

Invariants: hands are sorted; the pack is the hands, the stock and what was played; before ``Over`` exactly one seat is
to act and has a legal action; only a leader whose hand is a lone joker may pass a lead, and it may do nothing else."""

from dataclasses import dataclass
from typing import Final

from games.base.cards import Card, Cards
from games.gandengyan.kinds import Reading
from games.gandengyan.options import HouseRules
from games.kit import phases
from games.kit.climb import Climbing
from games.kit.match import CountedMatch

__all__ = ["SEATS", "MatchSoFar", "Over", "Playing", "Setting", "State"]

SEATS: Final = range(2, 7)  # The numbers of players (GY-1)


@dataclass(frozen=True, slots=True)
class MatchSoFar(CountedMatch):
    """What earlier rounds left behind (GY-60): totals, counted deals, and who is the next banker (``None``: drawn)."""

    banker: int | None = None


@dataclass(frozen=True, slots=True)
class Setting(phases.Setting[HouseRules, MatchSoFar]):
    """What stays the same through a round. ``before`` names the same banker, who stays one if the round is void (GY-4)."""

    banker: int


class Playing(Climbing[Reading]):
    """Tricks. ``passes`` counts leads passed on in a row (GY-36, GY-37). ``plays`` (GY-52), ``bombs`` and ``rockets``
    are by seat; ``drawn`` is the card that each seat drew before this trick, as long as the seat has not played since,
    or ``None``."""

    setting: Setting
    stock: Cards
    multiplier: int
    plays: tuple[int, ...]
    bombs: tuple[int, ...]
    rockets: tuple[int, ...]
    drawn: tuple[Card | None, ...]
    passes: int = 0

    @property
    def seats(self) -> int:
        return len(self.hands)


class Over(phases.Ended[Playing, MatchSoFar]):
    """A round that has ended: by a seat that went out, or void (GY-37)."""


State = Playing | Over
