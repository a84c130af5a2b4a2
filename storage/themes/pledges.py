"""What tables have promised about deals, and the words that persons add to them."""

from dataclasses import dataclass, field
from typing import Annotated

from sqlalchemy import ForeignKeyConstraint, UniqueConstraint, literal_column

from storage.sql import All, One, PersonField, Put, Query, Rows, Stored

__all__ = ["LuckRow", "PledgeRow", "StoredPledges"]


@dataclass(frozen=True, slots=True)
class PledgeRow:
    """The promise of a table about one deal. ``number`` counts the deals of the table from 1, void ones included.
    ``commitment`` is public as soon as it is stored. ``secret`` stays secret until the round is over, ``root`` for
    ever: the secrets of ``left`` further deals follow from it. ``match`` and ``round`` are set once it is dealt."""

    table: int
    number: int
    commitment: str
    secret: str = field(repr=False)
    root: str = field(repr=False)
    left: int
    made_at: float
    match: int | None = None
    round: int | None = None


PLEDGES = Rows(
    PledgeRow,
    "pledges",
    UniqueConstraint("match", "round"),
    key="table number",
    refers={"table": "tables", "match": "matches"},
)
_OF_ROUND = PLEDGES.all("match", "round")
_LAST: Query[PledgeRow] = Query(PLEDGES.found("table", order="-number").limit(literal_column("1")), PLEDGES.read)


@dataclass(frozen=True, slots=True)
class LuckRow:
    """A word that somebody added to a deal. ``place`` counts the words of the deal from 0; ``user`` may be forgotten."""

    table: int
    number: int
    place: int
    user: Annotated[int | None, PersonField(of="table")]
    word: str


LUCK = Rows(
    LuckRow,
    "luck",
    ForeignKeyConstraint(["table", "number"], ["pledges.table", "pledges.number"]),
    key="table number place",
    refers={"user": "users"},
    index="user",
)
_LUCK_IN = LUCK.all("table", "number", order="place")
_LUCK_OF = LUCK.all("user", order="table number place")


class StoredPledges(Stored):
    """What is asked about promised deals."""

    put = Put(PLEDGES)
    last = One[[int], PledgeRow](_LAST)
    """The one with the highest number; it is for the next deal while its ``match`` is not set."""
    of_round = One[[int, int], PledgeRow](_OF_ROUND)
    put_luck = Put(LUCK)
    luck = All[[int, int], LuckRow](_LUCK_IN)  # The words added to one deal, in the order of their places
    luck_of = All[[int], LuckRow](_LUCK_OF)  # Return every word of a person
