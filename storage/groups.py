"""What is stored of groups: what they play by themselves, who may not sit there, who wants to be called to a table.

A group is ``ChatRow.platform`` and ``ChatRow.group``, so all channels and threads of it share these rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

__all__ = ["BanRow", "CallRow", "GroupQueries", "HouseRow"]


@dataclass(frozen=True, slots=True)
class HouseRow:
    """What ``/new`` uses in a group for one game: a preset (``""``: the game's first) and ``options``, JSON of texts by name as
    somebody typed them, the clock and the level of AI players among them."""

    platform: str
    group: str
    game: str
    preset: str
    options: str


@dataclass(frozen=True, slots=True)
class BanRow:
    """Somebody who may not sit in a group. ``who``: ``u12`` for a person; of somebody who has been forgotten a digest of the
    account, and no ``user``."""

    platform: str
    group: str
    who: str
    user: int | None
    since: float


@dataclass(frozen=True, slots=True)
class CallRow:
    """Somebody who wants to be called when a table opens in a group: for one game, or (``""``) for any. ``external``: the account
    on the group's platform; ``chat``: where they asked, which is how it is known that they may see the group."""

    platform: str
    group: str
    user: int
    game: str
    external: str
    chat: int
    since: float


class GroupQueries(Protocol):
    """The part of a unit of work that is about groups."""

    # -- what a group plays by itself
    async def house(self, platform: str, group: str) -> Sequence[HouseRow]:
        """Return what a group has set, by game."""
        ...

    async def put_house(self, row: HouseRow) -> None: ...
    async def remove_house(self, platform: str, group: str, game: str) -> None: ...

    # -- who may not sit there
    async def bans(self, platform: str, group: str) -> Sequence[BanRow]:
        """Return all of a group, oldest first."""
        ...

    async def ban(self, platform: str, group: str, who: str) -> BanRow | None: ...
    async def bans_of(self, user: int) -> Sequence[BanRow]: ...
    async def tables_of_banned(self) -> Sequence[int]:
        """Return the tables, neither closed nor put aside, at which somebody sits who is banned from their home; ascending."""
        ...

    async def put_ban(self, row: BanRow) -> None: ...
    async def remove_ban(self, platform: str, group: str, who: str) -> None: ...

    # -- who wants to be called
    async def calls(self, platform: str, group: str, game: str) -> Sequence[CallRow]:
        """Return whoever is to be called to a table of this game, in the order in which they asked."""
        ...

    async def calls_of(self, user: int) -> Sequence[CallRow]: ...
    async def put_call(self, row: CallRow) -> None: ...
    async def remove_call(self, platform: str, group: str, user: int, game: str) -> None: ...

    # -- groups that get another id
    async def move_group(self, platform: str, old: str, new: str) -> None:
        """Give everything of a group to another one, which keeps what it has set itself."""
        ...
