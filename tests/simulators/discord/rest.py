"""The REST API: routes of accounts, guilds, channels, messages and commands."""

import json
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from . import limits, payloads, schema
from .flow import ApiError, Faults, RateLimits
from .interactions import Interactions
from .messages import Body, Messages, read_body
from .world import PERMISSIONS, Message, World

JSON = dict[str, Any]
PREFIX = "/api/v10"
ENTRY_POINT = 4  # a type of command

_WITHOUT_AUTHORIZATION = re.compile(r"^/(interactions|webhooks)/")
_EXEMPT_FROM_GLOBAL = _WITHOUT_AUTHORIZATION
_CREATE = re.compile(r"^/channels/(\d+)/messages$")
_EDIT = re.compile(r"^/channels/(\d+)/messages/\d+$")
_FOLLOW_UP = re.compile(r"^/webhooks/\d+/([^/]+)(/messages/[^/]+)?$")


@dataclass(frozen=True, slots=True)
class Call:
    """One request and how it was answered; `at` is the simulator's clock."""

    at: float
    method: str
    path: str
    body: Any
    status: int
    files: tuple[str, ...] = ()

    @property
    def kind(self) -> str:
        """`create`, `edit`, `callback`, `follow-up` or `other`."""
        return call_kind(self.method, self.path)[0]


@dataclass(frozen=True, slots=True)
class Violation:
    """A request that broke the published schema or a documented limit."""

    method: str
    path: str
    flaws: tuple[schema.Flaw, ...]
    body: Any


def call_kind(method: str, path: str) -> tuple[str, str]:
    """The rate-limit kind of a request and its major parameter."""
    if method == "POST" and (found := _CREATE.match(path)):
        return "create", found[1]
    if method == "PATCH" and (found := _EDIT.match(path)):
        return "edit", found[1]
    if path.startswith("/interactions/"):
        return "callback", ""
    if found := _FOLLOW_UP.match(path):
        return "follow-up", found[1]
    return "other", ""


Handler = Callable[[re.Match[str], Body, web.Request], Awaitable[Any]]


class Rest:
    """Dispatches requests to handlers after authorisation, faults, rate limits and validation."""

    def __init__(self, world: World, faults: Faults, rates: RateLimits, token: str, url: Callable[[], str]) -> None:
        self._world = world
        self._faults = faults
        self._rates = rates
        self._token = token
        self._url = url
        self.recommended: Callable[[], tuple[int, int]] = lambda: (1, 1)
        self.posted: Callable[[JSON], None] = lambda body: None
        self.calls: list[Call] = []
        self.violations: list[Violation] = []
        self._now: tuple[str, str, Any] = ("", "", None)
        self.messages = Messages(world, self._complain, url)
        self.interactions = Interactions(world, self.messages, self._complain)
        self._routes: list[tuple[str, re.Pattern[str], Handler]] = []
        self._add_routes()

    def _complain(self, found: list[schema.Flaw]) -> None:
        method, path, body = self._now
        self.violations.append(Violation(method, path, tuple(found), body))

    def _route(self, method: str, pattern: str, handler: Handler) -> None:
        compiled = re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", pattern)
        self._routes.append((method, re.compile(f"^{compiled}$"), handler))

    def _add_routes(self) -> None:
        one = "/channels/{channel}/messages/{message}"
        commands = "/applications/{application}/commands"
        follow = "/webhooks/{application}/{token}"
        route = self._route
        route("GET", "/users/@me", self._get_me)
        route("GET", "/applications/@me", self._get_application)
        route("GET", "/oauth2/applications/@me", self._get_application)
        route("GET", "/gateway/bot", self._get_gateway)
        route("POST", "/users/@me/channels", self._open_private)
        route("GET", "/guilds/{guild}/members/{user}", self._get_member)
        route("GET", "/channels/{channel}", self._get_channel)
        route("GET", "/channels/{channel}/messages", self._list_messages)
        route("POST", "/channels/{channel}/messages", self._create_message)
        route("GET", one, self._get_message)
        route("PATCH", one, self._edit_message)
        route("DELETE", one, self._delete_message)
        route("GET", commands, self._get_commands)
        route("PUT", commands, self._put_commands)
        route("GET", "/applications/{application}/emojis", self._get_emojis)
        route("POST", "/applications/{application}/emojis", self._create_emoji)
        route("DELETE", "/applications/{application}/emojis/{emoji}", self._delete_emoji)
        hooks = self.interactions
        route("POST", "/interactions/{interaction}/{token}/callback", hooks.callback)
        route("POST", follow, hooks.follow_up)
        route("GET", follow + "/messages/{message}", hooks.get)
        route("PATCH", follow + "/messages/{message}", hooks.edit)
        route("DELETE", follow + "/messages/{message}", hooks.delete)

    # ── one request ─────────────────────────────────────────────────────────────────────────────

    async def handle(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(PREFIX)
        body = await read_body(request)
        self._now = (request.method, path, body.json)
        headers: dict[str, str] = {}
        try:
            self._authorise(request, path)
            self._faults.check(request.method, path)
            kind, major = call_kind(request.method, path)
            counts = not _EXEMPT_FROM_GLOBAL.match(path)
            headers = self._rates.check(kind, major, counts_globally=counts)
            status, answer = 200, await self._answer(request, path, body)
            if answer is None:
                status = 204
        except ApiError as refusal:
            status, answer = refusal.status, refusal.body
            headers = headers | refusal.headers
        files = tuple(name for name, _ in body.files.values())
        self.calls.append(Call(self._world.clock.now(), request.method, path, body.json, status, files))
        self._world.changed()
        if answer is None:
            return web.Response(status=status, headers=headers)
        # The exact header: client libraries compare it as a whole, without a charset.
        headers["Content-Type"] = "application/json"
        return web.Response(status=status, headers=headers, body=json.dumps(answer).encode())

    def _authorise(self, request: web.Request, path: str) -> None:
        if _WITHOUT_AUTHORIZATION.match(path):
            return
        if request.headers.get("Authorization") != f"Bot {self._token}":
            raise ApiError(401, {"message": "401: Unauthorized", "code": 0})

    async def _answer(self, request: web.Request, path: str, body: Body) -> Any:
        for method, pattern, handler in self._routes:
            if method == request.method and (found := pattern.match(path)):
                if not schema.is_described(method, path):
                    self._complain([schema.Flaw((), "UNKNOWN_ROUTE", f"{method} {path}")])
                flaws = schema.flaws(method, path, body.json)
                if flaws:
                    self._complain(flaws)
                    raise ApiError(400, schema.error_body(flaws))
                return await handler(found, body, request)
        self._complain([schema.Flaw((), "NOT_SIMULATED", f"{request.method} {path}")])
        raise ApiError(404, {"message": "404: Not Found", "code": 0})

    # ── accounts, guilds, channels ──────────────────────────────────────────────────────────────

    async def _get_me(self, *_: Any) -> JSON:
        return payloads.own_user(self._world.bot)

    async def _get_application(self, *_: Any) -> JSON:
        return payloads.application(self._world)

    async def _get_gateway(self, *_: Any) -> JSON:
        shards, at_once = self.recommended()
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": at_once}
        address = self._url().replace("http", "ws", 1) + "/gateway"
        return {"url": address, "shards": shards, "session_start_limit": limit}

    async def _open_private(self, _: re.Match[str], body: Body, __: web.Request) -> JSON:
        account = self._world.accounts.get(int(body.json["recipient_id"]))
        if account is None:
            raise ApiError.of(10013)
        return payloads.channel(self._world, self._world.private_channel(account))

    async def _get_member(self, found: re.Match[str], *_: Any) -> JSON:
        guild = self._world.guilds.get(int(found["guild"]))
        account = self._world.accounts.get(int(found["user"]))
        if guild is None:
            raise ApiError.of(10004)
        if account is None or account.id not in guild.members:
            raise ApiError(404, {"message": "Unknown Member", "code": 10007})
        return payloads.member(self._world, guild, account)

    async def _get_channel(self, found: re.Match[str], *_: Any) -> JSON:
        channel = self._world.channels.get(int(found["channel"]))
        if channel is None:
            raise ApiError.of(10003)
        return payloads.channel(self._world, channel)

    # ── messages ────────────────────────────────────────────────────────────────────────────────

    def _message(self, found: re.Match[str]) -> Message:
        if int(found["channel"]) not in self._world.channels:
            raise ApiError.of(10003)
        if not self._world.bot_may(self._world.channels[int(found["channel"])]) & PERMISSIONS["view_channel"]:
            raise ApiError.of(50001)
        message = self._world.messages.get(int(found["message"]))
        if message is None or message.deleted or message.ephemeral:
            raise ApiError.of(10008)
        return message

    async def _list_messages(self, found: re.Match[str], _: Body, request: web.Request) -> list[JSON]:
        channel = int(found["channel"])
        if channel not in self._world.channels:
            raise ApiError.of(10003)
        may = self._world.bot_may(self._world.channels[channel])
        if not may & PERMISSIONS["view_channel"]:
            raise ApiError.of(50001)
        if not may & PERMISSIONS["read_message_history"]:
            return []  # as documented: no error, no messages
        most = int(request.query.get("limit", "50"))
        after = int(request.query.get("after", "0"))
        listed = [
            m
            for m in self._world.messages.values()
            if m.channel.id == channel and m.id > after and not m.deleted and not m.ephemeral
        ]
        chosen = listed[:most] if after else listed[-most:]
        return [payloads.message(self._world, m) for m in reversed(chosen)]

    async def _create_message(self, found: re.Match[str], body: Body, _: web.Request) -> JSON:
        channel = self._world.channels.get(int(found["channel"]))
        if channel is None:
            raise ApiError.of(10003)
        if channel.is_private and self._world.accounts[channel.recipient_id or 0].dms_closed:
            raise ApiError.of(50007)
        if channel.locked:
            raise ApiError.of(50083)
        self.messages.need(channel, body, "send_messages")
        told = payloads.message(self._world, self.messages.create(channel, body))
        self.posted(told | ({} if channel.guild_id is None else {"guild_id": str(channel.guild_id)}))
        return told

    async def _get_message(self, found: re.Match[str], *_: Any) -> JSON:
        return payloads.message(self._world, self._message(found))

    async def _edit_message(self, found: re.Match[str], body: Body, _: web.Request) -> JSON:
        message = self._message(found)
        if message.author is not None:
            raise ApiError.of(50005)
        if message.channel.is_private and self._world.accounts[message.channel.recipient_id or 0].dms_closed:
            raise ApiError.of(50007)
        if message.channel.locked:
            raise ApiError.of(50083)
        self.messages.need(message.channel, body)
        self.messages.charge_old_edit(message)
        return payloads.message(self._world, self.messages.edit(message, body))

    async def _delete_message(self, found: re.Match[str], *_: Any) -> None:
        self.messages.delete(self._message(found))

    # ── commands ────────────────────────────────────────────────────────────────────────────────

    def _command_scope(self, found: re.Match[str]) -> int | None:
        guild = found.groupdict().get("guild")
        if int(found["application"]) != self._world.bot.id:
            raise ApiError(404, {"message": "Unknown Application", "code": 10002})
        return int(guild) if guild else None

    async def _get_commands(self, found: re.Match[str], *_: Any) -> list[JSON]:
        return self._world.commands.get(self._command_scope(found), [])

    async def _put_commands(self, found: re.Match[str], body: Body, _: web.Request) -> list[JSON]:
        scope = self._command_scope(found)
        entry_points = [c["name"] for c in self._world.commands.get(scope, []) if c["type"] == ENTRY_POINT]
        if not set(entry_points) <= {c["name"] for c in body.json if c.get("type") == ENTRY_POINT}:
            raise ApiError.of(50240)
        flaws = limits.command_flaws(body.json)
        if flaws:
            self._complain(flaws)
            raise ApiError(400, schema.error_body(flaws))
        known = {(c["name"], c["type"]): c["id"] for c in self._world.commands.get(scope, [])}
        self._world.commands[scope] = [
            {
                "default_member_permissions": None,
                "dm_permission": True,
                "nsfw": False,
                "contexts": None,
                "integration_types": [0],
                "options": [],
                **command,
                "type": command.get("type", 1),
                "id": known.get((command["name"], command.get("type", 1))) or str(self._world.ids.next()),
                "application_id": str(self._world.bot.id),
                "version": str(self._world.ids.next()),
            }
            for command in body.json
        ]
        self._world.changed()
        return self._world.commands[scope]

    # ── emojis of the application ───────────────────────────────────────────────────────────────

    async def _get_emojis(self, found: re.Match[str], *_: Any) -> JSON:
        self._command_scope(found)
        return {"items": [payloads.emoji(self._world, known) for known in self._world.emojis]}

    async def _delete_emoji(self, found: re.Match[str], *_: Any) -> None:
        if self._world.emojis.pop(int(found["emoji"]), None) is None:
            raise ApiError.of(10014)

    async def _create_emoji(self, found: re.Match[str], body: Body, _: web.Request) -> JSON:
        self._command_scope(found)
        if flaws := limits.emoji_flaws(body.json["name"], body.json["image"]):
            self._complain(flaws)
            raise ApiError(400, schema.error_body(flaws))
        if body.json["name"] in self._world.emojis.values():  # no fault of who asks: another worker may be faster
            taken = schema.Flaw(("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "This emoji name is already taken")
            raise ApiError(400, schema.error_body([taken]))
        if len(self._world.emojis) >= self._world.emoji_room:
            raise ApiError.of(30008)
        known = self._world.ids.next()
        self._world.emojis[known] = body.json["name"]
        return payloads.emoji(self._world, known)
