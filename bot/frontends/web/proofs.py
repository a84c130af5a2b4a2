"""Proofs of who somebody is, and what they are exchanged for: a browser that speaks for that account.

Telegram signs ``initData`` with the bot's token, Discord answers itself for an OAuth2 code, a personal link is our own. The page
inside both chats is served here, too."""

import asyncio
import hashlib
import hmac
import json
import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Final
from urllib.parse import parse_qsl

import aiohttp
import structlog
from aiohttp import web

from bot.frontends.web import visitors
from bot.session.port.commands.record import UserRef
from bot.session.port.page import PagePlace, Pages, PageSession, Proof
from bot.session.port.protocols import Clock

__all__ = [
    "ACTIVITY", "GOOD_SECONDS", "MINI_APP", "ChatHosts", "CodeExchange", "Doors", "NoProof", "Seats",
    "read_init_data",
]  # fmt: skip

MINI_APP: Final = "/app"
ACTIVITY: Final = "/activity"
"""The page's addresses inside chats; the Activity's frame sees everything else below its own."""
_TELEGRAM_FRAMES: Final = ("https://web.telegram.org", "https://*.telegram.org")
_TELEGRAM_SCRIPT: Final = "https://telegram.org/js/telegram-web-app.js"
_DISCORD_FRAMES: Final = ("https://discord.com", "https://*.discord.com")
_DISCORD_API: Final = "https://discord.com/api/v10"
GOOD_SECONDS: Final = 3600.0  # So long what was signed is good
_AHEAD_SECONDS: Final = 10.0  # So far the clocks of two machines may differ
_LONGEST: Final = 8192
_MOST_FIELDS: Final = 32
_NAME: Final = re.compile(r"[a-z_]{1,32}")
_HASH: Final = re.compile(r"[0-9a-f]{64}")
_MOST_ID: Final = 2**52  # Telegram's ids have at most 52 bits
_ASK_SECONDS: Final = 2.4  # For both questions together: whoever waits is answered within three
_MOST_ANSWERED: Final = 64 * 1024
_CODE: Final = re.compile(r"[!-~]{1,512}")
_ID: Final = re.compile(r"[1-9][0-9]{4,24}")
_SECONDS: Final = 2.7  # Everybody is answered within three
_MOST_BYTES: Final = 16 * 1024
_WRONG: Final = 5
_WINDOW_SECONDS: Final = 60.0  # So many wrong proofs may come from one address in that time


@dataclass(frozen=True, slots=True)
class ChatHosts:
    """Where chats offer the page (``place``), and the secrets with which their proofs are checked. ``discord_app`` says
    the id of the Discord application, ``None`` until it is known."""

    place: PagePlace
    telegram_tokens: tuple[str, ...] = field(default=(), repr=False)
    discord_secret: str = field(default="", repr=False)
    discord_api: str = _DISCORD_API
    discord_app: Callable[[], int | None] = lambda: None

    @property
    def mini_app(self) -> bool:
        """Whether Telegram may open the page."""
        return bool(self.telegram_tokens)

    @property
    def activity(self) -> bool:
        """Whether Discord may open the page."""
        return self.place.activity and bool(self.discord_secret)

    @property
    def activity_origin(self) -> str:
        """The origin under which Discord's proxy shows the page, empty while that is not known."""
        app = self.discord_app() if self.activity else None
        return "" if app is None else f"https://{app}.discordsays.com"

    def is_activity(self, request: web.Request) -> bool:
        """Whether a page that asks was served by Discord's proxy for this very application."""
        origin = self.activity_origin
        return bool(origin) and request.headers.get("Origin", "").lower() == origin

    @property
    def mini_app_policy(self) -> str:
        """What the page may load and who may frame it as a Mini App."""
        return visitors.content_policy(scripts=(_TELEGRAM_SCRIPT,), frames=_TELEGRAM_FRAMES)

    @property
    def activity_policy(self) -> str:
        """The same for the Activity: the platform's own frames, the innermost of which is our own."""
        own = self.activity_origin
        return visitors.content_policy(frames=(*_DISCORD_FRAMES, own) if own else _DISCORD_FRAMES)


class NoProof(Exception):
    """Nothing is proved; the text never says what was shown."""


def read_init_data(text: str, tokens: Sequence[str], now: float) -> Proof:
    """Whom ``initData`` proves; ``NoProof`` if it is not signed with one of these tokens, or not signed just now."""
    fields = _fields(text)
    given = fields.pop("hash", "")
    keys = [hmac.digest(b"WebAppData", token.encode(), hashlib.sha256) for token in tokens]
    # The field "signature" is for others, who do not know the token, and stays in what is signed here.
    signed = "\n".join(f"{name}={value}" for name, value in sorted(fields.items()))
    right = [hmac.new(key, signed.encode(), hashlib.sha256).hexdigest() for key in keys]
    if not _HASH.fullmatch(given) or not any(hmac.compare_digest(one, given) for one in right):
        raise NoProof("not signed with the token")
    date = fields.get("auth_date", "")
    if not re.fullmatch(r"[0-9]{1,12}", date) or not -_AHEAD_SECONDS <= now - int(date) <= GOOD_SECONDS:
        raise NoProof("not signed within the last hour")
    return _person(fields.get("user", ""), given, int(date) + GOOD_SECONDS)


def _fields(text: str) -> dict[str, str]:
    if len(text) > _LONGEST:
        raise NoProof("too long")
    try:
        pairs = parse_qsl(
            text, keep_blank_values=True, strict_parsing=True, errors="strict", max_num_fields=_MOST_FIELDS
        )
    except ValueError:
        raise NoProof("no fields") from None
    fields = dict(pairs)
    if len(fields) != len(pairs) or not all(_NAME.fullmatch(name) for name in fields):
        raise NoProof("fields that are none, or twice")
    return fields


def _person(text: str, digest: str, expires_at: float) -> Proof:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise NoProof("no person") from None
    number = found.get("id") if isinstance(found, dict) else None
    if isinstance(number, bool) or not isinstance(number, int) or not 0 < number < _MOST_ID or found.get("is_bot"):
        raise NoProof("no person")
    name = " ".join(part for part in (found.get("first_name"), found.get("last_name")) if isinstance(part, str))
    locale = found.get("language_code")
    return Proof(UserRef("telegram", str(number)), name, locale if isinstance(locale, str) else "", digest, expires_at)


class CodeExchange:
    """Asks Discord whose a code is."""

    def __init__(self, hosts: ChatHosts) -> None:
        self._hosts = hosts
        self._http = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_ASK_SECONDS))

    async def close(self) -> None:
        """Let go of the connections."""
        await self._http.close()

    async def ask(self, code: str) -> Proof:
        """Whom a code proves; ``NoProof`` if Discord does not take it, ``TimeoutError`` if it does not answer."""
        app = self._hosts.discord_app()
        if app is None or not _CODE.fullmatch(code):
            raise NoProof("no code")
        form = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": str(app),
            "client_secret": self._hosts.discord_secret,
        }
        async with self._http.post(f"{self._hosts.discord_api}/oauth2/token", data=form) as answer:
            given = await _read(answer)
        kind, token = given.get("token_type"), given.get("access_token")
        if not isinstance(token, str) or not token or str(kind).lower() != "bearer":
            raise NoProof("no access")
        headers = {"Authorization": f"Bearer {token}"}
        async with self._http.get(f"{self._hosts.discord_api}/users/@me", headers=headers) as answer:
            found = await _read(answer)
        number, locale = found.get("id"), found.get("locale")
        if not isinstance(number, str) or not _ID.fullmatch(number) or found.get("bot"):
            raise NoProof("no person")
        name = found.get("global_name") or found.get("username") or ""
        return Proof(UserRef("discord", number), str(name), locale if isinstance(locale, str) else "")


async def _read(answer: aiohttp.ClientResponse) -> dict[str, Any]:
    """What was answered; ``NoProof`` if it was no yes."""
    if answer.status >= 500:
        raise aiohttp.ClientError("no answer")  # theirs, not the person's
    body = await answer.content.read(_MOST_ANSWERED)
    try:
        found = json.loads(body) if answer.status == 200 else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise NoProof("refused")
    return found


log = structlog.get_logger("web")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
Reader = Callable[[web.Request, str], Awaitable[PageSession | None]]
SeatAnswer = Callable[[Pages, web.Request], Awaitable[web.Response]]


class Doors:
    """The ways by which people come to the page as themselves. ``pages`` keeps the sessions, ``hosts`` says what is offered."""

    def __init__(self, hosts: ChatHosts, pages: Pages, addresses: visitors.Addresses, clock: Clock) -> None:
        self.hosts, self.pages = hosts, pages
        self._addresses, self._clock = addresses, clock
        self._attempts = visitors.Attempts(_WRONG, _WINDOW_SECONDS, clock.monotonic)
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
        if self.hosts.activity:
            self._exchange = CodeExchange(self.hosts)

    async def stop(self) -> None:
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
        response.headers.add("Set-Cookie", "; ".join([f"{visitors.PAGE_COOKIE}={token}", *traits]))

    async def _leave(self, request: web.Request) -> web.Response:
        """End the session that a browser holds."""
        self._check_origin(request)
        token = _held(request)
        if visitors.is_token(token):
            await self.pages.sign_out(token)
        response = web.Response(status=204)
        self._put_cookie(request, response, "", 0)
        # The one that no frame is around.
        response.headers.add("Set-Cookie", f"{visitors.PAGE_COOKIE}=; Path=/; Max-Age=0")
        return response

    # -- proofs
    async def _telegram(self, request: web.Request, text: str) -> PageSession | None:
        proof = read_init_data(text, self.hosts.telegram_tokens, self._clock.now())
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


_YEAR: Final = 365 * 86_400


class Seats:
    """The seats of visitors: the token that a browser holds, and the code that brings another browser to it, where
    ``pages`` can keep it. ``tell`` lets the windows of a seat know that it was taken elsewhere, too, and says by which key a
    table is looked at there."""

    def __init__(self, pages: Pages | None, addresses: visitors.Addresses, tell: Callable[[UserRef, int], str]) -> None:
        now = asyncio.get_running_loop().time
        self._pages, self._addresses, self._tell = pages, addresses, tell
        self._attempts, self._shown = visitors.Attempts(_WRONG, _WINDOW_SECONDS, now), visitors.Buckets(10, 0.1, now)

    def add_routes(self, router: web.UrlDispatcher) -> None:
        """Serve the cookie, and the code."""
        router.add_post("/seat", self._seat)
        if self._pages is not None:
            router.add_post("/seat/code", partial(self._exchange, self._pages, self._code))
            router.add_post("/seat/take", partial(self._exchange, self._pages, self._take))

    async def _seat(self, request: web.Request) -> web.Response:
        """Make sure that the browser holds a token. Asked for by the page itself, so that a link from elsewhere,
        with which a strict cookie does not travel, never replaces it."""
        self._check_origin(request)
        response = web.Response(status=204)
        if not visitors.is_token(request.cookies.get(visitors.COOKIE)):
            self._put_cookie(request, response, visitors.new_token())
        return response

    def _check_origin(self, request: web.Request) -> None:
        if not self._addresses.is_ours(request):
            raise web.HTTPForbidden(text="wrong origin")

    def _put_cookie(self, request: web.Request, response: web.Response, token: str) -> None:
        secure = self._addresses.is_secure(request)
        response.set_cookie(
            visitors.COOKIE, token, max_age=_YEAR, path="/", httponly=True, samesite="Strict", secure=secure
        )

    async def _exchange(self, pages: Pages, answer: SeatAnswer, request: web.Request) -> web.Response:
        """Answer about a code: 401 if there is none, 429 if it was asked for too often."""
        self._check_origin(request)
        try:
            return await answer(pages, request)
        except NoProof:
            return web.json_response({"error": "no_code"}, status=401)
        except web.HTTPException:
            raise
        except Exception as error:
            log.error("a code could not be exchanged", path=request.path, error=type(error).__name__)
            return web.json_response({"error": "no_answer"}, status=503)

    async def _code(self, pages: Pages, request: web.Request) -> web.Response:
        """Show a visitor the code of their own seat, which is good from now on."""
        token = request.cookies.get(visitors.COOKIE, "")
        if not visitors.is_token(token):
            raise NoProof("no seat")
        if not self._shown.take(self._addresses.address_of(request)):
            raise web.HTTPTooManyRequests(text="too many")
        code = visitors.code_of(token)
        digest, closed = await asyncio.to_thread(visitors.sealed, code.replace("-", ""), token.encode())
        await pages.keep_code(visitors.user_of(token), digest, closed.hex())
        return web.json_response({"code": code})

    async def _take(self, pages: Pages, request: web.Request) -> web.Response:
        """Let a browser hold the token of a code. The other browser keeps it, too: both are the same person's."""
        address = self._addresses.address_of(request)
        if not self._attempts.begin(address):
            raise web.HTTPTooManyRequests(text="too many")
        code = visitors.read_code(await _text(request, "code"))
        if code is None:
            raise NoProof("no code")
        digest, _ = await asyncio.to_thread(visitors.sealed, code, b"")
        kept = await pages.kept_code(digest)
        if kept is None:
            raise NoProof("unknown")
        account, closed = kept
        token = (await asyncio.to_thread(visitors.sealed, code, bytes.fromhex(closed)))[1].decode()
        self._attempts.forgive(address)
        holder = await pages.holder(account)
        latest = max(holder.tables, default=0)
        room = self._tell(account, latest)
        response = web.json_response({"name": holder.name, "room": room if latest else None})
        self._put_cookie(request, response, token)
        return response


def _held(request: web.Request) -> str:
    """The session that a browser holds: in its cookie, or where cookies do not travel as a bearer's token."""
    return request.cookies.get(visitors.PAGE_COOKIE) or request.headers.get("Authorization", "").removeprefix("Bearer ")


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
