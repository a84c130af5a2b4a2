"""A round of Gan Deng Yan: ``Playing`` → ``Over``.

Invariants: hands are sorted; the pack is the hands, the stock and what was played; before ``Over`` exactly one seat is to
act and has a legal action; only a leader whose hand is a lone joker may pass a lead, and it may do nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.contract import Carry, Json
from games.gandengyan.counts import pack
from games.gandengyan.kinds import Reading, ranks_in_words, stands_for
from games.gandengyan.options import HouseRules
from games.kit import climb
from games.kit.cards import RANKS, Card, Cards
from games.kit.climb import Climbing
from games.kit.history import History
from games.kit.position import ImpossiblePosition, known_keys, number, numbers
from games.options import Options

__all__ = ["SEATS", "MatchSoFar", "Over", "Playing", "Setting", "StandingPlay", "State"]

SEATS: Final = range(2, 7)
"""The numbers of players (GY-1)."""


@dataclass(frozen=True, slots=True)
class MatchSoFar:
    """What earlier rounds left behind (GY-60): totals, counted deals, and who is the next banker (``None``: drawn)."""

    scores: tuple[int, ...]
    deals: int = 0
    banker: int | None = None

    @staticmethod
    def of(carry: Carry, seats: int) -> MatchSoFar:
        """Read from ``previous`` of the notation; ``ImpossiblePosition`` if it is malformed."""
        known_keys(carry, ("scores", "deals", "banker"))
        scores = numbers(carry, "scores", (0,) * seats)
        banker = None if carry.get("banker") is None else number(carry, "banker", 0, 0, seats - 1)
        return MatchSoFar(scores, number(carry, "deals", 0, 0), banker)

    def carry(self) -> Mapping[str, Json]:
        """The inverse of ``of``."""
        return {"scores": list(self.scores), "deals": self.deals, "banker": self.banker}

    def winner(self, rules: HouseRules) -> tuple[int, ...] | None:
        """The seats that have won the match, ``None`` while it goes on (GY-61)."""
        enough_deals = 0 < rules.deals <= self.deals
        enough_points = 0 < rules.target <= max(self.scores)
        if not (enough_deals or enough_points):
            return None
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))

    def verify_open(self, rules: HouseRules) -> None:
        """Refuse a further deal after the end of the match (GY-61)."""
        if self.winner(rules) is not None:
            raise ImpossiblePosition("previous", self.carry(), "a match that still goes on (GY-61)")


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same through a round. ``before`` names the same banker, who stays one if the round is void (GY-4)."""

    options: Options
    rules: HouseRules
    before: MatchSoFar
    banker: int


class StandingPlay(climb.StandingPlay[Reading]):
    """The play to beat, with the reading that it was played in."""

    __slots__ = ()

    @property
    def rank(self) -> str:
        """The highest rank of the reading as text."""
        return RANKS[self.reading.top]

    @property
    def meaning(self) -> str:
        """The ranks that the cards stand for, ascending."""
        return ranks_in_words(stands_for(self.reading, pack(self.cards)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing(Climbing[StandingPlay]):
    """Tricks. ``passes`` counts leads passed on in a row (GY-36, GY-37).

    ``plays`` (GY-52), ``bombs`` and ``rockets`` are by seat; ``drawn`` is the card that each seat drew before this trick,
    as long as the seat has not played since, or ``None``.
    """

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
        """The number of players."""
        return len(self.hands)


@dataclass(frozen=True, slots=True)
class Over:
    """A round that has ended: by a seat that went out, or void (``out`` is ``None``, GY-37)."""

    setting: Setting
    hands: tuple[Cards, ...]
    stock: Cards
    out: int | None
    multiplier: int
    plays: tuple[int, ...]
    bombs: tuple[int, ...]
    rockets: tuple[int, ...]
    points: tuple[int, ...]
    after: MatchSoFar
    trick: int
    history: History


State = Playing | Over
