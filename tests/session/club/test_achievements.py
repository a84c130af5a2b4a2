"""Achievements: by which round, told once with its result, nobody's twice, and gone with who is forgotten."""

import json
from dataclasses import replace
from random import Random

from bot.achievements import COMEBACK, catch_up, earn, offered
from bot.present import render
from bot.present.screens.screen import plain_text
from bot.present.words.text import LANGUAGES, has
from bot.session.port import commands as c
from bot.session.port.replies import StatsCard
from bot.session.port.updates import Notice
from storage.api import Store, UnitOfWork
from storage.themes.achievements import AchievementRow
from storage.themes.ratings import EndingRow
from storage.themes.results import ResultRow
from tests.seeds import seeds
from tests.session.world import RecordingFrontend, World, code
from tests.storage.store_rows import committed_scene, match_row

NAMES = ("ann", "bob", "cat")


def test_every_achievement_has_its_words() -> None:
    assert 18 <= len(offered()) <= 26
    for one in offered():
        assert has(f"achievement.{one.key}.name"), one.key
        assert has(f"achievement.{one.key}.about"), one.key


async def rows_of(store: Store) -> dict[tuple[int, str], AchievementRow]:
    async with store.begin() as unit:
        return {(row.user, row.key): row for user in range(1, 5) for row in await unit.achievements.of_person(user)}


async def test_a_round_tells_its_achievements_once_and_restarts_tell_no_other(store: Store) -> None:
    world = await World(store).start()
    number = await world.dealt(*NAMES, deals="3")
    await world.play_on(number)
    stored = await rows_of(store)
    assert "first_win" in {key for _, key in stored}
    winners = {name: world.chat.hand(name).earned for name in NAMES if world.chat.hand(name).earned}
    assert {key for keys in winners.values() for key in keys} == {key for _, key in stored}
    name = next(iter(winners))
    for language in LANGUAGES:
        text = plain_text(render.hand(replace(world.chat.hand(name), language=language)))
        assert "🏅" in text
    assert {notice.code for _, notice in world.chat.told} == {
        "joined_hello"
    }  # nothing besides the panel that comes anyway
    world = await world.restarted()
    assert await rows_of(store) == stored
    await world.do(name, c.MyHand(number), private=True)
    await world.do(name, c.Ready(number))
    assert world.chat.hand(name).earned == winners[name]
    await world.do("ann", c.DealCards(number))
    assert all(world.chat.hand(one).earned == () for one in NAMES)
    await world.play_on(number)
    later = await rows_of(store)
    assert {key: later[key] for key in stored} == stored
    card = await world.shown(StatsCard, name, c.Stats(achievements=True), private=True)
    assert {line.key for line in card.achievements if line.at is not None} == {
        key
        for user, key in later
        if user == world.manager.session.people.at("chat", name).user  # type: ignore[union-attr]
    }
    (hundred,) = [line for line in card.achievements if line.key == "rounds_100"]
    assert (hundred.at, hundred.done, hundred.goal) == (None, 2, 100)


async def test_ai_players_achieve_nothing_and_rounds_with_something_taken_back_bring_nothing(store: Store) -> None:
    world = await World(store).start()
    number = await world.dealt("ann", deals="3")
    while world.book(number).play.person_line is None:
        await world.one_step(number)
    assert (await world.do("ann", c.Undo(number, world.book(number).play.person_line), private=True)).ok
    await world.play_on(number)
    assert world.book(number).round.status == "over"
    assert await rows_of(store) == {}


def result(match: int, round: int, at: float, *, user: int, chat: int, won: bool, **more: object) -> ResultRow:
    feats = json.dumps(more.pop("feats", {}))
    row = ResultRow(match, round, 0, "doudizhu", chat, user, None, "landlord", 1, won, None, at, feats)
    return replace(row, **more)  # type: ignore[arg-type]  # columns by name


async def test_each_round_finds_what_a_look_through_everything_finds(store: Store) -> None:
    """Random rounds, counted one by one as they end; afterwards all of them anew."""
    scene = await committed_scene(store)
    for chance in map(Random, seeds(2, 10)):
        async with store.change() as unit:
            user = (await unit.people.add_user("Bob", "telegram", f"bob{chance.random()}")).id
            live: dict[str, tuple[int, int]] = {}
            at = 100.0
            for _ in range(14):
                match = (await unit.matches.add(match_row(scene.table, scene.chat))).id
                length = chance.randint(1, 5)
                for number in range(1, length + 1):
                    at += 1.0
                    feats = {deed: chance.choice([0, 0, 1, 3]) for deed in ("bombs", "rockets", "springs")}
                    won = chance.random() < 0.6
                    rows = [result(match, number, at, user=user, chat=scene.chat, won=won, feats=feats)]
                    if number == length:
                        rows.append(
                            result(match, 0, at, user=user, chat=scene.chat, won=chance.random() < 0.9, role="")
                        )
                    await unit.results.add(rows)
                    await unit.ratings.add_ending(EndingRow(0, match, number, "on"))
                    for key in (await earn(unit, rows)).get(0, ()):
                        assert key not in live
                        live[key] = (match, number)
            stored = {row.key: (row.match, row.round) for row in await unit.achievements.of_person(user)}
            assert stored == live
            assert {"first_win", "matches_10"} <= live.keys()
            await unit.achievements.remove(user, live.keys())
        await catch_up(store)
        async with store.change() as unit:
            assert {row.key: (row.match, row.round) for row in await unit.achievements.of_person(user)} == live
            await unit.marks.put("achievements", "")
    assert await catch_up(store) > 0
    assert await catch_up(store) == 0


async def test_a_match_won_after_three_lost_rounds_is_a_comeback(store: Store) -> None:
    scene = await committed_scene(store)

    async def play(unit: UnitOfWork, course: str) -> set[str]:
        match = (await unit.matches.add(match_row(scene.table, scene.chat))).id
        keys: set[str] = set()
        for number, sign in enumerate(course, start=1):  # won, lost, drawn
            rows = [result(match, number, 50.0 + number, user=scene.user.id, chat=scene.chat, won=sign == "w")]
            rows += [replace(rows[0], seat=1, user=None, ai="easy", won=sign == "l")]
            if number == len(course):
                rows.append(result(match, 0, 50.0 + number, user=scene.user.id, chat=scene.chat, won=True))
            await unit.results.add(rows)
            keys |= set((await earn(unit, rows)).get(0, ()))
        return keys

    async with store.begin() as unit:
        assert COMEBACK.key not in await play(unit, "lwlwww")
        assert COMEBACK.key not in await play(unit, "ldlwww")
        assert COMEBACK.key in await play(unit, "lllwww")
        assert COMEBACK.key not in await play(unit, "lllwww")


async def test_who_is_forgotten_has_achieved_nothing_and_is_not_looked_for_again(store: Store) -> None:
    world = await World(store).start()
    number = await world.dealt(*NAMES, deals="1")
    await world.play_on(number)
    stored = await rows_of(store)
    for name in NAMES:
        await world.do(name, c.Leave(number))
        await world.do(name, c.Forget(sure=True), private=True)
    assert stored
    assert await rows_of(store) == {}
    async with store.change() as unit:
        await unit.marks.put("achievements", "")
    await catch_up(store)
    assert await rows_of(store) == {}


async def test_of_two_accounts_that_become_one_the_earlier_achievement_stays(store: Store) -> None:
    world = await World(store, frontends=(RecordingFrontend("chat"), RecordingFrontend("other"))).start()
    number = await world.dealt(*NAMES, deals="1")
    await world.play_on(number)
    for name in NAMES:
        await world.do(name, c.Leave(number))
    (first, *_) = [row for row in (await rows_of(store)).values() if row.key == "first_win"]
    winner = next(name for name in NAMES if _number(world, name) == first.user)
    there = {"user": c.UserRef("other", "elsewhere"), "private": True}
    await world.do("eve", c.Language("en"), **there)
    async with store.change() as unit:
        eve = (await unit.people.identity("other", "elsewhere")).user  # type: ignore[union-attr]
        early = replace(first, user=eve, at=first.at - 1000.0)
        await unit.achievements.put([early, replace(early, key="comeback")])
    made = await world.shown(Notice, "eve", c.Link(), **there)
    assert code(await world.do(winner, c.Link(str(made.data["code"])), private=True)) == "linked"
    rows = await rows_of(store)
    assert rows[eve, "first_win"].at == early.at
    assert {key for user, key in rows if user == first.user} == set()
    assert code(await world.do(winner, c.Unlink(), private=True)) == "unlinked"
    async with store.begin() as unit:
        again = (await unit.people.identity("chat", winner)).user  # type: ignore[union-attr]
        assert {row.key for row in await unit.achievements.of_person(again)} >= {"first_win"}


def _number(world: World, name: str) -> int:
    person = world.manager.session.people.at("chat", name)
    assert person is not None
    return person.user
