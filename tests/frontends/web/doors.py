"""A page that chats offer, for tests: the real manager and server with Telegram's token and Discord's secret, and proofs."""

import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Self
from urllib.parse import urlencode

import aiohttp

from bot.clock import SystemClock
from bot.frontends.web import Addresses, ChatHosts, Doors, WebFrontend
from bot.session.host.thinker import InlineThinker
from bot.session.manager import SessionManager, SessionSettings
from bot.session.port import commands as c
from bot.session.port.page import PagePlace
from bot.session.port.replies import PageLink
from tests.frontends.web.house import House, Message, Visitor
from tests.memory import MemoryStore

TOKEN = "700000001:simulated-token-for-tests-0123456789ab"
PUBLIC = "https://cards.example"


def init_data(number: int = 7, *, at: float | None = None, token: str = TOKEN, **more: Any) -> str:
    """What Telegram would hand the page of a person, signed."""
    person = {"id": number, "first_name": "Ann", "last_name": "Lee", "language_code": "en"}
    stamp = SystemClock().now() if at is None else at
    fields = {"auth_date": str(int(stamp)), "query_id": "AAE", "signature": "c2ln", "user": json.dumps(person), **more}
    key = hmac.digest(b"WebAppData", token.encode(), hashlib.sha256)
    text = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    return urlencode({**fields, "hash": hmac.new(key, text.encode(), hashlib.sha256).hexdigest()})


class OpenHouse(House):
    """Manager and page under a public address, with further frontends beside it."""

    def __init__(self, store: MemoryStore | None = None, *, frontends: tuple[Any, ...] = (), **hosts: Any) -> None:
        self.store = store or MemoryStore()
        self.well = True
        self.clock = SystemClock()
        place = PagePlace(PUBLIC, activity="discord_secret" in hosts)
        settings = SessionSettings(turn_seconds=0, ai_delay=0.0, seed=15, page=place)
        self.manager = SessionManager(self.store, self.clock, InlineThinker(), settings)
        addresses = Addresses("127.0.0.1", PUBLIC)
        doors = Doors(ChatHosts(place, (TOKEN,), **hosts), self.manager.pages, addresses, self.clock)
        self.page = WebFrontend(self.manager, self._ping, port=0, addresses=addresses, doors=doors)
        for frontend in frontends:
            self.manager.add_frontend(frontend)

    async def link_of(self, user: c.UserRef, table: int | None = None) -> str:
        """The code of a personal link that somebody asked for in private."""
        reply = await self.manager.handle(c.Origin("", user, "Ann"), c.OpenPage(table))
        assert isinstance(reply.body, PageLink)
        return reply.body.url.partition("#in=")[2]


class Guest(Visitor):
    """A browser that comes as somebody of a chat; at first it is nobody and has no window."""

    async def __aenter__(self) -> Self:
        return self

    async def post(self, path: str, **body: Any) -> aiohttp.ClientResponse:
        headers = {"Origin": self._house.address}
        answer = await self._http.post(f"{self._house.address}{path}", json=body, headers=headers)
        await answer.read()
        return answer

    async def come_by(self, path: str, **body: Any) -> dict[str, Any]:
        """Show a proof; what was answered."""
        answer = await self.post(path, **body)
        assert answer.status == 200, await answer.text()
        found: dict[str, Any] = await answer.json()
        return found


@asynccontextmanager
async def page_beside(manager: SessionManager, hosts: ChatHosts, path: str, **proof: str) -> AsyncIterator[Guest]:
    """The page served beside a chat's frontend by the same manager, and somebody who comes in with a proof."""

    async def well() -> bool:
        return True

    addresses = Addresses("127.0.0.1", PUBLIC)
    doors = Doors(hosts, manager.pages, addresses, SystemClock())
    page: Any = WebFrontend(manager, well, port=0, addresses=addresses, doors=doors)
    manager.add_frontend(page)
    await page.start()
    guest = Guest(page)
    try:
        await guest.come_by(path, **proof)
        yield guest
    finally:
        await guest.__aexit__()
        await page.stop()


def offers_at(decision: str, message: Message) -> bool:
    """Whether this is the hand in which this decision is asked."""
    panel = message.get("panel") if message["t"] == "hand" else None
    return panel is not None and panel["decision"] == decision and panel["my_turn"] and bool(panel["offers"])


def is_past(version: int, message: Message) -> bool:
    """Whether this is the table as of this version or later."""
    return message["t"] == "table" and bool(message["version"] >= version)
