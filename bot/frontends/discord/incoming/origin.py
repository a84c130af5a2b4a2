"""Persons, chats and messages of Discord as values of the session, and what the bot is allowed in a chat."""

from typing import Final

import discord

from bot.delivery.chats import MessageId
from bot.session.port.commands import ChatRef, Origin, UserRef
from bot.session.port.commands.record import Posted

__all__ = [
    "ATTACH", "LOST", "PLATFORM", "RAW", "SEND", "SHARED", "chat_of", "home_of", "is_alone", "is_press", "is_visited",
    "mark_acknowledged", "missing", "origin_of", "rights_missing", "user_of",
]  # fmt: skip

LOST: Final = frozenset({10062, 40060, 10015, 50027})
"""Too late, answered before, token dead: nobody waits for this answer any more."""
SHARED: Final = "shared"  # Among an interaction's ``extras``: another worker may have acknowledged it
RAW: Final = "raw"  # Among an interaction's ``extras``: the JSON in which it came

VIEW, SEND, SEND_IN_THREADS = "view_channel", "send_messages", "send_messages_in_threads"
ATTACH = "attach_files"


def missing(rights: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """The permissions that are needed to show a table and are not there. Discord says 0 where it says nothing."""
    if not rights.value or rights.administrator:
        return ()
    needed = (VIEW, SEND_IN_THREADS if in_thread else SEND, ATTACH)
    return tuple(name for name in needed if not getattr(rights, name))


PLATFORM: Final = "discord"


def user_of(user: discord.abc.User) -> UserRef:
    return UserRef(PLATFORM, str(user.id))


_VISITED: Final = "@"  # What the id of a chat begins with in which the bot is no member


def is_visited(chat: ChatRef) -> bool:
    """Whether the bot is no member of a chat, as somebody has installed it for themselves alone: it can write
    there only to answer what people do, and edit only through such answers."""
    return chat.external.startswith(_VISITED)


def chat_of(interaction: discord.Interaction) -> ChatRef | None:
    """Return the channel, thread or group chat in which it happened; ``None`` in the private chat with the bot, and in
    a server without it that lets nobody else read what people's own apps answer."""
    if interaction.channel_id is None or is_alone(interaction):
        return None
    if interaction.guild_id is not None and interaction.is_guild_integration():
        return ChatRef(PLATFORM, str(interaction.channel_id))
    if interaction.guild_id is not None and not interaction.permissions.use_external_apps:
        return None
    return ChatRef(PLATFORM, f"{_VISITED}{interaction.channel_id}")


def is_alone(interaction: discord.Interaction) -> bool:
    """Whether it happened in the private chat of this person with the bot, where nobody else reads along."""
    return interaction.guild_id is None and not interaction.context.private_channel


def home_of(interaction: discord.Interaction) -> ChatRef | None:
    """The private chat with the bot, if that is where it happened: tables of one's own may stand there."""
    if interaction.channel_id is None or not is_alone(interaction):
        return None
    return ChatRef(PLATFORM, str(interaction.channel_id))


def rights_missing(interaction: discord.Interaction) -> tuple[str, ...]:
    """What the bot may not do in the channel where this happened, though it should to show a table."""
    chat = chat_of(interaction)
    if chat is None or is_visited(chat):
        return ()
    thread = isinstance(interaction.channel, discord.Thread)
    return missing(interaction.app_permissions, in_thread=thread)


def origin_of(interaction: discord.Interaction) -> Origin:
    """What the manager has to know of an interaction besides the command. Its id stands for the update: Discord
    never gives it twice to different deeds, and a redelivered event carries it again. Administrators and those who may
    manage the guild count as administrators."""
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
        posted=Posted(message.created_at.timestamp()) if message is not None else None,
        home=home_of(interaction),
        group=str(interaction.guild_id or "") if chat is not None else "",
        group_title=getattr(interaction.guild, "name", None) or "" if chat is not None else "",
        group_locale=spoken(interaction.guild_locale, interaction.guild),
        lacking=rights_missing(interaction),
    )


def spoken(locale: discord.Locale | None, guild: discord.Guild | None) -> str:
    """The language that a server has chosen. American English is what all have that cannot choose."""
    if locale is None:
        return ""
    chooses = "COMMUNITY" in getattr(guild, "features", ())
    return locale.value if chooses or locale is not discord.Locale.american_english else ""


def _title(channel: object) -> str:
    if isinstance(channel, discord.GroupChannel | discord.DMChannel):
        people = channel.recipients or []
        return getattr(channel, "name", None) or ", ".join(person.display_name for person in people)
    name = getattr(channel, "name", None)
    guild = getattr(getattr(channel, "guild", None), "name", None)
    parts = [str(guild)] if guild else []
    return " · ".join([*parts, f"#{name}"]) if name else "".join(parts)


def mark_acknowledged(interaction: discord.Interaction) -> None:
    """Note that Discord has been told that the answer is coming: what follows is sent as after our own deferring."""
    kind = discord.InteractionResponseType.deferred_channel_message
    if is_press(interaction):
        kind = discord.InteractionResponseType.deferred_message_update
    interaction.response._response_type = kind  # the library knows only of what it has sent itself


def is_press(interaction: discord.Interaction) -> bool:
    """Whether a component of a message was used, or a form filled in that one of them has opened."""
    return interaction.type in (discord.InteractionType.component, discord.InteractionType.modal_submit)
