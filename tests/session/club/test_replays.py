"""Finished rounds looked at again, step by step; unfinished ones never; older rules say so."""

import json
from dataclasses import replace

import pytest

from bot.session.port import commands as c
from bot.session.port.buttons import decode, encode
from bot.session.port.replies import ReplayCard, Reply
from games import GAMES
from storage.api import Store
from tests.session.world import OTHER_GROUP, World, code


async def one_round(world: World, game: str = "doudizhu") -> int:
    assert (await world.do("ann", c.NewTable(game))).ok
    assert (await world.do("ann", c.FillAi(1, level="easy"))).ok
    assert (await world.do("ann", c.DealCards(1))).ok
    assert (await world.do("ann", c.Away(1))).ok
    for _ in range(3000):
        if not world.book(1).playing:
            break
        await world.advance(2.0)
    assert world.book(1).play.result is not None
    return int(world.book(1).row.match)


async def card(world: World, id: str, step: int | None = None, name: str = "ann") -> ReplayCard:
    return await world.shown(ReplayCard, name, c.Replay(id, step))


@pytest.mark.parametrize("game", tuple(GAMES))
async def test_every_moment_of_a_finished_round_can_be_looked_at(world: World, game: str) -> None:
    match = await one_round(world, game)
    shown = await card(world, f"M{match}.1")
    async with world.store.begin() as unit:
        actions = await unit.matches.actions(match, 1)
    assert shown.step is None
    assert len(shown.frames) == len(actions) + 1
    assert shown.frames[0].seat is None
    assert [frame.text for frame in shown.frames[1:]] == [row.line for row in actions]
    assert sorted(sum(shown.frames[0].hands, ())) == sorted(sum(shown.hands, ()))
    assert shown.points == world.book(1).play.result.points
    for frame in shown.frames:
        assert shown.acts[: len(frame.view.acts)] == frame.view.acts
        assert frame.view.viewer is None
    assert (await card(world, f"M{match}.1", 3)).step == 3
    assert (await card(world, f"M{match}.1", 10**6)).step == len(actions)


async def test_an_unfinished_round_is_never_shown(world: World) -> None:
    await one_round(world)
    await world.do("ann", c.DealCards(1))
    match, number = world.book(1).row.match, world.book(1).row.round
    assert code(await world.do("ann", c.Replay(f"M{match}.{number}", 0))) == "replay_secret"
    await world.end("ann", 1)
    assert code(await world.do("ann", c.Replay(f"M{match}.{number}", 0))) == "replay_unfinished"
    assert code(await world.do("gus", c.Replay(f"M{match}.1", 0), chat=OTHER_GROUP)) == "unknown_id"


async def test_whoever_is_told_the_link_of_a_round_may_look_at_it_on_the_page(world: World) -> None:
    """Nobody else may, nobody in a chat, and there is none before the end."""
    await one_round(world)

    async def asked(name: str, id: str, *, page: bool = True) -> Reply:
        user = c.UserRef(world.chat.platform, name)
        return await world.manager.handle(
            c.Origin(f"link {name} {id} {page}", user, name, None, page=page), c.Replay(id)
        )

    mine = (await asked("ann", "M1.1")).body
    assert isinstance(mine, ReplayCard)
    assert mine.mine is not None
    assert mine.link.startswith("M1.1-")
    told = (await asked("gus", mine.link)).body
    assert isinstance(told, ReplayCard)
    assert (told.mine, told.link, told.hands) == (None, mine.link, mine.hands)
    assert code(await asked("gus", "M1.1")) == "unknown_id"
    assert code(await asked("gus", f"{mine.link[:-1]}{'1' if mine.link[-1] == '0' else '0'}")) == "unknown_id"
    assert code(await asked("gus", mine.link, page=False)) == "unknown_id"
    assert (await card(world, "M1.1")).link == ""
    await world.do("ann", c.DealCards(1))
    assert code(await asked("gus", mine.link.replace("M1.1", "M1.2"))) == "unknown_id"
    assert code(await asked("ann", "M1.2")) == "replay_secret"


async def test_a_round_played_under_older_rules_says_so(store: Store) -> None:
    world = await World(store).start()
    match = await one_round(world)
    async with store.change() as unit:
        row = await unit.matches.round(match, 1)
        assert row is not None
        await unit.matches.put_round(replace(row, rules_version=99))
    assert (await card(world, f"M{match}.1", 1)).old_rules == 99
    world = await world.restarted()
    other = {**json.loads(row.result or "{}"), "points": [0, 0, 0]}
    async with store.change() as unit:
        await unit.matches.put_round(replace(row, rules_version=99, result=json.dumps(other)))
    reply = await world.do("ann", c.Replay(f"M{match}.1", 1))
    assert code(reply) == "replay_old_rules"


def test_a_button_of_a_replay_fits_and_means_what_it_said() -> None:
    command = c.Replay("M999999999.99999", 99_999, "f")
    assert decode(encode(command)) == command
