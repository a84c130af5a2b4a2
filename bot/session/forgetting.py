"""/forgetme: name, language and preferences go, and the account no longer leads to the results, which stay nameless."""

from __future__ import annotations

from bot.session import commands as c
from bot.session.asking import Refused
from bot.session.hall import Hall
from bot.session.people import Person
from bot.session.updates import Menu, MenuEntry, Notice
from storage.api import UserRow

__all__ = ["forget"]


async def forget(hall: Hall, person: Person, *, sure: bool) -> Menu | Notice:
    """Remove what names a person. Asked back first; refused while the person sits somewhere."""
    seated = hall.tables_of(person.user)
    if seated:
        raise Refused("forget_seated", actions=(("leave", c.Leave(seated[0].id)),), table=seated[0].id)
    if not sure:
        entries = (MenuEntry("menu.forget", c.Forget(sure=True)), MenuEntry("menu.cancel", c.ClosePoll()))
        return Menu(Notice("forget_sure"), entries)
    async with hall.store.begin() as unit:
        accounts = await unit.identities(person.user)
        await unit.put_user(UserRow(person.user, ""))
        for account in accounts:
            await unit.remove_identity(account.platform, account.external)
        await unit.commit()
    for account in accounts:
        hall.people.drop(c.UserRef(account.platform, account.external))
    return Notice("forgotten")
