"""/open: a personal link to the page, which is good once and for a few minutes, and only ever sent privately."""

from __future__ import annotations

import secrets
from typing import Final

from bot.session.people.directory import Person
from bot.session.port import commands as c
from bot.session.port.updates import PageLink
from bot.session.tables.request import Direct, Refused
from bot.session.tables.session import Session

__all__ = ["HANDLERS", "LINK_SECONDS", "open_page"]

LINK_SECONDS: Final = 300.0
"""So long a link is good."""
_BYTES: Final = 24
"""Random bytes in a link: nobody guesses one."""


async def open_page(session: Session, origin: c.Origin, person: Person, command: c.OpenPage) -> PageLink:
    """Make a link that opens the page as the sender."""
    place = session.settings.page
    if place is None:
        raise Refused("page_off")
    if origin.chat is not None and not origin.ephemeral:
        raise Refused("page_seen_by_others", start_link=command.table or 0)
    code = secrets.token_urlsafe(_BYTES)
    return PageLink(f"{place.url}/#in={code}", round(LINK_SECONDS / 60))


HANDLERS: Final = (Direct(c.OpenPage, open_page),)
