"""A round of Pao De Kuai: ``Playing`` → ``Over``.

Invariants: hands are sorted; the hands and what was played are the pack; while ``Playing`` exactly one seat is to act.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from games.base.round import Carry, Json
from games.kit.cards import Cards, full_pack, make_card
from games.kit.history import UNTOLD, History
from games.kit.position import ImpossiblePosition, known_keys, number, numbers
from games.options import Options
from paodekuai.kinds import Reading

__all__ = ["PACK", "SEATS", "MatchSoFar", "Over", "Playing", "Setting", "StandingPlay", "State"]

SEATS: Final = 3
_OUT: Final = {make_card(11, 0), *(make_card(12, suit) for suit in (1, 2, 3))}
PACK: Final[Cards] = tuple(card for card in full_pack(jokers=False) if card not in _OUT)
"""PK-2."""


@dataclass(frozen=True, slots=True)
class MatchSoFar:
    """What earlier rounds left behind."""

    scores: tuple[int, ...] = (0,) * SEATS
    rounds: int = 0

    @staticmethod
    def of(carry: Carry) -> MatchSoFar:
        """Read from ``previous``; ``ImpossiblePosition`` if it is malformed."""
        known_keys(carry, ("scores", "rounds"))
        return MatchSoFar(numbers(carry, "scores", (0,) * SEATS), number(carry, "rounds", 0, 0))

    def carry(self) -> Mapping[str, Json]:
        """The inverse of ``of``."""
        return {"scores": list(self.scores), "rounds": self.rounds}

    def winner(self, options: Options) -> tuple[int, ...] | None:
        """The seats that have won the match, ``None`` while it goes on (PK-31)."""
        if not 0 < int(str(options["rounds"])) <= self.rounds:
            return None
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))

    def verify_open(self, options: Options) -> None:
        """Refuse a further deal after the end of the match."""
        if self.winner(options) is not None:
            raise ImpossiblePosition("previous", self.carry(), "a match that still goes on (PK-31)")


@dataclass(frozen=True, slots=True)
class Setting:
    """What stays the same through a round."""

    options: Options
    before: MatchSoFar


@dataclass(frozen=True, slots=True)
class StandingPlay:
    """The play to beat."""

    seat: int
    cards: Cards
    reading: Reading


@dataclass(frozen=True, slots=True)
class Playing:
    """Tricks. ``opening``: the next lead is the first and holds a 3 (PK-20). ``passes`` in a row since the standing play.
    ``plays`` and ``bombs`` by seat."""

    setting: Setting
    hands: tuple[Cards, ...]
    turn: int
    opening: bool
    plays: tuple[int, ...]
    bombs: tuple[int, ...] = (0,) * SEATS
    standing: StandingPlay | None = None
    passes: int = 0
    trick: int = 0
    history: History = UNTOLD


@dataclass(frozen=True, slots=True)
class Over:
    """A round that ``out`` has ended by playing its last card."""

    setting: Setting
    hands: tuple[Cards, ...]
    out: int
    plays: tuple[int, ...]
    bombs: tuple[int, ...]
    points: tuple[int, ...]
    after: MatchSoFar
    trick: int
    history: History


State = Playing | Over
