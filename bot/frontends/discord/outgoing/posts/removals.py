"""Messages that another one has replaced: they are removed when there is nothing better to do."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from bot.frontends.discord.incoming.origin import MessageId
from bot.frontends.discord.outgoing.calls import ChannelCalls
from bot.frontends.discord.outgoing.outbox import LOW, Marks

__all__ = ["Removals"]

_MOST: Final = 20_000
"""So many messages that are gone are remembered."""


class Removals:
    """Removes messages, each once."""

    def __init__(self, wire: ChannelCalls, outbox: Marks) -> None:
        self._wire = wire
        self._outbox = outbox
        self._waiting: set[MessageId] = set()
        self._gone: OrderedDict[MessageId, None] = OrderedDict()

    def put(self, message: MessageId, lane: str) -> None:
        """Queue the removal of a message."""
        if not self.has(message):
            self._waiting.add(message)
            self._outbox.mark(lane, ("remove", message), LOW)

    def has(self, message: MessageId) -> bool:
        """Tell whether a message has been removed, or is about to be: nobody is to edit it."""
        return message in self._waiting or message in self._gone

    def cancel(self, message: MessageId, lane: str) -> None:
        """Keep a message that was to be removed, if it is still there."""
        if message in self._waiting:
            self._waiting.discard(message)
            self._outbox.drop(lambda key: key == ("remove", message))

    async def send(self, message: MessageId) -> None:
        """Remove a message now. ``Later`` if it has to wait."""
        self._waiting.discard(message)
        await self._wire.remove(message)
        self._gone[message] = None
        while len(self._gone) > _MOST:
            self._gone.popitem(last=False)
