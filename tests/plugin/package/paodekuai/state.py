"""A round of Pao De Kuai: ``Playing`` → ``Over``.

Invariants: hands are sorted; while ``Playing`` every seat holds cards, and exactly one is to act."""

from dataclasses import dataclass
from typing import Final

from games.base.cards import Cards, full_pack, make_card
from games.base.options import Options
from games.kit.climb import Climbing, StandingPlay
from games.kit.history import History
from games.kit.match import Match
from games.kit.position import ImpossiblePosition
from paodekuai.kinds import Reading

__all__ = ["PACK", "SEATS", "MatchSoFar", "Over", "Playing", "Setting", "State"]

SEATS: Final = 3
_OUT: Final = {make_card(11, 0), *(make_card(12, suit) for suit in (1, 2, 3))}
PACK: Final[Cards] = tuple(card for card in full_pack(jokers=False) if card not in _OUT)  # PK-2


@dataclass(frozen=True, slots=True)
class MatchSoFar(Match):
    """What earlier rounds left behind: totals, and how many rounds are finished."""

    rounds: int

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
class Playing(Climbing[StandingPlay[Reading]]):
    """Tricks. ``opening``: the next lead is the first and holds a 3 (PK-20). ``plays`` and ``bombs`` by seat."""

    setting: Setting
    opening: bool
    plays: tuple[int, ...]
    bombs: tuple[int, ...] = (0,) * SEATS


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
