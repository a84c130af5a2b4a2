"""What other workers have changed: whatever is kept at hand of it here is read again, and shown where it is seen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.session.club import bans
from bot.session.club.results import refresh_ratings
from bot.session.people.directory import Person
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.workers import News
from bot.session.tables import fences
from bot.session.tables.refresh import heed_wishes, show_group, show_reach
from bot.session.tables.session import Session
from bot.session.time import recovery

__all__ = ["refresh", "refresh_all"]

_SLICE: Final = 100
"""So many people or groups are read again at a time."""


async def refresh(session: Session, news: News) -> None:
    """Follow what another worker has changed. ``StoreError`` if it cannot be read."""
    await _read_people(session, sorted(news.people | news.accounts, key=str))
    await _read_chats(session, sorted(news.chats, key=str))
    if news.accounts:
        session.hear_accounts(news.accounts)
    await _look_after(session, news.tables)
    for group in news.bans:
        bans.enforce(session, group)
    if news.ratings and session.ownership is not None and session.ownership.keeper:
        session.tasks.start(refresh_ratings(session))


async def refresh_all(session: Session) -> None:
    """Read everything again that is kept at hand, as news may have been missed. ``StoreError`` if it cannot be read."""
    accounts = session.people.accounts
    for start in range(0, len(accounts), _SLICE):
        changed = await _read_people(session, accounts[start : start + _SLICE])
        if changed:
            session.hear_accounts(frozenset(changed))
    chats = session.chats
    for start in range(0, len(chats), _SLICE):
        await _read_chats(session, chats[start : start + _SLICE])
    await recovery.reconcile(session)
    for group in {ChatRef(table.chat.platform, table.chat.group) for table in session.tables.values()}:
        bans.enforce(session, group)


async def _read_people(session: Session, accounts: Sequence[UserRef]) -> list[UserRef]:
    """Read these again as far as they are known here; return those that are another person's now, or nobody's."""
    read = []
    async with session.store.begin() as unit:
        for account in accounts:
            read.append((account, *await session.people.read_again(unit, account)))
    for _, before, now in read:
        if before is not None and now is not None and before.user == now.user:
            _show_person(session, before, now)
    return [account for account, before, now in read if before is not None and (now is None or now.user != before.user)]


def _show_person(session: Session, before: Person, now: Person) -> None:
    if before.reachable != now.reachable:
        show_reach(session, now.user)
    if before.never != now.never:
        heed_wishes(session, now.user)


async def _read_chats(session: Session, chats: Sequence[ChatRef]) -> None:
    known = session.chats
    for ref in chats:
        if ref not in known:
            continue
        before = await session.known_chat(ref)
        async with session.store.begin() as unit:
            row = await unit.find_chat(ref.platform, ref.external, ref.thread)
        if row is None:
            session.drop_chats((ref,))
        elif row != before:
            session.follow_chat(row)
            if before is None or row.language != before.language:
                show_group(session, ref)


async def _look_after(session: Session, numbers: frozenset[int]) -> None:
    """Drop tables that were taken from us."""
    ours = [session.tables[number] for number in numbers if number in session.tables]
    if ours:
        async with session.store.begin() as unit:
            await fences.ours_of(session, unit, ours)
