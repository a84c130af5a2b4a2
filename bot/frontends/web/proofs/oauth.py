"""Discord's proof: a code that the Activity was given, which Discord itself takes once and says whose it is."""

from __future__ import annotations

import json
import re
from typing import Any, Final

import aiohttp

from bot.frontends.web.proofs.hosts import ChatHosts
from bot.frontends.web.proofs.init_data import NoProof
from bot.session.port.origin import UserRef
from bot.session.port.page import Proof

__all__ = ["CodeExchange"]

_SECONDS: Final = 2.4
"""For both questions together: whoever waits is answered within three."""
_MOST_BYTES: Final = 64 * 1024
_CODE: Final = re.compile(r"[!-~]{1,512}")
_ID: Final = re.compile(r"[1-9][0-9]{4,24}")


class CodeExchange:
    """Asks Discord whose a code is."""

    def __init__(self, hosts: ChatHosts) -> None:
        self._hosts = hosts
        self._http = aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_SECONDS))

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
    body = await answer.content.read(_MOST_BYTES)
    try:
        found = json.loads(body) if answer.status == 200 else None
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise NoProof("refused")
    return found
