"""When a table promises, what people may add, what is shown when: over restarts, repetitions, void deals, broken-off rounds."""

from collections.abc import AsyncIterator
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
import structlog

from bot.present import render
from bot.session.manager import SessionSettings
from bot.session.play.opening import park
from bot.session.port import commands as c
from bot.session.port.replies import FairCard, Menu
from bot.session.state.dealing import commitment_of, seeded_dice
from bot.session.state.rounds import LINKS
from storage.api import Store
from storage.themes.pledges import PledgeRow
from tests.fairness.fair_world import FairWorld
from tests.memory import MemoryStore
from tests.session.conftest import store as store
from tests.session.world import GROUP, OTHER_GROUP, World, code


@pytest.fixture
async def world() -> AsyncIterator[FairWorld]:
    made = FairWorld(MemoryStore())
    await made.start()
    yield made
    await made.stop()


async def fair(world: World, id: str, name: str = "ann", table: int | None = None, **more: Any) -> FairCard:
    reply = await world.do(name, c.Fair(id, table), **more)
    assert isinstance(reply.body, FairCard), reply
    return reply.body


def words(world: World, number: int = 1) -> tuple[tuple[str, str], ...]:
    told = world.chat.table(number).fairness
    assert told is not None
    return told.words


async def test_a_promise_stands_in_the_lobby_and_is_what_the_round_is_dealt_by(world: FairWorld) -> None:
    number = await world.opened()
    promised = world.promise(number)
    assert len(promised) == 64
    await world.do("ann", c.DealCards(number))
    told = world.chat.table(number).fairness
    assert told is not None
    assert (told.commitment, told.dealt, told.id, told.secret) == ("", promised, "M1.1", "")
    assert (await fair(world, "M1.1")).commitment == promised


async def test_everybody_here_can_read_the_whole_promise_before_the_deal_and_after_a_round_the_next(
    world: FairWorld,
) -> None:
    number = await world.opened("doudizhu", "ann", "bob")
    await world.do("bob", c.Luck(number, "dragon"))
    for name in ("ann", "zoe"):
        for table in (None, number):
            card = await fair(world, "", name, table=table)
            assert (card.commitment, card.words) == (world.promise(number), (("Bob", "dragon"),))
            assert (card.id, card.secret, card.verdict) == ("", "", "promised")
    elsewhere = await world.do("zoe", c.Fair("", number), chat=OTHER_GROUP)
    assert (elsewhere.ok, code(elsewhere)) == (False, "fair_which")
    await world.do("ann", c.FillAi(number, level="easy"))
    await world.do("ann", c.DealCards(number))
    assert (await fair(world, "")).id == "M1.1"
    await world.finish_round(number)
    assert (await fair(world, "M1.1", table=number)).following == world.promise(number)


async def test_the_promise_is_stored_before_it_is_shown(store: Store) -> None:
    world = FairWorld(store)
    await world.start()
    number = await world.opened()
    async with store.begin() as unit:
        row = await unit.pledges.last(number)
    assert row is not None
    assert row.commitment == world.promise(number) == commitment_of(number, 1, row.secret)
    assert row.match is None
    await world.stop()


async def test_words_of_seated_people_are_shown_and_count(world: FairWorld) -> None:
    number = await world.opened("doudizhu", "ann", "bob")
    assert code(await world.do("ann", c.Luck(number, "  dragon \n 88 "))) == "luck_added"
    assert code(await world.do("bob", c.Luck(number))) == "luck_added"
    (ann, first), (bob, second) = words(world, number)
    assert (ann, bob, first) == ("Ann", "Bob", "dragon 88")
    assert len(second) == 12
    assert code(await world.do("zoe", c.Luck(number, "x"))) == "not_seated"
    await world.do("ann", c.DealCards(number))
    assert {word for _, word in (await fair(world, "M1.1")).words} == {"dragon 88", second}
    assert code(await world.do("ann", c.Luck(number, "late"))) == "luck_later"
    assert words(world, number) == ()


async def test_a_second_word_takes_the_place_of_the_first(world: FairWorld) -> None:
    number = await world.opened("doudizhu", "ann", "bob")
    for name, word in (("ann", "one"), ("bob", "two"), ("ann", "three"), ("ann", "")):
        assert (await world.do(name, c.Luck(number, word))).ok
    assert [name for name, _ in words(world, number)] == ["Ann", "Bob"]
    assert words(world, number)[1] == ("Bob", "two")
    assert words(world, number)[0][1] not in {"one", "three", ""}


async def test_the_same_press_again_changes_nothing(store: Store) -> None:
    world = FairWorld(store)
    await world.start()
    number = await world.opened()
    press, typed = world.origin("ann"), world.origin("ann")
    await world.manager.handle(press, c.Luck(number))
    before = words(world, number)
    assert (await world.manager.handle(press, c.Luck(number))).repeated
    assert words(world, number) == before
    await world.manager.handle(typed, c.Luck(number, "mine"))
    world = await world.restarted()
    for origin, command in ((press, c.Luck(number)), (typed, c.Luck(number, "mine"))):
        again = await world.manager.handle(origin, command)
        assert (again.repeated, again.ok) == (True, True)
    await world.do("ann", c.DealCards(number))
    assert (await fair(world, "M1.1")).words == (("Ann", "mine"),)
    await world.stop()


async def test_a_word_that_cannot_be_shown_is_refused(world: FairWorld) -> None:
    number = await world.opened()
    for word in ("\u200b\u200b", "```", "sha256:" + "0" * 64):
        assert code(await world.do("ann", c.Luck(number, word))) == "luck_unreadable"
    assert words(world, number) == ()


async def test_a_word_counts_although_its_author_has_left(world: FairWorld) -> None:
    number = await world.opened("doudizhu", "ann", "bob", "cat")
    await world.do("bob", c.Luck(number, "kept"))
    await world.do("bob", c.Leave(number))
    assert words(world, number) == (("", "kept"),)
    await world.do("ann", c.FillAi(number, level="easy"))
    await world.do("ann", c.DealCards(number))
    await world.end("ann", number)
    card = await fair(world, "M1.1")
    assert (card.words, card.verdict) == ((("Bob", "kept"),), "fits")


async def test_killed_after_every_step_the_table_keeps_its_promise(store: Store) -> None:
    world = FairWorld(store)
    await world.start()
    number = await world.opened("doudizhu", "ann", "bob")
    promised = world.promise(number)
    for step in (None, ("ann", c.Luck(number, "a")), ("bob", c.Luck(number)), ("ann", c.Luck(number, "b"))):
        if step is not None:
            assert (await world.do(*step)).ok
        kept = world.book(number).promises.words
        world = await world.restarted()
        assert world.book(number).promises.pledge.commitment == promised
        assert world.book(number).promises.words == kept
    await world.do("ann", c.DealCards(number))
    world = await world.restarted()
    told = world.chat.table(number).fairness
    assert told is not None
    assert (told.dealt, told.secret, told.commitment) == (promised, "", "")
    await world.finish_round(number)
    ended = world.chat.table(number).fairness
    assert ended is not None
    world = await world.restarted()
    assert world.chat.table(number).fairness == ended
    assert ended.secret
    assert ended.commitment not in ("", promised)
    assert (await fair(world, "M1.1")).verdict == "fits"
    await world.stop()


async def test_a_table_of_an_older_version_promises_when_it_comes_back(store: Store) -> None:
    """It was opened and dealt before there were promises: the running round has none, the next deal has one."""
    old = World(store)
    await old.start()
    lobby, number = await old.seated("dan"), await old.seated("ann", "bob")
    await old.do("ann", c.DealCards(number))
    assert old.chat.table(number).fairness is None
    await old.kill()
    world = FairWorld(store, clock=old.clock)
    await world.start()
    shown = world.chat.table(lobby).fairness
    assert shown is not None, "the promise is shown without anybody asking"
    assert shown.commitment
    assert code(await world.do("ann", c.Fair("M1.1"))) == "fair_before"
    await world.finish_round(number)
    assert world.promise(number)
    await world.do("ann", c.DealCards(number))
    await world.end("ann", number)
    assert (await fair(world, f"M1.{world.book(number).row.round}")).verdict == "fits"
    await world.stop()


async def test_a_parked_table_keeps_its_promise(store: Store) -> None:
    world = FairWorld(store, settings=SessionSettings(turn_seconds=0, park_after=100.0))
    await world.start()
    number = await world.opened()
    await world.do("ann", c.Luck(number, "kept"))
    promised = world.promise(number)
    await world.do("ann", c.Extend(number))
    await world.advance(500.0)
    assert number not in world.manager.session.tables
    assert (await world.do("ann", c.NewTable(resume=number))).ok
    assert (world.promise(number), words(world, number)) == (promised, (("Ann", "kept"),))
    await world.stop()


async def test_where_no_deal_comes_no_luck_is_asked_for(world: FairWorld) -> None:
    number = await world.opened()
    assert "Add luck" in labels(world, number)
    session = world.manager.session
    await session.tables[number].mailbox.call(partial(park, session, session.tables[number]))
    assert "Add luck" not in labels(world, number)
    await world.do("ann", c.DealCards(number))
    assert code(await world.do("ann", c.End(number))) == "table_closed"
    assert labels(world, number) == ""


def labels(world: World, number: int) -> str:
    screen = render.table(world.chat.table(number))
    return " ".join(button.label for row in screen.rows for button in row)


async def test_the_secret_is_shown_when_the_round_is_over_and_not_before(world: FairWorld) -> None:
    number = await world.opened()
    promised = world.promise(number)
    await world.do("ann", c.DealCards(number))
    card = await fair(world, "M1.1")
    assert (card.verdict, card.secret) == ("open", "")
    await world.finish_round(number)
    told = world.chat.table(number).fairness
    assert told is not None
    last = await fair(world, told.id)
    assert (last.verdict, last.secret) == ("fits", told.secret)
    assert commitment_of(last.table, last.number, last.secret) == last.commitment == told.dealt
    first = await fair(world, "M1.1")
    assert commitment_of(number, 1, first.secret) == promised
    assert told.commitment not in {promised, told.secret, ""}


async def test_a_round_that_is_broken_off_shows_its_secret(world: FairWorld) -> None:
    number = await world.opened()
    promised = world.promise(number)
    await world.do("ann", c.DealCards(number))
    await world.end("ann", number)
    told = world.chat.table(number).fairness
    assert told is not None
    assert commitment_of(number, 1, told.secret) == promised
    assert (await fair(world, "M1.1")).verdict == "fits"


async def test_a_round_that_everybody_leaves_shows_its_secret(world: FairWorld) -> None:
    number = await world.opened()
    promised = world.promise(number)
    await world.do("ann", c.DealCards(number))
    await world.do("ann", c.Leave(number))
    last = world.chat.table(number)
    assert last.table.state == "closed"
    assert last.fairness is not None
    assert commitment_of(number, 1, last.fairness.secret) == promised
    assert last.fairness.commitment == ""
    (check,) = [one.command for row in render.table(last).rows for one in row]
    assert isinstance(check, c.Fair)
    assert (await fair(world, check.id)).secret == last.fairness.secret
    assert (await fair(world, "M1.1")).verdict == "fits"


async def pass_all_round(world: FairWorld, number: int) -> None:
    """Everybody declines to bid: the deal is void and dealt again at once."""
    book = world.book(number)
    deal = book.row.round
    while world.book(number).row.round == deal and world.book(number).playing:
        held = world.book(number).seats[world.book(number).awaited[0].seat]
        assert (await world.do(held.external, c.PlayText("bid 0", number), private=True)).ok


async def test_a_void_deal_is_dealt_again_under_the_promise_that_was_shown(store: Store) -> None:
    world = FairWorld(store, settings=SessionSettings(turn_seconds=0))
    await world.start()
    number = await world.opened("doudizhu", "ann", "bob", "cat")
    await world.do("bob", c.Luck(number, "twice"))
    promised = world.promise(number)
    await world.do("ann", c.DealCards(number))
    for deal in (1, 2, 3):
        await pass_all_round(world, number)
        void = await fair(world, f"M1.{deal}")
        assert (void.verdict, void.words) == ("fits", (("Bob", "twice"),))
        assert commitment_of(number, deal, void.secret) == promised
        told = world.chat.table(number).fairness
        assert told is not None
        assert (told.id, told.secret) == (f"M1.{deal + 1}", "")
        assert told.dealt == void.secret, "the secret of the void deal is the promise for this one"
        promised = void.secret
        world = await world.restarted()
    await world.stop()


async def test_after_very_many_void_deals_the_table_waits_with_a_new_promise(world: FairWorld) -> None:
    number = await world.opened("doudizhu", "ann", "bob", "cat", clock="0")
    await world.do("ann", c.DealCards(number))
    for deal in range(1, LINKS + 2):
        assert world.book(number).row.round == deal
        await pass_all_round(world, number)
    assert world.book(number).row.state == "between"
    last = await fair(world, f"M1.{LINKS + 1}")
    assert last.verdict == "fits"
    assert world.promise(number) not in ("", last.secret)
    assert (await world.do("ann", c.DealCards(number))).ok
    assert world.book(number).playing


async def test_only_who_played_or_asks_where_it_was_played_learns_the_secret(world: FairWorld) -> None:
    number = await world.opened()
    await world.do("ann", c.DealCards(number))
    await world.end("ann", number)
    assert (await fair(world, "1.1", private=True)).secret
    assert (await fair(world, "m1.1", name="zoe", chat=GROUP)).secret
    for where in (OTHER_GROUP, None):
        assert code(await world.do("zoe", c.Fair("M1.1"), chat=where)) == "unknown_id"
    for wrong in ("x", "M1.9", "M7.1", "M1.1.1"):
        assert code(await world.do("ann", c.Fair(wrong))) == "unknown_id"
    menu = (await world.do("ann", c.Fair("M1"))).body
    assert isinstance(menu, Menu)
    assert [entry.command for entry in menu.entries] == [c.Fair("M1.1")]


async def test_a_reproducible_table_promises_nothing_and_says_why() -> None:
    world = World(MemoryStore(), settings=SessionSettings(seed=11))
    await world.start()
    number = await world.seated("ann")
    assert world.chat.table(number).table.open_deals
    assert world.chat.table(number).fairness is None
    assert code(await world.do("ann", c.Luck(number, "x"))) == "luck_open_deals"
    await world.do("ann", c.DealCards(number))
    assert code(await world.do("ann", c.Fair("M1.1"))) == "fair_seeded"
    assert world.manager.session.dice is not None
    assert seeded_dice(7)(1, 1).below(100) == world.manager.session.dice(1, 1).below(100)
    await world.stop()


async def test_a_forgotten_person_leaves_digests_and_the_deal_still_fits(world: FairWorld) -> None:
    number = await world.opened("doudizhu", "ann", "bob")
    await world.do("bob", c.Luck(number, "my own name"))
    await world.do("ann", c.DealCards(number))
    await world.end("ann", number)
    await world.do("bob", c.Leave(number))
    assert (await world.do("bob", c.Forget(sure=True), private=True)).ok
    card = await fair(world, "M1.1")
    ((name, word),) = card.words
    assert (name, word[:7], card.verdict) == ("", "sha256:", "fits")
    assert "my own name" not in repr(world.manager.session.store.__dict__)


async def test_a_word_forgotten_in_mid_round_is_not_written_anew_by_a_void_deal(world: FairWorld) -> None:
    number = await world.opened("doudizhu", "ann", "bob", "cat", clock="0")
    await world.do("cat", c.Luck(number, "my own name"))
    await world.do("cat", c.Leave(number))
    await world.do("dan", c.Join(number))
    await world.do("ann", c.DealCards(number))
    assert (await world.do("cat", c.Forget(sure=True), private=True)).ok
    await pass_all_round(world, number)
    for id in ("M1.1", "M1.2"):
        ((name, word),) = (await fair(world, id)).words
        assert (name, word[:7]) == ("", "sha256:")
    await world.end("ann", number)
    assert (await fair(world, "M1.2")).verdict == "fits"


async def secrets_of(store: Store, number: int) -> tuple[set[str], set[str]]:
    """(what nobody may know now, what is known) of a table: secrets and roots of open rounds and of the next deal."""
    hidden: set[str] = set()
    known: set[str] = set()
    async with store.begin() as unit:
        last, table = await unit.pledges.last(number), await unit.tables.get(number)
        assert last is not None
        assert table is not None
        rows = [last]
        for deal in await unit.matches.rounds(table.match) if table.match else ():
            row = await unit.pledges.of_round(deal.match, deal.round)
            assert row is not None
            (hidden if deal.status == "open" else known).add(row.secret)
            rows.append(row)
        if last.match is None:
            hidden.add(last.secret)
        hidden |= {row.root for row in rows}
    return hidden - known, known


async def test_no_secret_is_in_anything_that_is_shown_or_logged_before_its_round_is_over() -> None:
    store = MemoryStore()
    seen = 0
    with structlog.testing.capture_logs() as logs:
        world = FairWorld(store)
        await world.start()
        number = await world.opened("doudizhu", "ann", "bob")
        said: list[Any] = []
        read = [0] * 5
        await world.do("ann", c.Luck(number, "88"))
        for _ in range(2):
            said.append(await world.do("ann", c.DealCards(number)))
            for command in (c.Fair("M1.1"), c.Fair("M1"), c.ShowTable(number), c.ShowTable(number, plain=True), c.Replay("M1.1"),
                            c.History(), c.MyHand(number), c.Luck(number, "x"), c.TableSettings(number)):  # fmt: skip
                said.append(await world.do("bob", command))
            while world.book(number).playing:
                hidden, _ = await secrets_of(store, number)
                assert hidden
                shown = [said, world.chat.tables, world.chat.hands, world.chat.told, logs]
                text = repr([what[at:] for what, at in zip(shown, read, strict=True)]) + repr(world.book(number))
                assert not [secret for secret in hidden if secret in text]
                read = [len(what) for what in shown]
                seen += 1
                await world.one_step(number)
        await world.end("ann", number)
        hidden, known = await secrets_of(store, number)
        assert any(secret in repr(world.chat.tables) for secret in known), "the search would find one"
        assert not any(secret in repr(world.chat.tables) for secret in hidden)
        await world.stop()
    assert seen > 10


def test_a_row_does_not_tell_its_secret() -> None:
    row = PledgeRow(1, 1, "c" * 64, "5" * 64, "7" * 64, 3, 0.0)
    assert "5555" not in repr(row)
    assert "7777" not in repr(replace(row, match=1))
