"""What is stored of groups, without a disk."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.groups import BanRow, CallRow, HouseRow
from storage.memory.places import MemoryPlaces

__all__ = ["MemoryGroups"]


class MemoryGroups(MemoryPlaces):
    """The methods of the unit of work about groups."""

    # -- what a group plays by itself
    async def house(self, platform: str, group: str) -> Sequence[HouseRow]:
        rows = self._rows.houses.values()
        return sorted((row for row in rows if (row.platform, row.group) == (platform, group)), key=lambda row: row.game)

    async def put_house(self, row: HouseRow) -> None:
        self._set(self._rows.houses, (row.platform, row.group, row.game), row)

    async def remove_house(self, platform: str, group: str, game: str) -> None:
        self._delete(self._rows.houses, (platform, group, game))

    # -- who may not sit there
    async def bans(self, platform: str, group: str) -> Sequence[BanRow]:
        rows = (row for row in self._rows.bans.values() if (row.platform, row.group) == (platform, group))
        return sorted(rows, key=lambda row: (row.since, row.who))

    async def ban(self, platform: str, group: str, who: str) -> BanRow | None:
        return self._rows.bans.get((platform, group, who))

    async def bans_of(self, user: int) -> Sequence[BanRow]:
        rows = (row for row in self._rows.bans.values() if row.user == user)
        return sorted(rows, key=lambda row: (row.platform, row.group))

    async def tables_of_banned(self) -> Sequence[int]:
        banned = {(row.platform, row.group, row.user) for row in self._rows.bans.values() if row.user is not None}
        found = set()
        for seat in self._rows.seats.values():
            table = self._rows.tables[seat.table]
            chat = self._rows.chats[table.chat]
            played = table.state != "closed" and not table.parked
            if played and (chat.platform, chat.group, seat.user) in banned:
                found.add(table.id)
        return sorted(found)

    async def put_ban(self, row: BanRow) -> None:
        self._need(self._rows.users, row.user)
        self._set(self._rows.bans, (row.platform, row.group, row.who), row)

    async def remove_ban(self, platform: str, group: str, who: str) -> None:
        self._delete(self._rows.bans, (platform, group, who))

    # -- who wants to be called
    async def calls(self, platform: str, group: str, game: str) -> Sequence[CallRow]:
        rows = (row for row in self._rows.calls.values() if (row.platform, row.group) == (platform, group))
        return sorted((row for row in rows if row.game in ("", game)), key=lambda row: (row.since, row.user, row.game))

    async def calls_of(self, user: int) -> Sequence[CallRow]:
        rows = (row for row in self._rows.calls.values() if row.user == user)
        return sorted(rows, key=lambda row: (row.platform, row.group, row.game))

    async def put_call(self, row: CallRow) -> None:
        self._need(self._rows.users, row.user)
        self._need(self._rows.chats, row.chat)
        self._set(self._rows.calls, (row.platform, row.group, row.user, row.game), row)

    async def remove_call(self, platform: str, group: str, user: int, game: str) -> None:
        self._delete(self._rows.calls, (platform, group, user, game))

    # -- groups that get another id
    async def move_group(self, platform: str, old: str, new: str) -> None:
        if old == new:
            return
        houses = {row.game for row in await self.house(platform, new)}
        for house in await self.house(platform, old):
            await self.remove_house(platform, old, house.game)
            if house.game not in houses:
                await self.put_house(replace(house, group=new))
        for ban in await self.bans(platform, old):
            await self.remove_ban(platform, old, ban.who)
            await self.put_ban(replace(ban, group=new))
        for call in [row for row in self._rows.calls.values() if (row.platform, row.group) == (platform, old)]:
            await self.remove_call(platform, old, call.user, call.game)
            await self.put_call(replace(call, group=new))
