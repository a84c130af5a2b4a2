"""The world as the platform's JSON."""

from datetime import UTC, datetime

from .world import (
    EPHEMERAL,
    JSON,
    ORDINARY_PERMISSIONS,
    Account,
    Channel,
    Guild,
    Interaction,
    Message,
    World,
    shown_media,
    walk_components,
)

LOADING = 1 << 7


def timestamp(world: World, at: float) -> str:
    """A moment of the simulator's clock in ISO 8601, as in messages."""
    wall = world.clock.wall() - world.clock.now() + at
    return datetime.fromtimestamp(wall, UTC).isoformat()


def user(account: Account) -> JSON:
    return {
        "id": str(account.id),
        "username": account.name,
        "global_name": None if account.bot else account.name,
        "discriminator": "0000" if account.bot else "0",
        "avatar": None,
        "bot": account.bot,
        "public_flags": 0,
        "flags": 0,
    }


def own_user(account: Account) -> JSON:
    return user(account) | {"mfa_enabled": False, "locale": "en-US", "verified": True, "email": None}


def application(world: World) -> JSON:
    return {
        "id": str(world.bot.id),
        "name": world.bot.name,
        "icon": None,
        "description": "",
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": {"id": "1", "username": "owner", "discriminator": "0", "avatar": None, "global_name": None},
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "integration_types_config": {"0": {}},
        "approximate_guild_count": len(world.guilds),
        "summary": "",
    }


def member(world: World, guild: Guild, account: Account, *, permissions: bool = False) -> JSON:
    body: JSON = {
        "user": user(account), "nick": None, "avatar": None, "roles": [], "joined_at": timestamp(world, 0.0),
        "premium_since": None, "deaf": False, "mute": False, "pending": False, "flags": 0,
        "communication_disabled_until": None,
    }  # fmt: skip
    if permissions:
        body["permissions"] = str(guild.members[account.id])
    return body


def channel(world: World, item: Channel) -> JSON:
    if item.people:
        people = [user(world.accounts[one]) for one in sorted(item.people)]
        return {"id": str(item.id), "type": 3, "last_message_id": None, "recipients": people, "name": item.name or None}
    if item.is_private:
        recipient = world.accounts[item.recipient_id or 0]
        return {"id": str(item.id), "type": 1, "last_message_id": None, "recipients": [user(recipient)]}
    return {
        "id": str(item.id), "type": 0, "guild_id": str(item.guild_id), "name": item.name, "position": 0,
        "permission_overwrites": _overwrites(item), "nsfw": False, "topic": None, "rate_limit_per_user": 0,
        "parent_id": None, "last_message_id": None, "flags": 0, "permissions": str(ORDINARY_PERMISSIONS),
    }  # fmt: skip


def _overwrites(item: Channel) -> list[JSON]:
    """What the channel takes from everybody's role."""
    if not item.denied:
        return []
    return [{"id": str(item.guild_id), "type": 0, "allow": "0", "deny": str(item.denied)}]


def guild(world: World, item: Guild) -> JSON:
    everyone = {
        "id": str(item.id),
        "name": "@everyone",
        "permissions": str(ORDINARY_PERMISSIONS),
        "position": 0,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
    }
    return {
        "id": str(item.id),
        "name": item.name,
        "icon": None,
        "owner_id": str(item.owner_id),
        "roles": [everyone],
        "emojis": [],
        "stickers": [],
        "features": [],
        "afk_timeout": 300,
        "afk_channel_id": None,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "preferred_locale": item.preferred_locale,
        "joined_at": timestamp(world, 0.0),
        "large": False,
        "unavailable": False,
        "member_count": len(item.members),
        "voice_states": [],
        "members": [member(world, item, world.bot)],
        "channels": [channel(world, c) for c in item.channels.values()],
        "threads": [],
        "presences": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
    }


def _resolved(component: JSON, attachments: dict[str, JSON]) -> JSON:
    """A component as the platform tells it: media that is attached has its address and the id of the attachment."""
    told = dict(component)
    if component.get("components"):
        told["components"] = [_resolved(inner, attachments) for inner in component["components"]]
    if component.get("file"):
        told["file"] = _media(component["file"]["url"], attachments)
    if component.get("items"):
        told["items"] = [_media_item(one, attachments) for one in component["items"]]
    return told


def _media_item(item: JSON, attachments: dict[str, JSON]) -> JSON:
    media = _media(item["media"]["url"], attachments)
    return {"description": None, "spoiler": False} | item | {"media": media}


def _media(url: str, attachments: dict[str, JSON]) -> JSON:
    file = attachments.get(url.removeprefix("attachment://")) if url.startswith("attachment://") else None
    media = {"id": "0", "url": url, "proxy_url": url, "width": None, "height": None, "content_type": None}
    if file is not None:
        media |= {key: file[key] for key in ("url", "proxy_url", "content_type")}
        media |= {"id": file["id"], "attachment_id": file["id"]}
    return media


def message(world: World, item: Message) -> JSON:
    """A message; what is attached and shown inside components is told there and not among the attachments."""
    now = item.current
    by_name = {attachment["filename"]: attachment for attachment in now.attachments}
    shown = {
        url.removeprefix("attachment://")
        for component in walk_components(list(now.components))
        for url in shown_media(component)
    }
    flags = item.flags | (EPHEMERAL if item.ephemeral else 0) | (LOADING if now.thinking else 0)
    body: JSON = {
        "id": str(item.id),
        "type": 0 if item.interaction_id is None else 20,
        "channel_id": str(item.channel.id),
        "author": user(item.author or world.bot),
        "content": now.content,
        "timestamp": timestamp(world, item.created_at),
        "edited_timestamp": timestamp(world, now.at) if len(item.versions) > 1 else None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [user(world.accounts[i]) for i in sorted(item.notified) if i in world.accounts],
        "mention_roles": [],
        "attachments": [one for one in now.attachments if one["filename"] not in shown],
        "embeds": [],
        "components": [_resolved(component, by_name) for component in now.components],
        "pinned": False,
        "flags": flags,
        "application_id": str(world.bot.id),
    }
    if item.interaction_id is not None:
        body["webhook_id"] = str(world.bot.id)
    return body


def _installed_by(world: World, item: Interaction) -> JSON:
    """For whom the bot is installed where this happened: the guild (0: also the private chat), or the person alone."""
    if not world.is_member(item.channel):
        return {"1": str(item.account.id)}
    return {"0": str(item.channel.guild_id or 0)}


def context_of(channel: Channel) -> int:
    """Where a command is used: in a guild, in the private chat with the bot, among people."""
    return 2 if channel.people else 1 if channel.is_private else 0


def interaction(world: World, item: Interaction, data: JSON, *, locale: str, permissions: int) -> JSON:
    body: JSON = {
        "id": str(item.id),
        "application_id": str(world.bot.id),
        "type": item.kind,
        "data": data,
        "token": item.token,
        "version": 1,
        "channel_id": str(item.channel.id),
        "channel": channel(world, item.channel),
        "locale": locale,
        "app_permissions": str(world.bot_may(item.channel)),
        "entitlements": [],
        "authorizing_integration_owners": _installed_by(world, item),
        "context": context_of(item.channel),
        "attachment_size_limit": 10_485_760,
    }
    if item.source is not None:
        body["message"] = message(world, item.source)
    if item.channel.guild_id is None:
        body["user"] = user(item.account)
        return body
    home = world.guilds[item.channel.guild_id]
    body["guild_id"] = str(home.id)
    body["guild_locale"] = home.preferred_locale
    body["guild"] = {"id": str(home.id), "locale": home.preferred_locale, "features": []}
    body["member"] = member(world, home, item.account) | {"permissions": str(permissions)}
    return body


def emoji(world: World, known: int) -> JSON:
    flags = {"require_colons": True, "managed": False, "animated": False, "available": True, "roles": []}
    return {"id": str(known), "name": world.emojis[known], "user": own_user(world.bot), **flags}
