"""What one worker changes of people and groups is so at all: names, languages, accounts, being forgotten, groups that move."""

from dataclasses import replace
from typing import Any

from bot.session.port import commands as c
from bot.session.port.protocols import (
    Absent,
    ChatMoved,
    Delivered,
    Gone,
    News,
    PrivateTarget,
    PublicTarget,
    Unreachable,
)
from bot.session.port.replies import Menu, Reply
from bot.session.port.updates import Notice, PublicUpdate
from tests.memory import MemoryStore
from tests.session.club.test_linking import user_of
from tests.session.workers import Crew
from tests.session.world import GROUP, OTHER_GROUP, code

TELEGRAM, DISCORD = c.ChatRef("telegram", "g1"), c.ChatRef("discord", "c1")
SURE = c.Forget(sure=True)


async def on(crew: Crew, at: str, chat: c.ChatRef, name: str, command: c.Command, **more: Any) -> Reply:
    """A command of somebody on a platform, in its group unless ``private``."""
    where = {"chat": chat} if not more.get("private") else {}
    return await crew.do(at, name, command, user=c.UserRef(chat.platform, name), **where, **more)


async def played_and_left(crew: Crew, at: str, *names: str) -> int:
    """A table whose last round was played by these people, of whom the last has left since."""
    table = await crew.seated(at, *names)
    assert (await crew.do(at, names[0], c.TableSettings(table, "deals", "3"))).ok
    assert (await crew.do(at, names[0], c.DealCards(table))).ok
    while crew.book(table).playing:
        await crew.one_step(table, at)
    assert (await crew.do(at, names[-1], c.Leave(table))).ok
    return table


async def test_names_languages_and_choices_follow_at_other_workers(crew: Crew) -> None:
    table = await crew.seated("a", "ann", "bob")
    assert (await crew.do("a", "ann", c.DealCards(table))).ok
    assert (await crew.do("b", "ann", c.Prefer("language", "zh"), private=True)).ok
    assert (await crew.do("b", "ann", c.Prefer("reminders", "off"), private=True)).ok
    renamed = replace(crew.worlds["c"].origin("ann", private=True), name="Anna")
    await crew.handle("c", renamed, c.Privacy())
    people = crew.worlds["a"].manager.session.people
    known = people.at("chat", "ann")
    assert known is not None
    assert (known.name, known.language, known.wants("reminders")) == ("Anna", "zh", False)
    shown = (await crew.do("a", "bob", c.ShowTable(table), private=True)).body
    assert isinstance(shown, PublicUpdate)
    assert "Anna" in [player.name for player in shown.players]
    before = len(crew.worlds["a"].chat.tables)
    assert (await crew.do("b", "ann", c.Language("zh"), admin=True)).ok
    assert crew.worlds["a"].chat.tables[-1].language == "zh"
    assert len(crew.worlds["a"].chat.tables) == before + 1


async def test_what_was_missed_in_a_gap_is_read_again_and_not_written_over(crew: Crew) -> None:
    table = await crew.seated("a", "ann", "bob")
    crew.deaf |= {"a", "c"}
    await crew.do("c", "ann", c.Privacy(), private=True)
    assert (await crew.do("b", "ann", c.Prefer("reminders", "off"), private=True)).ok
    assert (await crew.do("c", "ann", c.Prefer("alerts", "off"), private=True)).ok
    crew.deaf.clear()
    async with crew.store.change() as unit:
        await unit.owners.give(table, "b")
    await crew.worlds["a"].manager.refresh_all()
    known = crew.worlds["a"].manager.session.people.at("chat", "ann")
    assert known is not None
    assert not known.wants("reminders")
    assert not known.wants("alerts")
    assert crew.worlds["a"].manager.held() == []
    await crew.worlds["b"].manager.reconcile()
    assert [number for number, _ in crew.worlds["b"].manager.held()] == [table]


async def test_nobody_is_forgotten_who_sits_or_waits_anywhere(crew: Crew) -> None:
    table = await crew.seated("a", "ann", "bob")
    assert code(await crew.do("b", "ann", SURE, private=True)) == "forget_seated"
    assert (await crew.do("a", "ann", c.DealCards(table))).ok
    assert (await crew.do("b", "dan", c.Join(table))).ok
    assert [waiter.external for waiter in crew.book(table).people.waiters] == ["dan"]
    assert code(await crew.do("c", "dan", SURE, private=True)) == "forget_seated"


async def test_who_is_forgotten_at_one_worker_is_named_by_no_table_of_another(crew: Crew) -> None:
    table = await played_and_left(crew, "a", "ann", "bob", "cat")
    user = await user_of(crew, GROUP, "cat")
    assert user in crew.book(table).score.tally
    assert "cat" in [one.external for one in crew.book(table).play.dealt_in]
    assert code(await crew.do("b", "cat", SURE, private=True)) == "forgotten"
    assert await crew.owner(table) == ""
    assert table not in crew.worlds["a"].manager.session.tables
    assert await user_of(crew, GROUP, "cat") is None
    async with crew.store.begin() as unit:
        known = await unit.tables.participants(table)
    assert known
    assert "cat" not in [row.who.external for row in known]
    assert await crew.claim("c") == [table]
    assert user not in crew.book(table).score.tally
    assert "cat" not in [one.external for one in crew.book(table).play.dealt_in]
    assert crew.worlds["a"].manager.session.people.at("chat", "cat") is None
    assert (await crew.do("a", "ann", c.Ready(table))).ok


async def test_an_owner_that_has_not_heard_yet_cannot_write_a_forgotten_name_back(crew: Crew) -> None:
    table = await played_and_left(crew, "a", "ann", "bob", "cat")
    empty = await crew.seated("a", "gil", chat=OTHER_GROUP)
    crew.deaf.add("a")
    assert code(await crew.do("b", "cat", SURE, private=True)) == "forgotten"
    assert table in crew.worlds["a"].manager.session.tables
    claimed = await crew.claim("c")
    assert claimed == [table]
    assert (await crew.do("a", "bob", c.Leave(table))).ok
    async with crew.store.begin() as unit:
        known = await unit.tables.participants(table)
    assert known
    assert "cat" not in [row.who.external for row in known]
    # and whoever comes back with that account is somebody new, also where the old person is still at hand
    assert code(await crew.do("a", "cat", c.Join(empty), chat=OTHER_GROUP)) == "account_changed"
    crew.deaf.clear()
    crew.neighbours["b"].news(News(accounts=frozenset({c.UserRef("chat", "cat")})))
    await crew.settle()
    assert (await crew.do("a", "cat", c.Join(empty), chat=OTHER_GROUP)).ok


async def test_accounts_are_joined_and_parted_whoever_has_the_tables() -> None:
    crew = await Crew(MemoryStore(), platforms=("telegram", "discord")).begin()
    table = int(str((await on(crew, "a", TELEGRAM, "ann", c.NewTable("doudizhu"))).body.data["table"]))  # type: ignore[union-attr]
    assert (await on(crew, "a", TELEGRAM, "bob", c.Join(table))).ok
    assert (await on(crew, "a", TELEGRAM, "ann", c.FillAi(table, level="easy"))).ok
    assert (await on(crew, "a", TELEGRAM, "ann", c.TableSettings(table, "deals", "3"))).ok
    assert (await on(crew, "a", TELEGRAM, "ann", c.DealCards(table))).ok
    for _ in range(200):
        book = crew.book(table)
        if not book.playing:
            break
        held = book.seats[book.awaited[0].seat]
        if held.user is not None and not held.away:
            assert (await on(crew, "b", TELEGRAM, held.external, c.Away(table))).ok
        await crew.advance(2.0)
    other = int(str((await on(crew, "b", DISCORD, "dan", c.NewTable("doudizhu"))).body.data["table"]))  # type: ignore[union-attr]
    made = (await on(crew, "c", TELEGRAM, "ann", c.Link(), private=True)).body
    assert isinstance(made, Notice)
    link = c.Link(str(made.data["code"]))
    assert code(await on(crew, "c", DISCORD, "dan", link, private=True)) == "link_seated"
    assert (await on(crew, "c", TELEGRAM, "ann", c.Leave(table))).ok
    assert code(await on(crew, "c", DISCORD, "dan", link, private=True)) == "linked"
    dan = await user_of(crew, DISCORD, "dan")
    assert dan == await user_of(crew, TELEGRAM, "ann")
    assert await crew.owner(table) == ""
    assert await crew.owner(other) == "b"
    assert await crew.claim("b") == [table]
    assert dan in crew.book(table).score.tally
    ann = crew.worlds["a"].manager.session.people.at("telegram", "ann")
    assert ann is not None
    assert ann.user == dan
    menu = (await on(crew, "a", TELEGRAM, "ann", c.ShowTable(), private=True)).body
    assert not isinstance(menu, Menu)
    assert code(await on(crew, "a", TELEGRAM, "ann", c.Unlink(), private=True)) == "link_seated"
    assert (await on(crew, "a", DISCORD, "dan", c.Leave(other))).ok
    assert code(await on(crew, "a", TELEGRAM, "ann", c.Unlink(), private=True)) == "unlinked"
    assert await user_of(crew, TELEGRAM, "ann") != dan
    known = crew.worlds["c"].manager.session.people.at("telegram", "ann")
    assert known is None or known.user != dan
    await crew.stop()


async def test_outcomes_reach_the_tables_that_they_concern(crew: Crew) -> None:
    first, second = await crew.seated("a", "ann", "bob"), await crew.seated("b", "cyn", "dan")
    third = await crew.seated("b", "eve", "fay", chat=OTHER_GROUP)
    for table, at, name, where in ((first, "a", "ann", GROUP), (third, "b", "eve", OTHER_GROUP)):
        assert (await crew.do(at, name, c.DealCards(table), chat=where)).ok
    report = crew.worlds["c"].manager.report
    report(Delivered(PublicTarget(first, GROUP), "moved"))
    report(Delivered(PrivateTarget(c.UserRef("chat", "eve"), third), "panel"))
    report(Unreachable(PrivateTarget(c.UserRef("chat", "ann"))))
    await crew.settle()
    assert crew.book(first).row.message == "moved"
    assert crew.book(third).seats[0].message == "panel"
    report(Absent(GROUP, c.UserRef("chat", "dan")))
    await crew.do("c", "ann", c.Privacy())
    report(ChatMoved("chat", OTHER_GROUP.external, "g9"))
    await crew.settle()
    assert "player_left_group" in crew.worlds["b"].chat.codes("cyn")
    assert crew.worlds["b"].chat.tables[-1].chat.external == "g9"
    assert code(await crew.do("c", "fay", c.Ready(), chat=c.ChatRef("chat", "g9"))) == "round_running"
    report(Gone(GROUP))
    await crew.settle()
    assert [crew.book(table).home.adrift for table in (first, second, third)] == [True, True, False]
    assert code(await crew.do("c", "ann", c.DealCards(), chat=c.ChatRef("chat", "g5"))) == "resumed"
    assert crew.worlds["a"].chat.tables[-1].chat.external == "g5"
    assert [await crew.owner(table) for table in (first, second)] == ["a", "b"]


async def test_who_is_banned_at_one_worker_loses_the_seats_at_all_of_them(crew: Crew) -> None:
    first, second = await crew.seated("a", "ann", "bob"), await crew.seated("b", "cat", "bob")
    assert (await crew.do("c", "zoe", c.Ban(c.UserRef("chat", "bob")), admin=True)).ok
    for table in (first, second):
        assert all(held.external != "bob" for held in crew.book(table).persons.values())
    assert code(await crew.do("b", "bob", c.Join(first))) == "banned_here"


async def test_who_wants_to_be_called_is_called_by_the_worker_at_which_the_table_opens(crew: Crew) -> None:
    assert (await crew.do("a", "bob", c.Notify())).ok
    assert (await crew.do("b", "ann", c.NewTable("doudizhu"))).ok
    told = {name: world.chat.codes("bob").count("called") for name, world in crew.worlds.items()}
    assert told == {"a": 0, "b": 1, "c": 0}
