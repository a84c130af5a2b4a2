"""/replay ID share: who may share which round where, once a minute, and the record that comes with it."""

import io
import json
from dataclasses import replace

from PIL import Image

from bot.present import render
from bot.present.pictures.views import MOST_FRAMES, steps_shown
from bot.present.screens.screen import plain_text
from bot.present.words.text import LANGUAGES
from bot.session.port import commands as c
from bot.session.port.grammar import read_line
from bot.session.port.protocols import SharedRound
from bot.session.port.replies import Menu, ReplayCard
from games.check import run_scenario
from games.scenario import read_scenario
from tests.session.club.test_results import NAMES, finished
from tests.session.world import OTHER_GROUP, World, code


def shared(world: World) -> list[SharedRound]:
    return [body for _, body in world.chat.posts if isinstance(body, SharedRound)]


async def test_who_played_shares_a_round_in_the_group_and_nobody_else(world: World) -> None:
    await finished(world, deals="2")
    assert read_line("/replay M1.1 share") == c.ShareRound("M1.1") == read_line("/回放 M1.1 分享")
    card = await world.shown(ReplayCard, "ann", c.Replay("M1.1"))
    assert card.shareable
    assert code(await world.do("ann", c.ShareRound("M1.1"), private=True)) == "share_group_only"
    assert code(await world.do("gus", c.ShareRound("M1.1"))) == "share_not_yours"
    assert code(await world.do("gus", c.ShareRound("M1.1"), chat=OTHER_GROUP)) == "unknown_id"
    assert code(await world.do("gus", c.ShareRound("M1.1"), chat=OTHER_GROUP, admin=True)) == "unknown_id"
    assert code(await world.do("bob", c.ShareRound("M9.1"))) == "unknown_id"
    assert shared(world) == []
    choice = await world.shown(Menu, "ann", c.ShareRound("M1"))
    assert [entry.command for entry in choice.entries] == [c.ShareRound("M1.1"), c.ShareRound("M1.2")]
    assert code(await world.do("ann", c.ShareRound("M1.1"))) == "share_coming"
    assert code(await world.do("bob", c.ShareRound("M1.2"))) == "share_too_soon"
    assert code(await world.do("ann", c.ShareRound("M1.1"), chat=OTHER_GROUP)) == "share_coming"
    await world.advance(61)
    assert code(await world.do("gus", c.ShareRound("M1.2"), admin=True)) == "share_coming"
    assert [(one.card.id, one.by) for one in shared(world)] == [("M1.1", "Ann"), ("M1.1", "Ann"), ("M1.2", "Gus")]


async def test_the_same_update_shares_once_also_after_a_restart(world: World) -> None:
    await finished(world, deals="1")
    for _ in range(2):
        assert code(await world.do("ann", c.ShareRound("M1.1"), update="same")) == "share_coming"
    assert len(shared(world)) == 1
    again = await world.restarted()
    assert code(await again.do("ann", c.ShareRound("M1.1"), update="same")) == "already_done"
    assert shared(again) == []
    await again.stop()


async def test_a_round_that_is_not_over_is_no_business_of_others(world: World) -> None:
    await world.dealt(*NAMES)
    assert code(await world.do("ann", c.ShareRound("M1.1"))) == "replay_secret"
    assert shared(world) == []


async def test_the_post_moves_says_who_won_and_brings_a_record_that_the_checker_accepts(world: World) -> None:
    await finished(world, deals="1")
    await world.do("ann", c.ShareRound("M1.1"))
    (body,) = shared(world)
    for language in LANGUAGES:
        screen = render.post(body, language)
        assert "Ann" in plain_text(screen)
        assert screen.picture is not None
        assert screen.picture.animated
    assert screen.document is not None
    assert screen.document.name == "M1.1.json"
    assert all(name.title() not in screen.document.text for name in NAMES)
    assert run_scenario(read_scenario(json.loads(screen.document.text))) is None
    assert screen.picture is not None
    page = await world.shown(ReplayCard, "ann", c.Replay("M1.1"), private=True, page=True)
    assert page.record == screen.document.text
    film = Image.open(io.BytesIO(screen.picture.make()))
    assert film.format == "GIF"
    assert getattr(film, "n_frames", 1) == len(body.card.frames) + 1
    assert film.info["loop"] == 0


async def test_a_long_round_has_no_more_pictures_than_fit(world: World) -> None:
    await finished(world, deals="1")
    await world.do("ann", c.ShareRound("M1.1"))
    (body,) = shared(world)
    long = replace(body.card, frames=(body.card.frames[0], *body.card.frames[1:] * 9))
    steps = steps_shown(long)
    assert len(steps) == MOST_FRAMES - 1
    assert (steps[0], steps[-1]) == (0, len(long.frames) - 1)
    assert list(steps) == sorted(set(steps))
