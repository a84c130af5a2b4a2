"""/mydata: all that is stored of a person. /forgetme: name, language and preferences go, and the account no longer leads to the
results, which stay nameless."""

import json
from contextlib import suppress
from typing import Final

from bot.session.club import reviews
from bot.session.club.members.possessions import clear_traces, follow, held_at
from bot.session.host import change
from bot.session.host.request import Direct, Refused
from bot.session.host.session import Session
from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.replies import DataFile, Menu, MenuEntry
from bot.session.port.updates import Notice
from storage.api import StoreError, UnitOfWork
from storage.themes.people import UserRow

__all__ = ["HANDLERS", "data_text", "forget", "tell"]


async def forget(session: Session, origin: c.Origin, person: Person, command: c.Forget) -> Menu | Notice:
    """Remove what names a person, on every platform where they have joined an account. Asked back first; refused while
    the person sits somewhere, waits for a seat or has one kept."""
    async with change.alone(session), session.store.begin() as unit:
        await unit.people.lock_user(person.user)  # nobody sits down as this person meanwhile
        table = await held_at(session, unit, person.user)
        if table is not None:
            raise Refused("forget_seated", actions=(("leave", c.Leave(table.id)),), table=table.id)
        if not command.sure:
            entries = (MenuEntry("menu.forget", c.Forget(sure=True)), MenuEntry("menu.cancel", c.ClosePoll()))
            return Menu(Notice("forget_sure"), entries)
        accounts = await unit.people.identities(person.user)
        touched = await clear_traces(session, unit, person.user)
        await reviews.forget(session, unit, (c.UserRef(account.platform, account.external) for account in accounts))
        await unit.people.put_user(UserRow(person.user, ""))
        for account in accounts:
            await unit.people.remove_identity(account.platform, account.external)
        await unit.commit()
        follow(session, (c.UserRef(account.platform, account.external) for account in accounts), touched)
    with suppress(StoreError):  # the person is forgotten; the store tries again by itself
        await session.store.erase()
    return Notice("forgotten")


_LARGEST: Final = 8_000_000  # So many bytes a chat takes in one file


async def tell(session: Session, origin: c.Origin, person: Person, command: c.MyData) -> DataFile:
    async with session.store.begin() as unit:
        text = await data_text(unit, person.user)
    if not origin.page and len(text.encode()) > _LARGEST:
        raise Refused("data_too_large", account=f"{origin.user.platform}:{origin.user.external}")
    return DataFile("paiju-data.json", text)


async def data_text(unit: UnitOfWork, user: int) -> str:
    """All that is stored of a person, by table, as JSON."""
    return json.dumps(await unit.traces.told(user), ensure_ascii=False, indent=1)


HANDLERS: Final = (Direct(c.Forget, forget), Direct(c.MyData, tell))
