"""The outbox under a clock of our own: what is sent when, and what is not sent at all."""

import asyncio
import heapq
import itertools
import random
from collections.abc import AsyncIterator, Callable, Hashable
from dataclasses import dataclass, field

import pytest

from bot.frontends.telegram.outgoing.outbox import Later, Outbox, Post
from bot.frontends.telegram.outgoing.pace import Pace
from tests.patience import patient


class OurClock:
    """Time that passes only when the test says so."""

    def __init__(self) -> None:
        self.time = 1000.0
        self._sleepers: list[tuple[float, int, asyncio.Event]] = []
        self._count = itertools.count()

    def now(self) -> float:
        return self.time

    def monotonic(self) -> float:
        return self.time

    async def sleep(self, seconds: float) -> None:
        event = asyncio.Event()
        heapq.heappush(self._sleepers, (self.time + seconds, next(self._count), event))
        await event.wait()

    async def pass_time(self, seconds: float) -> None:
        """Let time pass, waking each sleeper at its own moment."""
        end = self.time + seconds
        await settle()
        while self._sleepers and self._sleepers[0][0] <= end:
            at, _, event = heapq.heappop(self._sleepers)
            self.time = max(self.time, at)
            event.set()
            await settle()
        self.time = end
        await settle()


async def settle() -> None:
    """Let every task run until it waits for time."""
    for _ in range(60):
        await asyncio.sleep(0)


@dataclass
class Note:
    """A post that writes down when it was sent."""

    lane: int
    key: Hashable
    text: str
    journal: "Journal"
    handicap: float = 0.0
    counts: bool = True
    lasting: bool = True
    urgent: bool = False
    leads: Hashable | None = None
    follows: Hashable | None = None
    takes: float = 0.0

    def instead_of(self, earlier: Post) -> Post:
        return self

    async def send(self) -> None:
        trouble = self.journal.trouble(self) if self.journal.trouble else None
        if trouble is not None:
            raise trouble
        if self.takes:
            await self.journal.clock.sleep(self.takes)
        self.journal.lines.append((self.journal.clock.time - 1000.0, self.lane, self.text))


@dataclass
class Journal:
    clock: OurClock
    outbox: Outbox
    lines: list[tuple[float, int, str]] = field(default_factory=list)
    trouble: Callable[[Note], Exception | None] | None = None
    serial: "itertools.count[int]" = field(default_factory=itertools.count)

    def put(self, lane: int, text: str, key: Hashable = None, **more: object) -> None:
        note = Note(lane, next(self.serial) if key is None else key, text, self, **more)  # type: ignore[arg-type]  # passed on
        self.outbox.put(note)

    def texts(self, lane: int | None = None) -> list[str]:
        return [text for _, chat, text in self.lines if lane in (None, chat)]

    def times(self, lane: int | None = None) -> list[float]:
        return [at for at, chat, _ in self.lines if lane in (None, chat)]


@pytest.fixture
async def journal() -> AsyncIterator[Journal]:
    clock = OurClock()
    outbox = Outbox(Pace(1.0), clock)
    running = asyncio.create_task(outbox.run())
    yield Journal(clock, outbox)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


def most_within(times: list[float], seconds: float) -> int:
    """The largest number of events in any window of this length."""
    return max((sum(1 for t in times if start <= t < start + seconds) for start in times), default=0)


async def test_a_chat_gets_one_message_a_second(journal: Journal) -> None:
    for n in range(5):
        journal.put(7, f"{n}")
    await journal.clock.pass_time(0)
    assert journal.texts() == ["0"]
    await journal.clock.pass_time(10)
    assert journal.texts() == ["0", "1", "2", "3", "4"]
    assert most_within(journal.times(), 1.0) == 1


async def test_only_the_latest_state_of_a_thing_is_sent(journal: Journal) -> None:
    for n in range(50):
        journal.put(-5, f"state {n}", key="table")
        await journal.clock.pass_time(0.1)
    await journal.clock.pass_time(5)
    assert journal.texts()[-1] == "state 49"
    assert len(journal.lines) <= 7
    numbers = [int(text.split()[1]) for text in journal.texts()]
    assert numbers == sorted(numbers)
    assert journal.outbox.replaced == 50 - len(journal.lines)


async def test_the_published_rates_hold_at_true_pace_whatever_comes(journal: Journal) -> None:
    dice = random.Random(4)
    for n in range(3000):
        group = dice.random() < 0.5
        journal.put(dice.randrange(-6, 0) if group else dice.randrange(1, 60), f"{n}", lasting=True)
    await journal.clock.pass_time(400)
    assert most_within(journal.times(), 1.0) <= 30
    for lane in {chat for _, chat, _ in journal.lines}:
        assert most_within(journal.times(lane), 1.0) <= 1, lane
        if lane < 0:
            assert most_within(journal.times(lane), 60.0) <= 20
    busy = [at for at in journal.times() if at < 20]
    assert len(busy) >= 20 * 25


async def test_a_busy_group_is_served_evenly_and_close_to_its_rate(journal: Journal) -> None:
    for n in range(600):
        journal.put(-1, f"{n}", key="table")
        await journal.clock.pass_time(1.0)
    gaps = [b - a for a, b in itertools.pairwise(journal.times())]
    assert max(gaps) < 10
    assert len(journal.lines) >= 150


async def test_hands_go_before_public_posts(journal: Journal) -> None:
    for seat in range(29):
        journal.put(1000 + seat, "filler")
    for seat in range(10):
        journal.put(-1 - seat, "table", handicap=2.0)
    for seat in range(25):
        journal.put(1 + seat, "hand", handicap=-10.0)
    await journal.clock.pass_time(0.0)
    assert set(journal.texts()) == {"hand", "filler"}
    assert journal.texts().count("hand") == 25
    await journal.clock.pass_time(10)
    assert journal.texts().count("table") == 10


async def test_the_group_reads_of_a_deal_after_the_hands_have_arrived(journal: Journal) -> None:
    for seat in range(3):
        journal.put(1 + seat, "hand", handicap=-10.0, leads="table 12", takes=0.3)
    journal.put(-1, "table 12", handicap=1.0, follows="table 12")
    journal.put(-2, "table 13", handicap=1.0, follows="table 13")
    await journal.clock.pass_time(5)
    assert journal.texts() == ["table 13", "hand", "hand", "hand", "table 12"]


async def test_a_hand_that_takes_for_ever_does_not_stop_the_group(journal: Journal) -> None:
    journal.put(1, "hand", leads="table", takes=30.0)
    journal.put(-1, "table", handicap=1.0, follows="table")
    await journal.clock.pass_time(2)
    assert journal.texts() == ["table"]
    await journal.clock.pass_time(40)
    assert journal.texts() == ["table", "hand"]


async def test_one_flooded_chat_does_not_stop_the_others(journal: Journal) -> None:
    until = 1030.0

    def flood(note: Note) -> Exception | None:
        return Later(until - journal.clock.time, lane=True) if note.lane == 1 and journal.clock.time < until else None

    journal.trouble = flood
    for n in range(10):
        journal.put(1, f"slow {n}", key="state")
        journal.put(2, f"fast {n}")
        await journal.clock.pass_time(1.5)
    assert journal.texts(1) == []
    assert len(journal.texts(2)) == 10
    await journal.clock.pass_time(20)
    assert journal.texts(1) == ["slow 9"]
    assert journal.times(1)[0] >= 30.0


async def test_what_fails_is_tried_again_ever_more_slowly_and_then_given_up(journal: Journal) -> None:
    tried: list[float] = []

    def broken(note: Note) -> Exception | None:
        tried.append(journal.clock.time)
        return Later()

    journal.trouble = broken
    journal.put(1, "never")
    await journal.clock.pass_time(600)
    assert len(tried) == 10
    gaps = [b - a for a, b in itertools.pairwise(tried)]
    assert gaps == sorted(gaps)
    assert journal.outbox.waiting == 0


async def test_an_unforeseen_error_costs_one_post_only(journal: Journal) -> None:
    journal.trouble = lambda note: ValueError("odd") if note.text == "bad" else None
    journal.put(1, "bad")
    journal.put(1, "good")
    await journal.clock.pass_time(5)
    assert journal.texts() == ["good"]


async def test_a_newer_state_wins_over_one_that_comes_back(journal: Journal) -> None:
    once = iter([Later(5.0)])
    journal.trouble = lambda note: next(once, None)
    journal.put(1, "old", key="hand")
    await journal.clock.pass_time(1)
    journal.put(1, "new", key="hand")
    await journal.clock.pass_time(2)
    assert journal.texts() == []
    await journal.clock.pass_time(10)
    assert journal.texts() == ["new"]


async def test_an_alert_does_not_wait_out_the_pause_of_an_older_state(journal: Journal) -> None:
    once = iter([Later(5.0)])
    journal.trouble = lambda note: next(once, None)
    journal.put(1, "old", key="hand")
    await journal.clock.pass_time(1)
    journal.put(1, "your turn", key="hand", urgent=True)
    await journal.clock.pass_time(1)
    assert journal.texts() == ["your turn"]


async def test_sentences_are_dropped_for_want_of_room_but_never_a_state(journal: Journal) -> None:
    journal.put(-1, "the table", key="table", handicap=2.0)
    for n in range(200):
        journal.put(-1, f"sentence {n}", lasting=False)
    assert journal.outbox.waiting <= 41
    await journal.clock.pass_time(600)
    assert "the table" in journal.texts()
    assert journal.texts()[-2] == "sentence 199"


async def test_removing_messages_does_not_wait_for_the_rate(journal: Journal) -> None:
    journal.put(1, "message")
    journal.put(1, "removal", counts=False)
    journal.put(1, "message 2")
    await journal.clock.pass_time(0.1)
    assert journal.texts() == ["message", "removal"]


async def test_a_lane_that_closes_forgets_what_waited(journal: Journal) -> None:
    for n in range(3):
        journal.put(1, f"{n}")
    await journal.clock.pass_time(0)
    journal.outbox.drop_lane(1)
    await journal.clock.pass_time(10)
    assert journal.texts() == ["0"]
    await patient(journal.outbox.drained())
