"""What happens in Gong Zhu alone, and the reasons for which only Gong Zhu refuses something."""

from enum import StrEnum

from games.base.cards import Cards
from games.base.events import Event, SeatEvent

__all__ = ["AllTaken", "Decided", "Exposed", "No", "PointsTaken"]


class No(StrEnum):
    """Reasons for a refusal that only this game knows."""

    ALREADY_DECIDED = "already_decided"
    NOT_SPECIAL = "not_special"
    ALREADY_EXPOSED = "already_exposed"
    DECLINE_ALONE = "decline_alone"
    ONE_CARD = "one_card"
    FOLLOW_SUIT = "follow_suit"
    EXPOSED_WAITS = "exposed_waits"
    NO_AS = "no_as"


class Decided(SeatEvent):
    """A seat has decided about exposing; what, nobody learns yet (GZ-9)."""


class Exposed(Event):
    """All have decided: this seat exposes these cards (GZ-10). ``seat`` is ``None`` if nobody exposes anything."""

    seat: int | None
    cards: Cards


class PointsTaken(SeatEvent):
    """The winner of a trick took these point cards with it (GZ-16, GZ-20)."""

    cards: Cards


class AllTaken(SeatEvent):
    """A seat has all sixteen point cards, which ends the match at once (GZ-27)."""
