"""Logging for hosts: structured, on stderr, and blind to secrets.

Three rules hold whatever a caller or a library does. Tokens are struck out of every line. Of what a library says, only
its fixed sentence is kept and where in its code it stands, never the values that it quotes: those may be an update with
the text of a hand. An exception is shown by its type and its place in the code, with numbers and the operating system's
own words at most."""

import copy
import logging
import os
import re
import sys
import threading
import traceback
from collections.abc import Callable, Iterable, MutableMapping
from types import TracebackType
from typing import Any, TextIO

import structlog

from bot.settings import Secret

__all__ = ["Watcher", "configure_logs", "exception_text"]

_NOISY = (
    "httpx", "httpcore", "telegram", "discord", "aiohttp.access", "apscheduler", "asyncio", "aiosqlite", "alembic",
    "PIL",
)  # fmt: skip

_NUMBERS = ("status", "code")
"""What an error of a platform's library tells besides its type: numbers that the platform's manual explains."""
_VALUE = re.compile(r"%(?:\(\w+\))?[-#0 +]*(?:\d+|\*)?(?:\.\d+)?[a-zA-Z]")
_OF_ASYNCIO = (
    "Task exception was never retrieved", "Future exception was never retrieved", "Exception in callback",
    "Task was destroyed but it is pending", "Unclosed client session", "Unclosed connection",
    "Fatal error on transport", "Fatal read error on socket transport", "Fatal write error on socket transport",
)  # fmt: skip
"""How the event loop begins what it says; it goes on with tasks, callbacks and errors in full."""
_ANY_TOKEN = re.compile(r"(/(?:webhooks|interactions)/\d+/|/bot)[\w:%.-]{20,}")
"""Addresses of platforms that are keys by themselves: of a bot, or of what one person alone was shown."""

Watcher = Callable[[Any, str, MutableMapping[str, Any]], MutableMapping[str, Any]]


def exception_text(error: BaseException) -> str:
    """Type, what is harmless of the rest, and the frames as ``file:line function``; causes follow."""
    parts: list[str] = []
    seen: BaseException | None = error
    while seen is not None:
        kind = type(seen)
        frames = " < ".join(
            f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}"
            for frame in reversed(traceback.extract_tb(seen.__traceback__))
        )
        parts.append(f"{kind.__module__}.{kind.__qualname__}{_harmless(seen)} at {frames}")
        seen = seen.__cause__ or (None if seen.__suppress_context__ else seen.__context__)
    return " caused by ".join(parts)


def _harmless(error: BaseException) -> str:
    """What may be told of an error besides its type. Its sentence may quote the values at hand."""
    if isinstance(error, OSError):
        return f": {os.strerror(error.errno)}" if isinstance(error.errno, int) else ""
    numbers = [(name, getattr(error, name, None)) for name in _NUMBERS]
    told = " ".join(f"{name} {value}" for name, value in numbers if isinstance(value, int))
    return f": {told}" if told else ""


class _Handler(logging.StreamHandler[TextIO]):
    """Writes our own records as they are, and of anybody else's what is surely no secret."""

    def format(self, record: logging.LogRecord) -> str:
        ours = isinstance(record.msg, dict) and hasattr(record, "_logger")  # it has come through structlog
        return super().format(record if ours else _bare(record))


def _bare(record: logging.LogRecord) -> logging.LogRecord:
    """A library's record without the values in it."""
    bare = copy.copy(record)
    place = f"{record.filename}:{record.lineno} {record.funcName}"
    bare.msg = " ".join(filter(None, [_sentence(record), f"[{place}]"]))
    bare.args = None
    bare.exc_text = bare.stack_info = None
    return bare


def _sentence(record: logging.LogRecord) -> str:
    """The fixed text of a record with a sign for each value. "" if it is no fixed text: it may be made of anything."""
    if not isinstance(record.msg, str):
        return ""
    if record.name == "asyncio":
        return next((known for known in _OF_ASYNCIO if record.msg.startswith(known)), "")
    frame = sys._getframe()
    while frame.f_back is not None:
        frame = frame.f_back
        if frame.f_code.co_filename == record.pathname and frame.f_lineno == record.lineno:
            return _VALUE.sub("…", record.msg) if record.msg in frame.f_code.co_consts else ""
    return ""


def _log_what_nobody_caught() -> None:
    """Python would write such errors out in full."""
    log = structlog.get_logger("process")

    def crashed(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        log.critical("crashed", exc_info=error)

    sys.excepthook = crashed
    threading.excepthook = lambda args: log.critical("a thread crashed", exc_info=args.exc_value)
    sys.unraisablehook = lambda args: log.error("an error that nobody could catch", exc_info=args.exc_value)


def configure_logs(level: str, form: str, secrets: Iterable[Secret], watchers: Iterable[Watcher] = ()) -> None:
    """Send every log, ours and the libraries', through one chain to stderr. ``form``: ``console`` or ``json``. ``watchers`` are
    shown each of our own lines, of whatever level, before anything is done with it."""
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
        if entry.get("trace", "") is None:
            del entry["trace"]
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
    chain = [*watchers, structlog.stdlib.filter_by_level, *shared]
    structlog.configure(
        processors=[*chain, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    handler = _Handler(sys.stderr)
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
    logging.raiseExceptions = False  # else a record that cannot be written is written out, with all its values
    _log_what_nobody_caught()
