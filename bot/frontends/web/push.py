"""Web Push: a turn is told to browsers whose page is closed (RFC 8030), so that only they can read it (RFC 8291) and know
that it comes from this house (RFC 8292).

It says that it is one's turn, and at which table: nothing of a hand, a play or a result. What somebody has asked not to hear, or
not at this hour, the session does not let ring in the first place."""

import asyncio
import ipaddress
import json
import re
import socket
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping
from typing import Final
from urllib.parse import urlsplit

import aiohttp
import http_ece
import structlog
from aiohttp.abc import AbstractResolver, ResolveResult
from cryptography.exceptions import InvalidKey, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, EllipticCurvePublicKey, generate_private_key
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from bot.frontends.web.visitors import PLATFORM, key_at
from bot.present import render
from bot.present.screens.elements import game_title
from bot.present.words.text import say
from bot.session.port.commands import UserRef
from bot.session.port.page import Doorbell, Doorbells
from bot.session.port.protocols import Clock
from bot.session.port.updates import Notice, PrivateUpdate

__all__ = ["Push"]

log = structlog.get_logger("web")

_PAUSES: Final = (
    5.0,
    30.0,
    300.0,
    1800.0,
)  # Between attempts, where a push service does not answer or has too much to do
_DAY: Final = 86_400.0
_LEAST: Final = 60.0  # Seconds for which a push service keeps what cannot be told yet
_PATIENCE: Final = 10.0
_SECRET: Final = re.compile(r"[\w-]{22}={0,2}")
_ASKING: Final = frozenset({"turn", "hurry"})
_DIGESTS: Final = frozenset({"holiday_over_turns", "turns_after_quiet", "turns_digest"})
"""Sentences that tell somebody of turns at an hour of their day."""


class Push:
    """Tells browsers. ``contact``: the address of the page, for whoever runs a push service; ``anywhere``: its own machine and
    network may run one, as in tests."""

    def __init__(self, bells: Doorbells, clock: Clock, contact: str, *, anywhere: bool = False) -> None:
        self._bells, self._clock, self._contact, self._anywhere = bells, clock, contact, anywhere
        self._own: Vapid02 | None = None
        self._http: aiohttp.ClientSession | None = None
        self.under_way: dict[tuple[UserRef, int | None], asyncio.Task[None]] = {}

    async def stop(self) -> None:
        """Tell nothing more; who comes to the page sees it all there."""
        for task in self.under_way.values():
            task.cancel()
        if self._http is not None:
            await self._http.close()

    # -- browsers
    async def public_key(self) -> str:
        """The key that a browser lets ring."""
        public: EllipticCurvePublicKey = (await self._key()).public_key
        point = public.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return urlsafe_b64encode(point).rstrip(b"=").decode()

    async def _key(self) -> Vapid02:
        """This house's own, made when it is wanted first and kept in the store, so that all workers have it."""
        if self._own is None:
            new = Vapid02()
            new.generate_keys()
            self._own = Vapid02.from_pem((await self._bells.key(new.private_pem().decode())).encode())
        return self._own

    async def hang(self, account: UserRef, bell: Doorbell) -> bool:
        """Tell this browser from now on; ``False`` if what it says of itself cannot be true."""
        if not (self._is_address(bell.endpoint) and _is_key(bell.p256dh) and _SECRET.fullmatch(bell.auth)):
            return False
        await self._bells.hang(account, bell)
        return True

    def _is_address(self, endpoint: str) -> bool:
        """Whether a push service may be there: somebody could name an address at which only this machine can ask."""
        try:
            parts = urlsplit(endpoint)
            port = parts.port
        except ValueError:
            return False
        named = "." in (parts.hostname or "") and re.search(r"[a-z]$", parts.hostname or "") is not None
        return self._anywhere or (parts.scheme == "https" and port in (None, 443) and named)

    # -- what rings
    def show_hand(self, update: PrivateUpdate, *, is_open: bool) -> None:
        """Tell somebody of what is to ring, if they may not have the page before them: at a slow table always, as the browser
        knows best; at any other if no window of theirs is open here (``is_open``)."""
        if update.user.platform != PLATFORM:
            return  # their chat tells them
        mine = update.panel is not None and update.panel.my_turn
        waiting = self.under_way.get((update.user, update.table.id))
        if not mine and waiting is not None and waiting.get_name() in _ASKING:
            self._cancel(update.user, update.table.id)  # they have answered already
        if not (update.alert or update.reminder) or update.post.quiet or (is_open and not update.table.slow):
            return
        what = "hurry" if update.reminder else "turn" if mine else "over" if update.play.result else "dealt"
        place = f"{game_title(update.table.game, update.language)} · #{update.table.id}"
        self._ring(
            update.user,
            update.table.id,
            what,
            say(update.language, f"web.push.{what}"),
            place,
            f"/#/t/{key_at(update.place.chat, update.table.id)}",
            max(_LEAST, float(_DAY if update.seconds_left is None else update.seconds_left)),
        )

    def tell(self, user: UserRef, notice: Notice, language: str) -> None:
        """Tell somebody where it is their turn, at the hour that they have chosen."""
        if user.platform == PLATFORM and notice.code in _DIGESTS and not notice.quiet:
            self._ring(user, None, "digest", "Paiju 牌局", render.toast(notice, language), "/", _DAY / 2)

    def _ring(
        self, user: UserRef, table: int | None, what: str, title: str, text: str, address: str, seconds: float
    ) -> None:
        """Begin to tell; what was to be told of the same table before is older."""
        self._cancel(user, table)
        tag = f"paiju-{table or 'day'}"
        said = {"title": title, "body": text, "url": address, "tag": tag}
        task = asyncio.create_task(self._tell_all(user, said, seconds), name=what)
        self.under_way[user, table] = task
        task.add_done_callback(lambda done: self._forget((user, table), done))

    def _cancel(self, user: UserRef, table: int | None) -> None:
        if task := self.under_way.pop((user, table), None):
            task.cancel()

    def _forget(self, key: tuple[UserRef, int | None], done: asyncio.Task[None]) -> None:
        if self.under_way.get(key) is done:
            del self.under_way[key]
        if not done.cancelled() and (error := done.exception()) is not None:
            log.error("a push was not sent", error=type(error).__name__)

    async def _tell_all(self, user: UserRef, said: Mapping[str, str], seconds: float) -> None:
        until = self._clock.monotonic() + seconds
        bells = await self._bells.of(user)
        await asyncio.gather(*(self._tell(bell, said, until) for bell in bells))

    async def _tell(self, bell: Doorbell, said: Mapping[str, str], until: float) -> None:
        """Hand it to the push service of a browser, again and again until it is too late for it to be of use."""
        for pause in (*_PAUSES, None):
            left = until - self._clock.monotonic()
            status, wait = await self._post(bell, said, max(_LEAST, left))
            if status in (404, 410):  # the person has switched it off there
                await self._bells.remove(bell.endpoint)
            elif pause is not None and (status in (0, 429) or status >= 500) and max(wait, pause) < left:
                await self._clock.sleep(max(wait, pause))
                continue
            elif status >= 300 or not status:
                log.warning("a push service refused", service=urlsplit(bell.endpoint).hostname, status=status)
            return

    async def _post(self, bell: Doorbell, said: Mapping[str, str], seconds: float) -> tuple[int, float]:
        """Ask once: the status, 0 without any, and the seconds to wait that were named."""
        place = urlsplit(bell.endpoint)
        claims = {
            "sub": self._contact,
            "aud": f"{place.scheme}://{place.netloc}",
            "exp": int(self._clock.now() + _DAY / 2),
        }
        headers = {
            **(await self._key()).sign(claims),
            "TTL": str(round(seconds)),
            "Urgency": "high",
            # Of what a device has not heard yet the newest is enough; the name is to be base64, of a whole length.
            "Topic": said["tag"].ljust(16, "-"),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        body = http_ece.encrypt(
            json.dumps(said, ensure_ascii=False).encode(),
            private_key=generate_private_key(SECP256R1()),
            dh=_bytes(bell.p256dh),
            auth_secret=_bytes(bell.auth),
        )
        try:
            answering = self._session().post(bell.endpoint, data=body, headers=headers, allow_redirects=False)
            async with answering as answer:
                after = answer.headers.get("Retry-After", "")
                return answer.status, float(after) if after.isdecimal() else 0.0
        except (aiohttp.ClientError, TimeoutError, OSError):
            return 0, 0.0

    def _session(self) -> aiohttp.ClientSession:
        if self._http is None:
            connector = aiohttp.TCPConnector(resolver=None if self._anywhere else _Outside())
            self._http = aiohttp.ClientSession(connector=connector, timeout=aiohttp.ClientTimeout(total=_PATIENCE))
        return self._http


class _Outside(AbstractResolver):
    """Finds machines on the open internet alone: no name leads into our own network."""

    def __init__(self) -> None:
        self._plain = aiohttp.ThreadedResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        found = await self._plain.resolve(host, port, family)
        outside = [one for one in found if ipaddress.ip_address(one["host"].partition("%")[0]).is_global]
        if not outside:
            raise OSError("not on the open internet")
        return outside

    async def close(self) -> None:
        await self._plain.close()


def _bytes(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _is_key(text: str) -> bool:
    """Whether this is a point of the curve."""
    try:
        EllipticCurvePublicKey.from_encoded_point(SECP256R1(), _bytes(text))
    except (ValueError, InvalidKey, UnsupportedAlgorithm):
        return False
    return True
