"""What the bot may do in a group: its own standing there, and what the group allows its members."""

from __future__ import annotations

from typing import Final

from telegram import Bot, ChatMemberRestricted
from telegram.constants import ChatMemberStatus

from bot.frontends.telegram.outgoing.calls import call

__all__ = ["PHOTOS", "TEXT", "missing"]

TEXT: Final = "send_text"
PHOTOS: Final = "send_photos"


async def missing(bot: Bot, chat: int) -> tuple[str, ...]:
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
    return tuple(name for name, may in ((TEXT, text), (PHOTOS, photos)) if not may)
