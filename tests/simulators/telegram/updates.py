"""The queue of updates: long polling with confirmation by offset, or delivery to a webhook."""

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import aiohttp

from .errors import ApiError, violation
from .wire import checked, dumps

if TYPE_CHECKING:
    from .sim import TelegramSim

DEFAULT_UPDATES = frozenset(
    {
        "message", "edited_message", "channel_post", "edited_channel_post", "callback_query", "inline_query",
        "chosen_inline_result", "my_chat_member", "poll", "poll_answer", "pre_checkout_query", "shipping_query",
        "chat_join_request",
    }
)  # fmt: skip
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"
_RETRY_SECONDS = 0.2
_DELIVERY_TIMEOUT = aiohttp.ClientTimeout(total=20)


class UpdateQueue:
    """Updates that the bot has not yet confirmed, oldest first."""

    def __init__(self, sim: "TelegramSim") -> None:
        self._sim = sim
        self._next_id = 100_000_001
        self._pending: list[dict[str, Any]] = []
        self._again: list[dict[str, Any]] = []
        self._held: list[dict[str, Any]] = []
        self._holding = False
        self._duplicates = 0
        self._poll = 0
        self._arrived = asyncio.Event()
        self.allowed: frozenset[str] = DEFAULT_UPDATES
        self.webhook_url = ""
        self.webhook_secret = ""
        self.connections = 1  # How many updates are on their way to a webhook at the same time, at most
        self._pump: asyncio.Task[None] | None = None
        self.sent: list[dict[str, Any]] = []
        self._handed: set[str] = set()
        self._repeated: set[str] = set()

    def emit(self, kind: str, value: dict[str, Any], *, odd: bool = False) -> None:
        """Queue one update of this kind, unless the bot has not asked for such. `odd`: of a shape that no description has."""
        if kind not in self.allowed:
            return
        update = {"update_id": self._next_id, kind: value}
        if not odd:
            checked("Update", update)
        self._next_id += 1
        self.sent.append(update)
        (self._held if self._holding else self._pending).append(update)
        if self._duplicates:
            self._duplicates -= 1
            self._again.append(update)
        self._arrived.set()

    def duplicate_next(self, count: int = 1) -> None:
        """The next `count` updates are delivered once more, later, under the same id, even if confirmed."""
        self._duplicates += count

    def redeliver(self, back: int = 1) -> None:
        """Deliver the last `back` updates once more under their old ids, as after a lost confirmation."""
        self._again += self.sent[-back:]
        self._arrived.set()

    def hold(self) -> None:
        """Keep new updates back until `release`."""
        self._holding = True

    def release(self) -> None:
        """Hand out what was held, in order."""
        self._holding = False
        self._pending += self._held
        self._held.clear()
        self._arrived.set()

    @property
    def unconfirmed(self) -> int:
        return len(self._pending) + len(self._again)

    @property
    def polling(self) -> bool:
        return self._poll > 0

    async def get(self, parameters: dict[str, Any]) -> list[dict[str, Any]]:
        if self.webhook_url:
            raise ApiError(
                409, "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete it"
            )
        limit = parameters.get("limit", 100)
        if not 1 <= limit <= 100:
            raise violation("limit must be between 1 and 100")
        if "allowed_updates" in parameters:
            self.allowed = frozenset(parameters["allowed_updates"]) or DEFAULT_UPDATES
        self._poll += 1
        mine = self._poll
        self._arrived.set()
        self._sim.changed()
        self._confirm(parameters.get("offset"))
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(parameters.get("timeout", 0)):
                while self._poll == mine and not (self._pending or self._again):
                    self._arrived.clear()
                    await self._arrived.wait()
        if self._poll != mine:
            raise ApiError(
                409, "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running"
            )
        again = [update for update in self._again if update not in self._pending]
        self._again = [update for update in self._again if update in self._pending]
        given = (again + self._pending)[:limit]
        for update in given:
            self._note_handed(update)
        return given

    def _note_handed(self, update: dict[str, Any]) -> None:
        query = str(update.get("callback_query", {}).get("id", ""))
        (self._repeated if query in self._handed else self._handed).add(query)

    def came_again(self, query_id: str) -> bool:
        """Whether a press was handed out more than once: after a kill nobody knows whether it has been answered."""
        return query_id in self._repeated

    def _confirm(self, offset: int | None) -> None:
        if offset is None:
            return
        if offset < 0:
            self._pending = self._pending[offset:]
            return
        self._pending = [update for update in self._pending if update["update_id"] >= offset]

    def set_webhook(self, url: str, secret: str, allowed: list[str] | None, drop: bool) -> None:
        """setWebhook; an empty address ends it."""
        if drop:
            self._pending.clear()
        if allowed is not None:
            self.allowed = frozenset(allowed) or DEFAULT_UPDATES
        self.webhook_url, self.webhook_secret = url, secret
        if url and self._pump is None:
            self._pump = asyncio.create_task(self._deliver(), name="telegram simulator: webhook")

    async def close(self) -> None:
        if self._pump is not None:
            self._pump.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._pump
            self._pump = None

    async def _deliver(self) -> None:
        """Hand each update to the webhook until it is taken: so many at once as ``connections`` says, one of each person."""
        under_way: dict[asyncio.Task[None], object] = {}
        async with aiohttp.ClientSession(timeout=_DELIVERY_TIMEOUT) as session:
            try:
                while True:
                    under_way = {task: person for task, person in under_way.items() if not task.done()}
                    update = self._next(set(under_way.values())) if len(under_way) < self.connections else None
                    if update is None:
                        self._arrived.clear()
                        await self._arrived.wait()
                        continue
                    task = asyncio.create_task(self._hand_over(session, update))
                    under_way[task] = _person(update)
                    task.add_done_callback(lambda _: self._arrived.set())
            finally:
                for task in under_way:
                    task.cancel()
                await asyncio.gather(*under_way, return_exceptions=True)

    def _next(self, busy: set[object]) -> dict[str, Any] | None:
        """The oldest update of somebody for whom none is under way."""
        waiting = (self._pending or self._again) if self.webhook_url else []
        return next((update for update in waiting if _person(update) not in busy), None)

    async def _hand_over(self, session: aiohttp.ClientSession, update: dict[str, Any]) -> None:
        self._note_handed(update)
        if await self._post(session, update):
            queue = self._pending if update in self._pending else self._again
            if update in queue:
                queue.remove(update)
            self._sim.changed()
        else:
            await asyncio.sleep(_RETRY_SECONDS)

    async def _post(self, session: aiohttp.ClientSession, update: dict[str, Any]) -> bool:
        headers = {"Content-Type": "application/json"}
        if self.webhook_secret:
            headers[SECRET_HEADER] = self.webhook_secret
        try:
            async with session.post(self.webhook_url, data=dumps(update).encode(), headers=headers) as answer:
                self._sim.webhook_statuses.append(answer.status)
                return 200 <= answer.status < 300
        except (aiohttp.ClientError, TimeoutError):
            return False


def _person(update: dict[str, Any]) -> object:
    """Whose update it is; all others count as one person's."""
    for value in update.values():
        if isinstance(value, dict) and "from" in value:
            return value["from"]["id"]
    return None
