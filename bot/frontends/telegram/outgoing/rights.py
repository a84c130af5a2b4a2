"""What the bot may do in a group: its own standing there, and what the group allows its members."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from telegram import Bot, ChatMemberRestricted
from telegram.constants import ChatMemberStatus

from bot.frontends.telegram.outgoing.calls import call
from bot.session.port.protocols import Clock

__all__ = ["PHOTOS", "TEXT", "GroupRights"]

TEXT: Final = "send_text"
PHOTOS: Final = "send_photos"
_FORGOTTEN: Final = 600.0
"""Seconds after which something that was not allowed is tried again."""
_MOST: Final = 5_000


class GroupRights:
    """Asks the platform, and remembers for a while where no pictures are allowed."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._no_photos: OrderedDict[int, float] = OrderedDict()

    async def missing(self, bot: Bot, chat: int) -> tuple[str, ...]:
        """Return what is needed to show a table in this group and is not allowed. Raises as ``call`` does."""
        member = await call(lambda: bot.get_chat_member(chat, bot.id))
        if member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER):
            return ()
        if isinstance(member, ChatMemberRestricted):
            text, photos = member.can_send_messages, member.can_send_photos
        else:
            allowed = (await call(lambda: bot.get_chat(chat))).permissions
            text = allowed is None or allowed.can_send_messages is not False
            photos = allowed is None or allowed.can_send_photos is not False
        if photos:
            self._no_photos.pop(chat, None)
        return tuple(name for name, may in ((TEXT, text), (PHOTOS, photos)) if not may)

    def refuses_photos(self, chat: int) -> bool:
        """Tell whether pictures were not allowed there a short while ago."""
        return self._no_photos.get(chat, 0.0) > self._clock.monotonic()

    def photos_refused(self, chat: int) -> None:
        """Note that pictures are not allowed in this chat."""
        self._no_photos[chat] = self._clock.monotonic() + _FORGOTTEN
        self._no_photos.move_to_end(chat)
        while len(self._no_photos) > _MOST:
            self._no_photos.popitem(last=False)
