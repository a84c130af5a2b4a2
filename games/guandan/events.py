"""What happens in Guandan alone, and the reasons for which only Guandan refuses something."""

from enum import StrEnum

from games.base.cards import Card
from games.base.events import Event, SeatEvent

__all__ = ["LevelFell", "LevelSet", "LevelsMoved", "Moved", "NamedHidden", "No", "Resisted", "TryFailed", "TurnedUp"]


class No(StrEnum):
    """Reasons for a refusal that only this game knows (GD-65)."""

    ONE_CARD_ONLY = "one_card_only"
    TRIBUTE_NOT_HIGHEST = "tribute_not_highest"
    TRIBUTE_WILD = "tribute_wild"
    RETURN_TOO_HIGH = "return_too_high"
    RETURN_NOT_LOWEST = "return_not_lowest"
    ALREADY_NAMED = "already_named"
    NOT_INVOLVED = "not_involved"


class LevelSet(Event):
    """A round begins at this level (a rank as text); ``declarer`` is the team whose level it is, ``None`` in the first."""

    level: str
    declarer: int | None


class TurnedUp(SeatEvent):
    """The cut of the first round: this card was turned up, ``seat`` drew it and leads (GD-5)."""

    card: Card


class Resisted(Event):
    """No tribute: the payers hold both big jokers; (seat, how many) for each payer that holds any (GD-52)."""

    holders: tuple[tuple[int, int], ...]


class NamedHidden(SeatEvent):
    """One of two payers or receivers has named a card, which stays hidden until the other has (GD-54, GD-56)."""

    verb: str


class Moved(SeatEvent):
    """A tribute or a return changed hands, for all to see (``verb``: ``tribute`` or ``return``)."""

    verb: str
    to: int
    card: Card


class LevelsMoved(Event):
    """The winning ``team`` rose by ``steps`` (GD-80); levels of both teams as text, before and after."""

    team: int
    steps: int
    levels_before: tuple[str, str]
    levels: tuple[str, str]


class TryFailed(Event):
    """A team did not win at A; it is its failed try number ``tries`` (GD-83)."""

    team: int
    tries: int


class LevelFell(Event):
    """After too many failed tries a team is back at 2 (GD-83)."""

    team: int
