"""Discord's REST side: logged in once, whatever is asked of Discord goes through it. What is heard comes from ``Shard``s."""

import asyncio
import itertools
from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from discord.voice_client import VoiceClient

from bot.delivery.outbox import Calls
from bot.frontends.discord.incoming import slash
from bot.frontends.discord.outgoing import markup
from bot.frontends.discord.outgoing.calls import tracing
from bot.session.port.page import PagePlace

__all__ = ["INTENTS", "Client", "Recommended"]

# We never speak: the library need not warn that the parts for voice are missing.
VoiceClient.warn_nacl = VoiceClient.warn_dave = False

INTENTS: Final = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
"""What we hear. Without the privileged intent the texts of servers do not come, but for those that mention the bot."""
_MOST_CHANNELS: Final = 20_000  # Of so many channels the guild is remembered
_SELDOM: Final = 500
_ENTRY_POINT_MISSED: Final = 50240
_ENTRY_POINT: Final = 4
_ENTRY_POINT_FIELDS: Final = (
    "name", "name_localizations", "description", "description_localizations", "type", "handler", "contexts", "integration_types",
)  # fmt: skip


class Recommended(NamedTuple):
    """What Discord says of shards: how many there should be, and how many may identify at once."""

    shards: int
    at_once: int


def _seldom(work: Callable[[], None]) -> Callable[[], None]:
    """What does that work at one of many calls."""
    calls = itertools.count(1)

    def now_and_then() -> None:
        if not next(calls) % _SELDOM:
            work()

    return now_and_then


class Client(discord.Client):
    """Logs in, announces the commands and calls Discord; it has no gateway connection of its own. ``recommended``: what
    Discord has said of shards at the last login. ``shards``: the connections of this process by number, which know
    guilds and channels."""

    def __init__(
        self, *, api_base_url: str, page: PagePlace | None = None, apart: bool = False, calls: Calls | None = None
    ) -> None:
        self.calls = Calls() if calls is None else calls  # an empty one is false
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            http_trace=tracing(self.calls),
        )
        self._api_base_url = api_base_url.rstrip("/")
        self._page = page
        self.references: dict[str, str] | None = {} if apart else None  # See ``markup.APART``
        self.recommended = Recommended(1, 1)
        self.shards: dict[int, discord.Client] = {}
        self._guilds_of: dict[int, int] = {}
        # With a bucket for each channel, looking through all of them at each new one would take longer than the call.
        http = self.http
        http._try_clear_expired_ratelimits = _seldom(http._try_clear_expired_ratelimits)  # type: ignore[method-assign]
        if self._api_base_url:
            # The library has no setting for this; these class attributes are where it looks its addresses up.
            Route.BASE = self._api_base_url

    def reopen(self) -> None:
        """Make a closed client ready to log in once more."""
        self.clear()
        self.http.connector = discord.utils.MISSING  # else the library goes on with the one that is closed
        self.loop = asyncio.get_running_loop()  # closing took it away, and a second login does not bring it back

    async def setup_hook(self) -> None:
        """Learn the gateway's address and how many shards there should be, and announce the commands."""
        await self.learn_gateway()
        assert self.application_id is not None
        await self._announce(self.application_id, slash.payload(page=self._page is not None))

    async def learn_gateway(self) -> None:
        """Ask Discord where its gateway is and how it wants to be connected to."""
        answer = await self.http.request(Route("GET", "/gateway/bot"))
        if self._api_base_url:
            DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(answer["url"])
        limits = answer.get("session_start_limit") or {}
        self.recommended = Recommended(max(1, int(answer["shards"])), max(1, int(limits.get("max_concurrency") or 1)))

    def guild_of(self, channel: int) -> int | None:
        if channel not in self._guilds_of:  # the library looks through all guilds for one channel
            found = (shard.get_channel(channel) for shard in self.shards.values())
            guild = next((getattr(one, "guild", None) for one in found if one is not None), None)
            if guild is None:
                return None
            self._remember(channel, int(guild.id))
        return self._guilds_of[channel]

    def may_see(self, data: Any, channel: int) -> bool:
        """Whether a member of a server may look into one of its channels, as far as that is known here; into a private
        thread nobody, since who was invited there is not."""
        for shard in self.shards.values():
            found = shard.get_channel(channel)
            if isinstance(found, discord.Thread) and found.is_private():
                return False
            if isinstance(found, discord.abc.GuildChannel | discord.Thread):
                member = discord.Member(data=data, guild=found.guild, state=shard._connection)
                return found.permissions_for(member).view_channel
        return False

    def _remember(self, channel: int, guild: int) -> None:
        self._guilds_of[channel] = guild
        if len(self._guilds_of) > _MOST_CHANNELS:
            del self._guilds_of[next(iter(self._guilds_of))]

    def interaction(self, raw: Mapping[str, Any]) -> discord.Interaction:
        """Read an interaction that another worker's shard has heard: its guild need not be known here."""
        data: Any = dict(raw)
        interaction: discord.Interaction = discord.Interaction(data=data, state=self._connection)
        if interaction.guild_id is not None and interaction.channel_id is not None:
            self._remember(interaction.channel_id, interaction.guild_id)
        return interaction

    async def _announce(self, application: int, commands: list[dict[str, Any]]) -> None:
        """Set the commands. Where Activities are switched on, Discord keeps one of its own that must be named again."""
        try:
            registered: Any = await self.http.bulk_upsert_global_commands(application, commands)
        except discord.HTTPException as error:
            if error.code != _ENTRY_POINT_MISSED:
                raise
            known: Any = await self.http.get_global_commands(application)
            kept = [
                {name: one[name] for name in _ENTRY_POINT_FIELDS if one.get(name) is not None}
                for one in known
                if one.get("type") == _ENTRY_POINT
            ]
            registered = await self.http.bulk_upsert_global_commands(application, [*commands, *kept])
        markup.known_commands().update(slash.references(registered))
