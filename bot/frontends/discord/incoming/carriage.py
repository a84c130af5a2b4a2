"""Interactions that mean a table of another worker are brought there, and that worker answers Discord itself.

Invariants: whoever answers, Discord hears within its three seconds that the answer is coming; nothing is said by the
worker that heard it unless nobody else could be reached.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.frontends.discord.incoming.origin import PLATFORM
from bot.frontends.discord.incoming.shard import RAW
from bot.frontends.discord.outgoing.attachments import ACKNOWLEDGED
from bot.frontends.discord.outgoing.markup import pressed
from bot.session.port.metrics import Meter
from bot.session.port.origin import Elsewhere
from bot.session.port.workers import Carried, Carrier

__all__ = ["Carriage", "answered_already", "arrived"]

_log = structlog.get_logger(__name__)

Work = Callable[[discord.Interaction], Awaitable[None]]

_TURNS: Final = 3
"""So often a table may change its owner while its command is on the way."""
_PATIENCE: Final = 2.0
"""Seconds after which the worker that heard it acknowledges what its bearer has not brought to an end: Discord waits
three. The owner has then had its own second for that."""
_CARRY: Final = 8.0
"""So many seconds the worker that has the table is looked for: a press that was acknowledged can wait for it."""
_CARRY_CHOICES: Final = 2.0
"""So many where choices are asked for while somebody types: they cannot be acknowledged."""
_LONGEST: Final = 30.0
"""Seconds after which nobody waits for the owner any more."""
_NOTED: Final = "acknowledged"
"""In the JSON that is carried: whether the worker that heard it has acknowledged it already."""
_SHARED: Final = "shared"
"""Among an interaction's ``extras``: another worker may have acknowledged it."""


class Carriage:
    """Brings interactions to other workers. ``acknowledge``: tells Discord that the answer is coming; ``refuse``:
    tells the person that their table cannot be reached.
    """

    def __init__(self, carrier: Carrier, meter: Meter, *, acknowledge: Work, refuse: Work) -> None:
        self._carrier = carrier
        self._meter = meter
        self._acknowledge = acknowledge
        self._refuse = refuse

    async def see_to(self, interaction: discord.Interaction, work: Work) -> None:
        """Carry an interaction out here by ``work``, or bring it to the worker that has its table."""
        named = _named_table(interaction)
        for _ in range(_TURNS):
            try:
                if named is not None and self._carrier.is_elsewhere(named):
                    raise Elsewhere(named)
                await work(interaction)
                return
            except Elsewhere as elsewhere:
                became = await self._bring(interaction, elsewhere.table)
            if became is Carried.DONE:
                return
            if became is Carried.UNREACHED:
                break
            named = None
        self._meter.count("unreached")
        await self._refuse(interaction)

    async def _bring(self, interaction: discord.Interaction, table: int) -> Carried:
        raw = dict(interaction.extras[RAW])
        if interaction.guild is not None and raw.get("guild"):
            # Discord leaves the name out, and the other worker may know nothing of this guild.
            raw["guild"] = {**raw["guild"], "name": interaction.guild.name}
        raw[_NOTED] = interaction.response.is_done()
        interaction.extras[_SHARED] = True
        typing = interaction.type is discord.InteractionType.autocomplete
        seconds = _CARRY_CHOICES if typing else _CARRY
        bearing = asyncio.ensure_future(self._carrier.carry(PLATFORM, raw, table, seconds=seconds))
        try:
            done, _ = await asyncio.wait({bearing}, timeout=_PATIENCE)
            if not done and not typing:
                await self._say_that_it_comes(interaction)
            return await asyncio.wait_for(bearing, _LONGEST)
        except TimeoutError:
            return Carried.UNREACHED
        except Exception as error:
            _log.error("discord_carriage_broken", interaction=interaction.id, error=type(error).__name__)
            return Carried.UNREACHED
        finally:
            bearing.cancel()

    async def _say_that_it_comes(self, interaction: discord.Interaction) -> None:
        try:
            await self._acknowledge(interaction)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            # Whoever has the table may be luckier: what is on its way there is not disturbed.
            _log.info("discord_answer_failed", interaction=interaction.id, error=type(error).__name__)


def arrived(interaction: discord.Interaction, raw: Mapping[str, Any]) -> None:
    """Note that another worker heard this interaction, and that it may have acknowledged it."""
    interaction.extras[_SHARED] = True
    if raw.get(_NOTED):
        _acknowledged(interaction)


def _acknowledged(interaction: discord.Interaction) -> None:
    """Note that Discord has been told that the answer is coming: what follows is sent as after our own deferring."""
    kind = discord.InteractionResponseType.deferred_channel_message
    if interaction.type is discord.InteractionType.component:
        kind = discord.InteractionResponseType.deferred_message_update
    interaction.response._response_type = kind  # the library knows only of what it has sent itself


def answered_already(interaction: discord.Interaction, error: discord.HTTPException) -> bool:
    """Tell whether a first answer failed because another worker has acknowledged the interaction; and note that."""
    if error.code != ACKNOWLEDGED or not interaction.extras.get(_SHARED) or interaction.response.is_done():
        return False
    _acknowledged(interaction)
    return True


def _named_table(interaction: discord.Interaction) -> int | None:
    """Return the table that a pressed button names."""
    if interaction.type is not discord.InteractionType.component:
        return None
    try:
        found = pressed(dict(interaction.data or {}))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None  # whoever reads it says so
    table = getattr(found.command, "table", None) if found else None
    return table if isinstance(table, int) else None
