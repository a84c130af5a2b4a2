"""Where browsers are told of a turn while their page is closed, in the store, and the key by which they know this house."""

from collections.abc import Sequence
from typing import Final

from bot.session.host.session import Session
from bot.session.port.commands import UserRef
from bot.session.port.page import Doorbell
from storage.themes.people import DoorbellRow

__all__ = ["StoredDoorbells"]

_MOST: Final = 8  # Browsers of one account
_KEY: Final = "push key"


class StoredDoorbells:
    """``page.Doorbells`` over the store."""

    def __init__(self, session: Session) -> None:
        self._session = session

    async def key(self, new: str) -> str:
        async with self._session.store.begin() as unit:
            known = await unit.marks.get(_KEY)
            if known is None:
                await unit.marks.add(_KEY, new)
                await unit.commit()
        if known is None:  # another worker may have been first
            async with self._session.store.begin() as unit:
                known = await unit.marks.get(_KEY)
        return known or new

    async def hang(self, account: UserRef, bell: Doorbell) -> None:
        now = self._session.clock.now()
        row = DoorbellRow(bell.endpoint, account.platform, account.external, bell.p256dh, bell.auth, now)
        async with self._session.store.change() as unit:
            await unit.people.put_doorbell(row)
            for old in (await unit.people.doorbells(account.platform, account.external))[_MOST:]:
                await unit.people.remove_doorbell(old.endpoint)

    async def of(self, account: UserRef) -> Sequence[Doorbell]:
        async with self._session.store.begin() as unit:
            rows = await unit.people.doorbells(account.platform, account.external)
        return [Doorbell(row.endpoint, row.p256dh, row.auth) for row in rows]

    async def remove(self, endpoint: str) -> None:
        async with self._session.store.change() as unit:
            await unit.people.remove_doorbell(endpoint)
