"""The WebSocket: who may open one, for whom it speaks, and what follows when somebody's accounts change meanwhile."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Collection, Coroutine
from typing import Any, Final

import structlog
from aiohttp import WSCloseCode, WSMsgType, web

from bot.frontends.web.addresses import Addresses
from bot.frontends.web.answers import Conversation
from bot.frontends.web.latest_updates import LatestUpdates
from bot.frontends.web.limits import Buckets
from bot.frontends.web.metrics import WebMeter
from bot.frontends.web.proofs import Doors
from bot.frontends.web.visitors import COOKIE, PAGE_COOKIE, is_token, number_of, user_of
from bot.frontends.web.windows import SIGNED_OUT, Connection, OpenWindows
from bot.frontends.web.wire.messages import MOST_BYTES
from bot.session.port.commands import UserRef
from bot.session.port.page import Holder
from bot.session.port.protocols import Manager

__all__ = ["Sockets"]

log = structlog.get_logger("web")

_ALL: Final = 1000
_ADDRESS: Final = 100
"""Connections that one household may have open, so that nobody takes all."""
_KEY_SECONDS: Final = 10.0
"""So long a window has for its first message, where that says for whom it speaks."""
_ASKED_AT_ONCE: Final = 20
"""Windows for which tables are looked up at a time, where something may have been missed."""


class Sockets:
    """Serves ``/ws``. A browser speaks for the account of its session, else for the visitor of its own cookie.

    Where cookies do not travel, ``/ws?key=first`` opens a socket whose first message has the session as ``key``.
    """

    def __init__(
        self,
        manager: Manager,
        addresses: Addresses,
        latest: LatestUpdates,
        windows: OpenWindows,
        meter: WebMeter,
        doors: Doors | None,
    ) -> None:
        self._manager, self._addresses, self._latest, self._windows = manager, addresses, latest, windows
        self._meter, self._doors = meter, doors
        self._open: Counter[str] = Counter()
        self._conversations: dict[Connection, Conversation] = {}
        self._renewing: set[asyncio.Task[None]] = set()
        self._asking = asyncio.Semaphore(_ASKED_AT_ONCE)
        self._share = ""
        if doors is not None:
            doors.pages.watch(self._accounts_changed)

    @property
    def open(self) -> int:
        """How many there are."""
        return self._open.total()

    def start(self, share: str) -> None:
        """Begin; ``share`` is the address to send to friends."""
        self._share = share
        self._new_tables = Buckets(burst=20, per_second=0.5, now=asyncio.get_running_loop().time)

    def stop(self) -> None:
        """End what is under way."""
        for renewing in self._renewing:
            renewing.cancel()

    async def serve(self, request: web.Request) -> web.StreamResponse:
        """Serve one window until it is closed."""
        ours = self._addresses.is_ours(request)
        if not ours and not (self._doors is not None and self._doors.hosts.is_activity(request)):
            raise web.HTTPForbidden(text="wrong origin")
        by_message = self._doors is not None and request.query.get("key") == "first"
        speaker = None if by_message else await self._by_cookie(request)
        if speaker is None and not by_message:
            raise web.HTTPUnauthorized(text="no seat token: load the page first")
        address = self._addresses.address_of(request)
        if self.open >= _ALL:
            raise web.HTTPServiceUnavailable(text="too many browsers at once")
        if self._open[address] >= _ADDRESS:
            raise web.HTTPTooManyRequests(text="too many windows from one address")
        self._open[address] += 1
        try:
            return await self._serve(request, speaker, address)
        finally:
            self._open[address] -= 1
            if not self._open[address]:
                del self._open[address]

    async def _by_cookie(self, request: web.Request) -> tuple[UserRef, str, bool] | None:
        """For whom a browser speaks by its cookies: account, token, and whether the account was proved."""
        key = request.cookies.get(PAGE_COOKIE)
        account = await self._account_of(key)
        if key is not None and account is not None:
            return account, key, True
        token = request.cookies.get(COOKIE)
        return (user_of(token), token, False) if token is not None and is_token(token) else None

    async def _account_of(self, key: object) -> UserRef | None:
        if self._doors is None or not isinstance(key, str) or not is_token(key):
            return None
        return await self._doors.pages.account_of(key)

    async def _serve(
        self, request: web.Request, speaker: tuple[UserRef, str, bool] | None, address: str
    ) -> web.WebSocketResponse:
        socket = web.WebSocketResponse(heartbeat=25.0, max_msg_size=MOST_BYTES)
        await socket.prepare(request)
        first = ""
        if speaker is None:
            first, speaker = await self._by_first_message(socket)
        if speaker is None:
            await socket.close(code=SIGNED_OUT, message=b"signed out")
            return socket
        user, token, proved = speaker
        connection = Connection(socket, user, token, address, self._share, self._latest, self._manager, proved=proved)
        self._take_person(connection, await self._holder(user))
        self._windows.let_in(connection)
        self._meter.count("web_opened")
        writer = asyncio.create_task(connection.write(), name="web connection")
        conversation = self._conversations[connection] = Conversation(
            self._manager, self._latest, self._new_tables, self._windows
        )
        try:
            if not first or await conversation.hear(connection, first):
                async for message in socket:
                    if message.type is not WSMsgType.TEXT or not await conversation.hear(connection, message.data):
                        break
        finally:
            del self._conversations[connection]
            self._windows.let_go(connection)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)
        if not socket.closed:
            await socket.close(code=WSCloseCode.POLICY_VIOLATION)
        return socket

    async def _by_first_message(self, socket: web.WebSocketResponse) -> tuple[str, tuple[UserRef, str, bool] | None]:
        """Read the first message; return it, and for whom the session in it speaks."""
        try:
            async with asyncio.timeout(_KEY_SECONDS):
                message = await socket.receive()
        except TimeoutError:
            return "", None
        try:
            found = json.loads(message.data) if message.type is WSMsgType.TEXT else None
        except (ValueError, RecursionError):
            found = None
        key = found.get("key") if isinstance(found, dict) else None
        account = await self._account_of(key)
        return ("", None) if account is None else (message.data, (account, str(key), True))

    # -- tables of which something may have been missed

    def look_again(self, tables: Collection[int]) -> None:
        """Look tables up anew for all windows whose persons see them, a few at a time. Returns at once."""
        for connection, conversation in self._conversations.items():
            mine = self._latest.of_person(connection.accounts)
            seen = {self._latest.key_for(update, connection.accounts): update.table.id for update in mine}
            if (shown := connection.table_key) is not None:
                known = self._latest.table(shown)
                seen[shown] = number_of(shown) or 0 if known is None else known.table.id
            keys = [table_key for table_key, table in seen.items() if table in tables or not table]
            if keys and connection.greeted:
                self._start(self._look_again(connection, conversation, keys))

    async def _look_again(
        self, connection: Connection, conversation: Conversation, table_keys: Collection[str]
    ) -> None:
        try:
            async with self._asking:
                await conversation.look_again(connection, table_keys)
        except Exception as error:
            log.error("a window's tables could not be read", error=type(error).__name__)
            self._windows.close(connection, WSCloseCode.TRY_AGAIN_LATER, b"again")

    def _start(self, work: Coroutine[Any, Any, None]) -> None:
        renewing = asyncio.create_task(work, name="what a window shows")
        self._renewing.add(renewing)
        renewing.add_done_callback(self._renewing.discard)

    # -- the person of a window

    async def _holder(self, user: UserRef) -> Holder:
        if self._doors is None:
            return Holder(user, "", frozenset({user}))
        return await self._doors.pages.holder(user)

    @staticmethod
    def _take_person(connection: Connection, holder: Holder) -> None:
        connection.accounts, connection.tables = holder.accounts, holder.tables
        if connection.proved:
            connection.name = holder.name

    def _accounts_changed(self, accounts: frozenset[UserRef]) -> None:
        """Show nobody what is not theirs any more, at once; then find out what is."""
        touched = {connection for account in accounts for connection in self._windows.of(account)}
        for connection in touched:
            self._windows.rename(connection, {connection.user})
            self._start(self._renew(connection))

    async def _renew(self, connection: Connection) -> None:
        try:
            if connection.proved and await self._account_of(connection.token) != connection.user:
                self._windows.close(connection, SIGNED_OUT, b"signed out")
                return
            holder = await self._holder(connection.user)
        except Exception as error:
            log.error("a window's person could not be read", error=type(error).__name__)
            self._windows.close(connection, WSCloseCode.TRY_AGAIN_LATER, b"again")
            return
        if connection not in self._windows.of(connection.user):
            return  # closed meanwhile
        self._windows.rename(connection, holder.accounts)
        self._take_person(connection, holder)
        if (shown := connection.table_key) is not None and connection.seen(shown) is None:
            self._windows.move(connection, None)
            connection.say({"t": "no_table", "room": shown})
        connection.refresh("welcome", "table", "hand")
