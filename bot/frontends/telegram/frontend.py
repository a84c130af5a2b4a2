"""The Telegram frontend: the library's application, the outbox, and the port of the session."""

from __future__ import annotations

import asyncio
import contextlib
import hmac
import logging
import os
from collections.abc import Coroutine, Mapping
from typing import Any, Final

import structlog
from telegram import Update
from telegram.error import InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder, ContextTypes, TypeHandler
from telegram.request import HTTPXRequest

from bot.frontends.telegram.courier import PLATFORM, Courier
from bot.frontends.telegram.incoming import Incoming
from bot.frontends.telegram.menu import announce
from bot.frontends.telegram.origins import Origins
from bot.frontends.telegram.outbox import Outbox
from bot.frontends.telegram.pace import Pace, Patience
from bot.frontends.telegram.parcels import HandParcel, Saying, TableParcel
from bot.frontends.telegram.removal import Removal, remove_hand
from bot.present import render
from bot.session.commands import UserRef
from bot.session.ports import Clock, Delivered, Manager, PrivateTarget, StartRefused
from bot.session.updates import Notice, PrivateUpdate, PublicUpdate

__all__ = ["TelegramFrontend", "TokenRefused"]

ALLOWED_UPDATES: Final = [Update.MESSAGE, Update.CALLBACK_QUERY, Update.MY_CHAT_MEMBER]
AT_ONCE: Final = 256
"""Updates handled side by side."""
FLUSH_SECONDS: Final = 1.5
"""When stopping, so long is given to what may leave at once."""
FEED_SECONDS: Final = 20.0
SEAT_LOST: Final = frozenset({"you_were_kicked", "seat_kept", "sit_in_over"})
"""Notices to somebody who does not sit at that table now: the panel of the seat goes."""
_LONGEST_RETRY: Final = 30.0
_log = structlog.get_logger(__name__)
App = Application[Any, Any, Any, Any, Any, Any]


class TokenRefused(StartRefused):
    """Telegram does not know the token of TELEGRAM_TOKEN."""


class TelegramFrontend:
    """One bot on Telegram.

    ``base_url``: root of another server of the Bot API (``""``: Telegram's own). With ``webhook_url`` updates are not
    fetched: whoever receives them there hands them to ``feed``. ``pace``: factor on the published rates.
    ``timeout``: seconds for one call; ``doubt_seconds``: pause before a post is repeated whose answer never came.
    """

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
    ) -> None:
        self._token = token
        self._base_url = base_url.rstrip("/")
        self._webhook_url = webhook_url
        self._webhook_secret = webhook_secret
        self._clock = clock
        self._timeout = timeout
        self._outbox = Outbox(Pace(pace), clock)
        self._courier = Courier(self._outbox, clock, doubt_seconds, Patience(pace))
        self._origins = Origins(clock)
        self._incoming: Incoming | None = None
        self._app: App | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._connected = asyncio.Event()
        self._stopping = False

    # --- the port

    @property
    def platform(self) -> str:
        """``telegram``."""
        return PLATFORM

    @property
    def needs_start(self) -> bool:
        """Nobody can be written to before they pressed Start."""
        return True

    def show_table(self, update: PublicUpdate) -> None:
        """Queue the state of a table for its group."""
        asked_for = update.renew and update.message is None
        if update.view is None and update.table.state in ("over", "closed"):  # a round was cut off: no hand is left
            for shown in self._courier.take_hands(update.table.id):
                self._outbox.put(Removal(self._courier, shown.chat, shown.message))
        self._outbox.put(TableParcel(self._courier, update, renew=update.renew, afresh=asked_for))

    def show_hand(self, update: PrivateUpdate) -> None:
        """Queue the panel of one person."""
        self._outbox.put(HandParcel(self._courier, update, afresh=update.alert or update.reminder))

    def tell(self, user: UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        """Queue a sentence for one person."""
        screen = render.notice(notice, language)
        lost = notice.data.get("table") if notice.code in SEAT_LOST else None
        if isinstance(lost, int):
            remove_hand(self._courier, user, lost)
        self._outbox.put(
            Saying(
                self._courier,
                int(user.external),
                screen,
                closed=lambda: self._courier.closed_to_person(user, table),
                arrived=lambda ref: self._courier.report(Delivered(PrivateTarget(user), ref)),
                handicap=-5.0,
            )
        )

    # --- life

    @property
    def connected(self) -> bool:
        """Whether updates can come in."""
        return self._connected.is_set() and not self._stopping

    async def wait_connected(self) -> None:
        """Until updates can come in."""
        await self._connected.wait()

    @property
    def waiting(self) -> int:
        """How many messages wait in the outbox."""
        return self._outbox.waiting

    async def start(self, manager: Manager) -> None:
        """Connect. ``TokenRefused`` if Telegram says so at once; where it cannot be reached, go on trying."""
        _quiet_libraries()
        self._app = self._build()
        self._incoming = Incoming(self._courier, manager, self._origins)
        self._app.add_handler(TypeHandler(Update, self._on_update))
        self._app.add_error_handler(self._on_error)
        reached = await self._reach(self._app)
        self._own(self._connect(self._app, manager, reached), "telegram connect")

    async def stop(self) -> None:
        """Take no more updates, finish those under way, send what may leave at once, and close."""
        self._stopping = True
        app = self._app
        if app is None:
            return
        if self._incoming is not None:
            self._incoming.stop()
        if app.updater is not None and app.updater.running:
            with contextlib.suppress(TelegramError):
                await app.updater.stop()
        if app.running:
            await app.stop()
        if self._incoming is not None:
            await self._incoming.close()
        if self._connected.is_set():
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(FLUSH_SECONDS):
                    await self._outbox.drained()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._tasks.clear()
        await app.shutdown()
        self._app = None

    async def feed(self, payload: Mapping[str, Any], secret: str | None) -> bool:
        """Take one update from the webhook; False if the secret is wrong. Returns when its effect is durable, so that
        an update lost in a crash is delivered again."""
        if self._webhook_secret and not hmac.compare_digest((secret or "").encode(), self._webhook_secret.encode()):
            return False
        if self._app is None or self._incoming is None or self._stopping:
            raise ConnectionError("the Telegram frontend is not running")
        try:
            update = Update.de_json(dict(payload), self._app.bot)
        except (KeyError, TypeError, ValueError) as error:
            # It came with the secret: newer than the library, perhaps. Refusing it would only bring it back for ever.
            _log.warning("telegram.webhook.unreadable", error=type(error).__name__)
            return True
        async with asyncio.timeout(FEED_SECONDS):
            await self._app.process_update(update)
        if self._incoming.has_left(update.update_id):
            raise ConnectionError("the Telegram frontend is stopping")
        return True

    # --- inside

    def _own(self, work: Coroutine[Any, Any, None], name: str) -> None:
        """Start a task that ``stop`` ends. Should one break, the host hears of it, and ``connected`` is no more."""
        task = asyncio.create_task(work, name=name)
        task.add_done_callback(self._ended)
        self._tasks.append(task)

    def _ended(self, task: asyncio.Task[None]) -> None:
        if task.cancelled() or task.exception() is None:
            return
        self._connected.clear()
        _log.critical("telegram.broken", task=task.get_name(), error=type(task.exception()).__name__)

    def _build(self) -> App:
        os.environ.setdefault("PTB_TIMEDELTA", "true")  # the library warns about its older way of giving durations
        builder = ApplicationBuilder().token(self._token).job_queue(None).concurrent_updates(AT_ONCE)
        if self._base_url:
            builder = builder.base_url(f"{self._base_url}/bot").base_file_url(f"{self._base_url}/file/bot")
        builder = builder.request(self._request(64)).get_updates_request(self._request(2))
        return builder.build()

    def _request(self, connections: int) -> HTTPXRequest:
        seconds = self._timeout
        return HTTPXRequest(
            connection_pool_size=connections,
            read_timeout=seconds,
            write_timeout=seconds,
            connect_timeout=seconds,
            pool_timeout=seconds,
            media_write_timeout=2 * seconds,
        )

    async def _reach(self, app: App) -> bool:
        """Say hello to the platform; False if it cannot be reached now."""
        try:
            await app.initialize()
        except InvalidToken:
            await app.bot.shutdown()
            raise TokenRefused("TELEGRAM_TOKEN: Telegram does not know this token") from None
        except TelegramError as error:
            _log.warning("telegram.unreachable", error=type(error).__name__)
            return False
        return True

    async def _connect(self, app: App, manager: Manager, reached: bool) -> None:
        """Until the platform is reached; then send and receive."""
        pause = 1.0
        while not reached:
            await self._clock.sleep(pause)
            pause = min(_LONGEST_RETRY, pause * 2)
            reached = await self._reach(app)
        self._courier.connect(app.bot, manager)
        self._own(self._outbox.run(), "telegram outbox")
        self._own(announce(app.bot), "telegram menu")
        await app.start()
        if self._webhook_url:
            await self._set_webhook(app)
        elif app.updater is not None:
            await app.updater.start_polling(
                timeout=20, bootstrap_retries=-1, allowed_updates=ALLOWED_UPDATES, error_callback=_on_poll_error
            )
        self._connected.set()
        _log.info("telegram.connected", bot=app.bot.username, webhook=bool(self._webhook_url))

    async def _set_webhook(self, app: App) -> None:
        pause = 1.0
        while True:
            try:
                await app.bot.set_webhook(
                    self._webhook_url,
                    secret_token=self._webhook_secret or None,
                    allowed_updates=ALLOWED_UPDATES,
                    max_connections=40,
                )
            except TelegramError as error:
                _log.warning("telegram.webhook.not_set", error=type(error).__name__)
                await self._clock.sleep(pause)
                pause = min(_LONGEST_RETRY, pause * 2)
            else:
                return

    async def _on_update(self, update: Update, context: ContextTypes.DEFAULT_TYPE) -> None:
        assert self._incoming is not None
        await self._incoming.handle(update)

    async def _on_error(self, update: object, context: ContextTypes.DEFAULT_TYPE) -> None:
        # The type alone: an update or an error's text may quote a hand or the token.
        _log.error("telegram.update.failed", error=type(context.error).__name__)


def _on_poll_error(error: TelegramError) -> None:
    _log.warning("telegram.poll.failed", error=type(error).__name__)


def _quiet_libraries() -> None:
    """The library's own logs quote addresses, and these hold the token."""
    for name in ("httpx", "httpcore", "telegram"):
        logging.getLogger(name).setLevel(logging.WARNING)
