"""The Telegram frontend: the library's application, the outbox, and the port of the session."""

import asyncio
import contextlib
import hmac
import logging
from collections.abc import Coroutine, Mapping
from typing import Any, Final

import structlog
from telegram.error import InvalidToken, TelegramError

from bot.delivery.messenger import ChatFrontend
from bot.delivery.outbox import Calls, Outbox, Pace
from bot.frontends.telegram.incoming.intake import Intake, NoUpdate, Polling, UpdateSource, Webhook
from bot.frontends.telegram.incoming.menu import announce
from bot.frontends.telegram.incoming.translation import Origins, Translator
from bot.frontends.telegram.outgoing.api import LIMITS, PLATFORM, RawBot, Transport, bot_of
from bot.frontends.telegram.outgoing.sender import Sender
from bot.frontends.telegram.outgoing.wire import Patience, Wire
from bot.session.port.commands import ChatRef, Elsewhere, UserRef
from bot.session.port.page import PagePlace
from bot.session.port.protocols import Allowance, Alone, Carrier, Clock, Leases, Manager, Meter, NoMeter, TokenRefused

__all__ = ["NoUpdate", "TelegramFrontend", "TokenRefused"]

FINISH_SECONDS: Final = 1.5
"""When stopping, so long is given to what has been begun; what is broken off then comes again at the next start."""
FLUSH_SECONDS: Final = 1.0
"""When stopping, so long is given to what may leave at once, and to the platform's last answer."""
FEED_SECONDS: Final = 20.0
KEPT_SECONDS: Final = 30.0
"""After the start of a webhook, so long what comes may have been kept by the platform while nobody listened."""
_log = structlog.get_logger(__name__)


class TelegramFrontend(ChatFrontend):
    """One bot on Telegram.

    ``base_url``: root of another server of the Bot API (``""``: Telegram's own). With ``webhook_url`` updates are not
    fetched: whoever receives them there hands them to ``feed``. ``pace``: factor on the published rates. ``meter``:
    counts what could not be read and who was too fast. ``timeout``: seconds for one call; ``page``: where people reach
    the page; ``doubt_seconds``: pause before a post is repeated whose answer never came. ``leases``, ``carrier``: where
    there are other workers: one of them listens, and what concerns another's table is carried on; ``allowance``: what
    all may send."""

    platform = PLATFORM
    needs_start = True  # Nobody can be written to before they pressed Start

    def __init__(
        self,
        token: str,
        *,
        clock: Clock,
        base_url: str = "",
        webhook_url: str = "",
        webhook_secret: str = "",
        pace: float = 1.0,
        timeout: float = 10.0,
        doubt_seconds: float = 10.0,
        meter: Meter | None = None,
        page: PagePlace | None = None,
        leases: Leases | None = None,
        carrier: Carrier | None = None,
        allowance: Allowance | None = None,
    ) -> None:
        self._leases, self._carrier = leases or Alone(), carrier
        self._webhook_url = webhook_url
        self._webhook_secret = webhook_secret
        self._clock = clock
        self._outbox = Outbox(Pace(LIMITS, pace), clock, allowance)
        calls = Calls()
        self._bot = bot_of(token, base_url, lambda connections: Transport(connections, timeout, calls))
        self._wire = Wire(clock, page)
        self._sender = Sender(self._outbox, clock, doubt_seconds, Patience(pace), self._wire)
        super().__init__(self._sender, calls)
        self._origins = Origins(clock)
        self._meter = meter or NoMeter()
        self._incoming: Translator | None = None
        self._intake: Intake | None = None
        self._fetching: Polling | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._source = UpdateSource(clock)
        self._listens_from = 0.0
        self._broken = False
        self._stopping = False

    # --- the port
    def look_for(self, user: UserRef, chat: ChatRef, group: str) -> None:
        if self._incoming is not None:
            self._incoming.look_for(user, chat)

    # --- life
    @property
    def connected(self) -> bool:
        """Whether updates can come in."""
        return self._source.up.is_set() and not self._broken and not self._stopping

    async def wait_connected(self) -> None:
        await self._source.up.wait()

    async def start(self, manager: Manager) -> None:
        """Connect. ``TokenRefused`` if Telegram says so at once; where it cannot be reached, go on trying."""
        # The libraries' own logs stay at warnings: they quote addresses, and these hold the bot's token.
        logging.getLogger("telegram").setLevel(logging.WARNING)
        bot = self._bot
        self._incoming = Translator(self._sender, manager, self._origins, self.is_for)
        self._intake = Intake(bot, self._incoming, self._clock, self._meter, self._carrier)
        try:
            await bot.initialize()
        except InvalidToken:
            await bot.shutdown()
            raise TokenRefused("TELEGRAM_TOKEN: Telegram does not know this token") from None
        except TelegramError as error:
            _log.warning("telegram.unreachable", error=type(error).__name__)
        self._own(self._hear(bot, self._intake, manager), "telegram hearing")

    async def stop(self) -> None:
        """Take no more updates, finish those under way, send what may leave at once, and close."""
        self._stopping = True
        if self._intake is None or self._incoming is None:
            return
        self._intake.stop()
        await self._end("telegram hearing")
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FINISH_SECONDS):
                await self._intake.finish()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(FLUSH_SECONDS):
                if self._fetching is not None and self._source.up.is_set():
                    await self._fetching.finish()
                await self._incoming.close()
                if self._wire.connected:
                    await self._outbox.drained()
        await self._intake.close()
        self._sender.close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await self._bot.shutdown()

    # --- the webhook
    def knows(self, secret: str | None) -> bool:
        """Whether this is the secret that Telegram sends with each update: ask before anything else is looked at."""
        ours = self._webhook_secret
        return bool(ours) and hmac.compare_digest((secret or "").encode(), ours.encode())

    async def feed(self, payload: object) -> None:
        """Take one update from the webhook. Returns when its effect is durable, so that an update lost in a crash is
        delivered again. ``NoUpdate``: it is none. ``ConnectionError``, ``TimeoutError``: not now."""
        if self._intake is None or not self._wire.connected or self._stopping:
            raise ConnectionError("the Telegram frontend is not ready")
        kept = self._clock.monotonic() < self._listens_from + KEPT_SECONDS
        done = self._intake.take(payload, kept=kept)
        async with asyncio.timeout(FEED_SECONDS):
            try:
                handled = await asyncio.shield(done)
            except Elsewhere as elsewhere:  # brought here by another worker at the same time, and the table has gone
                raise ConnectionError("another worker has the table") from elsewhere
            if not handled:
                raise ConnectionError("the Telegram frontend is stopping")

    # --- other workers
    async def take_carried(self, raw: Mapping[str, Any]) -> bool:
        """Handle an update that another worker heard and brought here; whether it was handled. ``Elsewhere``: its table
        is not ours either."""
        if self._intake is None or not self._wire.connected or self._stopping:
            return False
        try:
            return await asyncio.shield(self._intake.take(raw, carried=True))
        except NoUpdate:
            return False

    # --- inside
    def _own(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Start a task that ``stop`` ends. Should one break, the host hears of it, and ``connected`` is no more."""
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(self._ended)
        self._tasks.append(task)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task in self._tasks:
            self._tasks.remove(task)
        if task.cancelled() or task.exception() is None:
            return
        self._broken = True
        _log.critical("telegram.broken", task=task.get_name(), error=type(task.exception()).__name__)

    async def _end(self, name: str) -> None:
        ending = [task for task in self._tasks if task.get_name() == name]
        for task in ending:
            task.cancel()
        await asyncio.gather(*ending, return_exceptions=True)

    async def _hear(self, bot: RawBot, intake: Intake, manager: Manager) -> None:
        """Retry until the platform is reached; then send and receive, until cancelled."""
        await self._source.reach(bot.initialize)
        self._wire.connect(bot, manager)
        self._listens_from = self._clock.monotonic()
        self._outbox.open()
        self._own(self._outbox.run(), "telegram outbox")
        self._own(announce(bot, self._wire.page), "telegram menu")
        if self._webhook_url:
            step = Webhook(bot, self._clock, self._webhook_url, self._webhook_secret).step
        else:
            self._fetching = Polling(bot, intake, self._clock, self._leases)
            step = self._fetching.step
        await self._source.reach(step)
        self._source.found()
        _log.info("telegram.connected", bot=bot.username, webhook=bool(self._webhook_url))
        self._own(self._source.keep(step), "telegram hearing")
