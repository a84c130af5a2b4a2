"""Who has windows where, said by two ways that may overtake each other; and feeds that break."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress

from bot.clock import SystemClock
from bot.cluster.courier import Handler, NoAnswer
from bot.cluster.packing import unpack
from bot.session.port.commands.record import UserRef
from bot.workers.page.feed import KNOWN, UNKNOWN, Feed
from bot.workers.page.presence import Presence

ANN, BEN = UserRef("web", "ann"), UserRef("web", "ben")


def test_what_was_said_later_counts_whichever_way_it_came() -> None:
    presence = Presence()
    presence.came("b", 1, [ANN])
    presence.came("b", 3, [ANN, "room"])  # beside a command, before the feed has told that the first window went
    presence.left("b", 2, [ANN])
    assert presence.wanting([ANN]) == {"b"}
    presence.left("b", 4, [ANN])
    assert presence.wanting([ANN]) == set()
    presence.came("c", 1, ["room"])
    assert presence.wanting(["room", BEN]) == {"b", "c"}


def test_the_whole_replaces_what_was_known_but_for_what_is_newer_and_who_is_gone_wants_nothing() -> None:
    presence = Presence()
    presence.came("b", 2, [ANN])
    presence.came("b", 5, [BEN])
    presence.replace("b", 4, ["room"])
    assert presence.wanting([ANN]) == set()
    assert presence.wanting([BEN]) == presence.wanting(["room"]) == {"b"}
    presence.drop("b")
    assert presence.wanting([ANN, BEN, "room"]) == set()


class Post:
    """Keeps what is sent; ``answers`` are given first, then all is taken."""

    def __init__(self, *answers: bytes | Exception) -> None:
        self.answers = list(answers)
        self.sent: list[tuple[bool, int, list[bytes]]] = []
        self.asked, self.held = asyncio.Event(), asyncio.Event()
        self.held.set()

    async def call(self, worker: str, kind: str, payload: bytes, seconds: float, /) -> bytes:
        _, _, count, broken, things = unpack(payload)
        self.sent.append((broken, count, things))
        self.asked.set()
        await self.held.wait()
        answer = self.answers.pop(0) if self.answers else KNOWN
        if isinstance(answer, Exception):
            raise answer
        return answer

    def serve(self, kind: str, handler: Handler, /) -> None:
        raise AssertionError("a feed answers nothing")


class NoPause(SystemClock):
    async def sleep(self, seconds: float) -> None:
        await asyncio.sleep(0)


@asynccontextmanager
async def feed_over(post: Post, is_member: Callable[[], bool] = lambda: True) -> AsyncIterator[Feed]:
    feed = Feed("b", "told", "mine", post, NoPause(), lambda: b"whole", is_member)
    running = asyncio.create_task(feed.run())
    try:
        yield feed
    finally:
        running.cancel()
        with suppress(asyncio.CancelledError):
            await running


async def test_a_feed_begins_with_the_whole_and_sends_the_latest_of_what_waits() -> None:
    post = Post()
    async with feed_over(post) as feed:
        await feed.emptied()
        post.held.clear()
        post.asked.clear()
        feed.put(b"one", "table")
        await post.asked.wait()
        for thing, key in ((b"two", "table"), (b"said", None), (b"three", "table"), (b"hand", "hand")):
            feed.put(thing, key)
        post.held.set()
        await feed.emptied()
    assert post.sent == [(True, 0, [b"whole"]), (False, 1, [b"one"]), (False, 5, [b"said", b"three", b"hand"])]


async def test_what_nobody_took_is_sent_again_after_the_whole() -> None:
    post = Post(KNOWN, NoAnswer("b", sent=True), UNKNOWN)
    async with feed_over(post) as feed:
        await feed.emptied()
        feed.put(b"one", "table")
        await feed.emptied()
    assert post.sent[1:] == [(False, 1, [b"one"]), (True, 1, [b"whole", b"one"]), (True, 1, [b"whole", b"one"])]
    assert feed.count == 1


async def test_a_feed_that_cannot_keep_up_lets_the_other_side_look_everything_up() -> None:
    post = Post()
    async with feed_over(post) as feed:
        await feed.emptied()
        for number in range(2500):
            feed.put(b"%d" % number)
        await feed.emptied()
    assert post.sent[1][0]
    assert sum(len(things) for _, _, things in post.sent) < 1000
    assert post.sent[-1][1] == 2500


async def test_a_feed_to_a_member_waits_through_any_outage_and_ends_where_the_worker_is_none() -> None:
    members = {"b"}
    post = Post(*(NoAnswer("b", sent=False) for _ in range(500)))
    async with feed_over(post, lambda: "b" in members) as feed:
        feed.put(b"one")
        await feed.emptied()
    assert post.sent[-1] == (True, 1, [b"whole", b"one"])
    members.clear()
    gone = Feed(
        "b", "told", "mine", Post(*(NoAnswer("b", sent=False) for _ in range(500))), NoPause(), bytes, lambda: False
    )
    await gone.run()
