"""Persons, chats and mentions of Telegram as values of the session."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from telegram import Bot, Chat, Message, MessageEntity, User
from telegram.constants import ChatMemberStatus

from bot.delivery.memory import MessageId
from bot.delivery.outbox import Later
from bot.frontends.telegram.outgoing.calls import Closed, Doubtful, Moved, Rejected, Unchanged, call
from bot.frontends.telegram.outgoing.rights import missing
from bot.frontends.telegram.outgoing.sender import PLATFORM
from bot.session.port.commands import ChatRef, Command, Origin, UserRef
from bot.session.port.commands.record import record_of
from bot.session.port.protocols import Clock

__all__ = ["Origins", "chat_ref", "user_ref"]

_ADMIN_SECONDS: Final = 120.0
_MOST_NAMES: Final = 5_000


def user_ref(user: User) -> UserRef:
    """Return the reference of a Telegram user."""
    return UserRef(PLATFORM, str(user.id))


def chat_ref(chat: Chat, message: Message | None) -> ChatRef | None:
    """Return the reference of a group, with the topic of the message; ``None`` for a private chat."""
    if chat.type == Chat.PRIVATE:
        return None
    thread = ""
    if message is not None and message.is_topic_message and message.message_thread_id is not None:
        thread = str(message.message_thread_id)
    return ChatRef(PLATFORM, str(chat.id), thread)


class Origins:
    """Makes origins; remembers for a while who administers which group, and which id a user name belongs to."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._admins: dict[int, tuple[float, frozenset[int]]] = {}
        self._names: OrderedDict[str, int] = OrderedDict()

    async def make(
        self, bot: Bot, update: int, user: User, chat: Chat, message: Message | None, command: Command, pressed: int = 0
    ) -> Origin:
        """Return the origin of one command. ``pressed``: the id of the message whose button was pressed, however old that is."""
        if user.username:
            self._names[user.username.lower()] = user.id
            while len(self._names) > _MOST_NAMES:
                self._names.popitem(last=False)
        private, record = chat.type == Chat.PRIVATE, record_of(command)
        replied = message.reply_to_message if message is not None and not pressed else None
        admin = record.admin and not private and await self._administers(bot, chat.id, user.id)
        return Origin(
            update=str(update),
            user=user_ref(user),
            name=user.full_name,
            chat=chat_ref(chat, message),
            chat_title="" if private else chat.title or "",
            admin=admin,
            locale=user.language_code or "",
            reachable=True if private else None,
            message=str(MessageId(chat.id, pressed)) if pressed else None,
            answers="" if replied is None else str(MessageId(chat.id, replied.message_id)),
            home=ChatRef(PLATFORM, str(chat.id)) if private else None,
            lacking=await self._lacking(bot, chat.id) if record.opens and not private else (),
        )

    async def _lacking(self, bot: Bot, chat: int) -> tuple[str, ...]:
        """Return what the bot would need there; nothing as long as it cannot be found out."""
        try:
            return await missing(bot, chat)
        except (Later, Closed, Moved, Rejected, Unchanged, Doubtful):
            return ()

    async def _administers(self, bot: Bot, chat: int, user: int) -> bool:
        """Tell whether the user administers the group. What is remembered may only say no: a right is asked for again
        before each use, as it may have been taken away without a word to the bot.
        """
        known = self._admins.get(chat)
        if known is None or user in known[1] or self._clock.monotonic() - known[0] > _ADMIN_SECONDS:
            try:
                members = await call(lambda: bot.get_chat_administrators(chat))
            except (Later, Closed, Moved, Rejected, Unchanged, Doubtful):
                return False
            standing = (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER)
            ids = frozenset(member.user.id for member in members if member.status in standing)
            known = (self._clock.monotonic(), ids)
            self._admins[chat] = known
        return user in known[1]

    def forget_admins(self, chat: int) -> None:
        """Forget who administers this group: something has changed there."""
        self._admins.pop(chat, None)

    def meant(self, message: Message) -> UserRef | None:
        """Return the person whom a message names: by a mention, or by answering something of theirs."""
        for entity, text in message.parse_entities([MessageEntity.TEXT_MENTION, MessageEntity.MENTION]).items():
            if entity.user is not None:
                return user_ref(entity.user)
            known = self._names.get(text.removeprefix("@").lower())
            if known is not None:
                return UserRef(PLATFORM, str(known))
        replied = message.reply_to_message
        if replied is not None and replied.from_user is not None and not replied.from_user.is_bot:
            return user_ref(replied.from_user)
        return None
