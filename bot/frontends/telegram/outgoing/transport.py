"""HTTP for the library, by aiohttp: a call costs a third of what it does with the library's own client.

The server and Discord's library use aiohttp anyway. Messages of errors name their class alone: addresses hold the bot's token.
"""

from __future__ import annotations

import json
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

__all__ = ["NEVER_SENT", "Transport"]

NEVER_SENT: Final = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)
"""Causes of an error after which the platform has certainly heard nothing."""
_JSON: Final = {"Content-Type": "application/json"}


class Transport(BaseRequest):
    """One pool of connections. ``connections``: so many calls at a time; ``seconds``: for connecting, and between two
    pieces of an answer (twice that while a file goes up)."""

    def __init__(self, connections: int, seconds: float) -> None:
        self._connections, self._seconds = connections, seconds
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
        """Close the pool."""
        if self._session is not None:
            await self._session.close()

    async def do_request(
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Any = BaseRequest.DEFAULT_NONE,
        write_timeout: Any = BaseRequest.DEFAULT_NONE,
        connect_timeout: Any = BaseRequest.DEFAULT_NONE,
        pool_timeout: Any = BaseRequest.DEFAULT_NONE,
    ) -> tuple[int, bytes]:
        """Make one call; returns the status and the body. ``TimedOut`` or ``NetworkError`` if no answer came."""
        if self._session is None or self._session.closed:
            raise RuntimeError("the pool is not open")
        data, headers, patience = _body(request_data)
        limits = aiohttp.ClientTimeout(
            connect=_given(connect_timeout, self._seconds), sock_read=_given(read_timeout, patience * self._seconds)
        )
        try:
            async with self._session.request(
                method, url, data=data, headers=headers, timeout=limits, proxy=self._proxy(url)
            ) as answer:
                return answer.status, await answer.read()
        except TimeoutError as error:
            raise TimedOut from error
        except aiohttp.ClientError as error:
            raise NetworkError(type(error).__name__) from error

    def _proxy(self, url: str) -> str | None:
        """Return the proxy that the host's environment names for this server: the client itself would look it up anew, in
        threads, for every call."""
        parts = urlsplit(url)
        host = parts.hostname or ""
        if host not in self._proxies:
            self._proxies[host] = None if proxy_bypass(host) else getproxies().get(parts.scheme)
        return self._proxies[host]


def _given(seconds: Any, usual: float) -> float | None:
    """Return the seconds that a call names (``None``: for ever), the usual ones where it leaves them to us."""
    return seconds if seconds is None or isinstance(seconds, int | float) else usual


def _body(request_data: RequestData | None) -> tuple[Any, dict[str, str], int]:
    """Return what is sent, its headers, and how many times the usual patience it needs."""
    if request_data is None:
        return None, {}, 1
    files = request_data.multipart_data
    if not files:
        return json.dumps(request_data.parameters, ensure_ascii=False).encode(), _JSON, 1
    form = aiohttp.FormData(request_data.json_parameters)
    for name, (filename, content, kind) in files.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return form, {}, 2
