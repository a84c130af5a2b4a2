"""Every interaction passes here once: in a task of its own, no more of one person than is fair, faults kept in. One
that means a table of another worker is brought there, and that worker answers Discord itself.

Invariants: an interaction that comes twice is carried out once, whether a shard here heard it or another worker brought
it; a fault is named in the log without what the interaction carried; nothing is said by the worker that heard it unless
nobody else could be reached."""

import asyncio
from collections import Counter
from collections.abc import Coroutine, Mapping
from typing import Any, Final, Protocol

import aiohttp
import discord
import structlog

from bot.delivery.chats import Newest
from bot.frontends.discord.incoming.origin import LOST, PLATFORM, RAW, SHARED, is_press, mark_acknowledged
from bot.frontends.discord.outgoing.calls import SlowDown
from bot.frontends.discord.outgoing.markup import pressed
from bot.session.port.commands.record import Elsewhere, begin_trace
from bot.session.port.protocols import MOST_WAITING, Carried, Carrier, Meter
from bot.session.port.updates import Notice

__all__ = ["Interactions"]

_log = structlog.get_logger(__name__)

_REMEMBERED: Final = 2000  # So many interactions are remembered, so that one that comes twice is carried out once
_FINISH: Final = 2.0  # So many seconds an interaction that is being handled may take when the program stops
_FINISH_CARRIED: Final = 4.0
"""So many where there are other workers: what is meant for a table that we have just given away finds it there."""
_TURNS: Final = 3  # So often a table may change its owner while its command is on the way
_PATIENCE: Final = 2.0
"""Seconds after which the worker that heard it acknowledges what its bearer has not brought to an end: Discord waits
three. The owner has then had its own second for that."""
_CARRY: Final = 8.0
"""So many seconds the worker that has the table is looked for: a press that was acknowledged can wait for it."""
_CARRY_CHOICES: Final = 2.0  # So many where choices are asked for while somebody types: they cannot be acknowledged
_LONGEST: Final = 30.0  # Seconds after which nobody waits for the owner any more
_NOTED: Final = "acknowledged"
"""In the JSON that is carried: whether the worker that heard it has acknowledged it already."""
_CALL: Final = 20.0  # Seconds for one call to Discord


class InteractionHandler(Protocol):
    """What carries interactions out and answers them, see ``Responder``."""

    async def see_to(self, interaction: discord.Interaction) -> None: ...

    async def acknowledge(self, interaction: discord.Interaction) -> None: ...

    async def refuse(self, interaction: discord.Interaction, notice: Notice) -> None: ...

    def close(self) -> None: ...


class Interactions:
    """Takes interactions and owns the tasks in which they are handled. ``carrier``: ``None`` without other workers."""

    def __init__(self, responder: InteractionHandler, meter: Meter, carrier: Carrier | None) -> None:
        self._responder = responder
        self._meter = meter
        self._carrier = carrier
        self._at_work: Counter[int] = Counter()
        self._hurried: set[int] = set()
        self._seen = Newest[int, None](_REMEMBERED)
        self._carried: dict[int, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def take(self, interaction: discord.Interaction) -> None:
        """Handle an interaction that a shard of ours has heard; returns at once. One that comes again is ignored. Of a
        person for whom ``MOST_WAITING`` wait already it is not carried out; they are told so once."""
        if interaction.id in self._seen:
            return
        self._seen[interaction.id] = None
        sender: discord.abc.User | None = getattr(interaction, "user", None)
        if sender is None:  # the library knows no interaction without one, and yet reads it
            self._meter.count("unreadable")
            return
        person = sender.id
        if self._at_work[person] > MOST_WAITING:
            self._meter.count("hurried")
            first = person not in self._hurried
            self._hurried.add(person)
            self._own(self._guarded(interaction, self._ask_to_slow_down(interaction, first)))
            return
        self._at_work[person] += 1
        self._own(self._handle(interaction)).add_done_callback(lambda _: self._done(person))

    async def take_carried(self, interaction: discord.Interaction, raw: Mapping[str, Any]) -> bool:
        """Handle an interaction that another worker heard; returns whether it was answered, when it was. ``Elsewhere``: its
        table is not ours; then nobody was told anything. One that comes again is waited for, not carried out again.
        """
        work = self._carried.get(interaction.id)
        if work is None:
            if self._closing:
                return False  # it could not be answered any more: whoever has its table then will
            if interaction.id in self._seen:
                return True
            self._seen[interaction.id] = None
            interaction.extras[SHARED] = True
            if raw.get(_NOTED):
                mark_acknowledged(interaction)
            work = self._own(self._guarded(interaction, self._responder.see_to(interaction)))
            self._carried[interaction.id] = work
        try:
            await asyncio.shield(work)
        except Elsewhere:
            self._seen.pop(interaction.id, None)
            raise
        finally:
            if work.done():
                self._carried.pop(interaction.id, None)
        return True

    async def close(self) -> None:
        """Take nothing new, wait a little for the answers under way, then stop them."""
        self._closing = True
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=_FINISH if self._carrier is None else _FINISH_CARRIED)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._responder.close()

    # -- inside
    def _done(self, person: int) -> None:
        self._at_work[person] -= 1
        if not self._at_work[person]:
            del self._at_work[person]
            self._hurried.discard(person)

    def _own(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _handle(self, interaction: discord.Interaction) -> None:
        carrier = self._carrier
        work = self._responder.see_to(interaction) if carrier is None else self._see_to(interaction, carrier)
        try:
            await self._guarded(interaction, work)
        finally:
            interaction.extras.pop(RAW, None)

    async def _guarded(self, interaction: discord.Interaction, work: Coroutine[Any, Any, None]) -> None:
        """Carry out the interaction; whatever goes wrong is named in the log, without what the interaction carried."""
        begin_trace(str(interaction.id))
        try:
            await work
            _log.debug("discord_answered", interaction=interaction.id)
        except Elsewhere:
            raise
        except discord.HTTPException as error:
            level = _log.info if error.code in LOST else _log.warning
            level("discord_answer_failed", interaction=interaction.id, status=error.status, code=error.code)
        except (TimeoutError, aiohttp.ClientError, OSError, SlowDown) as error:
            _log.warning("discord_answer_failed", interaction=interaction.id, error=type(error).__name__)
        except Exception as error:
            _log.error("discord_answer_broken", interaction=interaction.id, error=type(error).__name__)

    async def _ask_to_slow_down(self, interaction: discord.Interaction, first: bool) -> None:
        """Say that this is not carried out: once in words, and to the other presses of a burst with a silent nod."""
        if is_press(interaction) and not first:
            async with asyncio.timeout(_CALL):
                await interaction.response.defer()
        else:
            await self._responder.refuse(interaction, Notice("slower_please"))

    # -- with other workers: whoever answers, Discord hears within its three seconds that the answer is coming
    async def _see_to(self, interaction: discord.Interaction, carrier: Carrier) -> None:
        """Carry an interaction out here, or bring it to the worker that has its table."""
        named = _named_table(interaction)
        for _ in range(_TURNS):
            try:
                if named is not None and carrier.is_elsewhere(named):
                    raise Elsewhere(named)
                await self._responder.see_to(interaction)
                return
            except Elsewhere as elsewhere:
                became = await self._bring(interaction, carrier, elsewhere.table)
            if became is Carried.DONE:
                return
            if became is Carried.UNREACHED:
                break
            named = None
        self._meter.count("unreached")
        await self._responder.refuse(interaction, Notice("worker_unreachable"))

    async def _bring(self, interaction: discord.Interaction, carrier: Carrier, table: int) -> Carried:
        raw = dict(interaction.extras[RAW])
        if interaction.guild is not None and raw.get("guild"):
            # Discord leaves the name out, and the other worker may know nothing of this guild.
            raw["guild"] = {**raw["guild"], "name": interaction.guild.name}
        raw[_NOTED] = interaction.response.is_done()
        interaction.extras[SHARED] = True
        typing = interaction.type is discord.InteractionType.autocomplete
        seconds = _CARRY_CHOICES if typing else _CARRY
        bearing = asyncio.ensure_future(carrier.carry(PLATFORM, raw, table, seconds=seconds))
        try:
            done, _ = await asyncio.wait({bearing}, timeout=_PATIENCE)
            if not done and not typing:
                await self._say_that_it_comes(interaction)
            async with asyncio.timeout(_LONGEST):
                return await bearing
        except TimeoutError:
            return Carried.UNREACHED
        except Exception as error:
            _log.error("discord_carriage_broken", interaction=interaction.id, error=type(error).__name__)
            return Carried.UNREACHED
        finally:
            bearing.cancel()

    async def _say_that_it_comes(self, interaction: discord.Interaction) -> None:
        try:
            await self._responder.acknowledge(interaction)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            # Whoever has the table may be luckier: what is on its way there is not disturbed.
            _log.info("discord_answer_failed", interaction=interaction.id, error=type(error).__name__)


def _named_table(interaction: discord.Interaction) -> int | None:
    if not is_press(interaction):
        return None
    try:
        found = pressed(dict(interaction.data or {}))
    except (AttributeError, KeyError, TypeError, ValueError):
        return None  # whoever reads it says so
    table = getattr(found.command, "table", None) if found and not found.asks else None  # any worker can open a form
    return table if isinstance(table, int) else None
