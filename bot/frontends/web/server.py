"""The HTTP server and the web frontend behind one port: page, WebSocket, health, metrics, webhooks."""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Awaitable, Callable, Collection, Mapping
from functools import partial
from importlib.resources import as_file, files
from typing import TYPE_CHECKING, Any, Final

import structlog
from aiohttp import WSCloseCode, web

from bot.frontends.web.assets import Assets
from bot.frontends.web.metrics import MetricsPage, WebMeter
from bot.frontends.web.proofs import ACTIVITY, Doors, Seats
from bot.frontends.web.sockets import Sockets
from bot.frontends.web.visitors import PLATFORM, Addresses, key_at, secure_headers
from bot.frontends.web.windows import Concern, LatestUpdates, Neighbours, OpenWindows
from bot.frontends.web.wire.lobby import lobby_games, page_texts, picture_path
from bot.present import render
from bot.present.presentation import picture_of
from bot.present.words.text import LANGUAGES, say
from bot.session.port.commands import UserRef
from bot.session.port.page import Pages
from bot.session.port.protocols import Manager, OnPage, Phrase, StartRefused
from bot.session.port.updates import Notice, PrivateUpdate, PublicUpdate
from games import GAMES

if TYPE_CHECKING:
    from bot.frontends.web.push import Push

__all__ = ["Check", "Handler", "PortInUse", "WebFrontend"]


log = structlog.get_logger("web")

Check = Callable[[], Awaitable[bool]]
"""Says whether a part of the program works; an exception or three seconds without an answer mean no."""
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
_CHECK_SECONDS: Final = 3.0
_OPEN_TO_ALL: Final = frozenset({"/healthz", "/metrics"})  # What monitoring asks for, by whatever name it knows us
_NAMES_TOLD: Final = 20
_YEAR: Final = 365 * 86_400
_UNSAID: Final = frozenset({"joined_hello"})  # Notices that the page shows by itself


class PortInUse(StartRefused):
    """The address cannot be listened on; the message is one line for the person who starts the program."""


class ShownOnPage(OnPage):
    """The platform ``web`` as the session sees it, and the pages of other workers. Its verbs only mark what has changed; each
    connection sends the latest when it can. Without ``doors`` everybody is a visitor; with ``push`` browsers are told of turns
    while their page is closed."""

    platform = PLATFORM

    def __init__(self, doors: Doors | None, push: Push | None) -> None:
        self._doors, self._push = doors, push
        self._latest, self.windows = LatestUpdates(), OpenWindows()

    def show_table(self, update: PublicUpdate) -> None:
        if not self._wants(update.chat.platform, *(player.user for player in update.seated if player.user is not None)):
            return
        before = self._latest.numbered(update.table.id)
        if not self._latest.put_table(update):
            return
        for table_key in {key_at(update.chat, update.table.id), *self._latest.keys(update.table.id)}:
            for connection in self.windows.watching(table_key):
                if connection.seen(table_key) is None:  # they have left it, or it the room
                    self.windows.move(connection, None)
                    connection.say({"t": "no_table", "room": table_key})
                connection.refresh("table")
        sitting = (*update.seated, *(before.seated if before is not None else ()))
        for user in {player.user for player in sitting if player.user is not None}:
            for connection in self.windows.of(user):
                connection.refresh("tables")

    def show_hand(self, update: PrivateUpdate) -> None:
        if self._push is not None:
            self._push.show_hand(update, is_open=bool(self.windows.of(update.user)))
        self._show_hand(update)

    def _show_hand(self, update: PrivateUpdate) -> None:
        if self._wants(update.place.chat.platform, update.user) and self._latest.put_hand(update):
            for connection in self.windows.of(update.user):
                connection.refresh("hand")

    def _wants(self, platform: str, *users: UserRef) -> bool:
        """Whether anybody could look at a table: those of chats are for people of chats, who come by a door."""
        return self._doors is not None or platform == PLATFORM or any(user.platform == PLATFORM for user in users)

    def hear(self, said: Phrase) -> None:
        for table_key in {key_at(said.chat, said.table), *self._latest.keys(said.table)}:
            for connection in self.windows.watching(table_key):
                if connection.seen(table_key) is not None:
                    connection.say({"t": "said", "room": table_key, "seat": said.seat, "phrase": said.phrase})

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        if self._push is not None:
            self._push.tell(user, notice, language)
        self.take_told(user, notice, language)

    def take_told(self, user: UserRef, notice: Notice, language: str) -> None:
        """Say to somebody in front of the page what this worker, or another one, has told them."""
        if notice.code in _UNSAID:
            return
        text = render.toast(notice, language)
        connections = self.windows.of(user)
        if not connections and user.platform == PLATFORM:  # a chat has said it there
            self._latest.put_note(user, text)
        for connection in connections:
            connection.say({"t": "note", "text": text})

    # -- the pages of other workers
    def meet(self, neighbours: Neighbours) -> None:
        """Tell other workers' pages from now on what our windows are concerned with."""
        self.windows.neighbours = neighbours

    def concerned(self, news: PublicUpdate | PrivateUpdate | Phrase) -> frozenset[Concern]:
        """Whose windows an update or a phrase is for: those of its person, those at the table and of everybody who
        sits there, or has sat there until now."""
        if isinstance(news, PrivateUpdate):
            return frozenset({news.user})
        if isinstance(news, Phrase):
            return frozenset({key_at(news.chat, news.table), *self._latest.keys(news.table)})
        before = self._latest.numbered(news.table.id)
        sitting = (*news.seated, *(before.seated if before is not None else ()))
        keys = {key_at(news.chat, news.table.id), *self._latest.keys(news.table.id)}
        return frozenset({*keys, *(player.user for player in sitting if player.user is not None)})

    def take_table(self, update: PublicUpdate) -> None:
        """Show a table that is played at another worker, if anybody here still wants to see it."""
        if self.windows.are_concerned(self.concerned(update)):
            self.show_table(update)

    def take_hand(self, update: PrivateUpdate) -> None:
        """Show a hand at such a table, if its person still has a window here."""
        if self.windows.of(update.user):
            self._show_hand(update)

    def drop_distant(self) -> None:
        """Forget tables in play at other workers that nobody here looks at: we do not hear of them any more."""

        def is_idle(update: PublicUpdate) -> bool:
            here = self.windows.neighbours.is_here(update.table.id)
            return not here and not self.windows.are_concerned(self.concerned(update))

        self._latest.drop_if(is_idle)

    def drop_notes(self, user: UserRef) -> None:
        """Forget what was to be told to somebody who is not here: another worker has told them."""
        self._latest.drop_notes(user)


class WebFrontend(ShownOnPage):
    """The local page and everything else that is served over HTTP.

    ``store_ping`` answers whether the database does; more checks come with ``add_check``, more routes (a webhook) with
    ``add_route``, both before ``start``. ``port`` 0 takes any free one; ``address`` then says which. ``metrics_port``
    gives ``/metrics`` a port of its own, ``metrics_token`` is asked for there. ``doors``: the ways by which people come
    as themselves; without any, everybody is a visitor. They know the same ``addresses``. ``pages`` keep
    the codes of visitors; without them there are none."""

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
        doors: Doors | None = None,
        push: Push | None = None,
        pages: Pages | None = None,
    ) -> None:
        super().__init__(doors, push)
        self._manager, self._host, self._port, self._pages = manager, host, port, pages
        self._addresses = addresses or Addresses(host)
        self.meter = meter or WebMeter()
        self.metrics = MetricsPage(self.meter, self._count_now, host=host, port=metrics_port, token=metrics_token)
        self._checks: dict[str, Check] = {"database": store_ping}
        self._routes: list[tuple[str, str, Handler]] = []
        self._strange_names: set[str] = set()
        self._sockets = Sockets(manager, self._addresses, self._latest, self.windows, self.meter, doors, push)
        self._runner: web.AppRunner | None = None
        self._description: Callable[[], Mapping[str, Any]] = dict

    def look_again(self, tables: Collection[int]) -> None:
        """Look these tables up anew for whoever sees them here: something of them may have been missed. Returns at once."""
        self._sockets.look_again(tables)

    # -- for the composition root
    def describe(self, description: Callable[[], Mapping[str, Any]]) -> None:
        """Let ``/healthz`` say more of this process, such as its name among several workers."""
        self._description = description

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
        app.on_response_prepare.append(partial(secure_headers, self._addresses))
        with as_file(files("bot.frontends.web") / "static") as folder:
            texts = {language: page_texts(language) for language in LANGUAGES}
            self._assets = Assets(folder, texts, {picture_path(game): picture_of(game) for game in GAMES})
        for language in LANGUAGES:
            lobby_games(language)  # so that the first visitor does not wait for it
        self._assets.add_routes(app.router)
        Seats(self._pages, self._addresses, self._tell_taken).add_routes(app.router)
        app.router.add_get("/ws", self._sockets.serve)
        if self._doors is not None:
            await self._doors.start()
            self._doors.add_routes(app.router, self._assets.page)
            if self._doors.hosts.activity:  # its frame may see everything below its own address
                self._assets.add_routes(app.router, ACTIVITY)
                app.router.add_get(f"{ACTIVITY}/ws", self._sockets.serve)
        app.router.add_get("/healthz", self._healthz)
        if not self.metrics.apart:
            app.router.add_get("/metrics", self.metrics.answer)
        for method, path, handler in self._routes:
            app.router.add_route(method, path, handler)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
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
        self._sockets.start(self._addresses.shared(self._runner.addresses[0][1]))
        log.info("page served", address=self.address)

    async def stop(self) -> None:
        """Say goodbye to every browser and stop serving; takes less than two seconds."""
        if self._runner is None:
            return
        goodbyes = (
            connection.socket.close(code=WSCloseCode.GOING_AWAY, message=b"restart")
            for connection in self.windows.all()
        )
        try:
            async with asyncio.timeout(0.7):
                await asyncio.gather(*goodbyes, return_exceptions=True)
        except TimeoutError:
            log.info("browsers left without a goodbye")
        self.windows.stop()
        self._sockets.stop()
        if self._doors is not None:
            await self._doors.stop()
        if self._push is not None:
            await self._push.stop()
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

    def _tell_taken(self, user: UserRef, table: int) -> str:
        """Let the windows of a seat know that another browser has it, too; return the key of this table for that one."""
        for connection in self.windows.of(user):
            connection.say({"t": "note", "text": say(connection.language, "web.code.taken")})
        known = self._latest.numbered(table)
        return key_at(None, table) if known is None else self._latest.key_for(known, (user,))

    async def _healthz(self, request: web.Request) -> web.Response:
        names = list(self._checks)
        found = await asyncio.gather(*(_is_well(self._checks[name]) for name in names))
        well = all(found)
        body = {
            "status": "ok" if well else "unavailable",
            **self._description(),
            "checks": {name: "ok" if good else "failing" for name, good in zip(names, found, strict=True)},
        }
        return web.json_response(body, status=200 if well else 503)

    def _count_now(self) -> None:
        self.meter.level("web_lines", self._sockets.open)
        self.meter.level("web_rooms", len(self._latest))


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
