"""Persons, chats and messages of Discord as values of the session."""

from __future__ import annotations

from typing import Final, NamedTuple

import discord

from bot.frontends.discord.outgoing.rights import missing
from bot.session.port.commands import ChatRef, Origin, UserRef

__all__ = ["PLATFORM", "MessageId", "chat_of", "home_of", "is_alone", "origin_of", "rights_missing", "user_of"]

PLATFORM: Final = "discord"


class MessageId(NamedTuple):
    """A message of Discord; written ``<channel>:<message>`` where the manager keeps it."""

    channel: int
    message: int

    @property
    def posted_at(self) -> float:
        """When it was posted, in seconds since 1970: Discord's ids tell."""
        return discord.utils.snowflake_time(self.message).timestamp()

    def __str__(self) -> str:
        return f"{self.channel}:{self.message}"

    @classmethod
    def read(cls, text: str | None) -> MessageId | None:
        """Return the message that a kept text names; ``None`` for none and for what cannot be read."""
        channel, _, message = (text or "").partition(":")
        return cls(int(channel), int(message)) if channel.isdecimal() and message.isdecimal() else None


def user_of(user: discord.abc.User) -> UserRef:
    """Return the reference of a Discord user."""
    return UserRef(PLATFORM, str(user.id))


def chat_of(interaction: discord.Interaction) -> ChatRef | None:
    """Return the channel or thread in which it happened; ``None`` in a private conversation, and in a place where only
    the person has installed the bot: it cannot post there.
    """
    mine_alone = interaction.is_user_integration() and not interaction.is_guild_integration()
    if interaction.guild_id is None or interaction.channel_id is None or mine_alone:
        return None
    return ChatRef(PLATFORM, str(interaction.channel_id))


def is_alone(interaction: discord.Interaction) -> bool:
    """Tell whether it happened in the private chat of this person with the bot, where nobody else reads along."""
    return interaction.guild_id is None and not interaction.context.private_channel


def home_of(interaction: discord.Interaction) -> ChatRef | None:
    """Return the private chat with the bot, if that is where it happened: tables of one's own may stand there."""
    if interaction.channel_id is None or not is_alone(interaction):
        return None
    return ChatRef(PLATFORM, str(interaction.channel_id))


def rights_missing(interaction: discord.Interaction) -> tuple[str, ...]:
    """Return what the bot may not do in the channel where this happened, though it should to show a table."""
    if chat_of(interaction) is None:
        return ()
    thread = isinstance(interaction.channel, discord.Thread)
    return missing(interaction.app_permissions, in_thread=thread)


def origin_of(interaction: discord.Interaction) -> Origin:
    """Return what the manager has to know of an interaction besides the command.

    Its id stands for the update: Discord never gives it twice to different deeds, and a redelivered event carries it
    again. Administrators and those who may manage the guild count as administrators.
    """
    chat = chat_of(interaction)
    rights = interaction.permissions
    channel = interaction.channel
    message = interaction.message
    return Origin(
        update=str(interaction.id),
        user=user_of(interaction.user),
        name=interaction.user.display_name,
        chat=chat,
        chat_title=_title(channel) if chat is not None else "",
        admin=chat is not None and (rights.administrator or rights.manage_guild),
        locale=interaction.locale.value,
        reachable=True if is_alone(interaction) else None,
        ephemeral=chat is not None,
        message=str(MessageId(message.channel.id, message.id)) if message is not None else None,
        home=home_of(interaction),
        group=str(interaction.guild_id) if chat is not None else "",
        group_title=getattr(interaction.guild, "name", None) or "" if chat is not None else "",
        lacking=rights_missing(interaction),
    )


def _title(channel: object) -> str:
    name = getattr(channel, "name", None)
    guild = getattr(getattr(channel, "guild", None), "name", None)
    parts = [str(guild)] if guild else []
    return " · ".join([*parts, f"#{name}"]) if name else "".join(parts)
