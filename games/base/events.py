"""What happened. Every event names who may learn of it; there is no default.

Presentation shows an event by its ``code`` and its fields, so a room may add events of its own (frozen
dataclasses derived from ``Event``) without a line outside its folder but the texts.
Fields hold seats, cards, numbers and codes only.
"""

import re
from typing import ClassVar, Final

from games.base.cards import Cards
from games.base.values import Value

__all__ = [
    "EVERYONE", "Audience", "Called", "Dealt", "Event", "HandShown", "LeadInherited", "MatchEnded", "Passed",
    "PileShown", "Played", "RoleTaken", "RoundEnded", "SeatEvent", "TrickWon", "Voided", "WentOut",
]  # fmt: skip

Audience = frozenset[int] | None
"""The seats that may learn of an event; ``EVERYONE`` (``None``) also includes the channel."""
EVERYONE: Final[Audience] = None


class Event(Value):
    """Base of all events. ``audience`` has to be named at every use; ``code`` is the class's name in small letters:
    ``trick_won``."""

    code: ClassVar[str]
    audience: Audience

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


class SeatEvent(Event):
    """Something that ``seat`` did, or that happened to it."""

    seat: int


class Dealt(SeatEvent):
    """A seat received these cards (private to it)."""

    cards: Cards


class Called(SeatEvent):
    """A seat bid ``amount``; 0 means it declined."""

    amount: int


class RoleTaken(SeatEvent):
    """A seat took a role (``banker`` …) at this stake."""

    role: str
    stake: int


class PileShown(Event):
    """Cards that lay face down were shown (``pile``: ``kitty``, ``turned`` …); ``seat`` takes them, if any does."""

    pile: str
    cards: Cards
    seat: int | None


class Played(SeatEvent):
    """A seat played cards as ``kind`` with compared rank ``rank`` (text). ``auto``: the engine did it by a rule."""

    cards: Cards
    kind: str
    rank: str
    auto: bool = False
    lead: bool = False


class Passed(SeatEvent):
    """A seat passed. ``auto``: the engine did it by a rule that rests on public facts."""

    auto: bool = False


class TrickWon(SeatEvent):
    """A trick is over; ``seat`` won it. ``leader`` leads next."""

    leader: int


class LeadInherited(SeatEvent):
    """``seat`` leads in place of ``winner``, who is out."""

    winner: int


class WentOut(SeatEvent):
    """A seat emptied its hand; ``place`` counts from 1."""

    place: int


class HandShown(SeatEvent):
    """Cards left in a hand, shown to all when a round is over."""

    cards: Cards


class RoundEnded(Event):
    """The round has its result, where the table keeps points; ``points`` by seat."""

    points: tuple[int, ...]


class Voided(Event):
    """The deal is void and does not count; ``why`` is a code (``all_passed`` …)."""

    why: str


class MatchEnded(Event):
    """The match is over; these seats have won it, nobody if there are none."""

    winners: tuple[int, ...]
