"""The Bot API: the library's bot on a client of our own, what a call may come to, how fast calls may be made.

To build the library's objects for each message and each answer costs several times the call itself, and its own HTTP
client three times what aiohttp does. Messages of errors name their class alone: addresses hold the bot's token."""

import json
import os
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Any, Final, TypeVar, cast
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from telegram import Bot, ChatMemberRestricted, Update
from telegram._utils.defaultvalue import DefaultValue
from telegram.constants import ChatMemberStatus
from telegram.error import BadRequest, ChatMigrated, Forbidden, NetworkError, RetryAfter, TelegramError, TimedOut
from telegram.request import BaseRequest, RequestData

from bot.delivery.outbox import ANY, Calls, Later, Limits, Rate

__all__ = [
    "AT_ONCE", "FAILURES", "INLINE", "LIMITS", "NEVER_SENT", "PHOTOS", "PLATFORM", "TEXT", "Closed", "Doubtful", "Missing",
    "Moved", "NoThread", "RawBot", "Rejected", "Transport", "Unchanged", "bot_of", "call", "inline_chat", "inline_id", "missing",
]  # fmt: skip

PLATFORM: Final = "telegram"
_API: Final = "https://api.telegram.org"
NEVER_SENT: Final = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)
"""Causes of an error after which the platform has certainly heard nothing."""
_JSON: Final = {"Content-Type": "application/json"}
_written: Final = json.JSONEncoder(ensure_ascii=False, check_circular=False).encode


class Transport(BaseRequest):
    """One pool of connections. ``connections``: so many calls at a time; ``seconds``: for connecting, and between two
    pieces of an answer (twice that while a file goes up); ``calls``: where they are counted."""

    def __init__(self, connections: int, seconds: float, calls: Calls) -> None:
        self._calls = calls
        self._connections, self._seconds = connections, seconds
        self._limits = {
            patience: aiohttp.ClientTimeout(connect=seconds, sock_read=patience * seconds) for patience in (1, 2)
        }
        self._session: aiohttp.ClientSession | None = None
        self._proxies: dict[str, str | None] = {}

    @property
    def read_timeout(self) -> float | None:
        """Seconds that an answer may take where a call names none."""
        return self._seconds

    async def initialize(self) -> None:
        """Open the pool, unless it is open."""
        if self._session is None or self._session.closed:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(limit=self._connections),
                headers={"User-Agent": self.USER_AGENT},
                cookie_jar=aiohttp.DummyCookieJar(),
            )

    async def shutdown(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | dict[str, Any] | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Make one call; returns the status and the body. ``TimedOut`` or ``NetworkError`` if no answer came."""
        if self._session is None or self._session.closed:
            raise RuntimeError("the pool is not open")
        data, headers, patience = _body(request_data)
        limits = self._limits[patience]
        if not isinstance(read_timeout, DefaultValue):  # the call names its own; ``None``: for ever
            limits = aiohttp.ClientTimeout(connect=self._seconds, sock_read=read_timeout)
        status, told = 0, b""
        try:
            async with self._session.request(
                method, url, data=data, headers=headers, timeout=limits, proxy=self._proxy(url)
            ) as answer:
                status, told = answer.status, await answer.read()
                return status, told
        except TimeoutError as error:
            raise TimedOut from error
        except aiohttp.ClientError as error:
            raise NetworkError(type(error).__name__) from error
        finally:
            method = url.rpartition("/")[2]
            self._calls[method, str(status)] += 1
            if status >= 400:
                self._calls.refused(method, status, told)

    def _proxy(self, url: str) -> str | None:
        """The proxy that the host's environment names for this server: the client itself would look it up anew, in
        threads, for every call."""
        server = url[: url.find("/", 8)]  # after ``https://``
        if server not in self._proxies:
            parts = urlsplit(server)
            self._proxies[server] = None if proxy_bypass(parts.hostname or "") else getproxies().get(parts.scheme)
        return self._proxies[server]


def _body(request_data: RequestData | dict[str, Any] | None) -> tuple[Any, dict[str, str], int]:
    """Return what is sent, its headers, and how many times the usual patience it needs."""
    if request_data is None:
        return None, {}, 1
    if isinstance(request_data, dict):
        return _written(request_data).encode(), _JSON, 1
    files = request_data.multipart_data
    if not files:
        return _written(request_data.parameters).encode(), _JSON, 1
    form = aiohttp.FormData(request_data.json_parameters)
    for name, (filename, content, kind) in files.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form, {}, 2


LIMITS: Final = Limits(
    PLATFORM,
    everywhere=Rate(29, 1.02),
    chat=Rate(1, 1.02),
    group=Rate(20, 61.0),
    is_group=lambda lane: isinstance(lane, int) and lane < 0,
    group_easy=6,
    group_gap=3.5,
    at_once=60,
    follow_seconds=1.0,
)


# The ids of all chats are above. Below are inline messages, which stand where the bot is no member: each is a chat of its own.
INLINE: Final = -(1 << 63)
_INLINE_SIGN: Final = b"\1inline:"


def inline_chat(message: str) -> int:
    """The id, as of a chat, of an inline message with this id."""
    return -int.from_bytes(_INLINE_SIGN + message.encode())


def inline_id(chat: int) -> str:
    """The platform's id of the inline message that is this chat."""
    return (-chat).to_bytes((chat.bit_length() + 7) // 8).removeprefix(_INLINE_SIGN).decode()


_UPDATES: Final = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER]
AT_ONCE: Final = 100  # Most updates that the platform gives at once


class RawBot(Bot):
    """The library's bot, which can also give updates as they came, and make calls of plain values."""

    @property
    def updates(self) -> list[str]:
        """The kinds of updates that are listened for; those of the inline mode only where it is switched on."""
        return [
            *_UPDATES,
            *((Update.INLINE_QUERY, Update.CHOSEN_INLINE_RESULT) if self.supports_inline_queries else ()),
        ]

    async def fetch(self, offset: int | None, seconds: int) -> list[Any]:
        """Ask for updates from ``offset`` on (and confirm all before it); wait up to ``seconds`` for the first. They are
        given as they came: the library reads all of them or none."""
        data = {"timeout": seconds, "offset": offset, "limit": AT_ONCE, "allowed_updates": self.updates}
        patience = (self._request[0].read_timeout or 0) + seconds
        return cast("list[Any]", await self._post("getUpdates", data, read_timeout=patience))

    async def ask(self, method: str, **parameters: Any) -> Any:
        """Make a call of plain values, without those that are ``None``; returns the platform's plain answer. Raises what
        the library's own methods raise; it hands on to ``Transport`` what it is given, and to no other."""
        given: Any = {name: value for name, value in parameters.items() if value is not None}
        return await self.request.post(f"{self.base_url}/{method}", given)


def bot_of(token: str, root: str, transport: Callable[[int], Transport]) -> RawBot:
    """The library's bot. ``root``: of another server of the Bot API; ``transport``: makes a pool of so many connections."""
    os.environ.setdefault("PTB_TIMEDELTA", "true")  # the library warns about its older way of giving durations
    root = root.rstrip("/") or _API
    return RawBot(
        token,
        base_url=f"{root}/bot",
        base_file_url=f"{root}/file/bot",
        request=transport(64),
        get_updates_request=transport(2),
    )


T = TypeVar("T")


class Closed(Exception):
    """This chat does not want the bot (any more): blocked, never started, thrown out."""


class Moved(Exception):
    """The group is a supergroup now, with another id."""

    def __init__(self, chat: int) -> None:
        super().__init__()
        self.chat = chat


class Rejected(Exception):
    """The platform cannot do this: the message, the topic or the chat is not there."""


class Missing(Rejected):
    """The message is not there any more."""


class NoThread(Missing):
    """The topic is not there any more, or closed to us."""


class Unchanged(Exception):
    """An edit that would change nothing."""


class Doubtful(Exception):
    """No answer came: it may have happened, or not."""


FAILURES: Final = (Later, Closed, Moved, Rejected, Unchanged, Doubtful)  # All that ``call`` may raise


async def call(make: Callable[[], Awaitable[T]]) -> T:
    """Make the call. ``Later`` if it certainly did not happen and may be tried again."""
    try:
        return await make()
    except RetryAfter as error:
        wait = error.retry_after
        seconds = wait.total_seconds() if isinstance(wait, timedelta) else float(wait)
        raise Later(seconds, kind=ANY) from None
    except Forbidden:
        raise Closed from None
    except ChatMigrated as error:
        raise Moved(error.new_chat_id) from None
    except BadRequest as error:
        # The library has one class for every 400. Should this text change, a message is posted anew, and nothing is lost.
        said = error.message.lower()
        if "thread not found" in said or "topic_closed" in said or "topic_deleted" in said:
            raise NoThread from None
        raise (Unchanged if "not modified" in said else Missing if "not found" in said else Rejected) from None
    except NetworkError as error:
        # An answer with a 5xx status has no cause from the transport (or one that its body is no JSON): not done.
        if error.__cause__ is None or isinstance(error.__cause__, (*NEVER_SENT, TelegramError)):
            raise Later from None
        raise Doubtful from None
    except TelegramError:
        raise Later from None


TEXT: Final = "send_text"
PHOTOS: Final = "send_photos"


async def missing(bot: Bot, chat: int) -> tuple[str, ...]:
    """What is needed to show a table in this group and is not allowed. Raises as ``call`` does."""
    member = await call(lambda: bot.get_chat_member(chat, bot.id))
    if member.status in (ChatMemberStatus.ADMINISTRATOR, ChatMemberStatus.OWNER):
        return ()
    if isinstance(member, ChatMemberRestricted):
        text, photos = member.can_send_messages, member.can_send_photos
    else:
        allowed = (await call(lambda: bot.get_chat(chat))).permissions
        text = allowed is None or allowed.can_send_messages is not False
        photos = allowed is None or allowed.can_send_photos is not False
    return tuple(name for name, may in ((TEXT, text), (PHOTOS, photos)) if not may)
