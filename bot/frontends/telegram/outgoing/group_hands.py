"""Hands inside groups: messages that one member alone sees, and the way in which no card can come before anybody else's eyes.

A server that does not know such messages ignores what marks them, and posts for everybody. So nothing private is ever *sent*: a
message without a word of cards goes first, and only if the answer says that one member alone sees it does the rest follow, by
edits, which such a server does not have. The first answer of another kind closes this way for the process.
"""

import asyncio
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any, Final, Self

import structlog

from bot.delivery.chats import LOOKING_SECONDS, NOTED_SECONDS, MessageId, Newest
from bot.delivery.outbox import ANY, ASIDE, CREATE, EDIT, FREE, Later, Outbox, Sending
from bot.frontends.telegram.outgoing.api import Closed, Doubtful, Moved, Rejected, Unchanged, call
from bot.frontends.telegram.outgoing.markup import Drawn
from bot.frontends.telegram.outgoing.wire import HTML, NO_PREVIEW, Wire
from bot.present.words.text import say
from bot.session.port.protocols import Clock, PrivateTarget

__all__ = ["Arrival", "GroupHands", "GroupPost", "Way"]

ANSWER_SECONDS: Final = 15.0  # So long after a press or a command its sender can be answered unseen by others
_LEARN_SECONDS: Final = 5.0
_MOST: Final = 2_000
_log = structlog.get_logger(__name__)
_serial = count(1)


@dataclass(frozen=True, slots=True)
class Way:
    """What lets a member of a group be answered unseen by the others ``until`` then, by the monotonic clock: their press on a
    message (``query``), or a command of theirs that only the bot has seen (``command``, its number). ``number``: what was pressed
    is itself seen by them alone."""

    chat: int
    thread: int | None
    person: int
    until: float
    query: str = ""
    command: int = 0
    number: int = 0


@dataclass(slots=True)
class Arrival:
    """What became of what a press brings before one member's eyes: "shown", "later" or "lost"."""

    became: asyncio.Future[str] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    expected: bool = False  # Something is on its way

    def tell(self, became: str) -> None:
        if not self.became.done():
            self.became.set_result(became)


@dataclass(slots=True)
class _Panel:
    """A message that one member alone sees."""

    chat: int
    person: int
    number: int
    asked_by: str = ""  # The press that opened it
    digest: str = ""
    stays: bool = False  # It is kept when its person plays elsewhere
    looked_at: float = 0.0  # When its person was last seen there, by the monotonic clock


class GroupHands:
    """The hands that people have open inside groups. After a restart those are found again at which somebody looked of late, and
    the others by the next press."""

    def __init__(self, wire: Wire, outbox: Outbox, clock: Clock) -> None:
        self.wire, self.outbox, self.clock = wire, outbox, clock
        self.known: bool | None = None
        """Whether the server knows messages that one member alone sees; ``None`` before the first has been tried."""
        self.counted = False
        """Whether the platform has been found to count them among a group's messages: nobody has published that."""
        self._open = Newest[PrivateTarget, _Panel](_MOST)
        self._found: set[PrivateTarget] = set()
        """Those that have been shown since the start: what was noted of them before says nothing new."""
        self._ways = Newest[int, Way](_MOST)  # What each person has pressed last

    def way(self, chat: int, thread: int | None, person: int, **how: Any) -> Way | None:
        """The way to answer somebody who has just pressed or written something in a group, if there may be one."""
        if chat > 0 or self.known is False:
            return None
        return Way(chat, thread, person, self.clock.monotonic() + ANSWER_SECONDS, **how)

    async def learn(self, way: Way, language: str, target: PrivateTarget | None) -> bool:
        """Whether the server knows such messages; before the first is needed by posting one, for this person."""
        if self.known is None:
            tried = asyncio.Event()
            self.outbox.put(GroupPost(self, way, language, None, target, instead=tried.set, arrived=tried.set))
            with suppress(TimeoutError):
                async with asyncio.timeout(_LEARN_SECONDS):
                    await tried.wait()
        return self.known is True

    def heard(self, way: Way) -> None:
        """Note what somebody has just pressed: for a moment more can be shown to them there."""
        self._ways[way.person] = way

    def forget(self, way: Way) -> None:
        """Note that a way has led nowhere, as far as is known: what was tried there may have arrived, and is not tried again."""
        if self._ways.get(way.person) == way:
            del self._ways[way.person]

    def recent(self, person: int, chat: int) -> Way | None:
        """The way to somebody who has pressed something in this group a moment ago."""
        way = self._ways.get(person)
        is_open = way is not None and way.chat == chat and self.clock.monotonic() < way.until
        return way if is_open and self.known else None

    def panel(self, target: PrivateTarget) -> _Panel | None:
        return self._open.get(target)

    def noted(self, target: PrivateTarget) -> str:
        """What is to be kept of a hand that is open, so that it is found again after a restart."""
        panel = self._open.get(target)
        if panel is None or panel.number == 0:
            return ""
        seen = self.clock.now() - (self.clock.monotonic() - panel.looked_at)
        return f"{panel.chat}:{panel.number}:{int(seen // NOTED_SECONDS * NOTED_SECONDS)}"

    def find(self, target: PrivateTarget, noted: str) -> None:
        """Go on, the first time after a start, with a hand of which this was kept."""
        if target in self._found:
            return
        if len(self._found) > _MOST:
            self._found.clear()
        self._found.add(target)
        if noted and target not in self._open:
            chat, number, seen = map(int, noted.split(":"))
            ago = max(0.0, self.clock.now() - seen)
            if ago < LOOKING_SECONDS + NOTED_SECONDS:
                person, looked_at = int(target.user.external), self.clock.monotonic() - ago
                self._open[target] = _Panel(self.wire.address(str(chat)), person, number, looked_at=looked_at)

    def is_looking(self, target: PrivateTarget) -> bool:
        """Whether somebody plays from a hand inside a group at present."""
        panel = self._open.get(target)
        return panel is not None and self.clock.monotonic() - panel.looked_at < LOOKING_SECONDS

    def pressed(self, target: PrivateTarget, way: Way) -> None:
        """Note that a button of a hand was pressed inside a group: it is shown there, also if it was opened before a restart."""
        panel = self._open.get(target)
        if panel is None or (panel.chat, panel.number) != (way.chat, way.number):
            panel = _Panel(way.chat, way.person, way.number)
        panel.looked_at = self.clock.monotonic()
        self._open[target] = panel

    def leave(self, target: PrivateTarget, *, for_now: bool = False) -> None:
        """Note that somebody plays elsewhere (``for_now``), or not at all: what is open in the group goes."""
        if for_now and target in self._open and self._open[target].stays:
            return
        panel = self._open.pop(target, None)
        if panel is not None:
            self.outbox.put(GroupRemoval(self, panel))

    async def begin(self, way: Way, language: str, target: PrivateTarget | None = None) -> _Panel | None:
        """Post a message without a word of cards, for one member alone; ``None`` if the server does not do that. Raises as
        ``call`` does."""
        asked: dict[str, Any] = {"receiver_user_id": way.person}
        if way.query:
            asked["callback_query_id"] = way.query
        sent = await call(
            lambda: self.wire.bot.ask(
                "sendMessage",
                chat_id=way.chat,
                text=say(language, "panel.before"),
                message_thread_id=way.thread,
                disable_notification=True,
                reply_parameters={"ephemeral_message_id": way.command} if way.command else None,
                ephemeral_message_parameters=asked,
            )
        )
        number, receiver = sent.get("ephemeral_message_id"), (sent.get("receiver_user") or {}).get("id")
        if isinstance(number, int) and receiver == way.person:
            self.known = True
            panel = _Panel(way.chat, way.person, number, way.query, looked_at=self.clock.monotonic())
            old, at = None if target is None else self._open.get(target), (way.chat, way.person, number)
            for other in [one for one, known in self._open.items() if (known.chat, known.person, known.number) == at]:
                del self._open[other]  # it has expired, and its number is given to this one
            if target is not None:
                self._open[target] = panel
            if old is not None and old.number != number:
                self.outbox.put(GroupRemoval(self, old))
            return panel
        self.known = False
        self.wire.links = replace(self.wire.links, by_start=True)
        _log.info("telegram.group_hands.unknown")
        if isinstance(posted := sent.get("message_id"), int) and posted > 0:
            await self.wire.remove(MessageId(way.chat, posted))
        return None

    async def show(self, panel: _Panel, drawn: Drawn) -> bool:
        """Let a message that one member alone sees show this; whether it is there still. Raises ``Later``."""
        if panel.digest == drawn.digest:
            return True
        shown = await self.ask(
            panel,
            "editEphemeralMessageText",
            text=drawn.single,
            parse_mode=HTML,
            reply_markup=drawn.keyboard,
            link_preview_options=NO_PREVIEW,
        )
        panel.digest = drawn.digest if shown else ""
        return shown

    async def ask(self, panel: _Panel, method: str, **more: Any) -> bool:
        """Make a call about a message that one member alone sees; whether it was done. Raises ``Later``."""
        where = {"chat_id": panel.chat, "receiver_user_id": panel.person, "ephemeral_message_id": panel.number}
        with suppress(Closed, Rejected, Moved, Doubtful):
            with suppress(Unchanged):
                await call(lambda: self.wire.bot.ask(method, **where, **more))
            return True
        return False


@dataclass(slots=True)
class GroupRemoval(Sending):
    """Removes a message that one member alone sees."""

    hands: GroupHands
    panel: _Panel
    lasting = False
    kind = FREE

    @property
    def lane(self) -> int:
        return self.panel.chat

    @property
    def key(self) -> Hashable:
        return ("removal", self.panel.person, self.panel.number)

    async def send(self) -> None:
        await self.hands.ask(self.panel, "deleteEphemeralMessage")


@dataclass(slots=True)
class GroupPost(Sending):
    """Something that one member of a group alone sees there: a hand, which is kept up to date (``target``), or a page.
    It stands in a new message where there is a ``way``, else in the one that is open. ``instead`` is done where it does
    not arrive, ``arrived`` where it does."""

    hands: GroupHands
    way: Way | None
    language: str
    drawn: Callable[[], Drawn] | None  # What it shows; ``None``: nothing yet
    target: PrivateTarget | None = None
    chat: int = 0
    instead: Callable[[], None] | None = None
    arrived: Callable[[], None] | None = None
    stays: bool = False  # It is kept when its person plays elsewhere
    lull: float = 0.0
    presses: tuple[Arrival, ...] = ()  # Those that it answers
    note: Callable[[], None] | None = None  # Notes what a hand shows now
    lasting = False
    key: Hashable = field(init=False)
    _panel: _Panel | None = None

    def __post_init__(self) -> None:
        self.key = ("group hand", self.target or next(_serial))

    @property
    def lane(self) -> int:
        return self.hands.wire.address(str(self.chat if self.way is None else self.way.chat))

    @property
    def kind(self) -> str:
        """Apart from what the group reads, as long as the platform takes that."""
        if not self.hands.counted:
            return ASIDE
        return EDIT if self.way is None or self._panel is not None else CREATE

    @property
    def handicap(self) -> float:
        """Who has pressed, or is asked, comes first."""
        return 2.0 if self.lull else -5.0

    def instead_of(self, earlier: Self) -> Self:
        """Return the latest state; a new message that was asked for still comes, and whoever waits for it is told."""
        self.way, self._panel = self.way or earlier.way, self._panel or earlier._panel
        self.instead, self.arrived = self.instead or earlier.instead, self.arrived or earlier.arrived
        self.lull, self.presses = min(self.lull, earlier.lull), self.presses + earlier.presses
        return self

    async def send(self) -> None:
        try:
            await self._show()
        except Later as later:
            self.hands.counted |= later.kind == ANY
            self._tell("later")
            raise

    def _tell(self, became: str) -> None:
        for press in self.presses:
            press.tell(became)

    async def _show(self) -> None:
        panel = None if self.target is None else self.hands.panel(self.target)
        if self.way is not None:
            panel = await self._begin(self.way)
            if panel is not None and self.drawn is not None:  # nobody wants to look at it before the rest is there
                self.hands.outbox.count(self.lane, self.kind)
        if panel is None or not (self.drawn is None or await self.hands.show(panel, self.drawn())):
            if self.target is not None:
                self.hands.leave(self.target)
            self._tell("lost")
            if self.instead is not None:
                self.instead()
            return
        self._tell("shown")
        panel.stays = self.stays
        if self.drawn is None and self.target is None:  # only the way was tried
            self.hands.outbox.put(GroupRemoval(self.hands, panel))
        for tell in (self.arrived, self.note):
            if tell is not None:
                tell()

    async def _begin(self, way: Way) -> _Panel | None:
        late = self.hands.clock.monotonic() >= way.until
        if self._panel is None and not late and self.hands.known is not False:
            with suppress(Closed, Rejected, Moved, Doubtful):
                self._panel = await self.hands.begin(way, self.language, self.target)
        if self._panel is None:
            self.hands.forget(way)
        return self._panel
