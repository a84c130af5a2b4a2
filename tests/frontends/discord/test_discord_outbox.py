"""What waits to be sent to Discord: the newest state goes out, hands first, never faster than allowed."""

import asyncio
from collections.abc import AsyncIterator, Hashable
from contextlib import asynccontextmanager

import pytest

from bot.frontends.discord.outgoing.outbox import HAND, PUBLIC, Later, Outbox
from bot.frontends.discord.outgoing.pace import CREATE, EDIT, FREE, Pace
from tests.frontends.discord.clocks import HandClock


class Sender:
    """Takes what the outbox sends; can be slow, and can fail."""

    def __init__(self, clock: HandClock) -> None:
        self._clock = clock
        self.sent: list[tuple[float, Hashable]] = []
        self.refuse: dict[Hashable, list[Later]] = {}
        self.gate: dict[Hashable, asyncio.Event] = {}
        self.kinds: dict[Hashable, str] = {}

    async def send(self, key: Hashable) -> None:
        if key in self.gate:
            await self.gate[key].wait()
        if self.refuse.get(key):
            raise self.refuse[key].pop(0)
        self.sent.append((self._clock.monotonic(), key))

    def kind(self, key: Hashable) -> str:
        return self.kinds.get(key, EDIT)

    @property
    def keys(self) -> list[Hashable]:
        return [key for _, key in self.sent]


@asynccontextmanager
async def an_outbox(factor: float = 1.0) -> AsyncIterator[tuple[Outbox, Sender, HandClock]]:
    clock = HandClock()
    sender = Sender(clock)
    outbox = Outbox(Pace(clock, factor), clock, sender.send, sender.kind)
    try:
        yield outbox, sender, clock
    finally:
        await outbox.close()


async def test_a_thing_marked_often_goes_out_once() -> None:
    async with an_outbox() as (outbox, sender, _):
        for _ in range(10):
            outbox.mark("channel", "table 1")
        await outbox.drained()
        assert sender.keys == ["table 1"]


async def test_what_changes_while_it_is_sent_goes_out_again() -> None:
    async with an_outbox() as (outbox, sender, clock):
        sender.gate["table 1"] = asyncio.Event()
        outbox.mark("channel", "table 1")
        await clock.settle()
        outbox.mark("channel", "table 1")
        sender.gate["table 1"].set()
        await outbox.drained()
        assert sender.keys == ["table 1", "table 1"]


async def test_a_hand_goes_before_a_public_post_in_the_same_lane() -> None:
    async with an_outbox() as (outbox, sender, _):
        outbox.mark("lane", "table 1", PUBLIC)
        outbox.mark("lane", "table 2", PUBLIC)
        outbox.mark("lane", "hand", HAND)
        await outbox.drained()
        assert sender.keys == ["hand", "table 1", "table 2"]


async def test_a_channel_gets_at_most_four_edits_in_five_seconds() -> None:
    async with an_outbox() as (outbox, sender, clock):
        for number in range(12):
            outbox.mark("channel", number)
        await clock.run_until_idle(outbox.drained())
        times = [at for at, _ in sender.sent]
        assert len(times) == 12
        assert all(times[i + 4] - times[i] >= 5.0 for i in range(8))


async def test_creating_and_editing_are_counted_apart() -> None:
    async with an_outbox() as (outbox, sender, _):
        for number in range(4):
            outbox.mark("channel", f"edit {number}")
            sender.kinds[f"post {number}"] = CREATE
            outbox.mark("channel", f"post {number}")
        await outbox.drained()
        assert len(sender.sent) == 8


async def test_a_slow_channel_does_not_hold_up_another() -> None:
    async with an_outbox() as (outbox, sender, clock):
        sender.gate["stuck"] = asyncio.Event()
        outbox.mark("slow", "stuck")
        outbox.mark("fast", "table 2")
        await clock.settle()
        assert sender.keys == ["table 2"]
        sender.gate["stuck"].set()
        await outbox.drained()


async def test_all_channels_together_keep_the_global_limit() -> None:
    async with an_outbox() as (outbox, sender, clock):
        for number in range(120):
            outbox.mark(f"channel {number}", number)
        await clock.run_until_idle(outbox.drained())
        times = sorted(at for at, _ in sender.sent)
        assert len(times) == 120
        assert all(times[i + 40] - times[i] >= 1.0 for i in range(80))


async def test_hands_pass_public_posts_when_everything_is_crowded() -> None:
    async with an_outbox() as (outbox, sender, clock):
        for number in range(80):
            outbox.mark(f"channel {number}", ("table", number), PUBLIC)
        await clock.settle()
        outbox.mark("@1", "hand", HAND)
        await clock.run_until_idle(outbox.drained())
        assert sender.keys.index("hand") < 60


async def test_only_so_many_calls_are_under_way_and_a_hand_takes_the_next_place() -> None:
    async with an_outbox(factor=1000.0) as (outbox, _, clock):
        gate = asyncio.Event()
        began: list[Hashable] = []

        async def send(key: Hashable) -> None:
            began.append(key)
            await gate.wait()

        outbox._send = send
        for number in range(100):
            outbox.mark(f"channel {number}", number, PUBLIC)
        await clock.settle()
        most = len(began)
        assert 0 < most < 100
        outbox.mark("@1", "hand", HAND)
        await clock.settle()
        assert len(began) == most
        gate.set()
        await outbox.drained()
        assert len(began) == 101
        assert began[most] == "hand"


async def test_a_failed_call_is_repeated_later_and_the_others_go_on() -> None:
    async with an_outbox() as (outbox, sender, clock):
        sender.refuse["table 1"] = [Later(7.0)]
        outbox.mark("channel", "table 1")
        outbox.mark("channel", "table 2")
        await clock.run_until_idle(outbox.drained())
        assert sender.keys == ["table 2", "table 1"]
        assert sender.sent[1][0] - sender.sent[0][0] >= 7.0


async def test_news_need_not_wait_for_the_repetition() -> None:
    async with an_outbox() as (outbox, sender, clock):
        sender.refuse["table 1"] = [Later(60.0)]
        outbox.mark("channel", "table 1")
        await clock.settle()
        outbox.mark("channel", "table 1")
        await outbox.drained()
        assert sender.keys == ["table 1"]
        assert clock.monotonic() < 60.0


async def test_what_never_succeeds_is_given_up() -> None:
    async with an_outbox() as (outbox, sender, clock):
        sender.refuse["table 1"] = [Later() for _ in range(50)]
        outbox.mark("channel", "table 1")
        await clock.run_until_idle(outbox.drained())
        assert sender.sent == []
        assert len(sender.refuse["table 1"]) == 42


async def test_a_held_lane_waits_until_it_is_let_go() -> None:
    async with an_outbox() as (outbox, sender, clock):
        async with outbox.held("@1"):
            outbox.mark("@1", "hand")
            await clock.settle()
            assert sender.sent == []
        await outbox.drained()
        assert sender.keys == ["hand"]


async def test_nothing_is_sent_before_the_platform_is_there() -> None:
    clock = HandClock()
    sender = Sender(clock)
    outbox = Outbox(Pace(clock), clock, sender.send, sender.kind, opened=False)
    outbox.mark("channel", "table 1")
    await clock.settle()
    assert sender.sent == []
    outbox.open()
    await outbox.drained()
    assert sender.keys == ["table 1"]


async def test_nothing_is_sent_after_closing() -> None:
    async with an_outbox() as (outbox, sender, _):
        await outbox.close()
        outbox.mark("channel", "table 1")
        await outbox.drained()
        assert sender.sent == []


@pytest.mark.parametrize("kind", [CREATE, EDIT])
async def test_a_larger_factor_permits_more(kind: str) -> None:
    clock = HandClock()
    pace = Pace(clock, 100.0)
    for _ in range(400):
        await pace.take("channel", kind, PUBLIC)
    assert clock.monotonic() == 0.0


async def test_deletions_count_against_no_channel() -> None:
    clock = HandClock()
    pace = Pace(clock)
    for _ in range(20):
        await pace.take("channel", FREE, PUBLIC)
    assert clock.monotonic() == 0.0


async def test_what_is_refused_for_an_hour_holds_up_nothing_else_in_its_lane_and_goes_out_afterwards() -> None:
    async with an_outbox() as (outbox, sender, clock):
        sender.refuse["table 1"] = [Later(3600, kind=EDIT)]
        sender.kinds["old"] = FREE
        outbox.mark("channel", "table 1")
        outbox.mark("channel", "old", PUBLIC)
        outbox.mark("other", "table 2")
        await clock.run_until_idle(outbox.drained())
        assert sorted(str(key) for at, key in sender.sent if at < 10) == ["old", "table 2"]
        assert [at for at, key in sender.sent if key == "table 1"] == [3600]


async def test_what_is_refused_finds_another_way_at_once() -> None:
    async with an_outbox() as (outbox, sender, clock):
        sender.refuse["table 1"] = [Later(3600, kind=EDIT)]
        outbox.mark("channel", "table 1")
        await clock.settle()
        sender.kinds["table 1"] = CREATE
        outbox.mark("channel", "table 1")
        await clock.settle()
        assert sender.sent == [(0.0, "table 1")]


async def test_a_limit_of_the_whole_bot_stops_every_lane() -> None:
    async with an_outbox() as (outbox, sender, clock):
        sender.refuse["table 1"] = [Later(3600, kind=CREATE, everywhere=True)]
        outbox.mark("channel", "table 1")
        await clock.settle()
        outbox.mark("@alice", "hand", HAND)
        await clock.run_until_idle(outbox.drained())
        assert {at for at, _ in sender.sent} == {3600.0}
