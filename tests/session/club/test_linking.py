"""One person on two platforms: joined by a code, parted again; what comes along, and what is refused."""

import asyncio
import json
import re
from dataclasses import replace
from typing import Any

import pytest

from bot.ratings import needs_rebuild, rebuild
from bot.session.club.members.links import CODE_SECONDS, MOST, WINDOW_SECONDS
from bot.session.port import commands as c
from bot.session.port.protocols import Delivered, PrivateTarget
from bot.session.port.replies import PlainLines, ReplayCard, Reply
from bot.session.port.updates import Notice, PrivateUpdate
from storage.api import Store
from tests.session.workers import Crew
from tests.session.world import RecordingFrontend, World, code

TELEGRAM, DISCORD = c.ChatRef("telegram", "g1"), c.ChatRef("discord", "c1")


async def two_platforms(store: Store) -> World:
    return await World(store, frontends=(RecordingFrontend("telegram"), RecordingFrontend("discord"))).start()


async def on(world: World, chat: c.ChatRef, name: str, command: c.Command, **more: Any) -> Reply:
    """A command of somebody on a platform, in its group unless ``private``."""
    user = c.UserRef(chat.platform, name)
    where = {"chat": chat} if not more.pop("private", False) else {"private": True}
    return await world.do(name, command, user=user, **where, **more)


async def plays(world: World, chat: c.ChatRef, name: str, rounds: int = 1) -> int:
    """Somebody plays a match of so many rounds against AI players, and leaves; the match's id."""
    opened = await on(world, chat, name, c.NewTable("doudizhu", options={"deals": str(rounds)}))
    assert isinstance(opened.body, Notice)
    table = int(str(opened.body.data["table"]))
    assert (await on(world, chat, name, c.FillAi(table, level="easy"))).ok
    for _ in range(rounds):
        assert (await on(world, chat, name, c.DealCards(table))).ok
        assert (await on(world, chat, name, c.Away(table))).ok
        for _ in range(600):
            if not world.book(table).playing:
                break
            await world.advance(2.0)
    match = world.book(table).row.match
    assert (await on(world, chat, name, c.Leave(table))).ok
    return int(match)


async def new_code(world: World, chat: c.ChatRef, name: str) -> str:
    reply = await on(world, chat, name, c.Link(), private=True)
    assert reply.private
    assert isinstance(reply.body, Notice)
    assert reply.body.code == "link_code"
    return str(reply.body.data["code"])


async def joined(world: World, one: str = "ann", other: str = "dan") -> None:
    made = await new_code(world, TELEGRAM, one)
    assert code(await on(world, DISCORD, other, c.Link(made), private=True)) == "linked"


async def user_of(world: World | Crew, chat: c.ChatRef, name: str) -> int | None:
    async with world.store.begin() as unit:
        account = await unit.people.identity(chat.platform, name)
    return None if account is None else account.user


async def results(world: World, user: int | None) -> list[tuple[int, int]]:
    assert user is not None
    async with world.store.begin() as unit:
        rows = await unit.results.of_person(user, game=None, chat=None, limit=100)
    return sorted({(row.match, row.round) for row in rows})


async def test_a_code_joins_two_accounts_with_their_results_and_choices(store: Store) -> None:
    world = await two_platforms(store)
    first = await plays(world, TELEGRAM, "ann")
    second = await plays(world, DISCORD, "dan", rounds=2)
    await on(world, DISCORD, "dan", c.Prefer("reminders", "off"), private=True)
    await on(world, DISCORD, "dan", c.Language("zh"), private=True)
    await joined(world)
    ann = await user_of(world, TELEGRAM, "ann")
    assert ann == await user_of(world, DISCORD, "dan")
    assert {match for match, _ in await results(world, ann)} == {first, second}
    shown = await on(world, TELEGRAM, "ann", c.Prefer(), private=True)
    assert isinstance(shown.body, Notice)
    assert shown.body.data["reminders"] == "off"
    assert shown.language == "zh"
    assert ("ann", "link_joined") in [(user.external, told.code) for user, told in world.chat.told]
    # what was played on the other platform may be looked at from this one
    looked = await on(world, TELEGRAM, "ann", c.Replay(f"M{second}.1"), private=True)
    assert isinstance(looked.body, ReplayCard)
    world = await world.restarted()
    assert {match for match, _ in await results(world, await user_of(world, DISCORD, "dan"))} == {first, second}


async def test_a_choice_made_with_one_account_holds_for_the_other_at_once(store: Store) -> None:
    world = await two_platforms(store)
    await joined(world)
    await on(world, TELEGRAM, "ann", c.ShowHelp(), private=True)
    await on(world, DISCORD, "dan", c.ShowHelp(), private=True)
    await on(world, DISCORD, "dan", c.Prefer("alerts", "off"), private=True)
    await on(world, TELEGRAM, "ann", c.Prefer("reminders", "off"), private=True)
    shown = await on(world, DISCORD, "dan", c.Prefer(), private=True)
    assert isinstance(shown.body, Notice)
    assert (shown.body.data["alerts"], shown.body.data["reminders"]) == ("off", "off")


async def test_parted_accounts_take_along_what_was_played_on_their_platform(store: Store) -> None:
    world = await two_platforms(store)
    assert code(await on(world, TELEGRAM, "ann", c.Unlink(), private=True)) == "not_linked"
    first = await plays(world, TELEGRAM, "ann")
    await joined(world)
    second = await plays(world, DISCORD, "dan")
    await on(world, DISCORD, "dan", c.Prefer("alerts", "off"), private=True)
    parted = await on(world, DISCORD, "dan", c.Unlink(), private=True)
    assert parted.body == Notice("unlinked", {"platform": "discord"})
    ann, dan = await user_of(world, TELEGRAM, "ann"), await user_of(world, DISCORD, "dan")
    assert ann != dan
    assert {match for match, _ in await results(world, ann)} == {first}
    assert {match for match, _ in await results(world, dan)} == {second}
    async with store.begin() as unit:
        for match, user in ((first, ann), (second, dan)):
            rounds = await unit.matches.rounds(match)
            assert {held for row in rounds for held, _ in json.loads(row.seats)} == {user, None}
    shown = await on(world, DISCORD, "dan", c.Prefer(), private=True)
    assert isinstance(shown.body, Notice)
    assert shown.body.data["alerts"] == "off"
    async with store.begin() as unit:
        people = await unit.people.users([user for user in (ann, dan) if user is not None])
    assert [person.name for person in people] == ["Ann", "Dan"]
    assert code(await on(world, DISCORD, "dan", c.Unlink(), private=True)) == "not_linked"
    await joined(world)
    assert {match for match, _ in await results(world, await user_of(world, DISCORD, "dan"))} == {first, second}


async def test_a_code_works_once_and_for_a_short_time(store: Store) -> None:
    world = await two_platforms(store)
    made = await new_code(world, TELEGRAM, "ann")
    assert code(await on(world, TELEGRAM, "ann", c.Link(made), private=True)) == "link_same"
    await world.advance(CODE_SECONDS + 1)
    assert code(await on(world, DISCORD, "dan", c.Link(made), private=True)) == "link_wrong"
    older, made = await new_code(world, TELEGRAM, "ann"), await new_code(world, TELEGRAM, "ann")
    assert code(await on(world, DISCORD, "dan", c.Link(older), private=True)) == "link_wrong"
    typed = made.lower().replace("-", " ")
    assert code(await on(world, DISCORD, "dan", c.Link(typed), private=True)) == "linked"
    assert code(await on(world, DISCORD, "eve", c.Link(made), private=True)) == "link_wrong"


async def test_the_store_never_holds_the_code_itself(store: Store) -> None:
    world = await two_platforms(store)
    made = await new_code(world, TELEGRAM, "ann")
    user = await user_of(world, TELEGRAM, "ann")
    assert user is not None
    async with store.begin() as unit:
        row = await unit.people.link(user)
    assert row is not None
    assert re.fullmatch("[0-9a-f]{64}", row.digest)
    assert made not in str(row)
    assert made.replace("-", "") not in str(row)


async def test_whoever_guesses_or_makes_many_codes_is_stopped_for_a_while(store: Store) -> None:
    world = await two_platforms(store)
    made = await new_code(world, TELEGRAM, "ann")
    for _ in range(MOST):
        assert code(await on(world, DISCORD, "dan", c.Link("22222-22222"), private=True)) == "link_wrong"
    assert code(await on(world, DISCORD, "dan", c.Link(made), private=True)) == "link_too_often"
    for _ in range(MOST - 1):
        await new_code(world, TELEGRAM, "ann")
    assert code(await on(world, TELEGRAM, "ann", c.Link(), private=True)) == "link_too_often"
    world = await world.restarted()
    assert code(await on(world, DISCORD, "dan", c.Link(made), private=True)) == "link_too_often"
    await world.advance(WINDOW_SECONDS)
    made = await new_code(world, TELEGRAM, "ann")
    assert code(await on(world, DISCORD, "dan", c.Link(made), private=True)) == "linked"


async def test_a_code_that_others_could_read_is_void(store: Store) -> None:
    world = await two_platforms(store)
    made = await new_code(world, TELEGRAM, "ann")
    assert code(await on(world, DISCORD, "dan", c.Link(made))) == "link_seen_by_others"
    assert code(await on(world, DISCORD, "dan", c.Link(made), private=True)) == "link_wrong"
    made = await new_code(world, TELEGRAM, "ann")
    assert code(await on(world, DISCORD, "dan", c.Link(made), ephemeral=True)) == "linked"


@pytest.mark.parametrize("side", ["maker", "giver"])
async def test_accounts_are_joined_in_the_middle_of_a_round_and_the_seat_stays(store: Store, side: str) -> None:
    world = await two_platforms(store)
    where, who = (TELEGRAM, "ann") if side == "maker" else (DISCORD, "dan")
    other, guest = (DISCORD, "dan") if side == "maker" else (TELEGRAM, "ann")
    assert (await on(world, where, who, c.NewTable("doudizhu"))).ok
    assert (await on(world, where, who, c.FillAi())).ok
    assert (await on(world, where, who, c.DealCards())).ok
    made = await new_code(world, TELEGRAM, "ann")
    assert code(await on(world, DISCORD, "dan", c.Link(made), private=True)) == "linked"
    hands = [(await on(world, *one, c.MyHand(plain=True), private=True)).body for one in ((where, who), (other, guest))]
    assert isinstance(hands[0], PlainLines)
    assert hands[0] == hands[1]
    assert (await on(world, where, who, c.Leave())).ok
    assert code(await on(world, where, who, c.Unlink(), private=True)) == "unlinked"


async def test_who_sit_at_two_tables_finish_one_of_them_before_they_become_one(store: Store) -> None:
    world = await two_platforms(store)
    for where, who in ((TELEGRAM, "ann"), (DISCORD, "dan")):
        assert (await on(world, where, who, c.NewTable("doudizhu"))).ok
    made = await new_code(world, TELEGRAM, "ann")
    said = await on(world, DISCORD, "dan", c.Link(made), private=True)
    assert code(said) == "link_seated"
    assert isinstance(said.body, Notice)
    assert said.body.data["chat"] == "Friends"
    assert [label for label, _ in said.body.actions] == ["leave"]
    assert (await on(world, DISCORD, "dan", c.Leave())).ok
    assert code(await on(world, DISCORD, "dan", c.Link(made), private=True)) == "linked"
    assert code(await on(world, TELEGRAM, "ann", c.Unlink(), private=True)) == "link_seated"


async def test_a_person_has_one_account_on_each_platform(store: Store) -> None:
    world = await two_platforms(store)
    made = await new_code(world, TELEGRAM, "ann")
    assert code(await on(world, TELEGRAM, "bob", c.Link(made), private=True)) == "link_platform"
    await joined(world)
    made = await new_code(world, TELEGRAM, "bob")
    assert code(await on(world, DISCORD, "dan", c.Link(made), private=True)) == "link_platform"


async def test_the_same_update_again_joins_and_parts_nothing_twice(store: Store) -> None:
    world = await two_platforms(store)
    made = await new_code(world, TELEGRAM, "ann")
    once = {"private": True, "update": "the very same"}
    assert (await on(world, DISCORD, "dan", c.Link(made), **once)).ok
    ann = await user_of(world, TELEGRAM, "ann")
    world = await world.restarted()
    again = await on(world, DISCORD, "dan", c.Link(made), **once)
    assert again.ok
    assert again.repeated
    assert await user_of(world, DISCORD, "dan") == ann
    parting = {"private": True, "update": "another one"}
    assert (await on(world, DISCORD, "dan", c.Unlink(), **parting)).ok
    dan = await user_of(world, DISCORD, "dan")
    world = await world.restarted()
    assert (await on(world, DISCORD, "dan", c.Unlink(), **parting)).repeated
    assert await user_of(world, DISCORD, "dan") == dan


async def test_a_table_put_aside_follows_its_person(store: Store) -> None:
    world = await two_platforms(store)
    opened = await on(world, DISCORD, "dan", c.NewTable("doudizhu"))
    assert isinstance(opened.body, Notice)
    table = int(str(opened.body.data["table"]))
    await on(world, DISCORD, "dan", c.FillAi(table, level="easy"))
    await on(world, DISCORD, "dan", c.DealCards(table))
    await on(world, DISCORD, "dan", c.Away(table))
    await world.advance(world.settings.park_after + 120)
    assert table not in world.manager.session.tables
    await joined(world)
    ann = await user_of(world, TELEGRAM, "ann")
    async with store.begin() as unit:
        row = await unit.tables.get(table)
        assert row is not None
        assert row.host == ann
        assert [seat.user for seat in await unit.tables.seats(table)].count(ann) == 1
    assert (await on(world, DISCORD, "dan", c.NewTable(resume=table))).ok
    assert world.book(table).seat_of(ann) is not None
    assert (await on(world, DISCORD, "dan", c.MyHand(table), private=True)).ok


async def test_a_seat_is_played_with_the_other_account_and_stays_where_it_is(store: Store) -> None:
    world = await two_platforms(store)
    await joined(world)
    opened = await on(world, DISCORD, "dan", c.NewTable("doudizhu"))
    assert isinstance(opened.body, Notice)
    table = int(str(opened.body.data["table"]))
    await on(world, DISCORD, "dan", c.FillAi(table, level="easy"))
    await on(world, DISCORD, "dan", c.DealCards(table))
    before = world.book(table).seats[0]
    shown = await on(world, TELEGRAM, "ann", c.MyHand(table), private=True)
    assert isinstance(shown.body, PrivateUpdate)
    assert shown.body.user == c.UserRef("telegram", "ann")
    assert shown.body.post.message is None
    world.manager.report(Delivered(PrivateTarget(shown.body.user, table), "a message on telegram"))
    await world.settle()
    assert world.book(table).seats[0] == before
    assert (await on(world, TELEGRAM, "ann", c.PlayText("bid 3", table), private=True)).ok
    assert world.frontends[1].hand("dan", table).view.facts["bid"] == 3
    assert not [hand for hand in world.chat.hands if hand.table.id == table]


@pytest.mark.parametrize("first", ["join", "link"])
async def test_whoever_sits_down_while_accounts_are_joined_sits_there_as_somebody_who_exists(
    store: Store, first: str
) -> None:
    world = await two_platforms(store)
    assert (await on(world, DISCORD, "eve", c.NewTable("doudizhu"))).ok
    made = await new_code(world, TELEGRAM, "ann")
    await on(world, DISCORD, "dan", c.ShowHelp())
    dan = c.UserRef("discord", "dan")
    join = world.manager.handle(replace(world.origin("dan"), user=dan, chat=DISCORD), c.Join(1))
    link = world.manager.handle(replace(world.origin("dan"), user=dan, chat=None), c.Link(made))
    replies = await asyncio.gather(*((join, link) if first == "join" else (link, join)))
    await world.settle()
    assert any(reply.ok for reply in replies)
    owner = await user_of(world, DISCORD, "dan")
    async with store.begin() as unit:
        seats = [seat.user for seat in await unit.tables.seats(1) if seat.external == "dan"]
    assert seats in ([], [owner])
    assert (await on(world, DISCORD, "dan", c.Leave())).ok is bool(seats)


async def test_ratings_are_computed_anew_when_accounts_become_one_and_two_again(store: Store) -> None:
    world = await two_platforms(store)
    await plays(world, TELEGRAM, "ann")
    await plays(world, DISCORD, "dan")

    async def rated() -> set[str]:
        assert not await needs_rebuild(store)
        assert (await rebuild(store)).changed == 0
        async with store.begin() as unit:
            rows = await unit.ratings.all()
        return {row.player for row in rows if row.player.startswith("u")}

    before = await rated()
    assert len(before) == 2
    await joined(world)
    ann = await user_of(world, TELEGRAM, "ann")
    assert await rated() == {f"u{ann}"}
    await on(world, DISCORD, "dan", c.Unlink(), private=True)
    assert await rated() == {f"u{ann}", f"u{await user_of(world, DISCORD, 'dan')}"}


@pytest.mark.parametrize("when", ["between rounds", "in a round"])
async def test_an_open_table_that_somebody_has_left_knows_them_by_the_person_they_became(
    store: Store, when: str
) -> None:
    world = await two_platforms(store)
    world.manager.session.dice = None  # deals are promised, and words for them are taken
    opened = await on(world, DISCORD, "eve", c.NewTable("gandengyan", options={"clock": "0"}))
    assert isinstance(opened.body, Notice)
    table = int(str(opened.body.data["table"]))
    assert (await on(world, DISCORD, "dan", c.Join(table))).ok
    assert (await on(world, DISCORD, "eve", c.FillAi(table, level="easy"))).ok
    assert (await on(world, DISCORD, "dan", c.Luck(table, word="88"))).ok
    assert (await on(world, DISCORD, "eve", c.DealCards(table))).ok
    assert (await on(world, DISCORD, "eve", c.Away(table))).ok
    gone = await user_of(world, DISCORD, "dan")
    if when == "in a round":
        assert (await on(world, DISCORD, "dan", c.Leave(table))).ok
    else:
        assert (await on(world, DISCORD, "dan", c.Away(table))).ok
        await to_the_end(world, table)
        assert (await on(world, DISCORD, "dan", c.Leave(table))).ok
    await joined(world)
    ann = await user_of(world, TELEGRAM, "ann")
    assert gone != ann
    for restarted in (False, True):
        if restarted:
            world = await world.restarted()
            await on(world, DISCORD, "eve", c.ShowTable(table))
        book = world.book(table)
        named = {one.user for one in (*book.play.dealt_in, *book.promises.dealt_words)} | set(book.score.tally)
        named |= {user for seats in (*book.score.sat, book.round.seats) for user, _ in json.loads(seats)}
        assert gone not in named
        assert ann in named
        assert {one.user for one in book.play.dealt_in if one.external == "dan"} == {ann}
    if when == "in a round":
        await to_the_end(world, table)
        assert await results(world, ann) == [(world.book(table).row.match, 1)]
        assert ann in world.book(table).score.tally
    assert await results(world, gone) == []
    assert (await on(world, DISCORD, "dan", c.Unlink(), private=True)).ok
    alone = await user_of(world, DISCORD, "dan")
    assert {one.user for one in world.book(table).play.dealt_in if one.external == "dan"} == {alone}
    assert alone in world.book(table).score.tally
    assert ann not in world.book(table).score.tally


async def to_the_end(world: World, table: int) -> None:
    """AI players act for everybody until the round is over."""
    for _ in range(600):
        if not world.book(table).playing:
            return
        await world.advance(2.0)
    raise AssertionError("the round does not end")
