"""What chats have in common: the channels and threads of a server, the topics of a group share results, lists and limits."""

from __future__ import annotations

from dataclasses import replace

from bot.ratings import ledger
from bot.session.port.commands import Origin
from bot.session.results.rebuild import refresh_ratings
from bot.session.tables.session import Session
from storage.api import ChatRow

__all__ = ["hear", "heard", "title_of"]


def heard(row: ChatRow, origin: Origin) -> ChatRow:
    """Return a chat as it is now known to be, after something was written in it."""
    return replace(
        row,
        title=origin.chat_title or row.title,
        group=origin.group or row.group,
        group_title=origin.group_title or row.group_title,
    )


def title_of(row: ChatRow) -> str:
    """Return what the group is called to which a chat belongs."""
    return row.group_title or row.title


async def hear(session: Session, origin: Origin) -> None:
    """Write down that a known chat is part of another group, or is called otherwise.

    The lists of its group are others then, so that ratings are computed anew.
    """
    if origin.chat is None or not origin.group:
        return
    row = await session.known_chat(origin.chat)
    now = None if row is None else heard(row, origin)
    if row is None or now is None or now == row:
        return
    async with session.store.begin() as unit:
        await unit.put_chat(now)
        if now.group != row.group:
            if row.group == row.external:  # what was set there before it was known to be a part of something
                await unit.move_group(row.platform, row.group, now.group)
            await ledger.request_rebuild(unit)
        await unit.commit()
    session.keep_chat(now)
    if now.group != row.group:
        session.tasks.start(refresh_ratings(session))
