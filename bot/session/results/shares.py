"""/replay ID share: a finished round for everybody in a group, as a picture that moves, with its record as a file."""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Final

from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.protocols import PostTarget, SharedRound
from bot.session.port.replies import Menu, MenuEntry
from bot.session.port.updates import Notice
from bot.session.results.replays import record_text, replay
from bot.session.tables.change import effect_text, refuse_repetition
from bot.session.tables.outlets import PAGE, post
from bot.session.tables.request import Direct, Refused
from bot.session.tables.session import Session

__all__ = ["HANDLERS", "share"]

_EXAMPLE: Final = "M17.3"
_PAUSE: Final = 60.0
"""Seconds between two rounds that are shared in one group."""


async def share(session: Session, origin: c.Origin, person: Person, command: c.ShareRound) -> Notice | Menu:
    """Post a round into the group where that is asked, for who played in it or administers the group."""
    if origin.chat is None or origin.page or origin.chat.platform == PAGE:
        raise Refused("share_group_only", id=command.id or _EXAMPLE)
    group, now = (origin.chat.platform, origin.group or origin.chat.external), session.uptime()
    if now - session.shared.get(group, -_PAUSE) < _PAUSE:
        raise Refused("share_too_soon")
    card = await replay(session, origin, person, c.Replay(command.id))
    if isinstance(card, Menu):
        return replace(card, entries=tuple(_shared(entry) for entry in card.entries))
    match_id, _, number = card.id.removeprefix("M").partition(".")
    async with session.store.begin() as unit:
        await refuse_repetition(unit, origin)
        match, row = await unit.match(int(match_id)), await unit.round(int(match_id), int(number))
        assert match is not None, "it has just been looked at"
        assert row is not None, "it has just been looked at"
        if not origin.admin and all(user != person.user for user, _ in json.loads(row.seats)):
            raise Refused("share_not_yours", id=card.id)
        session.shared[group] = now
        actions = await unit.actions(match.id, row.round)
        if origin.update:
            effect = effect_text(True, "share_coming")
            await unit.remember(origin.user.platform, origin.update, effect, session.clock.now())
            await unit.commit()
    record = await asyncio.to_thread(record_text, card.id, match, row, actions)
    chat = await session.known_chat(origin.chat)
    language = session.language_for(None, chat)
    target = PostTarget(origin.chat, f"share:{card.id}:{origin.update or now}")
    post(session, target, SharedRound(card, person.name, record), language)
    return Notice("share_coming", {"id": card.id})


def _shared(entry: MenuEntry) -> MenuEntry:
    """Return the choice of a round as one that shares it."""
    return replace(entry, command=c.ShareRound(entry.command.id)) if isinstance(entry.command, c.Replay) else entry


HANDLERS: Final = (Direct(c.ShareRound, share),)
