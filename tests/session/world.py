"""A world for the session's tests: the real manager and stores, a clock and dice that tests own, frontends that record."""

import asyncio
import heapq
from collections.abc import Callable
from itertools import count
from typing import Any, ClassVar, Self, TypeVar

from bot.present.words.text import has
from bot.session.host.thinker import InlineThinker, Thinker
from bot.session.manager import SessionManager, SessionSettings
from bot.session.port import commands as c
from bot.session.port.buttons import fits
from bot.session.port.grammar import read_line
from bot.session.port.protocols import (
    Absent,
    AnswerTarget,
    Delivered,
    Ownership,
    PostBody,
    PostTarget,
    Present,
    PrivateTarget,
    PublicTarget,
    StandingsTarget,
    Unreachable,
)
from bot.session.port.replies import Menu, Reply
from bot.session.port.updates import Notice, Panel, PrivateUpdate, PublicUpdate, StandingsUpdate
from bot.session.state.dealing import seeded_dice
from games.base.actions import Bid, action_text
from storage.api import Store
from tests.sentences import MENUS, NOTICES

T = TypeVar("T")
GROUP = c.ChatRef("chat", "g1")
OTHER_GROUP = c.ChatRef("chat", "g2")
PARK_AFTER = 7200.0
"""Two hours without a deed put a table aside here, not the usual day: a tick a second makes a day long."""


class ManualClock:
    """Time that passes when a test says so."""

    def __init__(self, at: float = 1_000_000.0) -> None:
        self._now = at
        self._set = 0.0
        self._sleepers: list[tuple[float, int, asyncio.Future[None]]] = []
        self._order = count()

    def now(self) -> float:
        return self._now + self._set

    def monotonic(self) -> float:
        return self._now

    async def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            await asyncio.sleep(0)
            return
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        heapq.heappush(self._sleepers, (self._now + seconds, next(self._order), waiting))
        await waiting

    @property
    def sleeping(self) -> int:
        return sum(not waiting.done() for _, _, waiting in self._sleepers)

    def wake_next(self, until: float, late: float = 0.0) -> bool:
        """Let time go on to the next sleeper, at most to ``until``; whether somebody was woken (so much too late)."""
        while self._sleepers and self._sleepers[0][2].done():
            heapq.heappop(self._sleepers)
        if not self._sleepers or self._sleepers[0][0] > until:
            self._now = until
            return False
        at, _, waiting = heapq.heappop(self._sleepers)
        self._now = min(max(self._now, at + late), until)
        waiting.set_result(None)
        return True

    def jump(self, seconds: float) -> None:
        """Time passes while nobody looks (the machine was asleep)."""
        self._now += seconds

    def set_wall(self, seconds: float) -> None:
        """Somebody sets the wall clock so much forwards or backwards; nothing passes."""
        self._set += seconds


class RecordingFrontend:
    """A platform that writes down what it is asked to show, and reports it delivered."""

    def __init__(self, platform: str = "chat", *, needs_start: bool = False, silent: bool = False) -> None:
        self.platform = platform
        self.needs_start = needs_start
        self.silent, self.busy = silent, False
        self.blocked: set[str] = set()
        self.gone: set[str] = set()
        self.looked_for: list[str] = []
        self.tables: list[PublicUpdate] = []
        self.hands: list[PrivateUpdate] = []
        self.standings: list[StandingsUpdate] = []
        self.told: list[tuple[c.UserRef, Notice]] = []
        self.amended: list[tuple[str, Reply]] = []
        self.posts: list[tuple[PostTarget, PostBody]] = []
        self.let_gone: list[int] = []
        self.report: Callable[[Any], None] = lambda outcome: None
        self._messages = count(1)

    def show_table(self, update: PublicUpdate) -> None:
        self.tables.append(update)
        if not self.silent:
            message = (not update.post.renew and update.post.message) or f"t{next(self._messages)}"
            self.report(Delivered(PublicTarget(update.table.id, update.chat), message))

    def let_go(self, table: int) -> None:
        self.let_gone.append(table)

    def show_standings(self, update: StandingsUpdate) -> None:
        self.standings.append(update)
        if not self.silent:
            message = (not update.post.renew and update.post.message) or f"s{next(self._messages)}"
            self.report(Delivered(StandingsTarget(update.tournament, update.chat), message))

    def show_hand(self, update: PrivateUpdate) -> None:
        self.hands.append(update)
        self._private(update.user, update.table.id, update.post.message)

    def tell(self, user: c.UserRef, notice: Notice, language: str, table: int | None = None) -> None:
        check_words(notice)
        self.told.append((user, notice))
        self._private(user, None, None)

    def amend(self, target: AnswerTarget, message: str, reply: Reply, instead: Notice | None) -> None:
        self.amended.append((message, reply))
        check_words(reply.body)
        check_words(instead)
        if instead is not None and not self.silent:
            self.report(Delivered(target, message))

    def announce(self, target: PostTarget, body: PostBody, language: str) -> None:
        self.posts.append((target, body))
        if not self.silent:
            self.report(Delivered(target, f"m{next(self._messages)}"))

    def is_busy(self, chat: c.ChatRef) -> bool:
        return self.busy

    def look_for(self, user: c.UserRef, chat: c.ChatRef, group: str) -> None:
        self.looked_for.append(user.external)
        if user.external in self.gone:
            self.report(Absent(chat, user))
        elif not self.silent:
            self.report(Present(chat, user))

    def _private(self, user: c.UserRef, table: int | None, message: str | None) -> None:
        if user.external in self.blocked:
            self.report(Unreachable(PrivateTarget(user, table)))
        elif not self.silent:
            self.report(Delivered(PrivateTarget(user, table), message or f"p{next(self._messages)}"))

    # -- what somebody sees now
    def table(self, number: int = 1) -> PublicUpdate:
        return next(update for update in reversed(self.tables) if update.table.id == number)

    def hand(self, name: str, number: int = 1) -> PrivateUpdate:
        return next(
            update for update in reversed(self.hands) if update.user.external == name and update.table.id == number
        )

    def panel(self, name: str, number: int = 1) -> Panel:
        found = self.hand(name, number).panel
        assert found is not None
        return found

    def codes(self, name: str) -> list[str]:
        return [notice.code for user, notice in self.told if user.external == name]


class World:
    """One manager with its frontends over a store that outlives it."""

    def __init__(
        self,
        store: Store,
        *,
        clock: ManualClock | None = None,
        settings: SessionSettings | None = None,
        frontends: tuple[RecordingFrontend, ...] | None = None,
        thinker: Thinker | None = None,
        seed: int = 7,
        ownership: Ownership | None = None,
    ) -> None:
        self.store = store
        self.clock = clock or ManualClock()
        self.settings = settings or SessionSettings(turn_seconds=90, ai_delay=1.0, park_after=PARK_AFTER)
        self.frontends = frontends or (RecordingFrontend(),)
        self.seed = seed
        self.manager = SessionManager(
            store, self.clock, thinker or InlineThinker(1), self.settings, dice=seeded_dice(seed), ownership=ownership
        )
        for frontend in self.frontends:
            frontend.report = self.manager.report
            self.manager.add_frontend(frontend)

    _updates = count(1)
    running: ClassVar[list["World"]] = []  # Those that a test has started and that are still there

    @property
    def chat(self) -> RecordingFrontend:
        return self.frontends[0]

    async def start(self) -> Self:
        self.running.append(self)
        await self.manager.start()
        await self.settle()
        return self

    async def restarted(self, **changes: Any) -> Self:
        """The process is gone without a word; a new one starts on the same store."""
        await self.kill()
        fresh = tuple(
            RecordingFrontend(old.platform, needs_start=old.needs_start, silent=old.silent) for old in self.frontends
        )
        options: dict[str, Any] = {
            "clock": self.clock,
            "settings": self.settings,
            "frontends": fresh,
            "seed": self.seed,
        }
        return await type(self)(self.store, **{**options, **changes}).start()

    async def kill(self) -> None:
        """No goodbye: whatever was on its way is lost."""
        self._gone()
        self.manager._stopping = True
        self.manager._ticker._task and self.manager._ticker._task.cancel()
        for table in self.manager.session.tables.values():
            table.drop_pending()
        await self.manager.session.reviewer.close()
        await self.manager.session.tasks.drain(0)

    async def stop(self) -> None:
        self._gone()
        await self.manager.stop()

    def _gone(self) -> None:
        if self in self.running:
            self.running.remove(self)

    def origin(self, name: str, *, private: bool = False, **more: Any) -> c.Origin:
        values: dict[str, Any] = {
            "update": f"u{next(self._updates)}",
            "user": c.UserRef(self.chat.platform, name),
            "name": name.title(),
            "chat": None if private else GROUP,
            "chat_title": "Friends",
        }
        return c.Origin(**{**values, **more})

    async def do(self, name: str, command: c.Command, **more: Any) -> Reply:
        """A command of somebody; what follows from it at once has happened when this returns."""
        reply = await self.manager.handle(self.origin(name, **more), command)
        await self.settle()
        check_words(reply.body)
        check_words(reply.toast)
        return reply

    async def typed(self, name: str, line: str) -> str:
        """The code of the answer to what somebody types in private."""
        command = read_line(line)
        assert isinstance(command, c.Command)
        return code(await self.do(name, command, private=True))

    async def shown(self, kind: type[T], name: str, command: c.Command, **more: Any) -> T:
        """The body of the answer to a command of somebody, which is of this kind."""
        reply = await self.do(name, command, **more)
        assert isinstance(reply.body, kind), reply
        return reply.body

    async def settle(self) -> None:
        """Until everybody is waiting for time to pass."""
        tasks, ticker = self.manager.session.tasks, self.manager._ticker
        idle = 0
        while idle < 3:
            running = len(tasks) + (ticker._task is not None and not ticker._task.done())
            idle = idle + 1 if running <= self.clock.sleeping else 0
            await asyncio.sleep(0)

    async def advance(self, seconds: float, *, late: float = 0.0) -> None:
        """Time passes, and everything happens that falls due; ``late``: the process is woken so much later each time, which
        makes hours short."""
        until = self.clock.monotonic() + seconds
        while self.clock.wake_next(until, late):
            await self.settle()
        await self.settle()

    # -- shortcuts
    async def end(self, name: str, number: int = 1, **more: Any) -> Reply:
        reply = await self.do(name, c.End(number), **more)
        return await self.do(name, c.End(number), **more) if isinstance(reply.body, Menu) else reply

    async def seated(self, *names: str, game: str = "doudizhu", **options: str) -> int:
        """A table with these people, the rest AI players; returns its id."""
        reply = await self.do(names[0], c.NewTable(game, options=dict(options)))
        assert isinstance(reply.body, Notice), reply
        number = int(str(reply.body.data["table"]))
        for name in names[1:]:
            assert (await self.do(name, c.Join(number))).ok
        if len(names) < 3:
            assert (await self.do(names[0], c.FillAi(number, level="easy"))).ok
        return number

    async def dealt(self, *names: str, game: str = "doudizhu", **options: str) -> int:
        """Such a table with the first round dealt."""
        number = await self.seated(*names, game=game, **options)
        assert (await self.do(names[0], c.DealCards(number))).ok
        return number

    def book(self, number: int = 1) -> Any:
        return self.manager.session.tables[number].book

    async def play_on(self, number: int = 1, rounds: int = 1, most: int = 2000) -> None:
        """Everybody does what the clock would do, through their own commands, until so many rounds are over."""
        book = self.book(number)
        goal = book.row.round + rounds - int(book.playing)
        for _ in range(most):
            book = self.book(number)
            if not book.playing:
                if book.row.round >= goal or book.row.state == "over":
                    return
                name = next(row.external for row in book.seats.values() if row.user is not None)
                assert (await self.do(name, c.DealCards(number))).ok
                continue
            if book.row.round > goal:
                return
            await self.one_step(number)
        raise AssertionError("the round does not end")

    async def one_step(self, number: int = 1) -> None:
        """Whoever is waited for first acts; AI players are given their time."""
        book = self.book(number)
        waited = book.awaited[0]
        held = book.seats[waited.seat]
        if held.user is None or held.away:
            await self.advance(2.0)
            return
        action = self.choice(book, waited.seat)
        user = c.UserRef(held.platform, held.external)
        reply = await self.do(
            held.external, c.PlayText(action_text(action), number, sure=True), private=True, user=user
        )
        assert reply.ok, reply

    def choice(self, book: Any, seat: int) -> Any:
        """Bid if one can, play the smallest sensible thing, else pass."""
        options = list(book.game.suggest(book.play.state, seat))
        bids = [action for action in options if isinstance(action, Bid)]
        return (bids or options)[0]


def check_words(body: object) -> None:
    """Every sentence is one that presentation knows, with the data it was promised."""
    if isinstance(body, Menu):
        check_words(body.notice)
        for entry in body.entries:
            assert entry.literal or set(entry.data) >= set(MENUS[entry.label]), entry
            assert fits(entry.command), entry
    elif isinstance(body, Notice) and not body.code.startswith("refusal."):
        assert set(body.data) >= set(NOTICES[body.code]), body
        assert all(has(f"button.{label}") for label, _ in body.actions), body


def code(reply: Reply) -> str:
    assert isinstance(reply.body, Notice), reply
    return reply.body.code
