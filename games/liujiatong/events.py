"""What happens in Liu Jia Tong alone, and the reasons for which only Liu Jia Tong refuses something."""

from enum import StrEnum

from games.base.events import Event, SeatEvent

__all__ = ["LeaderSet", "LeftoverCounted", "No", "PotWon", "SideWon"]


class No(StrEnum):
    """Reasons for a refusal that only this game knows. ``mixed_jokers``: jokers alone are what they are,
    and these are not all alike (LJ-16). ``one_rank``: natural cards of one rank are nothing but that rank (LJ-17;
    ``reading``, ``rank``, ``kind``)."""

    MIXED_JOKERS = "mixed_jokers"
    ONE_RANK = "one_rank"


class LeaderSet(SeatEvent):
    """``seat`` leads the first trick of the round (LJ-21). ``why``: ``drawn`` (or set up), ``same`` (it led the deal
    before) or ``first_out`` (it went out first in it)."""

    why: str


class PotWon(SeatEvent):
    """``seat`` got the scoring cards of a trick: ``points``, never 0 (LJ-24, LJ-27)."""

    points: int


class LeftoverCounted(Event):
    """At the end ``points`` (never 0) were left in hands; ``seat`` gets them, nobody if ``None`` (LJ-28)."""

    seat: int | None
    points: int


class SideWon(Event):
    """``team`` won the round with these team points; ``tie``: they are equal and its side is out (LJ-29)."""

    team: int
    team_points: tuple[int, int]
    tie: bool
