"""Where updates come from: fetched by polling, or handed in through a webhook that is looked after. Neither gives up.

A fetched update is confirmed to the platform when its effect is stored, not before: what was under way when the program
died comes again at the next start.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import timedelta
from typing import Any, Final

import structlog
from telegram import Bot
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.frontends.telegram.incoming.intake import Intake, NoUpdate
from bot.frontends.telegram.outgoing.api import ALLOWED_UPDATES, AT_ONCE, RawBot
from bot.session.port.protocols import Clock
from bot.session.port.workers import Leases

__all__ = ["Polling", "UpdateSource", "Webhook"]

POLL_SECONDS: Final = 20
"""So long the platform keeps a request for updates when it has none."""
GLANCE_SECONDS: Final = 0.1
"""While something is under way, the next request waits so long for it."""
STUCK_SECONDS: Final = 1.0
"""A full hundred does not wait longer than this for those in it that take their time (as long as they are few)."""
LOOK_SECONDS: Final = 60.0
"""So often the webhook is looked after."""
POLLING: Final = "telegram:polling"
"""The lease of the one worker that fetches."""
TURN_SECONDS: Final = 1.0
"""So often a worker looks whether it is its turn to fetch."""
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 30.0
_LONGEST_REFUSED: Final = 300.0
"""Seconds between attempts while the platform cannot be reached, and while it refuses us."""
_log = structlog.get_logger(__name__)


class NotDelivered(Exception):
    """The platform says that it cannot reach the webhook."""


_ADVICE: Final[dict[type[Exception], str]] = {
    InvalidToken: "Telegram does not accept TELEGRAM_TOKEN (any more): set the bot's present token and restart",
    Conflict: "another program fetches this bot's updates: stop it, or give this one a bot of its own",
    NotDelivered: "Telegram cannot reach TELEGRAM_WEBHOOK_URL: see to the address, its certificate and the proxy",
}
_REFUSALS: Final = tuple(_ADVICE)


class UpdateSource:
    """Repeats the step that brings updates, until cancelled. A step that fails is repeated after growing pauses; meanwhile
    ``up`` is not set, and the log says once what is the matter and what the host can do.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.up = asyncio.Event()
        """Set while updates can come in."""
        self._said = ""

    async def reach(self, step: Callable[[], Awaitable[None]]) -> None:
        """Repeat a step until it succeeds once."""
        failures = 0
        while (error := await self._try(step)) is not None:
            failures += 1
            await self._lost(error, failures)

    async def keep(self, step: Callable[[], Awaitable[None]]) -> None:
        """Repeat a step until cancelled."""
        failures = 0
        while True:
            error = await self._try(step)
            if error is None:
                failures = 0
                self.found()
            else:
                failures += 1
                await self._lost(error, failures)

    @staticmethod
    async def _try(step: Callable[[], Awaitable[None]]) -> Exception | None:
        try:
            await step()
        except Exception as error:
            return error
        return None

    def found(self) -> None:
        """Note that updates can come in."""
        if self._said:
            _log.info("telegram.hears_again")
        self._said = ""
        self.up.set()

    async def _lost(self, error: Exception, failures: int) -> None:
        """Say it once, and wait. One lost connection is no news: they happen."""
        kind = type(error)
        refused = isinstance(error, _REFUSALS)
        if refused or failures > 1:
            self.up.clear()
            if self._said != kind.__name__:
                self._said = kind.__name__
                say = _log.error if refused else _log.warning
                say("telegram.hears_nothing", error=kind.__name__, advice=_ADVICE.get(kind, "it is tried again"))
        longest = _LONGEST_REFUSED if refused else _LONGEST_PAUSE
        pause = min(longest, _FIRST_PAUSE * 2.0 ** min(failures - 1, 20))
        if isinstance(error, RetryAfter):
            asked = error.retry_after
            seconds = asked.total_seconds() if isinstance(asked, timedelta) else float(asked)
            pause = min(_LONGEST_REFUSED, max(pause, seconds))
        await self._clock.sleep(pause)


class Polling:
    """Fetches updates. The offset that the platform is told is the lowest number whose update is not handled yet.

    ``leases``: only who holds ``POLLING`` fetches; another worker begins when that ends.
    """

    def __init__(self, bot: RawBot, intake: Intake, clock: Clock, leases: Leases) -> None:
        self._leases = leases
        self._bot = bot
        self._intake = intake
        self._clock = clock
        self._next: int | None = None
        """One above the newest update that was fetched; None if there is nothing to confirm. The platform may begin anew
        with any number after a week without updates, so an old one is not kept."""
        self._stuck: set[int] = set()
        self._begun = False
        self._proven = False
        self._caught_up = False

    async def step(self) -> None:
        """Fetch once, and give what has come a moment to be handled; or wait a moment while another worker fetches."""
        if not await self._leases.take(POLLING):
            self._begin_anew()
            await self._clock.sleep(TURN_SECONDS)
            return
        try:
            await self._fetch()
        except Exception:
            self._begin_anew()  # the next request does not wait, so that we know soon how things are
            raise

    async def finish(self) -> None:
        """Tell the platform what has been handled, which need not come again, and let another worker fetch."""
        offset = self._offset()
        if offset is not None and self._leases.sure(POLLING):
            with suppress(TelegramError):
                await self._bot.fetch(offset, 0)
        await self._leases.release(POLLING)

    def _begin_anew(self) -> None:
        self._proven = self._caught_up = False
        if not self._leases.sure(POLLING):
            self._next = None  # another worker has gone on from there

    async def _fetch(self) -> None:
        if not self._begun:
            await self._bot.delete_webhook()
            self._begun = True
        offset = self._offset()
        waits = self._proven and not self._waiting()
        found = await self._bot.fetch(offset, POLL_SECONDS if waits else 0)
        if not self._leases.sure(POLLING):
            return  # we were held up for so long that another worker fetches; it gets all of these as well
        self._proven = True
        if not found and offset == self._next:
            self._next = None
        news = self._take(found)
        self._caught_up = self._caught_up or len(found) < AT_ONCE
        if not news and len(found) >= AT_ONCE:
            self._leave_behind()
        if self._waiting():
            await asyncio.wait(self._intake.under_way(), timeout=GLANCE_SECONDS)

    def _take(self, found: list[Any]) -> bool:
        """Hand on what has come; tell whether anything of it was new."""
        news = False
        for raw in found:
            try:
                number = int(raw["update_id"])
                news = news or not self._intake.knows(number)
                self._intake.take(raw, kept=not self._caught_up)
            except (NoUpdate, KeyError, TypeError, ValueError):
                _log.warning("telegram.update.without_number")
                continue
            self._next = max(self._next or 0, number + 1)
        return news

    def _waiting(self) -> list[int]:
        """Return the numbers of updates that are not handled and not left behind."""
        unfinished = self._intake.unfinished()
        self._stuck.intersection_update(unfinished)
        return [number for number in unfinished if number not in self._stuck]

    def _offset(self) -> int | None:
        return min(self._waiting(), default=self._next)

    def _leave_behind(self) -> None:
        """Stop counting updates that take very long against those that may be unconfirmed: Telegram hides everything
        that comes after a hundred of them. They are still carried out.
        """
        late = self._intake.unfinished(self._clock.monotonic() - STUCK_SECONDS)
        if late and len(late) <= AT_ONCE and not self._stuck.issuperset(late):
            _log.warning("telegram.update.slow", updates=len(late))
            self._stuck.update(late)


class Webhook:
    """Sets the webhook, and sets it again should somebody have taken it away."""

    def __init__(self, bot: Bot, clock: Clock, url: str, secret: str) -> None:
        self._bot = bot
        self._clock = clock
        self._url = url
        self._secret = secret
        self._is_set = False

    async def step(self) -> None:
        """Set it, or after a while look whether it is still there and reached."""
        if not self._is_set:
            await self._bot.set_webhook(
                self._url, secret_token=self._secret or None, allowed_updates=ALLOWED_UPDATES, max_connections=40
            )
            self._is_set = True
            return
        await self._clock.sleep(LOOK_SECONDS)
        found = await self._bot.get_webhook_info()
        if found.url != self._url:
            self._is_set = False
            _log.warning("telegram.webhook.taken_away")
        elif found.pending_update_count and found.last_error_date is not None:
            age = self._clock.now() - found.last_error_date.timestamp()
            if age < 2 * LOOK_SECONDS:
                raise NotDelivered
