"""What a session and its frontends ask where several workers share one database: who has a table, and what only one may do.

Without a cluster there is no ``Ownership``, every table is ours, and ``Alone`` holds all leases.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Final, Protocol

from bot.session.port.origin import ChatRef, UserRef
from bot.session.port.protocols import Outcome

__all__ = [
    "FENCE_BITS", "Allowance", "Alone", "Carried", "Carrier", "Leases", "News", "Ownership", "was_away",
]  # fmt: skip

FENCE_BITS: Final = 24
"""The version of an update begins with its owner's fence, above so many bits: what an earlier owner has shown is always lower."""


def was_away(before: int, now: int) -> bool:
    """Tell by the versions of two updates of a table whether it has had another owner between them, who may have changed its
    messages or posted others."""
    return before >= 0 and now >> FENCE_BITS > before >> FENCE_BITS


@dataclass(frozen=True, slots=True)
class News:
    """What a worker has changed that others keep at hand. ``people``: names, languages, preferences, whether they can be
    reached. ``chats``: titles, languages, groups. ``accounts``: joined, parted, forgotten, or signed out. ``tables``: taken from
    whoever had them, and free now. ``ratings`` are to be computed anew. ``bans``: groups (in place of chats) in which somebody
    may not sit any more."""

    people: frozenset[UserRef] = frozenset()
    chats: frozenset[ChatRef] = frozenset()
    accounts: frozenset[UserRef] = frozenset()
    tables: frozenset[int] = frozenset()
    ratings: bool = False
    bans: frozenset[ChatRef] = frozenset()


class Ownership(Protocol):
    """Who has which table, and how the workers hear of each other."""

    @property
    def worker(self) -> str:
        """Our own name."""
        ...

    @property
    def sure(self) -> bool:
        """Whether nobody can have taken tables of ours for a dead worker's since they were last compared with the store."""
        ...

    @property
    def keeper(self) -> bool:
        """Whether it is we who do what one of all has to do."""
        ...

    async def owner_of(self, table: int) -> str | None:
        """Return the worker that has a table, ``None`` while nobody does."""
        ...

    def news(self, news: News) -> None:
        """Let the other workers read again what they keep of this. Returns at once."""
        ...

    def hand_on(self, outcome: Outcome, table: int | None = None) -> None:
        """Let the owner of a table, or all other workers, hear what became of a message. Returns at once."""
        ...


class Carried(Enum):
    """What became of an update that was to be carried. ``HERE``: the table has come to us meanwhile, so it is handled here.
    ``UNREACHED``: nobody has the table, or its owner does not answer; nothing has been done."""

    DONE = auto()
    HERE = auto()
    UNREACHED = auto()


class Carrier(Protocol):
    """Carries what a platform sent to the worker that has the table, whose own frontend handles it from the beginning."""

    def is_elsewhere(self, table: int) -> bool:
        """Tell whether another worker is known to have a table: then nothing need be worked out here first. Asks nobody."""
        ...

    async def carry(self, platform: str, raw: Mapping[str, Any], table: int, *, seconds: float = 2.0) -> Carried:
        """Bring an update, as the platform sent it, to whoever has the table; return once it is handled there. ``seconds``: so
        long an owner is looked for.
        """
        ...


class Allowance(Protocol):
    """What may be sent by one token, counted for all workers together. A lane is (name, so many permits, in so many seconds)."""

    async def take(self, lanes: Sequence[tuple[str, int, float]], /) -> float:
        """Take a permit in each of these lanes and return 0, or take none and return the seconds after which to ask again."""
        ...

    async def close(self, key: str, seconds: float) -> None:
        """Let nobody have a permit in a lane for so long: the platform has said so to one of us."""
        ...


class Leases(Protocol):
    """Names of which each belongs to one worker at a time. Whoever holds one renews it until it is released or lost."""

    async def take(self, name: str) -> bool:
        """Try to get a lease; whether it is ours now. Ours already: yes."""
        ...

    def sure(self, name: str) -> bool:
        """Tell whether the lease is ours at this moment, judged by our own clock: asked anew before each use."""
        ...

    async def release(self, name: str) -> None:
        """Give a lease back, so that another worker need not wait until it ends."""
        ...


class Notes(Protocol):
    """Short texts that workers leave for each other. Each is there for a while, and may be lost: nothing depends on it."""

    async def leave(self, name: str, text: str, seconds: float) -> None:
        """Leave a text under a name."""
        ...

    async def find(self, name: str) -> str | None:
        """Take what was left there: nobody finds it after us."""
        ...

    async def agree(self, name: str, text: str, seconds: float) -> str:
        """Return what the workers have agreed on: ours, if there was nothing; from now on it holds for so long again."""
        ...


class Alone:
    """The leases of the only worker there is: all of them."""

    async def take(self, name: str) -> bool:
        """See ``Leases``."""
        return True

    def sure(self, name: str) -> bool:
        """See ``Leases``."""
        return True

    async def release(self, name: str) -> None:
        """See ``Leases``."""
