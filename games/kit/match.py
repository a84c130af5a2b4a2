"""Keeping the books of a match: what a round leaves to the next, as a dataclass and as ``previous`` of the notation; totals,
the end of a match, and what is told when a round is over."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Protocol, Self, get_type_hints

from games.base.cards import Cards, sort_cards
from games.base.events import EVERYONE, Dealt, Event, HandShown, MatchEnded, RoundEnded
from games.base.facts import notation_of
from games.base.round import Carry, Json
from games.kit.position import ImpossiblePosition, known_keys, number, numbers

__all__ = ["CountedMatch", "Limits", "Match", "added", "dealt", "ended", "hands_left", "in_turn", "verify_open"]


def added(totals: tuple[int, ...], points: Iterable[int]) -> tuple[int, ...]:
    """The totals together with a round's points, both by seat."""
    return tuple(total + more for total, more in zip(totals, points, strict=True))


def dealt(hands: tuple[Cards, ...]) -> list[Event]:
    """Events that show each seat, and no other, its cards."""
    return [Dealt(audience=frozenset({seat}), seat=seat, cards=hand) for seat, hand in enumerate(hands)]


def in_turn(cards: Cards, seats: int, first: int = 0) -> tuple[Cards, ...]:
    """Cards dealt one at a time, beginning with this seat; the hands are sorted."""
    return tuple([sort_cards(cards[(seat - first) % seats :: seats]) for seat in range(seats)])


def hands_left(hands: tuple[Cards, ...]) -> list[Event]:
    """Events that show everybody the cards with which the round ended; none for an empty hand."""
    return [HandShown(audience=EVERYONE, seat=seat, cards=hand) for seat, hand in enumerate(hands) if hand]


def ended(points: tuple[int, ...], winners: tuple[int, ...] | None) -> list[Event]:
    """Events that tell a round's points and, unless the match goes on (``winners`` is ``None``), who has won it."""
    over: list[Event] = [RoundEnded(audience=EVERYONE, points=points)]
    if winners is not None:
        over.append(MatchEnded(audience=EVERYONE, winners=winners))
    return over


def verify_open(winner: object | None, carry: Carry, rule: str) -> None:
    """Raise ``ImpossiblePosition`` if somebody (``winner``) has won the match already, which this rule ends; ``None``:
    it goes on.
    """
    if winner is not None:
        raise ImpossiblePosition("previous", dict(carry), f"a match that still goes on ({rule})")


@dataclass(frozen=True, slots=True)
class Match:
    """What earlier rounds left behind: the total of each seat, and what a game adds as fields of its own.

    A field's type says what its key may hold: ``tuple[int, ...]`` a number for each seat (all 0 if it is not there), ``int`` a
    count from 0, ``int | None`` a seat or nothing. A game that keeps more writes ``of`` and ``carry`` itself.
    """

    scores: tuple[int, ...]

    @classmethod
    def of(cls, carry: Carry, seats: int) -> Self:
        """Read a match from ``previous`` of the notation; ``ImpossiblePosition`` if that is malformed.

        >>> Match.of({}, 3)
        Match(scores=(0, 0, 0))
        >>> Match.of({"scores": [4, -2, -2]}, 3).carry()
        {'scores': [4, -2, -2]}
        """
        kinds = _kinds(cls)  # type: ignore[arg-type]  # a class is hashable
        known_keys(carry, kinds)
        return cls(**{name: _read(carry, name, kind, seats) for name, kind in kinds.items()})

    def carry(self) -> Mapping[str, Json]:
        """This match as ``previous`` of the notation: what ``of`` reads."""
        return notation_of(self)


@cache
def _kinds(match: type[Match]) -> Mapping[str, Any]:
    hints = get_type_hints(match)
    return {one.name: hints[one.name] for one in fields(match)}


def _read(carry: Carry, key: str, kind: Any, seats: int) -> Any:
    """The value of a key, checked as the type of its field wants it."""
    if kind == tuple[int, ...]:
        return numbers(carry, key, (0,) * seats)
    if kind is int:
        return number(carry, key, 0, 0)
    if kind == int | None:
        return None if carry.get(key) is None else number(carry, key, 0, 0, seats - 1)
    raise TypeError(f"{key}: {kind} is no part of a match")


class Limits(Protocol):
    """House rules for the end of a match: after so many deals, or at so many points; 0: not by that."""

    @property
    def deals(self) -> int:
        """Counted deals."""

    @property
    def target(self) -> int:
        """Points of one seat."""


@dataclass(frozen=True, slots=True)
class CountedMatch(Match):
    """A match that ends after a number of counted deals or at a number of points, whichever comes first."""

    deals: int

    def winner(self, limits: Limits) -> tuple[int, ...] | None:
        """The seats with the most points when the match is over, ``None`` while it goes on."""
        best = max(self.scores)
        if not (0 < limits.deals <= self.deals or 0 < limits.target <= best):
            return None
        return tuple(seat for seat, score in enumerate(self.scores) if score == best)

    def verify_open(self, limits: Limits, rule: str) -> None:
        """Raise ``ImpossiblePosition`` for a further deal after the end of the match, which this rule sets."""
        verify_open(self.winner(limits), self.carry(), rule)
