"""The part of a transaction over SQL that is about the owners of tables."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from storage.rows import OwnerRow
from storage.sql.statements import owners as statements
from storage.sql.statements.core import Call
from storage.sql.units.ratings import RatingsUnit

__all__ = ["OwnersUnit"]


class OwnersUnit(RatingsUnit):
    """The methods of ``SqlUnit`` about owners."""

    async def owner(self, table: int) -> OwnerRow | None:
        return await self._one(statements.OWNER, key_table=table)

    async def hold(self, table: int, worker: str, fence: int) -> bool:
        return await self._one(statements.HOLD, of_table=table, of_worker=worker, of_fence=fence) is not None

    async def hold_all(self, worker: str) -> Sequence[OwnerRow]:
        return await self._all(statements.HOLD_ALL, of_worker=worker)

    async def own(self, table: int, worker: str) -> int:
        return await self._add(statements.OWN, {"table": table, "worker": worker})

    async def disown(self, table: int) -> None:
        self._write(statements.DISOWN, {"of_table": table})

    async def release(self, tables: Sequence[tuple[int, int]], worker: str) -> None:
        mine = [{"of_table": table, "of_fence": fence, "of_worker": worker} for table, fence in tables]
        self._write(statements.RELEASE, mine)

    async def claim(self, worker: str, alive: Collection[str], limit: int) -> Sequence[OwnerRow]:
        names = {f"alive_{number}": name for number, name in enumerate(sorted(set(alive)))}
        found = await self._all(statements.claimable(len(names)), **names, limit=max(limit, 0))
        taken = await self._run(
            [Call(statements.TAKE, {"of_table": row.table, "worker": worker}) for row in found],
        )
        return [statements.TAKE.read(line) for lines in taken for line in lines]

    async def enroll(self) -> None:
        self._write(statements.ENROLL, {})
        self._write(statements.FORGET_CLOSED, {})

    async def owned(self) -> Mapping[str, int]:
        return dict(await self._all(statements.OWNED))

    async def owned_by(self, worker: str) -> Sequence[OwnerRow]:
        return await self._all(statements.OWNED_BY, of_worker=worker)

    async def open_in_group(self, chat: int) -> int:
        (found,) = await self._all(statements.OPEN_IN_GROUP, of_chat=chat)
        return found

    async def lock_user(self, user: int) -> None:
        await self._all(statements.LOCK_USER, of_id=user)
