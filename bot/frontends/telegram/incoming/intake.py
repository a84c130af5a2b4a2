"""Where updates come from, fetched by polling or handed in through a webhook that is looked after, and the one way in for them.

Invariants: an update that cannot be read is skipped and counted, and holds up no other; one that comes again is not
handled again; one person's updates are handled in their order and take one place, however many there are; a fetched update is
confirmed to the platform when its effect is stored, so what was under way when the program died comes again. Nothing gives up.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, Final, Protocol

import structlog
from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, RetryAfter, TelegramError

from bot.delivery.chats import Newest
from bot.frontends.telegram.outgoing.api import AT_ONCE, PLATFORM, RawBot, inline_chat
from bot.session.port import buttons
from bot.session.port.commands.record import Elsewhere, begin_trace
from bot.session.port.protocols import MOST_WAITING, Carried, Carrier, Clock, Leases, Meter

__all__ = ["Intake", "NoUpdate", "Polling", "UpdateSource", "Webhook"]

_REMEMBERED: Final = 4_000
_CARRY_SECONDS: Final = 8.0
"""So long after somebody pressed the worker that has the table is looked for: they would rather wait than press again."""
_LEAST_CARRY_SECONDS: Final = 1.0
"""So long also where the press has waited in line for that time already, behind others of the same person."""
_TURNS: Final = 3  # So often an update is tried here while its table moves to and fro
_KINDS: Final = frozenset(Update.ALL_TYPES)
_WHERE: Final = frozenset(
    {"message_id", "date", "chat", "message_thread_id", "is_topic_message", "ephemeral_message_id"}
)
"""What is read of a message on which somebody pressed a button."""
_log = structlog.get_logger(__name__)

_Work = Callable[[], Awaitable[None]]  # Something to do. It must not raise: it logs its own errors.


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
        """How much of this key is not done yet, with what is under way."""
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


class UpdateHandler(Protocol):
    """What carries updates out, see ``Translator``."""

    async def handle(self, update: Update, beside: tuple[str, ...]) -> None: ...

    def hurried(self, update: Update, *, first: bool) -> None: ...

    async def unreached(self, update: Update) -> None: ...


@dataclass(slots=True)
class _UnderWay:
    since: float
    done: asyncio.Future[bool]


class Intake:
    """Takes raw updates in, so that each has its effect once and those of one person have it in their order.
    ``carrier``: brings those on that concern a table of another worker; ``None`` where there are no others."""

    def __init__(
        self, bot: Bot, incoming: UpdateHandler, clock: Clock, meter: Meter, carrier: Carrier | None = None
    ) -> None:
        self._bot = bot
        self._carrier = carrier
        self._incoming = incoming
        self._clock = clock
        self._meter = meter
        self._queues = WorkQueues()
        self._under_way: dict[int, _UnderWay] = {}
        self._handled = Newest[int, None](_REMEMBERED)
        self._hurried: set[Hashable] = set()
        self._stopping = False

    def take(self, raw: object, *, kept: bool = False, carried: bool = False) -> asyncio.Future[bool]:
        """Take one update as the platform sent it; ``NoUpdate`` if it is none.

        The result becomes ``True`` once the update's effect is stored, or if it has none, and ``False`` if it was left
        alone because the program stops. ``kept``: the platform has kept it while nobody listened; however many of these
        one person has sent, they were not too fast. ``carried``: another worker heard it and brought it here, since the
        table is ours; where it is not, the result is ``Elsewhere``, and nobody is told anything."""
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
        return number in self._under_way or number in self._handled

    def under_way(self) -> list[asyncio.Future[bool]]:
        return [one.done for one in self._under_way.values()]

    def unfinished(self, since: float | None = None) -> list[int]:
        """The numbers of updates that are not handled yet; with ``since`` only of those taken in before that moment."""
        return [number for number, one in self._under_way.items() if since is None or one.since < since]

    def stop(self) -> None:
        """Leave alone what has not been begun: a long queue must not keep the program from stopping."""
        self._stopping = True

    async def finish(self) -> None:
        """Wait for what has been begun, after ``stop``. What is left alone stays among the unfinished."""
        await self._queues.finish()

    async def close(self) -> None:
        await self._queues.close()
        for one in self._under_way.values():
            if not one.done.done():
                one.done.set_result(False)

    # --- inside
    def _read(self, raw: Mapping[str, Any]) -> Update | None:
        """The update as the library reads it; None if it cannot."""
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
        begin_trace(str(update.update_id))
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
        if not done.done():
            done.set_result(True)


def _named_table(update: Update) -> int | None:
    query = update.callback_query
    command = None if query is None else buttons.decode(query.data or "")
    return getattr(command, "table", None)


def _bare(raw: Mapping[str, Any]) -> dict[str, Any]:
    """An update with no more of the message on which somebody pressed a button than where it stands: the library takes
    longer to make objects of its words and buttons than everything else takes. An inline message stands in itself, see
    ``INLINE``."""
    query = raw.get("callback_query")
    message = query.get("message") if isinstance(query, Mapping) else None
    if isinstance(query, Mapping) and isinstance(inline := query.get("inline_message_id"), str):
        message = {"message_id": 0, "date": 0, "chat": {"id": inline_chat(inline), "type": "group"}}
    if not isinstance(query, Mapping) or not isinstance(message, Mapping):
        return dict(raw)
    bare = {name: value for name, value in message.items() if name in _WHERE}
    return {**raw, "callback_query": {**query, "message": bare}}


def _buttons_under(raw: Mapping[str, Any]) -> tuple[str, ...]:
    """The data of all buttons of the message on which one was pressed; nothing of what has another shape."""
    try:
        rows = raw["callback_query"]["message"]["reply_markup"]["inline_keyboard"]
        return tuple(key["callback_data"] for row in rows for key in row if isinstance(key.get("callback_data"), str))
    except (KeyError, TypeError, AttributeError):
        return ()


def _is_input(update: Update) -> bool:
    """Whether a person presses or writes something: the rest must never be passed over."""
    message = update.message
    return update.callback_query is not None or (message is not None and message.text is not None)


POLL_SECONDS: Final = 20  # So long the platform keeps a request for updates when it has none
GLANCE_SECONDS: Final = 0.1  # While something is under way, the next request waits so long for it
STUCK_SECONDS: Final = 1.0
"""A full hundred does not wait longer than this for those in it that take their time (as long as they are few)."""
LOOK_SECONDS: Final = 60.0  # So often the webhook is looked after
POLLING: Final = "telegram:polling"  # The lease of the one worker that fetches
TURN_SECONDS: Final = 1.0  # So often a worker looks whether it is its turn to fetch
_FIRST_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 30.0
_LONGEST_REFUSED: Final = 300.0
"""Seconds between attempts while the platform cannot be reached, and while it refuses us."""


class NotDelivered(Exception):
    """The platform says that it cannot reach the webhook."""


_ADVICE: Final[dict[type[Exception], str]] = {
    InvalidToken: "Telegram does not accept TELEGRAM_TOKEN (any more): set the bot's present token and restart",
    Conflict: "another program fetches this bot's updates: stop it, or give this one a bot of its own",
    NotDelivered: "Telegram cannot reach TELEGRAM_WEBHOOK_URL: see to the address, its certificate and the proxy",
}
_REFUSALS: Final = tuple(_ADVICE)


class UpdateSource:
    """Repeats the step that brings updates, until cancelled. A step that fails is repeated after growing pauses;
    meanwhile ``up`` is not set, and the log says once what is the matter and what the host can do."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.up = asyncio.Event()  # Set while updates can come in
        self._said = ""

    async def reach(self, step: Callable[[], Awaitable[None]]) -> None:
        """Repeat a step until it succeeds once."""
        failures = 0
        while (error := await self._try(step)) is not None:
            failures += 1
            await self._lost(error, failures)

    async def keep(self, step: Callable[[], Awaitable[None]]) -> None:
        """Repeat a step until cancelled."""
        failures = 0
        while True:
            error = await self._try(step)
            if error is None:
                failures = 0
                self.found()
            else:
                failures += 1
                await self._lost(error, failures)

    @staticmethod
    async def _try(step: Callable[[], Awaitable[None]]) -> Exception | None:
        try:
            await step()
        except Exception as error:
            return error
        return None

    def found(self) -> None:
        """Note that updates can come in."""
        if self._said:
            _log.info("telegram.hears_again")
        self._said = ""
        self.up.set()

    async def _lost(self, error: Exception, failures: int) -> None:
        """Say it once, and wait. One lost connection is no news: they happen."""
        kind = type(error)
        refused = isinstance(error, _REFUSALS)
        if refused or failures > 1:
            self.up.clear()
            if self._said != kind.__name__:
                self._said = kind.__name__
                say = _log.error if refused else _log.warning
                say("telegram.hears_nothing", error=kind.__name__, advice=_ADVICE.get(kind, "it is tried again"))
        longest = _LONGEST_REFUSED if refused else _LONGEST_PAUSE
        pause = min(longest, _FIRST_PAUSE * 2.0 ** min(failures - 1, 20))
        if isinstance(error, RetryAfter):
            asked = error.retry_after
            seconds = asked.total_seconds() if isinstance(asked, timedelta) else float(asked)
            pause = min(_LONGEST_REFUSED, max(pause, seconds))
        await self._clock.sleep(pause)


class Polling:
    """Fetches updates. The offset that the platform is told is the lowest number whose update is not handled yet.
    ``leases``: only who holds ``POLLING`` fetches; another worker begins when that ends."""

    def __init__(self, bot: RawBot, intake: Intake, clock: Clock, leases: Leases) -> None:
        self._leases = leases
        self._bot = bot
        self._intake = intake
        self._clock = clock
        self._next: int | None = None
        """One above the newest update that was fetched; None if there is nothing to confirm. The platform may begin anew
        with any number after a week without updates, so an old one is not kept."""
        self._stuck: set[int] = set()
        self._begun = False
        self._proven = False
        self._caught_up = False

    async def step(self) -> None:
        """Fetch once, and give what has come a moment to be handled; or wait a moment while another worker fetches."""
        if not await self._leases.take(POLLING):
            self._begin_anew()
            await self._clock.sleep(TURN_SECONDS)
            return
        try:
            await self._fetch()
        except Exception:
            self._begin_anew()  # the next request does not wait, so that we know soon how things are
            raise

    async def finish(self) -> None:
        """Tell the platform what has been handled, which need not come again, and let another worker fetch."""
        offset = self._offset()
        if offset is not None and self._leases.sure(POLLING):
            with suppress(TelegramError):
                await self._bot.fetch(offset, 0)
        await self._leases.release(POLLING)

    def _begin_anew(self) -> None:
        self._proven = self._caught_up = False
        if not self._leases.sure(POLLING):
            self._next = None  # another worker has gone on from there

    async def _fetch(self) -> None:
        if not self._begun:
            await self._bot.delete_webhook()
            self._begun = True
        offset = self._offset()
        waits = self._proven and not self._waiting()
        found = await self._bot.fetch(offset, POLL_SECONDS if waits else 0)
        if not self._leases.sure(POLLING):
            return  # we were held up for so long that another worker fetches; it gets all of these as well
        self._proven = True
        if not found and offset == self._next:
            self._next = None
        news = self._take(found)
        self._caught_up = self._caught_up or len(found) < AT_ONCE
        if not news and len(found) >= AT_ONCE:
            self._leave_behind()
        if self._waiting():
            await asyncio.wait(self._intake.under_way(), timeout=GLANCE_SECONDS)

    def _take(self, found: list[Any]) -> bool:
        """Hand on what has come; tell whether anything of it was new."""
        news = False
        for raw in found:
            try:
                number = int(raw["update_id"])
                news = news or not self._intake.knows(number)
                self._intake.take(raw, kept=not self._caught_up)
            except (NoUpdate, KeyError, TypeError, ValueError):
                _log.warning("telegram.update.without_number")
                continue
            self._next = max(self._next or 0, number + 1)
        return news

    def _waiting(self) -> list[int]:
        """The numbers of updates that are not handled and not left behind."""
        unfinished = self._intake.unfinished()
        self._stuck.intersection_update(unfinished)
        return [number for number in unfinished if number not in self._stuck]

    def _offset(self) -> int | None:
        return min(self._waiting(), default=self._next)

    def _leave_behind(self) -> None:
        """Stop counting updates that take very long against those that may be unconfirmed: Telegram hides everything
        that comes after a hundred of them. They are still carried out."""
        late = self._intake.unfinished(self._clock.monotonic() - STUCK_SECONDS)
        if late and len(late) <= AT_ONCE and not self._stuck.issuperset(late):
            _log.warning("telegram.update.slow", updates=len(late))
            self._stuck.update(late)


class Webhook:
    """Sets the webhook, and sets it again should somebody have taken it away."""

    def __init__(self, bot: RawBot, clock: Clock, url: str, secret: str) -> None:
        self._bot = bot
        self._clock = clock
        self._url = url
        self._secret = secret
        self._is_set = False

    async def step(self) -> None:
        """Set it, or after a while look whether it is still there and reached."""
        if not self._is_set:
            await self._bot.set_webhook(
                self._url, secret_token=self._secret or None, allowed_updates=self._bot.updates, max_connections=40
            )
            self._is_set = True
            return
        await self._clock.sleep(LOOK_SECONDS)
        found = await self._bot.get_webhook_info()
        if found.url != self._url:
            self._is_set = False
            _log.warning("telegram.webhook.taken_away")
        elif found.pending_update_count and found.last_error_date is not None:
            age = self._clock.now() - found.last_error_date.timestamp()
            if age < 2 * LOOK_SECONDS:
                raise NotDelivered
