"""Ephemeral messages: something is said to one person inside a group, through what they have just done there."""

from __future__ import annotations

from typing import Final

import discord

from bot.delivery.outbox import Later
from bot.frontends.discord.incoming.origin import is_alone
from bot.frontends.discord.outgoing.calls import ChannelGone, MessageGone, translated
from bot.frontends.discord.outgoing.markup import Content
from bot.frontends.discord.outgoing.rate_limits import SlowDown
from bot.session.port.protocols import Clock

__all__ = ["TOKEN", "Ephemerals"]

TOKEN: Final = 14 * 60.0
"""Seconds for which an interaction can be followed up, a little less than Discord's fifteen minutes."""
_MOST: Final = 2000
"""So many people's last interactions are remembered."""


class Ephemerals:
    """Remembers each person's last interaction in a group: for a quarter of an hour it can carry messages to them."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._last: dict[str, tuple[discord.Interaction, float]] = {}

    def heard(self, interaction: discord.Interaction) -> None:
        """Note that this person has just done something inside a group: its interaction can carry messages to them."""
        if is_alone(interaction):
            return
        user, now = str(interaction.user.id), self._clock.monotonic()
        self._last.pop(user, None)
        self._last[user] = (interaction, now + TOKEN)
        while next(iter(self._last.values()))[1] < now or len(self._last) > _MOST:
            del self._last[next(iter(self._last))]

    def last(self, user: str) -> discord.Interaction | None:
        """Return the last thing that this person has done inside a group, while it can carry messages to them."""
        interaction, until = self._last.get(user, (None, 0.0))
        if until < self._clock.monotonic():
            self._last.pop(user, None)
            return None
        return interaction

    async def whisper(self, user: str, shown: Content) -> bool:
        """Say it there, to that person alone; tell whether they could hear it."""
        interaction = self.last(user)
        if interaction is None:
            return False
        try:
            async with translated():
                await interaction.followup.send(view=shown.view(), ephemeral=True)
        except (MessageGone, ChannelGone, discord.HTTPException, SlowDown, Later):
            self._last.pop(user, None)
            return False
        return True
