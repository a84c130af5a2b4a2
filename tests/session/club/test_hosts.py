"""What hosts ask for follows at every table, once, whoever has it; who is blocked sits nowhere; old rounds go, results stay."""

from dataclasses import replace
from datetime import UTC

import pytest

from bot.session.club.hosts.orders import ask, read_moment
from bot.session.club.replays import clear_old
from bot.session.host.request import Refused
from bot.session.port import commands as c
from bot.session.port.replies import HostCard, Leaders
from bot.session.port.updates import Notice
from tests.session.club.test_replays import one_round
from tests.session.workers import Crew
from tests.session.world import GROUP, OTHER_GROUP, World, code

HOST = c.UserRef("chat", "zoe")


def with_host(world: World) -> World:
    world.manager.session.settings = replace(world.settings, hosts=frozenset({HOST}))
    return world


async def asks(world: World, words: str) -> str:
    """Ask for something as from a shell, and let the process notice it."""
    async with world.store.change() as unit:
        said = await ask(unit, words, world.clock.now(), UTC)
    await world.advance(2)
    return said.notice.code


async def test_a_running_round_finishes_and_nothing_else_begins_in_maintenance(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat", deals="3")
    assert await asks(world, "maintenance on") == "host_maintenance_on"
    world = await world.restarted()
    await world.play_on(number)
    assert world.book(number).row.state == "between"
    for name in ("ann", "bob"):
        assert (await world.do(name, c.Ready(number))).ok
    assert code(await world.do("cat", c.Ready(number))) == "maintenance"
    assert code(await world.do("ann", c.DealCards(number))) == "maintenance"
    assert code(await world.do("dan", c.NewTable("doudizhu"), chat=OTHER_GROUP)) == "maintenance"
    assert (await world.do("cat", c.Leave(number))).ok
    await world.advance(600)
    assert world.book(number).row.state == "between"
    assert await asks(world, "maintenance off") == "host_maintenance_off"
    assert (await world.do("ann", c.DealCards(number))).ok


async def test_a_full_table_is_not_dealt_by_itself_in_maintenance(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    await asks(world, "maintenance on")
    await world.advance(60)
    assert world.book(number).row.state == "lobby"
    assert not world.book(number).lobby.until


async def test_who_is_blocked_everywhere_loses_seats_and_gets_none_under_another_name_either(world: World) -> None:
    number = await world.dealt("ann", "bob", "cat")
    await world.do("bob", c.NewTable("doudizhu"), chat=OTHER_GROUP)
    assert await asks(world, "block chat:bob") == "host_blocked"
    assert 1 in world.book(number).people.stand_ins
    assert 2 not in world.manager.session.tables
    assert world.chat.codes("bob").count("you_were_blocked") == 2
    await world.do("bob", c.Forget(sure=True), private=True)
    world = await world.restarted()
    for command in (c.Join(number), c.NewTable("doudizhu"), c.Invite(number), c.DealCards(number)):
        assert code(await world.do("bob", command)) == "blocked", command
    assert (await world.do("bob", c.Privacy(), private=True)).ok
    assert await asks(world, "unblock chat:bob") == "host_unblocked"
    assert code(await world.do("bob", c.NewTable("doudizhu"), chat=OTHER_GROUP)) == "table_opened"


async def test_a_blocked_group_has_no_tables_and_what_was_a_guest_there_goes_on_at_home(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    code_ = str((await world.shown(Notice, "ann", c.Invite(number))).data["code"])
    await world.do("eve", c.NewTable("doudizhu"), chat=OTHER_GROUP)
    await world.do("ann", c.Join(code=code_), chat=OTHER_GROUP)
    assert len(world.manager.session.tables[number].places) == 2
    assert await asks(world, f"block chat:{OTHER_GROUP.external}") == "host_blocked"
    assert len(world.manager.session.tables[number].places) == 1
    assert 2 not in world.manager.session.tables
    assert "group_was_blocked" in world.chat.codes("eve")
    assert code(await world.do("eve", c.NewTable("doudizhu"), chat=OTHER_GROUP)) == "blocked_group"
    async with world.store.change() as unit:
        await unit.groups.move_chat("chat", OTHER_GROUP.external, "g9")
    assert await asks(world, "unblock chat:g9") == "host_unblocked"


async def test_what_is_asked_of_a_table_is_done_once_by_whichever_worker_has_it(crew: Crew) -> None:
    first, second = await crew.seated("a", "ann", "bob"), await crew.seated("b", "cat", "dan")
    async with crew.store.change() as unit:
        said = await ask(unit, "announce Back soon --at +15m", crew.worlds["a"].clock.now(), UTC)
        await ask(unit, f"end {second}", crew.worlds["a"].clock.now(), UTC)
    assert said == HostCard(Notice("host_announced", {"count": 2}))
    for _ in range(3):
        for world in crew.worlds.values():
            await world.advance(1)
    posts = [body for world in crew.worlds.values() for _, body in world.chat.posts]
    assert [body.code for body in posts if isinstance(body, Notice)] == ["announced_at"] * 2
    told = [name for world in crew.worlds.values() for name in ("cat", "dan") if "host_ended" in world.chat.codes(name)]
    assert sorted(told) == ["cat", "dan"]
    assert await crew.owner(first) == "a"
    async with crew.store.begin() as unit:
        assert await unit.hosts.orders() == []


async def test_what_nobody_has_done_for_long_is_not_done_any_more(world: World) -> None:
    number = await world.seated("ann", "bob", "cat")
    async with world.store.change() as unit:
        await ask(unit, f"end {number}", world.clock.now() - 3600, UTC)
    await world.advance(3)
    assert world.book(number).row.state == "lobby"
    async with world.store.begin() as unit:
        assert await unit.hosts.orders() == []


@pytest.mark.parametrize(
    ("words", "refusal"),
    [
        ("", "host_help"), ("dance", "host_unknown"), ("end", "host_which_table"), ("end 99", "host_which_table"),
        ("end x", "host_which_table"), ("block ann", "host_nobody"), ("block chat:nobody", "host_nobody"),
        ("unblock chat:ann", "host_not_blocked"), ("announce", "host_announce_what"),
        ("announce hello --at noon", "host_which_time"),
        (f"announce {'x' * 601}", "host_announce_long"), ("maintenance maybe", "host_on_or_off"),
    ],
)  # fmt: skip
async def test_what_cannot_be_done_is_said_in_a_sentence(world: World, words: str, refusal: str) -> None:
    await world.do("ann", c.ShowHelp())
    async with world.store.begin() as unit:
        with pytest.raises(Refused) as refused:
            await ask(unit, words, 0.0, UTC)
    assert code(refused.value) == refusal  # type: ignore[arg-type]  # it has a body as replies have


async def test_only_hosts_know_of_the_command_and_only_in_private(world: World) -> None:
    with_host(world)
    assert code(await world.do("ann", c.Admin("tables"), private=True)) == "unknown_command"
    assert code(await world.do("zoe", c.Admin("tables"))) == "unknown_command"
    assert code(await world.do("zoe", c.Admin("tables"), private=True, page=True)) == "unknown_command"
    assert (await world.do("zoe", c.Admin("牌桌"), private=True)).ok


def test_a_time_is_the_next_one_of_that_name() -> None:
    noon = 1_000_000_000.0 - 1_000_000_000.0 % 86_400 + 43_200
    for text, seconds in (("12:30", 1800), ("9:00", 21 * 3600), ("+15m", 900), ("2h", 7200), ("15分钟", 900)):
        assert read_moment(text, noon, UTC) == noon + seconds, text
    assert read_moment("2001-09-11 12:00", noon, UTC) is not None
    assert read_moment("25:00", noon, UTC) is None


async def test_complaints_reach_hosts_from_who_could_see_the_round_and_not_without_end(world: World) -> None:
    with_host(world)
    match = await one_round(world)
    assert code(await world.do("gus", c.Report(f"M{match}.1", "unfair"), chat=OTHER_GROUP)) == "unknown_id"
    for said in (c.Report(), c.Report(f"M{match}", "which"), c.Report(f"M{match}.1")):
        assert code(await world.do("ann", said)) == "report_what"
    told = [code(await world.do(name, c.Report(f"M{match}.1", "unfair"))) for name in ("ann", *["dan"] * 6)]
    assert told == ["reported"] * 6 + ["report_enough"]
    assert world.chat.codes("zoe") == ["report_came"] * 6
    assert (await world.do("zoe", c.Replay(f"M{match}.1"), private=True)).ok
    listed = await world.shown(HostCard, "zoe", c.Admin("reports"), private=True)
    assert [line.data["name"] for line in listed.lines] == ["Dan"] * 5 + ["Ann"]
    await world.do("dan", c.Forget(sure=True), private=True)
    assert len((await world.shown(HostCard, "zoe", c.Admin("reports"), private=True)).lines) == 1


async def test_old_rounds_are_cleared_away_and_results_stay(world: World) -> None:
    match = await one_round(world)
    before = await world.shown(Leaders, "ann", c.Leaderboard())
    session = world.manager.session
    session.settings = replace(world.settings, keep_rounds=86_400.0)
    await clear_old(session)
    assert (await world.do("ann", c.Replay(f"M{match}.1"))).ok
    world.clock.set_wall(86_400 * 2)
    await clear_old(session)  # a wall clock that has just been set is not believed, and a match that is shown stays
    await world.advance(1200)
    await clear_old(session)
    assert (await world.do("ann", c.Replay(f"M{match}.1"))).ok
    await world.end("ann")
    await world.do("ann", c.Leave(1))
    await clear_old(session)
    for command in (c.Replay(f"M{match}.1"), c.Replay(f"M{match}"), c.AskReview(f"M{match}.1"), c.Fair(f"M{match}.1")):
        assert code(await world.do("ann", command)) == "round_cleared", command
    async with world.store.begin() as unit:
        assert await unit.matches.actions(match) == []
    assert await world.shown(Leaders, "ann", c.Leaderboard()) == before
    assert (await world.do("ann", c.History())).ok


async def test_a_group_hears_now_and_then_that_the_bot_is_busy(world: World) -> None:
    await world.seated("ann")
    world.chat.busy = True
    for name in ("bob", "cat"):
        await world.do(name, c.NewTable("doudizhu"))
    await world.do("dan", c.NewTable("doudizhu"), chat=OTHER_GROUP)
    said = [(target.chat, body.code) for target, body in world.chat.posts if isinstance(body, Notice)]
    assert said == [(GROUP, "busy"), (OTHER_GROUP, "busy")]
