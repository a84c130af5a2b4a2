"""The one place where updates leave the session: each goes to the platform that it is for and, the same value, to the page,
which shows every table to the people who sit there."""

from __future__ import annotations

from dataclasses import replace

from bot.session.port.commands import UserRef
from bot.session.port.protocols import Frontend, PostBody, PostTarget
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate
from bot.session.tables.session import Session

__all__ = ["PAGE", "concealed", "has_outlet", "post", "show_hand", "show_page", "show_table", "tell_person"]

PAGE = "web"
"""The platform that shows the tables of all others."""


def _outlets(session: Session, platform: str) -> list[Frontend]:
    names = (platform,) if platform == PAGE else (platform, PAGE)
    return [session.frontends[name] for name in names if name in session.frontends]


def has_outlet(session: Session, platform: str) -> bool:
    """Tell whether anything shows what belongs to this platform."""
    return bool(_outlets(session, platform))


def show_hand(session: Session, update: PrivateUpdate) -> None:
    """Bring one person's private panel up to date wherever they have it."""
    for frontend in _outlets(session, update.user.platform):
        frontend.show_hand(update)


def show_table(session: Session, update: PublicUpdate) -> None:
    """Bring a table up to date in one of its places. The page hears of every table once, and of its own rooms besides; a place
    that is lost hears nothing."""
    for frontend in _outlets(session, update.chat.platform):
        if update.table.adrift and frontend.platform != PAGE:
            continue
        if update.home or frontend.platform == update.chat.platform:
            frontend.show_table(update if frontend.platform == PAGE else concealed(update))


def concealed(update: PublicUpdate) -> PublicUpdate:
    """Return what a group may be shown of a table of a tournament: who plays there and how far they are, no card and no result,
    as other tables of the same group play the same cards. The page shows a table to who sits there alone."""
    if update.table.contest is None:
        return update
    return PublicUpdate(
        table=update.table,
        chat=update.chat,
        language=update.language,
        players=update.players,
        view=None,
        coming=update.coming,
        motion=update.motion,
        message=update.message,
        message_at=update.message_at,
        renew=update.renew and update.message is None,
        ping=update.ping,
        home=update.home,
        elsewhere=update.elsewhere,
        left=update.left,
        quiet=update.quiet,
        moment=update.moment,
        shows=update.shows,
        version=update.version,
    )


def show_page(session: Session, update: PublicUpdate) -> None:
    """Tell the page alone of a table whose own messages are right: there people find their tables."""
    if PAGE in session.frontends:
        session.frontends[PAGE].show_table(update)


def post(session: Session, target: PostTarget, body: PostBody, language: str) -> None:
    """Post a message of its own into a chat. The page has no such messages."""
    if target.chat.platform in session.frontends:
        session.frontends[target.chat.platform].announce(target, body, language)


def tell_person(session: Session, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
    """Say one sentence to one person privately; in their quiet hours without a sound."""
    if session.is_quiet(session.people.at(user.platform, user.external)):
        notice = replace(notice, quiet=True)
    for frontend in _outlets(session, user.platform):
        frontend.tell(user, notice, language, table)
