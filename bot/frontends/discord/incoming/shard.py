"""One connection to the gateway: hears what happens in its share of the guilds, and hands it on."""

import asyncio
import json
from collections import defaultdict
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import Any, Final, Self

import aiohttp
import discord
import structlog
import yarl
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from bot.delivery.chats import MessageId
from bot.frontends.discord.incoming.client import INTENTS, Client
from bot.frontends.discord.incoming.origin import RAW
from bot.session.port.protocols import Clock, Leases, Meter

__all__ = ["Listeners", "Resume", "Shard", "Turns", "always"]

_CLOSE_SECONDS: Final = 2.0
_RESUME_SECONDS: Final = 10.0
_OVER: Final = 1000
_GOES_ON: Final = 4000  # Codes with which we close: Discord then ends the session, or keeps it for a while
_APART: Final = 5.0  # Seconds between two sessions of one bucket, as Discord asks
_LOOK: Final = 0.5


class Turns:
    """Discord lets ``at_once`` shards identify in five seconds; a shard's bucket is its number modulo that. Within a
    worker a lock makes the order, between workers a lease for each bucket, which is held until the five seconds are
    over. Every ``take`` is followed by ``used`` or ``unused``."""

    def __init__(self, leases: Leases, clock: Clock, at_once: int) -> None:
        self._leases = leases
        self._clock = clock
        self._at_once = at_once
        self._locks: defaultdict[int, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._due: dict[int, float] = {}  # When the next one of a bucket may identify, where the lease is ours

    async def take(self, shard: int) -> None:
        """Wait until this shard may identify."""
        bucket = shard % self._at_once
        await self._locks[bucket].acquire()
        try:
            name = self._name(bucket)
            while not (await self._leases.take(name) and self._leases.sure(name)):
                await self._clock.sleep(_LOOK)
            # Held again by us: what went before is over when ``_due`` says so.
            while (wait := self._due.get(bucket, 0.0) - self._clock.monotonic()) > 0:
                await self._clock.sleep(min(wait, _LOOK))
            self._due[bucket] = 0.0
        except BaseException:
            self._locks[bucket].release()
            raise

    def used(self, shard: int) -> None:
        bucket = shard % self._at_once
        self._due[bucket] = self._clock.monotonic() + _APART
        self._locks[bucket].release()

    def unused(self, shard: int) -> None:
        """Let another one go first: this shard does not identify now."""
        self._locks[shard % self._at_once].release()

    async def let_go(self, *, all_of_them: bool = False) -> None:
        """Give back the turns of buckets of which nobody here needs one; called now and then. ``all_of_them``: those as
        well whose five seconds are not over; for the end."""
        for bucket, due in list(self._due.items()):
            if all_of_them or (not self._locks[bucket].locked() and due <= self._clock.monotonic()):
                del self._due[bucket]
                await self._leases.release(self._name(bucket))

    @staticmethod
    def _name(bucket: int) -> str:
        return f"discord:identify:{bucket}"


@dataclass(frozen=True, slots=True)
class Resume:
    """A session of the gateway that goes on: Discord sends again what came after ``sequence`` to whoever resumes it.
    ``gateway``: the address at which it can be resumed. ``guilds``: names by id; Discord does not tell them again."""

    session: str
    sequence: int
    gateway: str
    count: int
    guilds: Mapping[str, str] = field(default_factory=dict)

    def write(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def read(cls, text: str | None, count: int) -> Self | None:
        """What was left, ``None`` if that is nothing or belongs to another number of shards."""
        try:
            found = cls(**json.loads(text or ""))
        except (TypeError, ValueError):
            return None
        return found if found.count == count else None


_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Listeners:
    """Who is told of what a shard hears."""

    use: Callable[[discord.Interaction], None]
    written: Callable[[MessageId], None]
    text: Callable[[discord.Message], Awaitable[None]]
    channel_gone: Callable[[int], None]
    let_in: Callable[[discord.Guild], None]


def _bare(data: Mapping[str, Any]) -> Any:
    """An interaction without the buttons under the message where it was made: nobody reads them, and the library takes longer
    to make objects of them than of everything else."""
    message = data.get("message")
    if not isinstance(message, dict) or "components" not in message:
        return data
    return {**data, "message": {**message, "components": _seen(message["components"])}}


def _seen(components: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """What of a message's components is no button or list."""
    kept = [dict(one) for one in components if one["type"] != discord.ComponentType.action_row.value]
    return [one | {"components": _seen(one["components"])} if "components" in one else one for one in kept]


def always() -> bool:
    """Say that a shard is ours for good: there are no other workers."""
    return True


class Shard(discord.Client):
    """One shard of ``count``; it calls Discord through ``client``, as all do. ``turns``: says when the shard may
    identify. ``is_ours``: whether we may hear at this moment; asked before each event, and once it is not so nothing
    more is read and ``listen`` ends. ``changed``: called whenever ``up`` is not what it was. ``resume``: a session to
    go on with."""

    def __init__(
        self,
        client: Client,
        number: int,
        count: int,
        listeners: Listeners,
        meter: Meter,
        *,
        turns: Turns,
        is_ours: Callable[[], bool],
        changed: Callable[[], None],
        resume: Resume | None = None,
    ) -> None:
        super().__init__(
            intents=INTENTS,
            allowed_mentions=discord.AllowedMentions.none(),
            max_messages=None,
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            shard_id=number,
            shard_count=count,
        )
        self.number = number
        self.up = False  # Whether the gateway is connected
        self.came_up = False  # Whether a session has begun at all
        self._heard_by = listeners
        self._meter = meter
        self._turns = turns
        self._has_turn = False
        self._is_ours = is_ours
        self._changed = changed
        self._lost = asyncio.Event()
        self._resume = resume
        self._is_left = False
        # One login and one HTTP side for all: a shard only listens.
        self.http = self._connection.http = client.http
        self._connection.user = client.user
        self._connection.application_id = client.application_id
        for guild, name in (resume.guilds if resume is not None else {}).items():
            known = discord.Guild._create_unavailable(
                state=self._connection, guild_id=int(guild), data={"name": name, "unavailable": True}
            )
            self._connection._add_guild(known)
        # An exception in one of these would end the library's loop, and the session with it.
        parsers: dict[str, Callable[[Any], None]] = self._connection.parsers
        parsers["INTERACTION_CREATE"] = self._use
        parsers["MESSAGE_CREATE"] = partial(self._written, parsers["MESSAGE_CREATE"])
        parsers["GUILD_CREATE"] = partial(self._meet, parsers["GUILD_CREATE"])
        for event, parse in list(parsers.items()):
            parsers[event] = self._careful(event, parse)

    async def listen(self) -> None:
        """Connect and hear until the shard is not ours any more. Raises what ended the connection for good."""
        await self._async_setup_hook()
        if self._resume is None:
            # Before connecting: Discord does not leave a connection open for long on which nobody identifies.
            await self._turns.take(self.number)
            self._has_turn = True
        connecting = asyncio.create_task(self.connect(), name=f"discord shard {self.number}")
        losing = asyncio.create_task(self._lost.wait())
        try:
            await asyncio.wait({connecting, losing}, return_when=asyncio.FIRST_COMPLETED)
            if connecting.done():
                connecting.result()
        finally:
            losing.cancel()
            try:
                while not connecting.done():  # a cancellation may be lost in the library, at the instant of connecting
                    connecting.cancel()
                    await asyncio.wait({connecting}, timeout=_CLOSE_SECONDS)
                if not connecting.cancelled():
                    connecting.exception()  # taken note of: nobody waits for it any more
            finally:
                self._pass_turn()
                await self.close()

    async def connect(self, *, reconnect: bool = True) -> None:
        """Go on with the session that another worker left, else begin one; and hear until the connection is given up."""
        resume, self._resume = self._resume, None
        if resume is not None:
            session, sequence, gateway = resume.session, resume.sequence, yarl.URL(resume.gateway)
            with suppress(OSError, TimeoutError, aiohttp.ClientError, discord.DiscordException):
                while True:
                    resuming = DiscordWebSocket.from_client(
                        self, shard_id=self.number, session=session, sequence=sequence, gateway=gateway, resume=True
                    )
                    async with asyncio.timeout(_RESUME_SECONDS):
                        self.ws = await resuming
                    try:
                        while True:
                            await self.ws.poll_event()
                    except ReconnectWebSocket as lost:
                        self.dispatch("disconnect")
                        if not lost.resume or self.ws.session_id is None or self.ws.sequence is None:
                            break
                        session, sequence, gateway = self.ws.session_id, self.ws.sequence, self.ws.gateway
            self._now(up=False)
        await super().connect(reconnect=reconnect)

    def leave(self) -> Resume | None:
        """Close the connection so that another worker can go on with the session; ``None`` if there is none."""
        ws: Any = self.ws
        if not self.up or ws is None or not ws.session_id or ws.sequence is None or self.shard_count is None:
            return None
        self._is_left = True
        guilds = {str(guild.id): guild.name for guild in self.guilds}
        return Resume(ws.session_id, ws.sequence, str(ws.gateway), self.shard_count, guilds)

    async def close(self) -> None:
        """Close the connection; the HTTP side belongs to everybody and stays open."""
        if self._closing_task is None:
            self._closing_task = asyncio.create_task(self._hang_up())
        await asyncio.shield(self._closing_task)

    async def _hang_up(self) -> None:
        self._now(up=False)
        ws: Any = self.ws  # not there before the first connection, whatever the library declares
        if ws is not None and ws.open:
            with suppress(Exception):  # whatever it is, the connection is given up
                async with asyncio.timeout(_CLOSE_SECONDS):
                    await ws.close(code=_GOES_ON if self._is_left else _OVER)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for our turn; a shard that is not ours any more never begins a session."""
        if not self._has_turn:
            await self._turns.take(self.number)
            self._has_turn = True
        if not self._is_ours():
            self._lost.set()
            await asyncio.Event().wait()  # until ``listen`` ends this
        self._has_turn = False
        self._turns.used(self.number)

    def _pass_turn(self) -> None:
        """Let others identify if we have not come to it."""
        if self._has_turn:
            self._has_turn = False
            self._turns.unused(self.number)

    # -- what is heard
    def _careful(self, event: str, parse: Callable[[Any], None]) -> Callable[[Any], None]:
        """Read an event, or skip and count one that the library cannot read."""

        def read(data: Any) -> None:
            if self._is_left or not self._is_ours():
                self._lost.set()
                return
            try:
                parse(data)
            except Exception as error:
                # The type alone: what the library says may quote the event.
                self._meter.count("unreadable")
                _log.warning("discord_event_unreadable", kind=event, error=type(error).__name__)

        return read

    def _meet(self, parse: Callable[[Any], None], data: Any) -> None:
        """Hear of a guild, and hand on that we have been let into it: those that we were in are known from the beginning."""
        known = self.get_guild(int(data["id"]))
        parse(data)
        guild = self.get_guild(int(data["id"]))
        if known is None and guild is not None:
            self._heard_by.let_in(guild)

    def _use(self, data: Any) -> None:
        """Hand on a slash command, completion or press, with the JSON in which it came."""
        interaction: discord.Interaction = discord.Interaction(data=_bare(data), state=self._connection)
        interaction.extras[RAW] = data
        self._heard_by.use(interaction)

    def _written(self, parse: Callable[[Any], None], data: Any) -> None:
        """Tell that something was written. What bots say, ourselves above all, is not read."""
        self._heard_by.written(MessageId(int(data["channel_id"]), int(data["id"])))
        if not data["author"].get("bot"):
            parse(data)

    async def on_message(self, message: discord.Message) -> None:
        await self._heard_by.text(message)

    async def on_connect(self) -> None:
        self.came_up = True
        self._now(up=True)
        _log.info("discord_connected", shard=self.number)

    async def on_resumed(self) -> None:
        self.came_up = True
        self._now(up=True)

    async def on_disconnect(self) -> None:
        """Note that the connection is lost, or did not come about; the library connects again by itself."""
        self._pass_turn()
        self._now(up=False)

    def _now(self, *, up: bool) -> None:
        self.up = up and not self.is_closed()
        self._changed()

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self._heard_by.channel_gone(channel.id)

    async def on_thread_delete(self, thread: discord.Thread) -> None:
        self._heard_by.channel_gone(thread.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Hand on that all channels of a guild are gone: it was deleted, or the bot was removed from it."""
        for channel in (*guild.channels, *guild.threads):
            self._heard_by.channel_gone(channel.id)

    async def on_error(self, event_method: str, /, *args: object, **kwargs: object) -> None:
        """Log an error in an event handler by the handler's name, without what the event carried: that may be private."""
        _log.exception("discord_event_failed", handler=event_method)
