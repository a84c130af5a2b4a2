"""Settings from the environment and ``.env``: read once at start, checked all together, never logged whole.

A wrong setting stops the start with one line that names it. Tokens have the shape that their platform gives them; they
are kept in ``Secret`` so that no repr, log or error shows them."""

import binascii
import os
import re
import secrets
import socket
from base64 import urlsafe_b64decode
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from ipaddress import ip_network
from pathlib import Path
from urllib.parse import urlsplit

from dotenv import dotenv_values

from bot.session.port.page import PagePlace

__all__ = ["Secret", "SettingError", "Settings", "bot_of", "read_settings"]

_TELEGRAM_TOKEN = re.compile(r"\d{3,20}:[A-Za-z0-9_-]{20,100}")
_PUBLIC_KEY = re.compile(r"[0-9a-fA-F]{64}")
_DISCORD_TOKEN = re.compile(r"[A-Za-z0-9_-]{10,60}\.[A-Za-z0-9_-]{4,20}\.[A-Za-z0-9_-]{20,100}")
_WEBHOOK_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
_APP_NAME = re.compile(r"[A-Za-z0-9_]{3,30}")
_CLIENT_SECRET = re.compile(r"[!-~]{8,200}")
_WORKER_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,39}")
_METRICS_TOKEN = re.compile(r"[!-~]{8,200}")
_DSN = re.compile(r"https?://[^@/\s]+@\S+/\d+")
_TRAINED = re.compile(r"[a-z]+=[^,=]+(, *[a-z]+=[^,=]+)*")
_MOST_SHARDS = 10_000
_ACCOUNT = re.compile(r"(telegram|discord):\d{1,20}")
_LIKE = 0.8  # How much a name must be like a setting's to be taken for a slip of it
_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")


class SettingError(Exception):
    """A setting that cannot be used; the message is one line that names it and says what would do."""


class Secret:
    """A text that shows itself only when asked for by name."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def reveal(self) -> str:
        """The text itself, for the one place that needs it."""
        return self._text

    def __bool__(self) -> bool:
        return bool(self._text)

    def __repr__(self) -> str:
        return "Secret(set)" if self._text else "Secret(empty)"


def bot_of(token: Secret) -> str:
    """The id of the bot that a token is for, which is its first part and no secret; Discord writes it in base64."""
    telegram, colon, _ = token.reveal().partition(":")
    first = token.reveal().partition(".")[0]
    try:
        return telegram if colon else str(int(urlsafe_b64decode(first + "=" * (-len(first) % 4))))
    except (binascii.Error, ValueError):
        return first


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings, checked. Names are those of the environment in lower case."""

    discord_tokens: tuple[Secret, ...]
    telegram_tokens: tuple[Secret, ...]
    discord_api_base_url: str
    telegram_api_base_url: str
    discord_shard_count: int | None
    discord_shard_ids: frozenset[int]
    telegram_webhook_url: str
    telegram_webhook_secret: Secret
    database_url: str
    cluster_url: Secret
    worker_name: str
    web_host: str
    web_port: int
    web_public_url: str
    web_proxies: tuple[str, ...]
    telegram_app_name: str
    discord_client_secret: Secret
    discord_public_key: str
    metrics_port: int | None
    metrics_token: Secret
    turn_seconds: int
    ai_delay_seconds: float
    outbox_pace: float
    default_language: str
    log_level: str
    log_format: str
    paiju_seed: int | None
    hosts: tuple[str, ...]
    keep_rounds_days: int | None
    trained_players: str
    otel_exporter_otlp_endpoint: str
    sentry_dsn: Secret
    doubts: tuple[str, ...] = ()  # Lines about names that are no settings, for the host to read at the start

    @property
    def page(self) -> PagePlace | None:
        """Where chats offer the page, ``None`` if they do not: only an https address can be opened inside them."""
        if urlsplit(self.web_public_url).scheme != "https":
            return None
        activity = bool(self.discord_tokens and self.discord_client_secret)
        return PagePlace(self.web_public_url, self.telegram_app_name, activity)

    @property
    def platforms(self) -> tuple[str, ...]:
        """The chat platforms that have a token, with the number of bots where there are several."""
        tokens = {"telegram": len(self.telegram_tokens), "discord": len(self.discord_tokens)}
        return tuple(f"{name} ({bots} bots)" if bots > 1 else name for name, bots in tokens.items() if bots)


def read_settings(environment: Mapping[str, str] | None = None, dotenv: Path | None = Path(".env")) -> Settings:
    """Read and check everything; the environment wins over ``.env``. Raises ``SettingError``."""
    from_file = _read_file(dotenv) if dotenv is not None else {}
    around = os.environ if environment is None else environment
    read = _Reader({**from_file, **around})
    settings = Settings(
        discord_tokens=read.tokens(
            "DISCORD_TOKEN", _DISCORD_TOKEN, "three parts joined by dots, from the bot page of the application"
        ),
        telegram_tokens=read.tokens("TELEGRAM_TOKEN", _TELEGRAM_TOKEN, "digits, a colon and a code, from @BotFather"),
        discord_api_base_url=read.url("DISCORD_API_BASE_URL", "http://127.0.0.1:9001/api/v10"),
        telegram_api_base_url=read.url("TELEGRAM_API_BASE_URL", "http://127.0.0.1:9002"),
        discord_shard_count=read.whole_or_none("DISCORD_SHARD_COUNT", 1, _MOST_SHARDS),
        discord_shard_ids=read.numbers("DISCORD_SHARD_IDS", _MOST_SHARDS - 1),
        telegram_webhook_url=read.url("TELEGRAM_WEBHOOK_URL", "https://paiju.example.org/telegram"),
        telegram_webhook_secret=read.token("TELEGRAM_WEBHOOK_SECRET", _WEBHOOK_SECRET, "1 to 256 of A-Z a-z 0-9 _ -"),
        database_url=read.database(),
        cluster_url=read.cluster(),
        worker_name=read.shaped(
            "WORKER_NAME", _WORKER_NAME, "1 to 40 of A-Z a-z 0-9 . _ -, the first a letter or digit"
        ),
        web_host=read.text("WEB_HOST", "127.0.0.1"),
        web_port=read.whole("WEB_PORT", 8080, 0, 65535),
        web_public_url=read.url("WEB_PUBLIC_URL", "https://paiju.example.org"),
        web_proxies=read.networks("WEB_PROXIES"),
        telegram_app_name=read.shaped(
            "TELEGRAM_APP_NAME", _APP_NAME, "the short name of the Mini App at @BotFather, 3 to 30 of A-Z a-z 0-9 _"
        ),
        discord_client_secret=read.token(
            "DISCORD_CLIENT_SECRET", _CLIENT_SECRET, "the client secret of the application's OAuth2 page"
        ),
        discord_public_key=read.shaped(
            "DISCORD_PUBLIC_KEY", _PUBLIC_KEY, "64 of 0-9 a-f, from the general page of the application"
        ),
        metrics_port=read.whole_or_none("METRICS_PORT", 0, 65535),
        metrics_token=read.token("METRICS_TOKEN", _METRICS_TOKEN, "8 to 200 letters, digits and signs without spaces"),
        turn_seconds=read.whole("TURN_SECONDS", 90, 0, 86_400),
        ai_delay_seconds=read.number("AI_DELAY_SECONDS", 1.0, 0.0, 60.0),
        outbox_pace=read.number("OUTBOX_PACE", 1.0, 0.01, 100_000.0),
        default_language=read.one_of("DEFAULT_LANGUAGE", "en", ("en", "zh")),
        log_level=read.one_of("LOG_LEVEL", "INFO", _LEVELS),
        log_format=read.one_of("LOG_FORMAT", "console", ("console", "json")),
        paiju_seed=read.whole_or_none("PAIJU_SEED", 0, 10**12 - 1),
        hosts=read.accounts("HOSTS"),
        keep_rounds_days=read.whole_or_none("KEEP_ROUNDS_DAYS", 1, 36_500),
        trained_players=read.shaped(
            "TRAINED_PLAYERS", _TRAINED, "GAME=FOLDER, as many as there are, with commas between"
        ),
        otel_exporter_otlp_endpoint=read.url("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318"),
        sentry_dsn=read.token("SENTRY_DSN", _DSN, "the address of a project, such as https://KEY@sentry.example.org/1"),
    )
    if settings.telegram_webhook_url and not settings.telegram_webhook_secret:
        raise SettingError("TELEGRAM_WEBHOOK_SECRET is empty: a webhook needs one (1 to 256 of A-Z a-z 0-9 _ -)")
    if settings.telegram_webhook_url.startswith("http:") and not settings.telegram_api_base_url:
        raise SettingError("TELEGRAM_WEBHOOK_URL is not usable: Telegram calls https addresses only")
    if settings.metrics_port and settings.metrics_port == settings.web_port:
        raise SettingError(
            f"METRICS_PORT={settings.metrics_port} is the page's own port (WEB_PORT): give it another, or none"
        )
    if settings.cluster_url:
        if settings.database_url.startswith("sqlite"):
            raise SettingError(
                "CLUSTER_URL needs a database that several workers can share: set DATABASE_URL to"
                " postgresql+asyncpg://user:password@host/name, or leave CLUSTER_URL empty"
            )
        settings = replace(settings, worker_name=settings.worker_name or _chosen_name())
    _check_shards(settings)
    return replace(settings, doubts=_doubts(from_file, around, read.names) + _unused(settings))


def _chosen_name() -> str:
    """Return a name for a worker that was given none: the machine's, and a few signs as several may run there."""
    machine = re.sub(r"[^A-Za-z0-9_-]+", "-", socket.gethostname()).strip("-_")[:30]
    return f"{machine or 'worker'}-{secrets.token_hex(2)}"


def _check_shards(settings: Settings) -> None:
    count, ids = settings.discord_shard_count, settings.discord_shard_ids
    if count is not None and ids and max(ids) >= count:
        raise SettingError(
            f"DISCORD_SHARD_IDS names shard {max(ids)}, but DISCORD_SHARD_COUNT={count} means 0 to {count - 1}"
        )


def _read_file(path: Path) -> dict[str, str]:
    """The settings of a file, none if it does not exist."""
    try:
        with path.open(encoding="utf-8-sig") as file:  # some editors put a mark in front
            return {name: value for name, value in dotenv_values(stream=file).items() if value is not None}
    except (FileNotFoundError, IsADirectoryError):
        return {}
    except UnicodeDecodeError:
        raise SettingError(f"{path} is not UTF-8 text: save it again with the encoding UTF-8") from None
    except OSError as error:
        raise SettingError(f"{path} cannot be read: {error.strerror}") from None


def _doubts(from_file: Mapping[str, str], around: Mapping[str, str], known: frozenset[str]) -> tuple[str, ...]:
    """Return a line for each name in the file that is no setting, and for each in the environment that looks like a
    slip. Values are left out: they might be tokens."""
    lines = []
    for name in sorted({*from_file, *around} - known):
        like = get_close_matches(name.upper(), known, n=1, cutoff=_LIKE)
        meant = f"; did you mean {like[0]}?" if like else ""
        if name in from_file:
            lines.append(f"{name} in the settings file is not a setting of Paiju{meant}")
        elif like:
            lines.append(f"{name} in the environment is not a setting of Paiju{meant}")
    return tuple(lines)


def _unused(settings: Settings) -> tuple[str, ...]:
    """A line where something is set that would need the page under an https address."""
    if settings.page is not None:
        return ()
    if settings.web_public_url and settings.platforms:
        return ("WEB_PUBLIC_URL is not https: the page works there, but chats do not offer it (Open my hand)",)
    given = {"TELEGRAM_APP_NAME": settings.telegram_app_name, "DISCORD_CLIENT_SECRET": settings.discord_client_secret}
    return tuple(f"{name} does nothing without WEB_PUBLIC_URL" for name, value in given.items() if value)


class _Reader:
    """Reads settings by name, and remembers which names there are."""

    def __init__(self, given: Mapping[str, str]) -> None:
        self._given = given
        self._asked: set[str] = set()

    @property
    def names(self) -> frozenset[str]:
        return frozenset(self._asked)

    def text(self, name: str, default: str) -> str:
        self._asked.add(name)
        return self._given.get(name, "").strip() or default

    def whole(self, name: str, default: int, low: int, high: int) -> int:
        text = self.text(name, str(default))
        if not re.fullmatch(r"-?\d{1,12}", text) or not low <= int(text) <= high:
            raise SettingError(f"{name}={text!r} is not usable: it must be a whole number from {low} to {high}")
        return int(text)

    def whole_or_none(self, name: str, low: int, high: int) -> int | None:
        return self.whole(name, low, low, high) if self.text(name, "") else None

    def networks(self, name: str) -> tuple[str, ...]:
        found = tuple(self.text(name, "").replace(",", " ").split())
        for part in found:
            try:
                ip_network(part, strict=False)
            except ValueError:
                raise SettingError(
                    f"{name} is not usable: {part!r} is no address or network such as 10.0.0.7 or 172.16.0.0/12"
                ) from None
        return found

    def accounts(self, name: str) -> tuple[str, ...]:
        found = tuple(self.text(name, "").replace(",", " ").split())
        for part in found:
            if not _ACCOUNT.fullmatch(part):
                raise SettingError(
                    f"{name} is not usable: {part!r} is no account; expected e.g. telegram:123456789,discord:987654321"
                )
        return found

    def numbers(self, name: str, high: int) -> frozenset[int]:
        found: set[int] = set()
        for part in self.text(name, "").replace(" ", "").split(",") if self.text(name, "") else []:
            shape = re.fullmatch(r"(\d{1,9})(?:-(\d{1,9}))?", part)
            low, most = (int(shape[1]), int(shape[2] or shape[1])) if shape else (1, 0)
            if not low <= most <= high:
                raise SettingError(
                    f"{name} is not usable: {part!r} is no number or range from 0 to {high}; expected e.g. 0-3,8"
                )
            found.update(range(low, most + 1))
        return frozenset(found)

    def number(self, name: str, default: float, low: float, high: float) -> float:
        text = self.text(name, str(default))
        try:
            number = float(text)
        except ValueError:
            number = float("nan")
        if not low <= number <= high:
            raise SettingError(f"{name}={text!r} is not usable: it must be a number from {low:g} to {high:g}")
        return number

    def one_of(self, name: str, default: str, allowed: tuple[str, ...]) -> str:
        text = self.text(name, default)
        for value in allowed:
            if text.lower() == value.lower():
                return value
        raise SettingError(f"{name}={text!r} is not usable: it must be one of {', '.join(allowed)}")

    def url(self, name: str, example: str) -> str:
        text = self.text(name, "").rstrip("/")
        if text:
            try:
                parts = urlsplit(text)
                usable = parts.scheme in {"http", "https"} and bool(parts.hostname) and parts.port != 0
            except ValueError:
                usable = False
            if not usable:
                raise SettingError(f"{name} is not usable: it must be an http(s) address such as {example}")
        return text

    def cluster(self) -> Secret:
        text = self.text("CLUSTER_URL", "")
        if text:
            try:
                parts = urlsplit(text)
                at = parts.path if parts.scheme == "unix" else parts.hostname
                usable = parts.scheme in {"redis", "rediss", "unix"} and bool(at) and parts.port != 0
                usable = usable and (parts.scheme == "unix" or re.fullmatch(r"(/\d*)?", parts.path) is not None)
            except ValueError:
                usable = False
            if not usable:
                raise SettingError(
                    "CLUSTER_URL is not usable: it must look like redis://host:6379/0, rediss://host:6379/0"
                    " or unix:///run/redis/redis.sock"
                )
        return Secret(text)

    def shaped(self, name: str, shape: re.Pattern[str], says: str) -> str:
        text = self.text(name, "")
        if text and not shape.fullmatch(text):
            raise SettingError(f"{name} does not look right: expected {says}")
        return text

    def token(self, name: str, shape: re.Pattern[str], says: str) -> Secret:
        return Secret(self.shaped(name, shape, says))

    def tokens(self, name: str, shape: re.Pattern[str], says: str) -> tuple[Secret, ...]:
        """Read one token, and the setting that may name several; the one comes first, and may stand among the others too."""
        one, several = self.token(name, shape, says), self.text(f"{name}S", "")
        parts = [part.strip() for part in several.split(",")] if several else []
        if "" in parts:
            raise SettingError(f"{name}S is not usable: there is nothing between two of its commas, or after the last")
        for part in parts:
            if not shape.fullmatch(part):
                raise SettingError(
                    f"{name}S does not look right: expected tokens with commas between them, each {says}"
                )
        found = [Secret(part) for part in parts]
        found = [one, *(other for other in found if other.reveal() != one.reveal())] if one else found
        if len({bot_of(token) for token in found}) < len(found):
            raise SettingError(f"{name}S names the same bot twice: each bot has one token")
        return tuple(found)

    def database(self) -> str:
        text = self.text("DATABASE_URL", "sqlite+aiosqlite:///paiju.db")
        beginnings = ("sqlite+aiosqlite:///", "postgresql+asyncpg://")
        if not text.startswith(beginnings) or text in beginnings:
            raise SettingError(
                "DATABASE_URL is not usable: it must look like sqlite+aiosqlite:///paiju.db"
                " or postgresql+asyncpg://user:password@host:5432/paiju"
            )
        return text
