"""Logging for hosts: structured, on stderr, and blind to secrets.

Two rules hold whatever a caller or a library does. Tokens are struck out of every line. An exception is shown by its
type and its place in the code; its message is kept only where it comes from the operating system or a platform's
API, because the message of a programming error may quote the values at hand, and those may be cards.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Iterable, MutableMapping
from types import TracebackType
from typing import Any

import structlog

from bot.settings import Secret

__all__ = ["configure_logs", "exception_text"]

_SPEAKING_MODULES = ("telegram.", "discord.", "aiohttp.", "httpx")
_NOISY = (
    "httpx",
    "httpcore",
    "telegram",
    "discord",
    "aiohttp.access",
    "apscheduler",
    "asyncio",
    "aiosqlite",
    "alembic",
    "PIL",
)

_DESCRIBED = re.compile(r"[\n<(]")
_ANY_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/|/bot)[\w:%.-]{20,}")
"""Addresses of platforms that are keys by themselves: of a bot, or of what one person alone was shown."""

ExceptionInfo = tuple[type[BaseException], BaseException, TracebackType | None]


def exception_text(error: BaseException) -> str:
    """Type, message if it is harmless, and the frames as ``file:line function``; causes follow."""
    parts: list[str] = []
    seen: BaseException | None = error
    while seen is not None:
        kind = type(seen)
        speaks = isinstance(seen, OSError) or f"{kind.__module__}.".startswith(_SPEAKING_MODULES)
        frames = " < ".join(
            f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}"
            for frame in reversed(traceback.extract_tb(seen.__traceback__))
        )
        message = f": {seen}" if speaks else ""
        parts.append(f"{kind.__module__}.{kind.__qualname__}{message} at {frames}")
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return " caused by ".join(parts)


def configure_logs(level: str, form: str, secrets: Iterable[Secret]) -> None:
    """Send every log, ours and the libraries', through one chain to stderr. ``form``: ``console`` or ``json``."""
    hidden = [secret.reveal() for secret in secrets if secret]

    def show_exception(_: Any, __: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        info = entry.pop("exc_info", None)
        if info is True:
            info = sys.exc_info()
        if isinstance(info, BaseException):
            entry["error"] = exception_text(info)
        elif isinstance(info, tuple) and isinstance(info[1], BaseException):
            entry["error"] = exception_text(info[1])
        return entry

    def strike_out(_: Any, __: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
        if entry.get("logger") == "asyncio":
            # It describes tasks and callbacks with their values and their errors' texts: only what happened is kept.
            entry["event"] = _DESCRIBED.split(str(entry["event"]), maxsplit=1)[0].strip()
        for key, value in entry.items():
            if key.startswith("_"):
                continue
            text = value if isinstance(value, str) else repr(value) if not isinstance(value, int | float | None) else ""
            for secret in hidden:
                if secret in text:
                    text = text.replace(secret, "…")
                    entry[key] = text
            if _ANY_TOKEN.search(text):
                entry[key] = _ANY_TOKEN.sub(r"\1…", text)
        return entry

    shared: list[Any] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.stdlib.PositionalArgumentsFormatter(),
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        show_exception,
    ]
    renderer: Any = (
        structlog.processors.JSONRenderer(ensure_ascii=False, default=str)
        if form == "json"
        else structlog.dev.ConsoleRenderer(colors=sys.stderr.isatty())
    )
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *shared,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=shared,
            processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, strike_out, renderer],
        )
    )
    root = logging.getLogger()
    root.handlers[:] = [handler]
    root.setLevel(level)
    for name in _NOISY:
        # Libraries say at INFO what they send, addresses with tokens included.
        logging.getLogger(name).setLevel(max(logging.WARNING, logging.getLevelName(level)))
