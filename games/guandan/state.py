"""A round of Guandan: ``Exchanging`` (tribute, then return) → ``Playing`` → ``Over``; without a tribute it begins in play.

Invariants: hands are sorted; no card is there more than twice; before ``Over`` somebody is to act and has a legal
action; in ``Playing`` exactly one seat is, and it holds cards.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from games.base.cards import RANKS, Card, Cards, Rank
from games.base.facts import notation_of
from games.base.round import Carry, Json
from games.guandan.combinations.kinds import ComboRules, Reading
from games.guandan.options import HouseRules
from games.kit import phases
from games.kit.climb import Climbing
from games.kit.history import UNTOLD, History
from games.kit.position import ImpossiblePosition, known_keys, number, numbers

__all__ = [
    "ACE", "SEATS", "Exchange", "Exchanging", "MatchSoFar", "Over", "Playing", "Setting", "State",
    "levels_of", "partner", "places_of", "team_of",
]  # fmt: skip

SEATS: Final = 4
ACE: Final = Rank(11)
_LEVELS: Final = "23456789TJQKA"


def partner(seat: int) -> int:
    """The seat opposite (GD-1)."""
    return (seat + 2) % SEATS


def team_of(seat: int) -> int:
    """The team of a seat: 0 for seats 0 and 2, 1 for seats 1 and 3 (GD-1)."""
    return seat % 2


def levels_of(keys: Mapping[str, Json], default: tuple[Rank, Rank]) -> tuple[Rank, Rank]:
    """Return both teams' levels from the key ``levels``."""
    value = keys.get("levels")
    if value is None:
        return default
    ranks = list(value) if isinstance(value, list | tuple) else []
    known = [Rank(RANKS.index(rank)) for rank in ranks if isinstance(rank, str) and len(rank) == 1 and rank in _LEVELS]
    if len(ranks) != 2 or len(known) != 2:
        raise ImpossiblePosition("levels", value, "two ranks out of 2 3 4 5 6 7 8 9 T J Q K A")
    return known[0], known[1]


def places_of(value: Json, key: str) -> tuple[int, ...] | None:
    """The four seats in the order of their places, ``None`` if there are none yet."""
    if value is None:
        return None
    seats = list(value) if isinstance(value, list | tuple) else []
    if not all(type(seat) is int for seat in seats) or sorted(seats) != list(range(SEATS)):  # type: ignore[type-var]
        raise ImpossiblePosition(key, value, "the four seats, first place to fourth")
    return tuple(seats)  # type: ignore[arg-type]  # checked


@dataclass(frozen=True, slots=True)
class MatchSoFar:
    """What earlier rounds left behind (GD-86): levels and failed tries by team, scores by seat, the places of the last
    round (``None`` before the first), the number of rounds played."""

    levels: tuple[Rank, Rank]
    tries: tuple[int, ...] = (0, 0)
    scores: tuple[int, ...] = (0,) * SEATS
    places: tuple[int, ...] | None = None
    rounds: int = field(default=0, metadata={"key": "round"})

    @staticmethod
    def of(carry: Carry, rules: HouseRules) -> MatchSoFar:
        """Read it from ``previous`` of the notation; raise ``ImpossiblePosition`` if it is malformed."""
        known_keys(carry, ("levels", "tries", "scores", "places", "round"))
        return MatchSoFar(
            levels=levels_of(carry, (rules.first_level, rules.first_level)),
            tries=numbers(carry, "tries", (0, 0), 0),
            scores=numbers(carry, "scores", (0,) * SEATS),
            places=places_of(carry.get("places"), "places"),
            rounds=number(carry, "round", 0, 0),
        )

    def carry(self) -> Mapping[str, Json]:
        """Write it as ``of`` reads it."""
        return notation_of(self)


@dataclass(frozen=True, slots=True)
class Setting(phases.Setting[HouseRules, MatchSoFar]):
    """What stays the same through a round. ``declarer`` is a team (GD-8), ``turned`` the turned card of a first round."""

    level: Rank
    declarer: int | None
    turned: Card | None = None

    @property
    def combos(self) -> ComboRules:
        return self.rules.combos(self.level)

    @property
    def number(self) -> int:
        """The number of this round in the match, from 1."""
        return self.before.rounds + 1


@dataclass(frozen=True, slots=True)
class Exchange:
    """A card that is owed, and once it has moved, which: ``to`` is ``None`` while that depends on what is named."""

    verb: Literal["tribute", "return"]
    seat: int
    to: int | None
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Exchanging:
    """Tributes, or returns (``verb``): everybody who owes one names a card; when all have, the cards move together.
    ``owed`` are those of this phase; ``named`` the cards named for them so far, known to their owners alone; ``moved``
    what has changed hands before. ``leader`` is settled by the tributes."""

    setting: Setting
    hands: tuple[Cards, ...]
    verb: Literal["tribute", "return"]
    owed: tuple[Exchange, ...]
    named: tuple[Card | None, ...]
    moved: tuple[Exchange, ...] = ()
    leader: int = 0
    history: History = UNTOLD

    def owed_by(self, seat: int) -> int | None:
        """Which of ``owed`` is this seat's, ``None`` if none is."""
        return next((at for at, entry in enumerate(self.owed) if entry.seat == seat), None)


class Playing(Climbing[Reading]):
    """Tricks, after the cards that have ``moved``."""

    setting: Setting
    moved: tuple[Exchange, ...] = ()
    holders: tuple[tuple[int, int], ...] | None = None
    """That the tribute was resisted, and which payers hold how many big jokers (GD-52); ``None``: it was not."""


class Over(phases.Ended[Playing, MatchSoFar]):
    """A round that has ended, with all four ``places``; the winners' levels rise by so many ``steps``."""

    places: tuple[int, ...]
    steps: int


State = Exchanging | Playing | Over
