"""What a table knows of the tournament to which it belongs."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any, Final, Self

from bot.tournaments.movement import seating
from bot.tournaments.plan import Shape
from bot.tournaments.scores import position_points

__all__ = ["Contest", "letter_of"]

_LETTERS: Final = 26


@dataclass(frozen=True, slots=True)
class Contest:
    """The place of a table in its tournament: table ``number`` of a ``stage`` (both from 1) with ``deals`` deals, of which the
    ``first`` has this number in the tournament. ``sat``: by seat the player of the table who sits there, as in ``seating``;
    ``won``: by player the points of the deals so far. ``entries``: who plays there, by position; empty at tables that an earlier
    version has opened."""

    tournament: int
    stage: int
    number: int
    first: int
    deals: int
    members: int
    sat: tuple[int, ...]
    won: tuple[int, ...]
    entries: tuple[int, ...] = ()

    @property
    def shape(self) -> Shape:
        """What a table of the tournament is."""
        return Shape(len(self.sat), self.members)

    def ai_name(self, seat: int, people: Container[int]) -> str:
        """Return what the AI player of a seat is called by as in the standings, where no seat of its entry has one of the
        ``people``; else ``""``."""
        position = self.sat[seat] // self.members
        held = [one for one, player in enumerate(self.sat) if player // self.members == position]
        if not self.entries or any(one in people for one in held):
            return ""
        return letter_of(self.entries[position])

    def deal(self, round_number: int) -> int:
        """Return the number in the tournament of the deal of a round."""
        return self.first + round_number - 1

    def moved(self, round_number: int, first: int) -> tuple[Self, list[int]]:
        """Return the same with everybody where they sit for a round whose seat asked first is ``first``; and by seat from which
        seat they come."""
        now = tuple(seating(round_number - 1, first, self.shape))
        return replace(self, sat=now), [self.sat.index(player) for player in now]

    def scored(self, by_seat: Sequence[int]) -> Self:
        """Return the same with the points of one more round."""
        gained = self._by_player(by_seat)
        return replace(self, won=tuple(had + more for had, more in zip(self.won, gained, strict=True)))

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of the deals so far, by seat."""
        return tuple(self.won[player] for player in self.sat)

    def points(self, by_seat: Sequence[int]) -> tuple[int, ...]:
        """Return the points of a round by position."""
        return position_points(self._by_player(by_seat), self.shape)

    def _by_player(self, by_seat: Sequence[int]) -> list[int]:
        players = [0] * len(self.sat)
        for seat, player in enumerate(self.sat):
            players[player] = by_seat[seat]
        return players

    def plain(self) -> dict[str, Any]:
        """Return it as JSON has it."""
        return asdict(self)

    @classmethod
    def read(cls, plain: dict[str, Any]) -> Self:
        """Return what ``plain`` wrote."""
        known: dict[str, Any] = {
            name: tuple(value) if isinstance(value, list) else value for name, value in plain.items()
        }
        return cls(**known)


def letter_of(entry: int) -> str:
    """Return what tells an entry of AI players apart from others: a letter, the number of one beyond them."""
    return chr(ord("A") + entry - 1) if entry <= _LETTERS else str(entry)
