"""``paiju doctor`` and ``paiju run --check``: every part that a start needs, looked at from a shell, each in a line with what to
do about it. Works beside a running bot. Nothing is changed, and no token is ever printed."""

import asyncio
import shutil
import socket
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from functools import partial
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, Final

import aiohttp

from bot import __version__
from bot.clock import SystemClock
from bot.delivery.trial import Trial
from bot.errors import CommandError
from bot.logs import configure_logs
from bot.settings import Secret, SettingError, Settings, bot_of
from bot.trained import trained_players
from games import GAMES
from storage import databases
from storage.errors import StoreError
from storage.versions import SCHEMA_VERSION

__all__ = ["check_start", "examine"]

_SECONDS: Final = 10.0  # What one answer may take
_CLOCK_SECONDS: Final = 5.0  # How far a clock may be off
_LEAST_FREE: Final = 500 * 2**20
_FEW_STARTS: Final = 50
_TRIED: Final = Path(__file__).with_name("constraints.txt")
_OTHERS_SECONDS: Final = 3  # Another program that fetches updates asks again within this time
_RIGHTS: Final = {
    10: "View Channels", 11: "Send Messages", 15: "Attach Files", 16: "Read Message History", 38: "Send Messages in Threads",
}  # fmt: skip
_ADMINISTRATOR: Final = 1 << 3
_TELEGRAM: Final = "https://api.telegram.org"
_DISCORD: Final = "https://discord.com/api/v10"


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found of one part. ``remedy``: what to do, empty where all is well. ``grave``: it cannot work like this."""

    part: str
    text: str
    remedy: str = ""
    grave: bool = True

    def __str__(self) -> str:
        sign = "✓" if not self.remedy else "✗" if self.grave else "!"
        return f"{sign} {self.part}: {self.text}" + (f" → {self.remedy}" if self.remedy else "")


def examine(read: Callable[[], Settings], live: str | None = None) -> int:
    """Look at everything and print it; exit code 1 if anything cannot work. ``live``: try everything there instead."""
    if live:
        return _try_live(read(), live)
    ill = 0
    for finding in _findings(read):
        print(finding)
        ill |= bool(finding.remedy and finding.grave)
    return ill


def check_start(settings: Settings) -> int:
    """Whether a start would get as far as the platforms: settings, database, Redis, ports, shape of tokens."""
    _, sign = databases.probe(settings.database_url)
    if settings.cluster_url:
        asyncio.run(_meet(settings.cluster_url.reveal(), sign))
    if fault := _unusable_host(settings.web_host):
        raise CommandError(fault)
    trained_players(settings.trained_players)
    starts = ", ".join((f"local page on http://{settings.web_host}:{settings.web_port}", *settings.platforms))
    left_out = [f"game {fault.game} is left out: {fault.why}" for fault in GAMES.faults]
    for doubt in (*settings.doubts, *_doubtful_ports(settings), *left_out):
        print(f"paiju: warning: {doubt}", file=sys.stderr)
    print(f"settings are right and the database is usable; this would start: {starts}")
    return 0


def _try_live(settings: Settings, target: str) -> int:
    """Make every kind of call in the chat that ``target`` names; exit code 1 if the platform refused any."""
    platform, _, place = target.partition(":")
    chat, _, topic = place.partition("/")
    tokens = {"telegram": settings.telegram_tokens, "discord": settings.discord_tokens}.get(platform)
    if tokens is None or not chat.removeprefix("-").isdecimal() or (topic and not topic.isdecimal()):
        raise CommandError(
            f"{target!r} names no chat; examples: telegram:-1001234567890 (with /5 its topic 5), discord:1234567890123456789"
        )
    if not tokens:
        raise CommandError(f"{platform.upper()}_TOKEN is empty")
    configure_logs("CRITICAL", "console", tokens)
    return asyncio.run(_try_all(settings, platform, tokens[0].reveal(), int(chat), int(topic or 0) or None))


async def _try_all(settings: Settings, platform: str, token: str, chat: int, topic: int | None) -> int:
    used = await asyncio.to_thread(databases.in_use, settings.database_url)
    deaf = f"as the bot that is running hears them ({used})" if used else ""
    if platform == "telegram":
        from bot.frontends.telegram.trial import try_telegram as try_all
    else:
        from bot.frontends.discord.trial import try_discord as try_all
    on_telegram = settings.telegram_api_base_url, settings.telegram_webhook_url
    on_discord = settings.discord_api_base_url, settings.discord_public_key
    base_url, by_http = on_telegram if platform == "telegram" else on_discord
    deaf = deaf or ("they are brought by HTTPS" if by_http else "")
    clock, pause, tell = SystemClock(), 1.0 / settings.outbox_pace, partial(print, flush=True)
    trial = Trial(tell, clock, settings.default_language, base_url, settings.page, pause, deaf, topic)
    await try_all(trial, token, chat)
    return int(trial.failed)


def _findings(read: Callable[[], Settings]) -> Iterator[Finding]:
    yield Finding("Paiju", f"{__version__}, Python {sys.version.split()[0]}, database version {SCHEMA_VERSION}")
    yield Finding("libraries", _libraries())
    for fault in GAMES.faults:
        yield Finding("games", f"{fault.game} is left out: {fault.why}", "repair or remove its package")
    try:
        settings = read()
    except SettingError as error:
        yield Finding("settings", str(error), "correct that line of .env or of the environment")
        return
    for doubt in settings.doubts:
        yield Finding("settings", doubt, "look at that line", grave=False)
    yield Finding("settings", "each can be used")
    sign, used = None, ""
    try:
        engine, sign = databases.probe(settings.database_url)
        used = databases.in_use(settings.database_url)
        yield Finding("database", f"{engine}, usable; {used or 'nobody plays on it'}")
    except StoreError as error:
        yield Finding("database", str(error), "look at DATABASE_URL, and at docs/hosting.md, Backups and PostgreSQL")
    yield from _disk(settings)
    if settings.cluster_url:
        try:
            version = asyncio.run(_meet(settings.cluster_url.reveal(), sign))
            meets = "" if sign is None else ", and the workers meet there"
            yield Finding("Redis", f"{version}answers, keeps what it is given{meets}")
        except CommandError as error:
            yield Finding("Redis", str(error), "look at CLUSTER_URL, and at the server's maxmemory-policy")
    if wrong := _unusable_host(settings.web_host):
        yield Finding("host", wrong, "127.0.0.1 serves this machine alone, 0.0.0.0 every network that it is in")
    for doubt in _doubtful_ports(settings):
        yield Finding("port", doubt, "fine if that is this bot, running; else choose another", grave=False)
    yield from asyncio.run(_asked(settings, alone=not used))


def _libraries() -> str:
    """Which of the installed libraries differ from those that this version was tried with."""
    tried = dict(line.split("==") for line in _TRIED.read_text(encoding="utf-8").splitlines())
    del tried["setuptools"]  # builds it, and does not run it
    here = {name: distribution.version for name in tried for distribution in distributions(name=name)}
    others = [f"{name} {version} (tried: {tried[name]})" for name, version in here.items() if version != tried[name]]
    return ", ".join(others) or "those that this version was tried with"


def _disk(settings: Settings) -> Iterator[Finding]:
    folder = Path.cwd()
    if not databases.is_server(settings.database_url):
        folder = Path(settings.database_url.partition("///")[2] or ".").expanduser().resolve().parent
    if folder.is_dir():
        free = shutil.disk_usage(folder).free
        remedy = "" if free >= _LEAST_FREE else "make room: without it nothing can be written and nobody can play"
        yield Finding("disk", f"{free / 2**30:.1f} GiB free in {folder}", remedy)


async def _meet(url: str, sign: str | None) -> str:
    """Look whether Redis can be used, and whether it is the one at which the workers of the database meet, if there are any.
    What it returns: its version, and a comma."""
    from bot.cluster.link import ClusterRefused, RedisLink
    from bot.cluster.meeting import MeetingPlace

    link = RedisLink(url)
    try:
        await link.open(2.0)
        if sign is not None and not await MeetingPlace(link).is_at(sign, alone=False):
            raise CommandError("CLUSTER_URL: the workers that play on this database meet at another Redis")
        return f"{link.version}, " if link.version else ""
    except ClusterRefused as error:
        raise CommandError(str(error)) from None
    finally:
        await link.close()


def _unusable_host(host: str) -> str:
    try:
        socket.create_server((host, 0), family=_family(host)).close()
    except OSError:
        return f"WEB_HOST={host} is no address of this machine"
    return ""


def _family(host: str) -> socket.AddressFamily:
    return socket.AF_INET6 if ":" in host else socket.AF_INET


def _doubtful_ports(settings: Settings) -> Iterator[str]:
    """Name the host and ports where no page could be served."""
    for name, port in (("WEB_PORT", settings.web_port), ("METRICS_PORT", settings.metrics_port)):
        if not port:
            continue  # none, or one that the system chooses
        try:
            socket.create_server((settings.web_host, port), family=_family(settings.web_host)).close()
        except OSError as error:
            why = (error.strerror or str(error)).partition(" (")[0]
            yield f"{name}={port} on WEB_HOST={settings.web_host} cannot be had now: {why}"


# -- what only the platforms can tell
async def _asked(settings: Settings, *, alone: bool) -> list[Finding]:
    """``alone``: no program of ours is running, which would be disturbed."""
    found: list[Finding] = []
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=_SECONDS)) as http:
        for token in settings.telegram_tokens:
            found += [one async for one in _telegram(http, settings, token, alone)]
        for token in settings.discord_tokens:
            found += [one async for one in _discord(http, settings, token)]
        if settings.web_public_url:
            found.append(await _page(http, settings.web_public_url))
    if not settings.platforms:
        remedy = "set TELEGRAM_TOKEN or DISCORD_TOKEN; the page works without"
        found.append(Finding("chats", "no token is set", remedy, grave=False))
    return found


async def _telegram(
    http: aiohttp.ClientSession, settings: Settings, token: Secret, alone: bool
) -> AsyncIterator[Finding]:
    part = f"Telegram {bot_of(token)}"
    base = f"{settings.telegram_api_base_url or _TELEGRAM}/bot{token.reveal()}"
    status, me, skew = await _ask(http, f"{base}/getMe")
    _, hook, _ = await _ask(http, f"{base}/getWebhookInfo")
    if status != 200 or not hook:
        yield _deaf(part, status, "take the present token from @BotFather")
        return
    about = me["result"]
    modes = (
        ("inline mode", "supports_inline_queries"),
        ("reading all that groups write", "can_read_all_group_messages"),
    )
    told = "".join(f"; {mode} {'on' if about.get(name) else 'off'}" for mode, name in modes)
    yield Finding(part, f"@{about.get('username')}{told}")
    yield _clock(part, skew)
    if about.get("can_join_groups") is False:
        yield Finding(part, "may not be added to groups", "allow it at @BotFather (/setjoingroups)")
    there, wanted = hook["result"].get("url", ""), settings.telegram_webhook_url
    waiting, trouble = hook["result"].get("pending_update_count", 0), hook["result"].get("last_error_message")
    if wanted and not there.startswith(wanted):
        yield Finding(part, "the webhook is not set", "start the bot: it sets it by itself", grave=False)
    elif there and not wanted:
        remedy = "a start takes it away; two programs cannot share a token"
        yield Finding(part, "a webhook of another program is set", remedy, grave=False)
    elif trouble and waiting:
        text = f"{waiting} updates wait; the webhook failed last with: {trouble}"
        yield Finding(part, text, "look at the proxy before the page")
    else:
        yield Finding(part, f"{'webhook' if wanted else 'long polling'}, {waiting} updates wait")
        if (
            alone
            and not wanted
            and (await _ask(http, f"{base}/getUpdates?limit=1&timeout={_OTHERS_SECONDS}"))[0] == 409
        ):
            yield Finding(part, "another program fetches what is meant for this bot", "end it, or take a new token")


async def _discord(http: aiohttp.ClientSession, settings: Settings, token: Secret) -> AsyncIterator[Finding]:
    part = f"Discord {bot_of(token)}"
    base, headers = settings.discord_api_base_url or _DISCORD, {"Authorization": f"Bot {token.reveal()}"}
    status, me, skew = await _ask(http, f"{base}/users/@me", headers)
    _, gateway, _ = await _ask(http, f"{base}/gateway/bot", headers)
    if status != 200:
        yield _deaf(part, status, "take the present token from the bot page of the application")
        return
    limit = gateway.get("session_start_limit", {})
    left, shards = int(limit.get("remaining", 0)), gateway.get("shards", 1)
    enough = left >= _FEW_STARTS + int(shards)
    remedy = "" if enough else f"restart seldom for {limit.get('reset_after', 0) // 60_000} minutes"
    yield Finding(part, f"{me.get('username')}; {shards} shards, {left} starts of one left today", remedy, grave=False)
    yield _clock(part, skew)
    _, application, _ = await _ask(http, f"{base}/applications/@me", headers)
    yield _rights(part, application)
    if (address := application.get("interactions_endpoint_url")) and not settings.discord_public_key:
        remedy = "set DISCORD_PUBLIC_KEY if that is this bot, else empty the address in the portal"
        yield Finding(part, f"presses are brought to {address}", remedy)


def _rights(part: str, application: Mapping[str, Any]) -> Finding:
    """What servers are asked to allow when somebody adds the bot by the portal's own link."""
    asked = application.get("integration_types_config", {}).get("0", {}).get("oauth2_install_params")
    if not asked:
        return Finding(part, "the portal names no permissions: they are those of your own invitation link")
    given = int(asked.get("permissions", 0))
    lacking = ", ".join(name for bit, name in _RIGHTS.items() if not given & (1 << bit | _ADMINISTRATOR))
    remedy = "add them in the portal (Installation)" if lacking else ""
    return Finding(
        part, f"servers are asked for all that is needed{lacking and f' but {lacking}'}", remedy, grave=False
    )


async def _page(http: aiohttp.ClientSession, url: str) -> Finding:
    status, _, _ = await _ask(http, f"{url}/healthz")
    remedy = "" if status == 200 else "start the bot; look at its log, and at DNS, proxy and certificate"
    return Finding("page", f"{url}/healthz says {status or 'nothing'}", remedy)


def _deaf(part: str, status: int, remedy: str) -> Finding:
    if not status:
        return Finding(part, "cannot be reached", "look at the network, a firewall or a proxy")
    return Finding(part, f"refuses the token ({status})", remedy)


async def _ask(
    http: aiohttp.ClientSession, url: str, headers: Mapping[str, str] | None = None
) -> tuple[int, Mapping[str, Any], float | None]:
    """The status (0 without an answer), the JSON, and by how many seconds our clock is ahead of theirs."""
    try:
        async with http.get(url, headers=headers) as answer:
            told = answer.headers.get("Date")
            skew = None if told is None else time.time() - parsedate_to_datetime(told).timestamp()
            return answer.status, await answer.json(content_type=None), skew
    except (aiohttp.ClientError, OSError, TimeoutError, ValueError):
        return 0, {}, None


def _clock(part: str, skew: float | None) -> Finding:
    off = abs(skew or 0.0)  # who tells no time finds no fault
    remedy = "set it, and let it be kept (chrony, systemd-timesyncd): signatures and quiet hours need it"
    return Finding("clock", f"{off:.0f} s off, as {part} sees it", "" if off <= _CLOCK_SECONDS else remedy)
