"""The composition root: settings → store → manager → frontends → HTTP server, and the life of the process.

Order matters at both ends. At the start the store is opened (and migrated) first, then tables come back, then the
platforms are let in. At the end the platforms stop listening first, so that nothing new comes in while what is under
way becomes durable and is answered."""

from __future__ import annotations

import asyncio
import gc
import json
import signal
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import AsyncExitStack, suppress
from dataclasses import replace
from functools import partial
from hashlib import sha256
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import structlog
from aiohttp import StreamReader, web

from bot import figures
from bot.clock import SystemClock
from bot.delivery.bots import Bots, Ear
from bot.errors import CommandError
from bot.frontends.web import Addresses, ChatHosts, Doors, WebFrontend, WebMeter
from bot.logs import Watcher, configure_logs
from bot.session.host.register import BotRegister
from bot.session.host.thinker import PoolThinker
from bot.session.manager import SessionManager, SessionSettings
from bot.session.port.commands import UserRef
from bot.session.port.page import Doorbells, Pages
from bot.session.port.protocols import Manager, StartRefused
from bot.settings import Secret, Settings, bot_of
from bot.trained import trained_players
from games import GAMES
from storage.api import FilesLost, Store, StoreError, Unavailable
from storage.databases import open_store

if TYPE_CHECKING:
    from bot.cluster.meeting import MeetingPlace
    from bot.frontends.discord.frontend import DiscordFrontend
    from bot.frontends.telegram.frontend import TelegramFrontend
    from bot.frontends.web.push import Push
    from bot.workers.worker import Worker

__all__ = ["serve"]

log = structlog.get_logger("app")
_STOP_SECONDS = 3.5  # What stopping may take; systemd and container hosts wait at least this long
_HAND_OVER_SECONDS = 8.5  # What it may take a worker, who gives its tables to the others first
_LAST_SECONDS = 0.5  # What is left to the rest when something hangs
_WATCH_SECONDS = 10.0
_COLLECTIONS = (10_000, 20, 20)
"""One press makes thousands of objects that are gone after it without being collected; looking for circles among them at
every 700th took a tenth of the time."""
_KEEP_SECONDS = 1.0
_SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
_SIGNATURE, _SIGNED_AT, _PING = "X-Signature-Ed25519", "X-Signature-Timestamp", 1
_MOST_UPDATE_BYTES = 512 * 1024


def serve(settings: Settings) -> int:
    """Run until SIGTERM or SIGINT. Returns 0 after a clean stop."""
    tokens = (
        *settings.discord_tokens,
        *settings.telegram_tokens,
        settings.telegram_webhook_secret,
        settings.metrics_token,
        settings.discord_client_secret,
        settings.cluster_url,
        settings.sentry_dsn,
    )
    if settings.cluster_url:
        structlog.contextvars.bind_contextvars(worker=settings.worker_name)
    configure_logs(settings.log_level, settings.log_format, tokens, [*_watchers(settings)])
    for doubt in settings.doubts:
        log.warning(doubt)
    try:
        asyncio.run(_run(settings))
    except StartRefused as error:
        raise CommandError(str(error)) from None
    return 0


def _watchers(settings: Settings) -> Iterator[Watcher]:
    """What is shown every log line; each needs an extra of its own."""
    try:
        if endpoint := settings.otel_exporter_otlp_endpoint:
            from bot.tracing import spans

            yield spans(endpoint, settings.worker_name)
        if settings.sentry_dsn:
            from bot.error_reports import reports

            yield reports(settings.sentry_dsn.reveal())
    except ImportError as error:
        raise CommandError(f"{error.name} is not installed: pip install 'paiju[otel,sentry]'") from None


async def _run(settings: Settings) -> None:
    stopping = asyncio.Event()
    loop = asyncio.get_running_loop()
    for sign in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(sign, stopping.set)

    for fault in GAMES.faults:
        log.error("game.left_out", game=fault.game, why=fault.why)
    async with AsyncExitStack() as stack:
        clock, meter = SystemClock(), WebMeter(settings.worker_name if settings.cluster_url else "")
        meeting = await _meeting(settings, stack) if settings.cluster_url else None
        store = await open_store(settings.database_url, meeting=meeting)
        stack.push_async_callback(store.close)
        store.tell_health(_note_health)
        worker = None
        if meeting is not None:
            await meeting.stay()
            worker = _worker(settings, meeting, store, clock)
            stack.push_async_callback(worker.leave)
        manager = SessionManager(
            store,
            clock,
            PoolThinker(trained=trained_players(settings.trained_players)),
            SessionSettings(
                turn_seconds=settings.turn_seconds,
                ai_delay=settings.ai_delay_seconds,
                default_language=settings.default_language,
                seed=settings.paiju_seed,
                page=settings.page,
                hosts=frozenset(UserRef(*account.split(":")) for account in settings.hosts),
                keep_rounds=settings.keep_rounds_days and settings.keep_rounds_days * 86_400.0,
            ),
            meter=meter,
            ownership=None if worker is None else worker.forwarding,
        )
        on_telegram = await _named(store, "telegram", settings.telegram_tokens)
        on_discord = await _named(store, "discord", settings.discord_tokens)
        telegram = {name: _telegram(settings, one, name, clock, meter, worker) for name, one in on_telegram.items()}
        discord = {name: _discord(settings, one, name, clock, meter, worker) for name, one in on_discord.items()}
        addresses = Addresses(settings.web_host, settings.web_public_url, settings.web_proxies)
        page = WebFrontend(
            manager if worker is None else worker.manager_for_page(manager),
            _answers(store),
            host=settings.web_host,
            port=settings.web_port,
            meter=meter,
            addresses=addresses,
            metrics_port=settings.metrics_port,
            metrics_token=settings.metrics_token.reveal(),
            pages=manager.pages,
            doors=_doors(settings, manager.pages, addresses, clock, next(iter(discord.values()), None)),
            push=_push(settings, manager.doorbells, clock),
        )
        for name, bot in telegram.items():
            if settings.telegram_webhook_url:
                page.add_route("POST", urlsplit(_webhook_of(settings, name)[0]).path or "/", _webhook(bot))
        if settings.discord_public_key:
            page.add_route("POST", "/discord/interactions", _interactions(settings.discord_public_key, discord))
        named = {f"telegram {name}".strip(): one for name, one in telegram.items()}
        bots = {**named, **{f"discord {name}".strip(): one for name, one in discord.items()}}
        for called, one in bots.items():
            page.add_check(called, _asked(partial(getattr, one, "connected")))
        meter.read(partial(figures.of_bots, bots))
        meter.read(partial(figures.of_session, manager.session))
        meter.read(partial(figures.of_store, store))
        if worker is not None:
            meter.read(partial(figures.of_worker, worker))

        manager.add_frontend(page if worker is None else worker.stand_before(page))
        ears = [*await _one_frontend(manager, store, telegram), *await _one_frontend(manager, store, discord)]
        if worker is not None:
            page.add_check("cluster", _asked(lambda: worker.well))
        hosting = manager.session.people.hosting
        meter.follow("maintenance", lambda: hosting.maintenance)
        page.describe(
            lambda: (
                ({} if worker is None else {"worker": worker.name, "tables": len(manager.numbers)})
                | ({"maintenance": True} if hosting.maintenance else {})
            )
        )
        await manager.start()
        stack.push_async_callback(manager.stop)
        await page.start()
        stack.push_async_callback(page.stop)
        if worker is not None:  # what takes a second or more is done: nobody counts on us and hears nothing
            await _join(worker)
        for name, chat, ear in ears:
            with structlog.contextvars.bound_contextvars(**({"bot_id": name} if name else {})):
                try:
                    await chat.start(ear)
                except StartRefused as refused:
                    which = f" (bot {name or 'that was the first'})" if isinstance(ear, Ear) else ""
                    raise StartRefused(f"{refused}{which}") from None
            stack.push_async_callback(chat.stop)

        if worker is not None:
            await worker.begin(manager)
            stack.push_async_callback(worker.hand_over)
        watching = asyncio.create_task(_watch(store), name="watching the database")
        stack.callback(watching.cancel)
        filling = asyncio.create_task(_keep_what_comes(manager), name="keeping tables")
        stack.callback(filling.cancel)

        gc.collect()
        gc.freeze()  # what the start has made stays: full collections look at what came later, and hold nobody up
        gc.set_threshold(*_COLLECTIONS)
        print(f"Paiju is ready: {page.address}", flush=True)
        log.info("ready", python=sys.version.split()[0])
        hearing = asyncio.gather(*(_announce(name, chat) for name, chat, _ in ears))
        stack.callback(hearing.cancel)
        if worker is not None:
            worker.on_replaced(stopping.set)
        await stopping.wait()
        log.info("stopping")
        await _close(stack, handing_over=worker is not None)
    log.info("stopped")


async def _close(stack: AsyncExitStack, *, handing_over: bool = False) -> None:
    """Close everything, in reverse order. Whatever hangs is cut off, what comes after it gets a moment more, and the
    rest is left: everything that anybody was told of is on disk already."""
    closing = asyncio.create_task(stack.aclose(), name="closing")
    for patience in (_HAND_OVER_SECONDS if handing_over else _STOP_SECONDS, _LAST_SECONDS):
        await asyncio.wait({closing}, timeout=patience)
        if closing.done():
            break
        log.warning("stopping took too long; the rest is cut off")
        closing.cancel()
    else:
        stack.pop_all()
        await asyncio.wait({closing}, timeout=_LAST_SECONDS)
    if closing.done() and not closing.cancelled():
        closing.result()


# What makes a process one of several workers is loaded only by these.


async def _meeting(settings: Settings, stack: AsyncExitStack) -> MeetingPlace:
    from bot.cluster.link import ClusterRefused, RedisLink
    from bot.cluster.meeting import MeetingPlace

    try:
        link = RedisLink(settings.cluster_url.reveal())
        await link.open()
    except ClusterRefused as error:
        raise CommandError(str(error)) from None
    stack.push_async_callback(link.close)
    return MeetingPlace(link, _common(settings))


def _common(settings: Settings) -> Mapping[str, str]:
    """What all workers must have alike, each by a digest."""
    from bot.cluster.packing import SPOKEN

    tokens = {"TELEGRAM_TOKEN": settings.telegram_tokens, "DISCORD_TOKEN": settings.discord_tokens}
    given = {name: ",".join(one.reveal() for one in several) for name, several in tokens.items()}
    given["games (or their rules)"] = ",".join(f"{name} {game.rules_version}" for name, game in sorted(GAMES.items()))
    alike = {name: sha256(text.encode()).hexdigest()[:16] for name, text in given.items()}
    alike["version of Paiju"] = SPOKEN
    alike["DISCORD_SHARD_COUNT"] = str(settings.discord_shard_count or "")
    return alike


def _worker(settings: Settings, meeting: MeetingPlace, store: Store, clock: SystemClock) -> Worker:
    from bot.cluster.line import Line
    from bot.workers.worker import Worker
    from storage.postgres.address import Address

    line = Line(Address.of(settings.database_url), settings.worker_name, meeting.sign)
    return Worker(meeting, line, store, clock)


async def _join(worker: Worker) -> None:
    from bot.cluster.link import ClusterRefused

    try:
        await worker.join()
    except ClusterRefused as error:
        raise CommandError(str(error)) from None


async def _named(store: Store, platform: str, tokens: tuple[Secret, ...]) -> dict[str, Secret]:
    """Return tokens by the names of their bots: ``""`` for the first that the house had, whatever their order is now, as what is
    stored names no other; of all others their ids."""
    async with store.begin() as unit:
        first = await unit.marks.get(f"first bot on {platform}")
        if first is None and len(tokens) > 1:
            first = bot_of(tokens[0])
            await unit.marks.put(f"first bot on {platform}", first)
            await unit.commit()
    return {"" if first in (None, bot_of(token)) else bot_of(token): token for token in tokens}


async def _one_frontend(
    manager: SessionManager, store: Store, bots: Mapping[str, TelegramFrontend] | Mapping[str, DiscordFrontend]
) -> list[tuple[str, TelegramFrontend | DiscordFrontend, Manager]]:
    """Let the manager see the bots of a platform as one frontend; return each with the manager that it is to ask. The only bot
    that a house ever had is that frontend itself."""
    for one in bots.values():
        async with store.begin() as unit:
            if await unit.marks.get(f"first bot on {one.platform}") is None:
                manager.add_frontend(one)
                return [("", one, manager)]
        house = Bots(bots, BotRegister(manager.session), numbered_apart=one.platform == "telegram")
        manager.add_frontend(house)
        for name, bot in bots.items():
            bot.is_for = partial(house.is_for, name)
        return [(name, bot, Ear(house, name, manager)) for name, bot in bots.items()]
    return []


def _webhook_of(settings: Settings, name: str) -> tuple[str, str]:
    """The address and the secret of one bot's webhook; only the first has those of the settings."""
    url, secret = settings.telegram_webhook_url, settings.telegram_webhook_secret.reveal()
    own = sha256(f"{secret}:{name}".encode()).hexdigest()
    return (f"{url}/{name}", own) if name and url else (url, secret)


# A chat library is loaded only if its platform is used: each costs a second and some memory.


def _telegram(
    settings: Settings, token: Secret, name: str, clock: SystemClock, meter: WebMeter, worker: Worker | None
) -> TelegramFrontend:
    from bot.frontends.telegram.frontend import TelegramFrontend

    url, secret = _webhook_of(settings, name)
    shares = None if worker is None else worker.shares_of(name)
    frontend = TelegramFrontend(
        token.reveal(),
        clock=clock,
        base_url=settings.telegram_api_base_url,
        webhook_url=url,
        webhook_secret=secret,
        pace=settings.outbox_pace,
        meter=meter,
        page=settings.page,
        leases=None if shares is None else shares.leases,
        carrier=None if shares is None else shares.carrier,
        allowance=None if shares is None else shares.allowance,
    )
    if worker is not None:
        worker.receive_for(frontend.platform, frontend, name)
    return frontend


def _discord(
    settings: Settings, token: Secret, name: str, clock: SystemClock, meter: WebMeter, worker: Worker | None
) -> DiscordFrontend:
    from bot.frontends.discord.frontend import DiscordFrontend, Division

    division = Division(count=settings.discord_shard_count, ids=settings.discord_shard_ids)
    shares = None if worker is None else worker.shares_of(name)
    if worker is not None and shares is not None:
        division = replace(division, leases=shares.leases, workers=lambda: worker.workers, notes=shares.notes)
    page = settings.page
    if page is not None and token is not settings.discord_tokens[0]:
        page = replace(page, activity=False)  # the client secret is that of the first
    frontend = DiscordFrontend(
        token.reveal(),
        clock=clock,
        api_base_url=settings.discord_api_base_url,
        pace=settings.outbox_pace,
        default_language=settings.default_language,
        meter=meter,
        page=page,
        division=division,
        apart=bool(name),
        carrier=None if shares is None else shares.carrier,
        allowance=None if shares is None else shares.allowance,
    )
    if worker is not None:
        worker.receive_for(frontend.platform, frontend, name)
    return frontend


def _doors(
    settings: Settings, pages: Pages, addresses: Addresses, clock: SystemClock, discord: DiscordFrontend | None
) -> Doors | None:
    """The ways by which people come to the page as themselves, ``None`` where chats do not offer it."""
    if settings.page is None:
        return None
    own = {"discord_api": settings.discord_api_base_url} if settings.discord_api_base_url else {}
    hosts = ChatHosts(
        settings.page,
        tuple(token.reveal() for token in settings.telegram_tokens),
        settings.discord_client_secret.reveal(),
        discord_app=lambda: None if discord is None else discord.application_id,
        **own,
    )
    return Doors(hosts, pages, addresses, clock)


def _push(settings: Settings, bells: Doorbells, clock: SystemClock) -> Push | None:
    """What tells browsers whose page is closed; they hear only of a page that people reach by its name and https."""
    if settings.page is None:
        return None
    from bot.frontends.web.push import Push  # its cryptography, which a page of one's own does not need

    return Push(bells, clock, f"https://{urlsplit(settings.page.url).hostname}")


def _asked(is_connected: Callable[[], bool]) -> Callable[[], Awaitable[bool]]:
    async def ask() -> bool:
        return is_connected()

    return ask


def _note_health(fault: Unavailable | None) -> None:
    """Print one line when writing begins to fail, and one when it works again."""
    if fault is None:
        log.info("the database takes what is written again")
    elif isinstance(fault, FilesLost):
        log.error("the database was taken away: nothing can be played until a restart", why=str(fault))
    else:
        log.error("the database cannot be written to: nothing can be played meanwhile", why=str(fault))


async def _watch(store: Store) -> None:
    """Look after the database even while nobody plays and nobody asks for its health."""
    while True:
        await asyncio.sleep(_WATCH_SECONDS)
        with suppress(StoreError):  # told already
            await store.ping()


async def _keep_what_comes(manager: SessionManager) -> None:
    """Spare what is read after the start from full collections too, as it stays: each looks at everything that is not spared."""
    while manager.session.unread:
        await asyncio.sleep(_KEEP_SECONDS)
        gc.freeze()


def _answers(store: Store) -> Callable[[], Awaitable[bool]]:
    async def ask() -> bool:
        try:
            await store.ping()
        except StoreError:
            return False
        return True

    return ask


def _webhook(telegram: TelegramFrontend) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    from bot.frontends.telegram.frontend import NoUpdate

    async def receive(request: web.Request) -> web.StreamResponse:
        if not telegram.knows(request.headers.get(_SECRET_HEADER)):
            return web.Response(status=403)  # whoever it is: not a byte of what they send is looked at
        body = await _read(request.content)
        if body is None:
            return web.Response(status=413)
        try:
            payload = json.loads(body)
        except (ValueError, RecursionError):
            payload = None
        try:
            await telegram.feed(payload)
        except NoUpdate:
            return web.Response(status=400)
        except (ConnectionError, TimeoutError):
            return web.Response(status=503)  # Telegram delivers it again
        return web.Response(status=200)

    return receive


def _interactions(
    public_key: str, bots: Mapping[str, DiscordFrontend]
) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key))

    async def receive(request: web.Request) -> web.StreamResponse:
        body = await _read(request.content)
        if body is None:
            return web.Response(status=413)
        try:
            signature = bytes.fromhex(request.headers.get(_SIGNATURE, ""))
            key.verify(signature, request.headers.get(_SIGNED_AT, "").encode() + body)
            payload = json.loads(body)
        except (InvalidSignature, ValueError, RecursionError):
            return web.Response(status=401)  # Discord tries this with a wrong one before it takes the address
        if payload.get("type") == _PING:
            return web.json_response({"type": _PING})
        # The answer itself goes to Discord's own address.
        return web.Response(status=202 if any(bot.feed(payload) for bot in bots.values()) else 404)

    return receive


async def _read(content: StreamReader) -> bytes | None:
    """A whole body; None if it is larger than any update."""
    body = b""
    async for piece in content.iter_any():
        body += piece
        if len(body) > _MOST_UPDATE_BYTES:
            return None
    return body


async def _announce(name: str, chat: TelegramFrontend | DiscordFrontend) -> None:
    """Print a line on stdout once a bot can be spoken to."""
    await chat.wait_connected()
    print(f"{chat.platform.title()} is ready" + (f" (bot {name})" if name else ""), flush=True)
