"""The HTTP server and the web frontend behind one port: page, WebSocket, health, metrics, webhooks.

It is the ``web`` platform to the session manager (``bot.session.port.protocols.Frontend``): its verbs only mark what has
changed, and each connection sends the latest when it can.
"""

from __future__ import annotations

import asyncio
import errno
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable
from importlib.resources import as_file, files
from typing import Final

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from bot.frontends.web.addresses import Addresses
from bot.frontends.web.answers import Answers
from bot.frontends.web.assets import Assets
from bot.frontends.web.connection import Connection
from bot.frontends.web.latest_updates import LatestUpdates
from bot.frontends.web.limits import Buckets, secure_headers
from bot.frontends.web.metrics import MetricsPage, WebMeter
from bot.frontends.web.visitors import COOKIE, PLATFORM, is_token, new_token, user_of
from bot.frontends.web.wire.lobby import lobby_games, page_texts
from bot.frontends.web.wire.messages import MOST_BYTES
from bot.present import render
from bot.present.words.catalogue import LANGUAGES
from bot.session.port.commands import ChatRef, UserRef
from bot.session.port.phrases import Said
from bot.session.port.protocols import Manager, StartRefused
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate

__all__ = ["Check", "Handler", "PortInUse", "WebFrontend"]

log = structlog.get_logger("web")

Check = Callable[[], Awaitable[bool]]
"""Says whether a part of the program works; an exception or three seconds without an answer mean no."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_CHECK_SECONDS: Final = 3.0
_CONNECTIONS_EACH: Final = 8
_CONNECTIONS_ALL: Final = 1000
_CONNECTIONS_ADDRESS: Final = 100
"""Connections that one household may have open, so that nobody takes all."""
_OPEN_TO_ALL: Final = frozenset({"/healthz", "/metrics"})
"""What monitoring asks for, by whatever name it knows us."""
_NAMES_TOLD: Final = 20
_YEAR: Final = 365 * 86_400
_REPLACED: Final = 4001
_UNSAID: Final = frozenset({"joined_hello"})
"""Notices that the page shows by itself."""


class PortInUse(StartRefused):
    """The address cannot be listened on; the message is one line for the person who starts the program."""


class WebFrontend:
    """The local page and everything else that is served over HTTP.

    ``store_ping`` answers whether the database does; more checks come with ``add_check``, more routes (a webhook)
    with ``add_route``, both before ``start``. ``port`` 0 takes any free one; ``address`` then says which. ``metrics_port``
    gives ``/metrics`` a port of its own, ``metrics_token`` is asked for there.
    """

    def __init__(
        self,
        manager: Manager,
        store_ping: Check,
        *,
        host: str = "127.0.0.1",
        port: int = 8080,
        meter: WebMeter | None = None,
        addresses: Addresses | None = None,
        metrics_port: int | None = None,
        metrics_token: str = "",
    ) -> None:
        self._manager, self._host, self._port = manager, host, port
        self._addresses = addresses or Addresses(host)
        self.meter = meter or WebMeter()
        self.metrics = MetricsPage(self.meter, self._count_now, host=host, port=metrics_port, token=metrics_token)
        self._checks: dict[str, Check] = {"database": store_ping}
        self._routes: list[tuple[str, str, Handler]] = []
        self._latest = LatestUpdates()
        self._connections: defaultdict[UserRef, list[Connection]] = defaultdict(list)
        self._open: Counter[str] = Counter()
        self._strange_names: set[str] = set()
        self._watching: defaultdict[str, set[Connection]] = defaultdict(set)
        self._closing: set[asyncio.Task[bool]] = set()
        self._runner: web.AppRunner | None = None

    # -- the port of the session

    @property
    def platform(self) -> str:
        """See ``Frontend``."""
        return PLATFORM

    @property
    def needs_start(self) -> bool:
        """See ``Frontend``: whoever holds a token sees the hand."""
        return False

    def show_table(self, update: PublicUpdate) -> None:
        """See ``Frontend``."""
        before = self._latest.table(update.chat.external)
        if not self._latest.put_table(update):
            return
        for connection in self._watching.get(update.chat.external, ()):
            connection.refresh("table")
        sitting = (*update.seated, *(before.seated if before is not None else ()))
        for user in {player.user for player in sitting if player.user is not None}:
            for connection in self._connections.get(user, ()):
                connection.refresh("tables")

    def show_hand(self, update: PrivateUpdate) -> None:
        """See ``Frontend``."""
        if self._latest.put_hand(update):
            for connection in self._connections.get(update.user, ()):
                connection.refresh("hand")

    def look_for(self, user: UserRef, chat: ChatRef, group: str) -> None:
        """See ``Frontend``: whoever has the address of a table may look at it."""

    def hear(self, said: Said) -> None:
        """See ``Audience``."""
        table_key = said.chat.external if said.chat.platform == PLATFORM else f"table-{said.table}"
        for connection in self._watching.get(table_key, ()):
            connection.say({"t": "said", "room": table_key, "seat": said.seat, "phrase": said.phrase})

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """See ``Frontend``."""
        if notice.code in _UNSAID:
            return
        text = render.toast(notice, language)
        connections = self._connections.get(user, ())
        if not connections:
            self._latest.put_note(user, text)
        for connection in connections:
            connection.say({"t": "note", "text": text})

    # -- for the composition root

    def add_check(self, name: str, check: Check) -> None:
        """Let ``/healthz`` ask for one more part of the program."""
        self._checks[name] = check

    def add_route(self, method: str, path: str, handler: Handler) -> None:
        """Serve one more path, such as a webhook. Call it before ``start``."""
        self._routes.append((method, path, handler))

    @property
    def address(self) -> str:
        """Where the page is, once it is served."""
        assert self._runner is not None, "not started"
        port = self._runner.addresses[0][1]
        host = "127.0.0.1" if self._host in {"0.0.0.0", "::", ""} else self._host
        return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"

    async def start(self) -> None:
        """Begin to serve. ``PortInUse`` if the address is taken or not ours."""
        app = web.Application(client_max_size=1024 * 1024, middlewares=[self._known_names_only])
        app.on_response_prepare.append(secure_headers)
        with as_file(files("bot.frontends.web") / "static") as folder:
            self._assets = Assets(folder, {language: page_texts(language) for language in LANGUAGES})
        for language in LANGUAGES:
            lobby_games(language)  # so that the first visitor does not wait for it
        self._assets.add_routes(app.router)
        app.router.add_post("/seat", self._seat)
        app.router.add_get("/ws", self._socket)
        app.router.add_get("/healthz", self._healthz)
        if not self.metrics.apart:
            app.router.add_get("/metrics", self.metrics.answer)
        for method, path, handler in self._routes:
            app.router.add_route(method, path, handler)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        self._new_tables = Buckets(burst=20, per_second=0.5, now=asyncio.get_running_loop().time)
        site = web.TCPSite(self._runner, self._host, self._port)
        try:
            await site.start()
        except OSError as error:
            await self._runner.cleanup()
            self._runner = None
            raise PortInUse(_why_not(error, "WEB", self._host, self._port)) from None
        try:
            await self.metrics.start()
        except OSError as error:
            await self.stop()
            raise PortInUse(_why_not(error, "METRICS", self._host, self.metrics.wanted)) from None
        self._share = self._addresses.shared(self._runner.addresses[0][1])
        log.info("page served", address=self.address)

    async def stop(self) -> None:
        """Say goodbye to every browser and stop serving; takes less than two seconds."""
        if self._runner is None:
            return
        connections = [connection for mine in self._connections.values() for connection in mine]
        goodbyes = (
            connection.socket.close(code=WSCloseCode.GOING_AWAY, message=b"restart") for connection in connections
        )
        try:
            async with asyncio.timeout(0.7):
                await asyncio.gather(*goodbyes, return_exceptions=True)
        except TimeoutError:
            log.info("browsers left without a goodbye")
        for closing in self._closing:
            closing.cancel()
        await self.metrics.stop()
        await self._runner.cleanup()
        self._runner = None

    # -- plain pages

    @web.middleware
    async def _known_names_only(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse requests under a foreign host name; what monitoring and platforms ask for has its own proofs."""
        free = request.path in _OPEN_TO_ALL or any(request.path == path for _, path, _ in self._routes)
        if free or self._addresses.knows(request):
            return await handler(request)
        if request.host not in self._strange_names and len(self._strange_names) < _NAMES_TOLD:
            self._strange_names.add(request.host)
            log.warning(
                "the page was asked for by a name that is not its own; WEB_PUBLIC_URL tells it", name=request.host
            )
        text = "This page is not known by that name. Whoever runs it can set WEB_PUBLIC_URL to the address that people use."
        return web.Response(status=421, text=text)

    async def _seat(self, request: web.Request) -> web.Response:
        """Make sure that the browser holds a token. Asked for by the page itself, so that a link from elsewhere,
        with which a strict cookie does not travel, never replaces it."""
        if not self._addresses.is_ours(request):
            raise web.HTTPForbidden(text="wrong origin")
        response = web.Response(status=204)
        if not is_token(request.cookies.get(COOKIE)):
            secure = request.secure or request.headers.get("X-Forwarded-Proto") == "https"
            response.set_cookie(
                COOKIE, new_token(), max_age=_YEAR, path="/", httponly=True, samesite="Strict", secure=secure
            )
        return response

    async def _healthz(self, request: web.Request) -> web.Response:
        names = list(self._checks)
        found = await asyncio.gather(*(_is_well(self._checks[name]) for name in names))
        well = all(found)
        body = {
            "status": "ok" if well else "unavailable",
            "checks": {name: "ok" if good else "failing" for name, good in zip(names, found, strict=True)},
        }
        return web.json_response(body, status=200 if well else 503)

    def _count_now(self) -> None:
        self.meter.level("web_lines", self._open.total())
        self.meter.level("web_rooms", len(self._latest))

    # -- the WebSocket

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        token = request.cookies.get(COOKIE)
        if not self._addresses.is_ours(request):
            raise web.HTTPForbidden(text="wrong origin")
        if token is None or not is_token(token):
            raise web.HTTPUnauthorized(text="no seat token: load the page first")
        address = self._addresses.address_of(request)
        if self._open.total() >= _CONNECTIONS_ALL:
            raise web.HTTPServiceUnavailable(text="too many browsers at once")
        if self._open[address] >= _CONNECTIONS_ADDRESS:
            raise web.HTTPTooManyRequests(text="too many windows from one address")
        self._open[address] += 1
        try:
            return await self._serve_socket(request, token, address)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _serve_socket(self, request: web.Request, token: str, address: str) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=25.0, max_msg_size=MOST_BYTES)
        await socket.prepare(request)
        connection = Connection(socket, user_of(token), token, address, self._share, self._latest, self._manager)
        self._let_in(connection)
        writer = asyncio.create_task(connection.write(), name="web connection")
        answers = Answers(self._manager, self._latest, self._new_tables, self._move)
        try:
            async for message in socket:
                if message.type is not WSMsgType.TEXT or not await answers.hear(connection, message.data):
                    break
        finally:
            self._let_go(connection)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        if not socket.closed:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        return socket

    def _let_in(self, connection: Connection) -> None:
        mine = self._connections[connection.user]
        mine.append(connection)
        self.meter.count("web_opened")
        open_now = [one for one in mine if not one.replaced]
        if len(open_now) > _CONNECTIONS_EACH:
            open_now[0].replaced = True
            # A browser that is gone takes its time to close; the new window does not wait for it.
            closing = asyncio.create_task(open_now[0].socket.close(code=_REPLACED, message=b"opened elsewhere"))
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    def _let_go(self, connection: Connection) -> None:
        self._move(connection, None)
        mine = self._connections[connection.user]
        mine.remove(connection)
        if not mine:
            del self._connections[connection.user]

    def _move(self, connection: Connection, table_key: str | None) -> None:
        """Note that a connection looks at another table, or (``None``) at none."""
        if connection.table_key is not None:
            watching = self._watching[connection.table_key]
            watching.discard(connection)
            if not watching:
                del self._watching[connection.table_key]
        connection.table_key = table_key
        if table_key is not None:
            self._watching[table_key].add(connection)


async def _is_well(check: Check) -> bool:
    try:
        async with asyncio.timeout(_CHECK_SECONDS):
            return await check()
    except Exception:
        log.warning("health check failed", exc_info=False)
        return False


def _why_not(error: OSError, setting: str, host: str, port: int) -> str:
    if error.errno == errno.EADDRINUSE:
        return (
            f"{setting}_PORT: port {port} on {host} is in use by another program; choose another with {setting}_PORT."
        )
    if error.errno in {errno.EACCES, errno.EPERM}:
        return f"{setting}_PORT: port {port} may not be opened by this account; choose one above 1023."
    return f"WEB_HOST: cannot listen on {host}:{port} ({error.strerror or type(error).__name__})."
