"""The gateway: WebSocket sessions by shard, with heartbeats, sequence numbers, resuming and dispatches."""

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

    def __init__(self, intents: int, shard: int = 0, count: int = 1) -> None:
        self.id = secrets.token_hex(16)
        self.intents = intents
        self.shard, self.count = shard, count
        self.socket: _Socket | None = None
        self.seq = 0
        self.events: list[JSON] = []

    @property
    def connected(self) -> bool:
        return self.socket is not None and not self.socket.ws.closed

    def hears(self, name: str, data: JSON) -> bool:
        """Whether an event belongs to this shard, and its client wants it."""
        guild = data.get("id") if name.startswith("GUILD_") and "guild_id" not in data else data.get("guild_id")
        if (int(guild) >> 22) % self.count != self.shard if guild else self.shard != 0:
            return False
        if name.startswith(("GUILD", "CHANNEL")):
            return bool(self.intents & GUILDS_INTENT)
        if name == "MESSAGE_CREATE":
            return bool(self.intents & (GUILD_MESSAGES_INTENT if "guild_id" in data else DM_MESSAGES_INTENT))
        return True

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
    """Accepts the bot's connections and delivers events to them. An event goes to the newest session of its shard: by
    its guild, else to shard 0. `recommended` and `at_once` are what `GET /gateway/bot` says; with `identify_seconds`
    two identifies of one bucket must be so far apart."""

    def __init__(self, world: World, token: str, url: Callable[[], str]) -> None:
        self._world = world
        self._token = token
        self._url = url
        self._sessions: dict[tuple[int, int], Session] = {}
        self._identified: dict[int, float] = {}
        self.offline = False
        self.heartbeat_interval_ms = 41_250
        self.recommended = 1
        self.at_once = 1
        self.identify_seconds = 0.0
        self.identifies = 0
        self.too_early = 0  # Identifies that were refused because they came too soon after another
        self.resumes = 0
        self.intents = 0

    @property
    def sessions(self) -> list[Session]:
        return list(self._sessions.values())

    @property
    def session(self) -> Session | None:
        return next(reversed(self._sessions.values()), None)

    @property
    def connected(self) -> bool:
        """Whether a client is connected and has identified or resumed, for each shard that anybody has ever had."""
        return bool(self._sessions) and all(session.connected for session in self._sessions.values())

    @property
    def shards_up(self) -> list[int]:
        return sorted(session.shard for session in self._sessions.values() if session.connected)

    async def dispatch(self, name: str, data: JSON) -> bool:
        """Send an event; False when nobody is there to get it now or after a resume."""
        heard = [session for session in self.sessions if session.hears(name, data)]
        for session in heard:
            event = session.record(name, data)
            if session.connected and session.socket is not None:
                await session.socket.send(event)
        return bool(heard)

    async def drop(self, code: int = 4000) -> None:
        """Close the connections; the sessions stay resumable."""
        for session in self.sessions:
            socket, session.socket = session.socket, None
            if socket is not None:
                await socket.ws.close(code=code, message=b"dropped by a test")

    async def handle(self, request: web.Request) -> web.StreamResponse:
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
            for session in self.sessions:
                if session.socket is socket:
                    session.socket = None
                    if ws.close_code in (1000, 1001):  # it said farewell: its session is over
                        self._sessions.pop((session.shard, session.count), None)
            self._world.changed()
        return ws

    async def _receive(self, socket: _Socket, payload: JSON) -> None:
        op, data = payload["op"], payload["d"]
        if op == HEARTBEAT:
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
        shard, count = data.get("shard") or (0, 1)
        if not 0 <= shard < count:
            await socket.ws.close(code=4010, message=b"Invalid shard")
            return
        bucket, now = shard % self.at_once, self._world.clock.now()
        if now - self._identified.get(bucket, float("-inf")) < self.identify_seconds:
            self.too_early += 1
            await socket.send({"op": INVALID_SESSION, "d": False, "s": None, "t": None})
            return
        self._identified[bucket] = now
        self.identifies += 1
        self.intents = data["intents"]
        self._sessions.pop((shard, count), None)
        session = self._sessions[shard, count] = Session(self.intents, shard, count)
        wanted = list(self._world.guilds.values()) if self.intents & GUILDS_INTENT else []
        wanted = [guild for guild in wanted if self._world.bot.id in guild.members]
        guilds = [guild for guild in wanted if (guild.id >> 22) % count == shard]
        ready = {
            "v": 10,
            "user": payloads.own_user(self._world.bot),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "session_type": "normal",
            "shard": [shard, count],
            "resume_gateway_url": self._url(),
            "private_channels": [],
            "application": {"id": str(self._world.bot.id), "flags": 0},
        }
        session.record("READY", ready)
        for guild in guilds:
            session.record("GUILD_CREATE", payloads.guild(self._world, guild))
        await self._replay(socket, session, 0)

    async def _resume(self, socket: _Socket, data: JSON) -> None:
        session = next((one for one in self.sessions if one.id == data["session_id"]), None)
        if session is None or data["token"] != self._token:
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
        session.socket = socket
        self._world.changed()

    async def close(self) -> None:
        for session in self.sessions:
            if session.socket is not None:
                async with asyncio.timeout(2):
                    await session.socket.ws.close(code=1001, message=b"going away")
