"""A whole page for tests: the real manager, the shipped memory store, the real server on a free port; and visitors."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import cache
from typing import Any, Self

import aiohttp
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match
from yarl import URL

from bot.clock import SystemClock
from bot.frontends.web import WebFrontend
from bot.session.manager import SessionManager, SessionSettings
from scripts.describe_messages import schema
from tests.apart import thinker
from tests.frontends.guandan import SEED
from tests.memory import MemoryStore
from tests.patience import patience

Message = dict[str, Any]
_DEFINED = json.loads(schema())["$defs"]


@cache
def _validator(name: str) -> Draft202012Validator:
    return Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": _DEFINED})


def assert_described(way: str, message: Message) -> None:
    """Hold a message against the description of those that go this way (``ToPage``, ``FromPage``)."""
    among = [choice["$ref"].rpartition("/")[2] for choice in _DEFINED[way]["anyOf"]]
    kinds = [_DEFINED[name]["properties"]["t"] for name in among]
    name = next(
        (
            name
            for name, kind in zip(among, kinds, strict=True)
            if message["t"] in [*kind.get("enum", ()), kind.get("const")]
        ),
        way,
    )
    flaw = best_match(_validator(name).iter_errors(message))
    assert flaw is None, f"{name}{flaw.json_path[1:]}: {flaw.message}"


class House:
    """Manager and page, started together."""

    def __init__(
        self, store: MemoryStore | None = None, *, seed: int | None = 5, turn_seconds: int = 0, **page: Any
    ) -> None:
        self.store = store or MemoryStore()
        self.well = True
        settings = SessionSettings(turn_seconds=turn_seconds, ai_delay=0.0, seed=seed)
        self.manager = SessionManager(self.store, SystemClock(), thinker(), settings)
        self.page = WebFrontend(self.manager, self._ping, pages=self.manager.pages, **{"port": 0, **page})

    async def _ping(self) -> bool:
        return self.well

    async def __aenter__(self) -> Self:
        self.manager.add_frontend(self.page)
        await self.manager.start()
        await self.page.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.page.stop()
        await self.manager.stop()

    @property
    def address(self) -> str:
        return self.page.address


class Visitor:
    """A browser without a window: a cookie jar, a WebSocket, and everything that came over it."""

    def __init__(self, house: House, name: str = "Ann", language: str = "en") -> None:
        self._house, self._name, self._language = house, name, language
        self._http = aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True))
        self._sockets: list[aiohttp.ClientWebSocketResponse] = []
        self._serial = 0
        self.frames: list[str] = []
        self.heard: list[Message] = []

    async def __aenter__(self) -> Self:
        await self.take_token()
        await self.connect()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.leave()
        await self._http.close()

    @property
    def _socket(self) -> aiohttp.ClientWebSocketResponse:
        return self._sockets[-1]

    async def leave(self) -> None:
        for socket in self._sockets:
            await socket.close()
        self._sockets.clear()

    @asynccontextmanager
    async def again(self, house: House, room: str) -> AsyncIterator[Self]:
        """The same person in another window, perhaps at another process."""
        other = type(self)(house, self._name, self._language)
        other.hold(self.token)
        try:
            await other.connect(room)
            yield other
        finally:
            await other.__aexit__()

    async def move(self, house: House) -> None:
        """Come back to the same page, served by another process."""
        token = self.token
        await self.leave()
        self.heard.clear()
        self._house = house
        self.hold(token)

    def hold(self, token: str) -> None:
        """Speak for the holder of this token from the next connection on."""
        self._http.cookie_jar.update_cookies({"paiju_seat": token}, URL(self._house.address))

    async def take_token(self) -> None:
        headers = {"Origin": self._house.address}
        async with self._http.post(f"{self._house.address}/seat", headers=headers) as answer:
            assert answer.status == 204

    @property
    def token(self) -> str:
        return next(cookie.value for cookie in self._http.cookie_jar if cookie.key == "paiju_seat")

    async def connect(self, room: str | None = None) -> Message:
        headers = {"Origin": self._house.address}
        self._sockets.append(await self._http.ws_connect(f"{self._house.address}/ws", headers=headers))
        await self.send_raw({"t": "hello", "name": self._name, "language": self._language, "room": room})
        return await self.wait(lambda message: message["t"] == "welcome")

    async def send_raw(self, message: object) -> None:
        await self._socket.send_str(message if isinstance(message, str) else json.dumps(message))

    async def wait(self, wanted: Callable[[Message], bool], *, fresh: bool = True) -> Message:
        """The next message that is wanted (or, if not ``fresh``, perhaps one that was heard already)."""
        if not fresh:
            for message in reversed(self.heard):
                if wanted(message):
                    return message
        async with patience():
            while True:
                frame = await self._socket.receive()
                if frame.type is not aiohttp.WSMsgType.TEXT:
                    code = frame.data if frame.type is aiohttp.WSMsgType.CLOSE else self._socket.close_code
                    raise ConnectionError(f"closed: {code}")
                self.frames.append(frame.data)
                found: Message | None = None
                for message in json.loads(frame.data):
                    self.heard.append(message)
                    if found is None and wanted(message):
                        found = message
                if found is not None:
                    return found

    async def ask(self, t: str, **fields: object) -> Message:
        self._serial += 1
        key = f"test-{id(self):x}-{self._serial}"
        await self.send_raw({"t": t, "id": key, **fields})
        return await self.wait(lambda message: message["t"] == "ack" and message["id"] == key)

    async def play_now(self) -> str:
        """Open a table against AI players and have the cards dealt; the room."""
        answer = await self.ask("quick", game="doudizhu", level="easy")
        assert answer["ok"], answer
        return str(answer["room"])

    async def my_turn(self) -> Message:
        return await self.wait(_is_turn, fresh=False)

    async def play_round(self) -> None:
        """Play the first round here to its end: the first suggestion, or a pass."""
        answered: set[str] = set()
        while True:
            message = await self.wait(
                lambda found: (_is_turn(found) and found["panel"]["decision"] not in answered) or _is_result(found),
                fresh=False,
            )
            if _is_result(message):
                return
            panel = message["panel"]
            answered.add(panel["decision"])
            assert (await self.ask("press", data=panel["offers"][0]["data"] if panel["offers"] else panel["pass"]))[
                "ok"
            ]

    async def watch_round(self) -> None:
        await self.wait(_is_result, fresh=False)

    def latest(self, t: str) -> Message | None:
        return next((message for message in reversed(self.heard) if message["t"] == t), None)


def _is_turn(message: Message) -> bool:
    return message["t"] == "hand" and bool(message["panel"]) and message["panel"]["my_turn"]


def _is_result(message: Message) -> bool:
    return message["t"] == "table" and message["result"] is not None


async def seeded_house() -> AsyncIterator[House]:
    """Deals that repeat themselves: a hand without a pair, or an auction where all pass, would be another test."""
    async with House(seed=SEED) as house:
        yield house
