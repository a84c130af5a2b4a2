"""What is asked of the page at this worker: a window lives where its socket was opened, a table where its owner is."""

from contextlib import suppress
from typing import Final, Protocol

from bot.cluster.courier import CallFailed, NoAnswer, Overloaded
from bot.cluster.packing import PACKAGES, pack, unpack
from bot.session.port.commands import Command, Origin
from bot.session.port.commands.record import Elsewhere
from bot.session.port.protocols import Clock, Delivered, Manager, Outcome, PostTarget
from bot.session.port.replies import Reply
from bot.session.port.updates import AtHand, Completion, Notice, Player, PlayWords, Verbs
from bot.workers.page.feed import Post
from bot.workers.page.relay import PageRelay
from storage.api import StoreError

__all__ = ["Owners", "PageManager"]

_KIND: Final = "page.command"
_FIND_SECONDS: Final = 3.0
"""So long the owner of a table is looked for, and so long it is waited for before it is asked again."""
_ALL_SECONDS: Final = 15.0
_AGAIN: Final = 0.1


class Owners(Protocol):
    """Who has which table."""

    @property
    def worker(self) -> str: ...
    async def owner_of(self, table: int) -> str | None: ...


class PageManager:
    """``Manager`` for our page: the local manager, and behind it the owners of all other tables."""

    def __init__(
        self,
        local: Manager,
        owners: Owners,
        relay: PageRelay,
        post: Post,
        clock: Clock,
        *,
        packages: tuple[str, ...] = PACKAGES,
    ) -> None:
        self._packages = packages
        self._local, self._owners, self._relay, self._post, self._clock = local, owners, relay, post, clock
        post.serve(_KIND, self._carry_out)

    async def handle(self, origin: Origin, command: Command) -> Reply:
        """See ``Manager``. Who has shown us the table that is named is asked first, so that nothing need be looked up; the owner
        of a table that is between two workers is looked for, for a while."""
        table: int | None = getattr(command, "table", None)
        worker = None if table is None or self._relay.is_here(table) else self._relay.last_shown.by(table)
        began = looked = self._clock.monotonic()
        while True:
            if table is None or worker is None:
                try:
                    return await self._local.handle(origin, command)
                except Elsewhere as elsewhere:
                    table, worker = elsewhere.table, elsewhere.worker
                with suppress(StoreError):  # the local manager says it, when it is asked again
                    worker = worker or await self._owners.owner_of(table)
            if worker is not None and worker != self._owners.worker:
                asked = self._clock.monotonic()
                reply, may_have_begun = await self._ask(worker, table, origin, command)
                if reply is not None:
                    return reply
                if may_have_begun:  # an owner that takes its time is not looked for; asked again, it does nothing twice
                    looked += self._clock.monotonic() - asked
            worker, now = None, self._clock.monotonic()
            if now - looked >= _FIND_SECONDS or now - began >= _ALL_SECONDS:
                language = await self._local.language_of(origin)
                return Reply(language, False, Notice("worker_unreachable"))
            await self._clock.sleep(_AGAIN)

    async def _ask(self, worker: str, table: int, origin: Origin, command: Command) -> tuple[Reply | None, bool]:
        """Ask the owner of a table. No reply: it has the table no more, or does not answer; then it may have begun."""
        payload = pack((origin, command, *self._relay.presence_of(origin.user)), self._packages)
        try:
            answer = await self._post.call(worker, _KIND, payload, _FIND_SECONDS)
        except NoAnswer as error:
            return None, error.sent
        except (Overloaded, CallFailed):
            return None, False
        reply, incarnation, count = unpack(answer, self._packages)
        if not isinstance(reply, Reply):
            return None, False
        self._relay.last_shown.note(worker, table)
        await self._relay.hear_so_far(worker, incarnation, count)
        return reply, True

    async def _carry_out(self, caller: str, payload: bytes) -> bytes:
        """Carry out what a person at another worker's page asked for."""
        origin, command, number, concerns = unpack(payload, self._packages)
        self._relay.expect(caller, number, concerns)
        try:
            reply = await self._local.handle(origin, command)
        except Elsewhere:
            reply = None
        return pack((reply, *self._relay.told_so_far(caller)), self._packages)

    def report(self, outcome: Outcome) -> None:
        """See ``Outcomes``: what was seen of another worker's table is its owner's to know."""
        seen = outcome if isinstance(outcome, Delivered) else None
        target = None if seen is None or isinstance(seen.target, PostTarget) else seen.target
        if seen is None or target is None or self._relay.is_here(target.table or 0) or not self._relay.report(seen):
            self._local.report(outcome)

    async def completions(self, origin: Origin, text: str, table: int | None, words: PlayWords) -> list[Completion]:
        """See ``Manager``. The page completes nothing."""
        with suppress(Elsewhere):
            return await self._local.completions(origin, text, table, words)
        return []

    async def verbs(self, origin: Origin, table: int | None) -> Verbs | None:
        with suppress(Elsewhere):
            return await self._local.verbs(origin, table)
        return None

    async def at_hand(self, origin: Origin) -> AtHand:
        return await self._local.at_hand(origin)

    async def seated(self, origin: Origin, table: int | None) -> tuple[Player, ...]:
        return await self._local.seated(origin, table)

    async def language_of(self, origin: Origin) -> str:
        return await self._local.language_of(origin)

    async def reaches(self, origin: Origin) -> bool:
        return await self._local.reaches(origin)
