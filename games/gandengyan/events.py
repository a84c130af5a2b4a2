"""What happens in Gan Deng Yan alone, and the reasons for which only Gan Deng Yan refuses something."""

from enum import StrEnum

from games.base.cards import Cards
from games.base.events import SeatEvent

__all__ = ["BankerSet", "Drew", "DrewCards", "LeadPassedOn", "Multiplied", "No", "Paid"]


class No(StrEnum):
    """Reasons for a refusal that only this game knows (GY-38)."""

    JOKER_ALONE = "joker_alone"
    ONLY_NEXT_RANK = "only_next_rank"


class BankerSet(SeatEvent):
    """A round begins with this banker, who leads unless a set-up position says otherwise (GY-4, GY-30)."""


class Drew(SeatEvent):
    """A seat took the top card of the stock, in which ``stock`` cards are left (GY-34). Which card is told to it alone."""

    stock: int


class DrewCards(SeatEvent):
    """What a seat drew (private to it, GY-71)."""

    cards: Cards


class Multiplied(SeatEvent):
    """A bomb or rocket raised the multiplier by ``factor`` to ``multiplier`` (GY-51)."""

    factor: int
    multiplier: int


class LeadPassedOn(SeatEvent):
    """A leader who had no combination gave the lead to the next seat (GY-36)."""

    leader: int


class Paid(SeatEvent):
    """A loser paid the winner (GY-52, GY-53): cards ``left`` in hand, the common ``multiplier``, what doubled it or made it
    less (``unplayed``, ``banker_once``, ``jokers``, ``twos``, ``bombs``, ``alarm_free``, ``cap``; a code stands once for every
    doubling), and the ``amount``."""

    to: int
    left: int
    multiplier: int
    doubled: tuple[str, ...]
    amount: int
