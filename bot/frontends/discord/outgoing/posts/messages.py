"""What is remembered of each table and hand: the message that shows it, and what waits to be shown."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import discord

from bot.frontends.discord.incoming.origin import MessageId
from bot.frontends.discord.outgoing.attachments import Attachments, Pictures
from bot.frontends.discord.outgoing.markup import Content
from bot.frontends.discord.outgoing.rights import ATTACH, missing
from bot.session.port.commands import UserRef
from bot.session.port.protocols import Clock
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate

__all__ = ["TOO_OLD_SECONDS", "Ephemeral", "HandKey", "HandState", "Shown", "TableState", "Told", "kept", "posted_at"]

TOO_OLD_SECONDS: Final = 50 * 60.0
"""Age after which a message is not edited any more: after an hour Discord hardly allows it."""

HandKey = tuple[str, int]
"""A person's id and a table's id."""


@dataclass(slots=True)
class Shown:
    """A message of ours and what it shows."""

    message: MessageId
    at: float
    """When it was posted, in seconds of the monotonic clock: the wall clock may jump."""
    fingerprint: str = ""
    result: Content | None = None
    """The end of a round, as the message keeps it when another one takes over; ``None``: it will be removed."""
    has_vote: bool = False
    moment: str = ""
    """What the session calls what it shows, see ``Delivered``."""
    waits: str = ""
    """Of the hand of somebody who only waits: what it shows, as can be told before it is drawn; else ``""``."""

    @property
    def shows(self) -> str:
        """What it shows, as the manager keeps it; ``""`` if that is not known."""
        return f"{self.moment} {self.fingerprint}" if self.moment and self.fingerprint else ""


@dataclass(slots=True)
class TableState:
    """A table in one place: what waits to be shown (``version``: the newest seen), whom to ring, and the message that shows it.

    ``number``: of this place in this process, so that no two posts are taken for one.
    """

    number: int
    pending: PublicUpdate | None = None
    renew: bool = False
    ended: bool = False
    ping: set[UserRef] = field(default_factory=set)
    shown: Shown | None = None
    version: int = -1


@dataclass(slots=True)
class Ephemeral:
    """A hand panel opened inside a group: it can be edited through its interaction for a while.

    ``apart``: it is a message of its own, and not what answered the interaction; the answer is then the message that
    was pressed, perhaps the table message that everybody reads.
    """

    interaction: discord.Interaction
    until: float
    fingerprint: str
    message: int
    apart: bool = False

    async def edit(self, shown: Content, pictures: Pictures) -> None:
        """Show this in the panel, as far as that is allowed there."""
        if ATTACH in missing(self.interaction.app_permissions, in_thread=False):
            shown = shown.without_picture()

        async def edit(attachments: Attachments) -> None:
            view = shown.view(picture=bool(attachments))
            if self.apart:
                now = await self.interaction.followup.edit_message(self.message, view=view, attachments=attachments)
                pictures.note(now)
            else:
                pictures.note(await self.interaction.edit_original_response(view=view, attachments=attachments))

        await pictures.put(self.message, shown, edit)


@dataclass(slots=True)
class HandState:
    """A person's panel at one table: what waits, with what must not be missed, and where it is shown."""

    pending: PrivateUpdate | None = None
    alert: bool = False
    notice: Notice | None = None
    shown: Shown | None = None
    ephemeral: Ephemeral | None = None
    version: int = -1
    drawn: tuple[PrivateUpdate, Content] | None = None
    """``pending`` as a message, where it has been drawn already as the answer to a press."""


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence for one person; ``table``: what it is about, if it is about one."""

    user: UserRef
    notice: Notice
    language: str
    table: int | None


def kept(clock: Clock, message: MessageId, shows: str) -> Shown:
    """Return a message from before the start as the manager has kept it. Whether it shows a vote is not kept: one that may is
    edited, not posted anew."""
    moment, _, fingerprint = shows.partition(" ")
    return Shown(message, posted_at(clock, message), fingerprint, has_vote=True, moment=moment)


def posted_at(clock: Clock, message: MessageId) -> float:
    """Return when a message from before the start was posted, by the monotonic clock."""
    now = clock.monotonic()
    return now - max(0.0, clock.now() - message.posted_at)
