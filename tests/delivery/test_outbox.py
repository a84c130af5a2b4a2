"""The outbox under a clock of our own, at the rates of both platforms: what is sent when, and what is not sent at all."""

import asyncio
import heapq
import itertools
import random
from collections.abc import AsyncIterator, Callable, Hashable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest

from bot.delivery.outbox import ANY, CREATE, EDIT, FREE, Lane, Later, Limits, Outbox, Pace, Rate, Sending
from bot.frontends.discord.outgoing.calls import LIMITS as DISCORD
from bot.frontends.telegram.outgoing.api import LIMITS as TELEGRAM
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
    """Something to send that writes down when it was sent."""

    lane: Lane
    key: Hashable
    text: str
    journal: "Journal"
    handicap: float = 0.0
    kind: str = EDIT
    lasting: bool = True
    urgent: bool = False
    leads: Hashable | None = None
    follows: Hashable | None = None
    lull: float = 0.0
    soon: float = 0.0
    takes: float = 0.0

    def instead_of(self, earlier: Sending) -> Sending:
        return self

    async def send(self) -> None:
        trouble = self.journal.trouble(self) if self.journal.trouble else None
        if trouble is not None:
            raise trouble
        self.journal.begun.append(self.text)
        if self.takes:
            await self.journal.clock.sleep(self.takes)
        self.journal.lines.append((self.journal.clock.time - 1000.0, self.lane, self.text))


@dataclass
class Journal:
    clock: OurClock
    outbox: Outbox
    lines: list[tuple[float, Lane, str]] = field(default_factory=list)
    begun: list[str] = field(default_factory=list)
    trouble: Callable[[Note], Exception | None] | None = None
    serial: "itertools.count[int]" = field(default_factory=itertools.count)

    def put(self, lane: Lane, text: str, key: Hashable = None, **more: object) -> None:
        note = Note(lane, next(self.serial) if key is None else key, text, self, **more)  # type: ignore[arg-type]  # passed on
        self.outbox.put(note)

    def texts(self, lane: Lane | None = None) -> list[str]:
        return [text for _, chat, text in self.lines if lane in (None, chat)]

    def times(self, lane: Lane | None = None) -> list[float]:
        return [at for at, chat, _ in self.lines if lane in (None, chat)]


@asynccontextmanager
async def a_journal(limits: Limits, factor: float = 1.0, *, opened: bool = True) -> AsyncIterator[Journal]:
    clock = OurClock()
    outbox = Outbox(Pace(limits, factor), clock)
    running = asyncio.create_task(outbox.run())
    if opened:
        outbox.open()
    yield Journal(clock, outbox)
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)


@pytest.fixture
async def journal() -> AsyncIterator[Journal]:
    """At Telegram's rates."""
    async with a_journal(TELEGRAM) as journal:
        yield journal


@pytest.fixture
async def discord() -> AsyncIterator[Journal]:
    """At Discord's rates."""
    async with a_journal(DISCORD) as journal:
        yield journal


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


async def test_who_watches_sees_one_state_in_two_seconds_and_the_next_question_at_once(journal: Journal) -> None:
    for n in range(40):
        journal.put(7, f"state {n}", key="hand", lull=2.0)
        await journal.clock.pass_time(0.25)
    assert len(journal.lines) == 4
    assert min(later - at for at, later in itertools.pairwise(journal.times())) >= 2.0
    journal.put(7, "watching", key="hand", lull=2.0)
    await journal.clock.pass_time(2.1)
    assert journal.texts()[-1] == "watching"
    journal.put(7, "your turn", key="hand")
    await journal.clock.pass_time(0)
    assert journal.texts()[-1] == "your turn", "what is shown to who watches takes the chat's room from nobody"
    journal.put(7, "watching again", key="hand", lull=2.0)
    drained = asyncio.create_task(journal.outbox.drained())
    await journal.clock.pass_time(1.1)
    assert drained.done()
    assert journal.texts()[-1] == "watching again"


async def test_while_ai_players_go_on_who_watches_waits_for_the_last_of_them_but_not_for_ever(journal: Journal) -> None:
    for n in range(5):
        journal.put(7, f"state {n}", key="hand", lull=2.0, soon=1.6)
        await journal.clock.pass_time(1.0)
    assert not journal.lines
    await journal.clock.pass_time(1.0)
    assert journal.texts() == ["state 4"]
    for n in range(20):
        journal.put(7, f"later {n}", key="hand", lull=2.0, soon=1.6)
        await journal.clock.pass_time(1.0)
    assert len(journal.lines) == 4


async def test_under_load_who_watches_waits_first(journal: Journal) -> None:
    for second in range(10):
        for chat in range(20):
            journal.put(1000 + 20 * second + chat, "asked")
        journal.put(7, f"watching {second}", key="hand", lull=2.0)
        await journal.clock.pass_time(1.0)
    assert journal.texts().count("asked") == 200
    assert not journal.texts(7)
    await journal.clock.pass_time(5.0)
    assert journal.texts(7) == ["watching 9"]


async def test_the_published_rates_hold_at_true_pace_whatever_comes(journal: Journal) -> None:
    dice = random.Random(4)
    for n in range(3000):
        group = dice.random() < 0.5
        journal.put(dice.randrange(-6, 0) if group else dice.randrange(1, 60), f"{n}", lasting=True)
    await journal.clock.pass_time(400)
    assert most_within(journal.times(), 1.0) <= 30
    for lane in {chat for _, chat, _ in journal.lines}:
        assert most_within(journal.times(lane), 1.0) <= 1, lane
        if TELEGRAM.is_group(lane):
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
        return Later(until - journal.clock.time, kind=ANY) if note.lane == 1 and journal.clock.time < until else None

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


@pytest.mark.parametrize("urgent", [False, True])
async def test_a_newer_state_wins_over_one_that_may_have_arrived_and_only_an_alert_does_not_wait_out_its_pause(
    journal: Journal, urgent: bool
) -> None:
    once = iter([Later(5.0, doubtful=True)])
    journal.trouble = lambda note: next(once, None)
    journal.put(1, "old", key="hand")
    await journal.clock.pass_time(1)
    journal.put(1, "new", key="hand", urgent=urgent)
    for _ in range(2):
        await journal.clock.pass_time(1)
        assert journal.texts() == ["new"] * urgent
    await journal.clock.pass_time(10)
    assert journal.texts() == ["new"]


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
    journal.put(1, "removal", kind=FREE)
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


async def test_what_changes_while_it_is_sent_goes_out_again(discord: Journal) -> None:
    discord.put("channel", "old", key="table 1", takes=1.0)
    await discord.clock.pass_time(0.5)
    discord.put("channel", "new", key="table 1")
    await discord.clock.pass_time(1)
    assert discord.texts() == ["old", "new"]


async def test_a_channel_gets_at_most_four_edits_in_five_seconds(discord: Journal) -> None:
    for number in range(12):
        discord.put("channel", f"{number}")
    await discord.clock.pass_time(20)
    times = discord.times()
    assert len(times) == 12
    assert all(times[i + 4] - times[i] >= 5.0 for i in range(8))


async def test_creating_and_editing_are_counted_apart_where_the_platform_does(discord: Journal) -> None:
    for number in range(4):
        discord.put("channel", f"edit {number}", kind=EDIT)
        discord.put("channel", f"post {number}", kind=CREATE)
        discord.put("channel", f"removal {number}", kind=FREE)
    await discord.clock.pass_time(0)
    assert len(discord.lines) == 12


@pytest.mark.parametrize("kind", [EDIT, FREE])
async def test_all_channels_together_keep_the_limit_of_the_bot(discord: Journal, kind: str) -> None:
    for number in range(120):
        discord.put(f"channel {number}", f"{number}", kind=kind)
    await discord.clock.pass_time(10)
    times = sorted(discord.times())
    assert len(times) == 120
    assert all(times[i + 40] - times[i] >= 1.0 for i in range(80))


async def test_only_so_many_calls_are_under_way_and_a_hand_takes_the_next_place() -> None:
    async with a_journal(DISCORD, 1000.0) as journal:
        for number in range(100):
            journal.put(f"channel {number}", f"{number}", takes=1.0)
        await journal.clock.pass_time(0.5)
        most = len(journal.begun)
        assert most == DISCORD.at_once
        journal.put("@1", "hand", handicap=-10.0)
        await journal.clock.pass_time(0.2)
        assert len(journal.begun) == most
        await journal.clock.pass_time(10)
        assert len(journal.begun) == 101
        assert journal.begun[most] == "hand"


async def test_news_need_not_wait_for_the_repetition_of_what_certainly_did_not_arrive(discord: Journal) -> None:
    once = iter([Later(60.0)])
    discord.trouble = lambda note: next(once, None)
    discord.put("channel", "old", key="table 1")
    await discord.clock.pass_time(1)
    discord.put("channel", "new", key="table 1")
    await discord.clock.pass_time(1)
    assert discord.texts() == ["new"]


async def test_a_held_lane_waits_until_it_is_let_go(discord: Journal) -> None:
    async with discord.outbox.held("@1"):
        discord.put("@1", "hand")
        await discord.clock.pass_time(10)
        assert discord.texts() == []
    await discord.clock.pass_time(0)
    assert discord.texts() == ["hand"]


async def test_nothing_is_sent_before_the_platform_is_there_nor_while_it_is_away() -> None:
    async with a_journal(DISCORD, opened=False) as journal:
        journal.put("channel", "table 1")
        await journal.clock.pass_time(10)
        assert journal.texts() == []
        journal.outbox.open()
        await patient(journal.outbox.drained())
        assert journal.texts() == ["table 1"]
        journal.outbox.shut()
        journal.put("channel", "table 2")
        await journal.clock.pass_time(10)
        assert journal.texts() == ["table 1"]


async def test_what_is_refused_for_an_hour_holds_up_nothing_else_and_goes_out_afterwards(discord: Journal) -> None:
    once = iter([Later(3600, kind=EDIT)])
    discord.trouble = lambda note: next(once, None) if note.text == "table 1" else None
    discord.put("channel", "table 1")
    discord.put("channel", "old", kind=FREE)
    discord.put("other", "table 2")
    await discord.clock.pass_time(10)
    assert sorted(discord.texts()) == ["old", "table 2"]
    await discord.clock.pass_time(3600)
    assert [at for at, _, text in discord.lines if text == "table 1"] == [3600.0]


async def test_what_is_refused_finds_another_way_at_once(discord: Journal) -> None:
    once = iter([Later(3600, kind=EDIT)])
    discord.trouble = lambda note: next(once, None)
    discord.put("channel", "table 1", key="table")
    await discord.clock.pass_time(1)
    discord.put("channel", "table 1", key="table", kind=CREATE)
    await discord.clock.pass_time(0)
    assert discord.texts() == ["table 1"]


async def test_a_limit_of_the_whole_bot_stops_every_lane(discord: Journal) -> None:
    once = iter([Later(3600, kind=CREATE, everywhere=True)])
    discord.trouble = lambda note: next(once, None)
    discord.put("channel", "table 1")
    await discord.clock.pass_time(0)
    discord.put("@1", "hand", kind=FREE)
    await discord.clock.pass_time(3601)
    assert set(discord.times()) == {3600.0}


@pytest.mark.parametrize("later", range(8))
async def test_it_ends_when_told_to_at_whatever_instant_something_was_put_in(later: int) -> None:
    """A cancellation once got lost while what it waited for was tidied away; then nothing ended it."""
    outbox = Outbox(Pace(TELEGRAM, 1.0), OurClock())
    running = asyncio.create_task(outbox.run())
    outbox.open()
    journal = Journal(OurClock(), outbox)
    journal.put(7, "0")
    journal.put(7, "1")  # has to wait a second
    await settle()
    journal.put(8, "2")
    for _ in range(later):
        await asyncio.sleep(0)
    running.cancel()
    await settle()
    assert running.done()


async def test_how_much_of_what_may_be_sent_is_used_is_counted_over_a_while() -> None:
    pace = Pace(Limits("chat", Rate(30, 1.0), Rate(1, 1.0)))
    for second in range(40):
        for lane in range(27):
            pace.leaves(lane, CREATE, 100.0 + second)
        assert second >= 30 or pace.share(100.0 + second) < 0.1
    assert 0.8 < pace.share(140.0) < 1.0
    assert pace.share(600.0) < 0.1
