"""The exchange of codes (OAuth2): what an Activity gets from its person, and who that is."""

import base64
import binascii
import secrets
from typing import Any

from aiohttp import web

from . import payloads
from .world import Account, World

JSON = dict[str, Any]
WEEK = 604_800


class OAuth:
    """Codes are good once, for the application that they were given to; an access token says whose it is."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.secret = "simulated-client-secret"
        self.is_down = False  # Whether the exchange answers with an error of its own
        self._codes: dict[str, Account] = {}
        self._access: dict[str, Account] = {}

    def code(self, account: Account) -> str:
        """A code that this person has just agreed to."""
        code = secrets.token_urlsafe(22)
        self._codes[code] = account
        return code

    async def exchange(self, request: web.Request) -> web.Response:
        """`POST /oauth2/token`, as a form."""
        if self.is_down:
            return web.json_response({"message": "Service Unavailable"}, status=503)
        form = await request.post()
        if self._client(request, form) != (str(self._world.bot.id), self.secret):
            return web.json_response({"error": "invalid_client"}, status=401)
        if (
            request.content_type != "application/x-www-form-urlencoded"
            or form.get("grant_type") != "authorization_code"
        ):
            return web.json_response({"error": "unsupported_grant_type"}, status=400)
        account = self._codes.pop(str(form.get("code")), None)
        if account is None:
            answer = {"error": "invalid_grant", "error_description": 'Invalid "code" in request.'}
            return web.json_response(answer, status=400)
        token = secrets.token_urlsafe(22)
        self._access[token] = account
        given: JSON = {"token_type": "Bearer", "access_token": token, "expires_in": WEEK, "scope": "identify"}
        return web.json_response(given | {"refresh_token": secrets.token_urlsafe(22)})

    @staticmethod
    def _client(request: web.Request, form: Any) -> tuple[str, str]:
        """The application's id and secret, in the form or in the header."""
        kind, _, given = request.headers.get("Authorization", "").partition(" ")
        if kind == "Basic":
            try:
                name, _, secret = base64.b64decode(given).decode().partition(":")
            except (binascii.Error, UnicodeDecodeError):
                return "", ""
            return name, secret
        return str(form.get("client_id", "")), str(form.get("client_secret", ""))

    def whose(self, request: web.Request) -> JSON | None:
        """The person of an access token, as `GET /users/@me` tells; None without a good one."""
        account = self._access.get(request.headers.get("Authorization", "").removeprefix("Bearer "))
        return None if account is None else payloads.user(account) | {"mfa_enabled": False, "locale": "en-US"}
