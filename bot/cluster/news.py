"""News: a line to all other workers. Each is numbered, so that a reader who missed one knows it.

What is published while PostgreSQL is away goes out when it is back. After a gap, whatever a reader keeps at hand from
earlier news may be old; it is told so."""

import json
from collections.abc import Callable
from typing import Final

import structlog

from bot.cluster.line import Line

__all__ = ["Broadcast", "Reader"]

log = structlog.get_logger("cluster")


Reader = Callable[[str, bytes], object]
"""What is told of a kind of news: the name of the worker that published it, and the payload."""


MOST_WAITING: Final = 5_000
"""Lines that wait for the database to come back; if there are more, all others find that they have a gap."""


class Broadcast:
    """What this worker publishes, and whom it tells what the others publish."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self._readers: dict[str, Reader] = {}

    def publish(self, kind: str, payload: bytes = b"") -> None:
        """Tell all other workers, in the order of these calls; at once if the line is there."""
        if self._line.waiting >= MOST_WAITING:
            self._line.drop_waiting()
        self._line.say(json.dumps([kind, self._line.name]).encode() + b"\n" + payload)

    def subscribe(self, kind: str, reader: Reader) -> None:
        """Have something told of each line of a kind that another worker publishes."""
        self._readers[kind] = reader

    def on_gap(self, callback: Callable[[], None]) -> None:
        """Have something called when lines may have been missed."""
        self._line.on_gap(callback)

    def take(self, said: bytes) -> None:
        """Pass on what was heard."""
        head, _, payload = said.partition(b"\n")
        kind, publisher = json.loads(head)
        reader = self._readers.get(kind)
        if reader is None:
            return
        try:
            reader(publisher, payload)
        except Exception:
            log.exception("cluster.callback_failed", kind=kind)
