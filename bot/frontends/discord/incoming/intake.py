"""Every interaction passes here once: in a task of its own, no more of one person than is fair, faults kept in.

Invariants: an interaction that comes twice is carried out once, whether a shard here heard it or another worker
brought it; a fault is named in the log without what the interaction carried.
"""

from __future__ import annotations

import asyncio
from collections import Counter, OrderedDict
from collections.abc import Coroutine, Mapping
from typing import Any, Final

import aiohttp
import discord
import structlog

from bot.frontends.discord.incoming.answers import LOST, Answers
from bot.frontends.discord.incoming.carriage import Carriage, arrived
from bot.frontends.discord.incoming.shard import RAW
from bot.frontends.discord.outgoing.rate_limits import SlowDown
from bot.session.port.metrics import Meter
from bot.session.port.origin import Elsewhere
from bot.session.port.protocols import MOST_WAITING
from bot.session.port.updates import Notice
from bot.session.port.workers import Carrier

__all__ = ["Intake"]

_log = structlog.get_logger(__name__)

_REMEMBERED: Final = 2000
"""So many interactions are remembered, so that one that comes twice is carried out once."""
_FINISH: Final = 2.0
"""So many seconds an interaction that is being handled may take when the program stops."""
_FINISH_CARRIED: Final = 4.0
"""So many where there are other workers: what is meant for a table that we have just given away finds it there."""
_CALL: Final = 20.0
"""Seconds for one call to Discord."""


class Intake:
    """Takes interactions and owns the tasks in which they are handled. ``carrier``: ``None`` without other workers."""

    def __init__(self, answers: Answers, meter: Meter, carrier: Carrier | None) -> None:
        self._answers = answers
        self._meter = meter
        self._carriage: Carriage | None = None
        if carrier is not None:
            self._carriage = Carriage(carrier, meter, acknowledge=answers.acknowledge, refuse=self._unreached)
        self._at_work: Counter[int] = Counter()
        self._hurried: set[int] = set()
        self._seen: OrderedDict[int, None] = OrderedDict()
        self._carried: dict[int, asyncio.Task[None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._closing = False

    def take(self, interaction: discord.Interaction) -> None:
        """Handle an interaction that a shard of ours has heard; returns at once.

        One that comes again is ignored. Of a person for whom ``MOST_WAITING`` wait already it is not carried out; they
        are told so once.
        """
        if interaction.id in self._seen:
            return
        self._remember(interaction)
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
            self._remember(interaction)
            arrived(interaction, raw)
            work = self._own(self._guarded(interaction, self._answers.see_to(interaction)))
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
            _, late = await asyncio.wait(self._tasks, timeout=_FINISH if self._carriage is None else _FINISH_CARRIED)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)
        self._answers.close()

    # -- inside

    def _remember(self, interaction: discord.Interaction) -> None:
        self._seen[interaction.id] = None
        if len(self._seen) > _REMEMBERED:
            self._seen.popitem(last=False)

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
        work = self._answers.see_to
        try:
            if self._carriage is None:
                await self._guarded(interaction, work(interaction))
            else:
                await self._guarded(interaction, self._carriage.see_to(interaction, work))
        finally:
            interaction.extras.pop(RAW, None)

    async def _guarded(self, interaction: discord.Interaction, work: Coroutine[Any, Any, None]) -> None:
        """Carry out the interaction; whatever goes wrong is named in the log, without what the interaction carried."""
        try:
            await work
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
        if interaction.type is discord.InteractionType.component and not first:
            async with asyncio.timeout(_CALL):
                await interaction.response.defer()
        else:
            await self._answers.refuse(interaction, Notice("slower_please"))

    async def _unreached(self, interaction: discord.Interaction) -> None:
        """Say that the worker which has the table does not answer."""
        await self._answers.refuse(interaction, Notice("worker_unreachable"))
