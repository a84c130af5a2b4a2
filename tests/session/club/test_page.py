"""The page as everybody's hand: links, sessions, and one table on a chat and on the page at once."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.session.club.members.page_keys import AGAIN_SECONDS, LINK_SECONDS, SESSION_SECONDS, PageKeys
from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.page import PagePlace, Pages, PageSession, Proof
from bot.session.port.replies import PageLink, Reply
from bot.session.port.updates import PrivateUpdate
from games.base.actions import action_text
from storage.api import Store
from storage.databases import open_store
from tests.databases import database_in
from tests.memory import MemoryStore
from tests.session.club.test_forgetting import everything_in
from tests.session.club.test_linking import DISCORD, TELEGRAM, joined, on
from tests.session.world import PARK_AFTER, RecordingFrontend, World, code

PLACE = PagePlace("https://cards.example")
ANN = c.UserRef("telegram", "ann")
SURE = c.Forget(sure=True)


async def with_page(store: Store, place: PagePlace | None = PLACE) -> World:
    frontends = (
        RecordingFrontend("telegram", needs_start=True),
        RecordingFrontend("discord"),
        RecordingFrontend("web", silent=True),
    )
    return await World(
        store, frontends=frontends, settings=SessionSettings(90, 1.0, park_after=PARK_AFTER, page=place)
    ).start()


@pytest.fixture
async def world() -> AsyncIterator[World]:
    made = await with_page(MemoryStore())
    yield made
    await made.stop()


async def link(world: World, name: str = "ann", table: int | None = None) -> str:
    reply = await on(world, TELEGRAM, name, c.OpenPage(table), private=True)
    assert reply.private
    assert isinstance(reply.body, PageLink)
    start, _, secret = reply.body.url.partition("#in=")
    assert start == "https://cards.example/"
    assert secret not in repr(reply)
    return secret


async def from_page(world: World, name: str, command: c.Command, account: c.UserRef = ANN) -> Reply:
    origin = replace(world.origin(name, private=True, user=account, page=True), name="Other")
    reply = await world.manager.handle(origin, command)
    await world.settle()
    return reply


def proof(name: str = "ann", digest: str = "aa", until: float = 1_003_600.0) -> Proof:
    return Proof(c.UserRef("telegram", name), name.title(), "zh-hans", digest, until)


async def played_by_chat(world: World) -> int:
    """A table of a Telegram group where Ann plays a round with AI players."""
    await on(world, TELEGRAM, "ann", c.Started(), private=True)
    opened = await on(world, TELEGRAM, "ann", c.NewTable("doudizhu"))
    assert opened.ok
    assert (await on(world, TELEGRAM, "ann", c.FillAi(1, level="easy"))).ok
    assert (await on(world, TELEGRAM, "ann", c.DealCards(1))).ok
    return 1


async def test_a_link_is_good_once_even_for_two_at_once_and_for_five_minutes(world: World) -> None:
    pages: Pages = world.manager.pages
    secret = await link(world, table=12)
    found = await asyncio.gather(*(pages.redeem(secret) for _ in range(3)))
    sessions = [one for one in found if one is not None]
    assert [(one.account, one.table) for one in sessions] == [(ANN, 12)]
    assert await pages.account_of(sessions[0].token) == ANN
    assert await pages.redeem("x" * 43) is None
    first, second = await link(world), await link(world)
    assert await pages.redeem(first) is None, "another link voids the one before"
    await world.advance(LINK_SECONDS)
    assert await pages.redeem(second) is None
    assert len(secret) >= 22, "at least 128 bits"


async def test_a_link_is_refused_where_others_read_where_there_is_no_page_and_on_the_page_itself(world: World) -> None:
    assert code(await on(world, TELEGRAM, "ann", c.OpenPage())) == "page_seen_by_others"
    assert isinstance((await on(world, DISCORD, "dan", c.OpenPage(), ephemeral=True)).body, PageLink)
    assert code(await from_page(world, "ann", c.OpenPage())) == "page_here"
    nowhere = await with_page(MemoryStore(), None)
    assert code(await on(nowhere, TELEGRAM, "ann", c.OpenPage(), private=True)) == "page_off"
    await played_by_chat(nowhere)
    assert not nowhere.chat.hand("ann").page
    await nowhere.stop()


async def test_a_proof_is_exchanged_once_and_again_by_the_browser_that_holds_what_it_brought(world: World) -> None:
    pages = world.manager.pages
    found = await asyncio.gather(*(pages.sign_in(proof()) for _ in range(3)))
    (mine,) = [one for one in found if one is not None]
    assert await pages.sign_in(proof()) is None
    assert await pages.sign_in(proof(), held="x" * 43) is None
    again = await pages.sign_in(proof(), held=mine.token)
    assert again is not None
    assert again.token == mine.token
    other = await pages.sign_in(proof("bob", "bb"), held=mine.token)
    assert other is not None
    assert other.token != mine.token
    assert await pages.account_of(other.token) == c.UserRef("telegram", "bob")


async def test_a_proof_whose_answer_was_lost_is_good_for_a_minute_from_the_same_place_whichever_process_is_asked(
    world: World,
) -> None:
    first = await world.manager.pages.sign_in(proof(), address="home")
    assert first is not None
    pages: Pages = PageKeys(world.manager.session)
    assert await pages.sign_in(proof(), address="elsewhere") is None
    again = await pages.sign_in(proof(), address="home")
    assert again is not None
    assert again.token != first.token
    await world.advance(AGAIN_SECONDS)
    assert await pages.sign_in(proof(), address="home") is None


async def test_a_session_outlives_a_restart_and_ends_with_its_time_with_leaving_and_with_forgetting(
    world: World,
) -> None:
    made = [await world.manager.pages.sign_in(proof(digest=digest)) for digest in ("aa", "bb", "cc")]
    first, second, third = (one for one in made if isinstance(one, PageSession))
    world = await world.restarted()
    pages = world.manager.pages
    assert await pages.account_of(first.token) == ANN
    await pages.sign_out(first.token)
    assert await pages.account_of(first.token) is None
    heard: list[frozenset[c.UserRef]] = []
    pages.watch(heard.append)
    assert code(await on(world, TELEGRAM, "ann", SURE, private=True)) == "forgotten"
    assert heard == [frozenset({ANN})]
    assert await pages.account_of(second.token) is None
    late = await pages.sign_in(proof("dan", "dd"))
    assert late is not None
    world.clock.set_wall(SESSION_SECONDS)
    assert await pages.account_of(late.token) is None
    assert await pages.account_of(third.token) is None


async def test_the_page_proves_nothing_about_private_messages_and_renames_nobody(world: World) -> None:
    signed = await world.manager.pages.sign_in(proof())
    assert signed is not None
    assert (await from_page(world, "ann", c.ShowHelp())).ok
    person = world.manager.session.people.at("telegram", "ann")
    assert person is not None
    assert (person.name, person.reachable) == ("Ann", None)
    assert (await on(world, TELEGRAM, "ann", c.ShowHelp(), private=True)).ok
    assert (await from_page(world, "ann", c.ShowHelp())).ok
    person = world.manager.session.people.at("telegram", "ann")
    assert person is not None
    assert (person.name, person.reachable) == ("Ann", True)


async def test_a_change_goes_to_the_chat_and_the_same_value_to_the_page(world: World) -> None:
    number = await played_by_chat(world)
    chat, _, page = world.frontends
    assert chat.hand("ann").page
    assert page.hand("ann") is chat.hand("ann")
    assert page.table(number) is chat.table(number)
    for _ in range(300):
        if any(entry.seat == 0 for entry in world.book().awaited):
            break
        await world.advance(2.0)
    decision, before, seen = world.book().decision(0), len(chat.hands), len(page.hands)
    action = action_text(world.choice(world.book(), 0))
    reply = await from_page(world, "ann", c.PlayText(action, number, sure=True))
    assert reply.ok, reply
    assert world.book().decision(0) != decision
    told = [hand.version for hand in chat.hands[before:] if hand.user == ANN]
    assert len(told) == len(set(told)) == len([hand for hand in page.hands[seen:] if hand.user == ANN])
    assert not [hand for hand in page.hands if hand.user != ANN]


async def test_all_tables_of_one_person_on_all_platforms_until_they_are_parted(world: World) -> None:
    await joined(world, "ann", "dan")
    number = await played_by_chat(world)
    dan = c.UserRef("discord", "dan")
    holder = await world.manager.pages.holder(dan)
    assert holder.accounts == {ANN, dan}
    assert holder.tables == (number,)
    hand = await from_page(world, "dan", c.MyHand(number), dan)
    assert isinstance(hand.body, PrivateUpdate)
    assert hand.body.view.hand == world.chat.hand("ann").view.hand
    assert not (await from_page(world, "eve", c.MyHand(number), replace(dan, external="eve"))).ok
    assert not (await from_page(world, "eve", c.ShowTable(number), replace(dan, external="eve"))).ok
    assert (await on(world, TELEGRAM, "ann", c.Leave(number), private=True)).ok
    assert (await world.manager.pages.holder(dan)).tables == ()
    heard: list[frozenset[c.UserRef]] = []
    world.manager.pages.watch(heard.append)
    assert (await on(world, DISCORD, "dan", c.Unlink(), private=True)).ok
    assert heard == [frozenset({ANN, dan})]
    assert (await world.manager.pages.holder(dan)).accounts == {dan}


async def test_the_database_knows_digests_alone_and_nothing_of_who_was_forgotten(tmp_path: Path) -> None:
    store = await open_store(database_in(tmp_path))
    world = await with_page(store)
    first = await link(world, "zaphod")
    session = await world.manager.pages.redeem(first)
    second = await link(world, "zaphod")
    assert session is not None
    stored = everything_in(tmp_path / "paiju.db")
    assert stored.count("'zaphod'") == 3, "an account, its session, its standing link"
    assert not [secret for secret in (first, second, session.token) if secret in stored]
    assert code(await on(world, TELEGRAM, "zaphod", SURE, private=True)) == "forgotten"
    assert "zaphod" not in everything_in(tmp_path / "paiju.db")
    await world.stop()
    await store.close()
