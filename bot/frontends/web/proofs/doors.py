"""Where proofs are exchanged for a browser's session: ``POST /api/telegram/session``, ``/api/link/session`` and
``/api/discord/session``; and the page inside Telegram (``/app``) and Discord (``/activity``).

Whoever shows a good proof gets a cookie, and the same token as an answer for frames in which cookies do not travel.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

import aiohttp
import structlog
from aiohttp import web

from bot.frontends.web.addresses import Addresses
from bot.frontends.web.limits import Attempts
from bot.frontends.web.proofs.hosts import ACTIVITY, MINI_APP, ChatHosts
from bot.frontends.web.proofs.init_data import NoProof, read_init_data
from bot.frontends.web.proofs.oauth import CodeExchange
from bot.frontends.web.visitors import PAGE_COOKIE, is_token
from bot.session.port.page import Pages, PageSession
from bot.session.port.protocols import Clock

__all__ = ["Doors"]

log = structlog.get_logger("web")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Reader = Callable[[web.Request, str], Awaitable[PageSession | None]]
_SECONDS: Final = 2.7
"""Everybody is answered within three."""
_MOST_BYTES: Final = 16 * 1024
_WRONG: Final = 5
_WINDOW_SECONDS: Final = 60.0
"""So many wrong proofs may come from one address in that time."""


class Doors:
    """The ways by which people come to the page as themselves. ``pages`` keeps the sessions, ``hosts`` says what is offered."""

    def __init__(self, hosts: ChatHosts, pages: Pages, addresses: Addresses, clock: Clock) -> None:
        self.hosts, self.pages = hosts, pages
        self._addresses, self._clock = addresses, clock
        self._attempts = Attempts(_WRONG, _WINDOW_SECONDS, clock.monotonic)
        self._exchange: CodeExchange | None = None

    def add_routes(self, router: web.UrlDispatcher, page: Handler) -> None:
        """Serve the page inside chats, and the exchange of proofs."""
        router.add_post("/api/link/session", partial(self._open, "code", self._link))
        router.add_post("/api/session/end", self._leave)
        if self.hosts.mini_app:
            router.add_get(MINI_APP, partial(_framed, page, lambda: self.hosts.mini_app_policy))
            router.add_post("/api/telegram/session", partial(self._open, "init_data", self._telegram))
        if self.hosts.activity:
            for path in (ACTIVITY, f"{ACTIVITY}/"):
                router.add_get(path, partial(_framed, page, lambda: self.hosts.activity_policy))
            for below in ("", ACTIVITY):  # the frame's proxy may put the page's own address before all others
                router.add_post(f"{below}/api/discord/session", partial(self._open, "code", self._discord))
                router.add_get(f"{below}/api/discord/app", self._app)
            router.add_post(f"{ACTIVITY}/api/session/end", self._leave)

    async def start(self) -> None:
        """Begin."""
        if self.hosts.activity:
            self._exchange = CodeExchange(self.hosts)

    async def stop(self) -> None:
        """End."""
        if self._exchange is not None:
            await self._exchange.close()
            self._exchange = None

    # -- the exchange

    async def _open(self, field: str, read: Reader, request: web.Request) -> web.Response:
        """Exchange a proof; 401 if it is none, 429 after five of these."""
        self._check_origin(request)
        address = self._addresses.address_of(request)
        if not self._attempts.begin(address):
            return web.json_response({"error": "too_many"}, status=429, headers={"Retry-After": "60"})
        try:
            async with asyncio.timeout(_SECONDS):
                made = await read(request, await _text(request, field))
        except NoProof:
            made = None
        except (TimeoutError, aiohttp.ClientError, OSError):
            self._attempts.forgive(address)  # whoever does not answer, it is not the person's fault
            log.warning("a proof could not be checked in time", path=request.path)
            return web.json_response({"error": "no_answer"}, status=401)
        except Exception as error:
            self._attempts.forgive(address)
            log.error("a proof could not be exchanged", path=request.path, error=type(error).__name__)
            return web.json_response({"error": "no_answer"}, status=503)
        if made is None:
            return web.json_response({"error": "no_proof"}, status=401)
        self._attempts.forgive(address)
        return self._let_in(request, made)

    def _check_origin(self, request: web.Request) -> None:
        """Refuse a page of somebody else, which could make a browser speak for another account."""
        foreign = "Origin" in request.headers and not self._addresses.is_ours(request)
        if foreign and not self.hosts.is_activity(request):
            raise web.HTTPForbidden(text="wrong origin")

    def _let_in(self, request: web.Request, made: PageSession) -> web.Response:
        room = None if made.table is None else f"table-{made.table}"
        body = {"token": made.token, "platform": made.account.platform, "room": room}
        response = web.json_response(body)
        self._put_cookie(request, response, made.token, int(made.seconds))
        return response

    def _put_cookie(self, request: web.Request, response: web.Response, token: str, seconds: int) -> None:
        """Let the browser keep a token: for this page alone, or for a chat's frame around it alone."""
        secure = self._addresses.is_secure(request) or self.hosts.is_activity(request)
        framed = secure and not request.path.endswith("/link/session")
        # Written out here: the standard library learns the word Partitioned with Python 3.14.
        traits = ["Path=/", "HttpOnly", f"Max-Age={seconds}", f"SameSite={'None' if framed else 'Strict'}"]
        traits += ["Secure"] * secure + ["Partitioned"] * framed
        response.headers.add("Set-Cookie", "; ".join([f"{PAGE_COOKIE}={token}", *traits]))

    async def _leave(self, request: web.Request) -> web.Response:
        """End the session that a browser holds."""
        self._check_origin(request)
        token = _held(request)
        if is_token(token):
            await self.pages.sign_out(token)
        response = web.Response(status=204)
        self._put_cookie(request, response, "", 0)
        response.headers.add("Set-Cookie", f"{PAGE_COOKIE}=; Path=/; Max-Age=0")  # the one that no frame is around
        return response

    # -- proofs

    async def _telegram(self, request: web.Request, text: str) -> PageSession | None:
        proof = read_init_data(text, self.hosts.telegram_token, self._clock.now())
        return await self.pages.sign_in(proof, held=_held(request), address=self._addresses.address_of(request))

    async def _link(self, request: web.Request, text: str) -> PageSession | None:
        return await self.pages.redeem(text)

    async def _discord(self, request: web.Request, text: str) -> PageSession | None:
        assert self._exchange is not None, "not started"
        proof = await self._exchange.ask(text)
        return await self.pages.sign_in(proof, held=_held(request))

    async def _app(self, request: web.Request) -> web.Response:
        """Say which application this is: the frame's kit asks for it."""
        app = self.hosts.discord_app()
        return web.json_response({"client_id": None if app is None else str(app)})


def _held(request: web.Request) -> str:
    """The session that a browser holds: in its cookie, or where cookies do not travel as a bearer's token."""
    return request.cookies.get(PAGE_COOKIE) or request.headers.get("Authorization", "").removeprefix("Bearer ")


async def _framed(page: Handler, policy: Callable[[], str], request: web.Request) -> web.StreamResponse:
    """Send the page, for a chat's own frame."""
    answer = await page(request)
    answer.headers["Content-Security-Policy"] = policy()
    return answer


async def _text(request: web.Request, field: str) -> str:
    """The one text of a short JSON object; ``NoProof`` if there is none."""
    body = b""
    async for piece in request.content.iter_any():
        body += piece
        if len(body) > _MOST_BYTES:
            raise NoProof("too long")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise NoProof("not JSON") from None
    text = found.get(field) if isinstance(found, dict) else None
    if not isinstance(text, str) or not text:
        raise NoProof("nothing shown")
    return text
