"""What the bot may do in a channel: told by every interaction there, learned from every refusal."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import discord

from bot.session.port.protocols import Clock

__all__ = ["ATTACH", "SEND", "ChannelRights", "missing"]

VIEW, SEND, SEND_IN_THREADS = "view_channel", "send_messages", "send_messages_in_threads"
ATTACH = "attach_files"
_FORGOTTEN: Final = 600.0
"""Seconds after which a permission that was missing is tried again."""
_MOST: Final = 5000


def missing(rights: discord.Permissions, *, in_thread: bool) -> tuple[str, ...]:
    """Return the permissions that are needed to show a table and are not there. Discord says 0 where it says nothing."""
    if not rights.value or rights.administrator:
        return ()
    needed = (VIEW, SEND_IN_THREADS if in_thread else SEND, ATTACH)
    return tuple(name for name in needed if not getattr(rights, name))


class ChannelRights:
    """What is missing by channel; all of it can be lost without harm."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._known: OrderedDict[int, tuple[frozenset[str], float]] = OrderedDict()

    def lacks(self, channel: int) -> frozenset[str]:
        """Return the permissions known to be missing there now."""
        known, until = self._known.get(channel, (frozenset[str](), 0.0))
        return known if self._clock.monotonic() < until else frozenset()

    def told(self, channel: int, lacking: tuple[str, ...]) -> None:
        """Note the permissions that are missing in a channel, as Discord itself has said them."""
        self._known.pop(channel, None)
        if lacking:
            self._keep(channel, frozenset(lacking))

    def refused(self, channel: int, right: str) -> None:
        """Note that a call was refused for want of this permission."""
        self._keep(channel, self.lacks(channel) | {right})

    def _keep(self, channel: int, lacking: frozenset[str]) -> None:
        self._known[channel] = lacking, self._clock.monotonic() + _FORGOTTEN
        self._known.move_to_end(channel)
        while len(self._known) > _MOST:
            self._known.popitem(last=False)
