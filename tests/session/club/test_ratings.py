"""Ratings at the tables: what counts, for whom, on which list; and that nobody gains by quitting."""

import json
from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot import ratings as ledger
from bot.session.manager import SessionSettings
from bot.session.port import commands as c
from bot.session.port.protocols import ChatMoved
from bot.session.port.replies import HistoryCard, Leaders, SettingsCard, StatsCard
from storage.api import Store
from storage.themes.ratings import RatingRow
from storage.themes.results import ResultRow
from tests.session.world import OTHER_GROUP, World, code

NAMES = ("ann", "bob", "cat")


async def user(world: World, name: str) -> int:
    async with world.store.begin() as unit:
        identity = await unit.people.identity("chat", name)
    assert identity is not None
    return identity.user


async def ratings(world: World, board: str = "people") -> dict[str, RatingRow]:
    """The ratings of everywhere for all time, by player."""
    async with world.store.begin() as unit:
        rows = await unit.ratings.all()
    return {row.player: row for row in rows if (row.board, row.scope, row.season) == (board, 0, "")}


async def results(world: World, match: int = 1) -> list[ResultRow]:
    async with world.store.begin() as unit:
        return [row for row in await unit.ratings.results_of_endings(after=0, last=99) if row.match == match]


async def match_results(world: World, name: str) -> list[ResultRow]:
    number = await user(world, name)
    async with world.store.begin() as unit:
        rows = await unit.results.of_person(number, game=None, chat=None, limit=99)
    return [row for row in rows if row.round == 0]


async def leaders(world: World, name: str, command: c.Leaderboard, **more: object) -> Leaders:
    return await world.shown(Leaders, name, command, **more)


async def test_a_round_among_persons_counts_at_once_and_survives_a_restart(store: Store) -> None:
    world = await World(store).start()
    number = await world.dealt(*NAMES, deals="2")
    assert await ratings(world) == {}
    await world.play_on(number)
    rated = await ratings(world)
    assert {player for player in rated if player[0] == "u"} == {f"u{await user(world, name)}" for name in NAMES}
    assert rated["role:landlord"].rounds == 1
    won = {row.user for row in await results(world) if row.won}
    assert {row.user for row in rated.values() if row.user and row.mu > 25} == won
    world = await world.restarted()
    assert await ratings(world) == rated
    assert (await ledger.rebuild(store)).changed == 0
    assert await ratings(world) == rated


@pytest.mark.parametrize(
    ("setting", "people", "boards"), [("on", 2, {"ai"}), ("people", 2, set()), ("off", 3, set()), ("on", 3, {"people"})]
)
async def test_the_table_says_whose_rounds_count(world: World, setting: str, people: int, boards: set[str]) -> None:
    number = await world.dealt(*NAMES[:people], deals="1", ratings=setting)
    await world.play_on(number)
    assert {board for board in ("people", "ai") if await ratings(world, board)} == boards
    if boards == {"ai"}:
        rated = await ratings(world, "ai")
        assert {"ai:easy"} < set(rated)
        assert (await leaders(world, "ann", c.Leaderboard())).ais[0].ai == "easy"
        assert code(await world.do("ann", c.Leaderboard(board="people"))) == "no_ratings"
    elif not boards:
        assert code(await world.do("ann", c.Leaderboard())) == "nothing_rated"


async def test_the_word_on_ratings_is_a_house_rule_until_the_first_deal(world: World) -> None:
    number = await world.seated(*NAMES)
    assert code(await world.do("ann", c.TableSettings(number, "ratings", "maybe"))) == "option_refused"
    assert (await world.do("ann", c.TableSettings(number, "ratings", "people"))).ok
    world = await world.restarted()
    card = await world.shown(SettingsCard, "ann", c.TableSettings(number))
    assert card.table.ratings == "people"
    await world.do("ann", c.DealCards(number))
    assert code(await world.do("ann", c.TableSettings(number, "ratings", "off"))) == "settings_locked"


async def test_who_leaves_answers_for_the_round_and_the_stand_in_gets_nothing(world: World) -> None:
    number = await world.dealt(*NAMES, deals="1")
    await world.do("bob", c.Leave(number))
    await world.play_on(number)
    rated = await ratings(world)
    assert f"u{await user(world, 'bob')}" in rated
    assert await ratings(world, "ai") == {}
    (match,) = await match_results(world, "bob")
    (row,) = [row for row in await results(world) if row.user == match.user]
    assert match.won is row.won


async def test_the_match_belongs_to_who_played_most_of_it(world: World) -> None:
    number = await world.dealt(*NAMES, deals="3")
    await world.play_on(number, rounds=2)
    await world.do("bob", c.Leave(number))
    await world.do("dan", c.Join(number, 1))
    await world.play_on(number, rounds=1)
    assert len(await match_results(world, "bob")) == 1
    assert await match_results(world, "dan") == []
    assert [row.user for row in await results(world) if row.round == 3 and row.seat == 1] == [await user(world, "dan")]


async def kicked(world: World, number: int) -> None:
    await world.do("cat", c.Kick(number, name="Bob"))
    assert code(await world.do("ann", c.Vote(number, "kick"))) == "kicked"


async def left(world: World, number: int) -> None:
    await world.do("bob", c.Leave(number))


@pytest.mark.parametrize("gone", [kicked, left])
async def test_a_round_that_is_broken_off_costs_nobody_anything(
    world: World, gone: Callable[..., Awaitable[None]]
) -> None:
    number = await world.dealt(*NAMES, deals="1")
    await gone(world, number)
    assert code(await world.end("ann", number)) == "ended"
    assert await ratings(world) == {}
    assert await results(world) == []
    assert code(await world.do("bob", c.Leaderboard())) == "nothing_rated"


async def test_who_was_removed_answers_for_the_round_only_when_it_is_played_to_its_end(world: World) -> None:
    number = await world.dealt(*NAMES, deals="1")
    await kicked(world, number)
    assert await ratings(world) == {}
    await world.play_on(number)
    assert f"u{await user(world, 'bob')}" in await ratings(world)


@pytest.mark.parametrize("goodbye", [c.Leave, c.End])
async def test_a_round_alone_with_ai_players_counts_when_it_is_played_to_its_end(world: World, goodbye: type) -> None:
    number = await world.dealt("ann", deals="1")
    await world.do("ann", goodbye(number))
    assert await ratings(world, "ai") == {}


async def test_a_demonstration_is_never_rated_whatever_the_setting_is_later(store: Store) -> None:
    plain, seeded = (
        SessionSettings(turn_seconds=90, ai_delay=1.0),
        SessionSettings(turn_seconds=90, ai_delay=1.0, seed=7),
    )
    world = await World(store, settings=plain).start()
    number = await world.seated(*NAMES, deals="2")
    world = await world.restarted(settings=seeded)
    card = await world.shown(SettingsCard, "ann", c.TableSettings(number))
    assert card.table.ratings == "off"
    assert code(await world.do("ann", c.TableSettings(number, "ratings", "on"))) == "ratings_open_deals"
    await world.do("ann", c.DealCards(number))
    world = await world.restarted(settings=plain)
    assert world.chat.table(number).table.open_deals
    await world.play_on(number)
    assert len(await results(world)) == 3
    assert await ratings(world) == {}
    assert (await ledger.rebuild(store)).rated == 0


async def test_everywhere_only_those_are_named_who_agreed(world: World) -> None:
    number = await world.dealt(*NAMES, deals="1")
    await world.play_on(number)
    alone = await leaders(world, "ann", c.Leaderboard(scope="all"))
    assert [(line.name, line.me) for line in alone.lines] == [("Ann", True)]
    assert not alone.listed
    assert code(await world.do("gus", c.Leaderboard(scope="all"))) == "unlisted"
    assert (await world.do("bob", c.Prefer("global", "on"))).ok
    seen = await leaders(world, "gus", c.Leaderboard(scope="all"))
    assert [line.name for line in seen.lines] == ["Bob"]
    assert {line.name for line in (await leaders(world, "ann", c.Leaderboard(scope="all"))).lines} == {"Ann", "Bob"}
    assert (await world.do("bob", c.Prefer("global", "off"))).ok
    assert code(await world.do("gus", c.Leaderboard(scope="all"))) == "unlisted"


async def test_seasons_are_lists_of_their_own(world: World) -> None:
    number = await world.dealt(*NAMES, deals="1")
    await world.play_on(number)
    first = await leaders(world, "ann", c.Leaderboard())
    assert first.seasons == ("", "1970-01")
    world.clock.jump(40 * 86_400.0)
    assert code(await world.do("ann", c.Leaderboard(season="month"))) == "no_ratings"
    fresh = await world.dealt(*NAMES, deals="1")
    await world.play_on(fresh)
    month = await leaders(world, "ann", c.Leaderboard(season="month"))
    assert {line.rounds for line in month.lines} == {1}
    assert {line.rounds for line in (await leaders(world, "ann", c.Leaderboard())).lines} == {2}
    assert month.seasons == ("", "1970-01", "1970-02")


async def play_in(world: World, names: tuple[str, ...] = NAMES, **where: object) -> None:
    reply = await world.do(names[0], c.NewTable("doudizhu", options={"deals": "1"}, fresh=True), **where)
    number = int(str(reply.body.data["table"]))  # type: ignore[union-attr]  # the notice that it is open
    for name in names[1:]:
        await world.do(name, c.Join(number), **where)
    await world.do(names[0], c.DealCards(number), **where)
    await world.play_on(number)


async def test_a_group_lists_who_played_there_and_everybody_has_one_number_on_every_screen(world: World) -> None:
    await play_in(world)
    await play_in(world, ("ann", "bob", "dan"), chat=OTHER_GROUP, chat_title="Others")
    here = await leaders(world, "ann", c.Leaderboard())
    there = await leaders(world, "ann", c.Leaderboard(), chat=OTHER_GROUP)
    assert (here.title, {line.name for line in here.lines}) == ("Friends", {"Ann", "Bob", "Cat"})
    assert (there.title, {line.name for line in there.lines}) == ("Others", {"Ann", "Bob", "Dan"})
    numbers: dict[str, set[tuple[int, int, int]]] = defaultdict(set)
    for line in (*here.lines, *there.lines, *(await leaders(world, "ann", c.Leaderboard(scope="all"))).lines):
        numbers[line.name].add((line.rating, line.spread, line.rounds))
    for where in ({}, {"chat": OTHER_GROUP}, {"private": True}):
        card = await world.shown(StatsCard, "ann", c.Stats(), **where)
        numbers["Ann"].add((card.ratings[0].rating, card.ratings[0].spread, card.ratings[0].rounds))
        assert card.total.rounds == (2 if where.get("private") else 1)
        assert (card.where, card.title) == (
            ("mine", "") if where.get("private") else ("group", "Others" if where else "Friends")
        )
    assert {name: len(known) for name, known in numbers.items()} == dict.fromkeys(("Ann", "Bob", "Cat", "Dan"), 1)
    assert [line.place for line in here.lines] == [1, 2, 3]
    assert [line.rating for line in here.lines] == sorted((line.rating for line in here.lines), reverse=True)


async def test_the_channels_of_a_server_are_one_group_also_those_stored_before_their_server_was_known(
    store: Store,
) -> None:
    world = await World(store).start()
    await play_in(world, chat_title="Club · #one")
    await play_in(world, ("ann", "bob", "dan"), chat=OTHER_GROUP, chat_title="Club · #two")
    server = {"group": "900", "group_title": "Club"}
    first = await leaders(world, "cat", c.Leaderboard(), **server, chat_title="Club · #one")
    assert {line.name for line in first.lines} == {"Ann", "Bob", "Cat"}
    both = await leaders(world, "cat", c.Leaderboard(), chat=OTHER_GROUP, **server, chat_title="Club · #two")
    await world.settle()
    both = await leaders(world, "cat", c.Leaderboard(), chat=OTHER_GROUP, **server, chat_title="Club · #two")
    assert (both.title, {line.name for line in both.lines}) == ("Club", {"Ann", "Bob", "Cat", "Dan"})
    card = await world.shown(StatsCard, "dan", c.Stats(name="Cat"), chat=OTHER_GROUP, **server)
    assert (card.name, card.total.rounds, card.title) == ("Cat", 1, "Club")
    matches = await world.shown(HistoryCard, "dan", c.History(), **server)
    assert (matches.title, len(matches.lines)) == ("Club", 2)
    assert not (await world.do("dan", c.Replay(matches.lines[-1].id), **server)).private
    assert not await ledger.needs_rebuild(store)
    third = c.ChatRef("chat", "g3")
    assert code(await world.do("dan", c.Leaderboard(), chat=third)) == "no_results"


async def test_a_long_list_is_turned_page_by_page_and_the_asker_always_sees_their_line(store: Store) -> None:
    world = await World(store).start()
    number = await world.dealt(*NAMES, deals="1")
    await world.play_on(number)
    ann = await user(world, "ann")
    async with store.change() as unit:
        rows = [row for row in await unit.ratings.all() if row.user == ann and not row.season]
        for place in range(25):
            person = await unit.people.add_user(f"P{place}", "other", str(place))
            better = {"player": f"u{person.id}", "user": person.id, "mu": 90.0 - place, "sigma": 1.0}
            await unit.ratings.put([replace(row, **better) for row in rows])  # type: ignore[arg-type]  # fields of the row
    first = await leaders(world, "ann", c.Leaderboard())
    assert (first.pages, [line.name for line in first.lines][:2]) == (3, ["P0", "P1"])
    assert first.me is not None
    assert first.me.place > 25
    last = await leaders(world, "ann", replace(first.shown, page=99))
    assert last.shown.page == 2
    assert last.me is None
    assert [line.me for line in last.lines].count(True) == 1
    assert [line.place for line in last.lines][-1] == 28


async def test_partners_and_opponents_are_named_once_there_were_enough_rounds(world: World) -> None:
    number = await world.dealt(*NAMES, deals="6")
    await world.play_on(number, rounds=6)
    card = await world.shown(StatsCard, "ann", c.Stats())
    rows = [row for row in await results(world) if row.round > 0]
    mine = {row.round: row for row in rows if row.user == 1}
    for name in ("bob", "cat"):
        number_ = await user(world, name)
        together = [row.round for row in rows if row.user == number_ and row.side == mine[row.round].side]
        against = [row.round for row in rows if row.user == number_ and row.side != mine[row.round].side]
        found = {(kind, one.name): (one.rounds, one.won) for kind in ("partners", "opponents")
                 for one in getattr(card, kind)}  # fmt: skip
        for kind, played in (("partners", together), ("opponents", against)):
            expected = (len(played), sum(mine[number__].won for number__ in played)) if len(played) >= 5 else None
            assert found.get((kind, name.title())) == expected
    bombs = sum(json.loads(row.feats).get("bombs", 0) for row in mine.values())
    assert {feat: count for _, feat, count in card.feats}.get("bombs", 0) == bombs


async def test_two_groups_that_become_one_have_one_list(store: Store) -> None:
    world = await World(store).start()
    number = await world.dealt(*NAMES, deals="1")
    await world.play_on(number)
    reply = await world.do("ann", c.NewTable("doudizhu", options={"deals": "1"}), chat=OTHER_GROUP)
    there = int(str(reply.body.data["table"]))  # type: ignore[union-attr]  # the notice that it is open
    for name in NAMES[1:]:
        await world.do(name, c.Join(there), chat=OTHER_GROUP)
    await world.do("ann", c.DealCards(there), chat=OTHER_GROUP)
    await world.play_on(there)
    world.manager.report(ChatMoved("chat", "g1", "g2"))
    await world.settle()
    await world.advance(10.0)
    assert {line.rounds for line in (await leaders(world, "ann", c.Leaderboard(), chat=OTHER_GROUP)).lines} == {2}
    assert not await ledger.needs_rebuild(store)
