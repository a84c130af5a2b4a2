"""A round of Pao De Kuai: ``Playing`` → ``Over``.

Invariants: hands are sorted; while ``Playing`` every seat holds cards, and exactly one is to act."""

from dataclasses import dataclass
from typing import Final

from games.base.cards import Cards, full_pack, make_card
from games.kit import phases
from games.kit.climb import Climbing
from games.kit.match import Match
from paodekuai.kinds import Reading
from paodekuai.options import HouseRules

__all__ = ["NONE", "PACK", "SEATS", "MatchSoFar", "Over", "Playing", "Setting", "State"]

SEATS: Final = 3
NONE: Final = (0,) * SEATS
_OUT: Final = {make_card(11, 0), *(make_card(12, suit) for suit in (1, 2, 3))}
PACK: Final[Cards] = tuple(card for card in full_pack(jokers=False) if card not in _OUT)  # PK-2


@dataclass(frozen=True, slots=True)
class MatchSoFar(Match):
    """What earlier rounds left behind: totals, and how many rounds are finished."""

    rounds: int

    def winner(self, rules: HouseRules) -> tuple[int, ...] | None:
        """The seats that have won the match, ``None`` while it goes on (PK-31)."""
        if not 0 < rules.rounds <= self.rounds:
            return None
        return tuple(seat for seat, score in enumerate(self.scores) if score == max(self.scores))


class Setting(phases.Setting[HouseRules, MatchSoFar]):
    """What stays the same through a round."""

    __slots__ = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Playing(Climbing[Reading]):
    """Tricks. ``opening``: the next lead is the first and holds a 3 (PK-20). ``plays`` and ``bombs`` by seat."""

    setting: Setting
    opening: bool
    plays: tuple[int, ...]
    bombs: tuple[int, ...] = NONE


class Over(phases.Ended[Playing, MatchSoFar]):
    """A round that a seat has ended by playing its last card."""

    __slots__ = ()


State = Playing | Over
