"""The part of a transaction over SQL that is about groups."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from storage.groups import BanRow, CallRow, HouseRow
from storage.sql.statements import groups as statements
from storage.sql.units.places import PlacesUnit

__all__ = ["GroupsUnit"]


class GroupsUnit(PlacesUnit):
    """The methods of ``SqlUnit`` about groups."""

    # -- what a group plays by itself
    async def house(self, platform: str, group: str) -> Sequence[HouseRow]:
        return await self._all(statements.HOUSE, of_platform=platform, of_group=group)

    async def put_house(self, row: HouseRow) -> None:
        self._write(statements.PUT_HOUSE, statements.HOUSE_ROWS.values(row))

    async def remove_house(self, platform: str, group: str, game: str) -> None:
        self._write(statements.REMOVE_HOUSE, {"key_platform": platform, "key_group": group, "key_game": game})

    # -- who may not sit there
    async def bans(self, platform: str, group: str) -> Sequence[BanRow]:
        return await self._all(statements.BANS, of_platform=platform, of_group=group)

    async def ban(self, platform: str, group: str, who: str) -> BanRow | None:
        return await self._one(statements.BAN, key_platform=platform, key_group=group, key_who=who)

    async def bans_of(self, user: int) -> Sequence[BanRow]:
        return await self._all(statements.BANS_OF, of_user=user)

    async def tables_of_banned(self) -> Sequence[int]:
        return await self._all(statements.TABLES_OF_BANNED)

    async def put_ban(self, row: BanRow) -> None:
        self._write(statements.PUT_BAN, statements.BAN_ROWS.values(row))

    async def remove_ban(self, platform: str, group: str, who: str) -> None:
        self._write(statements.REMOVE_BAN, {"key_platform": platform, "key_group": group, "key_who": who})

    # -- who wants to be called
    async def calls(self, platform: str, group: str, game: str) -> Sequence[CallRow]:
        return await self._all(statements.CALLS, of_platform=platform, of_group=group, of_game=game)

    async def calls_of(self, user: int) -> Sequence[CallRow]:
        return await self._all(statements.CALLS_OF, of_user=user)

    async def put_call(self, row: CallRow) -> None:
        self._write(statements.PUT_CALL, statements.CALL_ROWS.values(row))

    async def remove_call(self, platform: str, group: str, user: int, game: str) -> None:
        key = {"key_platform": platform, "key_group": group, "key_user": user, "key_game": game}
        self._write(statements.REMOVE_CALL, key)

    # -- groups that get another id
    async def move_group(self, platform: str, old: str, new: str) -> None:
        if old == new:
            return
        of_new = {"of_platform": platform, "of_group": new}
        of_old = {"of_platform": platform, "of_group": old}
        houses = {row.game for row in await self._all(statements.HOUSE, **of_new)}
        for house in await self._all(statements.HOUSE, **of_old):
            await self.remove_house(platform, old, house.game)
            if house.game not in houses:
                await self.put_house(replace(house, group=new))
        for ban in await self._all(statements.BANS, **of_old):
            await self.remove_ban(platform, old, ban.who)
            await self.put_ban(replace(ban, group=new))
        for call in await self._all(statements.CALLS_IN, **of_old):
            await self.remove_call(platform, old, call.user, call.game)
            await self.put_call(replace(call, group=new))
