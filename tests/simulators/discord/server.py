"""The simulator itself: one aiohttp server with the REST API and the gateway."""

import asyncio
import base64
import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Self, TypeVar

from aiohttp import ClientSession, web
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.patience import patience

from . import payloads
from .flow import Faults, RateLimits
from .gateway import Gateway
from .oauth import OAuth
from .people import VirtualChannel, VirtualGuild, VirtualUser
from .rest import PREFIX, Call, Rest, Violation
from .world import ADMINISTRATOR, MANAGE_GUILD, ORDINARY_PERMISSIONS, Channel, Clock, Message, World

JSON = dict[str, Any]
T = TypeVar("T")
_AGAIN = 0.5  # Seconds after which whoever waits looks again, whatever has happened


class DiscordSim:
    """A small Discord on a local port. `rate_factor` multiplies how many calls the rate limits grant (not how long
    their windows are). Use as an async context manager, or `start` and `stop`. `beside`: another one, with a bot of its own,
    at whose address this one's bot is reached as well."""

    def __init__(self, *, rate_factor: float = 1000.0, port: int = 0, beside: Self | None = None) -> None:
        self.world: World = World(None if beside is None else beside.world)
        self.world.changed = self._notify
        self.faults = Faults()
        self.token = self._make_token()
        self.rates = RateLimits(self.world.clock, rate_factor)
        self.gateway = Gateway(self.world, self.token, lambda: self.url.replace("http", "ws", 1) + "/gateway")
        self.oauth = OAuth(self.world)
        self.rest = Rest(self.world, self.faults, self.rates, self.token, lambda: self.url)
        self.rest.recommended = lambda: (self.gateway.recommended, self.gateway.at_once)
        self.rest.posted = lambda body: self.announce("MESSAGE_CREATE", body)
        self._beside: list[Self] = []
        self._host = beside
        if beside is not None:
            beside._beside.append(self)
        self._port = port
        self._runner: web.AppRunner | None = None
        self._changes: asyncio.Event = asyncio.Event()
        self._tasks: set[asyncio.Task[Any]] = set()
        self.url: str = ""
        self.key = Ed25519PrivateKey.generate()
        self.endpoint = ""  # Where interactions are brought by HTTP; empty: they come over the gateway
        self.brought: list[bytes] = []  # What the endpoint has answered

    def _make_token(self) -> str:
        """A token of the usual shape: the bot's id, a time, a signature."""
        owner = base64.urlsafe_b64encode(str(self.world.bot.id).encode()).decode().rstrip("=")
        return f"{owner}.Gsimul.{'simulated' * 4}xy"

    # ── life ────────────────────────────────────────────────────────────────────────────────────

    async def start(self) -> Self:
        app = web.Application(client_max_size=30 * 1024 * 1024)
        app.router.add_get("/gateway", self.gateway.handle)
        app.router.add_get("/gateway/", self.gateway.handle)
        app.router.add_post(PREFIX + "/oauth2/token", self.oauth.exchange)  # forms, and not in the description
        app.router.add_route("*", PREFIX + "/{rest:.*}", self._handle)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        host, port = self._runner.addresses[0][:2]
        self._port = port
        self.url = f"http://{host}:{port}"
        return self

    async def _handle(self, request: web.Request) -> web.StreamResponse:
        """Answer persons who show an access token, and else the bot."""
        for other in self._beside:
            words = {*request.path.split("/"), request.headers.get("Authorization", "").removeprefix("Bot ")}
            if words & {other.token, str(other.world.bot.id), *other.world.tokens}:
                return await other._handle(request)
        if not request.headers.get("Authorization", "").startswith("Bearer "):
            return await self.rest.handle(request)
        person = self.oauth.whose(request) if request.path == f"{PREFIX}/users/@me" else None
        refusal = {"message": "401: Unauthorized", "code": 0}
        return web.json_response(refusal, status=401) if person is None else web.json_response(person)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.gateway.close()
        if self._runner is not None:
            await self._runner.cleanup()

    async def __aenter__(self) -> Self:
        return await self.start()

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def base_url(self) -> str:
        """What `DISCORD_API_BASE_URL` has to be."""
        return self.url + PREFIX

    @property
    def clock(self) -> Clock:
        return self.world.clock

    @property
    def calls(self) -> list[Call]:
        return self.rest.calls

    @property
    def violations(self) -> list[Violation]:
        """Requests that broke the published schema or a documented limit."""
        return self.rest.violations

    @property
    def commands(self) -> dict[str, JSON]:
        """The global commands by name."""
        return {command["name"]: command for command in self.world.commands[None]}

    def switches_activities_on(self) -> None:
        """What the portal does when Activities are enabled: from now on there is a command that launches one."""
        self.world.has_activity = True
        launch = {"id": str(self.world.ids.next()), "application_id": str(self.world.bot.id), "version": "1"}
        shown = {
            "name": "launch", "type": 4, "handler": 2, "description": "", "contexts": [0, 1, 2],
            "integration_types": [0, 1],
        }  # fmt: skip
        self.world.commands[None].append(
            launch | shown | {"options": [], "nsfw": False, "default_member_permissions": None}
        )

    # ── people and places ───────────────────────────────────────────────────────────────────────

    def user(self, name: str, *, locale: str = "en-US") -> VirtualUser:
        return VirtualUser(self, self.world.add_account(name), locale)

    def meets(self, person: VirtualUser) -> VirtualUser:
        """Somebody whom another simulator knows, as this one's bot meets them."""
        self.world.accounts[person.id] = person.account
        return VirtualUser(self, person.account, person.locale)

    def group_chat(self, *people: VirtualUser, name: str = "") -> VirtualChannel:
        """A chat of these people with each other: the bot is there only for those who have installed it for themselves."""
        channel = Channel(self.world.ids.next(), name, people=frozenset(person.id for person in people))
        self.world.channels[channel.id] = channel
        return VirtualChannel(self, channel)

    def guild(
        self,
        name: str = "Club",
        *,
        members: list[VirtualUser],
        admins: tuple[VirtualUser, ...] = (),
        managers: tuple[VirtualUser, ...] = (),
        locale: str = "en-US",
        has_bot: bool = True,
    ) -> VirtualGuild:
        """A guild with these people; `admins` are administrators, `managers` may manage it. Without `has_bot`, its
        people can use the bot's commands there only because they installed it for themselves."""
        guild = self.world.add_guild(name, owner_id=1)
        guild.preferred_locale = locale
        for person in [*members, *admins, *managers]:
            guild.members[person.id] = ORDINARY_PERMISSIONS
        for person in admins:
            guild.members[person.id] |= ADMINISTRATOR
        for person in managers:
            guild.members[person.id] |= MANAGE_GUILD
        if not has_bot:
            del guild.members[self.world.bot.id]
            return VirtualGuild(self, guild)
        self.announce("GUILD_CREATE", payloads.guild(self.world, guild))
        return VirtualGuild(self, guild)

    def messages(self, where: VirtualChannel) -> list[Message]:
        """Messages for everyone in that channel that are there now, oldest first."""
        return [
            message
            for message in self.world.messages.values()
            if message.channel.id == where.id and not message.deleted and not message.ephemeral
        ]

    def table_message(self, where: VirtualChannel, button: str) -> Message:
        """The newest message there that has that button now; fails when there is none."""
        for message in reversed(self.messages(where)):
            if message.has_button(button):
                return message
        raise AssertionError(f"no message with a button {button!r}: {[m.text for m in self.messages(where)]}")

    # ── events ──────────────────────────────────────────────────────────────────────────────────

    def _notify(self) -> None:
        self._changes.set()
        if self._host is not None:
            self._host._notify()

    def _spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def announce(self, name: str, data: JSON) -> None:
        if self.gateway.sessions:
            self._spawn(self.gateway.dispatch(name, data))

    async def deliver(self, event: JSON) -> None:
        """Dispatch an interaction, delayed or doubled if a test has ordered that."""
        times = 1
        if self.faults.duplicate_events:
            self.faults.duplicate_events -= 1
            times = 2
        delay = self.faults.delay_events.pop(0) if self.faults.delay_events else 0.0
        self.world.interactions[int(event["id"])].age_began -= delay

        async def send() -> None:
            if delay:
                await asyncio.sleep(delay)
            for _ in range(times):
                if self.endpoint:
                    assert await self.bring(event) == 202
                else:
                    await self.gateway.dispatch("INTERACTION_CREATE", event)

        if delay:
            self._spawn(send())
        else:
            await send()

    async def bring(self, event: JSON, *, key: Ed25519PrivateKey | None = None) -> int:
        """Bring an interaction to the bot's endpoint as Discord does; the status of its answer."""
        body, at = json.dumps(event).encode(), "1700000000"
        signature = (key or self.key).sign(at.encode() + body).hex()
        headers = {"X-Signature-Ed25519": signature, "X-Signature-Timestamp": at}
        async with ClientSession() as http, http.post(self.endpoint, data=body, headers=headers) as answer:
            self.brought.append(await answer.read())
            return answer.status

    async def wait_for(self, predicate: Callable[[], T | None]) -> T:
        """The first truthy value of `predicate`, asked again whenever anything changes."""
        try:
            async with patience():
                while True:
                    self._changes.clear()
                    if value := predicate():
                        return value
                    # Not all that tests look at is the simulator's. (`asyncio.wait_for` may swallow that somebody gives up.)
                    with suppress(TimeoutError):
                        async with asyncio.timeout(_AGAIN):
                            await self._changes.wait()
        except TimeoutError:
            raise AssertionError("nothing of the kind") from None

    async def wait_until_ready(self) -> None:
        await self.wait_for(lambda: self.gateway.connected)

    async def drop_gateway(self, code: int = 4000) -> None:
        """Cut the bot's connection; its session stays resumable."""
        await self.gateway.drop(code)
