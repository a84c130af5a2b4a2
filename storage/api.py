"""What the rest of the project may ask of the store: one port, whose unit of work is parted by themes.

``Store`` has two implementations, SQLite and PostgreSQL, proved by one suite.

Durability: when ``UnitOfWork.commit`` returns, or a block of ``change`` is over, the change survives a crash of the process
and of the machine. Leaving a block of ``begin`` without ``commit`` undoes everything.

Units at the same time: in a file they take turns. On a server they run side by side, also those of other
processes; what a unit has read of a person, an account, a link or a chat by its key, nobody else changes until the unit
is over, and so with all ratings after ``ratings.hold_endings`` or ``ratings.add_ending``. Keys decide who was first.
"""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import cached_property
from typing import Protocol

from storage.errors import Conflict, FilesLost, StaleSequence, StoreError, Unavailable, Unsure, WrongVersion
from storage.sql import Visits
from storage.themes.achievements import StoredAchievements
from storage.themes.chats import StoredChats
from storage.themes.groups import StoredGroups
from storage.themes.hosts import StoredHosts
from storage.themes.matches import StoredMatches
from storage.themes.owners import StoredOwners
from storage.themes.people import StoredPeople
from storage.themes.pledges import StoredPledges
from storage.themes.ratings import StoredRatings
from storage.themes.results import StoredResults
from storage.themes.reviews import StoredReviews
from storage.themes.seasons import StoredSeasons
from storage.themes.tables import StoredTables
from storage.themes.tournaments import StoredTournaments
from storage.themes.traces import StoredTraces
from storage.themes.updates import StoredMarks, StoredUpdates

__all__ = [
    "Conflict", "FilesLost", "StaleSequence", "Store", "StoreError", "Unavailable", "UnitOfWork", "Unsure",
    "WrongVersion",
]  # fmt: skip


class UnitOfWork(Visits):
    """One transaction. Reads see its own writes."""

    achievements = cached_property(StoredAchievements)
    chats = cached_property(StoredChats)
    groups = cached_property(StoredGroups)
    hosts = cached_property(StoredHosts)
    marks = cached_property(StoredMarks)
    matches = cached_property(StoredMatches)
    owners = cached_property(StoredOwners)
    people = cached_property(StoredPeople)
    pledges = cached_property(StoredPledges)
    ratings = cached_property(StoredRatings)
    results = cached_property(StoredResults)
    reviews = cached_property(StoredReviews)
    seasons = cached_property(StoredSeasons)
    tables = cached_property(StoredTables)
    tournaments = cached_property(StoredTournaments)
    traces = cached_property(StoredTraces)
    updates = cached_property(StoredUpdates)


class Traffic(Protocol):
    """What has gone to and fro between this process and its database, see ``Health``."""

    trips: int
    waits: int
    waited: float


class Store(Protocol):
    """Where units of work come from."""

    @property
    def health(self) -> Traffic: ...

    def begin(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """Begin a transaction, to be used in ``async with``."""

    def change(self) -> AbstractAsyncContextManager[UnitOfWork]:
        """The same, to be committed at the end of the block; an error that ends it undoes everything."""

    def tell_health(self, listener: Callable[[Unavailable | None], None]) -> None:
        """Call ``listener`` when writing begins to fail, with the reason, and with ``None`` when it works again."""

    async def ping(self) -> None:
        """Return if the database answers and takes what is written; raise ``Unavailable`` if not."""

    async def erase(self) -> None:
        """Take what has been deleted out of the files, so that nobody can find it there."""

    async def close(self) -> None:
        """Let go of the database."""
