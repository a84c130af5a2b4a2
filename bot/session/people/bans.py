"""Who may not sit in which group: how somebody is called in a list of bans, and whether they stand in one."""

from __future__ import annotations

from hashlib import sha256

from bot.session.people.directory import Person
from bot.session.port.commands import Origin, UserRef
from storage.api import ChatRow, UnitOfWork

__all__ = ["digest_of", "is_banned", "name_of"]


def name_of(user: int) -> str:
    """Return the name of a person in lists of bans."""
    return f"u{user}"


def digest_of(account: UserRef) -> str:
    """Return the name of somebody who has been forgotten: it tells nobody who they were, and knows the account again."""
    return f"a:{sha256(f'paiju ban {account.platform} {account.external}'.encode()).hexdigest()[:32]}"


async def is_banned(unit: UnitOfWork, origin: Origin, person: Person, *chats: ChatRow) -> bool:
    """Tell whether somebody may not sit at a table that stands in these chats, or not from where they ask."""
    groups = {(chat.platform, chat.group) for chat in chats}
    if origin.whole is not None:
        groups.add((origin.whole.platform, origin.whole.external))
    for platform, group in sorted(groups):
        for who in (name_of(person.user), digest_of(person.ref)):
            if await unit.ban(platform, group, who) is not None:
                return True
    return False
