"""Messages that another one has replaced: they are removed when there is nothing better to do."""

from __future__ import annotations

from bot.frontends.discord.incoming.origin import MessageId
from bot.frontends.discord.outgoing.calls import ChannelCalls
from bot.frontends.discord.outgoing.outbox import LOW, Outbox

__all__ = ["Removals"]


class Removals:
    """Removes messages, each once."""

    def __init__(self, wire: ChannelCalls, outbox: Outbox) -> None:
        self._wire = wire
        self._outbox = outbox
        self._waiting: set[MessageId] = set()

    def put(self, message: MessageId, lane: str) -> None:
        """Queue the removal of a message."""
        if message not in self._waiting:
            self._waiting.add(message)
            self._outbox.mark(lane, ("remove", message), LOW)

    def cancel(self, message: MessageId, lane: str) -> None:
        """Keep a message that was to be removed, if it is still there."""
        if message in self._waiting:
            self._waiting.discard(message)
            self._outbox.forget(lane, ("remove", message))

    async def send(self, message: MessageId) -> None:
        """Remove a message now. ``Later`` if it has to wait."""
        self._waiting.discard(message)
        await self._wire.remove(message)
