"""A finished round as screens, moment by moment, in both languages."""

from dataclasses import replace

import pytest

from bot.frontends.web.wire.replay import replay_json
from bot.present.reports.replays import chapters
from bot.present.screens.screen import Button, Screen, plain_text
from bot.session.port import commands as c
from bot.session.port.buttons import encode
from bot.session.port.replies import ReplayCard
from games import GAMES
from tests.memory import MemoryStore
from tests.present.test_matches import check_limits, check_words
from tests.present.test_screens import LANGUAGES, answer
from tests.session.club.test_replays import card, one_round
from tests.session.world import World

_PLAYED: dict[str, ReplayCard] = {}


@pytest.fixture(params=tuple(GAMES))
async def played(request: pytest.FixtureRequest) -> ReplayCard:
    """A round of each game, finished by AI players once for all tests."""
    if request.param not in _PLAYED:
        world = await World(MemoryStore()).start()
        _PLAYED[request.param] = await card(world, f"M{await one_round(world, request.param)}.1")
        await world.stop()
    return _PLAYED[request.param]


def button(screen: Screen, key: str) -> Button:
    return next(one for row in screen.rows for one in row if one.key == key)


@LANGUAGES
async def test_every_moment_is_told_in_words_and_has_its_buttons(played: ReplayCard, language: str) -> None:
    last = len(played.frames) - 1
    for step in range(last + 1):
        screen = answer(replace(played, step=step), language)
        check_words(screen)
        check_limits(screen)
        data = [encode(one.command) for row in screen.rows for one in row if one.command is not None]
        assert len(set(data)) == len(data) == 7
        for key, target in (("first", 0), ("back", max(0, step - 1)), ("forward", min(last, step + 1)), ("last", last)):
            command = button(screen, key).command
            assert isinstance(command, c.Replay)
            assert (command.id, command.step) == (played.id, target)


async def test_tricks_are_gone_through_one_by_one_in_both_directions(played: ReplayCard) -> None:
    begins = chapters(played)
    assert begins[0] == 0
    assert len(begins) > 4
    forth, step = [], 0
    while step < len(played.frames) - 1:
        command = button(answer(replace(played, step=step), "en"), "trick").command
        assert isinstance(command, c.Replay)
        assert command.step is not None
        step = command.step
        forth.append(step)
    assert [0, *forth] == sorted({*begins, len(played.frames) - 1})
    back = []
    while step:
        command = button(answer(replace(played, step=step), "en"), "trick_back").command
        assert isinstance(command, c.Replay)
        assert command.step is not None
        step = command.step
        back.append(step)
    assert back == [begin for begin in reversed(begins) if begin < len(played.frames) - 1]


@LANGUAGES
async def test_a_record_of_older_rules_says_so(played: ReplayCard, language: str) -> None:
    for step in (None, 5):
        old = plain_text(answer(replace(played, step=step, old_rules=41), language))
        assert "41" in old
        assert "⚠" in old
        assert "⚠" not in plain_text(answer(replace(played, step=step), language))
    assert "41" in str(replay_json(replace(played, old_rules=41), language)["warning"])
    assert replay_json(played, language)["warning"] == ""


async def test_the_timeline_of_the_page_holds_every_hand_of_every_moment(played: ReplayCard) -> None:
    told = replay_json(played, "en")
    frames = told["frames"]
    assert isinstance(frames, list)
    assert len(frames) == len(played.frames)
    counts: dict[str, int] = {}
    for frame, shown in zip(played.frames, frames, strict=True):
        assert isinstance(shown, dict)
        assert isinstance(shown["hands"], dict)
        for seat, hand in shown["hands"].items():
            assert isinstance(hand, dict)
            assert isinstance(hand["cards"], list)
            counts[seat] = len(hand["cards"])
        assert counts == {str(seat): len(hand) for seat, hand in enumerate(frame.hands)}
        assert shown["upto"] == len(frame.view.acts)
        assert shown["words"] or frame.seat is None
