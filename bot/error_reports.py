"""Errors for Sentry, for hosts who use it. A report is made by us of what is surely not private: our own sentence, the types of
errors and where in the code they were, numbers of tables and matches. Sentry's own library collects nothing, and what any other
part of the program hands to it does not leave."""

import sys
from collections.abc import Mapping, MutableMapping
from typing import Any, Final

import sentry_sdk

from bot import __version__
from bot.logs import Watcher, exception_text

__all__ = ["reports"]

_LEVELS: Final = {"error": "error", "exception": "error", "critical": "fatal"}
_TAGS: Final = ("command", "game", "match", "seq", "table", "worker")


def reports(dsn: str) -> Watcher:
    """What is shown the log lines, and reports the errors among them."""
    sentry_sdk.init(dsn, default_integrations=False, max_breadcrumbs=0, shutdown_timeout=1, before_send=_ours)
    return _watch


def _watch(_: Any, level: str, entry: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    if level in _LEVELS:
        error = entry.get("exc_info")
        error = sys.exc_info()[1] if error is True else error[1] if isinstance(error, tuple) else error
        where = exception_text(error) if isinstance(error, BaseException) else ""
        report: Any = {
            "level": _LEVELS[level],
            "release": f"paiju@{__version__}",
            "message": f"{entry['event']} {where}".strip(),
            "fingerprint": [entry["event"], where],
            "tags": {name: str(entry[name]) for name in _TAGS if entry.get(name) is not None},
        }
        sentry_sdk.capture_event(report, {"ours": dict(report)})
        if level == "critical":
            sentry_sdk.flush(1)  # the process may be about to end
    return entry


def _ours(event: Any, hint: Mapping[str, Any]) -> Any:
    """Our own report without what the library has added, and no other."""
    if "ours" not in hint:
        return None
    return {name: event[name] for name in ("event_id", "timestamp", "platform") if name in event} | hint["ours"]
