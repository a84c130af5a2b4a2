"""Discord as the manager sees it: the port, and the life of the connection."""

import asyncio
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.delivery.messenger import ChatFrontend
from bot.delivery.outbox import Pace
from bot.frontends.discord.incoming.answers import Responder
from bot.frontends.discord.incoming.client import Client
from bot.frontends.discord.incoming.free_text import WRITTEN, FreeText
from bot.frontends.discord.incoming.intake import Interactions
from bot.frontends.discord.incoming.origin import PLATFORM, RAW, is_visited, missing, spoken
from bot.frontends.discord.incoming.shard import Listeners
from bot.frontends.discord.incoming.shards import Division, Shards
from bot.frontends.discord.outgoing.calls import LIMITS, ChannelCalls
from bot.frontends.discord.outgoing.delivery import Delivery
from bot.frontends.discord.outgoing.markup import APART, WORDS
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.page import PagePlace
from bot.session.port.protocols import (
    Absent,
    Allowance,
    Carrier,
    Clock,
    Gone,
    LetIn,
    Manager,
    Meter,
    NoMeter,
    Outcome,
    Present,
    StartRefused,
    TokenRefused,
)

__all__ = ["DiscordFrontend", "Division", "TokenRefused"]

_log = structlog.get_logger(__name__)

_UNKNOWN_MEMBER: Final = 10007
_LOOK_SECONDS: Final = 15.0
_TROUBLE = (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError)
_FIRST_PAUSE = 5.0
_LONGEST_PAUSE = 120.0
_LONGEST_REFUSED = 300.0  # Seconds between attempts: while Discord cannot be reached, and while it refuses us
_TOKEN: Final = "Discord does not accept DISCORD_TOKEN (any more): set the bot's present token and restart"
_UPDATE: Final = "this version of Paiju is too old for Discord: install a newer one"
_ADVICE: Final = {
    4004: _TOKEN,
    4010: "Discord refuses the shard that was asked for: look at DISCORD_SHARD_COUNT and DISCORD_SHARD_IDS",
    4011: "the bot is in too many servers for so few connections: set DISCORD_SHARD_COUNT higher, or leave it empty",
    4012: _UPDATE,
    4013: _UPDATE,
    4014: "Discord refuses what we want to hear; Paiju needs no privileged intent: look at the bot's page in the portal",
}
"""What the host can do about a gateway that closed for good, by its code."""


class DiscordFrontend(ChatFrontend):
    """The frontend for Discord.

    ``token``: of the bot. ``api_base_url``: another server for tests, with the API's version; empty: Discord's own.
    ``pace``: factor on the published rate limits (``OUTBOX_PACE``). ``page``: where people reach the page. ``meter``:
    counts what could not be read and who was too fast. ``division``: which shards are this worker's; without other
    workers all. ``carrier``: brings on what concerns a table of another worker. ``start`` returns when logged in (or at
    once when Discord cannot be reached; it is then tried again); ``connected`` says whether all shards that are ours
    are up; ``stop`` ends everything."""

    platform = PLATFORM
    needs_start = False  # Messages arrive unless a person has closed them

    def __init__(
        self,
        token: str,
        *,
        clock: Clock,
        api_base_url: str = "",
        pace: float = 1.0,
        default_language: str = "en",
        meter: Meter | None = None,
        page: PagePlace | None = None,
        division: Division | None = None,
        carrier: Carrier | None = None,
        allowance: Allowance | None = None,
        apart: bool = False,
    ) -> None:
        self._token = token
        self._division = division or Division()
        self._carrier = carrier
        self._page = page
        self._default_language = default_language
        self._clock = clock
        self._meter = meter or NoMeter()
        self._client = Client(api_base_url=api_base_url, page=page, apart=apart)
        self._shards: Shards | None = None
        self._logged_in = False
        self._up = asyncio.Event()
        self._delivery = Delivery(
            ChannelCalls(self._client, self._client.guild_of, clock), self, clock, Pace(LIMITS, pace), allowance
        )
        super().__init__(self._delivery, self._client.calls)
        self._said = ""
        self._manager: Manager | None = None
        self._interactions: Interactions | None = None
        self._free_text: FreeText | None = None
        self._connection: asyncio.Task[None] | None = None
        self._sending: asyncio.Task[None] | None = None
        self._pause = 1.0 / pace  # Seconds between two uploads of emojis
        self._looking: set[asyncio.Task[None]] = set()

    # -- the port
    @property
    def application_id(self) -> int | None:
        return self._client.application_id

    def look_for(self, user: UserRef, chat: ChatRef, group: str) -> None:
        self._background(self._look_for(user, chat, group), "discord member")

    def _background(self, doing: Coroutine[Any, Any, None], name: str) -> None:
        work = asyncio.create_task(doing, name=name)
        self._looking.add(work)
        work.add_done_callback(self._looking.discard)

    async def _look_for(self, user: UserRef, chat: ChatRef, group: str) -> None:
        if group == chat.external or is_visited(chat):
            return  # stored before its server was known, or not to be asked about
        try:
            async with asyncio.timeout(_LOOK_SECONDS):
                member = await self._client.http.get_member(int(group), int(user.external))
        except discord.NotFound as error:
            if error.code == _UNKNOWN_MEMBER:
                self.report(Absent(chat, user))
        except _TROUBLE:
            return
        else:
            if self._client.may_see(member, int(chat.external)):
                self.report(Present(chat, user))

    # -- life
    @property
    def connected(self) -> bool:
        """Whether all shards that are ours are connected now; with other workers there may rightly be none."""
        return self._up.is_set() and not self._client.is_closed()

    @property
    def shards(self) -> list[int]:
        return [] if self._shards is None else self._shards.held

    async def start(self, manager: Manager) -> None:
        """Log in and begin to connect. ``TokenRefused`` for a token that Discord does not know."""
        self._manager = manager
        APART.set(self._client.references)
        responder = Responder(manager, self._delivery, self._default_language, self._meter, self._page)
        self._interactions = Interactions(responder, self._meter, self._carrier)
        self._free_text = FreeText(manager, self._delivery, self._clock, self._carrier)
        if await self._log_in():
            self._shards = await self._divided()
        self._sending = asyncio.create_task(self._delivery.outbox.run(), name="discord outbox")
        self._connection = asyncio.create_task(self._stay_connected(), name="discord gateway")

    async def stop(self) -> None:
        """Stop listening, answer what is under way, stop sending, disconnect."""
        if self._connection is not None:
            self._connection.cancel()
            with suppress(asyncio.CancelledError):
                await self._connection
        if self._interactions is not None:
            await self._interactions.close()
        if self._sending is not None:
            self._sending.cancel()
            await asyncio.gather(self._sending, return_exceptions=True)
        self._delivery.close()
        for work in list(self._looking):
            work.cancel()
        await self._client.close()

    async def wait_connected(self) -> None:
        await self._up.wait()

    # -- inside
    async def _log_in(self) -> bool:
        """Tell whether that went well; an unreachable Discord is tried again later, a refused token is not."""
        try:
            await self._client.login(self._token)
        except discord.LoginFailure:
            await self._client.close()
            raise TokenRefused("DISCORD_TOKEN is not accepted by Discord") from None
        except _TROUBLE as error:
            _log.warning("discord_unreachable", error=type(error).__name__)
            await self._client.http.close()
            self._client.http.connector = discord.utils.MISSING  # else the library goes on with the one that is closed
            return False
        self._logged_in = True
        await self._learn_cards()
        self._delivery.outbox.open()
        return True

    async def _learn_cards(self) -> None:
        """Learn which cards were drawn for Discord; those that are missing are uploaded in the background."""
        emojis = self._delivery.emojis
        with suppress(*_TROUBLE):  # it is asked again
            await emojis.learn()
        if emojis.signs is WORDS:
            self._background(emojis.complete(self._pause), "discord cards")

    async def _divided(self) -> Shards:
        count = await self._division.agreed(self._division.count or self._client.recommended.shards)
        assert self._interactions is not None, "it is there from the start on"
        heard = self._delivery.wire.heard
        listeners = Listeners(self._interactions.take, heard, self._hear, self._channel_gone, self._let_in)
        return Shards(self._client, self._division, listeners, self._clock, self._meter, self._up, count)

    async def _stay_connected(self) -> None:
        """Keep connected until cancelled. Shards connect again by themselves after most losses; when Discord refuses
        them all, log in and try again with growing pauses, for ever. The log says once what is the matter and what the
        host can do."""
        failures = 0
        while True:
            error: Exception | None = None
            try:
                if not self._logged_in:
                    if self._client.is_closed():
                        self._client.reopen()
                    await self._log_in()
                if self._logged_in:
                    self._shards = self._shards or await self._divided()
                    await self._shards.run()
            except Exception as caught:
                error = caught
            if self._shards is not None and self._shards.came_up:
                self._said, failures = "", 0
            refused = self._tell(error)
            self._shards = None
            if self._logged_in:
                self._logged_in = False
                self._delivery.outbox.shut()
                await self._client.close()
            pause = _FIRST_PAUSE * 2.0 ** min(failures, 20)
            await self._clock.sleep(min(pause, _LONGEST_REFUSED if refused else _LONGEST_PAUSE))
            failures += 1

    def _tell(self, error: Exception | None) -> bool:
        """Say once why we hear nothing; tell whether Discord refuses us (and only the host can help)."""
        code = 4014 if isinstance(error, discord.PrivilegedIntentsRequired) else getattr(error, "code", None)
        advice = _TOKEN if isinstance(error, TokenRefused) else _ADVICE.get(code) if code is not None else None
        if advice is None and isinstance(error, StartRefused):
            advice = str(error)
        kind = type(error).__name__ if error is not None else "unreachable"
        if self._said != (said := f"{kind} {code}"):
            self._said = said
            say = _log.warning if advice is None else _log.error
            say("discord_hears_nothing", error=kind, code=code, advice=advice or "it is tried again")
        return advice is not None

    def feed(self, raw: Mapping[str, Any]) -> bool:
        """Handle an interaction that Discord brought by HTTP; whether it was for this application. Returns at once."""
        if raw.get("application_id") != str(self._client.application_id) or self._interactions is None:
            return False
        APART.set(self._client.references)
        interaction = self._readable(raw)
        if interaction is not None:
            interaction.extras[RAW] = raw
            self._interactions.take(interaction)
        return True

    def _readable(self, raw: Mapping[str, Any]) -> discord.Interaction | None:
        try:
            return self._client.interaction(raw)
        except Exception as error:
            # The type alone: what the library says may quote the interaction.
            self._meter.count("unreadable")
            _log.warning("discord_event_unreadable", kind="brought", error=type(error).__name__)
            return None

    async def take_carried(self, raw: Mapping[str, Any]) -> bool:
        """Handle an interaction or a text that another worker heard and brought here; whether it was handled.
        ``Elsewhere``: its table is not ours either."""
        if self._interactions is None or self._free_text is None or not self._logged_in:
            return False
        APART.set(self._client.references)
        if WRITTEN in raw:
            return await self._free_text.take_carried(raw[WRITTEN])
        interaction = self._readable(raw)
        return interaction is not None and await self._interactions.take_carried(interaction, raw)

    async def _hear(self, message: discord.Message) -> None:
        if self._free_text is not None:
            await self._free_text.hear(message, self._client.user)

    def _channel_gone(self, channel: int) -> None:
        self.report(Gone(ChatRef(PLATFORM, str(channel))))

    def _let_in(self, guild: discord.Guild) -> None:
        """Tell where a guild that has let us in may be greeted: where its own greetings stand, else in the first channel."""
        for channel in (guild.system_channel, *guild.text_channels):
            if channel is not None and not missing(channel.permissions_for(guild.me), in_thread=False):
                locale = spoken(guild.preferred_locale, guild)
                self.report(LetIn(ChatRef(PLATFORM, str(channel.id)), locale))
                return

    def report(self, outcome: Outcome) -> None:
        if self._manager is not None:
            self._manager.report(outcome)
