"""The one way in for updates, fetched or handed in: each is read on its own, handled once, and unfinished until stored.

Invariants: an update that cannot be read is skipped and counted, and holds up no other; one that comes again is not
handled again; one person's updates are handled in their order and take one place, however many there are.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Hashable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import structlog
from telegram import Bot, Update

from bot.frontends.telegram.incoming.translation import Translator
from bot.frontends.telegram.outgoing.sender import PLATFORM
from bot.session.port import buttons
from bot.session.port.metrics import Meter
from bot.session.port.origin import Elsewhere
from bot.session.port.protocols import MOST_WAITING, Clock
from bot.session.port.workers import Carried, Carrier

__all__ = ["Intake", "NoUpdate"]

_REMEMBERED: Final = 4_000
_CARRY_SECONDS: Final = 8.0
"""So long after somebody pressed the worker that has the table is looked for: they would rather wait than press again."""
_LEAST_CARRY_SECONDS: Final = 1.0
"""So long also where the press has waited in line for that time already, behind others of the same person."""
_TURNS: Final = 3
"""So often an update is tried here while its table moves to and fro."""
_KINDS: Final = frozenset(Update.ALL_TYPES)
_WHERE: Final = frozenset({"message_id", "date", "chat", "message_thread_id", "is_topic_message"})
"""What is read of a message on which somebody pressed a button."""
_log = structlog.get_logger(__name__)

_Work = Callable[[], Awaitable[None]]
"""Something to do. It must not raise: it logs its own errors."""


class WorkQueues:
    """First come, first served, for each key apart. A key with work has one task, however much waits; one without has none."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[_Work]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def put(self, key: Hashable, work: _Work) -> None:
        """Queue work behind all that waits of the same key; returns at once."""
        queue = self._waiting.get(key)
        if queue is not None:
            queue.append(work)
            return
        queue = self._waiting[key] = deque([work])
        task = asyncio.create_task(self._go_through(key, queue), name="telegram updates")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def of(self, key: Hashable) -> int:
        """Return how much of this key is not done yet, with what is under way."""
        return len(self._waiting.get(key, ()))

    async def finish(self) -> None:
        """Wait until nothing is left to do."""
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    async def close(self) -> None:
        """Break off what is under way."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _go_through(self, key: Hashable, queue: deque[_Work]) -> None:
        try:
            while queue:
                await queue[0]()
                queue.popleft()
        finally:
            del self._waiting[key]

    def __len__(self) -> int:
        return len(self._waiting)


class NoUpdate(Exception):
    """Raised for something that is no update at all: it has no number."""


@dataclass(slots=True)
class _UnderWay:
    since: float
    done: asyncio.Future[bool]


class Intake:
    """Takes raw updates in, so that each has its effect once and those of one person have it in their order.

    ``carrier``: brings those on that concern a table of another worker; ``None`` where there are no others.
    """

    def __init__(
        self, bot: Bot, incoming: Translator, clock: Clock, meter: Meter, carrier: Carrier | None = None
    ) -> None:
        self._bot = bot
        self._carrier = carrier
        self._incoming = incoming
        self._clock = clock
        self._meter = meter
        self._queues = WorkQueues()
        self._under_way: dict[int, _UnderWay] = {}
        self._handled: OrderedDict[int, None] = OrderedDict()
        self._hurried: set[Hashable] = set()
        self._stopping = False

    def take(self, raw: object, *, kept: bool = False, carried: bool = False) -> asyncio.Future[bool]:
        """Take one update as the platform sent it; ``NoUpdate`` if it is none.

        The result becomes ``True`` once the update's effect is stored, or if it has none, and ``False`` if it was left
        alone because the program stops. ``kept``: the platform has kept it while nobody listened; however many of these
        one person has sent, they were not too fast. ``carried``: another worker heard it and brought it here, since the table
        is ours; where it is not, the result is ``Elsewhere``, and nobody is told anything.
        """
        number = raw.get("update_id") if isinstance(raw, Mapping) else None
        if not isinstance(raw, Mapping) or not isinstance(number, int) or isinstance(number, bool):
            self._meter.count("unreadable")
            raise NoUpdate
        known = self._under_way.get(number)
        if known is not None:
            return known.done
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        if self._stopping:
            done.set_result(False)
            return done
        update = None if number in self._handled else self._read(raw)
        person: Hashable = update.effective_user.id if update is not None and update.effective_user else "service"
        if update is None:
            self._settle(number, done)
        elif not (kept or carried) and _is_input(update) and self._queues.of(person) > MOST_WAITING:
            self._meter.count("hurried")
            self._incoming.hurried(update, first=person not in self._hurried)
            self._hurried.add(person)
            self._settle(number, done)
        else:
            self._under_way[number] = _UnderWay(self._clock.monotonic(), done)
            self._queues.put(person, partial(self._handle, update, raw, person, done, carried))
        return done

    def knows(self, number: int) -> bool:
        """Tell whether this update has been taken in already."""
        return number in self._under_way or number in self._handled

    def under_way(self) -> list[asyncio.Future[bool]]:
        """Return what is not handled yet."""
        return [one.done for one in self._under_way.values()]

    def unfinished(self, since: float | None = None) -> list[int]:
        """Return the numbers of updates that are not handled yet; with ``since`` only of those taken in before that
        moment.
        """
        return [number for number, one in self._under_way.items() if since is None or one.since < since]

    def stop(self) -> None:
        """Leave alone what has not been begun: a long queue must not keep the program from stopping."""
        self._stopping = True

    async def finish(self) -> None:
        """Wait for what has been begun, after ``stop``. What is left alone stays among the unfinished."""
        await self._queues.finish()

    async def close(self) -> None:
        """Break off what is still under way."""
        await self._queues.close()
        for one in self._under_way.values():
            if not one.done.done():
                one.done.set_result(False)

    # --- inside

    def _read(self, raw: Mapping[str, Any]) -> Update | None:
        """Return the update as the library reads it; None if it cannot."""
        try:
            return Update.de_json(_bare(raw), self._bot)
        except Exception as error:
            # Whatever an unknown shape leads to; the type alone, since the library's sentence may quote what it read.
            self._meter.count("unreadable")
            kinds = sorted(str(name) for name in raw if name in _KINDS)
            _log.warning("telegram.update.unreadable", kinds=kinds, error=type(error).__name__)
            return None

    async def _handle(
        self, update: Update, raw: Mapping[str, Any], person: Hashable, done: asyncio.Future[bool], carried: bool
    ) -> None:
        if self._stopping:
            done.set_result(False)
            return
        try:
            await self._see_to(update, raw, carried, self._under_way[update.update_id].since + _CARRY_SECONDS)
        except Elsewhere as elsewhere:
            self._under_way.pop(update.update_id, None)
            if not done.done():
                done.set_exception(elsewhere)
            return
        except Exception as error:
            # The type alone: an update or an error's text may quote a hand or the token.
            _log.error("telegram.update.failed", error=type(error).__name__)
        if self._queues.of(person) <= 1:
            self._hurried.discard(person)
        self._settle(update.update_id, done)

    async def _see_to(self, update: Update, raw: Mapping[str, Any], carried: bool, until: float) -> None:
        """Carry an update out here, or bring it to the worker that has its table, which is looked for ``until`` then."""
        named = None if self._carrier is None or carried else _named_table(update)
        for _ in range(_TURNS):
            try:
                if named is not None and self._carrier is not None and self._carrier.is_elsewhere(named):
                    raise Elsewhere(named)
                await self._incoming.handle(update, _buttons_under(raw))
                return
            except Elsewhere as elsewhere:
                if carried or self._carrier is None:
                    raise
                left = max(until - self._clock.monotonic(), _LEAST_CARRY_SECONDS)
                became = await self._carrier.carry(PLATFORM, raw, elsewhere.table, seconds=left)
            if became is Carried.DONE:
                return
            if became is Carried.UNREACHED:
                break
            named = None
        self._meter.count("unreached")
        await self._incoming.unreached(update)

    def _settle(self, number: int, done: asyncio.Future[bool]) -> None:
        self._under_way.pop(number, None)
        self._handled[number] = None
        if len(self._handled) > _REMEMBERED:
            self._handled.popitem(last=False)
        if not done.done():
            done.set_result(True)


def _named_table(update: Update) -> int | None:
    """Return the table that a pressed button names."""
    query = update.callback_query
    command = None if query is None else buttons.decode(query.data or "")
    return getattr(command, "table", None)


def _bare(raw: Mapping[str, Any]) -> dict[str, Any]:
    """Return an update with no more of the message on which somebody pressed a button than where it stands: the library takes
    longer to make objects of its words and buttons than everything else takes."""
    query = raw.get("callback_query")
    message = query.get("message") if isinstance(query, Mapping) else None
    if not isinstance(query, Mapping) or not isinstance(message, Mapping):
        return dict(raw)
    bare = {name: value for name, value in message.items() if name in _WHERE}
    return {**raw, "callback_query": {**query, "message": bare}}


def _buttons_under(raw: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the data of all buttons of the message on which one was pressed; nothing of what has another shape."""
    try:
        rows = raw["callback_query"]["message"]["reply_markup"]["inline_keyboard"]
        return tuple(key["callback_data"] for row in rows for key in row if isinstance(key.get("callback_data"), str))
    except (KeyError, TypeError, AttributeError):
        return ()


def _is_input(update: Update) -> bool:
    """Tell whether a person presses or writes something: the rest must never be passed over."""
    message = update.message
    return update.callback_query is not None or (message is not None and message.text is not None)
