"""The gateway: one WebSocket session with heartbeats, sequence numbers, resuming and dispatches."""

from __future__ import annotations

import asyncio
import json
import secrets
import zlib
from collections.abc import Callable
from typing import Any

from aiohttp import WSMsgType, web

from . import payloads
from .world import World

JSON = dict[str, Any]

DISPATCH, HEARTBEAT, IDENTIFY, PRESENCE, RESUME, RECONNECT = 0, 1, 2, 3, 6, 7
REQUEST_MEMBERS, INVALID_SESSION, HELLO, HEARTBEAT_ACK = 8, 9, 10, 11
GUILDS_INTENT = 1
GUILD_MESSAGES_INTENT, DM_MESSAGES_INTENT = 1 << 9, 1 << 12
PRIVILEGED_INTENTS = (1 << 1) | (1 << 8) | (1 << 15)


class Session:
    """What the platform remembers of a connection so that it can be resumed."""

    def __init__(self, intents: int) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.seq = 0
        self.events: list[JSON] = []

    def record(self, name: str, data: JSON) -> JSON:
        self.seq += 1
        event = {"op": DISPATCH, "t": name, "s": self.seq, "d": data}
        self.events.append(event)
        return event


class _Socket:
    """One connection; compresses as the client asked."""

    def __init__(self, ws: web.WebSocketResponse, *, compress: bool) -> None:
        self.ws = ws
        self._deflate = zlib.compressobj() if compress else None

    async def send(self, payload: JSON) -> None:
        if self.ws.closed:
            return
        text = json.dumps(payload, separators=(",", ":"))
        try:
            if self._deflate is None:
                await self.ws.send_str(text)
            else:
                data = self._deflate.compress(text.encode()) + self._deflate.flush(zlib.Z_SYNC_FLUSH)
                await self.ws.send_bytes(data)
        except ConnectionError:
            return  # the client has gone; the event stays in the session for a resume


class Gateway:
    """Accepts the bot's connection and delivers events to it."""

    def __init__(self, world: World, token: str, url: Callable[[], str]) -> None:
        self._world = world
        self._token = token
        self._url = url
        self._socket: _Socket | None = None
        self.session: Session | None = None
        self.ready = False
        self.offline = False
        self.heartbeat_interval_ms = 41_250
        self.identifies = 0
        self.resumes = 0
        self.heartbeats = 0
        self.intents = 0

    @property
    def connected(self) -> bool:
        """Whether a client is connected and has identified or resumed."""
        return self.ready and self._socket is not None and not self._socket.ws.closed

    async def dispatch(self, name: str, data: JSON) -> bool:
        """Send an event; False when nobody is there to get it now or after a resume."""
        if self.session is None:
            return False
        if name.startswith(("GUILD", "CHANNEL")) and not self.session.intents & GUILDS_INTENT:
            return False
        if name == "MESSAGE_CREATE":
            wanted = GUILD_MESSAGES_INTENT if "guild_id" in data else DM_MESSAGES_INTENT
            if not self.session.intents & wanted:
                return False
        event = self.session.record(name, data)
        if self.connected and self._socket is not None:
            await self._socket.send(event)
        return True

    async def drop(self, code: int = 4000) -> None:
        """Close the connection; the session stays resumable."""
        socket, self._socket, self.ready = self._socket, None, False
        if socket is not None:
            await socket.ws.close(code=code, message=b"dropped by a test")

    async def ask_to_reconnect(self) -> None:
        """Opcode 7: the client shall come again and resume."""
        if self._socket is not None:
            await self._socket.send({"op": RECONNECT, "d": None, "s": None, "t": None})

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Opcode 9; without `resumable` the client has to identify anew."""
        if not resumable:
            self.session = None
        if self._socket is not None:
            await self._socket.send({"op": INVALID_SESSION, "d": resumable, "s": None, "t": None})

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """The WebSocket endpoint."""
        if self.offline:
            return web.Response(status=503)
        ws = web.WebSocketResponse(max_msg_size=0, autoping=True)
        await ws.prepare(request)
        socket = _Socket(ws, compress=request.query.get("compress") == "zlib-stream")
        hello = {"op": HELLO, "d": {"heartbeat_interval": self.heartbeat_interval_ms}, "s": None, "t": None}
        await socket.send(hello)
        try:
            async for message in ws:
                if message.type is WSMsgType.TEXT:
                    await self._receive(socket, json.loads(message.data))
        finally:
            if self._socket is socket:
                self._socket, self.ready = None, False
                self._world.changed()
        return ws

    async def _receive(self, socket: _Socket, payload: JSON) -> None:
        op, data = payload["op"], payload["d"]
        if op == HEARTBEAT:
            self.heartbeats += 1
            await socket.send({"op": HEARTBEAT_ACK, "d": None, "s": None, "t": None})
        elif op == IDENTIFY:
            await self._identify(socket, data)
        elif op == RESUME:
            await self._resume(socket, data)
        elif op in (PRESENCE, REQUEST_MEMBERS):
            pass
        else:
            await socket.ws.close(code=4001, message=b"Unknown opcode")

    async def _identify(self, socket: _Socket, data: JSON) -> None:
        if data["token"] != self._token:
            await socket.ws.close(code=4004, message=b"Authentication failed")
            return
        if data["intents"] & PRIVILEGED_INTENTS:
            await socket.ws.close(code=4014, message=b"Disallowed intent(s)")
            return
        self.identifies += 1
        self.intents = data["intents"]
        self.session = session = Session(self.intents)
        guilds = list(self._world.guilds.values()) if self.intents & GUILDS_INTENT else []
        ready = {
            "v": 10,
            "user": payloads.own_user(self._world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": self._url(),
            "private_channels": [],
            "application": {"id": str(self._world.bot.id), "flags": 0},
        }
        session.record("READY", ready)
        for guild in guilds:
            session.record("GUILD_CREATE", payloads.guild(self._world, guild))
        await self._replay(socket, session, 0)

    async def _resume(self, socket: _Socket, data: JSON) -> None:
        session = self.session
        if session is None or data["session_id"] != session.id or data["token"] != self._token:
            await socket.send({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return
        self.resumes += 1
        session.record("RESUMED", {})
        await self._replay(socket, session, data["seq"] or 0)

    async def _replay(self, socket: _Socket, session: Session, sent: int) -> None:
        """Send all events after `sent`, those recorded meanwhile included, and go live without a gap."""
        while sent < session.seq:
            event = session.events[sent]
            sent = event["s"]
            await socket.send(event)
        self._socket, self.ready = socket, True
        self._world.changed()

    async def close(self) -> None:
        """End the connection for good (the simulator stops)."""
        if self._socket is not None:
            async with asyncio.timeout(2):
                await self._socket.ws.close(code=1001, message=b"going away")
